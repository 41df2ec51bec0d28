import fc from 'fast-check';

import { nextPage, type Page, type Pagination, totalOf } from '../../../nodes/Contacts/nextPage';

const AUTOMATIC: Pagination = {
	mode: 'automatic',
	nextLinkField: 'next',
	cursorField: 'nextCursor',
	cursorParameter: 'cursor',
	hasMoreField: '',
	pageParameter: 'page',
	firstPage: 1,
	totalPagesField: '',
	offsetParameter: 'offset',
	totalField: '',
};

const CONTACTS = [{ name: 'Ada' }, { name: 'Bob' }];

/** The first page of two contacts, unless told otherwise. */
function pageOf(body: unknown, rest: Partial<Page> = {}): Page {
	const url = new URL('https://api.example.com/v1/contacts?pageSize=2');
	return { body, url, number: 1, count: 2, collected: 2, ...rest };
}

function next(body: object | null, settings: Partial<Pagination> = {}, rest: Partial<Page> = {}) {
	return nextPage(pageOf({ contacts: CONTACTS, ...body }, rest), { ...AUTOMATIC, ...settings });
}

const LINK = 'https://api.example.com/v1/contacts?x=2';
const withQuery = (query: string) => ({
	link: `https://api.example.com/v1/contacts?pageSize=2&${query}`,
});
const counted = (query: string) => ({ ...withQuery(query), isCounted: true });
const guessed = (query: string) => ({ ...withQuery(query), isGuess: true as const });

