/** How a list goes on after a page, how it ends, and what it fails with. */
import {
	type Contact,
	type Pagination,
	readFirst,
	type ReadOptions,
	reads,
	readWhole,
	type Service,
	type ServiceResponse,
} from '../read';
import { A, B, C, contactsOf, D, inTurn, type Page, pagedService, Response } from '../services';
import {
	cursor,
	lastId,
	offset,
	page as pageNumber,
	parameterOf,
	type Position,
} from '../world/positions';

/** Makes pages of these contacts. */
const pageOf =
	(...list: Contact[]) =>
	(rest: object = {}) => ({ list, ...rest });
const [a, ab, bc, bd] = [pageOf(A), pageOf(A, B), pageOf(B, C), pageOf(B, D)];
const [c, cd, d, none] = [pageOf(C), pageOf(C, D), pageOf(D), pageOf()];
const [ef, g] = [pageOf({ id: 'e' }, { id: 'f' }), pageOf({ id: 'g' })];

const contactsIn = (answer: unknown) => (answer as { list?: Contact[] }).list ?? [];

const LAST = c({ nextCursor: null });

const withStatus = (status: number) => new Response({ status });

describe.each(Object.entries(reads))('With %s, a list ends after', (_operation, read) => {
	type Row = [string, answers: unknown[], Partial<ReadOptions>?];

	it.each<Row>([
		['an empty cursor', [ab({ nextCursor: 'x' }), LAST]],
		['a cursor no longer sent', [ab({ nextCursor: 'x' }), cd()]],
		[
			'a link after empty pages of a cursor',
			[
				ab({ nextCursor: 'x' }),
				c({ nextCursor: 'x2' }),
				none({ nextCursor: 'x3' }),
				none({ next: '?z' }),
				d(),
			],
		],
		['an empty page after the first by its number', [ab({ page: 1 }), none(), ab({ page: 1 })]],
		['a flag that says so', [ab({ hasMore: false })]],
		['a flag beside a link', [ab({ hasMore: false, next: '?2' })]],
		[
			'an empty page after a flag that a link contradicts',
			[ab({ page: 1, hasMore: false, next: '?x' }), none({ page: 2 })],
			{ pagination: { mode: 'pageNumber' } },
		],
		['a flag beside a cursor', [ab({ hasMore: false, nextCursor: 'x' })]],
		['the total', [ab({ nextCursor: 'x', total: 3 }), c({ total: 3 })]],
		['the first page when there are none', [none({ total: 0, page: 1 }), none()]],
		['that page if it is refused without a page size', [none(), withStatus(400)]],
		[
			'a cursor beside a link to another origin',
			[ab({ next: 'https://other.example/x', nextCursor: '1' }), LAST],
		],
		[
			'a total, beside a next page that is not after this one',
			[ab({ page: 1, nextPage: 1, total: 3 }), c({ page: 2, nextPage: 1, total: 3 }), none()],
		],
		[
			'a page that comes again under its cursor, as a flag of unknown meaning says',
			[ab({ c: '1', weiter: true }), cd({ c: '2', weiter: false }), cd({ c: '2', weiter: false })],
			{ pagination: { mode: 'cursor', cursorField: 'c', hasMoreField: 'weiter' } },
		],
		[
			'an empty next page, where this one comes again under its number',
			[ab({ page: 1 }), none(), ab({ page: 1 })],
		],
		['a last page with the number 0', [a({ lastPage: 0 })]],
		[
			'a flag, where the cursor beside it leads nowhere',
			Array.from({ length: 8 }, () => ab({ nextCursor: 'x', meta: { hasMore: false } })),
		],
		[
			'a total of what has come, where the service chooses the page size',
			[ab({ total: 2 })],
			{ pageSize: undefined },
		],
		['a cursor that repeats that of the link', [ab({ next: '?cursor=1' }), c({ cursor: '1' })]],
		[
			'two empty pages of links that only count',
			[ab({ next: '?page=2' }), none({ next: '?page=3' }), none({ next: '?page=4' })],
		],
		[
			'a cursor that follows a link',
			[ab({ next: '?2' }), c({ next: null, nextCursor: 'x' }), d({ next: null, nextCursor: null })],
		],
		[
			'the last contact, of a list of one',
			[a(), none()],
			{ pageSize: 1, pagination: { mode: 'lastContact' } },
		],
		[
			'the last of several pages by number',
			[ab({ page: 1, totalPages: 2 }), c({ page: 2, totalPages: 2 })],
		],
		[
			'nothing, where the page one contact back has the last one alone',
			[ab({ offset: 0 }), bc({ offset: 1 }), withStatus(204), c({ offset: 2 })],
		],
		[
			'nothing, where the last contact comes alone after the one before',
			[ab(), bc(), withStatus(204), c()],
			{ pagination: { mode: 'lastContact' } },
		],
		...[204, 400, 404].map((status): Row => [
			`status ${status} for the page after the last one`,
			[ab({ page: 1 }), cd({ page: 2 }), withStatus(status)],
		]),
		['an empty page of the number that was asked for', [ab({ page: 1 }), none({ page: 2 })]],
		[
			'a page of the last contact alone, where the cursor is inclusive',
			[ab({ nextCursor: 'b' }), bc({ nextCursor: 'c' }), c({ nextCursor: 'c' })],
			{ pagination: { mode: 'cursor', isInclusive: true } },
		],
		[
			'a total that falls, where the page before has not moved',
			[
				ab({ page: 1, total: 8 }),
				cd({ page: 2, total: 8 }),
				ef({ page: 3, total: 7 }),
				cd({ page: 2, total: 7 }),
				g({ page: 4, total: 7 }),
			],
		],
		[
			'a total that differs, without Check Total',
			[ab({ total: 3, nextCursor: null })],
			{ pagination: { mode: 'cursor', checkTotal: false } },
		],
	])('%s', async (_name, answers, options = {}) => {
		const contacts = [...new Set(answers.flatMap(contactsIn))];
		const outcome = await read(inTurn(contacts, ...answers), { pageSize: 2, ...options });
		expect(outcome).toMatchObject({ result: 'whole', contacts });
		expect(outcome.requests).toHaveLength(answers.length);
	});
});

