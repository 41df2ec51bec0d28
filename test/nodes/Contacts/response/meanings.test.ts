import { parseJson } from '../../../../credentials/contactsApi/parseJson';
import {
	isForeign,
	isOpaque,
	kindOf,
	type Meaning,
	meaningOf,
	toFlag,
	toSafeInteger,
	wordsOfList,
} from '../../../../nodes/Contacts/response/meanings';
import { wordsIn } from '../../../../nodes/Contacts/response/words';

/** Names and values of fields, by what they mean. Values are JSON, or text without quotes. */
const FIELDS: Record<Meaning | 'nothing', string> = {
	link: 'nextLink: Contacts?page=2; next: /2; next: ?page=2; startCursor: /2; cursor: /2; more: /2; moreUrl: /2; morePages: /2; moreItems: /2',
	cursor: `
		next: a1B2; next: abc; nextToken: 17; nextPageToken: a1B2; NextMarker: b;
		startAfter: a1B2; endCursor: a1B2; cursor: 17; scrollId: a1B2;
		lastItem: a1B2; starting_after: a1B2; next_page_starts_after: 1019; offset: abc; pageToken: a1B2; next_run: b; tokenType: Bearer`,
	nextPage: 'next: 2; next: "2"; hasNext: 7',
	nextOffset: 'nextOffset: 50; next_skip: "50"; nextRecord: 51',
	noNext: `
		next: 0; next: "0"; next: -1; next: "-1"; next: null; next: ""; next: {}; cursor: null;
		cursor: -1; cursor: 0; cursor: {}`,
	more: `
		next: true; next: false; hasNext: 1; hasNextPage: yes; hasNextPage: 0; hasMore: true;
		hasMore: False; hasMore: 0; truncated: "true"; limitReached: true; last: true;
		isLast: "0"; end: 1; remaining: true; lastUnavailable: true;
		reachedEnd: false; isComplete: false; allLoaded: "false"; hayMas: true`,
	total:
		'total: 230; total: "230"; numFound: 230; of: 230; outOf: 230; anzahlGesamt: 230; successfulShardsTotal: 0',
	count:
		'itemsOnPage: 20; pageItems: 20; returned: 20; count: 20; items: 20; firstNumber: 5; pageReturned: 20; currentNumber: 3; maxItems: 20',
	remaining: 'more: 12; remaining: 7',
	pages:
		'pages: 5; totalPages: 5; pageCount: 5; page_total: 5; maxPage: 5; page_vid_count: 5; paginas: 5; seitenAnzahl: 5',
	lastPage: 'last: 5; lastPage: 5; lastPageItem: 5',
	page: `
		currentPage: 3; pageToken: 17; p: 2; pg: 2; page: 2; number: 0; pageNumber: "2";
		pageIndex: 0; resultPageIndex: 0; pageCounter: 2; pageDiscount: 2; page_start_index: 3`,
	offset: 'firstIndex: 0; pageOffset: 50; offset: 50; startIndex: 1; pageOffsetIndexes: 50',
	size: 'perPage: 20; pageSize: 20; page_length: 20; limit: 20; perItem: 20; rateLimit: 100',
	failure: `
		error: Too many requests; error: true; error: {"code":1}; error: {"toString":1,"valueOf":1};
		errors: [{"toString":1}]; errorCode: 300; errorCode: 17; success: false; success: no;
		status: Error; status: 400; isSuccess: false; responseMetaSuccess: false`,
	unread: `
		limitedBy: 50;
		next: ["/2"]; next: 2.5; more: some; p: abc; page: true; totalPages: many; end: 49;
		lastItem: five; lastResultIndex: 49; remaining: few; total: many; count: many; vid: 7; cursor: [7]; more: [7]; vid_p: 2; p_g: 2; completed: 0; older: /2;
		name: x; lastModified: x`,
	nothing: `firstRecord: 5; maxHits: 1000; order_by: created; sort: name; lastResultIndex: 0; startingAfter: null; result: 200; current_url: /2; selfLink: /2; currentCursor: a1B2; first: /2; firstPage: 1; previous: /2; prev_cursor: a1B2;
		startCursor: a1B2; cursor: true; hasMore: null; moreInfo: /2;
		limitReached: false; isComplete: true; page: abc; pageNumber: null; last: /2;
		lastPageName: five; lastPageExists: true; remaining: null; total: null; total: -1;
		total: 2.5; offset: /2; error: OK; error: No error; error: false; error: "0"; error: {};
		errors: []; errors: 0; errorCode: 200; success: true; status: ok; status: 200;
		status: [{"toString":1}]; vid: ""; vid: {}; vid: [7]; lastPage: a1B2; lastPageExist: true;
		error: {"code":"ok"}; errors: {"count":0}; errors: [null,""]; errors: "[]"; errorCode: "000"; error: No errors`,
};

