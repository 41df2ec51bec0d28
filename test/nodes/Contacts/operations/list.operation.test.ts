import type { IDataObject } from 'n8n-workflow';

import { runContacts } from '../../../support/engine';
import { startTestService, type TestService } from '../../../support/service';

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
	const contacts = (run.outputs[0] ?? []).map(({ json }) => json);
	return { ...run, contacts, ids: contacts.map(({ id }) => id) };
}

const MORE =
	"The service has more contacts than these. Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";
const LIMITED =
	"Stopped at 'Limit'. The service has more contacts than these. To get more, raise 'Limit' in the 'Options'.";
const LIMITED_SEARCH = LIMITED.replace(
	'The service has more contacts',
	'More contacts match the search',
);
const MAYBE_LIMITED_SEARCH = LIMITED_SEARCH.replace('match', 'may match');
const NONE = 'No contact contains every word of the search.';

/** Stands for the address of the last contact. */
const LAST = 'last@example.com';
const ofLast = { search: ` ${LAST}\n`, fields: ['email', 'id'] };
const searchUpTo = (limit: number) => ({ options: { search: '@example.com', limit } });

it.each<[string, IDataObject, from: number, to: number, requests: number, hint?: string]>([
	['without Return All and Limit, one page', {}, 0, 50, 1, MORE],
	['with a Limit below the page size, so many', { options: { limit: 7 } }, 0, 7, 1, LIMITED],
	['with a Limit beyond, further pages', { options: { limit: 51 } }, 0, 51, 3, LIMITED],
	['with both, so many', { returnAll: true, options: { limit: 51 } }, 0, 51, 3, LIMITED],
	['all if there are as many as Limit', { options: { limit: ALL } }, 0, ALL, 4],
	['with Return All, all', { returnAll: '={{ "true" }}' }, 0, ALL, 4],
	['those with the text of Search, to the last page', { options: ofLast }, ALL - 1, ALL, 4],
	['with Search and Limit, so many', searchUpTo(51), 0, 51, 3, LIMITED_SEARCH],
	['with both, perhaps not all', searchUpTo(50), 0, 50, 1, MAYBE_LIMITED_SEARCH],
	['all if no pages are left', { options: { ...ofLast, limit: 1 } }, ALL - 1, ALL, 4],
	['none where Search finds nothing', { options: { search: 'nobody' } }, 0, 0, 4, NONE],
	['one page where the text of Search is empty', { options: { search: ' ' } }, 0, 50, 1, MORE],
])('Contacts are listed: %s', async (_name, parameters, from, to, requests, hint = '') => {
	const { options = {}, ...rest } = parameters;
	const { search = '', ...others } = options as { search?: string };
	const text = search.replace(LAST, email.toUpperCase());
	const result = await list({ ...rest, options: { ...others, search: text } });
	expect(result).toMatchObject({ ids: ids.slice(from, to), error: undefined });
	expect(result.hints.join()).toBe(hint);
	expect(service.requests.contacts.count).toBe(requests);
});

it('A full page that says nothing may not be all', async () => {
	service.configure({ like: 'Plain: one page' });
	const { hints } = await list({ pageSize: ALL });
	expect(hints).toEqual([MORE.replace('has more', 'may have more')]);
});

it.each<[string, IDataObject]>([
	['The service has more contacts than these.', { limit: 5 }],
	['More contacts match the search than these.', { limit: 2, search: '@' }],
])('A model is told that the list stopped at the limit: %s', async (more, options) => {
	const parameters = { options: { ...options, fields: 'id' } };
	const { contacts } = await list(parameters, undefined, true);
	expect(contacts.slice(options.limit as number)).toEqual([
		{ note: `Stopped at the limit. ${more}` },
	]);
});

it.each([
	['page', '3', 'Plain: page number'],
	['offset', '100', 'Mailchimp'],
])('The query parameter %s is named where it fixes the page', async (name, value, like) => {
	const given = { pageSize: 10, queryParameters: { parameters: [{ name, value }] } };
	service.configure({ like });
	for (const parameters of [{ returnAll: true }, { operation: 'getPage' }]) {
		const { error } = await list({ ...given, ...parameters });
		expect(error).toMatchObject({
			message: `The query parameter ${name} fixes the page, so no other page can be requested`,
			description: expect.stringContaining("'Return All' off"),
		});
	}
	expect((await list(given)).contacts).toHaveLength(10);
});

const AS_AUTOMATIC = 'so the node has found the next page as in the mode Automatic. Set';
const OR_AUTOMATIC = "or its 'Mode' to Automatic.";
const PAGING = "'Pagination' in the 'Options'";

it.each<[string, IDataObject, hint?: string]>([
	[
		'Plain: cursor',
		{ mode: 'cursor', cursorField: 'paging.next' },
		`No response has the 'Cursor Field' paging.next, ${AS_AUTOMATIC} ${PAGING} to Cursor ('Cursor Field' nextCursor, 'Cursor Parameter' cursor), ${OR_AUTOMATIC}`,
	],
	[
		'Plain: Link header',
		{ mode: 'nextLink' },
		`No response has the 'Next Link Field' next, ${AS_AUTOMATIC} ${PAGING} to Link Header, ${OR_AUTOMATIC}`,
	],
	[
		'Plain: next link',
		{ mode: 'linkHeader' },
		`No response has a Link header with the next page, ${AS_AUTOMATIC} ${PAGING} to Next Link ('Next Link Field' next), ${OR_AUTOMATIC}`,
	],
	[
		'Plain: page number',
		{ mode: 'pageNumber', hasMoreField: 'more' },
		`No response has the 'Has More Field' more, so this setting had no effect. Correct or clear it in ${PAGING}.`,
	],
	[
		'Mailchimp',
		{},
		`The service does not say how to request its pages, so the node has found out with 2 additional requests. To save them, set ${PAGING} to Offset ('Offset Parameter' offset, 'First Offset' 0).`,
	],
	['Plain: cursor', { mode: 'cursor' }],
	['Plain: Link header', { mode: 'linkHeader' }],
])('A hint names settings to correct, if any: %s, %j', async (like, settings, hint = '') => {
	service.configure({ like });
	const options = { pagination: { settings } };
	const { hints, error, contacts } = await list({ returnAll: true, pageSize: 40, options });
	expect([hints.join(), error, contacts.length]).toEqual([hint, undefined, ALL]);
});

it('No hint appears for a setting that a list of one page does not need', async () => {
	const settings = { mode: 'cursor', cursorField: 'paging.next', hasMoreField: 'more' };
	const options = { pagination: { settings } };
	const { error, hints } = await list({ returnAll: true, pageSize: ALL + 1, options });
	expect([error, hints]).toEqual([undefined, []]);
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
