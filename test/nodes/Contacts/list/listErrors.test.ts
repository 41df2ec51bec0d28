/** The errors of lists that cannot be read on, and what they advise. */
import { formatSuggestion } from '../../../../nodes/Contacts/list/listErrors';
import {
	paginationFields,
	type SuggestedSettings,
} from '../../../../nodes/Contacts/list/pagination';
import { type Contact, type Outcome, type ReadOptions, reads, readWhole } from '../read';
import { A, B, C, contactsOf, D, inTurn, range, Response } from '../services';

/** Makes pages of these contacts. */
const pageOf =
	(...list: Contact[]) =>
	(rest: object = {}) => ({ list, ...rest });
const [ab, bc, cd] = [pageOf(A, B), pageOf(B, C), pageOf(C, D)];
const [c, none] = [pageOf(C), pageOf()];

const withStatus = (status: number) => new Response({ status });

const NEXT_LINK = { pagination: { mode: 'nextLink' } } as const;

describe.each(Object.entries(reads))('With %s, a part of a list is an error:', (_name, read) => {
	it.each<[string, string, unknown[], Partial<ReadOptions>?]>([
		[
			'nextElsewhere',
			'a link to another host',
			[ab({ next: 'https://evil.example/?3' })],
			NEXT_LINK,
		],
		[
			'nextElsewhere',
			'a later link to another host',
			[ab({ next: '?2' }), cd({ next: 'https://evil.example/?3' })],
		],
		[
			'nextMalformed',
			'a last contact without the field',
			[ab()],
			{ pagination: { mode: 'lastContact', lastContactField: 'at' } },
		],
		['nextRepeated', 'a link to the page that it is on', [ab({ next: '?2' }), cd({ next: '?2' })]],
		['pageRepeated', 'a page that comes again', [ab({ next: '?2' }), ab({ next: '?3' })]],
		['contactsRepeated', 'pages that overlap', [ab({ next: '?2' }), bc({ next: '?3' })]],
		[
			'positionUnexpected',
			'a page that does not start with the last contact',
			[ab(), cd()],
			{ pagination: { mode: 'offset' } },
		],
		[
			'tooManyEmptyPages',
			'ten empty pages in a row',
			[ab({ next: '?0' }), ...range(10).map((n) => none({ next: `?${n + 1}` }))],
		],
		['totalDiffers', 'a total above what came', [ab({ total: 9, next: '?2' }), c({ total: 9 })]],
		[
			'nextUnknown',
			'a flag without a way',
			[ab({ hasMore: true })],
			{ pagination: { mode: 'off' } },
		],
		['notAListAt', 'another response', [ab({ next: '?2' }), { message: 'x' }]],
		['failedWithSuccess', 'a failure', [ab({ next: '?2' }), { error: 'x' }]],
		['listMoved', 'a list elsewhere', [ab({ next: '?2' }), { found: [C] }]],
		[
			'listMoved',
			'a list in an object, where the response was one',
			[new Response({ body: [A, B], headers: { Link: '<?2>; rel="next"' } }), { found: [C] }],
		],
		['tooManyContacts', 'more than can be kept', [{ list: Array<Contact>(100_001).fill(A) }]],
		['noList', 'no list', [{ message: 'x' }]],
		['noList', 'contacts under their IDs', [{ contacts: { a: A, b: B }, hasMore: false }]],
		['noList', 'contacts under their numbers', [{ data: { 0: { name: '' } }, tags: [] }]],
		['notAListAt', 'one contact in place of a list', [ab({ next: '?2' }), { list: C }]],
		[
			'notAContact',
			'a list of other things',
			[{ contacts: ['Ada'] }],
			{ contactsField: 'contacts' },
		],
		['failed', 'an error of the service', [ab({ next: '?2' }), withStatus(503)]],
		['refused', 'a refused page', [ab({ next: '?2' }), withStatus(400)]],
		['notFound', 'nothing at the address', [withStatus(404)]],
	])('%s: %s', async (reason, _case, answers, options = {}) => {
		const outcome = await read(inTurn([], ...answers), { pageSize: 2, ...options });
		expect(outcome).toMatchObject({ result: 'error', reason });
		expect(outcome.requests).toHaveLength(answers.length);
	});
});

describe('A field that is named like a failure', () => {
	it.each<[object, string]>([
		[{ error: null }, 'whole'],
		[{ error: 0 }, 'whole'],
		[{ error: 'none' }, 'whole'],
		[{ error: { code: 0, message: 'OK' } }, 'whole'],
		[{ errors: [] }, 'whole'],
		[{ success: true, status: 'ok' }, 'whole'],
		[{ error: 'not permitted' }, 'failedWithSuccess'],
		[{ error: 500 }, 'failedWithSuccess'],
		[{ error: { code: 7, message: 'not permitted' } }, 'failedWithSuccess'],
		[{ fault: { text: 'not permitted' } }, 'failedWithSuccess'],
		[{ errors: [{ title: 'not permitted' }] }, 'failedWithSuccess'],
		[{ success: false }, 'failedWithSuccess'],
		[{ status: 'error' }, 'failedWithSuccess'],
	])('%j: %s', async (fields, expected) => {
		const contacts = contactsOf(7);
		const service = { contacts, respond: () => ({ body: { contacts, ...fields } }) };
		const { result, reason } = await readWhole(service, { pageSize: 20 });
		expect(reason ?? result).toBe(expected);
	});
});

