import fc from 'fast-check';

import type { Contact } from '../../../nodes/Contacts/contactList';
import { type ListRequest, readContacts } from '../../../nodes/Contacts/contactPages';
import { ListError } from '../../../nodes/Contacts/errors';
import type { Pagination } from '../../../nodes/Contacts/nextPage';
import type { FetchPage, PageResponse } from '../../../nodes/Contacts/pageFetcher';

const ORIGIN = 'https://api.example.com';

function requestOf({
	pagination,
	...rest
}: Partial<Omit<ListRequest, 'pagination'>> & {
	pagination?: Partial<Pagination>;
} = {}): ListRequest {
	return {
		url: new URL(`${ORIGIN}/v1/contacts`),
		pageSize: 2,
		returnAll: true,
		limit: Infinity,
		contactsField: '',
		pagination: {
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
			...pagination,
		},
		...rest,
	};
}

/** One body for each request, in turn; a request too many is an error. */
function bodies(...list: unknown[]) {
	const requested: string[] = [];
	const fetchPage: FetchPage = async (url, number) => {
		requested.push(url.href);
		if (number > list.length) throw new Error('A request too many');
		return { body: list[number - 1], headers: new Headers() };
	};
	return { fetchPage, requested };
}

function contactsOf(count: number, first = 0): Contact[] {
	return Array.from({ length: count }, (_, n) => ({ id: first + n }));
}

/** The reason that ends the list, by its name, or what came of it. */
async function outcome(request: ListRequest, fetchPage: FetchPage) {
	try {
		return await readContacts(request, fetchPage);
	} catch (error) {
		return error instanceof ListError ? error.reason : error;
	}
}

const A = { id: 'a' };
const B = { id: 'b' };
const C = { id: 'c' };

describe('One page', () => {
	it.each<[string, unknown, boolean]>([
		['of many, by a cursor', { contacts: [A, B], nextCursor: 'x' }, true],
		['of many, by a total', { contacts: [A, B], total: 3 }, true],
		['of many, in an unknown place', { contacts: [A, B], hasMore: true }, true],
		['of many, in a place that cannot be used', { contacts: [A, B], next: {} }, true],
		['of many, elsewhere', { contacts: [A, B], next: 'https://evil.example' }, true],
		['that is the last', { contacts: [A, B], nextCursor: null }, false],
		['of which nothing is known', [A, B], false],
	])('%s', async (_name, body, hasMore) => {
		const { fetchPage, requested } = bodies(body);
		const result = await readContacts(requestOf({ returnAll: false }), fetchPage);
		expect(result).toEqual({ contacts: [A, B], hasMore });
		expect(requested).toEqual([`${ORIGIN}/v1/contacts`]);
	});

	it('is not said to be one of many because pages are counted by hand', async () => {
		for (const [body, hasMore] of [
			[{ contacts: [A, B] }, false],
			[{ contacts: [A, B], hasMore: false }, false],
			[{ contacts: [A, B], total: 3 }, true],
		] as const) {
			const { fetchPage } = bodies(body);
			const request = requestOf({ returnAll: false, pagination: { mode: 'pageNumber' } });
			expect(await readContacts(request, fetchPage)).toMatchObject({ hasMore });
		}
	});

	it('is cut at the limit', async () => {
		const { fetchPage } = bodies({ contacts: [A, B], nextCursor: 'x' });
		const request = requestOf({ returnAll: false, limit: 1 });
		expect(await readContacts(request, fetchPage)).toEqual({ contacts: [A], hasMore: false });
	});
});

