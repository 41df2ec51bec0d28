import type { IDataObject } from 'n8n-workflow';

import { runContacts } from '../../../support/engine';
import { startTestService, type TestService } from '../../../support/service';

const ALL = 120;

const MORE =
	"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";

let service: TestService;
beforeAll(async () => {
	service = await startTestService(ALL);
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.configure({ pageStyle: 'cursor', pageMetadata: true, contactsForm: 'object' });
	service.requests.reset();
});

async function list(parameters: IDataObject, items?: IDataObject[]) {
	const run = await runContacts({ credentials: service.credentials, parameters, items });
	return { ...run, contacts: (run.outputs[0] ?? []).map(({ json }) => json) };
}

describe('The number of contacts', () => {
	it.each<[string, IDataObject, number, number, string[]]>([
		['without Return All and Limit, one page', {}, 50, 1, [MORE]],
		['with a Limit below the page size, so many', { options: { limit: 7 } }, 7, 1, []],
		['with a Limit of one page, that page', { options: { limit: 50 } }, 50, 1, []],
		['with a Limit beyond, pages until so many came', { options: { limit: 51 } }, 51, 2, []],
		['with a Limit beyond the list, all', { options: { limit: 500 } }, ALL, 3, []],
		[
			'with Return All and a Limit, so many',
			{ returnAll: true, options: { limit: 51 } },
			51,
			2,
			[],
		],
		['with an empty Limit, one page', { options: { limit: '={{ null }}' } }, 50, 1, [MORE]],
		['with Return All, all', { returnAll: true }, ALL, 3, []],
		['with a page size beyond the list, all', { pageSize: 500 }, ALL, 1, []],
	])('%s', async (_name, parameters, contacts, requests, hints) => {
		const result = await list(parameters);
		expect(result.error).toBeUndefined();
		expect(result.contacts).toHaveLength(contacts);
		expect(service.requests.contacts.count).toBe(requests);
		expect(result.hints).toEqual(hints);
	});

	it('is unknown after a full page without signs, which a hint says', async () => {
		service.configure({ pageStyle: 'pageNumber', pageMetadata: false, contactsForm: 'array' });
		const { hints } = await list({ pageSize: 50 });
		expect(hints).toEqual([
			"The service may have more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.",
		]);
	});
});

describe('Fields', () => {
	it.each<[string, unknown, string[]]>([
		['the list of the form', ['email', 'id'], ['email', 'id']],
		['a list from an expression', '={{ ["email", " id "] }}', ['email', 'id']],
		['text with commas', 'email, id,', ['email', 'id']],
		['a list in JSON, as AI models write it', ' ["email", " id "]', ['email', 'id']],
		['a single name', '={{ "email" }}', ['email']],
	])('are selected by %s', async (_name, fields, expected) => {
		const { contacts, error } = await list({ pageSize: 3, options: { fields } });
		expect(error).toBeUndefined();
		expect(contacts.map((contact) => Object.keys(contact))).toEqual(Array(3).fill(expected));
	});

	it.each([[[]], [''], [' , '], ['={{ null }}'], ['={{ $json.missing }}']])(
		'are all kept when %j names none',
		async (fields) => {
			const { contacts } = await list({ pageSize: 1, options: { fields } });
			expect(Object.keys(contacts[0]!).length).toBeGreaterThan(2);
		},
	);

	it.each([
		['={{ 5 }}'],
		['={{ true }}'],
		['={{ {} }}'],
		['={{ ["id", 5] }}'],
		['={{ [["id"]] }}'],
		['["id"'],
		['["id", 5]'],
	])('are refused as %s before anything is sent', async (fields) => {
		const { error } = await list({ options: { fields } });
		expect(error).toMatchObject({
			message: "'Output Field Names or IDs' is not a list of names",
			context: { itemIndex: 0 },
		});
		expect(service.requests.contacts.count).toBe(0);
	});

	it('are read for each item, and named in a hint when no contact has them', async () => {
		const { contacts, hints } = await list(
			{ pageSize: 1, options: { fields: '={{ $json.fields }}' } },
			[{ fields: 'id' }, { fields: ['email', 'nickname'] }],
		);
		expect(contacts.map((contact) => Object.keys(contact))).toEqual([['id'], ['email']]);
		expect(hints).toContain(
			"None of the contacts has nickname. Check 'Output Field Names or IDs' in the 'Options'.",
		);
	});
});

describe('Query parameters', () => {
	const withParameters = (...parameters: Array<[name: string, value: string]>) => ({
		queryParameters: { parameters: parameters.map(([name, value]) => ({ name, value })) },
	});

	it.each([['cursor'], ['pageNumber'], ['offset']] as const)(
		'are sent with every page, in their order, by %s',
		async (pageStyle) => {
			service.configure({ pageStyle });
			const options = withParameters(['tag', 'a&b=c'], ['sort', '={{ $json.sort }}'], ['tag', '']);
			const { contacts } = await list({ returnAll: true, options }, [{ sort: '-name' }]);
			expect(contacts).toHaveLength(ALL);
			expect(service.requests.contacts.queries).toEqual(
				Array(3).fill(
					expect.objectContaining({ pageSize: '50', tag: ['a&b=c', ''], sort: '-name' }),
				),
			);
		},
	);

	it('may be dates, and are not sent when an expression returns undefined', async () => {
		const options = withParameters(
			['since', '={{ DateTime.fromISO("2026-01-31", { zone: "utc" }) }}'],
			['until', '={{ $json.missing }}'],
		);
		await list({ options });
		expect(service.requests.contacts.queries).toEqual([
			{ pageSize: '50', since: '2026-01-31T00:00:00.000Z' },
		]);
	});

	it('may be filled in by an AI model', async () => {
		const options = withParameters(['search', '={{ $fromAI("search") }}']);
		const { error } = await list({ options }, [{ search: 'Ada' }]);
		expect(error).toBeUndefined();
		expect(service.requests.contacts.queries).toMatchObject([{ search: 'Ada' }]);
	});

	it('make lists different', async () => {
		const options = withParameters(['tag', '={{ $json.tag }}']);
		expect((await list({ options }, [{ tag: 'a' }, { tag: 'b' }])).hints).toEqual([MORE]);
		expect((await list({ options }, [{ tag: 'a' }, { tag: 'a' }])).hints).toHaveLength(2);
	});

	it('are refused before anything is sent if the node sets them itself', async () => {
		const { error } = await list({ options: withParameters(['pageSize', '10']) });
		expect(error).toMatchObject({
			message: 'The query parameter pageSize is set by the Contacts node itself',
			context: { itemIndex: 0 },
		});
		expect(service.requests.contacts.count).toBe(0);
	});
});

describe('An invalid parameter', () => {
	it.each<[string, unknown, string]>([
		['concurrency', 0, "'Requests at a Time' is not a whole number from 1 to 20"],
		['concurrency', 21, "'Requests at a Time' is not a whole number from 1 to 20"],
		[
			'requestInterval',
			3_600_001,
			"'Pause Between Requests' is not a whole number from 0 to 3600000",
		],
	])('is reported before anything is sent: %s %j', async (name, value, message) => {
		const { error } = await list({ options: { [name]: value } });
		expect(error!.message).toBe(message);
		expect(service.requests.contacts.count).toBe(0);
	});
});
