import { isUnrelated } from './soundsLikePaging';

/** What a field or header says about pages. Which kinds of values count is in `readSigns.ts`. */
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
 * The names that are understood. Data only: to have the node understand another name, add it here.
 *
 * Only letters and digits count, in any case: `hasMore` is also `has_more`, `has-more` and `HasMore`, and
 * `odataNextLink` is `@odata.nextLink`. `next.after` is the field `after` of an object `next`. Headers
 * are looked up with and without `X-`.
 *
 * `name:parameter` names the query parameter that takes the value, or the next value, where it is not the
 * field's own name; it is sent in the style of the field's name (`next_page_token` → `page_token`).
 */
export const NAMES: Record<Meaning, string> = {
	// The next page, as a link, a cursor or a number.
	next: 'next:cursor nextPage:page',
	// The next page, as a link.
	nextLink: `
		nextLink linkNext next.link next.href next.url next.uri nextUrl nextUri nextHref nextPageLink
		nextPageUrl nextPageUri nextPagePath nextRecordsUrl nextResultsUrl nextBatchUrl moreUrl
		odataNextLink`,
	// A value that the next request sends back.
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
	// The most contacts that a page has.
	pageSize: `
		pageSize perPage limit pageLimit size itemsPerPage resultsPerPage recordsPerPage entriesPerPage
		contactsPerPage max maxPerPage maxResults maxItems maxRecords maxPageSize currentPageSize take top rows
		batchSize pageLen paginationLimit paginationPerPage paginationPageSize`,
	// The number of contacts on this page, or of all of them.
	count: `
		count itemCount itemsCount resultCount resultsCount recordCount recordsCount contactCount
		contactsCount entryCount rowCount numberOfElements numItems numResults numRecords returned
		returnedCount numReturned length fetched retrieved results items records`,
	// That the request failed although its status is 200.
	failure: 'error errors isError hasError hasErrors failed failure fault exception errorMessage',
	// That it succeeded, or did not.
	success: 'success successful isSuccess succeeded ok status',
	// What sounds like pages and says nothing about the next.
	nothing: `
		prev previous prevPage previousPage prevPageUrl previousPageUrl prevPageUri previousPageUri
		prevPageLink previousPageLink prevLink previousLink prevUrl previousUrl prevCursor previousCursor
		prevPageToken previousPageToken prevToken previousToken before beforeCursor startCursor hasPrev
		hasPrevious hasPrevPage hasPreviousPage first isFirst isFirstPage firstPage firstPageUrl
		firstPageUri firstPageLink firstUrl firstLink last end lastPageUrl lastPageUri lastPageLink lastUrl
		lastLink self selfLink to pagingCounter empty unpaged paged sort sorted tokenType lastModified`,
};

/** Objects that describe pages. Only in them, and beside the list, can a field say that the list ends. */
const CONTAINERS = `
	meta metadata pagination paging page pages pageInfo pager paginator paginate pageable cursor cursors
	links link next nextPage response responseMetadata responseInfo resultInfo resultSet listInfo info
	list collection data result results contacts total hits scroll continue navigation envelope`;

/** Objects that repeat the request, or count something else: what they say is not about these pages. */
const UNRELATED = `
	query request params parameters filter filters rateLimit rateLimits quota usage limits user account
	organization tenant facets aggregations aggs included previous prev first last self`;

export interface SignName {
	meaning: Meaning;
	/** In camel case; undefined for the field's own name. */
	parameter: string | undefined;
	/** Of two fields at the same place the one that comes first in the table counts. */
	rank: number;
}

/** What each name may mean, in the order of the table; which applies depends on the value. */
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

/** What a name may mean; of `hydra:next` and `@odata.nextLink` also the part behind the prefix. */
export function meaningsOf(name: string, parent = ''): readonly SignName[] | undefined {
	const normalized = normalize(name);
	const whole = SIGN_NAMES.get(`${normalize(parent)}.${normalized}`) ?? SIGN_NAMES.get(normalized);
	return whole ?? SIGN_NAMES.get(normalize(name.slice(name.search(/[^.:]*$/))));
}

/** What the name of a header may mean; of `X-WP-Total` also the part behind the vendor. */
export function meaningsOfHeader(name: string): readonly SignName[] | undefined {
	const short = name.replace(/^x-/, '');
	const [, vendor, rest] = /^([a-z]+)-(.+)$/.exec(short) ?? [];
	const rows = vendor && !isUnrelated(vendor) ? meaningsOf(rest!) : undefined;
	// `X-Daily-Limit` limits something else.
	return meaningsOf(short) ?? rows?.filter(({ meaning }) => meaning !== 'pageSize');
}

/** A name as it is looked up. */
export function normalize(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function wordsOf(text: string): string[] {
	return text.trim().split(/\s+/);
}
