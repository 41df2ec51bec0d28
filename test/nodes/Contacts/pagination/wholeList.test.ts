/** Cases in which a list could silently end early or repeat contacts. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ListError } from '../../../../nodes/Contacts/errors';
import { MAX_GUESSES } from '../../../../nodes/Contacts/pagination/candidates';
import { SeenContacts } from '../../../../nodes/Contacts/pagination/seenContacts';
import {
	type Contact,
	plain,
	record,
	withoutId,
} from '../../../../sandbox/service/shapes/contacts.ts';
import {
	cursor,
	lastValue,
	linkHeader,
	offset,
	type Page,
	pageNumber,
	shape,
} from '../../../../sandbox/service/shapes/shape.ts';
import { fetchInTurn, listShape, outcome, requestOf, WithHeaders } from './reading';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Description = Partial<Parameters<typeof shape>[1]>;

/** A service with numbered pages unless the description says otherwise. */
const service = (description: Description) =>
	shape('Test', {
		by: pageNumber('page'),
		defaultSize: 20,
		contact: plain,
		body: ({ list }: Page) => list,
		...description,
	});

const list = async (
	description: Description,
	settings: Omit<Parameters<typeof listShape>[1], 'total'> & { total?: number } = {},
) =>
	await listShape(service(description), { total: 230, service: { maxPageSize: 20 }, ...settings });

const A = { id: 'a' };
const B = { id: 'b' };
const C = { id: 'c' };

