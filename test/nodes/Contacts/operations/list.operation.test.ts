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

async function list(parameters: IDataObject, items?: IDataObject[], asTool?: boolean) {
	const run = await runContacts({ credentials: service.credentials, parameters, items, asTool });
	const contacts = (run.outputs[0] ?? []).map(({ json }) => json);
	return { ...run, contacts, ids: contacts.map(({ id }) => id) };
}

/** Which contacts come, after how many requests. */
type Expected = [from: number, to: number, requests: number, hints?: string[]];

const PLAIN = 'Plain: cursor';
const LIMITED =
	"Stopped at 'Limit'. The service has more contacts than these. To get more, raise 'Limit' in the 'Options'.";
const LIMITED_SEARCH = LIMITED.replace(
	'The service has more contacts',
	'More contacts match the search',
);
const NONE = ['No contact contains every word of the search.'];
/** Stands for the address of the last contact. */
const LAST = 'last@example.com';
const ofLast = { search: ` ${LAST}\n`, fields: ['email', 'id'] };

it.each<[string, IDataObject, Expected, like?: string]>([
	['without Return All and Limit, one page', {}, [0, 50, 1, [MORE]]],
	['with a Limit below the page size, so many', { options: { limit: 7 } }, [0, 7, 1, [LIMITED]]],
	[
		'with a Limit beyond, pages until so many came',
		{ options: { limit: 51 } },
		[0, 51, 3, [LIMITED]],
	],
	['with both, so many', { returnAll: true, options: { limit: 51 } }, [0, 51, 3, [LIMITED]]],
	[
		'all where there are as many as Limit',
		{ returnAll: true, options: { limit: ALL } },
		[0, ALL, 4],
	],
	['with Return All, all', { returnAll: '={{ "true" }}' }, [0, ALL, 4]],
	// The first page is requested once more, with one contact less, unless it has a link.
	...Object.entries({
		cursor: 5,
		'page number': 5,
		offset: 5,
		'next link': 3,
		'Link header': 3,
	}).map(([style, requests]): [string, IDataObject, Expected, string] => [
		`all by ${style}`,
		{ returnAll: true, pageSize: 40 },
		[0, ALL, requests],
		`Plain: ${style}`,
	]),
	[
		'maybe not all where a page is full and says nothing',
		{ pageSize: ALL },
		[0, ALL, 1, [MORE.replace('has more', 'may have more')]],
		'Plain: one page',
	],
	['those with the text of Search, to the last page', { options: ofLast }, [ALL - 1, ALL, 4]],
	['the same with Return All', { returnAll: true, options: ofLast }, [ALL - 1, ALL, 4]],
	[
		'with Search and Limit, so many',
		{ options: { search: '@example.com', limit: 51 } },
		[0, 51, 3, [LIMITED_SEARCH]],
	],
	[
		'with Search and Limit, perhaps not all where pages are left',
		{ options: { search: '@example.com', limit: 50 } },
		[0, 50, 1, [LIMITED_SEARCH.replace('match', 'may match')]],
	],
	[
		'with Search and Limit, all where no pages are left',
		{ options: { ...ofLast, limit: 1 } },
		[ALL - 1, ALL, 4],
	],
	[
		'with Search, pages ahead of those that Limit needs',
		{ pageSize: 20, options: { search: LAST, limit: 1 } },
		[ALL - 1, ALL, 8],
		'Plain: page number',
	],
	[
		'none where Search finds nothing, with a hint',
		{ options: { search: 'nobody' } },
		[0, 0, 4, NONE],
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

it.each<[string, IDataObject, string | undefined]>([
	['has more contacts', { limit: 5 }, 'The service has more contacts than these.'],
	['has more matches', { limit: 2, search: '@' }, 'More contacts match the search than these.'],
	['has no more', { limit: ALL }, undefined],
])('A model is told that the list stopped at the limit if it %s', async (_name, options, more) => {
	const parameters = { returnAll: true, options: { ...options, fields: 'id' } };
	const { contacts } = await list(parameters, undefined, true);
	const note = more && { note: `Stopped at the limit. ${more}` };
	expect(contacts.slice(options.limit as number)).toEqual(note ? [note] : []);
});

it.each([
	['page', '3', 'Plain: page number'],
	['page', '1', 'Plain: page number'],
	['offset', '100', 'Plain: offset'],
	['offset', '100', 'Mailchimp'],
])(
	'%s=%s in the query parameters is named where it fixes the page: %s',
	async (name, value, like) => {
		const queryParameters = { parameters: [{ name, value }] };
		service.configure({ like });
		const runs = [
			await list({ returnAll: true, pageSize: 10, queryParameters }),
			await list({ operation: 'getPage', pageSize: 10, queryParameters }),
		];
		const { error, contacts } = await list({ pageSize: 10, queryParameters });
		service.configure({ like: PLAIN });
		const message = `The query parameter ${name} fixes the page, so no other page can be requested`;
		const description = expect.stringContaining("'Return All' off") as string;
		expect(runs).toMatchObject(Array(2).fill({ error: { message, description } }));
		expect([error, contacts.length]).toEqual([undefined, 10]);
	},
);

it('A list whose pages state the next one may start anywhere', async () => {
	const queryParameters = { parameters: [{ name: 'page', value: '3' }] };
	expect((await list({ returnAll: true, queryParameters })).ids).toEqual(ids);
});

const byHand = (settings: IDataObject) => ({ pagination: { settings } });
const AS_AUTOMATIC = 'so the node has found the next page as in the mode Automatic.';

it.each<[string, string, IDataObject, string[]]>([
	[
		'a cursor that no response has',
		'Plain: cursor',
		{ mode: 'cursor', cursorField: 'paging.next' },
		[
			`No response has the 'Cursor Field' paging.next, ${AS_AUTOMATIC} Set 'Pagination' in the 'Options' to Cursor ('Cursor Field' nextCursor, 'Cursor Parameter' cursor), or its 'Mode' to Automatic.`,
		],
	],
	[
		'a link where the service sends a header',
		'Plain: Link header',
		{ mode: 'nextLink' },
		[
			`No response has the 'Next Link Field' next, ${AS_AUTOMATIC} Set 'Pagination' in the 'Options' to Link Header, or its 'Mode' to Automatic.`,
		],
	],
	[
		'a header where the service sends a link',
		'Plain: next link',
		{ mode: 'linkHeader' },
		[
			`No response has a Link header with the next page, ${AS_AUTOMATIC} Set 'Pagination' in the 'Options' to Next Link ('Next Link Field' next), or its 'Mode' to Automatic.`,
		],
	],
	[
		'a flag that no response has',
		'Plain: page number',
		{ mode: 'pageNumber', hasMoreField: 'more' },
		[
			"No response has the 'Has More Field' more, so this setting had no effect. Correct or clear it in 'Pagination' in the 'Options'.",
		],
	],
	['the right cursor', 'Plain: cursor', { mode: 'cursor' }, []],
	['the right link', 'Plain: next link', { mode: 'nextLink', nextLinkField: 'next' }, []],
	['the right header', 'Plain: Link header', { mode: 'linkHeader' }, []],
])('A hint names a setting without effect: %s', async (_name, like, settings, hints) => {
	service.configure({ like });
	const result = await list({ returnAll: true, pageSize: 40, options: byHand(settings) });
	service.configure({ like: PLAIN });
	expect(result).toMatchObject({ ids, hints, error: undefined });
});

it('No hint appears for a setting that a list of one page does not need', async () => {
	const options = byHand({ mode: 'cursor', cursorField: 'paging.next', hasMoreField: 'more' });
	const { error, hints } = await list({ returnAll: true, pageSize: ALL + 1, options });
	expect([error, hints]).toEqual([undefined, []]);
});

it('A hint says how many requests it took to find out how pages are requested', async () => {
	const like = 'Mailchimp';
	service.configure({ like });
	const { hints } = await list({ returnAll: true, pageSize: 40 });
	service.configure({ like: PLAIN });
	expect(hints).toEqual([
		"The service does not say how to request its pages, so the node has found out with 2 additional requests. To save them, set 'Pagination' in the 'Options' to Offset ('Offset Parameter' offset, 'First Offset' 0).",
	]);
});

it('An error about a full page says first what to do if its contacts are all', async () => {
	service.configure({ like: 'Plain: one page' });
	const { error } = await list({ returnAll: true, pageSize: ALL });
	service.configure({ like: PLAIN });
	expect(error).toMatchObject({
		message: 'The list may continue after page 1, but the response does not say so',
		description: expect.stringMatching(
			/^If these 120 contacts are all, set 'Mode' of 'Pagination' to Off\. Otherwise, /,
		),
	});
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