describe('All pages', () => {
	it.each([
		[1, 1, [A]],
		[2, 1, [A, B]],
		[3, 2, [A, B, C]],
		[4, 2, [A, B, C, B]],
		[5, 3, [A, B, C, B, C]],
		[9, 3, [A, B, C, B, C]],
	])('up to a limit of %d take %d requests', async (limit, requests, contacts) => {
		const { fetchPage, requested } = bodies(
			{ contacts: [A, B], nextCursor: 'x' },
			{ contacts: [C, B], nextCursor: 'y' },
			{ contacts: [C], nextCursor: null },
		);
		const result = await readContacts(requestOf({ limit }), fetchPage);
		expect(result).toEqual({ contacts, hasMore: false });
		expect(requested).toHaveLength(requests);
	});

	it('of an empty list are none', async () => {
		for (const body of [[], { contacts: [] }, { contacts: [], total: 0, totalPages: 0, page: 1 }]) {
			const { fetchPage } = bodies(body);
			expect(await outcome(requestOf(), fetchPage)).toEqual({ contacts: [], hasMore: false });
		}
	});

	it('go on after empty pages with a cursor, up to nine in a row', async () => {
		const empty = (n: number) => ({ contacts: [], nextCursor: `${n}` });
		const nine = Array.from({ length: 9 }, (_, n) => empty(n));
		const more = nine.map((_, n) => empty(n + 10));
		const list = [...nine, { contacts: [A], nextCursor: 'x' }, ...more, { contacts: [B] }];
		const { fetchPage } = bodies(...list);
		expect(await outcome(requestOf(), fetchPage)).toEqual({ contacts: [A, B], hasMore: false });
	});

	it.each<[string, unknown[]]>([
		['no sign of more on a page that is not full', [[A]]],
		[
			'no sign of more on a page found by a cursor',
			[{ c: [A, B], nextCursor: 'x' }, { c: [C, A] }],
		],
		['no sign of more on a page found by a link', [{ c: [A, B], next: '?2' }, { c: [C, A] }]],
		[
			'no sign on a page found by its number, not full',
			[{ c: [A, B], page: 1, hasMore: true }, { c: [C] }],
		],
		[
			'a total that is reached',
			[
				{ c: [A, B], nextCursor: 'x', total: 3 },
				{ c: [C], total: 3 },
			],
		],
		[
			'a total that grew meanwhile',
			[
				{ c: [A, B], nextCursor: 'x', total: 3 },
				{ c: [C], nextCursor: null, total: 4 },
			],
		],
		[
			'a total that shrank meanwhile',
			[
				{ c: [A, B], nextCursor: 'x', total: 4 },
				{ c: [C], total: 2 },
			],
		],
	])('end with %s', async (_name, list) => {
		const { fetchPage, requested } = bodies(...list);
		expect(await outcome(requestOf(), fetchPage)).toMatchObject({ hasMore: false });
		expect(requested).toHaveLength(list.length);
	});

	it('are asked for on the same origin, relative to the page before', async () => {
		const { fetchPage, requested } = bodies(
			{ contacts: [A], next: '?page=2#two' },
			{ contacts: [B], next: '/other/list?page=3' },
			{ contacts: [C], next: { href: 'HTTPS://API.example.com:443/v1/x' } },
			{ contacts: [A], next: `//api.example.com/y` },
			{ contacts: [B], nextLink: 'z' },
			{ contacts: [C], next: null },
		);
		await readContacts(requestOf(), fetchPage);
		expect(requested.slice(1)).toEqual([
			`${ORIGIN}/v1/contacts?page=2`,
			`${ORIGIN}/other/list?page=3`,
			`${ORIGIN}/v1/x`,
			`${ORIGIN}/y`,
			`${ORIGIN}/z`,
		]);
	});
});

