import { ListError } from './errors';
import { valueAt } from './fields';

/** A page that was read, and what is needed to find the one after it. */
export interface Page {
	/** Parsed JSON. */
	body: unknown;
	/** Value of the `Link` header. */
	link?: string;
	/** What was requested. */
	url: URL;
	/** From 1. */
	number: number;
	/** Contacts on this page. */
	count: number;
	/** Contacts on all pages so far. */
	collected: number;
}

/** How the next page is asked for, as set by hand; empty names mean: not set. */
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
 * Where the list goes on: a link, absolute or relative to the page; `end`; `more` when it goes on in an
 * unknown place; undefined when the page says nothing about it.
 */
export type Next = { link: string } | 'end' | 'more' | undefined;

// What is recognised. A name is looked up in the response and in each of these objects within it.
const CONTAINERS = [
	'',
	'meta.',
	'metadata.',
	'pagination.',
	'meta.pagination.',
	'paging.',
	'page.',
	'pageInfo.',
	'page_info.',
	'links.',
	'meta.links.',
	'_links.',
	'data.',
	'result.',
];

const NEXT_LINKS = [
	'next',
	'nextLink',
	'next_link',
	'nextUrl',
	'next_url',
	'nextPageUrl',
	'next_page_url',
	'@odata.nextLink',
	'odata.nextLink',
];

/** Field of the response, query parameter that takes its value. */
const CURSORS = [
	['nextCursor', 'cursor'],
	['next_cursor', 'cursor'],
	['nextPageToken', 'pageToken'],
	['next_page_token', 'page_token'],
	['nextToken', 'nextToken'],
	['next_token', 'next_token'],
	['continuationToken', 'continuationToken'],
	['continuation_token', 'continuation_token'],
	['endCursor', 'after'],
	['end_cursor', 'after'],
	['cursors.after', 'after'],
	['next', 'cursor'],
] as const;

const NEXT_PAGE_NUMBERS = [
	['nextPage', 'page'],
	['next_page', 'page'],
	['next', 'page'],
] as const;

const PAGE_NUMBERS = [
	['page', 'page'],
	['pageNumber', 'pageNumber'],
	['page_number', 'page_number'],
	['pageIndex', 'pageIndex'],
	['currentPage', 'page'],
	['current_page', 'page'],
	['page.number', 'page'],
] as const;

const OFFSETS = [
	['offset', 'offset'],
	['skip', 'skip'],
	['start', 'start'],
	['startIndex', 'startIndex'],
	['start_index', 'start_index'],
] as const;

const TOTAL_PAGES = [
	'totalPages',
	'total_pages',
	'pageCount',
	'page_count',
	'lastPage',
	'last_page',
];

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

const MORE = ['hasMore', 'has_more', 'hasNextPage', 'has_next_page', 'hasNext', 'has_next'];

/** Each way in which a response may say where the next page is; the first that does is followed. */
const RECOGNISED = [linkHeader, nextLink, cursor, nextPageNumber, pageNumber, offset];

/** Each way that can be set by hand. */
const BY_HAND: Record<Pagination['mode'], (page: Page, pagination: Pagination) => Next> = {
	automatic: recognise,
	off: () => 'end',
	linkHeader: (page) => linkHeader(page) ?? 'end',
	nextLink: ({ body, number }, { nextLinkField }) => {
		const value = valueAt(body, nextLinkField);
		if (isNothing(value)) return 'end';
		const link = asLink(value);
		if (link === undefined) throw new ListError('nextMalformed', number);
		return { link };
	},
	cursor: (page, { cursorField, cursorParameter, hasMoreField }) => {
		const value = valueAt(page.body, cursorField);
		const isLast = hasMoreField !== '' && valueAt(page.body, hasMoreField) !== true;
		if (isLast || isNothing(value)) return 'end';
		if (typeof value !== 'string' && typeof value !== 'number') {
			throw new ListError('nextMalformed', page.number);
		}
		return withParameter(page, cursorParameter, value);
	},
	pageNumber: (page, { pageParameter, firstPage, totalPagesField }) => {
		const totalPages = totalPagesField === '' ? undefined : valueAt(page.body, totalPagesField);
		const isLast = totalPages === undefined ? page.count === 0 : page.number >= Number(totalPages);
		return isLast ? 'end' : withParameter(page, pageParameter, firstPage + page.number);
	},
	offset: (page, { offsetParameter, totalField }) => {
		const total = totalField === '' ? undefined : totalOf(page, totalField);
		const isLast = total === undefined ? page.count === 0 : page.collected >= total;
		return isLast ? 'end' : withParameter(page, offsetParameter, page.collected);
	},
};

