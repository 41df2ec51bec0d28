import type { PageResponse } from '../response/pageResponse';
import { type Failure, failure } from '../response/failure';
import { type Page, readPage } from '../response/readPage';
import { accept, nothing, withFewContacts } from './accept';
import { Answer } from './answer';
import { ask, end } from './decide';
import { isShort, weigh } from './evidence';
import type { Known, PageClaim } from './kernel';
import { saysMore, urlAt } from './leads';
import { EMPTY_MEMORY, hashOfPage, hashOfRequest } from './memory';
import { acceptArrival, type Arrival, compareWith } from './pageFacts';
import { urlOfAttempt } from './questions';
import {
	isCounted,
	type ListRequest,
	type ListState,
	MAX_QUESTIONS,
	type Next,
	type Place,
	requestOf,
	type Step,
} from './state';
import { upcomingPages, wayBack } from './ways';
import { choiceOf, chosenBy, type ListChoice } from './whichList';

/** The status of a response without contacts that may answer a question or be the end of a list. */
export interface Rejection {
	status: number;
}

/** The place before the first page. */
export const START: Place = {
	state: {
		pages: 0,
		received: 0,
		firstCount: 0,
		count: 0,
		emptyPages: 0,
		proof: 'first',
		signs: [],
		setValue: { kind: 'missing' },
		unread: [],
		totalNames: [],
		totals: [],
		ids: { field: '', values: [] },
		asked: [],
		questionsLeft: MAX_QUESTIONS,
		memory: EMPTY_MEMORY,
	},
	next: { kind: 'first' },
};

/** The requests that a place leads to: the next one, and those that are certain to follow. */
export function requestsAt(place: Place, request: ListRequest): { url: URL; upcoming: URL[] } {
	const { state, next } = place;
	const { total, pages } = weigh(state, request);
	const current = requestOf(request, state.pageSize);
	return {
		url: urlOfNext(place, request),
		upcoming: upcomingPages(current, state, next, total, pages),
	};
}

function urlOfNext({ state, next }: Place, request: ListRequest): URL {
	if (next.kind === 'ask') return urlOfAttempt(next.attempt, state, request);
	if (next.kind === 'choose') return requestOf(request, next.choice.pageSize).url;
	return urlAt(state, request, 'way' in next ? next.way : undefined);
}

/**
 * Reads a response: one step through a list. It sends nothing, waits for nothing and writes nothing.
 *
 * @param place where the list was, and what was requested
 * @param response the answer, or its status when that is an error
 * @param known looks up contacts of earlier pages
 * @returns the page, if it is accepted, and where the list goes on
 */
export function step(
	place: Place,
	response: PageResponse | Rejection,
	request: ListRequest,
	known: Known,
): Step {
	const taken = read(place, response, request, known);
	const pageSize = otherPageSize(place, taken, response, request);
	return pageSize
		? nothing({ ...START.state, pageSize }, { kind: 'first', otherwise: taken })
		: taken;
}

/** A page size that nearly all services accept that have one. */
const SAFE_PAGE_SIZE = 100;

/**
 * The page size to try where nothing has come with this one. Some services filter by every parameter that
 * they do not know, the page size among them; others refuse it, or one above their maximum.
 */
function otherPageSize(
	{ state, next }: Place,
	taken: Step,
	{ status }: PageResponse | Rejection,
	request: ListRequest,
): ListState['pageSize'] {
	const { pageSize } = requestOf(request, state.pageSize);
	if (pageSize === undefined) return undefined;
	const isRefused = next.kind === 'first' && [400, 422].includes(status);
	if (isRefused && pageSize > SAFE_PAGE_SIZE) return SAFE_PAGE_SIZE;
	const isEmpty = taken.next.kind === 'end' && taken.state.received === 0;
	return isRefused || isEmpty ? 'none' : undefined;
}

function read(
	place: Place,
	response: PageResponse | Rejection,
	request: ListRequest,
	known: Known,
): Step {
	const { state, next } = place;
	if (next.kind === 'choose') return afterChoice(state, next.choice, response, request);
	const page = 'body' in response ? pageIn(response, place, request) : undefined;
	if (next.kind === 'ask') {
		const isRefused = ENDS.has(response.status);
		return new Answer(state, next, request).read(page, known, isRefused);
	}
	if (page === undefined) return afterRejection(place, request, response.status);
	if ('reason' in page) return afterFailure(place, page, response as PageResponse, request);
	const way = next.kind === 'page' ? next.way : undefined;
	const arrival = compareWith(state, way, page, request, known);
	if (next.kind === 'check') {
		const failed: Next = { kind: 'unknown', failure: failure('listChanged') };
		return nothing(state, hashOfPage(arrival.keys) === next.page ? next.then : failed);
	}
	return afterNothing(place, page) ?? takePage(place, arrival, request);
}

const FIRST = { reason: 'first', overlap: 0, ifNothing: undefined } as const;

