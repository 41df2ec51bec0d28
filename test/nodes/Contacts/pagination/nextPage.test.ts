import { isMode, nextPage } from '../../../../nodes/Contacts/pagination/nextPage';
import type { History, Page } from '../../../../nodes/Contacts/pagination/page';
import type { Pagination } from '../../../../nodes/Contacts/pagination/pagination';
import { startHistory } from '../../../../nodes/Contacts/pagination/remaining';
import { AUTOMATIC, ORIGIN, pageOf } from './reading';

const CONTACTS = [{ name: 'Ada' }, { name: 'Bob' }];
const LINK = `${ORIGIN}/v1/contacts?pageSize=2&x=2`;

type Rest = Partial<Page & Pick<History, 'firstCount' | 'locator'>>;

/** What follows a page of two contacts: `end`, why it is unknown, or the requests in order. */
function decide(
	body: object,
	settings: Partial<Pagination> = {},
	{ locator, firstCount, ...rest }: Rest = {},
) {
	const page = pageOf(Array.isArray(body) ? body : { list: CONTACTS, ...body }, rest);
	const start = startHistory(page);
	const history = { ...start, firstCount: firstCount ?? start.firstCount, locator };
	const next = nextPage(page, history, { ...AUTOMATIC, ...settings });
	if (next.kind === 'end') return 'end';
	if (next.kind === 'unknown') return [next.reason, ...(next.name ? [next.name] : [])].join(' ');
	return next.candidates.map(({ url }) => {
		url.searchParams.delete('pageSize');
		return url.pathname === '/v1/contacts' ? url.search.slice(1) : url.pathname + url.search;
	});
}

const headers = (fields: Record<string, string>) => ({ headers: new Headers(fields) });
const second = { number: 2, collected: 4 };

