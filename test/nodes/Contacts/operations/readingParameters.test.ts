import type { IExecuteFunctions } from 'n8n-workflow';

import { Secrets } from '../../../../nodes/Contacts/secrets';
import { SharedWays } from '../../../../nodes/Contacts/list/ways';
import { isOn } from '../../../../nodes/Contacts/list/pagination';
import {
	paginationOf,
	prepareReading,
	requestLimits,
} from '../../../../nodes/Contacts/operations/readingParameters';
import { RequestGate } from '../../../../nodes/Contacts/request/requestGate';
import { CREDENTIALS } from '../../../support/credentials';

/** n8n with values of the form, or of expressions. */
const contextOf = (pageSize: unknown, options: object, rest: object = {}) =>
	({
		getCredentials: async (name: string) => name === 'contactsApi' && CREDENTIALS,
		getNode: () => ({}),
		logger: rest,
		getNodeParameter: (name: string) => ({ queryParameters: {}, pageSize, options, ...rest })[name],
		helpers: {},
	}) as unknown as IExecuteFunctions;

const REQUESTS = {
	gate: new RequestGate(1, 0),
	readAheadBudget: { pages: 0 },
	ways: new SharedWays(),
	priority: 0,
	signal: new AbortController().signal,
	secrets: new Secrets(),
};

async function prepare(options: object, pageSize: unknown = 50, rest: object = {}) {
	const context = contextOf(pageSize, options, rest);
	const { reader, fields } = await prepareReading(context, 0, REQUESTS);
	return { ...reader.request, fields: fields.names };
}

const byHand = (settings: object) => ({ pagination: { settings } });

describe('A request', () => {
	const FIELDS = ['email', 'id'];
	const AUTOMATIC = { mode: 'automatic', checkTotal: true, checkRepeats: true };
	const skip = { offsetParameter: 'skip', firstOffset: 1 };
	const at = (search: string) => ({
		url: expect.objectContaining({ href: `https://api.example.com/v1/contacts${search}` }),
	});
	const rows = [
		{ name: 'tag', value: 'a&b=c' },
		{ name: 'sort', value: '-name' },
		{ name: 'tag', value: '' },
	];

	it.each<[string, options: object, expected: object, pageSize?: unknown, rest?: object]>([
		['the page size', {}, at('?pageSize=30'), 30],
		['the page size as text', {}, at('?pageSize=30'), ' 30 '],
		['no page size', {}, at(''), ''],
		['no page size where it is null', {}, at(''), null],
		[
			'the query parameters after it, in their order',
			{},
			at('?pageSize=50&tag=a%26b%3Dc&sort=-name&tag='),
			50,
			{ queryParameters: { parameters: rows } },
		],
		[
			'no limit, Contacts Field and settings by default',
			{},
			{ limit: Infinity, contactsField: '', pagination: AUTOMATIC },
		],
		[
			'those that are given',
			{ limit: '31', contactsField: ' a.b ' },
			{ limit: 31, contactsField: 'a.b' },
		],
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
		[
			'the least values',
			{ limit: 1, ...byHand({ mode: 'offset', firstOffset: 0 }) },
			{ limit: 1, pagination: { firstOffset: 0 } },
			1,
		],
		['all checks', { skipChecks: [] }, { pagination: AUTOMATIC }],
		['one check', { skipChecks: ['total'] }, { pagination: { ...AUTOMATIC, checkTotal: false } }],
		[
			'no checks',
			{ skipChecks: 'total, repeats' },
			{ pagination: { checkTotal: false, checkRepeats: false } },
		],
		['fields as the list of the form', { fields: ['email', ' id '] }, { fields: FIELDS }],
		['fields as text with commas', { fields: 'email, id,' }, { fields: FIELDS }],
		['fields as a model writes them', { fields: ' ["email", " id "]' }, { fields: FIELDS }],
		['all fields where none is chosen', { fields: [] }, { fields: [] }],
		['all fields where the text is empty', { fields: ' , ' }, { fields: [] }],
		['all fields where there is nothing', { fields: null }, { fields: [] }],
	])('has %s', async (_name, options, expected, pageSize = 50, rest = {}) => {
		expect(await prepare(options, pageSize, rest)).toMatchObject(expected);
	});
});

describe('Nothing is requested', () => {
	const sizes = [0, -1, 1.5, 1e21, 2 ** 53, NaN, true, [30], {}, 'abc', '30x', '1e3', '-1', ' '];
	it.each(sizes.map((size) => [size]))('with the page size %j', async (pageSize) => {
		await expect(prepare({}, pageSize)).rejects.toMatchObject({ reason: 'pageSizeInvalid' });
	});

	it.each<[object, string]>([
		[{ limit: 0 }, 'limitInvalid'],
		[{ concurrency: 0 }, 'concurrencyInvalid'],
		[{ concurrency: 21 }, 'concurrencyInvalid'],
		[{ requestInterval: -1 }, 'requestIntervalInvalid'],
		[{ requestInterval: 3_600_001 }, 'requestIntervalInvalid'],
		[{ fields: 5 }, 'fieldsInvalid'],
		[{ fields: ['id', 5] }, 'fieldsInvalid'],
		[{ fields: [['id']] }, 'fieldsInvalid'],
		[{ fields: '["id"' }, 'fieldsInvalid'],
	])('with the options %j', async (options, reason) => {
		await expect(prepare(options)).rejects.toMatchObject({ reason });
	});
});

it.each<[object, string]>([
	[{ firstPage: -1 }, "'First Page' is not a whole number of at least 0"],
	[{ firstOffset: 'one' }, "'First Offset' is not a whole number of at least 0"],
	[{ firstOffset: 2 ** 53 }, "'First Offset' is not a whole number of at least 0"],
	[{ mode: 'constructor' }, "'Mode' is not one of automatic, cursor, "],
	[{ hasMoreOn: 'always' }, "'Pagination Complete When' is not one of detect, morePages, lastPage"],
])('The Pagination settings %j are refused', async (settings, message) => {
	await expect(prepare(byHand(settings))).rejects.toThrow(message);
});

it('Ten requests at a time are sent without a pause, unless the options say otherwise', () => {
	const limits = (options: object) => requestLimits(contextOf(50, options), 0);
	expect(limits({})).toEqual({ concurrency: 10, intervalMs: 0 });
	expect(limits({ concurrency: '', requestInterval: null })).toEqual(limits({}));
	const most = { concurrency: '20', requestInterval: 3_600_000 };
	expect(limits(most)).toEqual({ concurrency: 20, intervalMs: 3_600_000 });
});

it('A checkbox is on unless an expression returns something that means off', () => {
	expect([true, 'true', 1, 'yes'].map(isOn)).toEqual(Array(4).fill(true));
	expect([false, 'false', 'False', '', 0, null].map(isOn)).toEqual(Array(6).fill(false));
	expect(paginationOf({ isInclusive: 'false' }).isInclusive).toBe(false);
});

it("How a list was read goes to n8n's log", async () => {
	const debug = jest.fn();
	const { reader } = await prepareReading(contextOf(50, {}, { debug }), 0, REQUESTS);
	reader.log('Page 1');
	expect(debug).toHaveBeenCalledWith('Contacts: Page 1');
});
