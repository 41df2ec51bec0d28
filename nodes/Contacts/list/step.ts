import { type Failure, failure } from '../response/failure';
import type { Contact } from '../response/findContacts';
import { isName, sizeOf, valueAt } from '../response/json';
import { type Page, type PageResponse, readPage } from '../response/readPage';
import { HEADER_DISTANCE } from '../response/readSigns';
import { lastKey, type Style, styleOf } from '../response/words';
import { ask, checkTotals, decideAfter } from './decide';
import { totalNamesOf, weigh } from './evidence';
import { signsOf } from './signs';
import {
	EMPTY_MEMORY,
	hashOfPage,
	hashOfRequest,
	idFieldOf,
	isId,
	isPageBefore,
	keysOfContacts,
	type Known,
	wasRead,
	withPage,
	withRequest,
} from './memory';
import { type Attempt, nextAttempt } from './questions';
import { readSettings } from './modes';
import {
	END,
	type ListRequest,
	type ListState,
	type Next,
	type Outcome,
	type Place,
	type Position,
	type Way,
} from './state';
import { upcomingPages, urlOf } from './ways';

/** Give up after this many consecutive empty pages; some services send a few in the middle of a list. */
const MAX_EMPTY_PAGES = 10;

/** IDs of the last contacts to keep: as far back as an attempt goes. */
const MAX_IDS = 27;

/** Bytes of an ID in JSON: longer ones are not sent as parameters. */
const MAX_ID_BYTES = 200;

/** Bytes of all IDs to keep, so that they fit into a continuation. */
const MAX_IDS_BYTES = 1_200;

/** The status of a response without contacts that may answer a question or be the end of a list. */
export interface Rejection {
	status: number;
}

export interface Step extends Place {
	/** New contacts, in their order. */
	contacts: Contact[];
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
		signs: [],
		unread: [],
		totalNames: [],
		totals: [],
		ids: { field: '', values: [] },
		asked: [],
		memory: EMPTY_MEMORY,
	},
	next: { kind: 'first' },
};

