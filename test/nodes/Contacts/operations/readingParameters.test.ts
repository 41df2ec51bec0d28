import type { IExecuteFunctions } from 'n8n-workflow';

import { SharedWays } from '../../../../nodes/Contacts/list/ways';
import {
	paginationOf,
	prepareReading,
	requestLimits,
} from '../../../../nodes/Contacts/operations/readingParameters';
import { RequestGate } from '../../../../nodes/Contacts/request/requestGate';
import { Secrets } from '../../../../nodes/Contacts/secrets';
import { CREDENTIALS } from '../../../support/credentials';

const debug = jest.fn();

/** n8n with values of the form, or of expressions. */
const contextOf = (parameters: object) =>
	({
		getCredentials: async (name: string) => name === 'contactsApi' && CREDENTIALS,
		getNode: () => ({}),
		logger: { debug },
		getNodeParameter: (name: string) =>
			({ queryParameters: {}, pageSize: 50, options: {}, ...parameters })[name],
		helpers: {},
	}) as unknown as IExecuteFunctions;

async function prepare(parameters: object) {
	const { reader, fields } = await prepareReading(contextOf(parameters), 0, {
		gate: new RequestGate(1, 0),
		readAheadBudget: { pages: 0 },
		ways: new SharedWays(),
		priority: 0,
		signal: new AbortController().signal,
		secrets: new Secrets(),
	});
	return { ...reader, ...reader.request, fields: fields.names };
}

const byHand = (settings: object) => ({ options: { pagination: { settings } } });

describe('A request', () => {
	const FIELDS = ['email', 'id'];
	const AUTOMATIC = { mode: 'automatic', checkTotal: true, checkRepeats: true };
	const skip = { offsetParameter: 'skip', firstOffset: 1 };
	const at = (search: string) => ({
		url: expect.objectContaining({ href: `https://api.example.com/v1/contacts${search}` }),
	});
	const rows = ['a&b=c', '-name', ''].map((value, n) => ({
		name: n === 1 ? 'sort' : 'tag',
		value,
	}));

	it.each<[string, parameters: object, expected: object]>([
		['the page size', { pageSize: 30 }, at('?pageSize=30')],
		['the page size as text', { pageSize: ' 30 ' }, at('?pageSize=30')],
		['no page size', { pageSize: '' }, at('')],
		['no page size where it is null', { pageSize: null }, at('')],
		[
			'the query parameters after it, in their order',
			{ queryParameters: { parameters: rows } },
			at('?pageSize=50&tag=a%26b%3Dc&sort=-name&tag='),
		],
		['the defaults', {}, { limit: Infinity, contactsField: '', pagination: AUTOMATIC }],
		['a limit', { options: { limit: '31' } }, { limit: 31 }],
		['a Contacts Field', { options: { contactsField: ' a.b ' } }, { contactsField: 'a.b' }],
		[
			'the settings of a mode',
			byHand({ mode: 'offset', offsetParameter: ' skip ', firstOffset: '1' }),
			{ pagination: { mode: 'offset', ...skip } },
		],
		[
			'the defaults of a mode',
			byHand({ mode: 'offset', offsetParameter: ' ' }),
			{ pagination: { offsetParameter: 'offset', firstOffset: 0 } },
		],
		['a 0', byHand({ mode: 'pageNumber', firstPage: 0 }), { pagination: { firstPage: 0 } }],
		['all checks', { options: { skipChecks: [] } }, { pagination: AUTOMATIC }],
		[
			'one',
			{ options: { skipChecks: ['total'] } },
			{ pagination: { ...AUTOMATIC, checkTotal: false } },
		],
		[
			'no checks',
			{ options: { skipChecks: 'total, repeats' } },
			{ pagination: { checkTotal: false, checkRepeats: false } },
		],
		[
			'fields as the list of the form',
			{ options: { fields: ['email', ' id '] } },
			{ fields: FIELDS },
		],
		['fields as text with commas', { options: { fields: 'email, id,' } }, { fields: FIELDS }],
		[
			'fields as models write them',
			{ options: { fields: ' ["email", " id "]' } },
			{ fields: FIELDS },
		],
		['all fields where none is chosen', { options: { fields: [] } }, { fields: [] }],
		['all fields where the text is empty', { options: { fields: ' , ' } }, { fields: [] }],
		['all fields where there is nothing', { options: { fields: null } }, { fields: [] }],
	])('has %s', async (_name, parameters, expected) => {
		expect(await prepare(parameters)).toMatchObject(expected);
	});
});

describe('Nothing is requested', () => {
	const sizes = [0, -1, 1.5, 1e21, 2 ** 53, NaN, true, [30], {}, 'abc', '30x', '1e3', '-1', ' '];

	it.each([
		...sizes.map((pageSize) => [{ pageSize }, "'Page Size' is not a whole number"] as const),
		...[
			[{ limit: 0 }, "'Limit' is not"],
			[{ concurrency: 0 }, "'Max Concurrent Requests' is not"],
			[{ concurrency: 21 }, "'Max Concurrent Requests' is not"],
			[{ requestInterval: -1 }, "'Request Interval (Ms)' is not"],
			[{ requestInterval: 3_600_001 }, "'Request Interval (Ms)' is not"],
			...[5, ['id', 5], [['id']], '["id"'].map((fields) => [{ fields }, 'is not a list of names']),
		].map(([options, message]) => [{ options }, message] as const),
		...[
			[{ firstPage: -1 }, "'First Page' is not a whole number of at least 0"],
			[{ firstOffset: 'one' }, "'First Offset' is not a whole number of at least 0"],
			[{ firstOffset: 2 ** 53 }, "'First Offset' is not a whole number of at least 0"],
			[{ mode: 'constructor' }, "'Mode' is not one of automatic, cursor, "],
			[{ hasMoreOn: 'always' }, "'Pagination Complete When' is not one of detect, morePages, "],
		].map(([settings, message]) => [byHand(settings as object), message] as const),
	])('with the parameters %j', async (parameters, message) => {
		await expect(prepare(parameters)).rejects.toThrow(message as string);
	});
});

it('Ten requests at a time are sent without a pause, unless the options say otherwise', () => {
	const limits = (options: object) => requestLimits(contextOf({ options }), 0);
	expect(limits({})).toEqual({ concurrency: 10, intervalMs: 0 });
	expect(limits({ concurrency: '', requestInterval: null })).toEqual(limits({}));
	const most = { concurrency: '20', requestInterval: 3_600_000 };
	expect(limits(most)).toEqual({ concurrency: 20, intervalMs: 3_600_000 });
});

it('A checkbox is on unless an expression returns something that means off', () => {
	const boxOf = (isInclusive: unknown) => paginationOf({ isInclusive }).isInclusive;
	expect([true, 'true', 1, 'yes'].map(boxOf)).toEqual(Array(4).fill(true));
	expect([false, 'false', 'False', '', 0, null].map(boxOf)).toEqual(Array(6).fill(false));
});

it("How a list was read goes to n8n's log", async () => {
	(await prepare({})).log('Page 1');
	expect(debug).toHaveBeenCalledWith('Contacts: Page 1');
});
