import { findShape } from '../../../sandbox/service/shapes/find-shape.ts';
import { sharedTestService } from './test-service.ts';

const CONTACTS = 45;
const ALL = Array.from({ length: CONTACTS }, (_, index) => `contact_1_${index + 1}`);

const test = sharedTestService({ initialContacts: CONTACTS });

type Answer = Awaited<ReturnType<typeof test.list>>;

const list = (query: string) => test.list(test.accessToken, query);
const ids = (contacts: Array<{ id: string }>) => contacts.map(({ id }) => id);

describe('"Response body shape, including how further pages are requested: not shown", so it is a setting', () => {
	it.each<[string, (answer: Answer, contactsRead: number) => string | undefined]>([
		[
			'Plain: cursor',
			({ json }) => json.nextCursor && `?pageSize=15&cursor=${encodeURIComponent(json.nextCursor)}`,
		],
		[
			'Plain: page number',
			({ json }) =>
				json.page < json.totalPages ? `?pageSize=15&page=${json.page + 1}` : undefined,
		],
		[
			'Plain: offset',
			({ json }, read) => (read < json.total ? `?pageSize=15&offset=${read}` : undefined),
		],
		['Plain: next link', ({ json }) => json.next && new URL(json.next).search],
		[
			'Plain: Link header',
			({ headers }) =>
				/^<([^>]+)>; rel="next"$/.exec(String(headers['link']))?.[1]?.replace(/^[^?]*/, ''),
		],
	])(
		'%s: lists every contact once, and marks the last page even if it is full',
		async (like, nextQuery) => {
			test.service.configure({ like });
			const listed: string[] = [];
			let pages = 0;
			for (let query: string | undefined = '?pageSize=15'; query && pages < 10; pages += 1) {
				const answer = await list(query);
				listed.push(...ids(answer.json.contacts));
				query = nextQuery(answer, listed.length);
			}

			expect(pages).toBe(3);
			expect(listed).toEqual(ALL);
		},
	);

	it('Plain: one page: has no further ones', async () => {
		test.service.configure({ like: 'Plain: one page' });

		const { json } = await list('?pageSize=2&page=2&offset=2&cursor=x');

		expect(Object.keys(json)).toEqual(['contacts']);
		expect(ids(json.contacts)).toEqual(ALL.slice(0, 2));
	});

	it('refuses a cursor that is not its own', async () => {
		const ofPage = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));
		for (const cursor of [
			'x',
			ofPage('position:-1'),
			ofPage('position:046'),
			ofPage('position:46'),
		]) {
			expect((await list(`?cursor=${cursor}`)).status).toBe(400);
		}
		expect((await list(`?cursor=${ofPage('position:45')}`)).json.contacts).toEqual([]);
	});
});

describe('the setting "like"', () => {
	it.each(['GitHub', 'HubSpot CRM v3', 'Zoho CRM'])('answers like %s', async (like) => {
		test.service.configure({ like });
		const shape = findShape(like)!;
		const contacts = Array.from({ length: CONTACTS }, (_, n) => shape.contact(n));
		const url = new URL(`${test.service.baseUrl}/v1/contacts?pageSize=20`);

		const { status, headers, text } = await test.list(test.accessToken, url.search);

		const expected = shape.respond({ url }, contacts, { maxPageSize: 1000 });
		expect(status).toBe(expected.status ?? 200);
		expect(text).toBe(JSON.stringify(expected.body));
		for (const [name, value] of Object.entries(expected.headers ?? {})) {
			expect(headers[name.toLowerCase()]).toEqual(value);
		}
	});

	it('needs a token and obeys fixedPageSize all the same', async () => {
		test.service.configure({ like: 'GitHub', fixedPageSize: 7 });
		expect((await test.list('wrong')).status).toBe(401);
		expect((await list('?pageSize=30')).json).toHaveLength(7);

		test.service.configure({ like: 'Plain: cursor' });
		expect((await list('?pageSize=30')).json.contacts).toHaveLength(7);
	});

	it.each([
		['hubspot', 'Did you mean HubSpot CRM v3, HubSpot CRM v3 search, HubSpot v1?'],
		['xyz', 'The command "shapes" lists them.'],
	])('is no API "%s": %s', (like, advice) => {
		expect(() => test.service.configure({ like })).toThrow(`there is no API "${like}". ${advice}`);
	});
});
