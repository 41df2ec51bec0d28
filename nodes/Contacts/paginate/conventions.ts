/*
 * The words of services, as data, each with what it is used for. A word never accepts a page and
 * never ends a full one: it orders what is tried, saves a request on a short page, or turns a silent end into
 * an error.
 */

// Query parameters, the most common first, as services write them

const split = (names: string) => names.trim().split(/\s+/);

/** Parameters that take the number of a page. */
export const PAGES =
	split(`page pageNumber page[number] p _page pg pageNo pageNum pageIndex currentPage page_number
	page_no page_num page_index current_page pageId numPage skipPages searchCriteria[currentPage] pagina
	paged $page pagination[page] current strana strona page.page page.number paging[current_page]
	pager[pageIndex] batchNumber pIndex page-number curPage pageNr pageCurrent requestedPage seite page_id
	pn page[page] paginaAtual side batch`);

/** Parameters that take the number of contacts to skip. */
export const OFFSETS =
	split(`offset start skip $skip startIndex startAt from first index start_index start_at startFrom
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
	pagination_token pagination_cursor pageCursor page_cursor cursorMark after_cursor afterCursor after_id afterId
	lastId last_id start_key startKey pageKey page_key search_after searchAfter scrollId scroll_id
	skipToken skip_token $skiptoken nextPageToken next_page_token nextPageKey exclusiveStartKey
	last_evaluated_key page[cursor] page[after] pagination[cursor] page_id paginationCursor fromId
	startAfterId start_after_id next-token nextPage next_page pageId offsetToken batchToken start
	page offset since from position pos until c`);

/** Parameters that take the page size. */
export const SIZES =
	split(`limit per_page pageSize page_size size maxResults count top rows take perPage length
	max_results max per-page pageLimit page_limit items_per_page _limit first num hitsPerPage`);

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

/** Whether a parameter of the user may be the page size, beside that of the contract. */
export const isSizeName = (name: string) =>
	name !== 'pageSize' && IN_SIZE_NAME.test(name) && !isPositionName(name);

// Fields about pages. Names are compared as words: without case, separators, digits and prefixes.

const THINGS =
	'(of|the|all|items?|results?|records?|rows?|data|entries|elements?|contacts?|people|persons?|users?|members?|customers?|hits?|docs?|documents?|objects?|resources?|entities)*';

/** How WordPress and Yii begin the names of headers. */
const PREFIX = '(wp|pag(er|ing|ination))?';

export const NAMES = {
	/** Where the next page is; an empty one says that there is none. */
	next: /^next(page|cursor|token|link|url|uri|href|offset|start|marker|key|id|results|records)*$|^proximapagina$/,
	/** Whether there is more, or the response is a part. */
	more: new RegExp(
		`^(has|have|is|are|there|can|load)*(more|next)(pages?)?${THINGS}(available|remaining|exists?)?$|^temmais(paginas)?$`,
	),
	/** Whether the response is a part; if it is not, that says nothing. */
	part: /^(is)?(results?)?(truncated|partial|incomplete)(results?|search)?$|^(has)?(size|max(results|records|rows)?)?(limit)?(reached|exceeded)$|^toomany(results|records|rows)?$|^exceeded(transfer)?limit$|^(timed|terminated|stopped)(out|early)$/,
	/** Whether this is the last page. */
	last: /^(is)?(the)?last(page)?$|^(is)?(the)?(end|final)page$|^no(more|next)$|^endof(list|results|data|records)$|^ultima$/,
	/** How many contacts there are, or are on this page. */
	total: new RegExp(
		`^${PREFIX}(i?total|quantidade)(de|n(o|um(ber)?))?${THINGS}(count|cnt|size|number|num|found|available|hits|value|length|setsize)?$|^(item|result|record|row|contact|hit|match|object|doc|entry|element|overall|filtered)?s?(count|total|found)$|^(n(b|um(ber)?)?(of)?)?(found|matched|results|records|items|hits|elements|contacts|entries|rows)$|^(total|quantidade)?(de)?(itens|registros|elementos)$|^gesamt(an)?zahl$`,
	),
	/** How many pages there are. */
	pages: new RegExp(
		`^${PREFIX}(pages|pagecount|pages?total|(total|last|max)(of)?pages?(count|number)?)$|^(num|number|count)(of)?pages$|^(total|quantidade)?(de)?paginas$|^ultimapagina$|^(anzahl)?seiten(zahl)?$`,
	),
	/** Whether all has come; that it has, other things may say, too. */
	finished:
		/^(is)?(eof|exhausted|finished|complete|done|final|end)$|^(all|is)(loaded|fetched|received)$/,
};

