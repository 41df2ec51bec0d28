import {
	isEmpty,
	isOpaque,
	kindOf,
	meaningOf,
	toFlag,
	toSafeInteger,
	wordsOfList,
} from '../../../../nodes/Contacts/response/meanings';
import { wordsIn } from '../../../../nodes/Contacts/response/words';

const LINK = 'https://api.example.com/v1/contacts?x=2';
const CURSOR = 'eyJpZCI6NTB9';

describe('A field means, by its name and its value:', () => {
	it.each<[string, unknown, string | undefined]>([
		// This page
		['current_url', LINK, undefined],
		['selfLink', LINK, undefined],
		['currentCursor', CURSOR, undefined],
		['currentPage', 3, 'page'],
		// The next one
		['next', LINK, 'link'],
		['next', '/2', 'link'],
		['next', '?page=2', 'link'],
		['next', CURSOR, 'cursor'],
		['next', 'abc', 'cursor'],
		['next', 2, 'nextPage'],
		['next', '2', 'nextPage'],
		['next', true, 'more'],
		['next', false, 'more'],
		['next', 0, 'noNext'],
		['next', '0', 'noNext'],
		['next', -1, 'noNext'],
		['next', '-1', 'noNext'],
		['next', null, 'noNext'],
		['next', '', 'noNext'],
		['next', {}, 'noNext'],
		['next', [LINK], 'unread'],
		['next', 2.5, 'unread'],
		['hasNext', 1, 'more'],
		['hasNextPage', 'yes', 'more'],
		['hasNextPage', 0, 'more'],
		['nextOffset', 50, 'nextOffset'],
		['next_skip', '50', 'nextOffset'],
		['nextRecord', 51, 'nextOffset'],
		['nextToken', 17, 'cursor'],
		['nextPageToken', CURSOR, 'cursor'],
		['NextMarker', 'b', 'cursor'],
		['next_run', 'b', undefined],
		['nextUpdate', '2026-01-01', undefined],
		// The first and the previous one
		['first', LINK, undefined],
		['firstPage', 1, undefined],
		['firstIndex', 0, 'offset'],
		['previous', LINK, undefined],
		['prev_cursor', CURSOR, undefined],
		// Cursors
		['startCursor', CURSOR, undefined],
		['startCursor', LINK, 'link'],
		['startAfter', CURSOR, 'cursor'],
		['endCursor', CURSOR, 'cursor'],
		['cursor', LINK, 'link'],
		['cursor', true, undefined],
		['cursor', null, 'noNext'],
		['cursor', -1, 'noNext'],
		['cursor', 0, 'noNext'],
		['cursor', 17, 'cursor'],
		['pageToken', 17, 'page'],
		['scrollId', CURSOR, 'cursor'],
		['tokenType', 'Bearer', undefined],
		// More
		['hasMore', true, 'more'],
		['hasMore', 'False', 'more'],
		['hasMore', 0, 'more'],
		['hasMore', null, undefined],
		['more', 12, 'remaining'],
		['more', 'some', 'unread'],
		['more', LINK, 'link'],
		['moreUrl', LINK, 'link'],
		['moreInfo', LINK, undefined],
		['truncated', 'true', 'more'],
		['limitReached', true, 'more'],
		['limitReached', false, undefined],
		['limitReached', 7, undefined],
		// Numbers of pages
		['p', 2, 'page'],
		['pg', 2, 'page'],
		['p', 'abc', 'unread'],
		['page', 2, 'page'],
		['page', 'abc', undefined],
		['page', true, 'unread'],
		['number', 0, 'page'],
		['pageNumber', '2', 'page'],
		['pageNumber', null, undefined],
		['pageIndex', 0, 'page'],
		['pageOffset', 50, 'offset'],
		['pages', 5, 'pages'],
		['totalPages', 5, 'pages'],
		['pageCount', 5, 'pages'],
		['page_total', 5, 'pages'],
		['totalPages', 'many', 'unread'],
		// The last one
		['last', true, 'more'],
		['isLast', '0', 'more'],
		['end', 1, 'more'],
		['end', 49, 'unread'],
		['last', 5, 'lastPage'],
		['lastPage', 5, 'lastPage'],
		['last', LINK, undefined],
		['lastPageName', 'five', undefined],
		['lastItem', CURSOR, 'cursor'],
		['lastItem', 'five', 'unread'],
		['lastPageExists', true, undefined],
		// What remains
		['remaining', 7, 'remaining'],
		['remaining', true, 'more'],
		['remaining', null, undefined],
		['remaining', 'few', 'unread'],
		// Numbers of contacts
		['perPage', 20, 'size'],
		['pageSize', 20, 'size'],
		['page_length', 20, 'size'],
		['limit', 20, 'size'],
		['itemsOnPage', 20, 'count'],
		['pageItems', 20, 'count'],
		['returned', 20, 'count'],
		['total', 230, 'total'],
		['total', '230', 'total'],
		['total', null, undefined],
		['total', -1, undefined],
		['total', 2.5, undefined],
		['total', 'many', 'unread'],
		['numFound', 230, 'total'],
		['offset', 50, 'offset'],
		['offset', 'abc', 'cursor'],
		['offset', LINK, undefined],
		['startIndex', 1, 'offset'],
		['count', 20, 'count'],
		['count', 'many', 'unread'],
		['items', 20, 'count'],
		// Failures
		['error', 'Too many requests', 'failure'],
		['error', 'OK', undefined],
		['error', 'No error', undefined],
		['error', false, undefined],
		['error', '0', undefined],
		['error', {}, undefined],
		['error', undefined, undefined],
		['error', { code: 1 }, 'failure'],
		['error', { toString: 1, valueOf: 1 }, 'failure'],
		['errors', [], undefined],
		['errors', [{ toString: 1 }], 'failure'],
		['errors', 0, undefined],
		['errorCode', 200, undefined],
		['errorCode', 300, 'failure'],
		['errorCode', 17, 'failure'],
		['success', false, 'failure'],
		['success', 'no', 'failure'],
		['success', true, undefined],
		['status', 'Error', 'failure'],
		['status', 'ok', undefined],
		['status', 404, 'failure'],
		['status', 200, undefined],
		['status', [{ toString: 1 }], undefined],
		['successfulShardsTotal', 3, undefined],
		// Something else
		['name', 'x', undefined],
		['lastModified', 'x', undefined],
		['rateLimit', 100, undefined],
		['vid', 7, 'unread'],
		['vid', '', undefined],
		['vid', undefined, undefined],
		['vid', {}, undefined],
		['vid', [7], undefined],
	])('%s %j: %s', (name, value, meaning) => {
		expect(meaningOf(wordsIn(name), value)).toBe(meaning);
	});

	it.each<[string, string, string | undefined]>([
		['contactsTotal', 'contacts', 'total'],
		['accounts_count', 'accounts', 'count'],
		['account_count', 'accounts', 'count'],
		['account_count', 'contacts', undefined],
		['leadCount', 'leads', 'count'],
	])('%s, beside the list %s: %s', (name, list, meaning) => {
		expect(meaningOf(wordsIn(name), 230, wordsOfList(list))).toBe(meaning);
	});
});

