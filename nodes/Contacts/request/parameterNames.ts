/** The usual names of query parameters, as data: most common first, as services write them. */

const split = (names: string) => names.trim().split(/\s+/);

/** Parameters that take the page size, besides that of the contract. */
export const PAGE_SIZES =
	split(`limit count per_page page_size maxResults size PageSize rows take length
	perPage pagesize max_results max perpage per-page pageLimit page_limit results_per_page
	items_per_page top _limit first num hitsPerPage`);

/** Parameters that take the number of a page. */
export const PAGES =
	split(`page pageNumber page[number] _page p pageNo pageNum pageIndex currentPage
	page_number pg pagenumber page_no page_num page_index current_page pageId numPage skipPages SkipPages
	searchCriteria[currentPage] Page PageNumber pagina paged $page pagination[page] current strana strona
	page.page page.number paging[current_page] pager[pageIndex] batchNumber pIndex page-number pageOffset
	curPage pageno pagenum pageNr pageCurrent requestedPage seite sayfa request[page] page_id pageoffset`);

/** Parameters that take the number of contacts to skip. */
export const OFFSETS =
	split(`offset skip start startIndex from $skip $offset index startAt start_index
	start_at skipCount first limitstart skipRecords firstRow firstResult pageOffset page_offset startRow
	Offset Skip resultOffset startPosition displayStart _offset _skip _start SkipCount pagination[start]
	page[offset] pageStart page_start cursor ofs paging.offset pagination.offset query.offset
	request.offset filter[skip] filter[offset] startindex startFromOffset recordOffset record_offset
	startOffset start-index fromRecord from_record startRecord start_record startingRecord startingRow
	startingIndex startItem startNumber startResult start_row start_position start_item beginIndex
	firstRecord first_record firstIndex first_index first_result fromIndex fromRow recordStart
	pageStartIndex position skipItems skipRows skip_count filter.start limitStart listOffset rowStart
	rowOffset recordsOffset itemOffset offsetStart firstItem iDisplayStart currentItem limitOffset
	rowsOffset options[offset] list_offset result_offset startposition indice listoffset`);

/** Parameters that take a position, to try one by one. */
export const LIKELIEST =
	split(`page offset skip start starting_after after pageNumber _page _start $skip page[number]
	page[offset]`);

/** Parameters that take the ID of the last contact of the page before. */
export const AFTER_IDS =
	split(`startingAfter starting_after after sinceId since_id maxId max_id since
	pageToken page_token afterId after_id lastId last_id fromId from_id beforeId before_id cursor idAfter
	id_after startAfter start_after startafter start_after_id startAfterId last marker sinceToken before offsetId offset_id idGt id_gt
	startFromId start_from_id`);

/** Parameters that take a cursor. */
export const CURSORS =
	split(`cursor after pageToken page_token next startCursor start_cursor page offset
	token marker nextToken next_token startingAfter starting_after start continuationToken
	continuation_token continuation pageCursor page_cursor paginationCursor afterId after_id
	paginationToken pagination_token scrollId scroll_id startKey start_key searchAfter search_after since
	from key bookmark skipToken skip_token position nextPageToken next_page_token cursorMark page[cursor]
	page[after] until c pos Cursor after_cursor afterCursor exclusiveStartKey fromId startAfterId start_after_id`);

/** What services call the parameter of a value that has another name in the response. */
const RENAMED: Record<string, string> = {
	nexttoken: 'nextToken',
	endcursor: 'after',
	lastevaluatedkey: 'exclusiveStartKey',
	nextid: 'fromId',
	lastid: 'after',
};

/** Words of a name: `nextPageToken`, `next_page_token` and `X-Next-Page-Token` have the same. */
function wordsIn(name: string): string[] {
	return name
		.replace(/^x-/i, '')
		.replace(/^.*[:@$](?=\w)/, '')
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
		.split(/[^\p{L}\d]+/u)
		.filter(Boolean);
}

/** Words in the style of a name. */
function inStyleOf(name: string, words: readonly string[]): string {
	const [camel, snake, kebab] = stylesOf(words);
	if (name.includes('_')) return snake!;
	if (name.includes('-') && !/^x-/i.test(name)) return kebab!;
	const isUpper = /^[A-Z]/.test(name) && !name.includes('-');
	return isUpper ? camel!.charAt(0).toUpperCase() + camel!.slice(1) : camel!;
}

/** Words in camel case, snake case, kebab case, and without boundaries. */
function stylesOf(words: readonly string[]): string[] {
	const lower = words.map((word) => word.toLowerCase());
	const camel = lower.map((word, n) =>
		n === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1),
	);
	return [camel.join(''), lower.join('_'), lower.join('-'), lower.join('')];
}

/** The likeliest names of the parameter for the value of a field, most likely first. */
export function ownNames(name: string, key: string): string[] {
	const words = wordsIn(key);
	const without = (pattern: RegExp) =>
		inStyleOf(
			key,
			words.filter((word) => !pattern.test(word)),
		);
	const own = inStyleOf(key, words);
	const noNext = without(/^next$/i);
	const renamed = RENAMED[words.join('').toLowerCase()];
	const parent = name.split('.').at(-2);
	const bracketed = (one: string) =>
		parent === undefined ? [] : [`${parent}[${one}]`, `${parent}.${one}`];
	// `nextFileName` may be asked for as `startFileName`, `last_item_id` as `start_after_item_id`.
	const rest = words.filter((word) => !/^(next|last)$/i.test(word));
	const starts = rest.length < words.length ? [['start'], ['start', 'after']] : [];
	const names = [
		renamed,
		noNext,
		own,
		key,
		...stylesOf(words.filter((word) => !/^next$/i.test(word))),
		...stylesOf(words),
		without(/^(next|page)$/i),
		words.at(-1)!.toLowerCase(),
		...starts.map((start) => inStyleOf(key, [...start, ...rest])),
		...bracketed(noNext || 'cursor'),
		...bracketed(key),
		`$${key}`,
		`_${noNext}`,
	];
	return unique(names);
}

/** What a small number on the first page may be the position of, by the name of its field. */
export function kindOf(key: string): 'offset' | 'page' | 'none' {
	if (/size|count|total|limit|per|last|prev|next/i.test(key)) return 'none';
	if (/offset|skip|start|from|index/i.test(key) && !/page.?index/i.test(key)) return 'offset';
	return /page/i.test(key) || PAGES.includes(key) ? 'page' : 'none';
}

/** The likeliest names of the parameter for the number that a field states for this page. */
export function positionNames(name: string, key: string): string[] {
	const parent = name.split('.').at(-2);
	const bracketed = parent === undefined ? [] : [`${parent}[${key}]`, `${parent}.${key}`];
	const own = key.replace(/^.*[:@$](?=\w)/, '').replace(/ped$/i, '');
	const styles = stylesOf(wordsIn(own));
	return unique([own, ...bracketed.slice(0, 1), ...styles, `$${own}`, `_${own}`, ...bracketed]);
}

export function unique(names: Array<string | undefined>): string[] {
	return [...new Set(names)].filter(
		(name): name is string => name !== undefined && /\w/.test(name),
	);
}

/** Some services refuse a `$` or brackets in the name of a parameter that they do not know. */
export const isPlain = (name: string): boolean => /^[\w-]+$/.test(name);
