import { openDatabase } from '../../../sandbox/service/storage/database.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { type Answer, sharedTestService, startTestService } from './test-service.ts';
import type { Settings } from '../../../sandbox/service/index.ts';

const CONTACTS = 23;

const folder = temporaryFolder();

const test = sharedTestService();
let accessToken: string;
beforeAll(async () => {
	({ accessToken } = await test.newClient({ orgId: 'org_demo' }));
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: CONTACTS });
});
afterEach(() =>
	test.service.configure({
		pageStyle: 'cursor',
		contactsForm: 'object',
		contactsKey: 'contacts',
		pageMetadata: true,
		linkForm: 'absolute',
	}),
);

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

async function listAll(nextQuery: NextQuery, query: string | undefined = '?pageSize=5') {
	const pages: Answer[] = [];
	const contacts: Array<{ id: string }> = [];
	while (query) {
		const answer = await test.list(accessToken, query);
		expect(answer.status).toBe(200);
		pages.push(answer);
		contacts.push(...(Array.isArray(answer.json) ? answer.json : answer.json.contacts));
		expect(pages.length).toBeLessThan(10);
		query = nextQuery(answer, pages.length, contacts.length);
	}
	return { pages, ids: contacts.map(({ id }) => id) };
}

const ALL = Array.from({ length: CONTACTS }, (_, index) => `contact_1_${index + 1}`);

describe('"Response body shape, including how further pages are requested: not shown", so it is a setting', () => {
	it.each(Object.keys(nextQueries) as Array<keyof typeof nextQueries>)(
		'%s: lists every contact once, in five pages, and marks the last page even if it is full',
		async (pageStyle) => {
			test.service.configure({ pageStyle });

			const { pages, ids } = await listAll(nextQueries[pageStyle]);

			expect(pages).toHaveLength(5);
			expect(ids).toEqual(ALL);

			const full = await test.list(accessToken, `?pageSize=${CONTACTS}`);
			expect(full.json.contacts).toHaveLength(CONTACTS);
			expect(nextQueries[pageStyle](full, 1, CONTACTS) ?? null).toBeNull();
		},
	);

	it('single: lists one page, without further ones', async () => {
		test.service.configure({ pageStyle: 'single' });

		const { json } = await test.list(accessToken, '?pageSize=2&page=2&offset=2&cursor=x');

		expect(Object.keys(json)).toEqual(['contacts']);
		expect(json.contacts.map(({ id }: { id: string }) => id)).toEqual(ALL.slice(0, 2));
	});

	it.each(['single', 'pageNumber', 'offset', 'linkHeader'] as const)(
		'%s: can send a bare array',
		async (pageStyle) => {
			test.service.configure({ pageStyle, contactsForm: 'array' });

			const { json } = await test.list(accessToken, '?pageSize=2');

			expect(json.map(({ id }: { id: string }) => id)).toEqual(ALL.slice(0, 2));
		},
	);

	it('puts the list into the member that is set', async () => {
		test.service.configure({ contactsKey: 'data' });

		expect(Object.keys((await test.list(accessToken)).json)).toEqual(['data', 'nextCursor']);
		expect(() => test.service.configure({ contactsKey: 'nextCursor' })).toThrow('contactsKey');
		expect(() => test.service.configure({ contactsForm: 'array' })).toThrow(
			'a bare array cannot hold the cursor or link of this page style',
		);
	});

	it.each([
		['pageNumber', { page: 1, totalPages: 12 }],
		['offset', { offset: 0, total: 23 }],
	] as const)('%s: sends its counters or omits them', async (pageStyle, counters) => {
		test.service.configure({ pageStyle });
		const { contacts: _contacts, ...others } = (await test.list(accessToken, '?pageSize=2')).json;
		expect(others).toEqual(counters);

		test.service.configure({ pageMetadata: false });
		expect(Object.keys((await test.list(accessToken, '?pageSize=2')).json)).toEqual(['contacts']);
	});

	it('sends links that are absolute or relative and keep the requested page size', async () => {
		test.service.configure({ pageStyle: 'nextLink' });
		const path = '/v1/contacts?pageSize=2&cursor=YWZ0ZXI6Mg';
		expect((await test.list(accessToken, '?pageSize=2')).json.next).toBe(
			`${test.service.baseUrl}${path}`,
		);

		test.service.configure({ linkForm: 'relative' });
		expect((await test.list(accessToken, '?pageSize=2')).json.next).toBe(path);

		test.service.configure({ defaultPageSize: 20 });
		expect((await test.list(accessToken)).json.next).toBe('/v1/contacts?cursor=YWZ0ZXI6MjA');
		test.service.configure({ defaultPageSize: 50 });
	});

	it.each([
		['pageNumber', '?page=1000000000'],
		['offset', '?offset=9007199254740991'],
	] as const)('%s: sends empty pages after the end', async (pageStyle, query) => {
		test.service.configure({ pageStyle });
		expect((await test.list(accessToken, query)).json.contacts).toEqual([]);
	});

	it.each(
		Object.entries({
			cursor: ['x', '', 'YWZ0ZXI6MQ==', 'YWZ0ZXI6LTE', 'YWZ0ZXI6TmFO', 'a&cursor=b'],
			page: ['0', 'x', '99999999999999999999'],
			offset: ['-1', '1.5', '9007199254740992'],
		}),
	)('rejects an invalid %s with 400: %j', async (name, values) => {
		const pageStyle = name === 'page' ? 'pageNumber' : (name as 'cursor' | 'offset');
		test.service.configure({ pageStyle });

		for (const value of values) {
			expect((await test.list(accessToken, `?${name}=${value}`)).status).toBe(400);
		}
	});

	it('omits contacts that another process adds after the counters were read', async () => {
		const dataDir = folder.path;
		const other = await startTestService({ dataDir, settings: { pageStyle: 'offset' } });
		const client = await other.newClient({ orgId: 'org_demo' });
		await other.service.operator.fillContacts({ orgId: 'org_demo', count: 10 });
		const database = openDatabase(dataDir);
		database.execute('UPDATE organizations SET contact_count = 4');
		database.close();

		const answers = [
			await other.list(client.accessToken),
			await other.list(client.accessToken, '?pageSize=3&offset=3'),
			await other.list(client.accessToken, '?offset=6'),
		];
		await other.close();

		expect(answers.map(({ json }) => [json.total, json.contacts.length])).toEqual([
			[4, 4],
			[4, 1],
			[4, 0],
		]);
	});
});
