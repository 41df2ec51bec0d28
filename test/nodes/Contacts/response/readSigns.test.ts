import { readSigns, type Sign } from '../../../../nodes/Contacts/response/readSigns';

/** What a response says, each sign as `meaning name = value`; `(!)` for what is about pages. */
function signsOf(
	body: unknown,
	headers: Record<string, string> = {},
	path = ['list'],
	status = 200,
): string {
	const signs = readSigns(status, body, new Headers(headers), { path });
	return signs.map(inLine).join(', ');
}

function inLine({ meaning, name, value, isForeign, isMinimum, isPaging }: Sign): string {
	const isNoted = meaning === 'unread' && isPaging;
	const notes = `${isForeign ? ' (foreign)' : ''}${isMinimum ? ' (at least)' : ''}${isNoted ? ' (!)' : ''}`;
	return `${meaning} ${name} = ${String(value)}${notes}`;
}

describe('What a field beside the list says', () => {
	it.each<[object, string]>([
		[{ next: '/2' }, 'link next = /2'],
		[{ next: null }, 'noNext next = '],
		[{ next: 0 }, 'noNext next = 0'],
		[{ next: [] }, 'noNext next = '],
		// Flags, also those of the last page
		[{ hasMore: 'False' }, 'more hasMore = false'],
		[{ isLast: true, page_final: '0' }, 'more isLast = false, more page_final = true'],
		[{ noMore: true }, 'more noMore = false'],
		// Names with a namespace
		[{ 'hydra:next': '/2' }, 'link hydra:next = /2'],
		[{ '@odata.count': 7 }, 'count @odata.count = 7'],
		[{ openSearch$totalResults: { $t: '9' } }, 'total openSearch$totalResults = 9'],
		// Failures
		[{ error: 'x' }, 'failure error = true'],
		[{ meta: { faultInfo: { code: 1 } } }, 'failure meta.faultInfo = true'],
		[{ errors: [0], errorInfo: {} }, 'failure errors = true'],
		[{ errors: [{ rel: 'help', href: '/x' }] }, 'failure errors = true'],
		[{ status: 20_000, status_message: 'Ok.' }, ''],
		[{ status: '0', statusmessage: 'Login OK' }, ''],
		[{ status: 400, message: 'Not OK' }, 'failure status = true'],
		[{ status: 400, message: -7 }, 'failure status = true'],
		[{ success: false, message: 'ok' }, 'failure success = true'],
		[{ status: 400, data: { message: 'ok' } }, 'failure status = true'],
		// Objects
		[{ meta: { page: { total: 7 } } }, 'total meta.page.total = 7'],
		[{ next: { after: 'abc1' } }, 'cursor next.after = abc1'],
		[{ nextPage: { number: 2 } }, 'nextPage nextPage.number = 2'],
		[{ page: { current: 1, total: 5 } }, 'page page.current = 1, pages page.total = 5'],
		[{ page: { current: 1, totalItems: 5 } }, 'page page.current = 1, total page.totalItems = 5'],
		[{ page: { current: 1, total: '?' } }, 'page page.current = 1, unread page.total = ? (!)'],
		[{ rateLimit: { total: 9 }, previous: { page: 1 } }, 'total rateLimit.total = 9 (foreign)'],
		// Wrapped numbers
		[{ weather: { value: 9, relation: 'eq' } }, 'total weather = 9 (foreign)'],
		[{ hits: { value: 9, relation: 'GTE' } }, 'total hits = 9 (at least)'],
		[{ hits: { value: 9, relation: 'gt' } }, 'total hits = 9 (at least)'],
		[{ hits: { value: 9, relation: 'xgte' } }, 'total hits = 9'],
		[{ hits: { value: 9, relation: 'gtex' } }, 'total hits = 9'],
		[{ total: { value: 9, relation: { toString: 1 } } }, 'total total = 9'],
		[{ total: { value: 9, a: 0, b: 0 } }, 'count total.value = 9'],
		[{ total: { count: 9 } }, 'total total = 9'],
		[{ total: { '#text': 9 } }, 'total total = 9'],
		[{ total: { _text: 9 } }, 'total total = 9'],
		[{ page: { value: 2 } }, 'page page = 2'],
		[{ hasMore: { value: 1 } }, 'more hasMore = true'],
		[{ weather: { value: 9 } }, 'count weather.value = 9 (foreign)'],
		[{ weight: { value: 9 } }, 'count weight.value = 9 (foreign)'],
		[{ pageInfo: { count: 9 } }, 'count pageInfo.count = 9'],
		// What repeats the request
		[{ query: { offset: 50, error: 'x' } }, 'offset query.offset = 50 (foreign)'],
		[{ query: { hasMore: false } }, 'more query.hasMore = false (foreign)'],
		// Links
		[{ _links: { next: { href: '/2' } } }, 'link _links.next.href = /2'],
		[{ link: { prev: '/0' } }, 'noNext link.next = '],
		[{ links: { prev: '/0', nextPage: '/2' } }, 'link links.nextPage = /2'],
		[{ links: { self: '/1' }, urls: { prev: '/0' }, linksets: { prev: '/0' } }, ''],
		[{ link: [{ relation: 'NEXT', url: '/2' }] }, 'link link.next = /2'],
		[{ links: [{ rel: ['last', 'next'], uri: '/2' }] }, 'link links.next = /2'],
		[{ x: [{ relationship: 'next', link: '/2' }, 1] }, 'link x.next = /2'],
		[{ links: [{ rel: 'next-page', href: '/2' }] }, 'link links.next = /2'],
		[{ links: [{ rel: 'https://x.example/rel#next', href: '/2' }] }, 'link links.next = /2'],
		[{ x: [{ type: 'next', url: '/2' }], y: [{ type: 'first' }] }, 'link x.next = /2'],
		[{ x: [{ name: 'next', url: '/2' }], y: [{ name: 'first' }] }, 'link x.next = /2'],
		[{ x: [{ name: 'next', rel: 'Workflows', href: '/2' }] }, 'link x.next = /2'],
		[{ x: [{ rel: 'next', href: null }] }, ''],
		[{ x: [{ rel: 'next', href: '' }] }, 'noNext x.next = '],
		// A list of one object about pages
		[{ _links: [{ next: { href: '/2' } }] }, 'link _links.0.next.href = /2'],
		[{ meta: [{ total: 230 }], stores: [{ total: 9 }] }, 'total meta.0.total = 230'],
		[{ pages: [{ total: 230 }, { total: 9 }] }, ''],
		// Ranges
		[{ shown: '1-50 of 230' }, 'total shown = 230, offset shown = 1'],
		[{ shown: '1-50 or 230' }, ''],
		[{ links: [{ rel: 'prev', href: '/0' }] }, 'noNext links.next = '],
		[{ links: [{ rel: 'self' }, { rel: 5 }, null, 'x'] }, ''],
		// Unread, where the name is about pages
		[{ remaining_items: 'done', page_thing: 'done' }, 'unread remaining_items = done (!)'],
		[{ page: 'yes' }, 'unread page = true (!)'],
		[{ next: ['/2'], nextOne: 2.5 }, 'unread next = true (!), unread nextOne = true (foreign) (!)'],
		[{ next: [{ a: 1 }] }, ''],
		[{ LastEvaluatedKey: { id: 'a1B2' } }, 'unread LastEvaluatedKey = true (foreign) (!)'],
		// Unread, where the value may be a place in the list
		[{ vid: 7, see: '/2' }, 'unread vid = 7 (foreign), unread see = /2 (foreign)'],
		// Nothing
		[{ vid: 0, flag: false, sound: -1, tax: 2.5 }, ''],
		[{ [`next${'x'.repeat(200)}`]: '/2' }, ''],
	])('%j: %s', (body, expected) => {
		expect(signsOf({ list: [], ...body })).toBe(expected);
	});

	it('is unread where the value is too long for a URL', () => {
		const longest = 'a1'.repeat(8_192);
		const signs = [longest, `${longest}a`].map((value) =>
			signsOf({ nextCursor: value, paging_thing: value, mood: value }).replaceAll(
				value,
				'all of it',
			),
		);
		expect(signs).toEqual([
			'cursor nextCursor = all of it',
			'unread nextCursor = true (!), unread paging_thing = true (foreign) (!)',
		]);
	});

	it('is read beside each object on the way to the list, nearest first', () => {
		const body = { total: 3, data: { meta: { total: 2 }, list: [], total: 1 }, rest: { total: 4 } };
		const headers = new Headers({ 'X-Total-Count': '5' });
		const signs = readSigns(206, body, headers, { path: ['data', 'list'] });
		const places = signs.map(({ value, distance }) => `${String(value)} at ${distance}`);
		expect(places.join(', ')).toBe('1 at 0, 3 at 1, 2 at 1, 4 at 2, 5 at 10, true at 10');
	});

	it('is read without a list, and not in a response that is the list', () => {
		const signs = readSigns(200, { total: 0, meta: { page: 1 } }, new Headers());
		expect(signs).toEqual([
			{ meaning: 'total', name: 'total', value: 0, distance: 0 },
			{ meaning: 'page', name: 'meta.page', value: 1, distance: 1 },
		]);
		expect(signsOf([{ next: '/2' }], {}, [])).toBe('');
	});

	it('is read down to four nested objects', () => {
		const deep = (depth: number): object => (depth === 0 ? { total: 1 } : { b: deep(depth - 1) });
		expect(signsOf({ list: [], a: deep(3) })).toBe('total a.b.b.b.total = 1 (foreign)');
		expect(signsOf({ list: [], a: deep(4) })).toBe('');
	});

	it('is read among the first 500; that there are more is unread', () => {
		const fields = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, 0]));
		expect(signsOf({ list: [], ...fields(499), total: 1 })).toBe('total total = 1');
		expect(signsOf({ list: [], ...fields(500), total: 1, pages: 1 })).toBe('unread … = true (!)');
	});

	it('is a count where the name is that of the list', () => {
		const body = { accounts: [], account_count: 7 };
		expect(signsOf(body, {}, ['accounts'])).toBe('count account_count = 7');
	});
});

