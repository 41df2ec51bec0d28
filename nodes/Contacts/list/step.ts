import { type Failure, failure } from '../response/failure';
import type { Contact } from '../response/findContacts';
import { sizeOf, valueAt } from '../response/json';
import { type Page, type PageResponse, readPage } from '../response/readPage';
import { HEADER_DISTANCE } from '../response/readSigns';
import { lastKey, type Style, styleOf } from '../response/words';
import { ask, decide, end } from './decide';
import { totalNamesOf, weigh } from './evidence';
import {
	type AcceptedPage,
	acceptPage,
	compare,
	type Facts,
	type Known,
	type PageClaim,
	type Refutation,
} from './kernel';
import {
	EMPTY_MEMORY,
	hashOfPage,
	hashOfRequest,
	idFieldOf,
	isId,
	keysOfContacts,
	uniqueOverlap,
	wasRead,
	withPage,
	withRequest,
} from './memory';
import { saysMore } from './leads';
import { readSettings } from './modes';
import { urlOfAttempt } from './questions';
import { hintsOf, leadsOf, signsOf } from './signs';
import {
	type Attempt,
	type Echo,
	isCounted,
	type ListRequest,
	type ListState,
	MAX_QUESTIONS,
	type Next,
	type Outcome,
	type Place,
	type Position,
	requestOf,
	type Way,
} from './state';
import { upcomingPages, urlOf } from './ways';
import { choiceOf, chosenBy, type ListChoice } from './whichList';

/** Give up after this many consecutive empty pages; some services send a few in the middle of a list. */
const MAX_EMPTY_PAGES = 10;

/** IDs of the last contacts to keep: as far back as an attempt goes. */
const MAX_IDS = 27;

/** Bytes of an ID in JSON: longer ones are not sent as parameters. */
const MAX_ID_BYTES = 200;

/** Bytes of all IDs to keep, so that they fit into a continuation. */
const MAX_IDS_BYTES = 400;

const MAX_TOTALS = 8;

/** The status of a response without contacts that may answer a question or be the end of a list. */
export interface Rejection {
	status: number;
}

