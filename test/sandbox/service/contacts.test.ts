import { sharedTestService } from './test-service.ts';

const test = sharedTestService();
let accessToken: string;
beforeAll(async () => {
	({ accessToken } = await test.newClient({ orgId: 'org_demo' }));
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: 120 });
});

const ids = (contacts: Array<{ id: string }>) => contacts.map(({ id }) => id);

describe('list contacts', () => {
	it('"GET {base_url}/v1/contacts": returns contacts with common fields', async () => {
		const answer = await test.list(accessToken, '?pageSize=1');

		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
		expect(answer.json.contacts).toEqual([
			{
				id: 'contact_1_1',
				firstName: expect.any(String),
				lastName: expect.any(String),
				email: expect.stringMatching(/^[^@ ]+@example\.com$/),
				phone: expect.stringMatching(/^\+[0-9]+$/),
				jobTitle: expect.any(String),
				company: expect.any(String),
				address: {
					street: expect.any(String),
					city: expect.any(String),
					postalCode: expect.any(String),
					country: expect.stringMatching(/^[A-Z]{2}$/),
				},
				tags: expect.any(Array),
				createdAt: expect.stringMatching(/Z$/),
				updatedAt: expect.stringMatching(/Z$/),
			},
		]);
	});

	it('"The API version is carried as a path prefix: contacts are under /v1.", "The one data operation shown is listing contacts."', async () => {
		const headers = { authorization: `Bearer ${accessToken}` };

		for (const path of ['/contacts', '/v2/contacts', '/v1/contacts/contact_1_1']) {
			expect((await test.api(path, { headers })).status).toBe(404);
		}
		expect((await test.auth('/v1/contacts', { headers })).status).toBe(404);
	});

	it("returns only contacts of the client's own organization", async () => {
		const other = await test.newClient({ orgId: 'org_b' });
		expect((await test.list(other.accessToken)).json).toEqual({ contacts: [], nextCursor: null });
		await test.service.operator.fillContacts({ orgId: 'org_b', count: 7 });

		const mine = (await test.list(accessToken, '?pageSize=1000')).json.contacts;
		const theirs = (await test.list(other.accessToken, '?pageSize=1000')).json.contacts;

		expect(mine).toHaveLength(120);
		expect(theirs).toHaveLength(7);
		expect(ids(mine).filter((id) => ids(theirs).includes(id))).toEqual([]);
		const { nextCursor } = (await test.list(accessToken, '?pageSize=3')).json;
		const continued = await test.list(other.accessToken, `?pageSize=2&cursor=${nextCursor}`);
		expect(ids(continued.json.contacts)).toEqual(['contact_2_4', 'contact_2_5']);
	});

	it("returns no other organization's contacts for a forged cursor, page or offset", async () => {
		const other = await test.newClient({ orgId: 'org_forging' });
		await test.service.operator.fillContacts({ orgId: 'org_forging', count: 3 });
		const own = ids((await test.list(other.accessToken)).json.contacts);
		const positions = [0, 3, 4, 119, 120, 999_999_999_999_999];
		const texts = positions.flatMap((at) => [
			`after:${at}`,
			`after:-${at}`,
			`after:${at}:org_demo`,
			`org_demo:${at}`,
			`{"organization":1,"after":${at}}`,
		]);

		for (const pageStyle of ['cursor', 'pageNumber', 'offset', 'nextLink'] as const) {
			test.service.configure({ pageStyle });
			for (const value of [
				...texts.map((text) => Buffer.from(text).toString('base64url')),
				...positions.map(String),
			]) {
				const query = new URLSearchParams({ cursor: value, page: value, offset: value });
				const { status, json } = await test.list(other.accessToken, `?${query.toString()}`);
				expect([200, 400]).toContain(status);
				expect(own).toEqual(expect.arrayContaining(ids(json.contacts ?? [])));
			}
		}
		test.service.configure({ pageStyle: 'cursor' });
	});
});

describe('"pageSize integer, not required: Number of contacts requested per page."', () => {
	afterEach(() =>
		test.service.configure({ defaultPageSize: 50, maxPageSize: 1000, tooLargePageSize: 'clamp' }),
	);
	const sizeOf = async (query: string) =>
		(await test.list(accessToken, query)).json.contacts.length;

	it('returns as many contacts as are requested', async () => {
		for (const size of [1, 49, 50, 51, 119]) expect(await sizeOf(`?pageSize=${size}`)).toBe(size);
	});

	it('"Default and bounds of pageSize: not shown": the default is a setting', async () => {
		expect(await sizeOf('')).toBe(50);
		test.service.configure({ defaultPageSize: 7 });
		expect(await sizeOf('')).toBe(7);
	});

	it('"maximum page size: not shown": a larger one is lowered to the maximum', async () => {
		test.service.configure({ maxPageSize: 60 });

		expect(await sizeOf('?pageSize=61')).toBe(60);
		expect(await sizeOf('?pageSize=9007199254740991')).toBe(60);
		expect(await sizeOf('?pageSize=9007199254740992')).toBe(60);
		expect(await sizeOf(`?pageSize=${'9'.repeat(400)}`)).toBe(60);
	});

	it('"maximum page size: not shown": or a larger one is rejected', async () => {
		test.service.configure({ maxPageSize: 60, tooLargePageSize: 'refuse' });

		expect(await sizeOf('?pageSize=60')).toBe(60);
		expect((await test.list(accessToken, '?pageSize=61')).status).toBe(400);
		expect((await test.list(accessToken, `?pageSize=${'9'.repeat(400)}`)).status).toBe(400);
	});

	it.each([
		...['0', '-1', '1.5', '1.0', '', 'ten', '1e2', '0x10', '%2010', '10%20', '+5', '%D9%A3'],
		...['NaN', 'Infinity', '5&pageSize=6', '%00'],
	])('rejects a pageSize that is not a whole number of at least 1: %j', async (pageSize) => {
		const answer = await test.list(accessToken, `?pageSize=${pageSize}`);

		expect(answer.status).toBe(400);
		expect(answer.json.detail).toBe(
			'The request does not have the form that this operation expects: pageSize.',
		);
	});

	it('ignores parameters that the contract does not have', async () => {
		expect(await sizeOf('?pageSize=3&limit=9&foo[]=bar&page=2')).toBe(3);
	});
});
