import type { JsonObject } from '../../../../nodes/Contacts/response/json';
import { readSigns, type Sign } from '../../../../nodes/Contacts/response/readSigns';

const LINK = 'https://api.example.com/v1/contacts?x=2';

/** The signs beside the list, each as `meaning name = value`. */
function signsOf(
	body: unknown,
	headers: Record<string, string> = {},
	path = ['list'],
	contacts: JsonObject[] = [],
	status = 200,
): string[] {
	return readSigns(status, body, new Headers(headers), { path }, contacts).map(inLine);
}

function inLine({ meaning, name, value, isFar, isMinimum }: Sign): string {
	const notes = `${isFar ? ' (far)' : ''}${isMinimum ? ' (at least)' : ''}`;
	return `${meaning} ${name} = ${String(value)}${notes}`;
}

describe('A field is read', () => {
	it.each<[string, object, string[]]>([
		['by its name and value', { next: LINK }, [`link next = ${LINK}`]],
		['with an empty value', { next: null }, ['noNext next = ']],
		['with a value that is no next page', { next: 0 }, ['noNext next = 0']],
		['as a flag', { hasMore: 'False' }, ['more hasMore = false']],
		[
			'as a flag of the last page',
			{ isLast: true, page_final: '0' },
			['more isLast = false', 'more page_final = true'],
		],
		['as a flag that there is no more', { noMore: true }, ['more noMore = false']],
		['as a number, also from a text', { total: '230' }, ['total total = 230']],
		[
			'without its namespace',
			{ 'hydra:next': LINK, '@odata.count': 7, openSearch$totalResults: 9 },
			[`link hydra:next = ${LINK}`, 'count @odata.count = 7', 'total openSearch$totalResults = 9'],
		],
		[
			'as a count in an object about pages',
			{ pageInfo: { count: 9 } },
			['count pageInfo.count = 9'],
		],
		['as the report of a failure', { error: 'x' }, ['failure error = true']],
		['as a list of failures', { errors: [{ code: 1 }] }, ['failure errors = true']],
		['as an object about a failure', { fault: { code: 1 } }, ['failure fault = true']],
		['as no failure', { errors: [0], errorInfo: {} }, ['failure errors = true']],
		['in an object', { meta: { page: { total: 7 } } }, ['total meta.page.total = 7']],
		['in next', { next: { after: 'abc1' } }, ['cursor next.after = abc1']],
		[
			'in an object with the number of this page',
			{ pagination: { current: 1, total: 5 } },
			['page pagination.current = 1', 'pages pagination.total = 5'],
		],
		['as a wrapped number', { total: { value: 230, relation: 'eq' } }, ['total total = 230']],
		[
			'as a wrapped number of at least',
			{ hits: { value: 9, relation: 'GTE' } },
			['total hits = 9 (at least)'],
		],
		[
			'as a wrapped number with an odd relation',
			{ total: { value: 9, relation: { toString: 1 } } },
			['total total = 9'],
		],
		[
			'as a number in a feed',
			{ openSearch$totalResults: { $t: '230' } },
			['total openSearch$totalResults = 230'],
		],
		[
			'as no number where there are others',
			{ total: { value: 9, a: 0, b: 0 } },
			['count total.value = 9'],
		],
		[
			'as no number of a name without meaning',
			{ weather: { value: 9 } },
			['count weather.value = 9'],
		],
		[
			'in what repeats the request, far from the list',
			{ query: { offset: 50, hasMore: false } },
			['offset query.offset = 50 (far)', 'more query.hasMore = false (far)'],
		],
		['in what repeats the request, not as a failure', { query: { error: 'x' } }, []],
		['not in what is about something else', { rateLimit: { total: 9 }, previous: { page: 1 } }, []],
		['in links', { _links: { next: { href: LINK } } }, [`link _links.next.href = ${LINK}`]],
		['in links without a next one', { links: { first: { href: LINK } } }, ['noNext links.next = ']],
		['in links that are not of pages', { links: { self: LINK } }, []],
		[
			'in a list of links',
			{ link: [{ relation: 'NEXT', url: LINK }] },
			[`link link.next = ${LINK}`],
		],
		[
			'in a list of links with several relations',
			{ links: [{ rel: ['last', 'next'], uri: LINK }] },
			[`link links.next = ${LINK}`],
		],
		[
			'in a list of links of other names',
			{ x: [{ relationship: 'next', link: LINK }, 1] },
			[`link x.next = ${LINK}`],
		],
		[
			'in a list of links without a next one',
			{ links: [{ rel: 'prev', href: LINK }] },
			['noNext links.next = '],
		],
		['in a list of other links', { links: [{ rel: 'self' }, { name: 1 }, 'x'] }, []],
		[
			'as unread, where the name is about pages',
			{ paging_thing: 'done', 'vid-page': true },
			['unread paging_thing = done', 'unread vid-page = true'],
		],
		[
			'as unread, where the value is a number or a link',
			{ vid: 7, see: LINK },
			['unread vid = 7', `unread see = ${LINK}`],
		],
		[
			'as unread, where the value may be a cursor',
			{ vid: 'abc1', mood: 'good' },
			['unread vid = abc1'],
		],
		[
			'as unread, where the value is a list or a fraction',
			{ next: [LINK], nextOne: 2.5 },
			['unread nextOne = true'],
		],
		['not as unread where it says nothing', { vid: 0, flag: false, sound: -1, tax: 2.5 }, []],
		['not where the name is about something else', { requestId: 'abc1', rate: 7 }, []],
		[
			'with a value that no URL could hold as unread',
			{ nextCursor: 'a1'.repeat(9_000) },
			['unread nextCursor = true'],
		],
		['not with a long value of a name without meaning', { vid: 'a1'.repeat(9_000) }, []],
		['not in the list', { list: [{ next: LINK }] }, []],
		['not under a name of more than 200 bytes', { [`next${'x'.repeat(200)}`]: LINK }, []],
	])('%s', (_name, body, expected) => {
		expect(signsOf({ list: [], ...body })).toEqual(expected);
	});

	it('beside each object on the way to the list, nearest first', () => {
		const body = { total: 3, data: { meta: { total: 2 }, list: [], total: 1 }, rest: { total: 4 } };
		const signs = readSigns(200, body, new Headers({ 'X-Total-Count': '5' }), {
			path: ['data', 'list'],
		});
		expect(signs.map(({ value, distance }) => [value, distance])).toEqual([
			[1, 0],
			[3, 1],
			[2, 1],
			[4, 2],
			[5, 10],
		]);
	});

	it('also in a response without a list, and not in one that is the list', () => {
		expect(readSigns(200, { total: 0 }, new Headers()).map(inLine)).toEqual(['total total = 0']);
		expect(readSigns(200, [{ next: LINK }], new Headers())).toEqual([]);
	});

	it('down to four nested objects', () => {
		const deep = (depth: number): object => (depth === 0 ? { total: 1 } : { b: deep(depth - 1) });
		expect(signsOf({ list: [], a: deep(3) })).toEqual(['total a.b.b.b.total = 1']);
		expect(signsOf({ list: [], a: deep(4) })).toEqual([]);
	});

	it('among the first 500; that there are more is unread', () => {
		const fields = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, 0]));
		expect(signsOf({ list: [], ...fields(499), total: 1 })).toEqual(['total total = 1']);
		expect(signsOf({ list: [], ...fields(500), total: 1, pages: 1 })).toEqual(['unread … = true']);
	});
});

