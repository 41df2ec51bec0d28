import type { Settings } from '../../../sandbox/service/index.ts';
import { type Answer, sharedTestService } from './test-service.ts';

const CONTACTS = 23;
const ALL = Array.from({ length: CONTACTS }, (_, index) => `contact_1_${index + 1}`);

const test = sharedTestService({ initialContacts: CONTACTS });

const list = (query: string) => test.list(test.accessToken, query);
const ids = (contacts: Array<{ id: string }>) => contacts.map(({ id }) => id);

type NextQuery = (answer: Answer, pagesRead: number, contactsRead: number) => string | undefined;

/** How a client of each page style asks for the page after an answer. */
const nextQueries: Record<Exclude<Settings['pageStyle'], 'single'>, NextQuery> = {
	cursor: ({ json }) => json.nextCursor && `?pageSize=5&cursor=${json.nextCursor}`,
	pageNumber: ({ json }, pagesRead) =>
		json.page < json.totalPages ? `?pageSize=5&page=${pagesRead + 1}` : undefined,
	offset: ({ json }, _pagesRead, contactsRead) =>
		contactsRead < json.total ? `?pageSize=5&offset=${contactsRead}` : undefined,
	nextLink: ({ json }) => json.next && new URL(json.next).search,
	linkHeader: ({ headers }) =>
		/^<([^>]+)>; rel="next"$/.exec(String(headers['link']))?.[1]?.replace(/^[^?]*/, ''),
};

describe('"Response body shape, including how further pages are requested: not shown", so it is a setting', () => {
	it.each(Object.keys(nextQueries) as Array<keyof typeof nextQueries>)(
		'%s: lists every contact once, in five pages, and marks the last page even if it is full',
		async (pageStyle) => {
			test.service.configure({ pageStyle });
			const nextQuery = nextQueries[pageStyle];
			const listed: string[] = [];
			let pages = 0;
			for (let query: string | undefined = '?pageSize=5'; query && pages < 10;) {
				const answer = await list(query);
				listed.push(...ids(answer.json.contacts));
				pages += 1;
				query = nextQuery(answer, pages, listed.length);
			}

			expect(pages).toBe(5);
			expect(listed).toEqual(ALL);

			const full = await list(`?pageSize=${CONTACTS}`);
			expect(full.json.contacts).toHaveLength(CONTACTS);
			expect(nextQuery(full, 1, CONTACTS) ?? null).toBeNull();
		},
	);

	it('single: lists one page, without further ones', async () => {
		test.service.configure({ pageStyle: 'single' });

		const { json } = await list('?pageSize=2&page=2&offset=2&cursor=x');

		expect(Object.keys(json)).toEqual(['contacts']);
		expect(ids(json.contacts)).toEqual(ALL.slice(0, 2));
	});

	it('can send a bare array, unless it has to hold a cursor or link', async () => {
		test.service.configure({ pageStyle: 'offset', contactsForm: 'array' });
		expect(ids((await list('?pageSize=2')).json)).toEqual(ALL.slice(0, 2));

		expect(() => test.service.configure({ pageStyle: 'cursor' })).toThrow(
			'a bare array cannot hold the cursor or link of this page style',
		);
	});

	it('puts the list into the member that is set', async () => {
		test.service.configure({ contactsKey: 'data' });

		expect(Object.keys((await list('')).json)).toEqual(['data', 'nextCursor']);
		expect(() => test.service.configure({ contactsKey: 'nextCursor' })).toThrow('contactsKey');
	});

	it.each([
		['pageNumber', { page: 1, totalPages: 12 }],
		['offset', { offset: 0, total: 23 }],
	] as const)('%s: sends its counters or omits them', async (pageStyle, counters) => {
		test.service.configure({ pageStyle });
		const { contacts: _contacts, ...others } = (await list('?pageSize=2')).json;
		expect(others).toEqual(counters);

		test.service.configure({ pageMetadata: false });
		expect(Object.keys((await list('?pageSize=2')).json)).toEqual(['contacts']);
	});

	it('sends links that are absolute or relative and keep the requested page size', async () => {
		const next = async (query: string) => (await list(query)).json.next;
		test.service.configure({ pageStyle: 'nextLink', defaultPageSize: 20 });
		const path = '/v1/contacts?pageSize=2&cursor=YWZ0ZXI6Mg';
		expect(await next('?pageSize=2')).toBe(test.service.baseUrl + path);
		expect((await list('?pageSize=2')).headers).not.toHaveProperty('link');

		test.service.configure({ linkForm: 'relative' });
		expect(await next('?pageSize=2')).toBe(path);
		expect(await next('')).toBe('/v1/contacts?cursor=YWZ0ZXI6MjA');
	});

	it.each([
		['pageNumber', '?page=1000000000'],
		['offset', '?offset=9007199254740991'],
	] as const)('%s: sends empty pages after the end', async (pageStyle, query) => {
		test.service.configure({ pageStyle });
		expect((await list(query)).json.contacts).toEqual([]);
	});

	it.each([
		['cursor', 'cursor', ['x', 'YWZ0ZXI6LTE']],
		['pageNumber', 'page', ['0', 'x']],
		['offset', 'offset', ['-1', '1.5']],
	] as const)('%s: rejects an invalid %s with 400: %j', async (pageStyle, name, values) => {
		test.service.configure({ pageStyle });

		for (const value of values) expect((await list(`?${name}=${value}`)).status).toBe(400);
	});
});