export interface Step extends Place {
	/** The page, if the response was accepted as the next one. */
	page?: AcceptedPage<Contact>;
	/** The keys of the response's contacts, to be remembered. */
	keys: number[];
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
export function requestsAt(
	{ state, next }: Place,
	request: ListRequest,
): { url: URL; upcoming: URL[] } {
	const current = requestOf(request, state.pageSize);
	switch (next.kind) {
		case 'ask':
			return { url: urlOfAttempt(next.attempt, state, request), upcoming: [] };
		case 'choose':
			return { url: requestOf(request, next.choice.pageSize).url, upcoming: [] };
		case 'page':
		case 'check': {
			const { total, pages } = weigh(state, request);
			const upcoming = upcomingPages(current, state, next, total, pages);
			return { url: urlOf(current, next.way), upcoming };
		}
		default:
			return { url: urlOf(request), upcoming: [] };
	}
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
	const { state, next } = place;
	if (next.kind === 'choose') return afterChoice(state, next.choice, response, request);
	const page = 'body' in response ? pageIn(response, place, request) : undefined;
	if (next.kind === 'ask') return new Answer(state, next, request).read(page, known);
	if (page === undefined) return afterRejection(state, next, request, response);
	if ('reason' in page) return afterFailure(place, page, response as PageResponse, request);
	const keys = keysOf(state, page);
	if (next.kind === 'check') {
		const failed: Next = { kind: 'unknown', failure: failure('listChanged') };
		return nothing(state, hashOfPage(keys) === next.page ? next.then : failed);
	}
	const isFirst = next.kind !== 'page';
	const way = isFirst ? undefined : next.way;
	const facts = compareWith(state, way, page, keys, request, known);
	const claim: PageClaim = isFirst
		? { reason: 'first', overlap: 0 }
		: { reason: next.reason, overlap: next.overlap, isProven: state.pages > 1 };
	const result = acceptPage(fullClaim(claim, way, state, request), facts, page.contacts);
	return 'refutation' in result
		? afterRefutation(state, next as Next & { kind: 'page' }, request, result)
		: accept(state, way, page, keys, result, request);
}

/** A response without a page. */
function afterFailure(
	{ state, next }: Place,
	failed: Failure,
	response: PageResponse,
	request: ListRequest,
): Step {
	const isFirst = next.kind === 'first' && !state.location;
	const choice = isFirst ? choiceOf(response, failed) : undefined;
	if (choice) return nothing(state, { kind: 'choose', choice });
	return askOtherPath(state, next, request) ?? nothing(state, { kind: 'unknown', failure: failed });
}

/** Several lists came. The first page is requested again where it is known which one has the contacts. */
function afterChoice(
	state: ListState,
	choice: ListChoice,
	response: PageResponse | Rejection,
	{ pageSize }: ListRequest,
): Step {
	const location = 'body' in response ? chosenBy(response, choice, pageSize) : undefined;
	return location
		? nothing({ ...state, location }, { kind: 'first' })
		: nothing(state, { kind: 'unknown', failure: choice.failure });
}

/** Reads a page. Where the one before says that there is more, the next one has to have a list. */
function pageIn(response: PageResponse, { state, next }: Place, request: ListRequest) {
	const { location } = state;
	const page = readPage(response, request.contactsField, location);
	const isMissing = 'hasList' in page && !page.hasList && location !== undefined;
	// That the list may end after the page before was known when this one was requested.
	const mayEnd = next.kind === 'page' && next.ifNothing !== undefined;
	const isLed = next.kind === 'page' && (!isCounted(next.way) || next.saysMore);
	return isMissing && !mayEnd && (isLed || (next.kind !== 'page' && saysMore(state, request)))
		? failure('notAListAt', location.path.join('.'), location.keys)
		: page;
}

function nothing(state: ListState, next: Next): Step {
	return { keys: [], state, next };
}

function fullClaim(
	claim: PageClaim,
	way: Way | undefined,
	{ memory }: ListState,
	{ pagination }: ListRequest,
): PageClaim {
	const isByValue = way?.kind === 'cursor' || way?.kind === 'lastContact';
	const unique = uniqueOverlap(memory);
	return {
		...claim,
		isUnique: claim.isUnique ?? claim.overlap >= unique,
		mayLackOverlap: pagination.isInclusive && isByValue,
		mayRepeat: !pagination.checkRepeats,
	};
}

function compareWith(
	state: ListState,
	way: Way | undefined,
	page: Page,
	keys: readonly number[],
	request: ListRequest,
	known: Known,
): Facts {
	const { memory, count } = state;
	const read = {
		known,
		last: memory.contacts,
		lastCount: count,
		wasRead: (those: readonly number[]) => wasRead(memory, those),
	};
	const position = positionOf(state, way, page, request);
	return compare(keys, read, position);
}

/** Compares the position that a page states with the expected one. */
function positionOf(
	state: ListState,
	way: Way | undefined,
	{ signs, contacts }: Page,
	{ pagination }: ListRequest,
): Facts['position'] {
	// An empty page at the end may have any number.
	if (contacts.length === 0 && state.pages > 1) return undefined;
	if (pagination.mode !== 'automatic' && skipsPages(state, signs)) return 'elsewhere';
	return way && 'echo' in way && way.echo
		? comparePosition(way, way.echo, signs, contacts.length)
		: undefined;
}

function comparePosition(
	way: Position,
	{ name, lead, isEnd }: Echo,
	signs: Page['signs'],
	count: number,
): Facts['position'] {
	const stated = signs.find((sign) => sign.name === name);
	// Where it states the end of the page, it may be 0 on the last one.
	if (!stated || (isEnd && stated.value === 0)) return undefined;
	return stated.value === way.value + lead + (isEnd ? count : 0) ? 'there' : 'elsewhere';
}

/** Whether pages are left out, by the number that a page states and the one before. */
function skipsPages(state: ListState, signs: Page['signs']): boolean {
	const [before] = signsOf(state, 'page');
	const now = signs.find(({ meaning, name }) => meaning === 'page' && name === before?.name);
	return now !== undefined && (now.value as number) > (before!.value as number) + 1;
}

/** What was known when a page was requested after which the list may end. */
const KNOWN_END = { saysEnd: true, saysMore: false };

/** Statuses of a page that does not exist. */
const ENDS: ReadonlySet<number> = new Set([400, 404, 410, 416, 422]);

/** An error status where a page should be. */
function afterRejection(
	state: ListState,
	next: Next,
	request: ListRequest,
	{ status }: Rejection,
): Step {
	const rejected = nothing(state, { kind: 'rejected' });
	if (!ENDS.has(status) || next.kind !== 'page') {
		return askOtherPath(state, next, request) ?? rejected;
	}
	const { ifNothing, way, saysMore: isMore } = next;
	const isPast = isCounted(way) && state.pages > 1;
	const reason = ifNothing ?? (isPast ? 'pastTheEnd' : undefined);
	if (reason === undefined) return askInstead(state, way, request) ?? rejected;
	const facts = { next: 'refused', ...(isMore && { saysMore: true }) } as const;
	const ended = end(reason, state, request, { ...facts, ...(ifNothing && KNOWN_END) });
	return ended.kind === 'end' ? nothing(state, ended) : rejected;
}

/** A link to another path than the list's may have been wrong, whatever was there. */
function askOtherPath(state: ListState, next: Next, request: ListRequest): Step | undefined {
	if (next.kind !== 'page' || next.way.kind !== 'link') return undefined;
	const isOther = new URL(next.way.link, request.url).pathname !== request.url.pathname;
	return isOther ? askInstead(state, next.way, request) : undefined;
}

function afterRefutation(
	state: ListState,
	{ ifNothing, way }: Next & { kind: 'page' },
	request: ListRequest,
	{ refutation, known }: Refutation,
): Step {
	if (ifNothing && refutation === 'pageRepeated') {
		return nothing(state, end(ifNothing, state, request, { next: 'empty', ...KNOWN_END }));
	}
	const failed: Next = { kind: 'unknown', failure: failureOf(refutation, known) };
	return askInstead(state, way, request) ?? nothing(state, failed);
}

function failureOf(refutation: Refutation['refutation'], known: number): Failure {
	if (refutation === 'contactsRepeated') return failure('contactsRepeated', known);
	return failure(refutation === 'unproven' ? 'positionUnexpected' : refutation);
}

/** Asks the service where the first page's link or cursor was wrong; a contact held back is given back. */
function askInstead(state: ListState, way: Way, request: ListRequest): Step | undefined {
	if (state.pages !== 1 || (way.kind !== 'link' && way.kind !== 'cursor')) return undefined;
	const before: ListState = { ...state, ...state.held, held: undefined };
	const value = way.kind === 'link' ? way.link : way.value;
	// A continuation has the value only once.
	const signs = before.signs.map((sign) => (sign.name === way.field ? { ...sign, value } : sign));
	const url = urlOf(requestOf(request, state.pageSize), way);
	const asked = { ...before, signs, asked: [...state.asked, hashOfRequest(url)] };
	return nothing(asked, ask(asked, request));
}

/** Reads the answer to a question. */
class Answer {
	readonly #attempt: Attempt;

