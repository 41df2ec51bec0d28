import { readSigns } from '../../../../nodes/Contacts/pagination/readSigns';
import type { Signs } from '../../../../nodes/Contacts/pagination/signs';

const LINK = 'https://api.example.com/v1/contacts?x=2';

/** The signs, each as `kind name = value → parameter`. */
function signsOf(body: unknown, headers: Record<string, string> = {}, path: string[] = ['list']) {
	return inLines(readSigns(body, new Headers(headers), path));
}

function inLines(signs: Signs): string[] {
	return Object.entries(signs).flatMap(([kind, list]) =>
		(list as Array<{ name: string; value?: unknown; parameter?: string }>).map(
			({ name, value, parameter }) => {
				const text = typeof value === 'object' ? JSON.stringify(value) : value;
				const says = value === undefined ? '' : ` = ${text as string}`;
				const isSent = /^(cursors|nextPages|nextOffsets|pageNumbers|offsets)$/.test(kind);
				return `${kind} ${name}${says}${isSent ? ` → ${parameter}` : ''}`;
			},
		),
	);
}

describe('A field is read by its name and its value', () => {
	it.each<[Record<string, unknown>, string[]]>([
		// A field that may be a link, a cursor, a number or a flag.
		[{ next: LINK }, [`links next = ${LINK}`]],
		[{ next: '/2' }, ['links next = /2']],
		[{ next: '?page=2' }, ['links next = ?page=2']],
		[{ next: 'abc' }, ['cursors next = abc → cursor']],
		[{ next: 2 }, ['nextPages next = 2 → page']],
		[{ next: '2' }, ['nextPages next = 2 → page']],
		[{ next: true }, ['more next = true']],
		[{ next: 0 }, ['noNext next']],
		[{ next: null }, ['noNext next']],
		[{ next: '' }, ['noNext next']],
		[{ next: {} }, ['noNext next']],
		[{ next: [LINK] }, [`unread next = ["${LINK}"]`]],
		[{ nextPage: false }, ['more nextPage = false']],
		// Links.
		[{ nextLink: 'contacts/2' }, ['links nextLink = contacts/2']],
		[{ nextLink: false }, ['noNext nextLink']],
		[{ nextLink: 0 }, ['noNext nextLink']],
		[{ nextLink: 2 }, ['unread nextLink = 2']],
		// Cursors.
		[{ nextPageToken: 'a' }, ['cursors nextPageToken = a → pageToken']],
		[{ next_page_token: 'a' }, ['cursors next_page_token = a → page_token']],
		[{ NextPageToken: 'a' }, ['cursors NextPageToken = a → PageToken']],
		[{ 'next-page-token': 'a' }, ['cursors next-page-token = a → page-token']],
		[{ nextCursor: 17 }, ['cursors nextCursor = 17 → cursor']],
		[{ nextCursor: LINK }, [`links nextCursor = ${LINK}`]],
		[{ nextCursor: 0 }, ['noNext nextCursor']],
		[{ nextCursor: false }, ['noNext nextCursor']],
		[{ nextCursor: [1] }, ['unread nextCursor = [1]']],
		// JSON rounds it.
		[{ nextCursor: 2 ** 53 }, ['unread nextCursor = 9007199254740992']],
		// Numbers of the next page and offset.
		[{ nextPageNumber: 2 }, ['nextPages nextPageNumber = 2 → page']],
		[{ nextOffset: '50' }, ['nextOffsets nextOffset = 50 → offset']],
		[{ next_skip: 50 }, ['nextOffsets next_skip = 50 → skip']],
		[{ nextOffset: 0 }, ['noNext nextOffset']],
		[{ nextOffset: -1 }, ['noNext nextOffset']],
		[{ nextOffset: false }, ['noNext nextOffset']],
		[{ nextOffset: null }, ['noNext nextOffset']],
		[{ nextOffset: 'abc' }, ['cursors nextOffset = abc → offset']],
		[{ nextOffset: LINK }, [`links nextOffset = ${LINK}`]],
		[{ nextOffset: [1] }, ['unread nextOffset = [1]']],
		// Flags.
		[{ hasMore: true }, ['more hasMore = true']],
		[{ hasMore: 'False' }, ['more hasMore = false']],
		[{ hasMore: 'yes' }, ['more hasMore = true']],
		[{ hasMore: 0 }, ['more hasMore = false']],
		[{ hasMore: null }, []],
		[{ hasMore: 2 }, ['unread hasMore = 2']],
		[{ isLast: true }, ['more isLast = false']],
		[{ isLast: '0' }, ['more isLast = true']],
		[{ last: false }, ['more last = true']],
		[{ last: 5 }, ['lastPages last = 5']],
		[{ last: LINK }, []],
		// Numbers.
		[{ total: 230 }, ['totals total = 230']],
		[{ total: '230' }, ['totals total = 230']],
		[{ total: null }, []],
		[{ total: -1 }, []],
		[{ total: 2.5 }, ['unread total = 2.5']],
		[{ remainingCount: 3 }, ['remaining remainingCount = 3']],
		[{ totalPages: 5 }, ['pages totalPages = 5']],
		[{ current_page: 1 }, ['pageNumbers current_page = 1 → page']],
		[{ page: 'abc' }, []],
		[{ page: true }, ['unread page = true']],
		[{ startIndex: 1 }, ['offsets startIndex = 1 → startIndex']],
		[{ offset: 'abc' }, ['cursors offset = abc → offset']],
		[{ offset: '/abc' }, ['unread offset = /abc']],
		[{ offset: true }, ['unread offset = true']],
		[{ perPage: 20 }, ['pageSizes perPage = 20']],
		[{ count: 20 }, ['counts count = 20']],
		[{ count: [1] }, []],
		[{ count: 'many' }, ['unread count = many']],
		// Failures.
		[{ error: 'x' }, ['failures error']],
		[{ errors: [{ code: 1 }] }, ['failures errors']],
		[{ errors: { code: 1 } }, ['failures errors']],
		[{ errors: [] }, []],
		[{ error: false }, []],
		[{ error: null }, []],
		[{ success: false }, ['failures success']],
		[{ success: true }, []],
		[{ ok: 'no' }, ['failures ok']],
		[{ status: 'Error' }, ['failures status']],
		[{ status: 'ok' }, []],
		[{ status: 404 }, ['failures status']],
		[{ status: 200 }, []],
		// Names that say nothing about the next page.
		[{ previous: LINK, firstPageUrl: LINK, tokenType: 'Bearer' }, []],
		[{ name: 'x', lastModified: 'x' }, []],
		// Names that sound like paging but are not in the table.
		[{ 'vid-offset': 7 }, ['unread vid-offset = 7']],
		[{ scrollId: 'abc' }, ['unread scrollId = abc']],
		[{ scrollId: '' }, []],
		[{ scrollId: { a: { b: 'c' } } }, ['unread scrollId.a.b = c']],
	])('%j: %j', (body, expected) => {
		expect(signsOf({ list: [], ...body })).toEqual(expected);
	});
});

