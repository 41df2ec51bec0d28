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

const queries = () => service.requests.contacts.queries;

describe('The number of contacts', () => {
	it.each<[string, IDataObject, number, number, string[]]>([
		['without Return All and Limit, one page', {}, 50, 1, [MORE]],
		['with a Limit below the page size, so many', { options: { limit: 7 } }, 7, 1, []],
		['with a Limit of one page, that page', { options: { limit: 50 } }, 50, 1, []],
		['with a Limit beyond, pages until so many came', { options: { limit: 51 } }, 51, 2, []],
		['with a Limit beyond the list, all', { options: { limit: 500 } }, ALL, 3, []],
		['with both, so many', { returnAll: true, options: { limit: 51 } }, 51, 2, []],
		['with Return All, all', { returnAll: '={{ "true" }}' }, ALL, 3, []],
	])('is %s', async (_name, parameters, count, requests, hints) => {
		const result = await list(parameters);
		expect(result).toMatchObject({ ids: ids.slice(0, count), hints, error: undefined });
		expect(service.requests.contacts.count).toBe(requests);
	});

	it('may be more where a page is full and says nothing', async () => {
		service.configure({ pageStyle: 'single' });
		const { hints } = await list({ pageSize: ALL });
		service.configure({ pageStyle: 'cursor' });
		expect(hints).toEqual([MORE.replace('has more', 'may have more')]);
	});
});

describe('An expression', () => {
	const withParameters = (...parameters: Array<[name: string, value: string]>) => ({
		queryParameters: { parameters: parameters.map(([name, value]) => ({ name, value })) },
	});

	it('is evaluated for each item', async () => {
		const options = {
			...withParameters(['sort', '={{ $json.sort }}']),
			fields: '={{ $json.fields }}',
		};
		const items = [
			{ size: 1, sort: 'a', fields: 'id' },
			{ size: '2', sort: 'b', fields: ['email', 'nickname'] },
			{},
		];
		const { contacts, hints } = await list({ pageSize: '={{ $json.size }}', options }, items);
		const fields = contacts.slice(0, 3).map((contact) => Object.keys(contact));
		expect(fields).toEqual([['id'], ['email'], ['email']]);
		expect(queries()).toEqual([{ pageSize: '1', sort: 'a' }, { pageSize: '2', sort: 'b' }, {}]);
		expect(hints).toContainEqual(expect.stringContaining('None of the contacts has nickname.'));
	});

	it('may return a date, undefined, or what an AI model fills in', async () => {
		const options = withParameters(
			['since', '={{ DateTime.fromISO("2026-01-31", { zone: "utc" }) }}'],
			['until', '={{ $json.missing }}'],
			['search', '={{ $fromAI("search") }}'],
		);
		await list({ options }, [{ search: 'Ada' }]);
		const since = '2026-01-31T00:00:00.000Z';
		expect(queries()).toEqual([{ pageSize: '50', since, search: 'Ada' }]);
	});
});