/** Parts of names that are about pages. */
export const ABOUT = {
	/** What may say where the next page is. */
	next: /next|cursor|continu|after|evaluated|lastkey|pagestate|bookmark|marker|scroll|resume|token$|offset$|proxim|n(ae|ä)chst|suivant|siguiente|volgende/,
	/** What is 1 where pages are counted from 1: the number of a first page, or how many pages there are. */
	firstPage: /^(?!.*(last|max|ultima)).*(page|current|pagina|seite)|^pg?$/,
	/** What is about the page before. */
	before: /prev/,
	/** What is about another page. */
	other:
		/prev|^before|first|last(?!eval|key)|self|current|access|csrf|(?<!next)start$|^startcursor/,
	/** What leads to changes after the list: no next page. */
	later: /delta|sync|since|poll|future|refresh/,
	/** What the list has of its position, its size or the way to other pages; not `rateLimit` or `account`. */
	position:
		/page(?!warn)|^pg|offset|skip|start|^from|^to$|(?<!rate|over)limit(?!ation)|size|^per(page)?$|index$|(?<!ac)count(?!r)|prev|first|last(?!err)|more(?!info)|self|cursor|total|position|^(is)?empty$/,
	/** What an object is called that has such fields. */
	objects:
		/pag|^pg$|meta|^param|links?$|^urls?$|^query$|^collection$|cursor|next|continu|evaluated|^lastkey$|info$|nav|context|summary|^attr(ibutes)?$|^stats$|^(additionaldata|data|results?|resultset|response|header|range|total|count|hits)/,
	/** What headers are called that may say how pages go on, and those that are about requests. */
	headers: /total|count|pag(e|ina)|more|last|limit/,
	requests: /rate|retry|request|trace|cache|modified/,
	/** What a cursor is called, and a link is not. */
	cursors: /cursor|token|marker|key|offset|start|id$/,
};

/** Names of small numbers on the first page: those of its own position, as a page or a number of contacts. */
export const POSITIONS = {
	none: /count|total|size|per|limit|last|prev|next|pages|seiten|max/,
	skipped: /offset|skip|start|from|(?<!page)index|cursor|position/,
	number: /page|current|pagina|seite|^pg?$/,
};

/** Names of numbers: none of contacts; of contacts where they are 0; of more contacts than those of the page. */
export const NUMBERS = {
	ofOthers:
		/account|tenant|client|organi|workspace|revision|version|code|stat(us|ut)|charge|time|took|durat|elapsed|year|date(?!ns)|id$|^(v|ms)$|rate|quota/,
	ofNone: /^(resultsizeestimate|size|.*matches|.*pageresults)$/,
	ofAll: /total|found|match|hits|of_?records|odata\.count/i,
};

/** Numbers of contacts that services send where they choose: such a page may be full. */
export const USUAL_SIZES: ReadonlySet<number> = new Set([
	10, 12, 15, 20, 24, 25, 32, 36, 40, 48, 50, 60, 64, 75, 96, 100, 128, 200, 250, 256, 300, 500,
	512, 1000, 1024, 2000, 5000, 10_000,
]);

/** What may say that there is more, in fields that are not understood. */
export const UNREAD = {
	/** Flags that may say so if they are set, and if they are not. */
	ifSet:
		/trunc|exceed|incompl|partial|overflow|capped|toomany|more|following|weiter|mehr|reached|next|after|forward|continu|additional|remaining|haymas|encore|suite|altri|meer|volgende/,
	ifUnset:
		/(?<!in)complete|last|exhaust|nomore|allresults|final|endof|end$|letzte|ultim|dernier|laatste/,
	/** Texts that may lead on. */
	texts: /more|older|further|following|weiter|mehr|^rest|checkpoint|anchor|[ck]urs(eu|o)r/,
	/** Addresses that were requested. */
	own: /^(ur[il]|href|link|path|query|request)/,
	/** The most contacts that a page has; `size` may also count those that it has. */
	limits: /limit|maxres|per|pagesize/,
	sizes: /limit|maxres|per|size/,
	/** A number with a word or another one, as in `230 contacts`, `1 to 50 of 230` or `1/8`. */
	counts:
		/^\D{0,20}\d[\d.,]* \p{L}+$|\d (of|von|de|sur) \d|^\d{1,3}(,\d{3})+$|^\d+( ?- ?\d+)? ?\/ ?\d+$/u,
};