const fields = Object.entries(FIELDS).flatMap(([meaning, list]) =>
	split(list, ';').map((field): [string, unknown, string] => {
		const [name, value] = split(field, ': ') as [string, string];
		const parsed = parseJson(value);
		return [name, parsed === undefined ? value : parsed, meaning];
	}),
);

function split(text: string, separator: string): string[] {
	return text.split(separator).map((part) => part.trim());
}

describe('A field means, by its name and its value:', () => {
	it.each([...fields, ['error', undefined, 'nothing'], ['vid', undefined, 'nothing']])(
		'%s %j: %s',
		(name, value, meaning) => {
			expect(meaningOf(wordsIn(name), value) ?? 'nothing').toBe(meaning);
		},
	);

	it.each<[string, string, string | undefined]>([
		['contactsTotal', 'contacts', 'total'],
		['accounts_count', 'accounts', 'count'],
		['account_count', 'accounts', 'count'],
		['account_count', 'contacts', 'count'],
		['session_count', 'sessions', 'count'],
		['leadCount', 'leads', 'count'],
		['pageLeads', 'leads', 'count'],
	])('%s, beside the list %s: %s', (name, list, meaning) => {
		expect(meaningOf(wordsIn(name), 230, wordsOfList(list))).toBe(meaning);
	});
});

it.each<[boolean, Array<[name: string, value: unknown, list?: string]>]>([
	[true, ['moreOptions', 'next_run', 'vid', 'rateLimit'].map((name) => [name, true])],
	[
		true,
		[
			['lastName', true],
			['account_count', 7, 'contacts'],
		],
	],
	[false, ['hasMore', 'nextPageToken', 'total_count'].map((name) => [name, true])],
	[
		false,
		[
			['lastName', 'Ada'],
			['account_count', 7, 'accounts'],
			['', 1],
		],
	],
])('A word is foreign (%s) in %j', (expected, names) => {
	const foreign = names.map(([name, value, list = '']) =>
		isForeign(wordsIn(name), value, wordsOfList(list)),
	);
	expect(foreign).toEqual(names.map(() => expected));
});

describe('A value', () => {
	it.each<[boolean | undefined, unknown[]]>([
		[true, [true, 'true', 'TRUE', 1, '1', 'Yes', 'y']],
		[false, [false, 'False', 0, '0', 'no', 'N']],
		[undefined, [2, '', null, undefined, 'on', [], {}]],
	])('is %s as a flag: %j', (flag, values) => {
		expect(values.map(toFlag)).toEqual(values.map(() => flag));
	});

	it('is a whole number, or text that is one, and no other value', () => {
		expect([0, '7'].map(toSafeInteger)).toEqual([0, 7]);
		const others = ['', ' 7', '1e3', -1, 1.5, 2 ** 53, '9007199254740993', null, true, [7]];
		expect(others.map(toSafeInteger)).toEqual(others.map(() => undefined));
	});

	it.each<[string, unknown[]]>([
		['empty', [undefined, []]],
		['number', ['7', 1]],
		['flag', ['yes']],
		['negative', [-1, '-0.5']],
		['other', [2.5, [1], { valueOf: 1, toString: 1 }]],
		['link', ['HTTPS://x', '/x']],
		['text', ['ftp://x', '0.0']],
	])('is of the kind %s: %j', (kind, values) => {
		expect(values.map(kindOf)).toEqual(values.map(() => kind));
	});

	it.each([
		[true, ['eyJpZCI6NTB9', 'a_b_c', 'abcD', 'abc1', 'a1'.repeat(2_048)]],
		[true, ['x2026-01-31', 'build-1.2', '1.2.3x']],
		[false, ['ab1', 'a1'.repeat(2_048) + 'a', 'page two1', 'done']],
		[false, ['2026-01-31T00:00', 'v1.2.3', '10.25']],
	])('may be a cursor (%s): %j', (expected, texts) => {
		expect(texts.map(isOpaque)).toEqual(texts.map(() => expected));
	});
});
