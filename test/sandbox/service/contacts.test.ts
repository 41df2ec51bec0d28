import { sharedTestService } from './test-service.ts';

const CONTACTS = 120;

const test = sharedTestService({ initialContacts: CONTACTS });

const list = async (query: string, accessToken = test.accessToken) =>
	(await test.list(accessToken, query)).json;
const ids = (contacts: Array<{ id: string }>) => contacts.map(({ id }) => id);

describe('list contacts', () => {
	it('"GET {base_url}/v1/contacts": returns contacts with common fields', async () => {
		const { status, headers, json } = await test.list(test.accessToken, '?pageSize=1');

		expect(status).toBe(200);
		expect(headers['content-type']).toBe('application/json; charset=utf-8');
		expect(json.contacts).toMatchObject([
			{
				id: 'contact_1_1',
				email: expect.stringMatching(/^[^@ ]+@example\.com$/),
				phone: expect.stringMatching(/^\+[0-9]+$/),
				address: { country: expect.stringMatching(/^[A-Z]{2}$/) },
				tags: expect.any(Array),
				createdAt: expect.stringMatching(/Z$/),
			},
		]);
	});

	it('"The API version is carried as a path prefix: contacts are under /v1.", "The one data operation shown is listing contacts."', async () => {
		const headers = { authorization: `Bearer ${test.accessToken}` };

		for (const path of ['/contacts', '/v2/contacts', '/v1/contacts/contact_1_1']) {
			expect((await test.api(path, { headers })).status).toBe(404);
		}
		expect((await test.auth('/v1/contacts', { headers })).status).toBe(404);
	});

	it("returns only contacts of the client's own organization", async () => {
		const other = await test.newClient({ orgId: 'org_b' });
		expect(await list('', other.accessToken)).toEqual({ contacts: [], nextCursor: null });
		await test.service.operator.fillContacts({ orgId: 'org_b', count: 7 });

		const { contacts: mine } = await list('?pageSize=1000');
		const { contacts: theirs } = await list('?pageSize=1000', other.accessToken);

		expect(mine).toHaveLength(CONTACTS);
		expect(theirs).toHaveLength(7);
		expect(ids(mine).filter((id) => ids(theirs).includes(id))).toEqual([]);
		const { nextCursor } = await list('?pageSize=3');
		const { contacts } = await list(
			`?pageSize=2&cursor=${encodeURIComponent(nextCursor)}`,
			other.accessToken,
		);
		expect(ids(contacts)).toEqual(['contact_2_4', 'contact_2_5']);
	});
});

describe('"pageSize integer, not required: Number of contacts requested per page."', () => {
	const sizeOf = async (query: string) => (await list(query)).contacts.length;

	it('returns as many contacts as are requested', async () => {
		for (const size of [1, 51, 119]) expect(await sizeOf(`?pageSize=${size}`)).toBe(size);
	});

	it('"Default and bounds of pageSize: not shown": 50, and the maximum is a setting', async () => {
		expect(await sizeOf('')).toBe(50);

		test.service.configure({ maxPageSize: 60 });
		for (const size of ['61', '9007199254740992', '9'.repeat(400)]) {
			expect(await sizeOf(`?pageSize=${size}`)).toBe(60);
		}
	});

	it.each(['0', '-1', '1.5', '', 'ten', '1e2'])(
		'rejects a pageSize that is not a whole number of at least 1: %j',
		async (pageSize) => {
			const { refusal } = await test.list(test.accessToken, `?pageSize=${pageSize}`);

			expect(refusal).toEqual([400, 'invalid_request']);
		},
	);

	it('ignores parameters that the contract does not have', async () => {
		expect(await sizeOf('?pageSize=3&limit=9&foo[]=bar&page=2')).toBe(3);
	});
});
