import fc from 'fast-check';

import type { PaginationMode } from '../../../../nodes/Contacts/pagination/pagination';
import { plain } from '../../../../sandbox/service/shapes/contacts.ts';
import {
	cursor,
	linkHeader,
	offset,
	type Page,
	pageNumber,
	shape,
} from '../../../../sandbox/service/shapes/shape.ts';
import {
	contactsOf,
	fetchInTurn,
	type FetchPage,
	listShape,
	ORIGIN,
	outcome,
	readContacts,
	type ReadingRequest,
	requestOf,
	WithHeaders,
} from './reading';

const A = { id: 'a' };
const B = { id: 'b' };
const C = { id: 'c' };
const D = { id: 'd' };

const full = (rest: object) => ({ contacts: [A, B], ...rest });

describe('Reading one page reports that', () => {
	it.each<[string, unknown, 'yes' | 'no' | 'maybe', Partial<ReadingRequest>?]>([
		['there is more, because of a cursor', full({ nextCursor: 'x' }), 'yes'],
		['there is more, because of a total', full({ total: 3 }), 'yes'],
		['there is more, in an unknown place', full({ hasMore: true }), 'yes'],
		['there is more, on another host', full({ next: 'https://evil.example' }), 'yes'],
		['there is no more', full({ nextCursor: null }), 'no'],
		['there may be more, after a full page', [A, B], 'maybe'],
		[
			'there may be more, after a page of a common size',
			contactsOf(100),
			'maybe',
			{ pageSize: 500 },
		],
		['there may be more, because of an unread field', { list: [A], scrollId: 'x' }, 'maybe'],
		['there may be more, after a page that states its number', full({ page: 1 }), 'maybe'],
		['there is no more, after a short page', [A], 'no'],
		['there is no more, after a short page that states its number', { list: [A], page: 1 }, 'no'],
		['there is no more, at the limit', [A, B], 'no', { limit: 1, readAll: true }],
	])('%s', async (_name, body, hasMore, request = {}) => {
		const { fetchPage, requested } = fetchInTurn(body);
		const result = await readContacts(requestOf({ readAll: false, ...request }), fetchPage);
		expect(result.hasMore).toBe(hasMore);
		expect(requested).toEqual([`${ORIGIN}/v1/contacts`]);
	});
});