/** How a request went, in fields beside a list, and which values are good or bad. */
export const OUTCOMES = {
	/** An error, if there is anything in it. */
	error:
		/^(has)?errors?(message|code|description)?$|^(has)?err(o|no|orno|code)?$|^fault$|^exception$/,
	/** Whether the request has succeeded. */
	success: /^(is)?(success(ful)?|ok)$/,
	status: /^(status|result|state)$/,
	notFailed: /^(ok(ay)?|success(ful)?|no(ne| ?errors?)?|0+|200|false)\.?$/i,
	/** Any number, code or message about the outcome. */
	any: /^(http|api|status|error|err|result|return|ret|response|resp)?(code|status)$|^(err|ret|rc|reason|ok|success|message|msg)$|^(err|ret|result)(no|orno|msg|message)$/,
	good: /^(ok(ay)?|.*成功|success(ful)?|true|complete(d)?|done|ready|active|all|any|empty|no_?(ne|data|results?)|0*|10*|20\d|200+)$/i,
	/** A report that something has failed, or has to be done first. */
	report:
		/^(is|has)?(err|fault|exception|fehler|fail|unauth)|(error|exceeded|expired|denied|blocked|limited|required)$|throttl|retry|maintenance|^redirect/,
	/** A word that says so under any name. */
	refused:
		/^(err(or|o|ore|eur)?|fehler|fail(ed|ure)?|ko|nok|denied|expired|suspended|forbidden|unauth(enticated|orized)|pending)\.?$/i,
	/** Messages, which may also say that there are no contacts. */
	messages: /^(warn|notice|alert)|messages$/,
	/** Flags that are off where the request was not permitted, or has failed. */
	permitted:
		/^(is|has|user)?(auth|logged|valid|ready|allowed|permitted|succ|sucesso|exito|esito|erfolg|acknowledged)|^(status|state|result)$/,
	/** The fields of an element that is a report. */
	inElement: /^(err(or)?)?_?(code|messages?|msg|reason|details?|errors?)$/i,
};

/** Fields of a contact: its ID, and texts that it, or a company, has. */
export const OF_CONTACT = {
	id: /^[_@]?(u|gu|uu|v|(contact|person|record|object|user|member|customer|lead|sys)_?)?id$|^pk$|^resourceName$/i,
	any: /name|naam|nombre|^(pre)?nom$|mail|correo|courriel|handle|login|phone|telefon|company|firma/,
	/** What a person has, and no list of people. */
	own: /^(e?mail|(first|last|given|family)name)/,
};

/** Names of lists. They decide only where no contacts can. */
export const LISTS = {
	contacts: /^(all|my)?(contact(s|list|data)|contatos|contactos|kontakte)(list|data)?$/,
	/** What services call the list of any resource. */
	usual:
		/^(data|items?|results?|response|records?|entries|entry|elements|values?|rows|list|contents?|objects|resources|hits|docs|documents|edges|nodes|collection)(list)?$/,
	/** Lists of people, of which a response may have several. */
	people:
		/^(all)?(people|persons|users|members|customers|clients|leads|subscribers|profiles|connections)(list)?$/,
	/** Lists that stand beside that of the contacts, also in an object of such a name. */
	beside:
		/^(included?s?|linked|references?|aggregations?|breadcrumbs?|sort(s|by|ing|edby|orders)?|order(s|ed)?by|filter(s|groups|edby)?|(custom)?fields|columns|mappings?|curies|status|pages|pagelist|pagination)$|related|suggest|similar|recommend|facet|criteria|ids?$/,
	/** Lists of contacts only if these have IDs. */
	messages: /^(messages?|links?|warnings?)$/,
	/** Never lists of contacts. */
	errors: /^(err(or|o|eur|ore|ori|ores)s?|fehler|faults?|exceptions?|issue)$/,
};
