import { isObject, type JsonObject, valueAt } from './fields';

/** A page that was read, and what is needed to find the one after it. */
export interface Page {
	/** Parsed JSON. */
	body: unknown;
	/** The `Link` header. */
	link?: string | null;
	/** What was requested. */
	url: URL;
	/** From 1. */
	number: number;
	/** Contacts on this page. */
	count: number;
	/** Contacts on all pages so far. */
	collected: number;
}

/** How the next page is asked for, as set by hand; an empty name means: not set. */
export interface Pagination {
	mode: 'automatic' | 'off' | 'nextLink' | 'linkHeader' | 'cursor' | 'pageNumber' | 'offset';
	nextLinkField: string;
	cursorField: string;
	cursorParameter: string;
	hasMoreField: string;
	pageParameter: string;
	firstPage: number;
	totalPagesField: string;
	offsetParameter: string;
	totalField: string;
}

/**
 * Where the list goes on after a page:
 * - a link, absolute or relative to the page; `isCounted` when it was made from a page number or an
 *   offset, so that a page without one is no sign of the end, and `isGuess` when nothing says that
 *   the list goes on there;
 * - a field that names a place in a form that cannot be followed;
 * - `end`;
 * - `more`, when it goes on in a place that the page does not name;
 * - undefined, when the page says nothing about it.
 */
export type Next =
	| { link: string; isCounted?: true; isGuess?: true }
	| { unusable: string }
	| 'end'
	| 'more'
	| undefined;

/**
 * Says where the list goes on after a page. What is set by hand wins over what is recognised.
 */
export function nextPage(page: Page, pagination: Pagination): Next {
	const next = MODES[pagination.mode](page, pagination);
	return next === undefined && saysMore(page) ? 'more' : next;
}

export function isMode(name: string): name is Pagination['mode'] {
	return Object.hasOwn(MODES, name);
}

/** The number of all contacts, where the response says it: at the field set by hand, or recognised. */
export function totalOf({ body }: Page, totalField: string): number | undefined {
	return asCount(totalField === '' ? find(placesIn(body), TOTALS) : valueAt(body, totalField));
}

// What is recognised. The fields are looked up in the response and in these objects within it.
const PLACES = [
	'meta',
	'metadata',
	'pagination',
	'meta.pagination',
	'paging',
	'page',
	'pageInfo',
	'page_info',
	'links',
	'meta.links',
	'_links',
	'data',
	'result',
];

/** What a field that leads to the next page may hold. */
interface NextField {
	/** An address, as text or in an object (HAL, JSON:API). */
	isLink?: true;
	/** The query parameter that takes its value when that is a text. */
	text?: string;
	/** The query parameter that takes its value when that is a number. */
	number?: string;
}

const LINK: NextField = { isLink: true };
const NEXT_PAGE_NUMBER: NextField = { isLink: true, number: 'page' };

function cursorFor(parameter: string): NextField {
	return { text: parameter, number: parameter };
}

/** Fields that lead to the next page; where they are null, empty, false or 0, the list ends. */
const NEXT_FIELDS: Record<string, NextField> = {
	next: { isLink: true, text: 'cursor', number: 'page' },
	nextLink: LINK,
	next_link: LINK,
	nextUrl: LINK,
	next_url: LINK,
	nextPageUrl: LINK,
	next_page_url: LINK,
	'@odata.nextLink': LINK,
	'odata.nextLink': LINK,
	nextPage: NEXT_PAGE_NUMBER,
	next_page: NEXT_PAGE_NUMBER,
	nextCursor: cursorFor('cursor'),
	next_cursor: cursorFor('cursor'),
	nextPageToken: cursorFor('pageToken'),
	next_page_token: cursorFor('page_token'),
	nextToken: cursorFor('nextToken'),
	next_token: cursorFor('next_token'),
	continuationToken: cursorFor('continuationToken'),
	continuation_token: cursorFor('continuation_token'),
	endCursor: cursorFor('after'),
	end_cursor: cursorFor('after'),
	'cursors.after': cursorFor('after'),
	nextOffset: cursorFor('offset'),
	next_offset: cursorFor('offset'),
	nextPageStart: cursorFor('start'),
};

/** Field with the number of the page, and the query parameter that takes the next. */
const PAGE_NUMBERS: Record<string, string> = {
	page: 'page',
	pageNumber: 'pageNumber',
	page_number: 'page_number',
	pageIndex: 'pageIndex',
	currentPage: 'page',
	current_page: 'page',
	number: 'page',
};