describe('Pages are read', () => {
	it.each([
		[1, 1, [A]],
		[2, 1, [A, B]],
		[3, 2, [A, B, C]],
		[9, 2, [A, B, C, D]],
	])('up to a limit of %d, with %d requests', async (limit, requests, contacts) => {
		const { fetchPage, requested } = fetchInTurn(full({ next: '?2' }), {
			contacts: [C, D],
			next: null,
		});
		expect(await readContacts(requestOf({ limit }), fetchPage)).toMatchObject({
			contacts,
			hasMore: 'no',
		});
		expect(requested).toHaveLength(requests);
	});

	it.each<[string, unknown[]]>([
		['a short page without signs', [[A]]],
		[
			'a page without a cursor after one with a cursor',
			[full({ nextCursor: 'x' }), { contacts: [C, D] }],
		],
		['a page without a link after one with a link', [full({ next: '?2' }), { contacts: [C, D] }]],
		['a short page after one with a number', [full({ page: 1, hasMore: true }), { contacts: [C] }]],
		['a total that is reached', [full({ nextCursor: 'x', total: 3 }), { contacts: [C], total: 3 }]],
		[
			'a total that grew meanwhile',
			[full({ nextCursor: 'x', total: 3 }), { contacts: [C], nextCursor: null, total: 4 }],
		],
		[
			'a total that shrank meanwhile',
			[full({ nextCursor: 'x', total: 4 }), { contacts: [C], total: 2 }],
		],
		[
			'an empty page that repeats the last cursor',
			[full({ nextCursor: 'x' }), { contacts: [], nextCursor: 'x' }],
		],
		[
			'a page whose total is the count of the page',
			[full({ nextCursor: 'x', total: 2 }), { contacts: [C], total: 1 }],
		],
		[
			'a page number that is corrected after an empty page',
			[full({ page: 1, totalPages: 2 }), {}, { contacts: [C], page: 2, totalPages: 2 }],
		],
		[
			'an empty page when the corrected page number repeats a page',
			[full({ page: 1, totalPages: 2 }), {}, full({ page: 1, totalPages: 2 })],
		],
		[
			'the first page when there are no contacts',
			[{ contacts: [], total: 0, totalPages: 0, page: 1 }],
		],
	])('up to %s', async (_name, list) => {
		const { fetchPage, requested } = fetchInTurn(...list);
		expect(await outcome(requestOf(), fetchPage)).toMatchObject({ hasMore: 'no' });
		expect(requested).toHaveLength(list.length);
	});

	it('over empty pages with a cursor, up to nine in a row', async () => {
		const empty = (from: number) =>
			Array.from({ length: 9 }, (_, n) => ({ contacts: [], nextCursor: `${from + n}` }));
		const list = [...empty(0), { contacts: [A], nextCursor: 'x' }, ...empty(10), { contacts: [B] }];
		expect(await outcome(requestOf(), fetchInTurn(...list).fetchPage)).toMatchObject({
			contacts: [A, B],
		});
	});

	it('at URLs of the same origin, relative to the previous page', async () => {
		const { fetchPage, requested } = fetchInTurn(
			{ contacts: [A], next: '?page=2#two' },
			{ contacts: [B], next: '/other/list?page=3' },
			{ contacts: [C], next: { href: 'HTTPS://API.example.com:443/v1/x' } },
			{ contacts: [D], next: null },
		);
		await readContacts(requestOf({ pageSize: undefined }), fetchPage);
		expect(requested.slice(1)).toEqual([
			`${ORIGIN}/v1/contacts?page=2`,
			`${ORIGIN}/other/list?page=3`,
			`${ORIGIN}/v1/x`,
		]);
	});

	it('with repeated contacts when Check Repeats is off', async () => {
		const pages = [full({ next: '?2' }), { contacts: [B, C], next: null }];
		const pagination = { checkRepeats: false };
		expect(await outcome(requestOf({ pagination }), fetchInTurn(...pages).fetchPage)).toMatchObject(
			{ contacts: [A, B, B, C] },
		);
	});
});

const byNumber = { pagination: { mode: 'pageNumber' as const } };