describe('In Automatic the next page is', () => {
	it.each<[string, object, unknown, Rest?]>([
		[
			'counted without a sign while pages are full',
			{},
			['page=3'],
			{ ...second, locator: { kind: 'page', parameter: 'page', value: 2, first: 1 } },
		],
		[
			'none on a page shorter than its stated size, where the service decides',
			{ perPage: 5 },
			'end',
			{ pageSize: undefined },
		],
		[
			'none on a page with fewer contacts than requested, although the service could send more',
			{ perPage: 100 },
			'end',
			{ pageSize: 50 },
		],
		['none on an empty page that states a size of 0', { list: [], perPage: 0 }, 'end'],
		['none at the total, whatever is farther away', { total: 2, other: { total: 9 } }, 'end'],
		['where a link leads', { next: LINK }, ['x=2']],
		['where a relative link leads', { next: '?page=2' }, ['page=2']],
		['on another path', { next: '/v2/list' }, ['/v2/list']],
		['without the fragment of the link', { next: '?page=2#top' }, ['page=2']],
		['where the Link header leads', {}, ['page=2'], headers({ Link: '<?page=2>; rel=next' })],
		[
			'where the link near the list leads',
			{ x: { next: '?x' }, links: { next: '?page=2' } },
			['page=2'],
		],
		['where a link far from the list leads', { x: { next: '?page=2' } }, ['page=2']],
		[
			'where the second link leads if the first is malformed',
			{ nextLink: 'https://', links: { next: '?page=2' } },
			['page=2'],
		],
		[
			'at the cursor if the link is malformed',
			{ nextLink: 'https://', nextCursor: 'a' },
			['cursor=a', 'nextCursor=a', 'after=a', 'pageToken=a', 'startCursor=a', 'offset=a'],
		],
		[
			'at a cursor, under the names that the parameter may have',
			{ next_cursor: 'a/b=' },
			[
				'cursor=a%2Fb%3D',
				'next_cursor=a%2Fb%3D',
				'after=a%2Fb%3D',
				'page_token=a%2Fb%3D',
				'start_cursor=a%2Fb%3D',
				'offset=a%2Fb%3D',
			],
		],
		[
			'at a cursor, under the name that worked before',
			{ next_cursor: 'b' },
			['after=b'],
			{ ...second, locator: { kind: 'cursor', parameter: 'after' } },
		],
		['at the next number', { nextPage: 2 }, ['page=2', 'nextPage=2', 'offset=2']],
		[
			'at the next offset',
			{ meta: { nextStart: 2 } },
			['start=2', 'nextStart=2', 'cursor=2', 'after=2', 'pageToken=2', 'startCursor=2', 'offset=2'],
		],
		['at the next offset, if it is a number', { nextOffset: 2 }, ['offset=2', 'nextOffset=2']],
		['counted from the stated page', { page: 1, hasMore: true }, ['page=2']],
		['counted from page 0', { pageNumber: 0, hasMore: true }, ['pageNumber=1']],
		['counted from the offset', { skip: 0, hasMore: true }, ['skip=2']],
		['counted from the offset that ends the page', { offset: 2, hasMore: true }, ['offset=2']],
		['counted from the page that is next', { currentPage: 2, hasMore: true }, ['page=2']],
		[
			'counted as before',
			{ page: 2, hasMore: true },
			['page=3'],
			{ ...second, locator: { kind: 'page', parameter: 'page', value: 2, first: 1 } },
		],
		['counted when a page states no size', { page: 1 }, ['page=2'], { pageSize: 50 }],
		['not counted from a first page above 1', { page: 7, hasMore: true }, 'nextUnknown'],
		['not counted after an empty cursor', { nextCursor: null, total: 3 }, 'end'],
		[
			'counted from a stated position in spite of an empty cursor',
			{ nextCursor: null, page: 1, total: 3 },
			['page=2'],
		],
		[
			'unknown when a flag and an empty cursor contradict each other',
			{ hasMore: true, nextCursor: null },
			'nextUnknown',
		],
		[
			'unknown after an empty link before the last page',
			{ next: null, totalPages: 2 },
			'nextUnknown',
		],
		[
			'requested on page 0 when a last page of 0 may be a flag',
			{ page: 0, last: 0 },
			['page=1'],
			{ pageSize: 50 },
		],
		['unknown when a last page of 0 is a flag', { last: 0 }, 'nextUnknown', { pageSize: 50 }],
		['none when a last page of 0 comes without contacts', { list: [], page: 0, last: 0 }, 'end'],
		[
			'unknown on a short first page with a number above 1',
			{ page: 7 },
			'signsUnread',
			{ pageSize: 50 },
		],
		['unknown after a flag alone', { hasMore: true }, 'nextUnknown'],
		['unknown after a malformed link', { nextLink: 'https://' }, 'nextMalformed nextLink'],
		['not on another host', { next: 'https://evil.example/' }, 'nextElsewhere'],
		['unknown on a full page without signs', {}, 'endUnknown'],
		[
			'unknown on a short page with an unread field',
			{ 'vid-offset': 7 },
			'signsUnread',
			{ pageSize: 50 },
		],
		[
			'unknown on a page of a common size',
			{},
			'endUnknown',
			{ pageSize: 500, contacts: Array(100).fill({}) },
		],
		['unknown when the service decides the size', {}, 'endUnknown', { pageSize: undefined }],
		['none on a short page', {}, 'end', { pageSize: 50 }],
		[
			'none on a short page with a number of its contacts',
			{ contactsFound: 9, peopleCount: 2 },
			'end',
			{ pageSize: 50 },
		],
		['none on a page shorter than its stated size', { perPage: 5 }, 'end', { pageSize: 50 }],
		['unknown on a page of its stated size', { perPage: 2 }, 'endUnknown', { pageSize: 50 }],
		[
			'none on a page shorter than the first',
			{ list: [{ name: 'Ada' }] },
			'end',
			{ number: 2, collected: 3, firstCount: 2 },
		],
		['none after a flag', { hasMore: false, nextCursor: 'a' }, 'end'],
		['none after a flag of the last page', { isLast: true, next: LINK }, 'end'],
		[
			'requested if one of two flags says so',
			{ hasMore: true, hasNext: false, next: LINK },
			['x=2'],
		],
		[
			'requested although a flag far from the list says no',
			{ x: { hasMore: false }, next: LINK },
			['x=2'],
		],
		['none at the total', { total: 2, offset: 0 }, 'end'],
		['none on the last page', { page: 1, totalPages: 1 }, 'end'],
		['none on the last page from 0', { page: 1, lastPage: 1 }, 'end', second],
		['requested before the last page', { page: 1, lastPage: 2 }, ['page=2']],
		['none when nothing remains', { remaining: 0 }, 'end'],
		['none after an empty link', { links: { next: null } }, 'end'],
		[
			'none without a link after a page with a link',
			{},
			'end',
			{ ...second, locator: { kind: 'link' } },
		],
		[
			'none on an empty page that reaches the total',
			{ list: [], nextCursor: 'a', total: 2 },
			'end',
			{ number: 2, collected: 2 },
		],
	])('%s', (_name, body, expected, rest = {}) => {
		expect(decide(body, {}, rest)).toEqual(expected);
	});

	it('guessed with common parameters when an end is stated', () => {
		const tried = decide({ total: 230 }) as string[];
		expect(tried.slice(0, 4)).toEqual(['page=1', 'page=2', 'offset=2', 'skip=2']);
		expect(tried.length).toBeLessThanOrEqual(16);
	});
});