	readonly #asked: ListState;

	constructor(
		private readonly state: ListState,
		private readonly next: Next & { kind: 'ask' },
		private readonly request: ListRequest,
	) {
		this.#attempt = next.attempt;
		this.#asked = {
			...state,
			asked: [...state.asked, hashOfRequest(urlOfAttempt(next.attempt, state, request))],
			questionsLeft: state.questionsLeft - 1,
		};
	}

	read(page: Page | Failure | undefined, known: Known): Step {
		if (page === undefined || 'reason' in page) return this.#goOn('error');
		const { question } = this.#attempt;
		const keys = keysOf(this.state, page);
		if (question === 'held back') return this.#readHeldBack(page, keys, known);
		const [way] = this.#attempt.ways;
		const facts = compareWith(this.state, way, page, keys, this.request, known);
		if (question === 'larger page') return this.#readLarger(page, keys, facts);
		return this.#readNext(page, keys, facts);
	}

	#goOn(outcome: Outcome): Step {
		const { outcomes } = this.next;
		const { question } = this.#attempt;
		const updated = { ...outcomes, [question]: [...(outcomes[question] ?? []), outcome] };
		return nothing(this.#asked, ask(this.#asked, this.request, updated));
	}

	/** The answer may be the next page. */
	#readNext(page: Page, keys: number[], facts: Facts): Step {
		const { ways, claim, acceptsEmpty } = this.#attempt;
		if (!claim || ways.length !== 1) return this.#goOn(outcomeOf(facts, ways.length > 1));
		if (facts.count === 0 && !acceptsEmpty) return this.#goOn(outcomeOf(facts, false));
		const { way, overlap } = foundWay(ways[0]!, claim, facts);
		const full = fullClaim({ ...claim, overlap }, way, this.state, this.request);
		const result = acceptPage({ ...full, mayRepeat: false }, facts, page.contacts);
		if ('refutation' in result || isConstant(way, page)) {
			return this.#goOn(outcomeOf(facts, false));
		}
		const state: ListState = { ...this.#asked, found: way };
		return accept(state, way, page, keys, result, this.request);
	}

