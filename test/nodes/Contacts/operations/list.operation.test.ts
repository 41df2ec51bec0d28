import type { IDataObject } from 'n8n-workflow';

import { runContacts } from '../../../support/engine';
import { startTestService, type TestService } from '../../../support/service';

const ALL = 120;

const MORE =
	"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";

let service: TestService;
let ids: unknown[];
beforeAll(async () => {
	service = await startTestService(ALL);
	({ ids } = await list({ pageSize: ALL }));
	expect(new Set(ids).size).toBe(ALL);
});
afterAll(async () => await service.close());
beforeEach(() => service.requests.reset());

async function list(parameters: IDataObject, items?: IDataObject[]) {
	const run = await runContacts({ credentials: service.credentials, parameters, items });
	const contacts = (run.outputs[0] ?? []).map(({ json }) => json);
	return { ...run, contacts, ids: contacts.map(({ id }) => id) };
}

describe('The number of contacts', () => {
	it.each<[string, IDataObject, number, number, string[]]>([
		['without Return All and Limit, one page', {}, 50, 1, [MORE]],
		['with a Limit below the page size, so many', { options: { limit: 7 } }, 7, 1, []],
		['with a Limit beyond, pages until so many came', { options: { limit: 51 } }, 51, 2, []],
		['with both, so many', { returnAll: true, options: { limit: 51 } }, 51, 2, []],
		['with Return All, all', { returnAll: '={{ "true" }}' }, ALL, 3, []],
	])('is %s', async (_name, parameters, count, requests, hints) => {
		const result = await list(parameters);
		expect(result).toMatchObject({ ids: ids.slice(0, count), hints, error: undefined });
		expect(service.requests.contacts.count).toBe(requests);
	});

	it('may be more where a page is full and says nothing', async () => {
		service.configure({ like: 'Plain: one page' });
		const { hints } = await list({ pageSize: ALL });
		service.configure({ like: 'Plain: cursor' });
		expect(hints).toEqual([MORE.replace('has more', 'may have more')]);
	});
});

describe('Search', () => {
	let last: { id: string; email: string };
	beforeAll(async () => {
		last = (await list({ pageSize: ALL })).contacts.at(-1) as typeof last;
	});

	it('finds a contact by its address on the last page, with and without Return All', async () => {
		for (const returnAll of [false, true]) {
			service.requests.reset();
			const options = { search: ` ${last.email.toUpperCase()}\n`, fields: ['id'] };
			const { contacts, hints } = await list({ returnAll, options });
			expect({ contacts, hints }).toEqual({ contacts: [{ id: last.id }], hints: [] });
			expect(service.requests.contacts.count).toBe(3);
		}
	});

	it('reads only until Limit contacts are found', async () => {
		const options = { search: '@example.com', limit: 51 };
		expect((await list({ options })).ids).toEqual(ids.slice(0, 51));
		expect(service.requests.contacts.count).toBe(2);
	});

	it('reads ahead beyond Limit where fewer contacts are found', async () => {
		service.configure({ like: 'Plain: page number' });
		const options = { search: last.email, limit: 1 };
		const result = await list({ pageSize: 20, options });
		service.configure({ like: 'Plain: cursor' });
		expect(result.ids).toEqual([last.id]);
		expect(service.requests.contacts.count).toBe(6);
	});

	it('says that nothing was found', async () => {
		const { contacts, hints } = await list({ options: { search: 'nobody' } });
		expect(contacts).toEqual([]);
		expect(hints).toEqual(['None of the contacts contains the text that was searched for.']);
	});

	it('returns one page where the text is empty', async () => {
		expect((await list({ options: { search: ' ' } })).contacts).toHaveLength(50);
		expect(service.requests.contacts.count).toBe(1);
	});
});

it('An expression is evaluated for each item', async () => {
	const parameters = [
		{ name: 'sort', value: '={{ $json.sort }}' },
		{ name: 'since', value: '={{ $json.sort && DateTime.fromISO("2026-01-31T00Z").toUTC() }}' },
	];
	const options = { fields: '={{ $json.fields }}' };
	const queryParameters = { parameters };
	const items = [
		{ size: 1, sort: 'a', fields: 'id' },
		{ size: '2', sort: 'b', fields: ['email', 'nickname'] },
		{},
	];
	const { contacts, hints } = await list(
		{ pageSize: '={{ $json.size }}', queryParameters, options },
		items,
	);
	const fields = contacts.slice(0, 3).map((contact) => Object.keys(contact));
	expect(fields).toEqual([['id'], ['email'], ['email']]);
	const { queries } = service.requests.contacts;
	const since = '2026-01-31T00:00:00.000Z';
	const sent = [{ pageSize: '1', sort: 'a', since }, { pageSize: '2', sort: 'b', since }, {}];
	expect(queries).toEqual(sent);
	expect(hints).toContainEqual(expect.stringContaining('None of the contacts has nickname.'));
});