function takePage(place: Place, arrival: Arrival, request: ListRequest): Step {
	const { state, next } = place;
	const { reason, overlap, ifNothing } = next.kind === 'page' ? next : FIRST;
	const claim: PageClaim = { reason, overlap, isProven: state.pages > 1 };
	const result = acceptArrival(claim, arrival, state, request);
	if (!('refutation' in result)) return accept(state, arrival, result, request);
	const { refutation, known } = result;
	if (ifNothing && refutation === 'pageRepeated') {
		return nothing(state, end(ifNothing, state, request, { next: 'empty', ...KNOWN_END }));
	}
	const failed =
		refutation === 'contactsRepeated'
			? failure(refutation, known)
			: failure(refutation === 'unproven' ? 'positionUnexpected' : refutation);
	return askInstead(place, request, { kind: 'unknown', failure: failed });
}

/**
 * A response of nothing, after a full page, may be a failure: one contact back, that one has to come.
 *
 * @returns undefined where it may be believed, or nothing is to go back to
 */
function afterNothing({ state, next }: Place, { response: { body } }: Page): Step | undefined {
	const isNothing = body === undefined || body === null;
	if (!isNothing || next.kind !== 'page' || next.ifNothing || next.overlap > 0) return undefined;
	const way = isShort(state) ? undefined : wayBack(state, next.way, 1);
	return way && nothing(state, { ...next, way, overlap: 1 });
}

/** A response without a page. */
function afterFailure(
	place: Place,
	failed: Failure,
	response: PageResponse,
	request: ListRequest,
): Step {
	const { state, next } = place;
	const isFirst = next.kind === 'first' && !state.location;
	const choice = isFirst ? choiceOf(response, failed) : undefined;
	return choice
		? nothing(state, { kind: 'choose', choice })
		: askInstead(place, request, { kind: 'unknown', failure: failed }, true);
}

/** Several lists came. The first page is requested again where it is known which one has the contacts. */
function afterChoice(
	state: ListState,
	choice: ListChoice,
	response: PageResponse | Rejection,
	request: ListRequest,
): Step {
	const smaller = requestOf(request, choice.pageSize).pageSize!;
	const location =
		'body' in response ? chosenBy(response, choice, smaller, request.pageSize) : undefined;
	if (location) return nothing({ ...state, location }, { kind: 'first' });
	const { pageSize } = choice;
	const under = typeof pageSize === 'number' ? 'plain' : 'others';
	return typeof pageSize === 'object' && pageSize.under === under
		? nothing(state, { kind: 'unknown', failure: choice.failure })
		: nothing(state, { kind: 'choose', choice: { ...choice, pageSize: { size: smaller, under } } });
}

/** Reads a page. Where the one before says that there is more, the next one has to have a list. */
function pageIn(response: PageResponse, { state, next }: Place, request: ListRequest) {
	const { location } = state;
	const page = readPage(response, request.contactsField, location);
	if (!location || 'reason' in page || page.hasList) return page;
	// That the list may end after the page before was known when this one was requested.
	const isLed =
		next.kind === 'page'
			? !next.ifNothing && (!isCounted(next.way) || next.saysMore)
			: saysMore(state, request);
	return isLed ? failure('notAListAt', location.path.join('.'), location.keys) : page;
}

/** What was known when a page was requested after which the list may end. */
const KNOWN_END = { saysEnd: true, saysMore: false };

/** Statuses of a page that does not exist. */
const ENDS: ReadonlySet<number> = new Set([400, 404, 410, 416, 422]);

/** An error status where a page should be. */
function afterRejection(place: Place, request: ListRequest, status: number): Step {
	const { state, next } = place;
	const rejected: Next = { kind: 'rejected' };
	if (!ENDS.has(status)) return askInstead(place, request, rejected, true);
	if (next.kind === 'first' && next.otherwise) return next.otherwise;
	if (next.kind !== 'page') return nothing(state, rejected);
	const { ifNothing, way, saysMore: isMore } = next;
	const isPast = isCounted(way) && state.pages > 1;
	const reason = ifNothing ?? (isPast ? 'pastTheEnd' : undefined);
	if (reason === undefined) return askInstead(place, request, rejected);
	const facts = { next: 'refused', ...(isMore && { saysMore: true }) } as const;
	const ended = end(reason, state, request, { ...facts, ...(ifNothing && KNOWN_END) });
	return nothing(state, ended.kind === 'end' ? ended : rejected);
}

/**
 * Asks the service where the first page's link or cursor was wrong; a contact held back is given back.
 *
 * @param failed what follows where there is nothing to ask
 * @param isElsewhere whether only a link to another path than the list's may be wrong
 */
function askInstead(
	{ state, next }: Place,
	request: ListRequest,
	failed: Next,
	isElsewhere = false,
): Step {
	const way = next.kind === 'page' && state.pages === 1 ? next.way : undefined;
	if (!way || isCounted(way)) return nothing(state, failed);
	const url = urlAt(state, request, way);
	if (isElsewhere && url.pathname === request.url.pathname) return nothing(state, failed);
	const before = withFewContacts({ ...state, ...state.held, held: undefined });
	const value = way.kind === 'link' ? way.link : way.value;
	// A continuation has the value only once.
	const signs = before.signs.map((sign) => (sign.name === way.field ? { ...sign, value } : sign));
	const asked = { ...before, signs, asked: [...state.asked, hashOfRequest(url)] };
	return nothing(asked, ask(asked, request));
}