/** The requests that a place leads to: the next one, and those that are certain to follow. */
export function requestsAt(
	{ state, next }: Place,
	request: ListRequest,
): { url: URL; upcoming: URL[] } {
	switch (next.kind) {
		case 'ask': {
			const { ways } = attemptAt(state, next.outcomes, request);
			return { url: urlOf(request, ...ways.map(({ way }) => way)), upcoming: [] };
		}
		case 'page':
		case 'check': {
			const { total, pages } = weigh(state, request);
			const upcoming = upcomingPages(request, state, next, total, pages);
			return { url: urlOf(request, next.way), upcoming };
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
 * @returns the new contacts, and where the list goes on
 */
export function step(
	place: Place,
	response: PageResponse | Rejection,
	request: ListRequest,
	known: Known,
): Step {
	const { state, next } = place;
	const page =
		'body' in response ? readPage(response, request.contactsField, state.location) : undefined;
	if (next.kind === 'ask') return answer(place, next.outcomes, page, request, known);
	if (page === undefined) {
		return nothing(state, afterRejection(state, next, request, response));
	}
	if ('reason' in page) return nothing(state, { kind: 'unknown', failure: page });
	if (next.kind === 'check') return compare(state, next, page);

	const way = next.kind === 'page' ? next.way : undefined;
	const overlap = next.kind === 'page' ? next.overlap : 0;
	const keys = keysOf(state, page);
	const mismatch = state.pages > 0 && mismatchOf(state, way!, overlap, page, keys, request, known);
	if (mismatch) {
		const isEnd = next.kind === 'page' && next.mayBeEnd && mismatch.reason === 'pageRepeated';
		return nothing(state, isEnd ? END : { kind: 'unknown', failure: mismatch });
	}
	return accept(
		state,
		way,
		page,
		keys,
		page.contacts.slice(overlapOf(state, keys, overlap)),
		request,
	);
}

function nothing(state: ListState, next: Next): Step {
	return { contacts: [], keys: [], state, next };
}

/** Statuses of a page that does not exist. */
const ENDS: ReadonlySet<number> = new Set([400, 404, 410, 416, 422]);

/** An error status where a page should be. */
function afterRejection(
	state: ListState,
	next: Next,
	request: ListRequest,
	{ status }: Rejection,
): Next {
	const { pagination } = request;
	if (!ENDS.has(status)) return { kind: 'rejected' };
	if (next.kind === 'page' && state.pages > 0) {
		const { isMore } = weigh(state, request);
		const isCounted = next.way.kind === 'page' || next.way.kind === 'offset';
		// Some services answer so after the last page; in Automatic, the page before has to prove the way.
		const isProven = pagination.mode === 'automatic' && isCounted && state.pages > 1 && !isMore;
		if (pagination.endsWithError || isProven) return checkTotals(state, request, true);
		// A next link that leads nowhere: the service may still count.
		const isAutomatic = pagination.mode === 'automatic' && state.pages === 1;
		if (next.way.kind === 'link' && isAutomatic && status === 404) {
			return { kind: 'ask', outcomes: [] };
		}
	}
	return { kind: 'rejected' };
}

/** Compares a page that was requested again with what it was. */
function compare(state: ListState, next: Next & { kind: 'check' }, page: Page): Step {
	const isSame =
		hashOfPage(keysOf(state, page)) === next.page || isPageBefore(state.memory, page.contacts);
	const then: Next = isSame ? next.then : { kind: 'unknown', failure: next.otherwise };
	return nothing(state, then);
}

/** Holds a page against what is known. */
function mismatchOf(
	state: ListState,
	way: Way,
	overlap: number,
	page: Page,
	keys: number[],
	{ pagination }: ListRequest,
	known: Known,
): Failure | undefined {
	const { contacts } = page;
	if (contacts.length === 0) {
		const isElsewhere = state.pages === 1 && positionOf(way, page) === 'elsewhere';
		return overlap > 0 || isElsewhere ? failure('positionUnexpected') : undefined;
	}
	const expected = overlapOf(state, keys, overlap);
	if (overlap > 0 && expected === 0 && !pagination.isInclusive) {
		return failure('positionUnexpected');
	}
	const others = keys.slice(expected);
	const count = others.filter((key) => known.has(key)).length;
	const isKnown = pagination.checkRepeats && count > 0 && count === others.length;
	if (isKnown || wasRead(state.memory, hashOfPage(keys)) || isPageBefore(state.memory, contacts)) {
		return failure('pageRepeated');
	}
	const isAhead = pagination.mode !== 'automatic' && skipsPages(state, page);
	if (isAhead || positionOf(way, page) === 'elsewhere') return failure('positionUnexpected');
	// Even where contacts may come twice, half a page of them shows that pages overlap.
	const isTooMany = pagination.checkRepeats || (count > 1 && count * 2 > others.length);
	return count > 0 && isTooMany ? failure('contactsRepeated', count) : undefined;
}

/** With how many of the last contacts a page starts: all that were expected, or none. */
function overlapOf({ memory }: ListState, keys: readonly number[], overlap: number): number {
	const last = overlap === 0 ? [] : memory.contacts.slice(-overlap);
	return last.every((key, index) => key === keys[index]) ? last.length : 0;
}

/** Compares the position that a page states with the expected one. */
function positionOf(way: Way, { signs, contacts }: Page): 'there' | 'elsewhere' | undefined {
	const echo = 'echo' in way ? way.echo : undefined;
	const stated =
		echo && signsOf({ signs }, 'page', 'offset').find(({ name }) => name === echo.name);
	// Where it states the end of the page, it may be 0 on the last one.
	if (!stated || (echo.isEnd && stated.value === 0)) return undefined;
	const expected = (way as Position).value + echo.lead + (echo.isEnd ? contacts.length : 0);
	return stated.value === expected ? 'there' : 'elsewhere';
}

/** Whether pages are left out, by the number that a page states and the one before. */
function skipsPages(state: ListState, { signs }: Page): boolean {
	const [before] = signsOf(state, 'page');
	const now = signs.find(({ meaning, name }) => meaning === 'page' && name === before?.name);
	return now !== undefined && (now.value as number) > (before!.value as number) + 1;
}

/** Reads the answer to a question. */
function answer(
	{ state }: Place,
	outcomes: Outcome[][],
	page: Page | Failure | undefined,
	request: ListRequest,
	known: Known,
): Step {
	const attempt = attemptAt(state, outcomes, request);
	const url = urlOf(request, ...attempt.ways.map(({ way }) => way));
	const asked: ListState = {
		...state,
		asked: [...state.asked, hashOfRequest(url)],
	};
	const verdict =
		page === undefined || 'reason' in page ? 'error' : judge(state, attempt, page, known);
	if (typeof verdict === 'object') {
		const { way, overlap } = verdict;
		const { contacts } = page as Page;
		if (overlap > 0 && overlap === contacts.length) return nothing({ ...asked, found: way }, END);
		const found = { ...asked, found: way };
		return accept(
			found,
			way,
			page as Page,
			keysOf(state, page as Page),
			contacts.slice(overlap),
			request,
		);
	}
	const { question } = attempt;
	const updated = Array.from({ length: Math.max(question + 1, outcomes.length) }, (_, index) =>
		index === question ? [...(outcomes[index] ?? []), verdict] : (outcomes[index] ?? []),
	);
	return nothing(asked, ask(asked, request, updated));
}

function attemptAt(state: ListState, outcomes: Outcome[][], request: ListRequest): Attempt {
	return nextAttempt(state, request, outcomes) as Attempt;
}

/** What an answer proves: the way that the service understood, or nothing. */
function judge(
	state: ListState,
	{ ways, acceptsNew, acceptsEmpty }: Attempt,
	page: Page,
	known: Known,
): Outcome | { way: Way; overlap: number } {
	const [first] = ways;
	const position = positionOf(first!.way, page);
	const keys = keysOf(state, page);
	if (keys.length === 0) {
		if (acceptsEmpty) return { way: first!.way, overlap: 0 };
		return position === 'there' ? 'emptyThere' : 'empty';
	}
	if (wasRead(state.memory, hashOfPage(keys)) || isPageBefore(state.memory, page.contacts)) {
		return 'same';
	}
	if (position === 'elsewhere') return 'elsewhere';
	const last = state.memory.contacts.at(-1)!;
	const overlap = keys.indexOf(last) + 1;
	const isNew = !keys.slice(overlap).some((key) => known.has(key));
	if (!isNew) return 'mixed';
	if (overlap === 0) return acceptsNew && ways.length === 1 ? first! : 'new';
	if (overlapOf(state, keys, overlap) === 0) return 'mixed';
	for (const { way, overlap: expected } of ways) {
		if (expected === 0 && way.kind !== 'offset') continue;
		if (overlap === expected) return { way, overlap };
		// The service counts contacts from 1.
		if (overlap === expected + 1 && way.kind === 'offset') {
			return { way: { ...way, first: 1 }, overlap };
		}
	}
	return 'mixed';
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
	state: ListState,
	way: Way | undefined,
	page: Page,
	keys: number[],
	contacts: Contact[],
	request: ListRequest,
): Step {
	const { pages, received, memory, location } = state;
	const idField = idFieldAt(state, page);
	const read = readSettings(page, request.pagination);
	const count = page.contacts.length;
	const url = urlOf(request, ...(way ? [way] : []));
	const next: ListState = {
		...state,
		pages: pages + 1,
		received: received + contacts.length,
		firstCount: pages === 0 ? count : state.firstCount,
		count,
		emptyPages: count === 0 ? state.emptyPages + 1 : 0,
		location: page.location ?? location,
		way,
		signs: read.signs,
		offered: read.offered,
		style: state.style ?? styleIn(read.signs, page.contacts),
		unread: pages === 0 ? signsOf(read, 'unread').map(({ name }) => name) : state.unread,
		totalNames: pages === 0 ? totalNamesOf(read.signs, count, request.pageSize) : state.totalNames,
		ids: idsOf(
			state,
			page.contacts,
			request.pagination.mode === 'lastContact'
				? request.pagination.lastContactField
				: (idField ?? likelyIdField(page.contacts)),
		),
		memory: withPage(withRequest({ ...memory, idField }, url), pages + 1, page.contacts, keys),
	};
	if (next.emptyPages === MAX_EMPTY_PAGES) {
		const tooMany = failure('tooManyEmptyPages', MAX_EMPTY_PAGES);
		return { contacts, keys, state: next, next: { kind: 'unknown', failure: tooMany } };
	}
	return { contacts, keys, ...decideAfter(state, next, contacts.length, request) };
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

/** A field that may be sent as an ID although its name is too general to identify contacts by. */
function likelyIdField(contacts: readonly Contact[]): string | undefined {
	return Object.keys(contacts[0] ?? {})
		.filter((key) => /^[^.]*(id|_no|number|key|token|cursor|uuid|sid|slug|ref|code)$/i.test(key))
		.filter((key) => isName([], key))
		.slice(0, MAX_IDS)
		.find((key) => new Set(contacts.map((contact) => contact[key])).size === contacts.length);
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