	/** The first page with another size: what does the service say if one more contact follows? */
	#readHeldBack(page: Page, keys: number[], known: Known): Step {
		const { signs, setValue, count, firstCount, pageSize, memory } = this.state;
		const facts = compareWith(this.state, undefined, page, keys, this.request, known);
		const isShorter = count > 1 && hashOfPage(keys) === memory.withoutLast;
		const isExact = facts.isSame && this.#attempt.pageSize === count;
		const totalNames = totalNamesOf(page.signs, keys.length, this.#attempt.pageSize);
		const unchanged = totalNames.filter((name) =>
			signs.some((sign) => sign.name === name && sign.value === this.request.pageSize),
		);
		// A count that equals the page size is another one if it stays as it is with another page size.
		this.#asked.totalNames = [...this.state.totalNames, ...unchanged];
		const state: ListState = {
			...this.#asked,
			...readSettings(page, this.request.pagination),
			pageSize: this.#attempt.pageSize,
		};
		if (isExact && saysMore(state, this.request)) {
			return nothing(state, decide(state, this.request));
		}
		if (!isShorter) return this.#goOn(outcomeOf(facts, false));
		const held: ListState = {
			...state,
			count: keys.length,
			firstCount: keys.length,
			held: { signs, setValue, count, firstCount, pageSize },
			memory: { ...memory, pages: [...memory.pages, hashOfPage(keys)] },
		};
		if (!saysMore(held, this.request)) return this.#goOn('shorter');
		const next = decide(held, this.request);
		// What the service does not understand, it understands no better now.
		const ignored = Object.entries(this.next.outcomes).filter(([, all]) =>
			all.every((outcome) => outcome === 'same'),
		);
		const outcomes = Object.fromEntries(ignored);
		return nothing(held, next.kind === 'ask' ? ask(held, this.request, outcomes) : next);
	}

	/** The first page with a larger size; only one with exactly as many contacts as it has is accepted. */
	#readLarger(page: Page, keys: number[], facts: Facts): Step {
		const { count } = this.state;
		const { pageSize, claim } = this.#attempt;
		const { signs, setValue } = readSettings(page, this.request.pagination);
		const larger: ListState = { ...this.#asked, signs, setValue, count: facts.count };
		const whole: ListState = { ...larger, received: facts.count, firstCount: facts.count };
		const isMore = saysMore(whole, this.request);
		const isFull = facts.count === pageSize;
		const isLonger = facts.overlaps.includes(count) && (isFull || !isMore);
		const result =
			claim && isLonger && isFull && !isMore && acceptPage(claim, facts, page.contacts);
		if (!result || 'refutation' in result) {
			return this.#goOn(isLonger && !claim ? { longer: facts.count } : 'mixed');
		}
		const state = stateAfter(larger, undefined, page, keys, result, this.request);
		const last = end('pageSize', state, this.request, { isWholeOnLargerPage: true });
		return { page: result, keys, state, next: last };
	}
}

/** Whether a value that is not understood came again: that is no cursor, even if the service understands it. */
function isConstant(way: Way, { signs }: Page): boolean {
	return signs.some(
		({ name, meaning, value, isForeign }) =>
			(meaning === 'unread' || isForeign) &&
			way.kind === 'cursor' &&
			name === way.field &&
			value === way.value,
	);
}

