import { allShapes } from '../../../sandbox/service/shapes/find-shape.ts';
import { oddShapes } from '../../../sandbox/service/shapes/odd.ts';
import { sharedTestService } from './test-service.ts';

const test = sharedTestService();
let accessToken: string;
beforeAll(async () => {
	({ accessToken } = await test.newClient({ orgId: 'org_demo' }));
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: 45 });
});
afterEach(() => {
	test.service.configure({ like: null, maxPageSize: 1000, fixedPageSize: null });
	test.service.faults.clear();
});

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

	it('has more than 200 public APIs with their documentation, and different names for all', () => {
		const names = allShapes.map(({ name }) => name.toLowerCase());

		expect(new Set(names).size).toBe(names.length);
		expect(allShapes.length).toBeGreaterThan(200);
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

	it('needs a token all the same', async () => {
		test.service.configure({ like: 'GitHub' });

		expect((await test.list('wrong')).status).toBe(401);
	});

	it('obeys fixedPageSize', async () => {
		test.service.configure({ like: 'GitHub', fixedPageSize: 7 });
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

describe('odd lists', () => {
	const pagesOf = async (name: string, count: number) => {
		test.service.configure({ like: `Odd: ${name}`, maxPageSize: 20 });
		const pages = [];
		let query = '?pageSize=20';
		for (let read = 0; read < count; read += 1) {
			const { json } = await test.list(accessToken, query);
			pages.push(json);
			query = `?pageSize=20&cursor=${json.nextCursor}`;
		}
		return pages;
	};

	it('have cursors in a circle', async () => {
		const [first, , , fourth] = await pagesOf('cursors in a circle', 4);

		expect(fourth).toEqual(first);
	});

	it('have empty pages in mid-list', async () => {
		const pages = await pagesOf('empty pages in mid-list', 5);

		expect(pages.map(({ contacts }) => contacts.length)).toEqual([20, 0, 20, 0, 5]);
		expect(pages.at(-1).nextCursor).toBeNull();
	});

	it('have next links to another origin', async () => {
		const [{ next }] = await pagesOf('next links to another origin', 1);

		expect(new URL(next).origin).toBe('https://other.example');
	});

	it('have contacts without ids, with repeated and missing values, and in other scripts', () => {
		const contactsOf = (name: string) => {
			const shape = oddShapes.find((odd) => odd.name === `Odd: ${name}`)!;
			return Array.from({ length: 12 }, (_, n) => shape.contact(n));
		};

		expect(contactsOf('contacts without ids').filter((contact) => 'id' in contact)).toEqual([]);
		const names = contactsOf('contacts with repeated values').map(({ name }) => name);
		expect(new Set(names).size).toBe(1);
		const gaps = contactsOf('contacts with missing values');
		expect(new Set(gaps.map(({ phone }) => phone))).toEqual(new Set([undefined, null, '']));
		for (const { name } of contactsOf('contacts in other scripts')) {
			expect(name).toMatch(/[^\x20-\x7e]/);
		}
	});
});

describe('faults of a route', () => {
	const outcomes = async (count: number) => {
		const found = [];
		for (let sent = 0; sent < count; sent += 1) {
			const { status, headers, text } = await test.list(accessToken, '?pageSize=1');
			found.push([status, String(headers['content-type']).split(';')[0], text]);
		}
		return found;
	};

	it('send a web page or broken JSON instead of the list', async () => {
		test.service.faults.set('/v1/contacts', { body: 'html', times: 1 });
		test.service.faults.add('/v1/contacts', { body: 'html', status: 502, times: 1 });
		test.service.faults.add('/v1/contacts', { body: 'brokenJson', times: 1 });

		const [page, gateway, broken, whole] = await outcomes(4);

		expect(page).toEqual([200, 'text/html', expect.stringMatching(/^<!DOCTYPE html>/)]);
		expect(gateway!.slice(0, 2)).toEqual([502, 'text/html']);
		expect(broken!.slice(0, 2)).toEqual([200, 'application/json']);
		expect(() => JSON.parse(String(broken![2]))).toThrow();
		expect(whole![0]).toBe(200);
		expect(JSON.parse(String(whole![2])).contacts).toHaveLength(1);
	});

	it('follow each other in a sequence', async () => {
		test.service.faults.set('/v1/contacts', [
			{ status: 429, skip: 1, times: 2 },
			{ status: 503, times: 1 },
			{ status: 401 },
		]);

		const statuses = (await outcomes(6)).map(([status]) => status);

		expect(statuses).toEqual([200, 429, 429, 503, 401, 401]);
		expect(test.service.faults.list()).toEqual([{ route: '/v1/contacts', fault: { status: 401 } }]);
		expect(() => test.service.faults.add('/v1/contacts', { status: 500 })).toThrow(
			'A fault that others follow needs "times": it would never end.',
		);
	});
});