describe.each(Object.entries(reads))('With %s, a part of a list is an error:', (_name, read) => {
	it.each<[string, string, unknown[], Partial<ReadOptions>?]>([
		[
			'nextElsewhere',
			'a link to another host, despite a flag',
			Array.from({ length: 4 }, () =>
				ab({ next: 'https://evil.example/', meta: { hasMore: false } }),
			),
		],
		[
			'nextMalformed',
			'a last contact without the field',
			[ab()],
			{ pagination: { mode: 'lastContact', lastContactField: 'at' } },
		],
		[
			'nextRepeated',
			'cursors A, B, A',
			[ab({ nextCursor: 'A' }), c({ nextCursor: 'B' }), d({ nextCursor: 'A' })],
		],
		[
			'pageRepeated',
			'a page that comes again under another link',
			[ab({ next: '/A' }), cd({ next: '/B' }), cd({ next: '/C' })],
		],
		[
			'contactsRepeated',
			'pages that overlap',
			[ab({ next: '/A' }), c({ next: '/B' }), bd({ next: '/C' })],
		],
		[
			'tooManyEmptyPages',
			'ten empty pages in a row',
			Array.from({ length: 10 }, (_, n) => ({ list: [], next: `?${n}` })),
		],
		[
			'totalDiffers',
			'a total above what came',
			[ab({ total: 9, nextCursor: 'x' }), c({ total: 9, nextCursor: null })],
		],
		[
			'nextElsewhere',
			'a later link to another host',
			[ab({ next: '?2' }), c({ next: 'https://evil.example/?3' })],
		],
		['signsUnread', 'a new field about pages', [ab({ next: '?2' }), c({ pageKey: 'a1b2c3' })]],
		[
			'signsUnread',
			'a field about pages on a short page',
			Array.from({ length: 8 }, () => a({ pageKey: 'a1b2c3' })),
		],
		['notAListAt', 'another response', [ab({ next: '?2' }), { message: 'x' }]],
		[
			'notAListAt',
			'another response to a link to another path, after the second page',
			[ab({ next: '/A' }), c({ next: '/B' }), { message: 'x' }],
		],
		['failedWithSuccess', 'a failure', [ab({ next: '?2' }), { error: 'x' }]],
		['listMoved', 'a list elsewhere', [ab({ next: '?2' }), { found: [C] }]],
		['noList', 'no list', [{ message: 'x' }]],
		...[{ message: 'x' }, withStatus(400), { cats: [A], dogs: [B] }].map(
			(answer): [string, string, unknown[]] => [
				'manyLists',
				'two lists, of which none becomes shorter',
				[{ cats: [A, B], dogs: [C, D] }, answer, answer, answer],
			],
		),
		['manyLists', 'two lists with other values', [{ data: [A, 'x'], items: [B, 'x'] }]],
		['failed', 'an error of the service', [ab({ next: '?2' }), withStatus(503)]],
		['failed', 'an outage while it is asked', [ab({ nextCursor: 'x' }), withStatus(503)]],
		[
			'refused',
			'a refused page after the second',
			[ab({ next: '?2' }), c({ next: '?3' }), withStatus(400)],
		],
		['notFound', 'nothing at the address', [withStatus(404)]],
		[
			'positionUnexpected',
			'a number that does not bring the first page',
			[ab(), cd()],
			{ pagination: { mode: 'pageNumber' } },
		],
		[
			'positionUnexpected',
			'a page that is left out',
			[ab({ page: 1, nextCursor: 'x' }), c({ page: 2, nextCursor: 'y' }), d({ page: 4 })],
			{ pagination: { mode: 'cursor' } },
		],
		[
			'nextMalformed',
			'a last contact without the field on a later page',
			[ab({ total: 9 }), { list: [C, { name: 'Dan' }], total: 9 }],
			{ pagination: { mode: 'lastContact' } },
		],
		[
			'endUnknown',
			'a full page of a service that filters by all that it is asked',
			[ab({ page: 1 }), ...Array<object>(14).fill(none())],
		],
		[
			'nextUnknown',
			'a cursor of a service that filters by all that it is asked',
			[ab({ nextCursor: 'x', hasMore: true }), ...Array<object>(21).fill(none())],
		],
		[
			'listChanged',
			'a total that falls, and a page before that moved',
			[
				ab({ page: 1, total: 8 }),
				cd({ page: 2, total: 8 }),
				ef({ page: 3, total: 7 }),
				{ list: [D, { id: 'e' }], page: 2, total: 7 },
			],
		],
		[
			'notFound',
			'a total that falls, and a page before that is gone',
			[
				ab({ page: 1, total: 8 }),
				cd({ page: 2, total: 8 }),
				ef({ page: 3, total: 7 }),
				withStatus(404),
			],
		],
	])('%s: %s', async (reason, _name, answers, options = {}) => {
		const outcome = await read(inTurn([], ...answers), { pageSize: 2, ...options });
		expect(outcome).toMatchObject({ result: 'error', reason });
		expect(outcome.requests).toHaveLength(answers.length);
	});
});