describe('A part of a list is not returned:', () => {
	it.each<[string, string, Parameters<typeof requestOf>[0], unknown[]]>([
		['endUnknown', 'a full page without a sign', {}, [[A, B]]],
		['endUnknown', 'any page when the service decides the size', { pageSize: undefined }, [[A]]],
		['signsUnread', 'a short page with an unread field', {}, [{ list: [A], scrollId: 'x' }]],
		[
			'signsUnread',
			'an unread field in place of a link',
			{},
			[full({ next: '?2' }), { contacts: [C], next: { x: 'y' } }],
		],
		['nextUnknown', 'a flag without a next page', {}, [full({ hasMore: true })]],
		['nextMalformed', 'a malformed link', {}, [full({ nextLink: 'https://' })]],
		['nextElsewhere', 'a link to another host', {}, [full({ next: 'https://evil.example/' })]],
		['nextRepeated', 'a link to itself', {}, [full({ next: '?pageSize=2' })]],
		[
			'nextRepeated',
			'cursors A, B, A',
			{},
			[
				full({ nextCursor: 'A' }),
				{ contacts: [C], nextCursor: 'B' },
				{ contacts: [D], nextCursor: 'A' },
			],
		],
		[
			'pageRepeated',
			'a page that is repeated under another link',
			{},
			[full({ next: '/A' }), full({ next: '/B' })],
		],
		[
			'pageRepeated',
			'a page number that the service ignores',
			byNumber,
			[
				[A, B],
				[A, B],
			],
		],
		[
			'pageRepeated',
			'a repeated page without IDs',
			byNumber,
			[
				[{ n: 1 }, { n: 2 }],
				[{ n: 1 }, { n: 2 }],
			],
		],
		[
			'contactsRepeated',
			'pages that overlap',
			{},
			[full({ next: '/A' }), { contacts: [B, C], next: '/B' }],
		],
		[
			'positionUnexpected',
			'a page number that does not change',
			byNumber,
			[full({ page: 1 }), { contacts: [C, D], page: 1 }],
		],
		[
			'tooManyEmptyPages',
			'ten empty pages in a row',
			{},
			Array.from({ length: 10 }, (_, n) => ({ contacts: [], nextCursor: `${n}` })),
		],
		['totalDiffers', 'a total above the number of contacts', {}, [full({ total: 3, next: null })]],
		[
			'totalDiffers',
			'a total below the number of contacts so far',
			{},
			[full({ total: 1, next: '?2' })],
		],
		[
			'totalDiffers',
			'a total on the first page only',
			{},
			[full({ total: 9, next: '?2' }), { contacts: [C] }],
		],
		['notAListAt', 'an error response', {}, [full({ next: '?2' }), { message: 'x' }]],
	])('%s: %s', async (reason, _name, request, list) => {
		const url = new URL(`${ORIGIN}/v1/contacts?pageSize=2`);
		const { fetchPage, requested } = fetchInTurn(...list);
		expect(await outcome(requestOf({ url, ...request }), fetchPage)).toBe(reason);
		expect(requested).toHaveLength(list.length);
	});

	it('when a later page fails', async () => {
		const { fetchPage } = fetchInTurn(full({ next: '?2' }), new Error('Broken off'));
		await expect(readContacts(requestOf(), fetchPage)).rejects.toThrow('Broken off');
	});

	it('when a guessed page fails with another error than a rejection', async () => {
		const first = new WithHeaders([A, B], { 'X-Total-Count': '3' });
		const { fetchPage } = fetchInTurn(first, new Error('Broken off'));
		await expect(readContacts(requestOf(), fetchPage)).rejects.toThrow('Broken off');
	});
});

const body = (fields: (page: Page) => object) => (page: Page) => ({
	list: page.list,
	...fields(page),
});
const rest = { defaultSize: 20, contact: plain };

/** Styles of paging, and the settings for them. */
const styles = [
	{
		name: 'Link header',
		pagination: { mode: 'linkHeader' },
		shape: shape('', {
			...rest,
			by: cursor('at'),
			body: ({ list }) => list,
			headers: (page) => linkHeader(page, ['first', 'next']),
		}),
	},
	{
		name: 'next link',
		pagination: { mode: 'nextLink', nextLinkField: 'links.next' },
		shape: shape('', {
			...rest,
			by: cursor('at'),
			body: body(({ nextLink }) => ({ links: { next: nextLink ?? null } })),
		}),
	},
	{
		name: 'cursor',
		pagination: { mode: 'cursor', cursorField: 'meta.next_cursor' },
		shape: shape('', {
			...rest,
			by: cursor('cursor'),
			body: body(({ next }) => ({ meta: { next_cursor: next ?? '' } })),
		}),
	},
	{
		name: 'page number',
		pagination: { mode: 'pageNumber', totalPagesField: 'totalPages' },
		shape: shape('', {
			...rest,
			by: pageNumber('page'),
			body: body(({ number, pages }) => ({ page: number, totalPages: pages })),
		}),
	},
	{
		name: 'page number from 0',
		pagination: { mode: 'pageNumber', firstPage: 0 },
		shape: shape('', {
			...rest,
			firstNumber: 0,
			by: pageNumber('page', 0),
			body: body(({ number, pages }) => ({ page: { number, totalPages: pages } })),
		}),
	},
	{
		name: 'offset',
		pagination: { mode: 'offset', offsetParameter: 'skip' },
		shape: shape('', {
			...rest,
			by: offset('skip'),
			body: body(({ start, total }) => ({ skip: start, total })),
		}),
	},
] as const;