describe('A list is not returned in part', () => {
	const full = (next: object) => ({ contacts: [A, B], ...next });

	it.each<[string, string, Partial<ListRequest>, unknown[]]>([
		['endUnknown', 'a full page without a sign', {}, [[A, B]]],
		['endUnknown', 'more than a full page without a sign', {}, [[A, B, C]]],
		['endUnknown', 'any page when the service decides on its size', { pageSize: undefined }, [[A]]],
		['endUnknown', 'a page cut down to 100', { pageSize: 500 }, [contactsOf(100)]],
		['endUnknown', 'a page cut down to 1,000', { pageSize: 5_000 }, [contactsOf(1_000)]],
		[
			'endUnknown',
			'a full page that was found by its number and says nothing',
			{},
			[full({ page: 1, totalPages: 9 }), [B, C]],
		],
		[
			'endUnknown',
			'a full page that was found by its offset and says nothing',
			{},
			[full({ offset: 0, hasMore: true }), [B, C]],
		],
		['nextUnknown', 'a flag without a place', {}, [full({ hasMore: true })]],
		['nextUnknown', 'a total without a place', {}, [full({ total: 3 })]],
		['nextMalformed', 'a next page that is no place', {}, [full({ next: { page: 2 } })]],
		['nextMalformed', 'a link that is none', {}, [full({ nextLink: 'https://' })]],
		['nextRepeated', 'a link to itself', {}, [full({ next: '/v1/contacts' })]],
		['nextRepeated', 'a link to itself with another fragment', {}, [full({ nextLink: '#2' })]],
		[
			'nextRepeated',
			'a cursor that comes again',
			{},
			[full({ nextCursor: 'x' }), { contacts: [C], nextCursor: 'x' }],
		],
		[
			'nextRepeated',
			'cursors A, B, A',
			{},
			[
				full({ nextCursor: 'A' }),
				{ contacts: [C], nextCursor: 'B' },
				{ contacts: [A], nextCursor: 'A' },
			],
		],
		[
			'nextRepeated',
			'links A, B, A',
			{},
			[full({ next: '/A' }), { contacts: [C], next: '/B' }, { contacts: [A], next: '/A' }],
		],
		[
			'pageRepeated',
			'an offset that stands still',
			{},
			[
				{ contacts: [], offset: 0, total: 3 },
				{ contacts: [], offset: 0, total: 3 },
			],
		],
		[
			'pageRepeated',
			'a page number that stands still',
			{},
			[full({ page: 1, total: 4 }), { contacts: [C, B], page: 1, total: 4 }],
		],
		[
			'pageRepeated',
			'a page that comes again under another link',
			{},
			[full({ next: '/A' }), full({ next: '/B' })],
		],
		[
			'tooManyEmptyPages',
			'ten empty pages in a row',
			{},
			Array.from({ length: 10 }, (_, n) => ({ contacts: [], nextCursor: `${n}` })),
		],
		['totalDiffers', 'a total above what came', {}, [full({ total: 3, next: null })]],
		['totalDiffers', 'a total below what came', {}, [full({ total: 1 })]],
		['totalDiffers', 'a total below what came so far', {}, [full({ total: 1, next: '?2' })]],
		[
			'totalDiffers',
			'a page that is sent again and again with a total',
			{ pagination: { ...requestOf().pagination, mode: 'pageNumber' } },
			[full({ total: 2 }), { contacts: [B, A], total: 2 }],
		],
		[
			'totalDiffers',
			'a total of the first page alone',
			{},
			[full({ total: 9, next: '?2' }), { contacts: [C] }],
		],
		['nextElsewhere', 'a link to another host', {}, [full({ next: 'https://evil.example/' })]],
		['nextElsewhere', 'a link to another port', {}, [full({ next: `${ORIGIN}:8443/` })]],
		['nextElsewhere', 'a link to a subdomain', {}, [full({ next: 'https://x.api.example.com' })]],
		['nextElsewhere', 'a link without a scheme', {}, [full({ next: '//evil.example/' })]],
		['nextElsewhere', 'a link with backslashes', {}, [full({ next: '/\\evil.example/' })]],
		['nextElsewhere', 'a link to http', {}, [full({ next: 'http://api.example.com/' })]],
		['nextElsewhere', 'a link to no web address', {}, [full({ nextLink: 'javascript:x' })]],
		['nextElsewhere', 'a link with a user', {}, [full({ next: 'https://u@api.example.com/' })]],
		[
			'nextElsewhere',
			'a link with a password',
			{},
			[full({ next: 'https://:p@api.example.com/' })],
		],
		[
			'nextElsewhere',
			'a user like the host',
			{},
			[full({ next: 'https://api.example.com@evil.example/' })],
		],
	])('%s: %s', async (reason, _name, request, list) => {
		const { fetchPage, requested } = bodies(...list);
		expect(await outcome(requestOf(request), fetchPage)).toBe(reason);
		expect(requested).toHaveLength(list.length);
	});

	it('when a later page fails', async () => {
		const { fetchPage } = bodies(full({ next: '?2' }), 'no JSON');
		expect(await outcome(requestOf(), fetchPage)).toBe('notJson');
		const { fetchPage: failing } = bodies(full({ next: '?2' }));
		await expect(readContacts(requestOf(), failing)).rejects.toThrow('A request too many');
	});

	it('when pages are asked for by a number that the service ignores', async () => {
		for (const mode of ['pageNumber', 'offset'] as const) {
			const { fetchPage, requested } = bodies([A, B], [A, B]);
			expect(await outcome(requestOf({ pagination: { mode } }), fetchPage)).toBe('pageRepeated');
			expect(requested).toHaveLength(2);
		}
	});

	it('unless it is said that there is but one page', async () => {
		const { fetchPage } = bodies(full({ next: '?2' }));
		const request = requestOf({ pagination: { mode: 'off' } });
		expect(await outcome(request, fetchPage)).toEqual({ contacts: [A, B], hasMore: false });
	});

	it('and equal contacts are no repeated page where anything else differs', async () => {
		const { fetchPage } = bodies(
			{ contacts: [A, A], next: '?2' },
			{ contacts: [A, A, A], next: '?3' },
			{ contacts: [A, B, A], next: '?4' },
			{ contacts: [A], next: null },
		);
		expect(await outcome(requestOf(), fetchPage)).toMatchObject({ hasMore: false });
	});
});