describe('A list comes whole, or ends in an error that names what was not understood:', () => {
	it('reads signs beside a list in an object, with and without Contacts Field', async () => {
		const body = ({ list: contacts, total, pages, hasMore }: Page) => ({
			success: true,
			data: { contacts, pagination: { total, totalPages: pages, hasNext: hasMore } },
		});
		for (const contactsField of ['', 'data.contacts']) {
			expect(await list({ body }, { settings: { contactsField } })).toMatchObject({
				isWhole: true,
			});
		}
	});

	it.each<[string, Description]>([
		[
			'has-more',
			{
				by: offset('offset'),
				body: ({ list: contacts, start, hasMore }) => ({
					contacts,
					offset: start,
					'has-more': hasMore,
				}),
			},
		],
		[
			'TotalRecords',
			{
				by: offset('Skip'),
				body: ({ list: contacts, start, total }) => ({
					Contacts: contacts,
					Skip: start,
					TotalRecords: total,
				}),
			},
		],
		[
			'nextRecordsUrl',
			{
				by: cursor('c'),
				body: ({ list: records, nextLink }) => ({ records, nextRecordsUrl: nextLink }),
			},
		],
		[
			'__next',
			{
				by: cursor('c'),
				body: ({ list: results, nextLink }) => ({ d: { results, __next: nextLink } }),
			},
		],
		['X-Total-Count', { headers: ({ total }) => ({ 'X-Total-Count': String(total) }) }],
		['X-WP-TotalPages', { headers: ({ pages }) => ({ 'X-WP-TotalPages': String(pages) }) }],
		[
			'X-Pagination',
			{
				headers: ({ number, pages }) => ({
					'X-Pagination': JSON.stringify({ CurrentPage: number, TotalPages: pages }),
				}),
			},
		],
		[
			'Content-Range',
			{
				by: offset('offset'),
				headers: ({ start, end, total }) => ({
					'Content-Range': `contacts ${start}-${end - 1}/${total}`,
				}),
			},
		],
		['X-Next-Page', { headers: ({ next = '' }) => ({ 'X-Next-Page': String(next) }) }],
		['Link', { headers: (page) => linkHeader(page, ['next', 'first']) }],
	])('reads %s', async (_name, description) => {
		expect(await list(description)).toMatchObject({ isWhole: true });
	});

	it('takes a page of the stated size for a full one', async () => {
		const body = ({ list: contacts, size }: Page) => ({ contacts, pageSize: size });
		expect(await list({ body })).toMatchObject({ reason: 'endUnknown' });
		expect(await list({ body }, { total: 7 })).toMatchObject({ isWhole: true });
	});

	it.each(['cursors', 'continue', 'scrollId', 'vid-offset', 'more_items_token'])(
		'does not end a list with a short page that has an unread field: %s',
		async (name) => {
			const result = await list(
				{ body: ({ list: contacts, end }) => ({ contacts, [name]: { v: `value-canary-${end}` } }) },
				{ service: { maxPageSize: 17 } },
			);
			expect(result).toMatchObject({ reason: 'signsUnread' });
			const { advice, description } = result as {
				advice?: { unreadFields: string[] };
				description?: string;
			};
			expect(advice!.unreadFields.join()).toContain(name);
			expect(description).toContain(`Not understood: ${name}`);
		},
	);

	it.each<[string, Description]>([
		[
			'a page number stated from 1 for a parameter from 0',
			{
				by: pageNumber('page', 0),
				firstNumber: 1,
				body: ({ list: contacts, number, pages }) => ({
					contacts,
					page: number,
					totalPages: pages,
				}),
			},
		],
		[
			'a page number stated from 0 for a parameter from 1',
			{
				firstNumber: 0,
				body: ({ list: contacts, number, pages }) => ({
					contacts,
					page: number,
					totalPages: pages,
				}),
			},
		],
		[
			'an offset that is the one of the next page',
			{
				by: offset('offset'),
				body: ({ list: contacts, end, total }) => ({ contacts, offset: end, total }),
			},
		],
	])('skips no page because of %s', async (_name, description) => {
		expect(await list(description)).toMatchObject({ isWhole: true });
	});

	it('keeps the page size when a next link drops it', async () => {
		const body = ({ list: contacts, nextLink }: Page) => ({ contacts, next: nextLink ?? null });
		const result = await list(
			{ body, dropsPageSize: true, defaultSize: 10 },
			{ service: { maxPageSize: 1_000 } },
		);
		expect(result).toMatchObject({ isWhole: true });
		expect(result.queries).toHaveLength(5);
	});

	it.each<[object]>([
		[{ errors: [{ message: 'x' }] }],
		[{ data: { contacts: null }, errors: [{ message: 'x' }] }],
		[{ success: false, contacts: [] }],
		[{ status: 'error', contacts: [A] }],
	])('takes a 200 response that reports a failure for a failure: %j', async (body) => {
		expect(await outcome(requestOf(), fetchInTurn(body).fetchPage)).toBe('failedWithSuccess');
		const later = fetchInTurn({ contacts: [A, B], next: '?page=2' }, body);
		expect(await outcome(requestOf(), later.fetchPage)).toBe('failedWithSuccess');
	});

	it('fails when a later page has its list elsewhere', async () => {
		const { fetchPage } = fetchInTurn(
			{ contacts: [A, B], next: '?page=2' },
			{ people: [C], next: null },
		);
		expect(await outcome(requestOf(), fetchPage)).toBe('listMoved');
	});

	it('ignores lists of other things', async () => {
		const body = {
			schemas: ['urn:x'],
			Resources: [A],
			links: [],
			included: [B],
			errors: [],
			messages: ['x'],
		};
		expect(await outcome(requestOf(), fetchInTurn(body).fetchPage)).toMatchObject({
			contacts: [A],
		});
	});

	it('reads {} and a missing body as an empty list, also in the middle of a list', async () => {
		for (const body of [{}, undefined, { contacts: {} }]) {
			expect(await outcome(requestOf(), fetchInTurn(body).fetchPage)).toMatchObject({
				contacts: [],
			});
		}
		const pages = [{ items: [A, B], nextPageToken: 'x' }, { nextPageToken: 'y' }, { items: [C] }];
		expect(await outcome(requestOf(), fetchInTurn(...pages).fetchPage)).toMatchObject({
			contacts: [A, B, C],
		});
	});

	describe('reads a list as configured with', () => {
		const flagged =
			(body: (page: Page) => object = () => ({})) =>
			({ list: contacts, ...page }: Page) => ({
				contacts,
				...body({ list: contacts, ...page }),
			});
		const lastId = lastValue(({ id }: Contact) => id);

		it.each<[string, Description, NonNullable<Parameters<typeof listShape>[1]['settings']>]>([
			[
				'Has More Field of Page Number',
				{ body: flagged(({ hasMore }) => ({ rest: hasMore })) },
				{ pagination: { mode: 'pageNumber', hasMoreField: 'rest' } },
			],
			[
				'Has More Field of Offset',
				{ by: offset('offset'), body: flagged(({ hasMore }) => ({ rest: hasMore })) },
				{ pagination: { mode: 'offset', hasMoreField: 'rest' } },
			],
			[
				'!isLast',
				{ body: flagged(({ hasMore }) => ({ complete: !hasMore })) },
				{ pagination: { mode: 'pageNumber', hasMoreField: '!complete' } },
			],
			[
				'isLast',
				{ body: flagged(({ hasMore }) => ({ isLast: !hasMore })) },
				{ pagination: { mode: 'pageNumber', hasMoreField: 'isLast' } },
			],
			[
				'First Offset 1',
				{ by: offset('startIndex', 1) },
				{ pagination: { mode: 'offset', offsetParameter: 'startIndex', firstOffset: 1 } },
			],
			[
				'First Page 0',
				{ by: pageNumber('p', 0) },
				{ pagination: { mode: 'pageNumber', pageParameter: 'p', firstPage: 0 } },
			],
			[
				'Last Contact',
				{
					by: cursor('starting_after', lastId),
					body: flagged(({ hasMore }) => ({ has_more: hasMore })),
				},
				{ pagination: { mode: 'lastContact', cursorParameter: 'starting_after' } },
			],
			[
				'edges[].node',
				{
					by: cursor('after'),
					body: ({ list: contacts, next }) => ({
						groups: contacts.map((node) => ({ node })),
						forward: next ?? null,
					}),
				},
				{
					contactsField: 'groups[].node',
					pagination: { mode: 'cursor', cursorField: 'forward', cursorParameter: 'after' },
				},
			],
			[
				'Check Total',
				{ body: flagged(() => ({ total: 7 })) },
				{ pagination: { mode: 'pageNumber', checkTotal: false } },
			],
			[
				'Total Field',
				{ body: flagged(({ total }) => ({ total: 1_000, all: total })) },
				{ pagination: { mode: 'pageNumber', totalField: 'all' } },
			],
		])('%s', async (_name, description, settings) => {
			const result = await list(description, { settings });
			expect(result).toMatchObject({ isWhole: true });
		});

		it('Page Number and Offset, over empty pages while hasMore is true, and to the end when it is false', async () => {
			for (const mode of ['pageNumber', 'offset'] as const) {
				const pages = [
					{ c: [A], hasMore: true },
					{ c: [], hasMore: true },
					{ c: [B], hasMore: false },
				];
				// The offset of an empty page is that of the page after it.
				const expected =
					mode === 'offset'
						? 'nextRepeated'
						: { contacts: [A, B], hasMore: 'no', detectedSettings: undefined };
				const { fetchPage } = fetchInTurn(...pages);
				expect(
					await outcome(requestOf({ contactsField: 'c', pagination: { mode } }), fetchPage),
				).toEqual(expected);
			}
		});
	});

	it('stops at a repeated page, although a signed link changes with every response', async () => {
		let answers = 0;
		const contact = (n: number) => ({ ...withoutId(n), photo: 'x' });
		const body = ({ list: contacts }: Page) => ({
			contacts: contacts.map((one) => ({ ...one, photo: `/p?s=${answers++}` })),
		});
		const result = await list(
			{ by: pageNumber('p'), contact, body },
			{ settings: { pagination: { mode: 'pageNumber', pageParameter: 'wrong' } } },
		);
		expect(result).toMatchObject({ reason: 'pageRepeated' });
		expect(result.queries).toHaveLength(2);
	});

	it('ends after a single full page when Pagination is Off', async () => {
		const full = { total: 100, pageSize: 100, service: { maxPageSize: 1_000 } };
		const unknown = await list({}, full);
		expect(unknown).toMatchObject({
			reason: 'endUnknown',
			advice: { suggestions: expect.arrayContaining([{ mode: 'off' }]) },
		});
		expect(await list({}, { ...full, settings: { pagination: { mode: 'off' } } })).toMatchObject({
			isWhole: true,
		});
	});
});