/**
 * Says where the list goes on after a page. What is set by hand wins over what is recognised.
 *
 * @throws ListError when the field that is set by hand holds nothing that can be followed
 */
export function nextPage(page: Page, pagination: Pagination): Next {
	return BY_HAND[pagination.mode](page, pagination);
}

/** The number of all contacts, where the response says it: at the field set by hand, or recognised. */
export function totalOf(page: Page, totalField: string): number | undefined {
	return asNumber(totalField === '' ? find(page, TOTALS) : valueAt(page.body, totalField));
}

function recognise(page: Page): Next {
	const more = find(page, MORE);
	if (more === false) return 'end';
	const signs = RECOGNISED.map((sign) => sign(page));
	const next = signs.find((sign) => typeof sign === 'object');
	if (next) return next;
	if (more === true || signs.includes('more')) return 'more';
	if (signs.includes('end')) return 'end';
	return isLastByTotal(page);
}

/** RFC 8288. A response with links and none to a next page is the last. */
function linkHeader({ link }: Page): Next {
	if (link === undefined) return undefined;
	for (const [, target, parameters] of link.matchAll(/<([^>]*)>((?:[^,"]|"[^"]*")*)/g)) {
		const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(parameters!);
		const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
		if (relations.includes('next')) return { link: target! };
	}
	return 'end';
}

function nextLink(page: Page): Next {
	const value = find(page, NEXT_LINKS);
	if (value === undefined) return undefined;
	if (isNothing(value)) return 'end';
	const link = asLink(value);
	return link !== undefined && /^(https?:\/\/|[/?])/i.test(link) ? { link } : undefined;
}

function cursor(page: Page): Next {
	for (const [field, parameter] of CURSORS) {
		const value = find(page, [field]);
		if (typeof value === 'string' && value !== '') return withParameter(page, parameter, value);
		if (value !== undefined && isNothing(value)) return 'end';
	}
	return undefined;
}

function nextPageNumber(page: Page): Next {
	for (const [field, parameter] of NEXT_PAGE_NUMBERS) {
		const value = find(page, [field]);
		const number = asNumber(value);
		if (number !== undefined) return withParameter(page, parameter, number);
		if (value !== undefined && isNothing(value)) return 'end';
	}
	return undefined;
}

function pageNumber(page: Page): Next {
	const totalPages = asNumber(find(page, TOTAL_PAGES));
	const isLast = totalPages === undefined ? isLastByFlags(page) : page.number >= totalPages;
	if (isLast === undefined) return undefined;
	for (const [field, parameter] of PAGE_NUMBERS) {
		const current = asNumber(find(page, [field]));
		if (current !== undefined) {
			return isLast ? 'end' : withParameter(page, parameter, current + 1);
		}
	}
	if (totalPages === undefined) return undefined;
	return isLast ? 'end' : 'more';
}

function offset(page: Page): Next {
	const isLast = isLastByFlags(page);
	for (const [field, parameter] of OFFSETS) {
		const current = asNumber(find(page, [field]));
		if (current !== undefined && isLast !== undefined) {
			return isLast ? 'end' : withParameter(page, parameter, current + page.count);
		}
	}
	return undefined;
}

function isLastByFlags(page: Page): boolean | undefined {
	if (find(page, MORE) === true) return false;
	const byTotal = isLastByTotal(page);
	return byTotal && byTotal === 'end';
}

function isLastByTotal(page: Page): 'end' | 'more' | undefined {
	const total = totalOf(page, '');
	if (total === undefined) return undefined;
	return page.collected >= total ? 'end' : 'more';
}

function find({ body }: Page, names: readonly string[]): unknown {
	if (Array.isArray(body)) return undefined;
	for (const container of CONTAINERS) {
		for (const name of names) {
			const value = valueAt(body, container + name);
			if (value !== undefined) return value;
		}
	}
	return undefined;
}

function withParameter({ url }: Page, parameter: string, value: string | number): Next {
	const next = new URL(url);
	next.searchParams.set(parameter, String(value));
	return { link: next.href };
}

/** A link is text, or an object with it (HAL, JSON:API). */
function asLink(value: unknown): string | undefined {
	const link = valueAt(value, 'href') ?? valueAt(value, 'url') ?? value;
	return typeof link === 'string' ? link : undefined;
}

function asNumber(value: unknown): number | undefined {
	const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isNumeric ? Number(value) : undefined;
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '' || value === false;
}
