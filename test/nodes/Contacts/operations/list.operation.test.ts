import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../../../../sandbox/service/settings.ts';
import { runContacts } from '../../../support/engine';
import { startTestService, type TestService } from '../../../support/service';

/** Fills pages of 30 exactly. */
const ALL = 120;

const MORE =
	"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";

let service: TestService;
let ids: unknown[];
beforeAll(async () => {
	service = await startTestService(ALL);
	service.configure({ pageStyle: 'single' });
	({ ids } = await list({ pageSize: ALL }));
	expect(new Set(ids).size).toBe(ALL);
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.configure({
		pageStyle: 'cursor',
		contactsForm: 'object',
		linkForm: 'absolute',
		pageMetadata: true,
	});
	service.requests.reset();
});

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
		[
			'with Return All and a Limit, so many',
			{ returnAll: '={{ "true" }}', options: { limit: '={{ "51" }}' } },
			51,
			2,
			[],
		],
		['with an empty Limit, one page', { options: { limit: '={{ null }}' } }, 50, 1, [MORE]],
		['with Return All, all', { returnAll: true }, ALL, 3, []],
		['with a page size beyond the list, all', { pageSize: 500 }, ALL, 1, []],
	])('is %s', async (_name, parameters, count, requests, hints) => {
		const result = await list(parameters);
		expect(result.error).toBeUndefined();
		expect(result.ids).toEqual(ids.slice(0, count));
		expect(service.requests.contacts.count).toBe(requests);
		expect(result.hints).toEqual(hints);
	});

	it('is none, without an error, for an organization without contacts', async () => {
		const client = service.operator.provisionClient({ orgId: 'org_empty' });
		const credentials = { ...service.credentials, ...client };
		const run = await runContacts({ credentials, parameters: { returnAll: true } });
		expect(run).toMatchObject({ outputs: [[]], error: undefined });
	});
});

/** Every paging style of the service, and the settings of the node for it. */
const styles: Array<[string, Partial<Settings>, IDataObject]> = [
	['a cursor', { pageStyle: 'cursor' }, { mode: 'cursor' }],
	[
		'a page number',
		{ pageStyle: 'pageNumber' },
		{ mode: 'pageNumber', firstPage: '={{ "1" }}', totalPagesField: '={{ " totalPages " }}' },
	],
	['an offset', { pageStyle: 'offset' }, { mode: 'offset', totalField: 'total' }],
	['a next link', { pageStyle: 'nextLink' }, { mode: 'nextLink' }],
	['a relative next link', { pageStyle: 'nextLink', linkForm: 'relative' }, { mode: 'nextLink' }],
	[
		'a Link header on a bare list',
		{ pageStyle: 'linkHeader', linkForm: 'relative', contactsForm: 'array' },
		{ mode: 'linkHeader' },
	],
];

describe.each(styles)('Pages by %s', (_name, settings, pagination) => {
	it.each([
		['are recognized', {}],
		['are read as configured', { pagination: { settings: pagination } }],
	])('%s', async (_title, options) => {
		service.configure(settings);
		// 17 leaves a short last page, 30 a full one.
		for (const pageSize of [17, 30]) {
			service.requests.reset();
			expect((await list({ pageSize, returnAll: true, options })).ids).toEqual(ids);
			expect(queries()).toEqual(
				Array(Math.ceil(ALL / pageSize)).fill(
					expect.objectContaining({ pageSize: String(pageSize) }),
				),
			);
		}
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
		expect(contacts.slice(0, 3).map((contact) => Object.keys(contact))).toEqual([
			['id'],
			['email'],
			['email'],
		]);
		expect(queries()).toEqual([{ pageSize: '1', sort: 'a' }, { pageSize: '2', sort: 'b' }, {}]);
		expect(hints).toContain(
			"None of the contacts has nickname. Check 'Output Field Names or IDs' in the 'Options'.",
		);
	});

	it('may return a date, undefined, or what an AI model fills in', async () => {
		const options = withParameters(
			['since', '={{ DateTime.fromISO("2026-01-31", { zone: "utc" }) }}'],
			['until', '={{ $json.missing }}'],
			['search', '={{ $fromAI("search") }}'],
		);
		const { error } = await list({ options }, [{ search: 'Ada' }]);
		expect(error).toBeUndefined();
		expect(queries()).toEqual([
			{ pageSize: '50', since: '2026-01-31T00:00:00.000Z', search: 'Ada' },
		]);
	});

	it('makes lists different only where it returns something else', async () => {
		const options = withParameters(['tag', '={{ $json.tag }}']);
		expect((await list({ options }, [{ tag: 'a' }, { tag: 'b' }])).hints).toEqual([MORE]);
		expect((await list({ options }, [{ tag: 'a' }, { tag: 'a' }])).hints).toHaveLength(2);
	});
});

describe('An error', () => {
	it('says that nothing is at the address', async () => {
		const credentials = { ...service.credentials, baseUrl: `${service.baseUrl}/elsewhere/` };
		expect((await runContacts({ credentials })).error).toMatchObject({
			message: 'The Contacts API has nothing at the address of page 1 (404)',
			httpCode: '404',
		});
	});

	it.each([
		["The credential has no 'Client ID'", { clientId: '' }, 50],
		["'Page Size' is not a whole number of at least 1", {}, '={{ 0 / 0 }}'],
	])('comes before anything is sent: %s', async (message, changed, pageSize) => {
		const credentials = { ...service.credentials, ...changed };
		const { error } = await runContacts({ credentials, parameters: { pageSize } });
		expect(error).toMatchObject({ message, context: { itemIndex: 0 } });
		expect(service.requests.contacts.count).toBe(0);
	});
});