describe('A field is read outside the list', () => {
	it('and ranked by its distance from the list', () => {
		const body = { total: 3, data: { meta: { total: 2 }, list: [], total: 1 }, rest: { total: 4 } };
		const { totals } = readSigns(body, new Headers({ 'X-Total-Count': '5' }), ['data', 'list']);
		expect(totals.map(({ value }) => value)).toEqual([1, 3, 2, 4, 5]);
		expect(totals.map(({ isNear }) => isNear)).toEqual([true, true, true, false, true]);
	});

	it('and ranked by the table at the same distance', () => {
		const { totals } = readSigns({ list: [], fullCount: 1, total: 2 }, new Headers(), ['list']);
		expect(totals.map(({ value }) => value)).toEqual([2, 1]);
	});

	it('also in a response without a list', () => {
		expect(signsOf({ total: 0 }, {}, [])).toEqual(['totals total = 0']);
		expect(signsOf([{ next: LINK }], {}, [])).toEqual([]);
	});

	it.each<[string, object, string[]]>([
		['in the list', { list: [{ next: LINK }] }, []],
		[
			'in what repeats the request',
			{ query: { offset: 50, limit: 50 }, rateLimit: { total: 9 } },
			[],
		],
		['about the page before', { links: { previous: { offset: 0 } } }, ['noNext links.next']],
		['in next', { next: { after: 'a' } }, ['cursors next.after = a → after']],
		['in next, of any name', { next: { anything: 'a' } }, ['unread next.anything = a']],
		['in cursors', { cursors: { anything: 'a' } }, ['unread cursors.anything = a']],
		[
			'in next, deeper',
			{ paging: { next: { page: 2 } } },
			['nextPages paging.next.page = 2 → page'],
		],
		['in links', { _links: { next: { href: LINK } } }, [`links _links.next.href = ${LINK}`]],
		['in links without next', { links: { first: LINK } }, ['noNext links.next']],
		['in links that are not of pages', { links: { self: LINK } }, []],
		[
			'in a list of links',
			{ links: [{ rel: 'NEXT', href: LINK }] },
			[`links links.next = ${LINK}`],
		],
		[
			'in a list of links',
			{ link: [{ relation: 'next', url: LINK }] },
			[`links link.next = ${LINK}`],
		],
		['in a list of links', { links: [{ rel: 'next', uri: LINK }] }, [`links links.next = ${LINK}`]],
		[
			'in a list of links without next',
			{ links: [{ rel: 'prev', href: LINK }] },
			['noNext links.next'],
		],
		['in a list of links of other things', { links: [{ rel: 'self' }, { name: 1 }, 'x'] }, []],
	])('%s: %j', (_name, body, expected) => {
		expect(signsOf({ list: [], ...body })).toEqual(expected);
	});

	it('down to four nested objects', () => {
		const deep = (depth: number): object =>
			depth === 0 ? { total: 1 } : { data: deep(depth - 1) };
		expect(signsOf({ list: [], a: deep(3) })).toEqual(['totals a.data.data.data.total = 1']);
		expect(signsOf({ list: [], a: deep(4) })).toEqual([]);
		expect(signsOf({ list: [], a: { b: { c: { d: { total: { x: 1 } } } } } })).toEqual([
			'unread a.b.c.d.total = {"x":1}',
		]);
	});

	it('among the first 500; further ones count as unread', () => {
		const fields = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, 1]));
		expect(signsOf({ list: [], ...fields(499), total: 1 })).toEqual(['totals total = 1']);
		expect(signsOf({ list: [], ...fields(500), total: 1, pages: 1 })).toEqual(['unread …']);
	});
});