it('A short page with the status 206 (Partial Content) is not the end', async () => {
	const service = { contacts: [], respond: () => ({ status: 206, body: contactsOf(7) }) };
	expect(await readWhole(service, { pageSize: 20 })).toMatchObject({ reason: 'signsUnread' });
});

/** The error of a service that always sends the same. */
async function errorWith(fields: object, options: Partial<ReadOptions> = {}): Promise<Outcome> {
	const service = { contacts: [], respond: () => ({ body: { list: contactsOf(20), ...fields } }) };
	return await readWhole(service, { pageSize: 20, ...options });
}

describe('The settings to try', () => {
	const ALWAYS = ['Page Number', 'Offset', "Last Contact ('Last Contact Field' id)", 'Off'];
	const withMore = (field: string) => [
		`Page Number ('Has More Field' ${field})`,
		`Offset ('Has More Field' ${field})`,
		`Last Contact ('Last Contact Field' id, 'Has More Field' ${field})`,
	];

	it.each<[string, object, string[]]>([
		['are all where nothing is said', {}, ALWAYS],
		[
			'take an opaque text as a cursor',
			{ mark: 'b3BhcXVl20' },
			["Cursor ('Cursor Field' mark)", ...ALWAYS],
		],
		['take a link', { apiKey: '/x?y' }, ["Next Link ('Next Link Field' apiKey)", ...ALWAYS]],
		['take a flag', { hasMore: true }, withMore('hasMore')],
	])('%s', async (_name, fields, expected) => {
		const { advice } = await errorWith(fields);
		expect(advice!.suggestions.map(formatSuggestion)).toEqual(expected);
	});

	it('are at most eight, of at most 20 unread fields', async () => {
		const names = range(30).map((n) => `page_${'id_'.repeat(n + 1)}key`);
		const fields = Object.fromEntries(names.map((name) => [name, 'b3BhcXVl20']));
		const { advice } = await errorWith(fields);
		expect(advice!.suggestions).toHaveLength(8);
		expect(advice!.unreadFields).toEqual(names.slice(0, 20));
	});
});

it('An error has the last eight lines about how the list was read', async () => {
	const { message, advice, lines } = await errorWith({ hasMore: true });
	expect(message).toBe('The list continues after page 1, but the next page was not found');
	expect(advice!.trace).toEqual(lines.slice(-8));
	expect(lines[0]).toBe('Page 1, the first: 20 contacts');
	expect(lines[3]).toMatch(/^Trying offset=18 & .* and \d+ others: same$/);
});

it.each(['cursor_eyJhbGciOiJIUzI1NiJ9', 'next_ann.bell@example.com', 'next page of Ann Bell'])(
	'No error shows the field %s, whose name may be data',
	async (name) => {
		const outcome = await errorWith({ [name]: 'b3BhcXVl20', hasMore: true });
		expect(outcome.result).toBe('error');
		expect(JSON.stringify([outcome.description, outcome.advice, outcome.lines])).not.toContain(
			name,
		);
	},
);

it.each<[SuggestedSettings, string]>([
	[{ mode: 'automatic', contactsField: 'data' }, 'Automatic'],
	[{ mode: 'pageNumber', pageParameter: null, hasMoreField: '' }, 'Page Number'],
])('%j reads %s', (settings, text) => {
	expect(formatSuggestion(settings)).toBe(text);
});

it.each<[mode: string, settings: string[]]>([
	['automatic', []],
	['cursor', ['cursorField', 'cursorParameter', 'hasMoreField', 'hasMoreOn', 'isInclusive']],
	[
		'lastContact',
		['lastContactField', 'cursorParameter', 'hasMoreField', 'hasMoreOn', 'isInclusive'],
	],
	['linkHeader', []],
	['nextLink', ['nextLinkField']],
	['off', []],
	['offset', ['offsetParameter', 'firstOffset', 'hasMoreField', 'hasMoreOn']],
	['pageNumber', ['pageParameter', 'firstPage', 'hasMoreField', 'hasMoreOn']],
])('The form has the settings of the mode %s, and no others', (mode, settings) => {
	const shown = paginationFields.filter(({ displayOptions }) =>
		displayOptions?.show?.mode?.includes(mode),
	);
	expect(shown.map(({ name }) => name)).toEqual(settings);
});