describe('When the service does not name the parameter, common ones are guessed:', () => {
	const total = ({ total: all }: Page) => ({ 'X-Total-Count': String(all) });

	it.each<[string, Description, object]>([
		['page', {}, { mode: 'pageNumber', pageParameter: 'page', firstPage: 1 }],
		[
			'page, from 0',
			{ by: pageNumber('page', 0) },
			{ mode: 'pageNumber', pageParameter: 'page', firstPage: 0 },
		],
		['skip', { by: offset('skip') }, { mode: 'offset', offsetParameter: 'skip', firstOffset: 0 }],
		[
			'startIndex, from 1',
			{ by: offset('startIndex', 1) },
			{ mode: 'offset', offsetParameter: 'startIndex', firstOffset: 1 },
		],
	])('finds %s, and returns the settings', async (_name, description, detectedSettings) => {
		const result = await list({ ...description, headers: total });
		expect(result).toMatchObject({ isWhole: true, detectedSettings });
		expect(result.queries.length).toBeLessThanOrEqual(12 + MAX_GUESSES);
	});

	it('finds the parameter of a cursor', async () => {
		const body = ({ list: contacts, next }: Page) => ({ contacts, nextCursor: next ?? null });
		expect(await list({ by: cursor('after'), body })).toMatchObject({
			isWhole: true,
			detectedSettings: { mode: 'cursor', cursorParameter: 'after' },
		});
	});

	it('gives up after a limited number of requests', async () => {
		const result = await list({ by: pageNumber('blatt'), headers: total });
		expect(result).toMatchObject({ reason: 'nextUnknown' });
		expect(result.queries.length).toBeLessThanOrEqual(1 + 2 * MAX_GUESSES);
	});

	it('guesses nothing without a stated end', async () => {
		expect((await list({ by: pageNumber('blatt') })).queries).toHaveLength(1);
	});

	it('tries the next parameter when the service refuses one', async () => {
		const full = (...contacts: object[]) => new WithHeaders(contacts, { 'X-Total-Count': '3' });
		const pages = [full(A, B), new ListError('refused', 2, 400), full(C)];
		expect(await outcome(requestOf(), fetchInTurn(...pages).fetchPage)).toMatchObject({
			contacts: [A, B, C],
			detectedSettings: { mode: 'pageNumber', pageParameter: 'page', firstPage: 1 },
		});
	});

	it('fails on an error that is not about the parameter', async () => {
		const first = new WithHeaders([A, B], { 'X-Total-Count': '3' });
		const { fetchPage, requested } = fetchInTurn(first, new ListError('unauthorized', 2, 401));
		expect(await outcome(requestOf(), fetchPage)).toBe('unauthorized');
		expect(requested).toHaveLength(2);
	});

	it('rejects a page with fewer contacts than are left', async () => {
		const full = (...contacts: object[]) => new WithHeaders(contacts, { 'X-Total-Count': '5' });
		const pages = [full(A, B), ...Array.from({ length: MAX_GUESSES }, (_, n) => full({ id: n }))];
		expect(await outcome(requestOf(), fetchInTurn(...pages).fetchPage)).toBe('nextUnknown');
	});

	it('rejects pages that overlap', async () => {
		const full = (...contacts: object[]) => new WithHeaders(contacts, { 'X-Total-Count': '5' });
		const pages = [
			full(A, B),
			...Array.from({ length: MAX_GUESSES }, (_, n) => full(B, { id: n })),
		];
		expect(await outcome(requestOf(), fetchInTurn(...pages).fetchPage)).toBe('nextUnknown');
	});

	it('does not expect the list where a rejected page had it', async () => {
		const empty = { count: 0, total: 2, totalPages: 3 };
		const { fetchPage } = fetchInTurn(
			empty,
			{ ...empty, results: [C] },
			{ ...empty, items: [] },
			{ ...empty, items: [A, B] },
		);
		expect(await outcome(requestOf(), fetchPage)).toMatchObject({ contacts: [A, B] });
	});
});