/** Fields with the number of contacts before the page: also the query parameter that takes the next. */
const OFFSETS = ['offset', 'skip', 'start', 'startIndex', 'start_index'];

const MORE_FLAGS = ['hasMore', 'has_more', 'hasNextPage', 'has_next_page', 'hasNext', 'has_next'];

const LAST_FLAGS = ['last', 'isLast', 'is_last', 'isLastPage', 'is_last_page'];

const TOTAL_PAGES = ['totalPages', 'total_pages', 'pageCount', 'page_count'];

/** Fields with the number of the last page, counted from where the number of the page is. */
const LAST_PAGES = ['lastPage', 'last_page'];

const TOTALS = [
	'total',
	'totalCount',
	'total_count',
	'totalItems',
	'total_items',
	'totalElements',
	'totalResults',
	'total_results',
	'totalRecords',
	'total_records',
	'@odata.count',
];

/** Relations that only a response with pages has (RFC 8288): without `next` among them it is the last. */
const PAGE_RELATIONS = ['first', 'prev', 'previous', 'last'];

/** How each mode finds the next page. */
const MODES: Record<Pagination['mode'], (page: Page, pagination: Pagination) => Next> = {
	automatic: recognise,
	off: () => 'end',
	linkHeader: byLinkHeader,
	nextLink: (page, { nextLinkField: field }) =>
		follow(page, field, valueAt(page.body, field), LINK),
	cursor: (page, { cursorField, cursorParameter, hasMoreField }) => {
		const hasMore = asFlag(valueAt(page.body, hasMoreField));
		if (hasMore === false) return 'end';
		const value = valueAt(page.body, cursorField);
		const next = follow(page, cursorField, value, cursorFor(cursorParameter));
		return hasMore && (next === undefined || next === 'end') ? 'more' : next;
	},
	pageNumber: (page, { pageParameter, firstPage, totalPagesField }) => {
		const hasMore = isBelow(page.number, asCount(valueAt(page.body, totalPagesField)));
		return count(page, hasMore, pageParameter, firstPage + page.number);
	},
	offset: (page, { offsetParameter, totalField }) => {
		const hasMore = isBelow(page.collected, asCount(valueAt(page.body, totalField)));
		return count(page, hasMore, offsetParameter, page.collected);
	},
};

/**
 * A flag that says no ends the list. Otherwise a way to the next page is taken where there is one, then
 * what says most surely that the list goes on or ends: flag and number of pages, a link or cursor that
 * is empty, the number of contacts.
 */
function recognise(page: Page, { totalField }: Pagination): Next {
	const places = placesIn(page.body);
	const flag = flagIn(places);
	if (flag === false) return 'end';
	const hasMore = flag ?? hasMorePages(page, places);
	const goesOn = hasMore ?? isBelow(page.collected, totalOf(page, totalField));

	const way = best([
		byLinkHeader(page),
		byNextField(page, places),
		goesOn ? byCounter(page, places) : undefined,
	]);
	if (typeof way === 'object') return way;
	if (hasMore) return 'more';
	if (way === 'end') return 'end';
	if (goesOn === undefined) return undefined;
	return goesOn ? 'more' : 'end';
}

/** What flags and numbers of pages say: whether the list goes on after the page. */
function saysMore(page: Page): boolean | undefined {
	const places = placesIn(page.body);
	return flagIn(places) ?? hasMorePages(page, places);
}

function hasMorePages(page: Page, places: JsonObject[]): boolean | undefined {
	const current = asCount(find(places, Object.keys(PAGE_NUMBERS))) ?? page.number;
	return (
		isBelow(page.number, asCount(find(places, TOTAL_PAGES))) ??
		isBelow(current, asCount(find(places, LAST_PAGES)))
	);
}

function flagIn(places: JsonObject[]): boolean | undefined {
	const isLast = find(places, LAST_FLAGS);
	return asFlag(find(places, MORE_FLAGS)) ?? (typeof isLast === 'boolean' ? !isLast : undefined);
}

/** Without a word on whether there is more, pages are read until one is empty. */
function count(page: Page, hasMore: boolean | undefined, parameter: string, value: number): Next {
	if (!(hasMore ?? page.count > 0)) return 'end';
	const next = withParameter(page, parameter, value);
	const isSaid = hasMore ?? saysMore(page) ?? isBelow(page.collected, totalOf(page, ''));
	return isSaid ? next : { ...next, isGuess: true };
}