/** How a service asks for its pages: what it sends with page n, and which page a request asks for. */
interface Style {
	body: (list: Contact[], n: number, pages: Contact[][]) => unknown;
	headers?: (n: number, pages: Contact[][]) => Record<string, string>;
	indexOf: (query: URLSearchParams, pages: Contact[][]) => number;
	/** The same by hand. */
	byHand: Partial<Pagination>;
}

const isLast = (n: number, pages: Contact[][]) => n === pages.length - 1;
const offsetOf = (n: number, pages: Contact[][]) => pages.slice(0, n).flat().length;
const inQuery = (name: string) => (query: URLSearchParams) => Number(query.get(name) ?? 0);

const styles: Record<string, Style> = {
	'Link header': {
		body: (list) => list,
		headers: (n, pages) => ({
			link: `</?at=${n + 1}>; rel=${isLast(n, pages) ? 'first' : 'next'}`,
		}),
		indexOf: inQuery('at'),
		byHand: { mode: 'linkHeader' },
	},
	'next link': {
		body: (list, n, pages) => ({ list, links: { next: isLast(n, pages) ? null : `?at=${n + 1}` } }),
		indexOf: inQuery('at'),
		byHand: { mode: 'nextLink', nextLinkField: 'links.next' },
	},
	cursor: {
		body: (list, n, pages) => ({ list, meta: { next_cursor: isLast(n, pages) ? '' : `${n + 1}` } }),
		indexOf: inQuery('cursor'),
		byHand: { mode: 'cursor', cursorField: 'meta.next_cursor' },
	},
	'cursor with a flag': {
		body: (list, n, pages) => ({
			data: { list },
			pageInfo: { endCursor: `${n + 1}`, hasNextPage: !isLast(n, pages) },
		}),
		indexOf: inQuery('after'),
		byHand: {
			mode: 'cursor',
			cursorField: 'pageInfo.endCursor',
			cursorParameter: 'after',
			hasMoreField: 'pageInfo.hasNextPage',
		},
	},
	'page number': {
		body: (list, n, pages) => ({ list, page: n + 1, totalPages: pages.length }),
		indexOf: (query) => Number(query.get('page') ?? 1) - 1,
		byHand: { mode: 'pageNumber', totalPagesField: 'totalPages' },
	},
	'page number from 0': {
		body: (list, n, pages) => ({ list, page: { number: n, totalPages: pages.length } }),
		indexOf: inQuery('page'),
		byHand: { mode: 'pageNumber', firstPage: 0, totalPagesField: 'page.totalPages' },
	},
	'offset with a total': {
		body: (list, n, pages) => ({ list, offset: offsetOf(n, pages), total: pages.flat().length }),
		indexOf: (query, pages) =>
			pages.findIndex((_, n) => offsetOf(n, pages) === Number(query.get('offset') ?? 0)),
		byHand: { mode: 'offset', totalField: 'total' },
	},
	'offset with a flag': {
		body: (list, n, pages) => ({ list, skip: offsetOf(n, pages), hasMore: !isLast(n, pages) }),
		indexOf: (query, pages) =>
			pages.findIndex((_, n) => offsetOf(n, pages) === Number(query.get('skip') ?? 0)),
		byHand: { mode: 'offset', offsetParameter: 'skip', totalField: 'total' },
	},
};

/** A service with these pages; what is beyond them is empty. */
function serve(style: Style, pages: Contact[][]): FetchPage {
	return async (url): Promise<PageResponse> => {
		const n = style.indexOf(url.searchParams, pages);
		const list = pages[n] ?? [];
		return { body: style.body(list, n, pages), headers: new Headers(style.headers?.(n, pages)) };
	};
}

