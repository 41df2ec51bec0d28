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

it('An expression is evaluated for each item', async () => {
	const parameters = [
		{ name: 'sort', value: '={{ $json.sort }}' },
		{ name: 'since', value: '={{ $json.sort && DateTime.fromISO("2026-01-31T00Z").toUTC() }}' },
	];
	const options = { queryParameters: { parameters }, fields: '={{ $json.fields }}' };
	const items = [
		{ size: 1, sort: 'a', fields: 'id' },
		{ size: '2', sort: 'b', fields: ['email', 'nickname'] },
		{},
	];
	const { contacts, hints } = await list({ pageSize: '={{ $json.size }}', options }, items);
	const fields = contacts.slice(0, 3).map((contact) => Object.keys(contact));
	expect(fields).toEqual([['id'], ['email'], ['email']]);
	const { queries } = service.requests.contacts;
	const since = '2026-01-31T00:00:00.000Z';
	const sent = [{ pageSize: '1', sort: 'a', since }, { pageSize: '2', sort: 'b', since }, {}];
	expect(queries).toEqual(sent);
	expect(hints).toContainEqual(expect.stringContaining('None of the contacts has nickname.'));
});
