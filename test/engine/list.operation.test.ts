import type { IDataObject } from 'n8n-workflow';

import { runContacts } from '../support/engine';
import { startTestService, type TestService } from '../support/service';

const ALL = 120;

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
afterEach(() => service.configure({ like: 'Plain: cursor' }));

async function list(parameters: IDataObject, items?: IDataObject[], asTool?: boolean) {
	const run = await runContacts({ credentials: service.credentials, parameters, items, asTool });
	return { ...run, ids: run.contacts.map(({ id }) => id) };
}

const MORE = "The service has more contacts than these. Turn on 'Return All'";
const LIMITED = 'Stopped at the limit. The service has more contacts than these. To get more';

it.each<[string, IDataObject, count: number, requests: number, hint?: string]>([
	['with Limit, so many', { options: { limit: 51 } }, 51, 2, LIMITED],
	['with Return All, all', { returnAll: '={{ "true" }}' }, ALL, 3],
	['one page where a model writes null', { returnAll: '={{ "null" }}' }, 50, 1, MORE],
	['one page where the text of Search is empty', { options: { search: ' ' } }, 50, 1, MORE],
])('Contacts are listed: %s', async (_name, parameters, count, requests, hint = '') => {
	const result = await list(parameters);
	expect(result).toMatchObject({ ids: ids.slice(0, count), error: undefined });
	expect(result.hints).toEqual(hint ? [expect.stringContaining(hint)] : []);
	expect(service.requests.contacts.count).toBe(requests);
});

/** Rows of Query Parameters. */
const rowsOf = (values: object) => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value: value as string })),
});

it('A query parameter is named where it fixes the page', async () => {
	const queryParameters = rowsOf({ page: '3' });
	service.configure({ like: 'Plain: page number' });
	const { error } = await list({ queryParameters, returnAll: true });
	expect(error!.description).toMatch(/^Remove page from 'Query Parameters'/);
	expect((await list({ queryParameters })).contacts).toHaveLength(ALL - 2 * 50);
});

const wrongCursor = { mode: 'cursor', cursorField: 'paging.next' };

it('A hint names settings to correct', async () => {
	const options = { pagination: { settings: wrongCursor } };
	const { hints, contacts } = await list({ returnAll: true, pageSize: 40, options });
	expect([contacts.length, hints.length]).toEqual([ALL, 1]);
	expect(hints[0]).toContain("No response has the 'Cursor Field' paging.next");
	expect(hints[0]).toContain("Cursor ('Cursor Field' nextCursor, 'Cursor Parameter' cursor)");
});

it('No hint appears for a setting that a list of one page does not need', async () => {
	const options = { pagination: { settings: { ...wrongCursor, hasMoreField: 'more' } } };
	const { contacts, hints } = await list({ returnAll: true, pageSize: ALL + 1, options });
	expect([contacts.length, hints]).toEqual([ALL, []]);
});

it('An expression is evaluated for each item', async () => {
	const date = '={{ $json.sort && DateTime.fromISO("2026-01-31T00Z").toUTC() }}';
	const queryParameters = rowsOf({ sort: '={{ $json.sort }}', since: date });
	const options = { fields: '={{ $json.fields }}' };
	const given = { pageSize: '={{ $json.size }}', queryParameters, options };
	const items = [
		{ size: 1, sort: 'a', fields: 'id' },
		{ size: '2', sort: 'b', fields: ['email', 'nickname'] },
		{},
	];
	const { contacts, hints } = await list(given, items);
	const fields = contacts.slice(0, 3).map((contact) => Object.keys(contact));
	expect(fields).toEqual([['id'], ['email'], ['email']]);
	const since = '2026-01-31T00:00:00.000Z';
	const sent = [{ pageSize: '1', sort: 'a', since }, { pageSize: '2', sort: 'b', since }, {}];
	expect(service.requests.contacts.queries).toEqual(sent);
	expect(hints).toContainEqual(expect.stringContaining('None of the contacts has nickname.'));
	expect(hints).toContainEqual(expect.stringContaining('parameter since was not sent'));
});

it('Search reads all pages, but none for an item whose Search gives nothing', async () => {
	const search = '={{ $json.email }}';
	const empty = 'The search is empty, so no contacts were listed.';
	const items = [{ email }, {}, { email: ' , ' }];
	const { contacts, hints } = await list({ options: { search } }, items);
	expect(contacts).toMatchObject([{ email }]);
	expect(service.requests.contacts.count).toBe(3);
	expect(hints).toEqual([expect.stringMatching(new RegExp(`^${empty} .* \\[items 1, 2\\]$`))]);
	const asTool = await list({ options: { search } }, [{}], true);
	expect(asTool.contacts).toEqual([{ note: empty }]);
	// A model may leave out what it does not need.
	const byModel = "={{ $fromAI('search', '', 'string', '') }}";
	expect((await list({ options: { search: byModel } }, [{}])).contacts).toHaveLength(50);
});
