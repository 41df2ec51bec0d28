import type { Contact } from '../response/pageResponse';
import { failure } from '../response/failure';
import { MAX_NAME_BYTES, sizeOf, valueAt } from '../response/json';
import { HEADER_DISTANCE } from '../response/readSigns';
import { lastKey, type Style, styleOf } from '../response/words';
import { decide, end } from './decide';
import { totalNamesOf } from './evidence';
import type { AcceptedPage } from './kernel';
import { urlAt } from './leads';
import { isId, likelyIdFieldOf, withPage, withRequest } from './memory';
import { readSettings } from './modes';
import type { Arrival } from './pageFacts';
import type { Pagination } from './pagination';
import { hintsOf, leadsOf, signsOf } from './signs';
import {
	type ListRequest,
	type ListState,
	MAX_BACK,
	type Next,
	type Step,
	type Way,
} from './state';

/** Give up after this many consecutive empty pages; some services send a few in the middle of a list. */
const MAX_EMPTY_PAGES = 10;

/** Contacts to keep where a page states the next one, so that a continuation is short. */
const FEW_CONTACTS = 16;
const FEW_IDS_BYTES = 250;

/** Bytes of an ID in JSON: longer ones are not sent as parameters. */
const MAX_ID_BYTES = 200;

/** Bytes of all IDs to keep, so that they fit into a continuation. */
const MAX_IDS_BYTES = 400;

/** Fields of a contact that may show how the service writes names. */
const MAX_STYLED = 27;

const MAX_TOTALS = 8;

/** A step without a page. */
export function nothing(state: ListState, next: Next): Step {
	return { keys: [], state, next };
}

/** Adds a page to the list, and decides where it goes on. */
export function accept(
	before: ListState,
	arrival: Arrival,
	page: AcceptedPage<Contact>,
	request: ListRequest,
): Step {
	const state = stateAfter(before, arrival, page, request);
	return { page, keys: arrival.keys, state, next: nextAfter(before, state, page, request) };
}

export function stateAfter(
	state: ListState,
	{ page, way, idField, keys }: Arrival,
	accepted: AcceptedPage,
	request: ListRequest,
): ListState {
	const { pagination, pageSize } = request;
	const read = readSettings(page, pagination);
	const { contacts, location = state.location } = page;
	const count = contacts.length;
	const pages = state.pages + 1;
	const url = urlAt(state, request, way);
	const next: ListState = {
		...state,
		...read,
		...(pages === 1 && {
			firstCount: count,
			unread: hintsOf(read).map(({ name }) => name),
			totalNames: totalNamesOf(read.signs, count, pageSize),
			pageSize: state.pageSize ?? maximumStated(read.signs, count, pageSize),
		}),
		signs: withoutEchoes(read.signs, url, way),
		pages,
		received: state.received + accepted.contacts.length,
		count,
		emptyPages: count === 0 ? state.emptyPages + 1 : 0,
		location,
		way,
		proof: accepted.reason,
		style: state.style ?? styleIn(read.signs, contacts),
		ids: idsOf(state, contacts, idField, pagination),
		held: undefined,
		memory: withPage(withRequest({ ...state.memory, idField }, url), pages, keys),
	};
	return { ...next, totals: addTotals(next, request) };
}

/**
 * Leaves out cursors that repeat a parameter of the request, if a link led here, or beside a field for the
 * next page. Others may be those of a search that goes on under the same cursor.
 */
function withoutEchoes(
	signs: ListState['signs'],
	{ searchParams }: URL,
	way: Way | undefined,
): ListState['signs'] {
	const others = signs.filter(
		({ meaning, name, value }) =>
			meaning !== 'cursor' || searchParams.get(lastKey(name)) !== String(value),
	);
	const leads = [...signsOf({ signs: others }, 'noNext'), ...leadsOf({ signs: others })];
	return way?.kind === 'link' || leads.length > 0 ? others : signs;
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
	const hasFallen = before.totals.some(
		({ last, max }, index) => max > state.firstCount && state.totals[index]!.last < last,
	);
	if (!isPositional || !hasFallen || reason === 'first') return next;
	const { pathname, search } = request.url;
	const way = before.way ?? { kind: 'link', link: pathname + search, field: '' };
	return { kind: 'check', way, page: before.memory.pages.at(-1)!, then: next };
}

/** The page has only contacts that had to come again. */
function afterOverlapOnly({ held }: ListState, state: ListState, request: ListRequest): Next {
	const ended = end(held ? 'wouldBeSaid' : 'onlyOverlap', state, request, {
		next: 'overlap',
		wouldSayMore: held !== undefined,
		// The cursor of the last contact leads to that contact again.
		...(request.pagination.isInclusive && { leadsOn: false }),
	});
	return ended.kind === 'end' ? ended : decide(state, request);
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
	const keys = Object.keys(contacts[0] ?? {}).slice(0, MAX_STYLED);
	const isShown = (name: string) =>
		name.length < MAX_NAME_BYTES && /[a-z][_A-Z-]|^[A-Z][a-z]|^[A-Z][A-Z\d_]{2,}$/.test(name);
	// Fields of contacts such as `firstname` are common in all styles.
	const shown =
		names.find((name) => isShown(name) || styleOf(name) === 'flat') ?? keys.find(isShown);
	return shown === undefined ? undefined : styleOf(shown);
}

function idsOf(
	{ ids, received }: ListState,
	contacts: readonly Contact[],
	idField: string | undefined,
	{ mode, lastContactField }: Pagination,
): ListState['ids'] {
	if (contacts.length === 0) return ids;
	const likely = received === 0 ? (idField ?? likelyIdFieldOf(contacts) ?? '') : ids.field;
	const field = mode === 'lastContact' ? lastContactField : likely;
	const last = contacts.slice(-MAX_BACK).map((contact) => valueAt(contact, field));
	const isUsable = last.every((id) => isId(id) && sizeOf(id) <= MAX_ID_BYTES);
	return { field, values: isUsable ? lastWithin(last as typeof ids.values, MAX_IDS_BYTES) : [] };
}

/** The last IDs that fit into a number of bytes. */
function lastWithin(values: ListState['ids']['values'], bytes: number): ListState['ids']['values'] {
	const last = [...values];
	while (sizeOf(last) > bytes) last.shift();
	return last;
}

/** The state with fewer of the last contacts: enough to ask the service where its link is wrong. */
export function withFewContacts(state: ListState): ListState {
	const { ids, memory } = state;
	return {
		...state,
		ids: { ...ids, values: lastWithin(ids.values.slice(-FEW_CONTACTS), FEW_IDS_BYTES) },
		memory: { ...memory, contacts: memory.contacts.slice(-FEW_CONTACTS) },
	};
}