/** Whole pages of two and a rest, of at least two pages. */
const fullPages = fc.integer({ min: 3, max: 40 }).map((count) => {
	const contacts = contactsOf(count);
	return Array.from({ length: Math.ceil(count / 2) }, (_, n) => contacts.slice(2 * n, 2 * n + 2));
});

/** Pages of any size, also empty ones. */
const anyPages = fc
	.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 })
	.filter((sizes) => !/(,0){9}/.test(`,${sizes.join()}`))
	.map((sizes) => {
		let first = 0;
		return sizes.map((size) => contactsOf(size, (first += size) - size));
	});

describe.each(Object.entries(styles))('Any list in pages by %s', (_name, style) => {
	// An offset does not move on from an empty page.
	const pagesOfStyle =
		'offset' === style.byHand.mode
			? anyPages.map((pages) => [...pages.filter((page) => page.length > 0), []])
			: anyPages;

	it.each([
		['when recognised', {}],
		['when set by hand', style.byHand],
	])('comes back whole, in order, once, %s', async (_how, pagination) => {
		await fc.assert(
			fc.asyncProperty(pagesOfStyle, async (pages) => {
				const result = await readContacts(requestOf({ pagination }), serve(style, pages));
				expect(result).toEqual({ contacts: pages.flat(), hasMore: false });
			}),
		);
	});

	it('comes back up to any limit, with no request too many', async () => {
		await fc.assert(
			fc.asyncProperty(fullPages, fc.integer({ min: 1, max: 50 }), async (pages, limit) => {
				let requests = 0;
				const answer = serve(style, pages);
				const result = await readContacts(requestOf({ limit }), (url, number) => {
					requests++;
					return answer(url, number);
				});
				expect(result.contacts).toEqual(pages.flat().slice(0, limit));
				expect(requests).toBe(Math.min(Math.ceil(limit / 2), pages.length));
			}),
		);
	});

	it('comes back whole or in an error, whatever is set by hand', async () => {
		const wrong = fc.record({
			mode: fc.constantFrom<Pagination['mode']>(
				...(['automatic', 'nextLink', 'linkHeader', 'cursor', 'pageNumber', 'offset'] as const),
			),
			nextLinkField: fc.constantFrom('links.next', 'next', 'wrong'),
			cursorField: fc.constantFrom('meta.next_cursor', 'pageInfo.endCursor', 'wrong'),
			cursorParameter: fc.constantFrom('cursor', 'after', 'wrong'),
			hasMoreField: fc.constantFrom('', 'pageInfo.hasNextPage', 'wrong'),
			pageParameter: fc.constantFrom('page', 'wrong'),
			// A number too high leaves out pages, and no response tells.
			firstPage: fc.constantFrom(0, style.byHand.firstPage ?? 1),
			totalPagesField: fc.constantFrom('', 'totalPages', 'page.totalPages', 'wrong'),
			offsetParameter: fc.constantFrom('offset', 'skip', 'wrong'),
			totalField: fc.constantFrom('', 'total', 'wrong'),
		});
		await fc.assert(
			fc.asyncProperty(fullPages, wrong, async (pages, pagination) => {
				const result = await outcome(requestOf({ pagination }), serve(style, pages));
				if (typeof result === 'string') return;
				expect(result).toEqual({ contacts: pages.flat(), hasMore: false });
			}),
			{ numRuns: 300 },
		);
	});
});

describe('100,000 contacts', () => {
	const contacts = contactsOf(100_000);

	it('come in one page', async () => {
		const { fetchPage } = bodies({ contacts, nextCursor: null });
		const result = await readContacts(requestOf(), fetchPage);
		expect(result.contacts).toHaveLength(100_000);
		expect(result.contacts[99_999]).toBe(contacts[99_999]);
	});

	it('come in 5,000 pages, each with another total', async () => {
		const fetchPage: FetchPage = async (_url, number) => ({
			body: {
				contacts: contacts.slice(20 * (number - 1), 20 * number),
				nextCursor: number < 5_000 ? number : null,
				total: 97_500 + number,
			},
			headers: new Headers(),
		});
		const result = await readContacts(requestOf(), fetchPage);
		expect(result.contacts).toHaveLength(100_000);
		expect(result.contacts.every((contact, n) => contact === contacts[n])).toBe(true);
	});
});