it('A field whose name is that of the list is not unread', () => {
	expect(signsOf({ accounts: [], account_ref: 'abc1' }, {}, ['accounts'])).toEqual([]);
});

describe('The last contact says something about pages', () => {
	it.each<[string, JsonObject[], string[]]>([
		['in a field that it alone has', [{}, {}, { cursor: 'abc1' }], ['cursor list.cursor = abc1']],
		['not in a field that another one has', [{}, { cursor: 'a' }, { cursor: 'abc1' }, {}], []],
		['not in a field that the first one has', [{ cursor: 'a' }, {}, { cursor: 'abc1' }], []],
		['not in a field that one between has', [{}, { cursor: 'a' }, { cursor: 'abc1' }], []],
		['not in a field about something else', [{}, { total: 7, name: 'Ada' }], []],
		['not where it is the only one', [{ cursor: 'abc1' }], []],
	])('%s', (_name, list, expected) => {
		expect(signsOf({ list }, {}, ['list'], list)).toEqual(expected);
	});
});

describe('A header is read', () => {
	it.each<[Record<string, string>, string[]]>([
		[{ Link: '</2>; rel="next"' }, ['link Link = /2']],
		[{ Link: '</1>; rel="first"' }, ['noNext Link = ']],
		[{ Link: '</style.css>; rel="preload"' }, []],
		[{ 'X-Total-Count': '230' }, ['total x-total-count = 230']],
		[{ 'X-WP-TotalPages': '5' }, ['pages x-wp-totalpages = 5']],
		[{ 'Last-Page': '5' }, ['lastPage last-page = 5']],
		[{ 'X-Next-Page': '2' }, ['nextPage x-next-page = 2']],
		[{ 'X-Next-Page': '' }, ['noNext x-next-page = ']],
		[{ 'X-Continuation-Token': 'a' }, ['cursor x-continuation-token = a']],
		[{ 'X-Has-More': 'true' }, ['more x-has-more = true']],
		[{ 'X-Pagination': '{"TotalCount":230}' }, ['total x-pagination.TotalCount = 230']],
		[{ 'X-Pagination': '{broken' }, []],
		[{ 'X-Flags': '{"total":230}' }, ['total x-flags.total = 230']],
		[{ Flags: '{"total":230}' }, []],
		[
			{ 'Content-Range': 'contacts 0-49/230' },
			['total Content-Range = 230', 'offset Content-Range = 0'],
		],
		[{ 'Content-Range': '0-49/*' }, ['offset Content-Range = 0']],
		[{ 'Content-Range': '*/0' }, ['total Content-Range = 0']],
		[{ 'Content-Range': 'bytes 0-49/230' }, []],
		// Names that are common in headers of other meanings.
		[{ Status: '500', 'X-Success': 'false', 'X-Remaining': '7', 'X-Request-Id': 'a' }, []],
	])('%j: %j', (headers, expected) => {
		expect(signsOf({ list: [] }, headers)).toEqual(expected);
	});
});

it('The status Partial Content says that there is more', () => {
	expect(signsOf({ list: [] }, {}, ['list'], [], 206)).toEqual(['more status 206 = true']);
});
