import { allShapes } from '../../../sandbox/service/shapes/find-shape.ts';
import { sharedTestService } from './test-service.ts';

const CONTACTS = 45;

const test = sharedTestService({ initialContacts: CONTACTS });

describe('the setting "like"', () => {
	it.each(allShapes.map((shape) => [shape.name, shape] as const))(
		'answers like %s',
		async (like, shape) => {
			test.service.configure({ like });
			const contacts = Array.from({ length: CONTACTS }, (_, n) => shape.contact(n));
			const url = new URL(`${test.service.baseUrl}/v1/contacts?pageSize=20`);

			const { status, headers, text } = await test.list(test.accessToken, url.search);

			const expected = shape.respond({ url }, contacts, { maxPageSize: 1000 });
			expect(status).toBe(expected.status ?? 200);
			expect(text).toBe(JSON.stringify(expected.body) ?? '');
			for (const [name, value] of Object.entries(expected.headers ?? {})) {
				expect(headers[name.toLowerCase()]).toEqual(value);
			}
		},
	);

	it('needs a token and obeys fixedPageSize all the same', async () => {
		test.service.configure({ like: 'GitHub', fixedPageSize: 7 });
		expect((await test.list('wrong')).status).toBe(401);
		expect((await test.list(test.accessToken, '?pageSize=30')).json).toHaveLength(7);

		test.service.configure({ like: null });
		expect((await test.list(test.accessToken, '?pageSize=30')).json.contacts).toHaveLength(7);
	});

	it.each([
		['hubspot', 'Did you mean HubSpot CRM v3, HubSpot CRM v3 search, HubSpot v1?'],
		['xyz', 'The command "shapes" lists them.'],
	])('is no API "%s": %s', (like, advice) => {
		expect(() => test.service.configure({ like })).toThrow(`there is no API "${like}". ${advice}`);
	});
});