describe.each(styles)(
	'A list of any length in pages by $name',
	({ shape: service, pagination }) => {
		const lengths = fc.integer({ min: 0, max: 90 });

		it.each([
			['when recognized', {}],
			['when configured', pagination],
		])('comes whole, in order and without repeats %s', async (_how, settings) => {
			await fc.assert(
				fc.asyncProperty(lengths, fc.integer({ min: 3, max: 40 }), async (total, pageSize) => {
					const result = await listShape(service, {
						total,
						pageSize,
						settings: { pagination: settings },
					});
					expect(result).toMatchObject({ isWhole: true, hasMore: 'no' });
				}),
				{ numRuns: 50 },
			);
		});

		it('comes up to any limit with the fewest requests', async () => {
			await fc.assert(
				fc.asyncProperty(lengths, fc.integer({ min: 1, max: 50 }), async (total, limit) => {
					const result = await listShape(service, { total, pageSize: 7, settings: { limit } });
					expect(result).toMatchObject({ contacts: contacts(Math.min(total, limit)) });
					expect(result.queries).toHaveLength(Math.max(1, Math.ceil(Math.min(total, limit) / 7)));
				}),
				{ numRuns: 50 },
			);
		});

		it('comes whole or ends in an error with any settings', async () => {
			const wrong = fc.record({
				mode: fc.constantFrom<PaginationMode>(
					'automatic',
					'nextLink',
					'linkHeader',
					'cursor',
					'pageNumber',
					'offset',
					'lastContact',
					'off',
				),
				nextLinkField: fc.constantFrom('links.next', 'wrong'),
				cursorField: fc.constantFrom('meta.next_cursor', 'wrong'),
				cursorParameter: fc.constantFrom('cursor', 'wrong'),
				hasMoreField: fc.constantFrom('', 'wrong'),
				pageParameter: fc.constantFrom('page', 'wrong'),
				totalPagesField: fc.constantFrom('', 'totalPages', 'wrong'),
				offsetParameter: fc.constantFrom('offset', 'skip', 'wrong'),
				totalField: fc.constantFrom('', 'total', 'wrong'),
			});
			const sizes = fc.integer({ min: 3, max: 90 });
			await fc.assert(
				fc.asyncProperty(sizes, wrong, async (total, settings) => {
					const result = await listShape(service, {
						total,
						pageSize: 7,
						settings: { pagination: settings },
					});
					expect(result.isWhole || 'reason' in result).toBe(true);
				}),
				{ numRuns: 300 },
			);
		});
	},
);

const contacts = (count: number) => Array.from({ length: count }, (_, n) => plain(n));

it('reading 100,000 contacts in 5,000 pages with changing totals takes linear time', async () => {
	const all = contactsOf(100_000);
	const timeFor = async (pages: number) => {
		const fetchPage: FetchPage = async (_url, number) => ({
			body: {
				contacts: all.slice(20 * (number - 1), 20 * number),
				nextCursor: number < pages ? number : null,
				total: 20 * pages - pages / 2 + number,
			},
			headers: new Headers(),
		});
		// The time of the processor: on a busy machine, more time passes.
		const started = process.cpuUsage();
		const result = await readContacts(requestOf({ pageSize: 20 }), fetchPage);
		expect(result.contacts).toEqual(all.slice(0, 20 * pages));
		return process.cpuUsage(started).user;
	};
	await timeFor(500);
	// For ten times as many contacts, quadratic time would be a hundred times as long.
	expect(await timeFor(5_000)).toBeLessThan(40 * (await timeFor(500)));
});