describe('A header is read', () => {
	it.each<[Record<string, string>, string]>([
		[{ Link: '</2>; rel="next"' }, 'link Link = /2'],
		[{ Link: '</1>; rel="first"' }, 'noNext Link = '],
		[{ Link: '</style.css>; rel="preload"' }, ''],
		[{ 'X-Total-Count': '230' }, 'total x-total-count = 230'],
		[{ 'Last-Page': '5' }, 'lastPage last-page = 5'],
		[{ 'X-Next-Page': '' }, 'noNext x-next-page = '],
		[{ 'X-Pagination': '{"TotalCount":230}' }, 'total x-pagination.TotalCount = 230'],
		[{ 'X-Pagination': '{broken' }, ''],
		[{ 'X-Flags': '{"total":230}' }, 'total x-flags.total = 230'],
		[{ 'Content-Range': 'x 0-49/230' }, 'total Content-Range = 230, offset Content-Range = 0'],
		[{ 'Content-Range': '50-99/*' }, 'offset Content-Range = 50'],
		[{ 'Content-Range': '*/0' }, 'total Content-Range = 0'],
		[{ 'Content-Range': 'bytes 0-49/230' }, ''],
		[{ 'X-Range': '0-49/230' }, 'total x-range = 230, offset x-range = 0'],
		[{ 'X-Shown': '0-49/230' }, ''],
		[{ 'X-Range-Total': '230' }, ''],
		[{ 'Content-Range': '0-49/230 x' }, ''],
		// Names that are common in headers of other meanings.
		[{ Status: '500', 'X-Success': 'false', 'X-Remaining': '7', 'X-Request-Id': 'a' }, ''],
	])('%j: %s', (headers, expected) => {
		expect(signsOf({ list: [] }, headers)).toBe(expected);
	});
});

it('The status Partial Content says that there is more', () => {
	expect(signsOf({ list: [] }, {}, ['list'], 206)).toBe('more status 206 = true');
});
