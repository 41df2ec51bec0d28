import type { Sign } from '../response/readSigns';
import {
	familyOf,
	inStyle,
	lastKey,
	split,
	type Style,
	styleOf,
	STYLES,
	toCamelCase,
	wordsIn,
} from '../response/words';

/** A parameter that says after how many contacts, or after which contact, a page starts. */
export interface Start {
	kind: 'offset' | 'lastContact';
	parameter: string;
	/** The number of the first contact. */
	first?: number;
}

/**
 * Parameters that say after how many contacts a page starts or, with `id:`, after which; most common
 * first.
 */
const STARTS =
	split(`offset skip start id:startingAfter startIndex id:after from $skip $offset index id:sinceId
	id:maxId id:since id:pageToken startAt id:afterId id:lastId id:fromId id:beforeId id:cursor skipCount
	first limitstart skipRecords firstRow firstResult pageOffset id:idAfter startRow marker Offset Skip
	resultOffset startPosition displayStart _offset _skip _start SkipCount pagination[start] page[offset] pageStart since
	cursor ofs paging.offset pagination.offset query.offset request.offset id:startAfter id:startafter
	filter[skip] filter[offset] id:last id:marker id:sinceToken id:before startindex startFromOffset
	id:offsetId recordOffset startOffset start-index
	fromRecord id:idGt startRecord startingRecord startingRow startingIndex startItem startNumber startResult
	beginIndex firstRecord firstIndex fromIndex fromRow recordStart pageStartIndex position skipItems skipRows
	filter.start`);

/** Parameters that take the number of a page, most common first. */
const PAGES =
	split(`page pageNumber page[number] _page p pageNo pageNum pageIndex currentPage pg pagenumber
	pageId numPage page_no skipPages SkipPages searchCriteria[currentPage] Page PageNumber pagina
	paged $page pagination[page] current strana strona page.page page.number paging[current_page] pager[pageIndex]
	batchNumber pIndex page-number pageOffset curPage`);

/** Parameters that take the page size, besides that of the contract. Some services refuse a `$` or brackets. */
export const PAGE_SIZES = {
	plain: split(`limit count per_page page_size maxResults size PageSize rows take length perPage
		pagesize max_results max perpage per-page pageLimit page_limit results_per_page items_per_page
		top _limit first num hitsPerPage`),
	others: split('$top page[size] page[limit] pagination[pageSize] pagination[limit]'),
};

/** A page size; under other names, too, if the service does not know ours; none if nothing comes with one. */
export type PageSize = number | { size: number; under: keyof typeof PAGE_SIZES } | 'none';

/** Those parameters as services with a style of names write them, most likely first. */
const BY_STYLE = new Map(
	STYLES.map((style) => {
		const starts = STARTS.flatMap((start) => {
			const [name, id] = start.split(':').reverse() as [string, string?];
			const kind: Start['kind'] = id ? 'lastContact' : 'offset';
			return variantsOf(name, style).map((parameter) => ({ kind, parameter }));
		});
		const pages = [...new Set(PAGES.flatMap((name) => variantsOf(name, style)))];
		const names = new Set([...pages, ...starts.map(({ parameter }) => parameter)]);
		return [style, { starts, pages, names }];
	}),
);

/** What parameters that are named after the ID of a contact start with. */
const BEFORE_ID = split('after last from since start');

/**
 * All usual parameters.
 *
 * @param idField of the contacts, after which a parameter may be named: `afterIndexKey`
 * @param style of the service's names
 */
export function usualParameters(idField: string, style: Style = 'camel') {
	const { starts, ...others } = BY_STYLE.get(style)!;
	const words = wordsIn(lastKey(idField));
	const own = BEFORE_ID.map((first): Start => {
		return { kind: 'lastContact', parameter: inStyle(style, toCamelCase([first, ...words])) };
	});
	return { ...others, starts: words.length > 1 ? [...starts, ...own] : starts };
}

/** A parameter in the style of the service, then in others. */
function variantsOf(parameter: string, style: Style): string[] {
	const isOfWords = /^[a-z]+[A-Z]/.test(parameter);
	return [
		...new Set([
			inStyle(style, parameter),
			...(isOfWords ? [toSnakeCase(parameter)] : []),
			parameter,
		]),
	];
}

/** What services call the parameter of a value that has another name in the response. */
const RENAMED = new Map([
	['endCursor', 'after'],
	['lastEvaluatedKey', 'exclusiveStartKey'],
	['nextId', 'fromId'],
	['lastId', 'after'],
	['nextPageStartsAfter', 'startAfterId'],
]);

/** What services call the parameter of a cursor, most common first. */
const CURSORS = split(`cursor after pageToken next startCursor page offset token marker nextToken
	startingAfter start continuationToken continuation pageCursor paginationCursor afterId paginationToken
	scrollId startKey searchAfter since from key bookmark skipToken position nextPageToken cursorMark
	page[cursor] page[after] until c pos`);

