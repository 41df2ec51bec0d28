/*
 * How services request their pages, as data: names of query parameters, the commonest first, as services
 * write them. A convention only proposes what to try; what a service answers proves one of them.
 */

const split = (names: string) => names.trim().split(/\s+/);

/** Parameters that take the number of a page. */
export const PAGES =
	split(`page pageNumber page[number] _page p pageNo pageNum pageIndex currentPage page_number pg
	page_no page_num page_index current_page pageId numPage skipPages searchCriteria[currentPage] pagina
	paged $page pagination[page] current strana strona page.page page.number paging[current_page]
	pager[pageIndex] batchNumber pIndex page-number curPage pageNr pageCurrent requestedPage seite page_id
	pn page[page] paginaAtual side batch`);

/** Parameters that take the number of contacts to skip. */
export const OFFSETS =
	split(`offset skip start startIndex from $skip first index start_index startAt start_at startFrom
	skipCount firstResult first_result firstRow startRow start_row startRecord start_record recordOffset
	resultOffset pageOffset page_offset pageStart position ofs $offset _offset _skip _start limitstart
	limit_start page[offset] pagination[offset] paging.offset currentItem inicio skipRecords startPosition
	start_position start-index startingRecord startOffset displayStart pagination[start] indice`);

/** Parameters that take the ID of the last contact. */
export const IDS =
	split(`starting_after after startingAfter after_id afterId since_id sinceId max_id maxId last_id lastId
	since from_id fromId before_id beforeId marker cursor page_token pageToken last idAfter id_after
	startAfter start_after start_after_id startAfterId sinceToken before offsetId offset_id
	idGt id_gt startFromId start_from_id`);

/** Parameters that take a cursor. */
export const CURSORS =
	split(`cursor after page_token pageToken starting_after start_cursor next token marker start page offset
	since from position bookmark key c pcursor startCursor nextToken next_token page-token
	startingAfter start_after startAfter continuation continuationToken continuation_token
	continuation-token paginationToken pagination_token pageCursor page_cursor cursorMark after_cursor
	afterCursor after_id afterId lastId last_id start_key startKey pageKey page_key search_after
	searchAfter scrollId scroll_id skipToken skip_token $skiptoken nextPageToken
	next_page_token nextPageKey exclusiveStartKey last_evaluated_key page[cursor] page[after]
	pagination[cursor] page_id until paginationCursor pos fromId startAfterId start_after_id
	next-token nextPage next_page pageId offsetToken batchToken`);

/** Parameters that take the page size, besides that of the contract. */
export const SIZES =
	split(`limit per_page page_size size maxResults count top rows take perPage length max_results max
	perpage per-page pageLimit page_limit items_per_page _limit first num hitsPerPage`);

/** Names in other cases, for servers that tell these apart. */
export const CAPITALIZED = {
	pages: split('Page PageNumber pagenumber SkipPages pageindex PageIndex pageoffset PageNo'),
	offsets: split('Offset Skip SkipCount Start startindex StartIndex PageOffset'),
};

/** Names that are tried one by one where a group of them is refused. */
export const LIKELY: readonly string[] = split(
	'page offset skip $skip start pageNumber cursor after',
);

/** Names that take a page or a position. */
export const POSITION_NAMES: ReadonlySet<string> = new Set([
	...PAGES,
	...OFFSETS,
	...IDS,
	...CURSORS,
]);

/** Whether a parameter takes a page or a position and nothing else; `from` or `index` may be a filter. */
export const isPositionName = (name: string) =>
	PAGES.includes(name) || (OFFSETS.includes(name) && /offset|skip|start/i.test(name));

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Words of a name: `nextPageToken`, `next_page_token` and `X-Next-Page-Token` have the same. */
function wordsIn(name: string): string[] {
	const spaced = name
		.replace(/^x-/i, '')
		.replace(/^.*[:@$](?=\w)/, '')
		.replace(/([a-z\d])([A-Z])/g, '$1 $2');
	return spaced
		.toLowerCase()
		.split(/[^\p{L}\d]+/u)
		.filter(Boolean);
}

/** What the parameter may be called that takes the value of a field, without `next` and with it. */
export function namesLike(key: string, parent: string | undefined): string[] {
	const words = wordsIn(key);
	const rest = words.filter((word) => word !== 'next');
	// `nextFileName` may be asked for as `startFileName`, `last_item_id` as `start_after_item_id`.
	const bare = rest.filter((word) => word !== 'last');
	const starts =
		bare.length < words.length
			? [
					['start', ...bare],
					['start', 'after', ...bare],
				]
			: [];
	const styles = [rest, words, ...starts].flatMap((some) => [
		some.map((word, n) => (n === 0 ? word : capitalize(word))).join(''),
		...['_', '-', ''].map((separator) => some.join(separator)),
	]);
	const inner = parent === undefined ? [] : [styles[0] || 'cursor', key];
	const inside = inner.flatMap((name) => [`${parent}[${name}]`, `${parent}.${name}`]);
	const names = [key, ...inside, ...styles, `$${key}`, `_${key}`];
	return [...new Set(names)].filter((name) => /\w/.test(name));
}
