import { normalize } from './fieldNames';
import { isUnrelated } from './soundsLikePaging';

/** What a field or header says about pages. `signValues.ts` decides which values fit. */
export type Meaning =
	| 'next'
	| 'nextLink'
	| 'cursor'
	| 'nextPage'
	| 'nextOffset'
	| 'more'
	| 'lastPage'
	| 'last'
	| 'total'
	| 'remaining'
	| 'pages'
	| 'page'
	| 'offset'
	| 'pageSize'
	| 'count'
	| 'failure'
	| 'success'
	| 'nothing';

/**
 * The names that the node understands. To add a name, add it here; there is no code to change.
 *
 * Matching ignores case and everything but letters and digits: `hasMore` also matches `has_more`,
 * `has-more` and `HasMore`, and `odataNextLink` matches `@odata.nextLink`. `next.after` is the field
 * `after` of an object `next`. Headers match with and without `X-`.
 *
 * `name:parameter` names the query parameter that takes the value, or the value after it, where it
 * differs from the field's name. It is sent in the style of the field's name: `page_token` for
 * `next_page_token`.
 */
export const NAMES: Record<Meaning, string> = {
	// The next page, as a link, a cursor or a number.
	next: 'next:cursor nextPage:page',
	// The next page, as a link.
	nextLink: `
		nextLink linkNext next.link next.href next.url next.uri nextUrl nextUri nextHref nextPageLink
		nextPageUrl nextPageUri nextPagePath nextRecordsUrl nextResultsUrl nextBatchUrl moreUrl
		odataNextLink`,
	// A value to send back with the next request.
	cursor: `
		nextCursor:cursor nextPageCursor:cursor nextCursorId:cursor cursorNext:cursor
		nextCursorMark:cursorMark nextToken nextPageToken:pageToken nextPageKey:pageKey
		nextPageId:pageId nextPageStart:start nextStart:start nextStartKey:startKey nextKey:key
		nextId:fromId nextContinuationToken:continuationToken nextMarker:marker
		nextPaginationToken:paginationToken lastEvaluatedKey:exclusiveStartKey nextAfter:after nextSearchAfter:searchAfter next.after:after
		next.cursor:cursor next.token:token next.startingAfter:startingAfter next.key:key next.id:cursor
		endCursor:after afterCursor:after after startingAfter searchAfter continuationToken continuation
		msContinuation:continuationToken msContinuationToken:continuationToken paginationToken scrollToken pageToken marker cursor cursorMark`,
	// The number of the next page.
	nextPage: `
		nextPageNumber:page nextPageNo:page nextPageIndex:page next.page:page next.number:page
		next.pageNumber:pageNumber`,
	// The number of contacts before the next page.
	nextOffset: `
		nextOffset:offset nextSkip:skip nextStartIndex:startIndex nextStartAt:startAt nextFrom:from
		nextPosition:position next.offset:offset next.skip:skip next.start:start`,
	// Whether there are more pages.
	more: `
		more hasMore hasMorePages hasMoreItems hasMoreResults hasMoreRecords hasMoreData hasMoreContacts
		hasMoreEntries hasNext hasNextPage moreRecords moreResults moreItems moreData morePages
		moreAvailable moreItemsInCollection moreResultsAvailable moreRecordsExist isMore isMoreAvailable
		isTruncated truncated isPartial partial incomplete limited limitReached limitExceeded
		exceededTransferLimit nextPageExists nextAvailable isNextPage`,
	// The number of the last page.
	lastPage: 'last lastPage lastPageNumber lastPageIndex',
	// Whether this is the last page.
	last: `
		last isLast lastPage isLastPage isFinal isFinalPage isEnd isDone done finished atEnd endOfList
		endOfResults eof noMore noMoreResults noMorePages`,
	// The number of all contacts.
	total: `
		total totals totalCount totalItems totalItemCount totalItemsCount totalElements totalResults
		totalResultCount totalResultsCount totalRecords totalRecordCount totalRecordsCount totalRows
		totalRowCount totalSize totalHits totalEntries totalEntryCount totalObjects totalContacts
		totalContactCount totalContactsCount totalMembers totalPeople totalUsers totalMatches
		totalMatching totalAvailable totalNumber totalNum totalDocs totalCnt totalNumberOfRecords
		totalNumberOfItems total.value total.count grandTotal itemsTotal resultsTotal recordsTotal
		contactsTotal collectionTotal allCount fullCount overallCount numFound nbHits hitCount odataCount
		wpTotal paginationTotal paginationTotalCount`,
	// The number of contacts after this page.
	remaining: 'remaining remainingCount remainingItems remainingRecords itemsRemaining',
	// The number of pages.
	pages: `
		pages pageCount pagesCount pageTotal pagesTotal totalPages totalPageCount totalPagesCount numPages
		nbPages numberOfPages noOfPages maxPage maxPages wpTotalPages paginationTotalPages
		paginationPageCount`,
	// The number of this page.
	page: `
		page pageNumber pageNum pageNo pageNr pageIndex currentPage:page currentPageNumber:page
		pageCurrent:page current:page thisPage:page number:page`,
	// The number of contacts before this page.
	offset: `
		offset skip skipped:skip start startAt startIndex startPosition startRow startRecord from
		firstResult pageStart:start pageOffset:offset currentOffset:offset position`,
	// The maximum number of contacts on a page.
	pageSize: `
		pageSize perPage limit pageLimit size itemsPerPage resultsPerPage recordsPerPage entriesPerPage
		contactsPerPage max maxPerPage maxResults maxItems maxRecords maxPageSize currentPageSize take top rows
		batchSize pageLen paginationLimit paginationPerPage paginationPageSize`,
	// The number of contacts on this page or in the whole list.
	count: `
		count itemCount itemsCount resultCount resultsCount recordCount recordsCount contactCount
		contactsCount entryCount rowCount numberOfElements numItems numResults numRecords returned
		returnedCount numReturned length fetched retrieved results items records`,
	// An error report in a response with a 2xx status.
	failure: 'error errors isError hasError hasErrors failed failure fault exception errorMessage',
	// Whether the request succeeded.
	success: 'success successful isSuccess succeeded ok status',
	// Names that sound like paging but say nothing about the next page.
	nothing: `
		prev previous prevPage previousPage prevPageUrl previousPageUrl prevPageUri previousPageUri
		prevPageLink previousPageLink prevLink previousLink prevUrl previousUrl prevCursor previousCursor
		prevPageToken previousPageToken prevToken previousToken before beforeCursor startCursor hasPrev
		hasPrevious hasPrevPage hasPreviousPage first isFirst isFirstPage firstPage firstPageUrl
		firstPageUri firstPageLink firstUrl firstLink last end lastPageUrl lastPageUri lastPageLink lastUrl
		lastLink self selfLink to pagingCounter empty unpaged paged sort sorted tokenType lastModified`,
};