describe('A header is read', () => {
	it.each<[Record<string, string>, string[]]>([
		[{ Link: '</2>; rel="next"' }, ['links Link = /2']],
		[{ Link: '</1>; rel="first"' }, ['noNext Link']],
		[{ Link: '</style.css>; rel="preload"' }, []],
		[{ 'X-Total-Count': '230' }, ['totals x-total-count = 230']],
		[{ 'X-WP-TotalPages': '5' }, ['pages x-wp-totalpages = 5']],
		[{ 'X-Next-Page': '2' }, ['nextPages x-next-page = 2 → page']],
		[{ 'X-Next-Page': '' }, ['noNext x-next-page']],
		[{ 'X-Continuation-Token': 'a' }, ['cursors x-continuation-token = a → continuationToken']],
		[{ 'X-Offset': '0' }, ['offsets x-offset = 0 → offset']],
		[{ 'X-Has-More': 'true' }, ['more x-has-more = true']],
		[{ 'X-Scroll-Handle': 'a' }, ['unread x-scroll-handle = a']],
		[{ 'X-Pagination': '{"TotalCount":230}' }, ['totals x-pagination.TotalCount = 230']],
		[{ 'X-Pagination': '{broken' }, []],
		[
			{ 'Content-Range': 'contacts 0-49/230' },
			['totals Content-Range = 230', 'offsets Content-Range = 0 → offset'],
		],
		[{ 'Content-Range': '0-49/*' }, ['offsets Content-Range = 0 → offset']],
		[{ 'Content-Range': '*/0' }, ['totals Content-Range = 0']],
		[{ 'Content-Range': 'bytes 0-49/230' }, []],
		// Names that are common in headers of other meanings.
		[{ Status: '500', 'X-Success': 'false', 'Next-Run': 'x', 'X-Request-Id': 'a' }, []],
	])('%j: %j', (headers, expected) => {
		expect(signsOf({ list: [] }, headers)).toEqual(expected);
	});
});
