/** What a service makes of the request for a page, and all that a response may say about that page. */
import type { ContactList } from './contacts.ts';
import type { Template } from './template.ts';
import { type Position, type PositionReader, positionReader } from './positions.ts';

export interface Paging {
	/** What selects the page; links and cursors use the first one. None if there is only one page. */
	pagedBy: Position[];
	pageSize?: PageSize;
	/** The number of the first page in responses; by default, that of the parameter, or 1. */
	firstNumber?: number;
	/** Whether pages start by the requested page size, even if they are shorter. */
	startsByRequested?: boolean;
}

interface PageSize {
	/** `pageSize` by default; null where there is none. */
	parameter?: string | null;
	/** Without the parameter; 20 by default. */
	default?: number;
	/** Larger ones are lowered. */
	max?: number;
	/** Whatever is requested; `all` where the list is always on one page. */
	fixed?: number | 'all';
	/** False where links lack the requested page size. */
	isInLinks?: boolean;
}

/** What a test, or a setting, changes about page sizes. */
export interface Sizes {
	/** Upper limit of the page size. */
	maxPageSize: number;
	/** Page size of a service that ignores the parameter. */
	fixedPageSize?: number;
	/** The parameter, if the service does not state it, and the page size without it. */
	sizeParameter?: string;
	defaultSize?: number;
}

/** The values of templates. */
export type Page = ReturnType<typeof pageOf>;

interface Request {
	url: URL;
	contacts: ContactList;
	sizes: Sizes;
}

type Reader = PositionReader & { parameter: string };

/** @returns a function that makes the page for a request; undefined for a malformed position */
export function pager(paging: Paging, contact: Template[]) {
	const readers = paging.pagedBy.map((position) => ({
		...positionReader(position, contact),
		parameter: position.parameter,
	}));
	return (request: Request): Page | undefined => {
		const range = rangeOf(request, paging, readers);
		return range.start >= 0 ? pageOf(request, range, paging, readers) : undefined;
	};
}

/** Empty if there is none. */
export function sizeParameterOf({ pageSize }: Paging, sizes: Sizes): string {
	const own = pageSize?.parameter;
	return own === undefined ? (sizes.sizeParameter ?? 'pageSize') : (own ?? '');
}

function rangeOf({ url, contacts, sizes }: Request, paging: Paging, readers: Reader[]) {
	const { max = Infinity, fixed, default: ownDefault = 20 } = paging.pageSize ?? {};
	const defaultSize = sizes.defaultSize ?? ownDefault;
	const asked = Number(url.searchParams.get(sizeParameterOf(paging, sizes)) ?? defaultSize);
	const one = fixed === 'all' ? Math.max(1, contacts.length) : (sizes.fixedPageSize ?? fixed);
	const size = one ?? Math.min(asked, sizes.maxPageSize, max);
	const used = readers.find(({ parameter }) => url.searchParams.get(parameter));
	if (used === undefined) return { start: 0, size };
	const value = url.searchParams.get(used.parameter)!;
	return { size, ...used.read(value, paging.startsByRequested ? asked : size, contacts) };
}

interface Range {
	start: number;
	size: number;
}

function pageOf(request: Request, range: Range, paging: Paging, readers: Reader[]) {
	const firstNumber = firstNumberOf(paging);
	const values = valuesOf(request, range, firstNumber);
	const valueAt = (at: number) => readers[0]?.write(at, range.size, request.contacts);
	const linkTo = (at: number) => {
		const link = new URL(request.url);
		const isSized = paging.pageSize?.isInLinks ?? true;
		if (!isSized) link.searchParams.delete(sizeParameterOf(paging, request.sizes));
		for (const { parameter } of readers) link.searchParams.delete(parameter);
		const value = valueAt(at);
		if (value !== undefined) link.searchParams.set(readers[0]!.parameter, String(value));
		return link.href;
	};
	const before = Math.max(0, range.start - range.size);
	const source: Source = { ...values, url: request.url, firstNumber, before, valueAt, linkTo };
	return Object.assign(Object.create(GETTERS) as Costly, values, { [SOURCE]: source });
}