describe('A next page is recognised', () => {
	it.each([
		'next',
		'nextLink',
		'next_link',
		'nextUrl',
		'next_url',
		'nextPageUrl',
		'next_page_url',
		'nextPage',
		'next_page',
		'@odata.nextLink',
		'odata.nextLink',
	])('by a link in %s, wherever the response keeps such things', (field) => {
		expect(next({ [field]: LINK })).toEqual({ link: LINK });
		expect(next({ [field]: null })).toBe('end');
		for (const place of [
			'meta',
			'metadata',
			'pagination',
			'paging',
			'page',
			'links',
			'_links',
			'data',
			'result',
		]) {
			expect(next({ [place]: { [field]: LINK } })).toEqual({ link: LINK });
			expect(next({ [place]: { [field]: null } })).toBe('end');
		}
	});

	it.each<[string, object, string]>([
		['links.next', { links: { next: LINK } }, LINK],
		['links.next.href (JSON:API)', { links: { next: { href: LINK, meta: {} } } }, LINK],
		['_links.next.href (HAL)', { _links: { next: { href: LINK } } }, LINK],
		['meta.links.next', { meta: { links: { next: LINK } } }, LINK],
		['meta.pagination.next', { meta: { pagination: { next: LINK } } }, LINK],
		['paging.next', { paging: { next: LINK, cursors: { after: 'a' } } }, LINK],
		['paging.next.link', { paging: { next: { after: 'a', link: LINK } } }, LINK],
		['links.next.url', { links: { next: { url: LINK } } }, LINK],
		['a link without TLS, which is refused later', { next: 'http://x/' }, 'http://x/'],
		['a path', { next: '/v1/contacts?page=2' }, '/v1/contacts?page=2'],
		['a query', { next: '?page=2' }, '?page=2'],
		['a relative path, where only a link can be', { nextLink: 'contacts/2' }, 'contacts/2'],
		['a link, also beside an empty cursor', { nextCursor: null, next: LINK }, LINK],
		['a link, also when the total is reached', { next: LINK, total: 2 }, LINK],
	])('by %s', (_name, body, link) => {
		expect(next(body)).toEqual({ link });
	});

	it.each([
		['next', 'cursor'],
		['nextCursor', 'cursor'],
		['next_cursor', 'cursor'],
		['nextPageToken', 'pageToken'],
		['next_page_token', 'page_token'],
		['nextToken', 'nextToken'],
		['next_token', 'next_token'],
		['continuationToken', 'continuationToken'],
		['continuation_token', 'continuation_token'],
		['endCursor', 'after'],
		['end_cursor', 'after'],
		['nextOffset', 'offset'],
		['next_offset', 'offset'],
		['nextPageStart', 'start'],
	])('by a cursor in %s, sent as %s', (field, parameter) => {
		expect(next({ [field]: 'a/b=' })).toEqual(withQuery(`${parameter}=a%2Fb%3D`));
		expect(next({ meta: { [field]: 'x' } })).toEqual(withQuery(`${parameter}=x`));
		expect(next({ [field]: null })).toBe('end');
		expect(next({ [field]: '' })).toBe('end');
		expect(next({ [field]: 0 })).toBe('end');
	});

	it.each<[string, object, string]>([
		['a cursor that is a number', { nextCursor: 17 }, 'cursor=17'],
		['pageInfo', { pageInfo: { hasNextPage: true, endCursor: 'x' } }, 'after=x'],
		['page_info', { page_info: { has_next_page: true, end_cursor: 'x' } }, 'after=x'],
		['paging.cursors.after', { paging: { cursors: { after: 'x', before: 'a' } } }, 'after=x'],
		['the number of the next page', { nextPage: 2 }, 'page=2'],
		['that number as text', { meta: { next_page: '2' } }, 'page=2'],
		['a number in next', { next: 2 }, 'page=2'],
	])('by %s', (_name, body, query) => {
		expect(next(body)).toEqual(withQuery(query));
	});

	it('in place of the cursor of the page before', () => {
		const url = new URL('https://api.example.com/v1/contacts?cursor=a&pageSize=2');
		expect(next({ nextCursor: 'b' }, {}, { url })).toEqual({
			link: 'https://api.example.com/v1/contacts?cursor=b&pageSize=2',
		});
	});

	it.each([
		['page', 'page'],
		['pageNumber', 'pageNumber'],
		['page_number', 'page_number'],
		['pageIndex', 'pageIndex'],
		['currentPage', 'page'],
		['current_page', 'page'],
		['number', 'page'],
	])('by the page number in %s, sent as %s', (field, parameter) => {
		for (const totalPages of ['totalPages', 'total_pages', 'pageCount', 'page_count']) {
			const meta = { [field]: 1, [totalPages]: 2 };
			expect(next(meta)).toEqual(counted(`${parameter}=2`));
			expect(next({ meta })).toEqual(counted(`${parameter}=2`));
			expect(next({ meta }, {}, { number: 2 })).toBe('end');
		}
		for (const lastPage of ['lastPage', 'last_page']) {
			expect(next({ [field]: 1, [lastPage]: 2 })).toEqual(counted(`${parameter}=2`));
			expect(next({ [field]: 2, [lastPage]: 2 }, {}, { number: 2 })).toBe('end');
			// Counted from 0: the last page is the third.
			expect(next({ [field]: 1, [lastPage]: 2 }, {}, { number: 2 })).toEqual(
				counted(`${parameter}=2`),
			);
		}
		expect(next({ [field]: 0, totalPages: 2 })).toEqual(counted(`${parameter}=1`));
		expect(next({ [field]: 1, hasMore: true })).toEqual(counted(`${parameter}=2`));
		expect(next({ [field]: 1, total: 3 })).toEqual(counted(`${parameter}=2`));
		expect(next({ [field]: 1 })).toBeUndefined();
	});

	it.each(['offset', 'skip', 'start', 'startIndex', 'start_index'])(
		'by the offset in %s with a total or a flag',
		(field) => {
			for (const total of [
				'total',
				'totalCount',
				'total_count',
				'totalItems',
				'total_items',
				'totalElements',
				'totalResults',
				'total_results',
				'totalRecords',
				'total_records',
				'@odata.count',
			]) {
				const meta = { [field]: 10, [total]: 13 };
				expect(next({ meta }, {}, { collected: 12 })).toEqual(counted(`${field}=12`));
				expect(next({ meta }, {}, { collected: 13 })).toBe('end');
			}
			expect(next({ [field]: 0, hasMore: true })).toEqual(counted(`${field}=2`));
			expect(next({ [field]: 0, hasMore: false })).toBe('end');
			expect(next({ [field]: 0 })).toBeUndefined();
		},
	);

	it.each(['hasMore', 'has_more', 'hasNextPage', 'has_next_page', 'hasNext', 'has_next'])(
		'by the flag %s, which alone says not where',
		(flag) => {
			expect(next({ [flag]: true })).toBe('more');
			expect(next({ pagination: { [flag]: 'true' } })).toBe('more');
			expect(next({ [flag]: true, nextCursor: null })).toBe('more');
			expect(next({ [flag]: true, nextCursor: 'x' })).toEqual(withQuery('cursor=x'));
			expect(next({ [flag]: false, nextCursor: 'x' })).toBe('end');
			expect(next({ [flag]: 'false', next: LINK })).toBe('end');
			expect(next({ [flag]: 1 })).toBe('more');
			expect(next({ [flag]: 'True' })).toBe('more');
			expect(next({ [flag]: 0, next: LINK })).toBe('end');
			for (const value of [null, [true], { toString: 1 }, 2, 'constructor']) {
				expect(next({ [flag]: value })).toBeUndefined();
			}
		},
	);

	it.each(['last', 'isLast', 'is_last', 'isLastPage', 'is_last_page'])(
		'by the flag %s, which alone says not where',
		(flag) => {
			expect(next({ [flag]: false })).toBe('more');
			expect(next({ [flag]: false, number: 0 })).toEqual(counted('page=1'));
			expect(next({ [flag]: true, nextCursor: 'x' })).toBe('end');
			expect(next({ [flag]: true, hasMore: true })).toBe('more');
			expect(next({ [flag]: '/v1/contacts?page=9' })).toBeUndefined();
		},
	);

	it('in a place behind one that is empty', () => {
		expect(next({ next: null, links: { next: LINK } })).toEqual({ link: LINK });
	});
});