/** Objects that describe pages. A field can end the list only in one of them or beside the list. */
const CONTAINERS = `
	meta metadata pagination paging page pages pageInfo pager paginator paginate pageable cursor cursors
	links link next nextPage response responseMetadata responseInfo resultInfo resultSet listInfo info
	list collection data result results contacts total hits scroll continue navigation envelope`;

/** Objects that repeat the request or describe something else than these pages. */
const UNRELATED = `
	query request params parameters filter filters rateLimit rateLimits quota usage limits user account
	organization tenant facets aggregations aggs included previous prev first last self`;

export interface SignName {
	meaning: Meaning;
	/** In camel case; undefined when it is the field's own name. */
	parameter: string | undefined;
	/** Position in the table: of two fields at the same distance, the lower one wins. */
	rank: number;
}

/** The possible meanings of each name, in the order of the table; the value decides which applies. */
const SIGN_NAMES = new Map<string, SignName[]>();
let rank = 0;
for (const [meaning, names] of Object.entries(NAMES) as Array<[Meaning, string]>) {
	for (const row of wordsOf(names)) {
		const [name, parameter] = row.split(':');
		const key = name!.split('.').map(normalize).join('.');
		const rows = SIGN_NAMES.get(key) ?? [];
		SIGN_NAMES.set(key, [...rows, { meaning, parameter, rank: rank++ }]);
	}
}

export const PAGE_CONTAINERS: ReadonlySet<string> = new Set(wordsOf(CONTAINERS).map(normalize));

export const UNRELATED_CONTAINERS: ReadonlySet<string> = new Set(wordsOf(UNRELATED).map(normalize));

/**
 * Looks up the possible meanings of a field's name, with and without a prefix (`hydra:next`,
 * `@odata.nextLink`).
 *
 * @param parent name of the object that has the field
 */
export function meaningsOf(name: string, parent = ''): readonly SignName[] | undefined {
	const normalized = normalize(name);
	const whole = SIGN_NAMES.get(`${normalize(parent)}.${normalized}`) ?? SIGN_NAMES.get(normalized);
	return whole ?? SIGN_NAMES.get(normalize(name.slice(name.search(/[^.:]*$/))));
}

/**
 * Looks up the possible meanings of a header, with and without the vendor (`X-WP-Total`).
 *
 * @param name in lower case
 */
export function meaningsOfHeader(name: string): readonly SignName[] | undefined {
	const short = name.replace(/^x-/, '');
	const [, vendor, rest] = /^([a-z]+)-(.+)$/.exec(short) ?? [];
	const rows = vendor && !isUnrelated(vendor) ? meaningsOf(rest!) : undefined;
	// `X-Daily-Limit` is not a page size.
	return meaningsOf(short) ?? rows?.filter(({ meaning }) => meaning !== 'pageSize');
}

function wordsOf(text: string): string[] {
	return text.trim().split(/\s+/);
}