describe('A service is asked, and what it proves is followed:', () => {
	/** A service of 60 contacts that says nothing but what the fields say. */
	const service = (
		by: Position,
		fields: (page: Page) => object = () => ({}),
		rest: Partial<Parameters<typeof pagedService>[0]> = {},
	) =>
		pagedService({
			contacts: contactsOf(60),
			by,
			refuses: false,
			body: (page) => ({ items: page.list, ...fields(page) }),
			...rest,
		});

	/** A service, the most requests that it takes, and the settings that save some of them. */
	it.each<[string, Service, number, settings: string, Partial<Pagination>?]>([
		[
			'an offset overlaps by one contact',
			service(offset('offset', 0)),
			7,
			"Offset ('Offset Parameter' offset, 'First Offset' 0)",
		],
		[
			'an offset that counts from 1',
			service(offset('start', 1)),
			7,
			"Offset ('Offset Parameter' start, 'First Offset' 1)",
		],
		[
			'an offset of a rarer name',
			service(offset('firstRow', 0)),
			13,
			"Offset ('Offset Parameter' firstRow, 'First Offset' 0)",
		],
		[
			'a page number from 1',
			service(pageNumber('page', 1)),
			7,
			"Page Number ('Page Parameter' page, 'First Page' 1)",
		],
		[
			'a page number from 0',
			service(pageNumber('page', 0)),
			8,
			"Page Number ('Page Parameter' page, 'First Page' 0)",
		],
		[
			'an offset that counts pages, without a total',
			service(pageNumber('offset', 0), ({ start }) => ({ offset: start / 20 })),
			8,
			"Page Number ('Page Parameter' offset, 'First Page' 0)",
		],
		[
			'a page number of a rarer name',
			service(pageNumber('pageNo', 1)),
			19,
			"Page Number ('Page Parameter' pageNo, 'First Page' 1)",
		],
		[
			'the last contact',
			service(lastId('after')),
			7,
			"Last Contact ('Last Contact Field' id, 'Cursor Parameter' after)",
		],
		[
			'the last contact, beside a number of pages',
			service(lastId('after'), ({ pages }) => ({ totalPages: pages })),
			7,
			"Last Contact ('Last Contact Field' id, 'Cursor Parameter' after)",
		],
		[
			'a cursor of an unknown name',
			service(cursor('stamp'), ({ after }) => ({ stamp: after })),
			6,
			"Cursor ('Cursor Field' stamp, 'Cursor Parameter' stamp)",
		],
		[
			'a cursor under another name',
			service(cursor('after'), ({ next = null }) => ({ nextCursor: next })),
			13,
			"Cursor ('Cursor Field' nextCursor, 'Cursor Parameter' after)",
		],
		[
			'a cursor under its own name, which takes no more requests',
			service(cursor('cursor'), ({ next = null }) => ({ nextCursor: next })),
			4,
			'',
		],
		[
			'a link to a path that is not there, which no settings can name',
			service(cursor('cursor'), ({ hasMore, next }) => ({
				next: hasMore ? `/contacts?cursor=${next}` : null,
			})),
			5,
			'',
		],
		[
			'a cursor after a link, under another name',
			service(cursor('token'), ({ isFirst, next = null, nextLink }) =>
				isFirst ? { next: nextLink } : { nextCursor: next },
			),
			13,
			"Cursor ('Cursor Field' nextCursor, 'Cursor Parameter' token)",
		],
		[
			'no usual parameters, where a later page has no link',
			service(
				pageNumber('currentPage', 1),
				({ nextLink = null, after, total }) => ({ nextLink, nextPage: after, count: total }),
				{ maxPageSize: 10 },
			),
			9,
			'',
		],
		[
			'a cursor whose name sounds like an offset',
			service(cursor('vidOffset'), ({ hasMore, next = null }) => ({
				'has-more': hasMore,
				'vid-offset': next,
			})),
			13,
			"Cursor ('Cursor Field' vid-offset, 'Cursor Parameter' vidOffset)",
		],
		[
			'a page of 17 contacts is not the end',
			service(offset('skip', 0), undefined, { maxPageSize: 17 }),
			7,
			"Offset ('Offset Parameter' skip, 'First Offset' 0)",
		],
		[
			'all contacts are on a larger page, where the next one is not found',
			service(cursor('stamp'), ({ hasMore }) => ({ hasMore }), { contacts: contactsOf(1_500) }),
			12,
			'',
		],
		[
			'a cursor in a header whose name starts with that of the product',
			service(cursor('continue'), () => ({}), {
				headers: ({ next }): Record<string, string> =>
					next === undefined ? {} : { 'Sensu-Continue': String(next) },
			}),
			5,
			"Cursor ('Cursor Field' sensu-continue, 'Cursor Parameter' continue)",
		],
		[
			'a value that is not understood, under a name that is no word',
			service(cursor('@zebra'), ({ after }) => ({ '@zebra': after })),
			16,
			"Cursor ('Cursor Field' @zebra, 'Cursor Parameter' @zebra)",
		],
		[
			'a larger page under another name of the page size',
			service(cursor('stamp'), ({ hasMore }) => ({ hasMore }), { sizeParameter: 'limit' }),
			12,
			'',
		],
		[
			'a cursor under another name than that of the settings',
			service(cursor('next'), ({ next = null }) => ({ next })),
			4,
			"Cursor ('Cursor Field' next, 'Cursor Parameter' next)",
			{ mode: 'cursor', cursorField: 'next', cursorParameter: 'token' },
		],
	])('%s', async (_name, asked, maxRequests, settings, pagination = {}) => {
		for (const read of Object.values(reads)) {
			const { result, requests, hints } = await read(asked, { pageSize: 20, pagination });
			expect(result).toBe('whole');
			expect(requests.length).toBeLessThanOrEqual(maxRequests);
			const hint = expect.stringContaining(` to ${settings}.`);
			expect(hints).toEqual(settings === '' ? [] : [hint]);
		}
	});

	it('of several lists, the one is read that is shorter with a smaller page size', async () => {
		const owners = [{ name: 'Ada' }, { name: 'Bob' }];
		const fields = ({ hasMore, next }: Page) => ({ hasMore, next });
		const body = (page: Page) => ({ people: page.list, users: owners, ...fields(page) });
		const twoLists = service(offset('offset', 0), fields, { body });
		const byLimit = service(offset('offset', 0), fields, { body, sizeParameter: 'limit' });
		for (const [name, read] of Object.entries(reads)) {
			for (const asked of [twoLists, byLimit]) {
				expect([name, (await read(asked, { pageSize: 20 })).result]).toEqual([name, 'whole']);
			}
			const deaf = await read(ignoringPageSize(owners), { pageSize: 20 });
			expect(deaf).toMatchObject({ reason: 'manyLists' });
			const alone = await read(ignoringPageSize([]), { pageSize: 20 });
			expect([name, alone.result]).toEqual([name, 'whole']);
			const counted = ignoringPageSize(owners, ({ total }) => ({ total }));
			expect([name, (await read(counted, { pageSize: 20 })).result]).toEqual([name, 'whole']);
		}
		expect(await readFirst(twoLists, { pageSize: 20 })).toBe('yes');

		function ignoringPageSize(users: object[], says: (page: Page) => object = () => ({})) {
			const body = (page: Page) => ({ people: page.list, users, ...says(page) });
			return service(offset('offset', 0), fields, { body, fixedPageSize: 1_000 });
		}
	});

	it.each([
		['page', pageNumber('page', 1)],
		['offset', offset('offset', 0)],
		['pageNumber', pageNumber('pageNumber', 1)],
	])('one by one, where unknown parameters are refused: %s', async (_name, by) => {
		const original = service(by);
		const strict: Service = {
			...original,
			respond: (request) => {
				const names = [...request.url.searchParams.keys()];
				const isKnown = names.every((name) => name === 'pageSize' || name === parameterOf(by));
				return isKnown ? original.respond(request) : { status: 400 };
			},
		};
		const { result, requests } = await readWhole(strict, { pageSize: 20 });
		expect(result).toBe('whole');
		expect(requests.length).toBeLessThanOrEqual(26);
	});

	it.each([
		['at most 6 times after a short page', 7, 7, 'whole'],
		['at most 24 times after a full one', 20, 25, 'error'],
	])('%s, if it does not react', async (_name, total, maxRequests, result) => {
		const list = contactsOf(total);
		const deaf: Service = { contacts: list, respond: () => ({ body: list }) };
		const outcome = await readWhole(deaf, { pageSize: 20 });
		expect(outcome.result).toBe(result);
		expect(outcome.requests.length).toBeGreaterThan(1);
		expect(outcome.requests.length).toBeLessThanOrEqual(maxRequests);
	});
});