/** The names that the parameter of a sign may have, most likely first. */
export function parametersOf({
	name,
	meaning,
	isForeign,
}: Pick<Sign, 'name' | 'meaning' | 'isForeign'>): string[] {
	const last = lastKey(name);
	const own = ownName(name);
	const style = styleOf(own);
	const words = wordsIn(own);
	const known = words.filter((word) => familyOf(word) !== undefined);
	const camel = toCamelCase(words);
	const without = (...families: string[]) =>
		toCamelCase(words.filter((word) => !families.includes(familyOf(word) ?? '')));
	const likely =
		meaning === 'nextPage'
			? ['page', without('next', 'number'), '_page']
			: meaning === 'nextOffset'
				? [without('next', 'page'), 'offset', without('next')]
				: [RENAMED.get(camel) ?? '', camel === 'nextToken' ? own : '', without('next')];
	const usual = meaning === 'nextOffset' ? [] : CURSORS;
	// `nextFileName` may be asked for as `startFileName`, `last_item_id` as `start_after_item_id`.
	const rest = words.filter((word) => !['next', 'last'].includes(familyOf(word) ?? ''));
	const starts = rest.length < words.length ? [['start'], ['start', 'after']] : [];
	const plain = toCamelCase(known.filter((word) => familyOf(word) !== 'next'));
	const names = [
		// `Sensu-Continue` is asked for as `continue`.
		...(isForeign ? [inStyle(style, plain)] : []),
		...likely.map((parameter) => inStyle(style, parameter)),
		own,
		...(words.includes('last') ? [inStyle(style, toCamelCase(rest))] : []),
		...likely,
		...[camel, toSnakeCase(camel), plain],
		...[camel, ...likely].map((parameter) => inStyle('kebab', parameter)),
		...starts.map((start) => inStyle(style, toCamelCase([...start, ...rest]))),
		`$${own}`,
		...(own.startsWith('_') ? [`_${without('next')}`] : []),
		...bracketed(name, last),
		...bracketed(name, without('next') || 'cursor'),
		...(words.includes('cursor')
			? [inStyle(style, 'startCursor'), 'after'].flatMap((own) => bracketed(name, own))
			: []),
		...usual.map((parameter) => inStyle(style, parameter)),
		...usual,
		...usual.map(toSnakeCase),
		...['Cursor', 'after_cursor'],
	];
	return [...new Set(names)].filter(Boolean);
}

/** The last key without a namespace: `openSearch$startIndex`, `X-Next-Cursor`. */
function ownName(name: string): string {
	return lastKey(name)
		.replace(/^x-/, '')
		.replace(/^.*[:@$](?=\w)/, '');
}

function toSnakeCase(name: string): string {
	return name.replace(/([A-Z])/g, '_$1').toLowerCase();
}

/** The parameters for the next page that a field with the number of this page suggests. */
export function pageParameters(name: string): string[] {
	const key = ownName(name);
	const words = wordsIn(key);
	const isOwn = words.length > 1 && !words.some((word) => familyOf(word) === 'current');
	const page = inStyle(styleOf(key), 'page');
	const names = [...(isOwn ? [key, toCamelCase(words), page] : [page, key]), 'page'];
	const own = bracketed(name, key);
	const inCamel = own.slice(0, 1).map((parameter) => parameter.replace(/_([a-z])/g, upper));
	const kebab = inStyle('kebab', toCamelCase(words));
	return [...new Set([...names, ...bracketed(name, 'page'), ...own, ...inCamel, kebab])];
}

function upper(_all: string, letter: string): string {
	return letter.toUpperCase();
}

/** The parameters for the next offset that a field with the offset of this page suggests. */
export function offsetParameters(name: string): string[] {
	const key = ownName(name);
	const own = key === 'Content-Range' ? 'offset' : key.replace(/ped$/i, '');
	const names = [
		own,
		`$${own}`,
		`_${own}`,
		inStyle(styleOf(key), 'offset'),
		'offset',
		inStyle('snake', own),
		inStyle('kebab', own),
		own.toLowerCase(),
	];
	return [...new Set([...names, ...bracketed(name, lastKey(name))])];
}

/** Objects with the whole response; no parameters are named after them. */
const ENVELOPES = /^(data|results?|response|payload|body|0)$/i;

/** `pagination: { start: 0 }` is often asked for as `pagination[start]`. */
function bracketed(name: string, parameter: string): string[] {
	const parent = name.split('.').at(-2);
	return parent === undefined || ENVELOPES.test(parent)
		? []
		: [`${parent}[${parameter}]`, `${parent}.${parameter}`];
}