describe('A value', () => {
	it.each<[unknown, boolean | undefined]>([
		...[true, 'true', 'TRUE', 1, '1', 'Yes', 'y'].map((flag): [unknown, boolean] => [flag, true]),
		...[false, 'False', 0, '0', 'no', 'N'].map((flag): [unknown, boolean] => [flag, false]),
		...[2, '', null, undefined, 'on', [], {}].map((flag): [unknown, undefined] => [
			flag,
			undefined,
		]),
	])('%j as a flag is %s', (value, flag) => {
		expect(toFlag(value)).toBe(flag);
	});

	it.each<[unknown, number | undefined]>([
		[0, 0],
		['7', 7],
		...['', ' 7', '1e3', -1, 1.5, 2 ** 53, '9007199254740993', null, true, [7]].map(
			(value): [unknown, undefined] => [value, undefined],
		),
	])('%j as a whole number is %s', (value, number) => {
		expect(toSafeInteger(value)).toBe(number);
	});

	it.each<[unknown, boolean]>([
		...[null, '', [], {}].map((value): [unknown, boolean] => [value, true]),
		...[undefined, 0, false, ' ', [0], { a: 1 }].map((value): [unknown, boolean] => [value, false]),
	])('%j is empty: %s', (value, expected) => {
		expect(isEmpty(value)).toBe(expected);
	});

	it.each<[unknown, string]>([
		[undefined, 'empty'],
		[[], 'empty'],
		['7', 'number'],
		[1, 'number'],
		['yes', 'flag'],
		[-1, 'negative'],
		['-0.5', 'negative'],
		[2.5, 'other'],
		[[1], 'other'],
		[{ valueOf: 1, toString: 1 }, 'other'],
		['HTTPS://x', 'link'],
		['/x', 'link'],
		['ftp://x', 'text'],
	])('%j is of the kind %s', (value, kind) => {
		expect(kindOf(value)).toBe(kind);
	});

	it.each<[string, boolean]>([
		[CURSOR, true],
		['a_b_c', true],
		['abcD', true],
		['abc1', true],
		['ab1', false],
		['a1'.repeat(2_049), false],
		['page two1', false],
		['done', false],
		['2026-01-31T00:00', false],
		['v1.2.3', false],
		['10.5', false],
	])('%s may be a cursor: %s', (text, expected) => {
		expect(isOpaque(text)).toBe(expected);
	});
});