function best(ways: Next[]): Next {
	const named = ways.filter((way) => typeof way === 'object');
	return named.find((way) => 'link' in way) ?? named[0] ?? ways.find((way) => way === 'end');
}

function byLinkHeader({ link, url }: Page): Next {
	let next: Next;
	for (const [, target, parameters] of (link ?? '').matchAll(LINK_VALUE)) {
		const relations = relationsIn(parameters!);
		if (relations.includes('next')) return linkIn('Link header', target, url);
		if (relations.some((relation) => PAGE_RELATIONS.includes(relation))) next = 'end';
	}
	return next;
}

/** `<target>` and its parameters, and a parameter (RFC 8288, section 3): quoted text may hold anything. */
const LINK_VALUE = /<([^<>]*)>((?:[^,"<]|"(?:[^"\\]|\\.)*")*)/g;
const LINK_PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'?([^\s;"']*))/g;

function relationsIn(parameters: string): string[] {
	for (const [, name, quoted, plain] of parameters.matchAll(LINK_PARAMETER)) {
		if (name!.toLowerCase() === 'rel') return (quoted ?? plain)!.toLowerCase().split(/\s+/);
	}
	return [];
}

function byNextField(page: Page, places: JsonObject[]): Next {
	return best(
		Object.entries(NEXT_FIELDS).flatMap(([field, use]) =>
			places.map((place) => follow(page, field, valueAt(place, field), use)),
		),
	);
}

function follow(
	page: Page,
	field: string,
	value: unknown,
	{ isLink, text, number }: NextField,
): Next {
	if (value === undefined) return undefined;
	if (value === null || value === '' || value === false || value === 0) return 'end';
	// What may be a cursor is a link only if it looks like one.
	const isCursor =
		typeof value === 'string' && text !== undefined && !(isLink && LINK_TEXT.test(value));
	if (isCursor) return withParameter(page, text, value);
	const count = asCount(value);
	if (count !== undefined && number !== undefined) return withParameter(page, number, count);
	return linkIn(field, isLink && asLink(value), page.url);
}

function linkIn(field: string, link: string | undefined, base: URL): Next {
	return link && URL.canParse(link, base.href) ? { link } : { unusable: field };
}

const LINK_TEXT = /^(https?:\/\/|[/?])/i;

function byCounter(page: Page, places: JsonObject[]): Next {
	const counter = counterIn(places);
	if (counter === undefined) return undefined;
	const { parameter, value, isOffset } = counter;
	const step = isOffset ? page.count : 1;
	return { ...withParameter(page, parameter, value + step), isCounted: true };
}

/** The page's number or offset, where the response says it. */
export function counterOf({ body }: Page): number | undefined {
	return counterIn(placesIn(body))?.value;
}

const COUNTERS = [
	...Object.entries(PAGE_NUMBERS).map(([field, parameter]) => ({
		field,
		parameter,
		isOffset: false,
	})),
	...OFFSETS.map((field) => ({ field, parameter: field, isOffset: true })),
];

function counterIn(places: JsonObject[]) {
	for (const counter of COUNTERS) {
		const value = asCount(find(places, [counter.field]));
		if (value !== undefined) return { ...counter, value };
	}
	return undefined;
}

function withParameter({ url }: Page, parameter: string, value: string | number) {
	const next = new URL(url);
	next.searchParams.set(parameter, String(value));
	return { link: next.href };
}

function placesIn(body: unknown): JsonObject[] {
	return [body, ...PLACES.map((path) => valueAt(body, path))].filter(isObject);
}

function find(places: JsonObject[], fields: readonly string[]): unknown {
	for (const place of places) {
		for (const field of fields) {
			const value = valueAt(place, field);
			if (value !== undefined) return value;
		}
	}
	return undefined;
}

function isBelow(reached: number, all: number | undefined): boolean | undefined {
	return all === undefined ? undefined : reached < all;
}

function asLink(value: unknown): string | undefined {
	const [link] = [value, ...['href', 'url', 'link'].map((field) => valueAt(value, field))].filter(
		(candidate) => typeof candidate === 'string',
	);
	return link;
}

/** A whole number, also as text. One that JSON has rounded would lead to another page: it is none. */
function asCount(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

function asFlag(value: unknown): boolean | undefined {
	return FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value);
}

const FLAGS = new Map<unknown, boolean>([
	...[true, 'true', 1, '1'].map((yes) => [yes, true] as const),
	...[false, 'false', 0, '0'].map((no) => [no, false] as const),
]);