describe('A response says of its successor', () => {
	it.each<[string, ReturnType<typeof next>, unknown]>([
		['nothing', undefined, { contacts: CONTACTS }],
		['nothing', undefined, CONTACTS],
		['nothing', undefined, null],
		['nothing', undefined, { total: -1 }],
		['nothing', undefined, { total: 2.5 }],
		['nothing', undefined, { total: '' }],
		['nothing', undefined, { total: '1e0' }],
		['nothing', undefined, { total: ' 1' }],
		['nothing', undefined, { total: [1] }],
		['nothing', undefined, { total: null, totalPages: null, page: null }],
		['nothing', undefined, { constructor: 1, toString: 2 }],
		['that there is none', 'end', { total: 2 }],
		['that there is none', 'end', { totalPages: 1 }],
		['that there is none', 'end', { totalPages: 0 }],
		['that there is none', 'end', { next: false }],
		['that there is none: the total may have changed', 'end', { nextCursor: null, total: 3 }],
		['that there is one', 'more', { total: 3 }],
		['that there is one', 'more', { total: '12' }],
		['that there is one', 'more', { totalPages: 2 }],
		['that there is one', 'more', { lastPage: 2 }],
		['that there is none', 'end', { lastPage: 1 }],
		['that there is one', 'more', { totalPages: 2, nextCursor: null }],
		['what cannot be used', { unusable: 'next' }, { next: {} }],
		['what cannot be used', { unusable: 'next' }, { next: true }],
		['what cannot be used', { unusable: 'next' }, { next: [LINK] }],
		['what cannot be used', { unusable: 'next' }, { next: { href: null } }],
		['what cannot be used', { unusable: 'nextLink' }, { nextLink: 2 }],
		['what is no address', { unusable: 'nextLink' }, { nextLink: 'https://' }],
		['what is no address', { unusable: 'next' }, { _links: { next: { href: '//' } } }],
		['what cannot be used', { unusable: 'nextPage' }, { nextPage: { number: 2 } }],
		['what cannot be used', { unusable: 'nextCursor' }, { nextCursor: { after: 'x' } }],
		['what cannot be used', { unusable: 'nextCursor' }, { nextCursor: 1.5 }],
		['what cannot be used', { unusable: 'nextCursor' }, { nextCursor: -1 }],
		[
			'what JSON has rounded',
			{ unusable: 'nextCursor' },
			JSON.parse('{ "nextCursor": 9007199254740993 }'),
		],
		[
			'what cannot be used',
			{ unusable: 'nextCursor' },
			{ nextCursor: {}, next_token: null, total: 3 },
		],
	])('%s: %j in %j', (_name, expected, body) => {
		expect(nextPage(pageOf(body), AUTOMATIC)).toEqual(expected);
	});
});