/** The way that the overlap of an answer shows: the service may count contacts from 1. */
function foundWay(
	way: Way,
	{ reason, overlap }: PageClaim,
	{ overlaps }: Facts,
): { way: Way; overlap: number } {
	const isFromOne = way.kind === 'offset' && way.first === 0 && overlaps.includes(overlap + 1);
	return reason === 'overlap' && isFromOne && !overlaps.includes(overlap)
		? { way: { ...way, first: 1 }, overlap: overlap + 1 }
		: { way, overlap };
}

function outcomeOf(facts: Facts, isJoint: boolean): Outcome {
	const { count, isSame, overlaps, known, position } = facts;
	if (count === 0) return position === 'there' ? 'emptyThere' : 'empty';
	if (isSame) return 'same';
	if (position === 'elsewhere') return 'elsewhere';
	if (known.length === 0) return 'new';
	return isJoint && overlaps.length > 0 ? { overlaps } : 'mixed';
}

/** The first contacts show which field identifies them. */
function idFieldAt({ memory, received }: ListState, { contacts }: Page): string | undefined {
	return received === 0 ? idFieldOf(contacts) : memory.idField;
}

function keysOf(state: ListState, page: Page): number[] {
	return keysOfContacts(page.contacts, idFieldAt(state, page));
}

/** Adds a page to the list, and decides where it goes on. */
function accept(
	before: ListState,
	way: Way | undefined,
	page: Page,
	keys: number[],
	accepted: AcceptedPage<Contact>,
	request: ListRequest,
): Step {
	const state = stateAfter(before, way, page, keys, accepted, request);
	return { page: accepted, keys, state, next: nextAfter(before, state, accepted, request) };
}

function stateAfter(
	state: ListState,
	way: Way | undefined,
	page: Page,
	keys: number[],
	accepted: AcceptedPage<Contact>,
	request: ListRequest,
): ListState {
	const { pages, received, memory, location } = state;
	const idField = idFieldAt(state, page);
	const { pagination, pageSize } = request;
	const read = readSettings(page, pagination);
	const count = page.contacts.length;
	const isFirst = pages === 0;
	const url = urlOf(requestOf(request, state.pageSize), ...(way ? [way] : []));
	const next: ListState = {
		...state,
		...read,
		signs: withoutEchoes(read.signs, url),
		pages: pages + 1,
		received: received + accepted.contacts.length,
		firstCount: isFirst ? count : state.firstCount,
		count,
		emptyPages: count === 0 ? state.emptyPages + 1 : 0,
		location: page.location ?? location,
		way,
		proof: accepted.reason,
		style: state.style ?? styleIn(read.signs, page.contacts),
		unread: isFirst ? hintsOf(read).map(({ name }) => name) : state.unread,
		totalNames: isFirst ? totalNamesOf(read.signs, count, pageSize) : state.totalNames,
		pageSize: isFirst ? maximumStated(read.signs, count, pageSize) : state.pageSize,
		ids: idsOf(
			state,
			page.contacts,
			pagination.mode === 'lastContact' ? pagination.lastContactField : idField,
		),
		held: undefined,
		memory: withPage(withRequest({ ...memory, idField }, url), pages + 1, keys),
	};
	return { ...next, totals: addTotals(next, request) };
}

/** Leaves out cursors that repeat a parameter of the request, beside a field for the next page. */
function withoutEchoes(signs: ListState['signs'], { searchParams }: URL): ListState['signs'] {
	const others = signs.filter(
		({ meaning, name, value }) =>
			meaning !== 'cursor' || searchParams.get(lastKey(name)) !== String(value),
	);
	return signsOf({ signs: others }, 'noNext').length + leadsOf({ signs: others }).length > 0
		? others
		: signs;
}

/**
 * The page size that the service states, if it cuts pages to that: some let them start by the requested one
 * nevertheless, so that contacts would be left out.
 */
function maximumStated(
	signs: ListState['signs'],
	count: number,
	pageSize: number | undefined,
): number | undefined {
	const isStated = signsOf({ signs }, 'size').some(({ value }) => value === count);
	return pageSize !== undefined && count > 0 && count < pageSize && isStated ? count : undefined;
}