const PAGE_NUMBER = { mode: 'pageNumber' } as const;

type SaysRow = [
	name: string,
	says: 'yes' | 'no' | 'maybe',
	fields: object,
	pagination?: Partial<Pagination>,
	response?: ServiceResponse,
];

it.each<SaysRow>([
	['a full page alone', 'maybe', {}],
	['a short page alone', 'no', { list: [A] }],
	['a page of a common size, which may be cut', 'maybe', { list: contactsOf(100) }],
	['a page of another size', 'no', { list: contactsOf(99) }],
	['a cursor', 'yes', { nextCursor: 'x' }],
	['an empty cursor', 'no', { nextCursor: null }],
	['a link', 'yes', { next: '?2' }],
	['the number of the next page', 'yes', { nextPage: 2 }],
	['a flag', 'yes', { hasMore: true }],
	['a flag that is false', 'no', { hasMore: false }],
	['a false flag in a copy of the request', 'maybe', { query: { hasMore: false } }],
	[
		'the flag beside the list rather than another',
		'no',
		{},
		{},
		{ body: { hasMore: true, data: { list: [A, B], hasMore: false } } },
	],
	['a larger total', 'yes', { total: 9 }],
	['a flag beside a total that has come', 'yes', { total: 2, hasMore: true }],
	['a total of a full page, which it may count', 'maybe', { total: 2 }],
	['a total of a short page beside a cursor', 'yes', { list: [A], total: 1, nextCursor: 'x' }],
	['a total that is too small', 'maybe', { total: 1 }],
	['a total of 0', 'no', { list: [], total: 0 }],
	['a total of 0 beside a number of something else', 'no', { list: [], total: 0, count: 9 }],
	['a total that is a minimum', 'maybe', { total: { value: 2, relation: 'gte' } }],
	['a larger minimum', 'yes', { total: { value: 9, relation: 'gte' } }],
	['a count of more than the page', 'yes', { count: 9 }],
	['a count of the page', 'maybe', { count: 2 }],
	['a number of pages', 'yes', { totalPages: 3 }],
	['a single page', 'no', { totalPages: 1 }],
	['no pages, despite contacts', 'maybe', { totalPages: 0 }],
	['no pages', 'no', { list: [], totalPages: 0 }],
	['the number of the last page', 'yes', { lastPage: 3, page: 1 }],
	['what remains', 'yes', { remaining: 7 }],
	['nothing that remains', 'no', { remaining: 0 }],
	['Partial Content', 'yes', {}, {}, { status: 206 }],
	['a flag beside Partial Content', 'no', { hasMore: false }, {}, { status: 206 }],
	['Has More Field', 'yes', { flag: 1 }, { ...PAGE_NUMBER, hasMoreField: 'flag' }],
	[
		'Has More Field, on the last page',
		'no',
		{ flag: 1 },
		{ ...PAGE_NUMBER, hasMoreField: 'flag', hasMoreOn: 'lastPage' },
	],
	[
		'Has More Field, on the last page by its name',
		'yes',
		{ final: 'no' },
		{ ...PAGE_NUMBER, hasMoreField: 'final' },
	],
	['Has More Field that is no flag', 'maybe', { a: 'x' }, { ...PAGE_NUMBER, hasMoreField: 'a' }],
	['Has More Field of another mode', 'maybe', { a: false }, { hasMoreField: 'a' }],
	['a total, without Check Total', 'maybe', { total: 9 }, { checkTotal: false }],
])(
	'Whether there is more, by %s: %s',
	async (_name, says, fields, pagination = {}, response = {}) => {
		const body = { list: [A, B], ...fields };
		const answer = new Response({ body, ...response });
		expect(await readFirst(inTurn([], answer, answer), { pageSize: 2, pagination })).toBe(says);
	},
);