it('a second total near the list may be the number of all contacts', () => {
	expect(decide({ total: 2, offset: 0, meta: { total: 9 } })).toContain('offset=2');
	expect(decide({ count: 2, offset: 0, meta: { count: 9 } })).toContain('offset=2');
});

it.each([
	'https://evil.example/',
	`${ORIGIN}:8443/`,
	'https://x.api.example.com',
	'//evil.example/',
	'/\\evil.example/',
	'http://api.example.com/',
	'https://u@api.example.com/',
	'https://:p@api.example.com/',
	'https://api.example.com@evil.example/',
])('a link to %s is not followed', (next) => {
	for (const body of [{ links: { nextLink: next } }, { nextLink: next }]) {
		expect(decide(body)).toBe('nextElsewhere');
		const nextLinkField = 'links' in body ? 'links.nextLink' : 'nextLink';
		expect(decide(body, { mode: 'nextLink', nextLinkField })).toBe('nextElsewhere');
	}
	expect(decide({}, { mode: 'linkHeader' }, headers({ Link: `<${next}>; rel=next` }))).toBe(
		'nextElsewhere',
	);
});

describe('As configured,', () => {
	it.each<[string, Partial<Pagination>, object, unknown, Rest?]>([
		[
			'Page Number counts from a stated first page',
			{ pageParameter: 'p', firstPage: 7 },
			{ page: 7 },
			['p=8'],
		],
		['Off ends the list', { mode: 'off' }, { list: CONTACTS }, 'end'],
		['Off ends a complete list', { mode: 'off' }, { total: 2 }, 'end'],
		['Off and a next link contradict each other', { mode: 'off' }, { next: LINK }, 'nextUnknown'],
		['Off and a total contradict each other', { mode: 'off' }, { total: 3 }, 'nextUnknown'],
		['Off and a flag contradict each other', { mode: 'off' }, { hasMore: true }, 'nextUnknown'],

		[
			'Link Header follows the header',
			{ mode: 'linkHeader' },
			{},
			['page=2'],
			headers({ Link: '<?page=2>; rel=next' }),
		],
		[
			'Link Header ends with other relations',
			{ mode: 'linkHeader' },
			{},
			'end',
			headers({ Link: '</>; rel=first' }),
		],
		['Link Header ends on a short page', { mode: 'linkHeader' }, {}, 'end', { pageSize: 50 }],
		[
			'Link Header does not know the end on a full page without the header',
			{ mode: 'linkHeader' },
			{},
			'endUnknown',
		],
		[
			'a missing Link header and a flag contradict each other',
			{ mode: 'linkHeader' },
			{ hasMore: true },
			'nextUnknown',
		],
		[
			'a Link header without a URL is malformed',
			{ mode: 'linkHeader' },
			{},
			'nextMalformed Link',
			headers({ Link: '<>; rel=next' }),
		],

		[
			'Next Link follows its field',
			{ nextLinkField: 'a.b' },
			{ a: { b: LINK }, next: '/x' },
			['x=2'],
		],
		[
			'Next Link follows a header',
			{ mode: 'nextLink', nextLinkField: 'X-Further' },
			{},
			['x=2'],
			headers({ 'X-Further': LINK }),
		],
		['Next Link follows an object', { nextLinkField: 'a' }, { a: { href: '?x=2' } }, ['x=2']],
		['Next Link follows a relative URL', { nextLinkField: 'a' }, { a: '?x=2' }, ['x=2']],
		['Next Link ends with null', { nextLinkField: 'a' }, { a: null }, 'end'],
		['Next Link ends with an empty string', { nextLinkField: 'a' }, { a: '' }, 'end'],
		[
			'Next Link with null and another sign contradict each other',
			{ nextLinkField: 'a' },
			{ a: null, next: LINK },
			'nextUnknown',
		],
		[
			'Next Link does not know the end on a full page without the field',
			{ nextLinkField: 'a' },
			{},
			'endUnknown',
		],
		[
			'Next Link ends without the field after a page with a link',
			{ nextLinkField: 'a' },
			{},
			'end',
			{ ...second, locator: { kind: 'link' } },
		],
		['Next Link ends without the field at the total', { nextLinkField: 'a' }, { total: 2 }, 'end'],
		[
			'a missing Next Link and a number of pages contradict each other',
			{ nextLinkField: 'a' },
			{ totalPages: 2 },
			'nextUnknown',
		],
		[
			'Next Link ends with null below the total, for the check of the total',
			{ nextLinkField: 'a' },
			{ a: null, total: 3 },
			'end',
		],
		[
			'a Next Link that is a number is malformed',
			{ nextLinkField: 'a' },
			{ a: 2 },
			'nextMalformed a',
		],
		[
			'a Next Link that is not a URL is malformed',
			{ nextLinkField: 'a' },
			{ a: 'https://' },
			'nextMalformed a',
		],

		[
			'Cursor is sent back',
			{ cursorField: 'a.b', cursorParameter: 'from' },
			{ a: { b: 'x' } },
			['from=x'],
		],
		['Cursor may be a number', { cursorField: 'a' }, { a: 5 }, ['cursor=5']],
		[
			'Cursor may be in a header',
			{ cursorField: 'X-After' },
			{},
			['cursor=x'],
			headers({ 'X-After': 'x' }),
		],
		['Cursor ends with null', { cursorField: 'a' }, { a: null }, 'end'],
		['Cursor ends with 0', { cursorField: 'a' }, { a: 0 }, 'end'],
		[
			'Cursor with null and another sign contradict each other',
			{ cursorField: 'a' },
			{ a: null, nextCursor: 'y' },
			'nextUnknown',
		],
		[
			'Cursor does not know the end on a full page without the field',
			{ cursorField: 'a' },
			{},
			'endUnknown',
		],
		[
			'a Cursor that is an object is malformed',
			{ cursorField: 'a' },
			{ a: { b: 1 } },
			'nextMalformed a',
		],
		[
			'Cursor ends with a flag that says no',
			{ cursorField: 'a', hasMoreField: 'm' },
			{ a: 'x', m: 'false' },
			'end',
		],
		[
			'Cursor goes on with a flag that says yes',
			{ cursorField: 'a', hasMoreField: 'm' },
			{ a: 'x', m: true },
			['cursor=x'],
		],
		[
			'a missing Cursor and a flag that says yes contradict each other',
			{ cursorField: 'a', hasMoreField: 'm' },
			{ m: 1 },
			'nextUnknown',
		],
		[
			'Cursor ends with a flag that a ! inverts',
			{ cursorField: 'a', hasMoreField: '! m' },
			{ a: 'x', m: true },
			'end',
		],
		[
			'Cursor ends with a flag that its name inverts',
			{ cursorField: 'a', hasMoreField: 'm.isLast' },
			{ a: 'x', m: { isLast: true } },
			'end',
		],

		[
			'Last Contact sends its field',
			{ lastContactField: 'name', cursorParameter: 'after' },
			{},
			['after=Bob'],
		],
		['Last Contact ends with an empty page', { mode: 'lastContact' }, { list: [] }, 'end'],
		[
			'Last Contact ends with a flag that says no',
			{ lastContactField: 'name', hasMoreField: 'm' },
			{ m: false },
			'end',
		],
		[
			'Last Contact ends with a recognized flag',
			{ mode: 'lastContact' },
			{ hasMore: false },
			'end',
		],
		[
			'Last Contact does not know the next page after an empty one',
			{ mode: 'lastContact' },
			{ list: [], hasMore: true },
			'nextUnknown',
		],
		['Last Contact fails without the field', { lastContactField: 'vid' }, {}, 'nextMalformed vid'],

		['Page Number counts from 1', { mode: 'pageNumber' }, {}, ['page=2']],
		['Page Number counts from 0', { pageParameter: 'p', firstPage: 0 }, {}, ['p=1']],
		[
			'Page Number counts from the first page',
			{ pageParameter: 'p', firstPage: 7 },
			{},
			['p=9'],
			second,
		],
		[
			'Page Number counts with a stated position',
			{ mode: 'pageNumber' },
			{ page: 2 },
			['page=3'],
			{
				...second,
				locator: {
					kind: 'page',
					parameter: 'page',
					value: 2,
					first: 1,
					echo: { name: 'page', value: 2 },
				},
			},
		],
		[
			'Page Number counts with a position that was not stated before',
			{ mode: 'pageNumber' },
			{ page: 2 },
			['page=3'],
			{ ...second, locator: { kind: 'page', parameter: 'page', value: 2, first: 1 } },
		],
		['Page Number ends with an empty page', { mode: 'pageNumber' }, { list: [] }, 'end'],
		[
			'Page Number goes on after an empty page with a flag',
			{ mode: 'pageNumber' },
			{ list: [], hasMore: true },
			['page=2'],
		],
		['Page Number ends with a recognized flag', { mode: 'pageNumber' }, { hasMore: false }, 'end'],
		[
			'Page Number ends with a configured flag',
			{ pageParameter: 'page', hasMoreField: 'm' },
			{ m: 0 },
			'end',
		],
		['Page Number ends at the total', { mode: 'pageNumber' }, { total: 2 }, 'end'],
		[
			'Page Number ends at the number of pages',
			{ totalPagesField: 'n' },
			{ n: '2' },
			'end',
			second,
		],
		[
			'Page Number goes on to the number of pages',
			{ totalPagesField: 'n.m' },
			{ list: [], n: { m: 2 } },
			['page=2'],
		],
		[
			'Page Number ignores a malformed number of pages',
			{ totalPagesField: 'n' },
			{ n: 'x' },
			['page=2'],
		],
		['Page Number ignores a missing number of pages', { totalPagesField: 'n' }, {}, ['page=2']],

		['Offset counts the contacts', { offsetParameter: 'from' }, {}, ['from=12'], { collected: 12 }],
		['Offset counts from 1', { offsetParameter: 'from', firstOffset: 1 }, {}, ['from=3']],
		['Offset ends with an empty page', { mode: 'offset' }, { list: [] }, 'end'],
		[
			'Offset ends with a configured flag',
			{ offsetParameter: 'from', hasMoreField: 'm' },
			{ m: false },
			'end',
		],
		[
			'Offset goes on after an empty page with a flag',
			{ mode: 'offset' },
			{ list: [], hasMore: true },
			['offset=0'],
		],
	])('%s', (_name, settings, body, expected, rest = {}) => {
		const [mode] = Object.keys(FIELDS).filter((key) =>
			FIELDS[key]!.some((name) => name in settings),
		);
		expect(decide(body, { mode: mode as Pagination['mode'], ...settings }, rest)).toEqual(expected);
	});
});

/** Fields that belong to one mode, so that the table need not name it. */
const FIELDS: Record<string, string[]> = {
	nextLink: ['nextLinkField'],
	cursor: ['cursorField'],
	lastContact: ['lastContactField'],
	pageNumber: ['pageParameter', 'firstPage', 'totalPagesField'],
	offset: ['offsetParameter', 'firstOffset'],
};

it.each([
	['cursor', true],
	['automatic', true],
	['telepathy', false],
	['constructor', false],
])('%s is a mode: %j', (name, expected) => {
	expect(isMode(name)).toBe(expected);
});