function nextAfter(
	before: ListState,
	state: ListState,
	{ contacts, reason }: AcceptedPage,
	request: ListRequest,
): Next {
	if (state.emptyPages === MAX_EMPTY_PAGES) {
		return { kind: 'unknown', failure: failure('tooManyEmptyPages', MAX_EMPTY_PAGES) };
	}
	const isOverlapOnly = contacts.length === 0 && state.count > 0;
	const next = isOverlapOnly ? afterOverlapOnly(before, state, request) : decide(state, request);
	// If contacts were removed from earlier pages, later ones moved up: reread the previous page.
	const isPositional = state.way?.kind === 'page' || state.way?.kind === 'offset';
	if (!isPositional || !hasFallen(before, state) || reason === 'first') return next;
	const page = before.memory.pages.at(-1)!;
	return { kind: 'check', way: before.way ?? firstPage(request), page, then: next };
}

/** The page has only contacts that had to come again. */
function afterOverlapOnly(before: ListState, state: ListState, request: ListRequest): Next {
	const reason = before.held ? 'wouldBeSaid' : 'onlyOverlap';
	const { isInclusive } = request.pagination;
	const facts = {
		next: 'overlap',
		...(before.held && { wouldSayMore: true }),
		// The cursor of the last contact leads to that contact again.
		...(isInclusive && { leadsOn: false }),
	} as const;
	const ended = end(reason, state, request, facts);
	return ended.kind === 'end' ? ended : decide(state, request);
}

function hasFallen(before: ListState, after: ListState): boolean {
	return before.totals.some(
		({ name, last, max }) => max > after.firstCount && totalAt(after, name) < last,
	);
}

function firstPage({ url }: ListRequest): Way {
	return { kind: 'link', link: url.pathname + url.search, field: '' };
}

function totalAt(state: ListState, name: string): number {
	const sign = signsOf(state, 'total', 'count').find((total) => total.name === name);
	return (sign?.value as number | undefined) ?? Infinity;
}

function addTotals(state: ListState, { pagination }: ListRequest): ListState['totals'] {
	if (!pagination.checkTotal) return [];
	const totals = new Map(state.totals.map((total) => [total.name, total]));
	for (const { meaning, name, value, isMinimum } of signsOf(state, 'total', 'count')) {
		const total = value as number;
		// On later pages, a count may be that of the page.
		const isOfPage = total === state.count && total < state.received;
		const isTotal = meaning === 'total' || (state.totalNames.includes(name) && !isOfPage);
		if (isMinimum || !isTotal) continue;
		const { min, max } = totals.get(name) ?? { min: total, max: total };
		totals.set(name, { name, min: Math.min(min, total), max: Math.max(max, total), last: total });
	}
	return [...totals.values()].slice(0, MAX_TOTALS);
}

/** The style of the first name that shows one. */
function styleIn(signs: ListState['signs'], contacts: readonly Contact[]): Style | undefined {
	const names = signs
		.filter(({ distance }) => distance < HEADER_DISTANCE)
		.map(({ name }) => lastKey(name));
	const keys = Object.keys(contacts[0] ?? {}).slice(0, MAX_IDS);
	const shown = [...names, ...keys].find(
		(name) =>
			name.length < MAX_ID_BYTES && /[a-z][_A-Z-]|^[A-Z][a-z]|^[A-Z][A-Z\d_]{2,}$/.test(name),
	);
	return shown === undefined ? undefined : styleOf(shown);
}

function idsOf(
	{ ids: before }: ListState,
	contacts: readonly Contact[],
	field: string | undefined,
): ListState['ids'] {
	if (field === undefined) return { field: '', values: [] };
	if (contacts.length === 0) return before;
	const values = contacts.slice(-MAX_IDS).map((contact) => valueAt(contact, field));
	const isUsable = values.every((id) => isId(id) && sizeOf(id) <= MAX_ID_BYTES);
	const ids = isUsable ? (values as Array<string | number>) : [];
	while (sizeOf(ids) > MAX_IDS_BYTES) ids.shift();
	return { field, values: ids };
}
