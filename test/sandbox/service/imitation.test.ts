import { allShapes } from '../../../sandbox/service/shapes/find-shape.ts';
import { sharedTestService } from './test-service.ts';

const test = sharedTestService();
let accessToken: string;
beforeAll(async () => {
	({ accessToken } = await test.newClient({ orgId: 'org_demo' }));
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: 45 });
});
afterEach(() => test.service.configure({ like: null, maxPageSize: 1000, fixedPageSize: null }));

describe('the setting "like"', () => {
	it.each(allShapes.map(({ name }) => name))('answers like %s', async (like) => {
		test.service.configure({ like });
		const shape = allShapes.find(({ name }) => name === like)!;
		const contacts = Array.from({ length: 45 }, (_, n) => shape.contact(n));
		const url = new URL(`${test.service.baseUrl}/v1/contacts?pageSize=20`);

		const { status, headers, text } = await test.list(accessToken, url.search);

		const expected = shape.respond({ url }, contacts, { maxPageSize: 1000 });
		expect(status).toBe(expected.status ?? 200);
		expect(text).toBe(JSON.stringify(expected.body) ?? '');
		for (const [name, value] of Object.entries(expected.headers ?? {})) {
			expect(headers[name.toLowerCase()]).toEqual(value);
		}
	});

	it('lists all pages, as many contacts as the organization has', async () => {
		test.service.configure({ like: 'hubspot crm V3', maxPageSize: 20 });
		const ids: string[] = [];
		for (let after = ''; ;) {
			const { json } = await test.list(accessToken, `?pageSize=30${after}`);
			ids.push(...json.results.map(({ id }: { id: string }) => id));
			if (json.paging === undefined) break;
			after = `&after=${json.paging.next.after}`;
		}

		expect(test.service.settings.like).toBe('HubSpot CRM v3');
		expect(ids).toHaveLength(45);
		expect(new Set(ids).size).toBe(45);
	});

	it('needs a token and obeys fixedPageSize all the same', async () => {
		test.service.configure({ like: 'GitHub', fixedPageSize: 7 });
		expect((await test.list('wrong')).status).toBe(401);
		expect((await test.list(accessToken, '?pageSize=30')).json).toHaveLength(7);

		test.service.configure({ like: null });
		expect((await test.list(accessToken, '?pageSize=30')).json.contacts).toHaveLength(7);
	});

	it('suggests names that are similar', () => {
		expect(() => test.service.configure({ like: 'hubspot' })).toThrow(
			'there is no API "hubspot". Did you mean HubSpot CRM v3, HubSpot CRM v3 search, HubSpot v1?',
		);
		expect(() => test.service.configure({ like: 'xyz' })).toThrow(
			'there is no API "xyz". The command "shapes" lists them.',
		);
	});
});
