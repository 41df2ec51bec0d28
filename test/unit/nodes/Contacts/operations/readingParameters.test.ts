import type { IExecuteFunctions } from 'n8n-workflow';

import {
	paginationOf,
	prepareReading,
	requestLimits,
} from '../../../../../nodes/Contacts/operations/readingParameters';
import { RequestGate } from '../../../../../nodes/Contacts/request/requestGate';
import { Secrets } from '../../../../../nodes/Contacts/secrets';
import { CREDENTIALS } from '../../../../support/credentials';

const debug = jest.fn();

/** Reads values of the form, or of expressions. */
async function prepare(parameters: object) {
	const values = { queryParameters: {}, pageSize: 50, options: {}, ...parameters };
	const context = {
		getCredentials: async (name: string) => name === 'contactsApi' && CREDENTIALS,
		getNode: () => ({}),
		logger: { debug },
		getNodeParameter: (name: keyof typeof values) => values[name],
		helpers: {},
	} as unknown as IExecuteFunctions;
	const { source, fields } = await prepareReading(context, 0, {
		gate: new RequestGate(1, 0),
		readAheadBudget: { pages: 0 },
		ways: [],
		signal: new AbortController().signal,
		secrets: new Secrets(),
	});
	return { ...source, ...source.request, fields: fields.names };
}

const option = (options: object) => ({ options });
const byHand = (settings: object) => option({ pagination: { settings } });
const at = (search: string) => ({
	url: expect.objectContaining({ href: `https://api.example.com/v1/contacts${search}` }),
});

const AUTOMATIC = { mode: 'automatic', checkTotal: true, checkRepeats: true };
const pagination = (settings: object) => ({ pagination: settings });
const queryOf = (queryParameters: unknown) => ({ queryParameters });
const cursor = (cursorField: string) => pagination({ cursorField });
const tags = ['a&b', ''].map((value) => ({ name: 'tag', value }));
const query = queryOf({ parameters: tags });
const blanks = queryOf({ parameters: { name: 'city', value: 'New York+' } });
const chosen = (value: string, mode = 'list') => ({ __rl: true, mode, value });
const skip = { mode: 'offset', offsetParameter: ' skip ', firstOffset: '1' };
const offset = { offsetParameter: 'offset', firstOffset: 0 };

it.each<[string, parameters: object, expected: object]>([
	['the page size', { pageSize: ' 30 ' }, at('?pageSize=30')],
	['no page size', { pageSize: '' }, at('')],
	['query parameters', query, at('?pageSize=50&tag=a%26b&tag=')],
	['blanks as %20', { ...blanks, pageSize: '' }, at('?city=New%20York%2B')],
	['the defaults', {}, { limit: Infinity, contactsField: '', pagination: AUTOMATIC }],
	['a limit', option({ limit: '31' }), { limit: 31 }],
	['a Contacts Field', option({ contactsField: ' a.b ' }), { contactsField: 'a.b' }],
	['a chosen one', option({ contactsField: chosen('a.b') }), { contactsField: 'a.b' }],
	['a typed cursor', byHand({ cursorField: chosen(' c ', 'name') }), cursor('c')],
	['the usual one', byHand({ cursorField: chosen('') }), cursor('nextCursor')],
	['settings', byHand(skip), pagination({ offsetParameter: 'skip', firstOffset: 1 })],
	['defaults of a mode', byHand({ mode: 'offset', offsetParameter: ' ' }), pagination(offset)],
	['a 0', byHand({ mode: 'pageNumber', firstPage: 0 }), pagination({ firstPage: 0 })],
	['one check', option({ skipChecks: ['total'] }), pagination({ ...AUTOMATIC, checkTotal: false })],
	['no check', option({ skipChecks: 'total, repeats' }), pagination({ checkRepeats: false })],
	['fields of the form', option({ fields: ['email', 'id ', ''] }), { fields: ['email', 'id '] }],
	['fields as text', option({ fields: 'email, id,' }), { fields: ['email', 'id'] }],
	['fields of models', option({ fields: ' ["email", "id "]' }), { fields: ['email', 'id '] }],
	['all fields for an empty text', option({ fields: ' , ' }), { fields: [] }],
	['all fields for nothing', option({ fields: null }), { fields: [] }],
])('A request has %s', async (_name, parameters, expected) => {
	expect(await prepare(parameters)).toMatchObject(expected);
});

/** JavaScript cannot turn it into text. */
const HOSTILE = { toString: 1, valueOf: 1 };

const SIZES = [0, -1, 1.5, 1e21, 2 ** 53, NaN, true, [30], {}, 'abc', '30x', '1e3', '-1', ' '];

/** Options, or settings of Pagination, with each of these values. */
const options = (name: string, ...values: unknown[]) =>
	values.map((value) => option({ [name]: value }));
const settings = (name: string, ...values: unknown[]) =>
	values.map((value) => byHand({ [name]: value }));

it.each<[string, parameters: object[]]>([
	["'Page Size' is not a whole number", SIZES.map((pageSize) => ({ pageSize }))],
	["'Limit' is not", options('limit', 0)],
	["'Max Concurrent Requests' is not", options('concurrency', 0, 21)],
	["'Request Interval (Ms)' is not", options('requestInterval', -1, 3_600_001)],
	['is not a list of names', options('fields', 5, ['id', 5], [['id']], '["id"')],
	["'First Page' is not a whole number of at least 0", settings('firstPage', -1)],
	["'First Offset' is not", settings('firstOffset', 'one', 2 ** 53)],
	["'Mode' is not one of automatic, cursor, ", settings('mode', 'constructor')],
	["'Options' is not an object", ['limit', 5, []].map((value) => ({ options: value }))],
	["'Pagination' is not an object", options('pagination', 'off', { settings: 'off' })],
	["'Query Parameters' is not", ['a', { parameters: 'a' }].map(queryOf)],
	["'Contacts Field' is not text", options('contactsField', {}, [], HOSTILE)],
	["'Skip Checks' is not text", options('skipChecks', [HOSTILE])],
	["'Mode' is not text", settings('mode', HOSTILE)],
	["'Cursor Is Inclusive' is not true or false", settings('isInclusive', 'maybe', 2)],
	["'Pagination Complete When' is not one of detect, ", settings('hasMoreOn', 'always')],
])('Nothing is requested, since %s with %j', async (message, all) => {
	for (const parameters of all) await expect(prepare(parameters)).rejects.toThrow(message);
});

it('Ten requests at a time are sent without a pause, unless the options say otherwise', () => {
	expect(requestLimits({})).toEqual({ concurrency: 10, intervalMs: 0 });
	expect(requestLimits({ concurrency: '', requestInterval: null })).toEqual(requestLimits({}));
	const most = { concurrency: '20', requestInterval: 3_600_000 };
	expect(requestLimits(most)).toEqual({ concurrency: 20, intervalMs: 3_600_000 });
});

it('A checkbox is on unless an expression returns something that means off', () => {
	const boxOf = (isInclusive: unknown) => paginationOf({ isInclusive }).isInclusive;
	expect([true, 'true', 1, 'yes', 'ON '].map(boxOf)).toEqual(Array(5).fill(true));
	const off = [false, 'false', 'False', '', 0, null, 'null', 'undefined', 'no', 'off'];
	expect(off.map(boxOf)).toEqual(off.map(() => false));
});

it("How a list was read goes to n8n's log", async () => {
	(await prepare({})).log('Page 1');
	expect(debug).toHaveBeenCalledWith('Contacts: Page 1');
});
