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
	split(`cursor after page_token pageToken starting_after start_cursor next token marker bookmark
	key pcursor startCursor nextToken next_token page-token startingAfter start_after startAfter
	continuation continuationToken continuation_token continuation-token paginationToken
	pagination_token pageCursor page_cursor cursorMark after_cursor afterCursor after_id afterId
	lastId last_id start_key startKey pageKey page_key search_after searchAfter scrollId scroll_id
	skipToken skip_token $skiptoken nextPageToken next_page_token nextPageKey exclusiveStartKey
	last_evaluated_key page[cursor] page[after] pagination[cursor] page_id paginationCursor fromId
	startAfterId start_after_id next-token nextPage next_page pageId offsetToken batchToken start
	page offset since from position pos until c`);

/** Parameters that take the page size, besides that of the contract. */
export const SIZES =
	split(`limit per_page page_size size maxResults count top rows take perPage length max_results max
	perpage per-page pageLimit page_limit items_per_page _limit first num hitsPerPage`);

/** What the names of page sizes are made of; `account` or `country` are none. */
const IN_SIZE_NAME =
	/^(size|limit|top|per|max|take|count|num|len(gth)?|first|rows|page|pagination|paging|batch_?size|sysparm|items?|results?|records?|hits|[^a-z])+$/i;

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

/** Whether a parameter takes a page or a position and nothing else; `from` or `batch` may be a filter. */
export function isPositionName(name: string): boolean {
	const isIn = (names: readonly string[]) =>
		names.some((one) => one.toLowerCase() === name.toLowerCase());
	const isPage = isIn(PAGES) && !/^(current|side|batch)$/.test(name);
	return isPage || (isIn(OFFSETS) && /offset|skip|start/i.test(name));
}

/** Whether a parameter of the user's may be the page size, beside that of the contract. */
export const isSizeName = (name: string) =>
	name !== 'pageSize' && IN_SIZE_NAME.test(name) && !isPositionName(name);

/**
 * Names that services use for fields about pages. They are compared as a whole, without case, separators
 * and prefixes. A name never accepts a page and never ends a full one: it orders what is tried, saves a
 * request on a short page, or turns a silent end into an error.
 */

const THINGS =
	'(of|the|all|items?|results?|records?|rows?|data|entries|elements?|contacts?|people|persons?|users?|members?|customers?|hits?|docs?|documents?|objects?|resources?|entities)*';

export const NAMES = {
	/** Where the next page is; an empty one says that there is none. */
	next: /^next(page|cursor|token|link|url|uri|href|offset|start|marker|key|id|results|records)*$|^proximapagina$/,
	/** Whether there is more, or the response is a part. */
	more: new RegExp(
		`^(has|have|is|are|there|can|load)*(more|next)(pages?)?${THINGS}(available|remaining|exists?)?$|^temmais(paginas)?$`,
	),
	/** Whether the response is a part; if it is not, that says nothing. */
	part: /^(is)?(truncated|partial|incomplete)(results|search)?$|^(has)?limit(reached|exceeded)$|^exceeded(transfer)?limit$|^(timed|terminated|stopped)(out|early)$/,
	/** Whether this is the last page. */
	last: /^(is)?(the)?last(page)?$|^(is)?(the)?(end|final)page$|^no(more|next)$|^endof(list|results|data|records)$|^ultima$/,
	/** How many contacts there are, or are on this page. */
	total: new RegExp(
		`^(wp)?(total|quantidade)(de)?${THINGS}(count|cnt|size|number|num|found|available|hits|value|length|setsize)?$|^(item|result|record|row|contact|hit|match|object|doc|entry|element|overall|filtered)?s?(count|total|found)$|^(n(b|um(ber)?)?(of)?)?(found|matched|results|records|items|hits|elements|contacts|entries|rows)$|^(total|quantidade)?(de)?(itens|registros|elementos)$`,
	),
	/** How many pages there are. */
	pages:
		/^pages$|^pagecount$|^pages?total$|^(wp)?(total|last|max)(of)?pages?(count|number)?$|^(num|number|count)(of)?pages$|^(total|quantidade)?(de)?paginas$|^ultimapagina$|^(anzahl)?seiten(zahl)?$/,
	/** Whether all has come; that it has, other things may say, too. */
	finished:
		/^(is)?(eof|exhausted|finished|complete|done|final|end)$|^(all|is)(loaded|fetched|received)$/,
	/** Where changes after the list will be: no next page. */
	later: /delta|sync|since|poll|future|refresh/,
};

/** Parts of a name that may say where the next page is. */
export const LEAD =
	/next|cursor|continu|after|evaluated|lastkey|pagestate|bookmark|marker|scroll|resume|token$|offset$|proxim|n(ae|ä)chst|suivant|siguiente|volgende/;
export const OTHER_PAGE =
	/prev|^before|first|last(?!eval|key)|self|current|access|csrf|(?<!next)start$|^startcursor/;

/** Numbers of contacts that services send where they choose: such a page may be full. */
export const USUAL_SIZES: ReadonlySet<number> = new Set([
	10, 15, 20, 25, 40, 50, 60, 75, 100, 200, 250, 300, 500, 1000, 2000, 5000, 10_000,
]);

/** Numbers that count no contacts, by their names. */
export const NO_COUNT =
	/account|tenant|client|organi|workspace|revision|version|code|stat(us|ut)|charge|time|took|durat|elapsed|year|date(?!ns)|id$|^(v|ms)$|rate|quota/;

/** Names of lists. They decide only where no contacts can. */
export const LISTS = {
	contacts: /^(all|my)?(contact(s|list|data)|contatos|contactos|kontakte)(list|data)?$/,
	/** What services call the list of any resource. */
	usual:
		/^(data|items?|results?|response|records?|entries|entry|elements|features|values?|rows|list|contents?|objects|resources|hits|docs|documents|edges|nodes|collection)(list)?$/,
	/** Lists of people, of which a response may have several. */
	people:
		/^(all)?(people|persons|users|members|customers|clients|leads|subscribers|profiles|connections)(list)?$/,
	/** Lists that stand beside that of the contacts, also in an object of such a name. */
	beside:
		/^(included?s?|linked|relations?|references?|aggregations?|breadcrumbs?|sort(s|by|ing|edby|orders)?|order(s|ed)?by|filter(s|groups|edby)?|(custom)?fields|columns|mappings?|curies|status|pages|pagelist|pagination)$|related|suggest|similar|recommend|facet|criteria|ids?$/,
	/** Lists of contacts only if these have IDs. */
	messages: /^(messages?|links?|warnings?)$/,
	/** Never lists of contacts. */
	errors: /^(err(or|o|eur|ore|ori|ores)s?|fehler|faults?|exceptions?|issue)$/,
};