describe('The Link header', () => {
	const byHeader = (link: string | undefined, mode: Pagination['mode'] = 'automatic') =>
		nextPage(pageOf(CONTACTS, { link }), { ...AUTOMATIC, mode });

	it.each([
		['</2>; rel="next"', '/2'],
		['</2>; rel=next', '/2'],
		["</2>; rel='next'", '/2'],
		['</2>;rel=next', '/2'],
		['</2> ; REL = "NEXT"', '/2'],
		['</2>; rel="last  next"', '/2'],
		['</2>; title="two"; rel="next"', '/2'],
		['</2>; title="a, b; c"; rel="next"', '/2'],
		['</2>; title="say \\"hi\\", <x>"; rel="next"', '/2'],
		['</2?ids=1,2>; rel="next"', '/2?ids=1,2'],
		['</1>; rel="prev", </2>; rel="next", </9>; rel="last"', '/2'],
		['</1>; rel=prev,</2>; rel=next', '/2'],
		['</2>; rel="next", </3>; rel="next"', '/2'],
		['</0>; title="; rel=next"; rel="prev", </2>; rel="next"', '/2'],
		['</0>; rel="prev"; rel="next", </2>; rel="next"', '/2'],
		['garbage, </2>; rel="next"', '/2'],
		['</2>; rel="next"; title="unclosed', '/2'],
	])('%s leads to %j', (header, link) => {
		expect(byHeader(header)).toEqual({ link });
		expect(byHeader(header, 'linkHeader')).toEqual({ link });
	});

	it.each(['', 'https://', '//'])('that leads to %j leads nowhere', (target) => {
		const header = `<${target}>; rel=next`;
		expect(byHeader(header)).toEqual({ unusable: 'Link header' });
		expect(byHeader(header, 'linkHeader')).toEqual({ unusable: 'Link header' });
	});

	it.each(['first', 'prev', 'previous', 'last'])(
		'with the relation %s and no next is of the last page',
		(relation) => {
			expect(byHeader(`</1>; rel="${relation}"`)).toBe('end');
			expect(byHeader(`</1>; rel="${relation}"`, 'linkHeader')).toBe('end');
		},
	);

	it.each([
		[undefined],
		[''],
		['garbage'],
		['</style.css>; rel="preload"'],
		['</1>'],
		['</1>; title="next"'],
		['</1>; title="; rel=next"'],
		['</1>; relation="next"'],
		['</1>; rel="next-archive"'],
		['</1; rel="next"'],
	])('%j says nothing', (header) => {
		expect(byHeader(header)).toBeUndefined();
		expect(byHeader(header, 'linkHeader')).toBeUndefined();
	});

	it('comes before what the body says', () => {
		const page = pageOf({ next: LINK }, { link: '</2>; rel=next' });
		expect(nextPage(page, AUTOMATIC)).toEqual({ link: '/2' });
	});

	it('that leads nowhere does not hide a cursor in the body', () => {
		const page = pageOf({ nextCursor: 'x' }, { link: '<>; rel=next' });
		expect(nextPage(page, AUTOMATIC)).toEqual(withQuery('cursor=x'));
	});

	it('of a last page does not hide a cursor in the body', () => {
		const page = pageOf({ nextCursor: 'x' }, { link: '</1>; rel=first' });
		expect(nextPage(page, AUTOMATIC)).toEqual(withQuery('cursor=x'));
	});

	it('of 16 KiB is read at once, whatever is in it', () => {
		for (const part of ['<', '<a>;', '<a>; ', '"', ';', ' ', '<a>; rel="', '<a>; a=\\"', ',']) {
			const started = performance.now();
			byHeader(part.repeat(Math.ceil(16_384 / part.length)));
			expect(performance.now() - started).toBeLessThan(1_000);
		}
	});

	it('is found among any others', () => {
		const token = fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => name !== 'rel');
		const quoted = fc.string().map((value) => value.replace(/["\\]/g, '\\$&'));
		const parameter = fc.tuple(token, quoted).map(([name, value]) => `; ${name}="${value}"`);
		const parameters = fc.array(parameter).map((all) => all.join(''));
		const other = parameters.map((all) => `</other>${all}; rel="self"`);
		fc.assert(
			fc.property(fc.array(other), parameters, parameters, fc.array(other), (a, b, c, d) => {
				const header = [...a, `</2>${b}; rel="next"${c}`, ...d].join(', ');
				expect(byHeader(header)).toEqual({ link: '/2' });
			}),
			{ numRuns: 200 },
		);
	});
});

describe('By hand', () => {
	it.each<[string, ReturnType<typeof next>, Partial<Pagination>, object, Partial<Page>?]>([
		['Off', 'end', { mode: 'off' }, { next: LINK, total: 9 }],

		['Next Link', { link: LINK }, { nextLinkField: 'a.b' }, { a: { b: LINK }, next: '/x' }],
		['Next Link, relative', { link: 'x' }, { nextLinkField: 'a' }, { a: 'x' }],
		['Next Link, in an object', { link: '/x' }, { nextLinkField: 'a' }, { a: { href: '/x' } }],
		['Next Link, null', 'end', { nextLinkField: 'a' }, { a: null, next: LINK }],
		['Next Link, empty', 'end', { nextLinkField: 'a' }, { a: '' }],
		['Next Link, missing', undefined, { nextLinkField: 'a' }, { next: LINK }],
		['Next Link, missing, and more', 'more', { nextLinkField: 'a' }, { hasMore: true }],
		['Next Link, a number', { unusable: 'a' }, { nextLinkField: 'a' }, { a: 2 }],
		['Next Link, a list', { unusable: 'a' }, { nextLinkField: 'a' }, { a: [] }],

		[
			'Cursor',
			withQuery('from=x'),
			{ cursorField: 'a.b', cursorParameter: 'from' },
			{ a: { b: 'x' } },
		],
		['Cursor, a link', withQuery('cursor=%2Fx'), { cursorField: 'a' }, { a: '/x' }],
		['Cursor, a number', withQuery('cursor=5'), { cursorField: 'a' }, { a: 5 }],
		['Cursor, null', 'end', { cursorField: 'a' }, { a: null, nextCursor: 'y' }],
		['Cursor, missing', undefined, { cursorField: 'a' }, { nextCursor: 'y' }],
		['Cursor, missing, and more', 'more', { cursorField: 'a' }, { totalPages: 2 }],
		['Cursor, an object', { unusable: 'a' }, { cursorField: 'a' }, { a: {} }],
		[
			'Cursor, a flag that says no',
			'end',
			{ cursorField: 'a', hasMoreField: 'm' },
			{ a: 'x', m: false },
		],
		[
			'Cursor, that flag as text',
			'end',
			{ cursorField: 'a', hasMoreField: 'm' },
			{ a: 'x', m: 'false' },
		],
		[
			'Cursor, a flag that says yes',
			withQuery('cursor=x'),
			{ cursorField: 'a', hasMoreField: 'm' },
			{ a: 'x', m: true },
		],
		['Cursor, no flag', withQuery('cursor=x'), { cursorField: 'a', hasMoreField: 'm' }, { a: 'x' }],
		['Cursor, a flag without cursor', 'more', { cursorField: 'a', hasMoreField: 'm' }, { m: true }],
		[
			'Cursor, a flag with null',
			'more',
			{ cursorField: 'a', hasMoreField: 'm' },
			{ m: 'true', a: null },
		],
		[
			'Cursor, a flag with an object',
			{ unusable: 'a' },
			{ cursorField: 'a', hasMoreField: 'm' },
			{ m: true, a: {} },
		],

		['Page Number', guessed('p=2'), { pageParameter: 'p' }, { totalPages: 1 }],
		['Page Number, a flag', withQuery('page=2'), { mode: 'pageNumber' }, { hasMore: true }],
		['Page Number, a total', withQuery('page=2'), { mode: 'pageNumber' }, { total: 3 }],
		['Page Number, from 0', guessed('page=1'), { firstPage: 0 }, {}],
		['Page Number, from 7', guessed('page=9'), { firstPage: 7 }, {}, { number: 2 }],
		['Page Number, an empty page', 'end', { mode: 'pageNumber' }, {}, { count: 0 }],
		['Page Number, not the last', withQuery('page=2'), { totalPagesField: 'n.m' }, { n: { m: 2 } }],
		[
			'Page Number, an empty one in between',
			withQuery('page=2'),
			{ totalPagesField: 'n' },
			{ n: 2 },
			{ count: 0 },
		],
		['Page Number, the last', 'end', { totalPagesField: 'n' }, { n: '2' }, { number: 2 }],
		['Page Number, a total that is null', guessed('page=2'), { totalPagesField: 'n' }, { n: null }],
		[
			'Page Number, a total that is no number',
			guessed('page=2'),
			{ totalPagesField: 'n' },
			{ n: 'x' },
		],
		['Page Number, a total that is missing', 'end', { totalPagesField: 'n' }, {}, { count: 0 }],

		['Offset', guessed('from=12'), { offsetParameter: 'from' }, { offset: 0 }, { collected: 12 }],
		['Offset, an empty page', 'end', { mode: 'offset' }, {}, { count: 0 }],
		[
			'Offset, not the last',
			withQuery('offset=2'),
			{ mode: 'offset', totalField: 'n.m' },
			{ n: { m: 3 }, total: 2 },
		],
		['Offset, the last', 'end', { mode: 'offset', totalField: 'n' }, { n: 2, total: 3 }],
		[
			'Offset, a total that is missing',
			guessed('offset=2'),
			{ mode: 'offset', totalField: 'n' },
			{},
		],
	])('%s: %j', (name, expected, settings, body, page = {}) => {
		const mode = MODES[name.split(',')[0]!]!;
		expect(next(body, { mode, ...settings }, page)).toEqual(expected);
	});

	it('a total that is set wins over one that is recognised', () => {
		expect(next({ all: 3, total: 2 }, { totalField: 'all' })).toBe('more');
		expect(next({ all: 2, total: 3 }, { totalField: 'all' })).toBe('end');
		expect(totalOf(pageOf({ all: '3', total: 2 }), 'all')).toBe(3);
		expect(totalOf(pageOf({ total: 2 }), 'all')).toBeUndefined();
		expect(totalOf(pageOf({ meta: { total: 2 } }), '')).toBe(2);
	});
});

const MODES: Record<string, Pagination['mode']> = {
	Off: 'off',
	'Next Link': 'nextLink',
	Cursor: 'cursor',
	'Page Number': 'pageNumber',
	Offset: 'offset',
};
