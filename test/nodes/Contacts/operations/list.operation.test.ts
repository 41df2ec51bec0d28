import type { IDataObject } from 'n8n-workflow';

import { runContacts } from '../../../support/engine';
import { startTestService, type TestService } from '../../../support/service';

const ALL = 120;

const MORE =
	"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";

let service: TestService;
let ids: unknown[];
/** Of the last contact. */
let email: string;
beforeAll(async () => {
	service = await startTestService(ALL);
	const { contacts, ...all } = await list({ pageSize: ALL });
	({ ids } = all);
	({ email } = contacts.at(-1) as { email: string });
	expect(new Set(ids).size).toBe(ALL);
});
afterAll(async () => await service.close());
beforeEach(() => service.requests.reset());

async function list(parameters: IDataObject, items?: IDataObject[]) {
	const run = await runContacts({ credentials: service.credentials, parameters, items });
	const contacts = (run.outputs[0] ?? []).map(({ json }) => json);
	return { ...run, contacts, ids: contacts.map(({ id }) => id) };
}

/** Which contacts come, after how many requests. */
type Expected = [from: number, to: number, requests: number, hints?: string[]];

const PLAIN = 'Plain: cursor';
const NONE = ['No contact contains every word of the search.'];
/** Stands for the address of the last contact. */
const LAST = 'last@example.com';
const ofLast = { search: ` ${LAST}\n`, fields: ['email', 'id'] };

it.each<[string, IDataObject, Expected, like?: string]>([
	['without Return All and Limit, one page', {}, [0, 50, 1, [MORE]]],
	['with a Limit below the page size, so many', { options: { limit: 7 } }, [0, 7, 1]],
	['with a Limit beyond, pages until so many came', { options: { limit: 51 } }, [0, 51, 2]],
	['with both, so many', { returnAll: true, options: { limit: 51 } }, [0, 51, 2]],
	['with Return All, all', { returnAll: '={{ "true" }}' }, [0, ALL, 3]],
	// The last page is full.
	...['cursor', 'page number', 'offset', 'next link', 'Link header'].map(
		(style): [string, IDataObject, Expected, string] => [
			`all by ${style}`,
			{ returnAll: true, pageSize: 40 },
			[0, ALL, 3],
			`Plain: ${style}`,
		],
	),
	[
		'maybe not all where a page is full and says nothing',
		{ pageSize: ALL },
		[0, ALL, 1, [MORE.replace('has more', 'may have more')]],
		'Plain: one page',
	],
	['those with the text of Search, to the last page', { options: ofLast }, [ALL - 1, ALL, 3]],
	['the same with Return All', { returnAll: true, options: ofLast }, [ALL - 1, ALL, 3]],
	[
		'with Search and Limit, so many',
		{ options: { search: '@example.com', limit: 51 } },
		[0, 51, 2],
	],
	[
		'with Search, pages ahead of those that Limit needs',
		{ pageSize: 20, options: { search: LAST, limit: 1 } },
		[ALL - 1, ALL, 6],
		'Plain: page number',
	],
	[
		'none where Search finds nothing, with a hint',
		{ options: { search: 'nobody' } },
		[0, 0, 3, NONE],
	],
	['one page where the text of Search is empty', { options: { search: ' ' } }, [0, 50, 1, [MORE]]],
])('Contacts are listed: %s', async (_name, { options = {}, ...rest }, expected, like = PLAIN) => {
	const [from, to, requests, hints = []] = expected;
	const { search = '', ...others } = options as { search?: string };
	const text = search.replace(LAST, email.toUpperCase());
	service.configure({ like });
	const result = await list({ ...rest, options: { ...others, search: text } });
	service.configure({ like: PLAIN });
	expect(result).toMatchObject({ ids: ids.slice(from, to), hints, error: undefined });
	expect(service.requests.contacts.count).toBe(requests);
});

it('Search finds a person by first and last name', async () => {
	const [{ id, firstName, lastName }] = (await list({ pageSize: 1 })).contacts as [IDataObject];
	const options = { search: `${firstName as string} ${lastName as string}`, limit: 1 };
	expect((await list({ options })).ids).toEqual([id]);
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
