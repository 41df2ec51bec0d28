import type { Sign } from '../response/readSigns';
import {
	type Family,
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
	filter.start limitStart listOffset rowStart rowOffset recordsOffset itemOffset offsetStart firstItem iDisplayStart
	currentItem limitOffset rowsOffset options[offset] id:startFromId`);

/** Parameters that take the number of a page, most common first. */
const PAGES =
	split(`page pageNumber page[number] _page p pageNo pageNum pageIndex currentPage pg pagenumber
	pageId numPage page_no skipPages SkipPages searchCriteria[currentPage] Page PageNumber pagina
	paged $page pagination[page] current strana strona page.page page.number paging[current_page] pager[pageIndex]
	batchNumber pIndex page-number pageOffset curPage pageno pagenum pageNr pageCurrent requestedPage seite sayfa request[page]`);

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
		const pages = unique(PAGES.flatMap((name) => variantsOf(name, style)));
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
	return unique([...inStyles([style, 'snake'], [parameter]), parameter]);
}

/** What services call the parameter of a value that has another name in the response. */
const RENAMED = new Map([
	['nextToken', 'nextToken'],
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
	page[cursor] page[after] until c pos Cursor after_cursor`);

/** The names that the parameter of a sign may have, most likely first. */
export function parametersOf({ name, meaning, isForeign }: Sign): string[] {
	const own = ownName(name);
	const style = styleOf(own);
	const words = wordsIn(own);
	const without = (...families: Array<Family | undefined>) =>
		words.filter((word) => !families.includes(familyOf(word)));
	const camel = toCamelCase(words);
	const noNext = toCamelCase(without('next'));
	const likely =
		meaning === 'nextPage'
			? ['page', toCamelCase(without('next', 'number')), '_page']
			: meaning === 'nextOffset'
				? [toCamelCase(without('next', 'page')), 'offset', noNext]
				: [RENAMED.get(camel) ?? '', noNext];
	// `nextFileName` may be asked for as `startFileName`, `last_item_id` as `start_after_item_id`.
	const rest = without('next', 'last');
	const starts = rest.length < words.length ? [['start'], ['start', 'after']] : [];
	// `Sensu-Continue` is asked for as `continue`.
	const plain = toCamelCase(without('next', undefined));
	const usual = meaning === 'nextOffset' ? [] : CURSORS;
	const cursors = words.includes('cursor') ? [inStyle(style, 'startCursor'), 'after'] : [];
	return unique([
		...(isForeign ? [inStyle(style, plain)] : []),
		...inStyles([style], likely),
		own,
		...inStyles(['camel', 'snake', 'kebab'], [...likely, camel, plain]),
		...starts.map((start) => inStyle(style, toCamelCase([...start, ...rest]))),
		`$${own}`,
		...[`_${own}`, `_${inStyle(style, noNext)}`],
		...bracketed(name, lastKey(name), noNext || 'cursor', ...cursors),
		...inStyles([style, 'camel', 'snake'], usual),
	]);
}

/** The parameters for the next page that a field with the number of this page suggests. */
export function pageParameters(name: string): string[] {
	const key = ownName(name);
	const words = wordsIn(key);
	const camel = toCamelCase(words);
	const isOwn = words.length > 1 && !words.some((word) => familyOf(word) === 'current');
	const own = bracketed(name, key);
	return unique([
		...(isOwn ? [key, camel] : []),
		...[inStyle(styleOf(key), 'page'), key, 'page'],
		...bracketed(name, 'page'),
		...own,
		...own.map((parameter) => parameter.replace(/_[a-z]/g, ([, letter]) => letter!.toUpperCase())),
		inStyle('kebab', camel),
	]);
}

/** The parameters for the next offset that a field with the offset of this page suggests. */
export function offsetParameters(name: string): string[] {
	const key = ownName(name);
	const own = key === 'Content-Range' ? 'offset' : key.replace(/ped$/i, '');
	return unique([
		...[own, `$${own}`, `_${own}`, inStyle(styleOf(key), 'offset'), 'offset'],
		...inStyles(['snake', 'kebab', 'flat'], [own]),
		toCamelCase(wordsIn(own)),
		...bracketed(name, lastKey(name)),
	]);
}

/** The last key without a namespace: `openSearch$startIndex`, `X-Next-Cursor`. */
function ownName(name: string): string {
	return lastKey(name)
		.replace(/^x-/, '')
		.replace(/^.*[:@$](?=\w)/, '');
}

/** Objects with the whole response; no parameters are named after them. */
const ENVELOPES = /^(data|results?|response|payload|body|0)$/i;

/** `pagination: { start: 0 }` is often asked for as `pagination[start]`. */
function bracketed(name: string, ...parameters: string[]): string[] {
	const parent = name.split('.').at(-2);
	if (parent === undefined || ENVELOPES.test(parent)) return [];
	return parameters.flatMap((key) => [`${parent}[${key}]`, `${parent}.${key}`]);
}

function inStyles(styles: readonly Style[], names: readonly string[]): string[] {
	return styles.flatMap((style) => names.map((name) => inStyle(style, name)));
}

function unique(names: string[]): string[] {
	return [...new Set(names)].filter(Boolean);
}