describe('An error about fields that were not understood', () => {
	it('names the fields, but not their values', async () => {
		const body = ({ list: contacts, end }: Page) => ({
			contacts,
			forwardCursor: `value-canary-${end}`,
			'vid-offset': 987_654_321,
		});
		const result = await list({ contact: record('id'), body });
		expect(result).toMatchObject({
			reason: 'endUnknown',
			advice: { unreadFields: expect.arrayContaining(['vid-offset']) },
		});
		expect(JSON.stringify(result)).not.toMatch(/value-canary|987654321/);
	});
});

describe('The check for repeated contacts', () => {
	it('costs no memory when only one page is read', async () => {
		const contacts = Array.from({ length: 10 }, (_, n) => ({
			get id() {
				throw new Error('Looked at');
			},
			n,
		}));
		const { fetchPage } = fetchInTurn({ contacts, next: null });
		const settings = { readAll: false, pageSize: 50 };
		expect(await outcome(requestOf(settings), fetchPage)).toMatchObject({ hasMore: 'no' });
	});

	it.each<[string, object]>([
		['an ID', { id: 1 }],
		['all that is in them', {}],
	])('keeps less than 100 bytes per contact identified by %s', (_name, id) => {
		const count = 50_000;
		const page = (n: number) =>
			Array.from({ length: 100 }, (_, m) => ({
				...('id' in id ? { id: 100 * n + m } : {}),
				name: `Contact ${100 * n + m}`,
				notes: 'x'.repeat(1_000),
			}));
		const seen = new SeenContacts();
		collectGarbage();
		const before = process.memoryUsage().heapUsed;
		for (let n = 0; n < count / 100; n++) seen.addContacts(page(n));
		collectGarbage();
		expect(seen.countKnown(page(7))).toBe(100);
		expect((process.memoryUsage().heapUsed - before) / count).toBeLessThan(100);
	});
});