function valuesOf({ contacts }: Request, { start, size }: Range, firstNumber: number) {
	const list = contacts.slice(start, start + size);
	const end = start + list.length;
	const total = contacts.length;
	const pages = Math.ceil(total / size);
	const [hasMore, hasPrevious, isEmpty] = [end < total, start > 0, list.length === 0];
	return {
		list,
		count: list.length,
		isEmpty,
		first: list[0],
		last: list.at(-1),
		single: list.length === 1 ? list[0] : undefined,
		several: list.length > 1 ? list : undefined,
		total,
		remaining: total - end,
		fromHere: total - start,
		size,
		start,
		end,
		number: Math.floor(start / size) + firstNumber,
		pages,
		lastPage: Math.max(1, pages),
		hasMore,
		isLast: !hasMore,
		hasPrevious,
		isFirst: !hasPrevious,
		isPart: pages > 1,
		isPastEnd: isEmpty && hasPrevious,
		...nextNoise(),
	};
}

type Source = ReturnType<typeof valuesOf> & {
	url: URL;
	firstNumber: number;
	/** Where the previous page begins. */
	before: number;
	/** The value of the first parameter for a page that begins there. */
	valueAt: (start: number) => string | number | undefined;
	linkTo: (start: number) => string;
};

/** Values that are made when they are read, because they cost something and most responses say little. */
const COSTLY = {
	url: ({ url }: Source) => url.href,
	origin: ({ url }: Source) => url.origin,
	host: ({ url }: Source) => url.host,
	pathname: ({ url }: Source) => url.pathname,
	query: ({ url }: Source): Record<string, string> => Object.fromEntries(url.searchParams),
	pageNumbers: ({ pages, firstNumber }: Source) =>
		Array.from({ length: pages }, (_, n) => n + firstNumber),
	current: ({ start, valueAt }: Source) => valueAt(start),
	next: ({ hasMore, end, valueAt }: Source) => (hasMore ? valueAt(end) : undefined),
	previous: ({ hasPrevious, before, valueAt }: Source) =>
		hasPrevious ? valueAt(before) : undefined,
	nextLink: ({ hasMore, end, linkTo }: Source) => (hasMore ? linkTo(end) : undefined),
	previousLink: ({ hasPrevious, before, linkTo }: Source) =>
		hasPrevious ? linkTo(before) : undefined,
	currentLink: ({ start, linkTo }: Source) => linkTo(start),
	firstLink: ({ linkTo }: Source) => linkTo(0),
	lastLink: ({ pages, size, linkTo }: Source) => linkTo(Math.max(0, pages - 1) * size),
	before: ({ before, valueAt }: Source) => valueAt(before),
	after: ({ end, valueAt }: Source) => valueAt(end),
	linkBefore: ({ before, linkTo }: Source) => linkTo(before),
	linkAfter: ({ end, linkTo }: Source) => linkTo(end),
};

type Costly = { readonly [Name in keyof typeof COSTLY]: ReturnType<(typeof COSTLY)[Name]> };

/** The key of what costly values are made of, which is not the value of a template. */
const SOURCE = Symbol('source');

/** The prototype of pages. */
const GETTERS = {};
for (const [name, make] of Object.entries<(source: Source) => unknown>(COSTLY)) {
	const get = function (this: { [SOURCE]: Source }) {
		return make(this[SOURCE]);
	};
	Object.defineProperty(GETTERS, name, { get });
}

/** A page with other values; a spread would make all of them. */
export const changed = <Change extends object>(page: Page, change: Change) =>
	Object.assign(Object.create(page) as Page, change);

function firstNumberOf({ firstNumber, pagedBy }: Paging): number {
	const numbered = pagedBy.find(({ kind }) => kind === 'page');
	return firstNumber ?? (numbered && 'first' in numbered ? numbered.first : undefined) ?? 1;
}

let responses = 0;

/** Values that differ in every response. */
function nextNoise() {
	responses += 1;
	const time = Date.UTC(2025, 0, 1) + responses * 1_370;
	return {
		requestId: `${(responses * 2_654_435_761) % 4_294_967_296}-${responses}`,
		now: new Date(time).toISOString(),
		seconds: Math.floor(time / 1_000),
		took: 3 + ((responses * 7) % 50),
		quota: 10_000_000 - responses,
	};
}

const REQUEST = {
	url: new URL('https://api.example.com'),
	contacts: [],
	sizes: { maxPageSize: 1 },
};

/** The names of the values of templates. */
export const PAGE_VALUES = [
	...Object.keys(valuesOf(REQUEST, { start: 0, size: 1 }, 1)),
	...Object.keys(COSTLY),
];
