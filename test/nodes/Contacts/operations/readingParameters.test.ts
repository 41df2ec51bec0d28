import type { IExecuteFunctions } from 'n8n-workflow';

import { Secrets } from '../../../../nodes/Contacts/secrets';
import { Discoveries } from '../../../../nodes/Contacts/list/discoveries';
import {
	isOn,
	isTool,
	paginationOf,
	prepareReading,
	requestLimits,
} from '../../../../nodes/Contacts/operations/readingParameters';
import { RequestGate } from '../../../../nodes/Contacts/request/requestGate';
import { CREDENTIALS } from '../../../support/credentials';

/** n8n with values of the form, or of expressions. */
const contextOf = (pageSize: unknown, options: object, type = 'contacts', debug = jest.fn()) =>
	({
		getCredentials: async (name: string) => name === 'contactsApi' && CREDENTIALS,
		getNode: () => ({ type }),
		logger: { debug },
		getNodeParameter: (name: string) => ({ pageSize, options })[name],
		helpers: {},
	}) as unknown as IExecuteFunctions;

const REQUESTS = {
	gate: new RequestGate(1, 0),
	readAheadBudget: { pages: 0 },
	discoveries: new Discoveries(),
	priority: 0,
	signal: new AbortController().signal,
	secrets: new Secrets(),
};

async function prepare(options: object, pageSize: unknown = 50) {
	const { reader, fields } = await prepareReading(contextOf(pageSize, options), 0, REQUESTS);
	return { ...reader.request, fields: fields.names };
}

const byHand = (settings: object) => ({ pagination: { settings } });

describe('A request', () => {
	it('has the page size, if there is one', async () => {
		for (const pageSize of [30, '30', ' 30 ']) {
			const { url } = await prepare({}, pageSize);
			expect(url.href).toBe('https://api.example.com/v1/contacts?pageSize=30');
		}
		for (const pageSize of ['', null]) expect((await prepare({}, pageSize)).url.search).toBe('');
	});

	it('has the query parameters after it, in their order', async () => {
		const parameters = [
			{ name: 'tag', value: 'a&b=c' },
			{ name: 'sort', value: '-name' },
			{ name: 'tag', value: '' },
		];
		const { url } = await prepare({ queryParameters: { parameters } });
		expect(url.search).toBe('?pageSize=50&tag=a%26b%3Dc&sort=-name&tag=');
	});

	it('has a limit, a Contacts Field and a pagination, empty ones by default', async () => {
		expect(await prepare({})).toMatchObject({
			limit: Infinity,
			contactsField: '',
			pagination: { mode: 'automatic', checkTotal: true, checkRepeats: true },
		});
		const settings = { mode: 'offset', offsetParameter: ' skip ', firstOffset: '1' };
		const options = { limit: '31', contactsField: ' a.b ', ...byHand(settings) };
		expect(await prepare(options)).toMatchObject({
			limit: 31,
			contactsField: 'a.b',
			pagination: { mode: 'offset', offsetParameter: 'skip', firstOffset: 1 },
		});
		const { pagination } = await prepare(byHand({ mode: 'offset', offsetParameter: ' ' }));
		expect(pagination).toMatchObject({ offsetParameter: 'offset', firstOffset: 0 });
	});

	it.each<[string, unknown, string[]]>([
		['the list of the form', ['email', ' id '], ['email', 'id']],
		['text with commas', 'email, id,', ['email', 'id']],
		['a list in JSON, as AI models write it', ' ["email", " id "]', ['email', 'id']],
		['no list', [], []],
		['empty text', ' , ', []],
		['nothing', null, []],
	])('keeps the fields of %s', async (_name, fields, expected) => {
		expect((await prepare({ fields })).fields).toEqual(expected);
	});
});

describe('Nothing is requested', () => {
	const sizes = [0, -1, 1.5, 1e21, 2 ** 53, NaN, true, [30], {}, 'abc', '30x', '1e3', '-1', ' '];
	it.each(sizes.map((size) => [size]))('with the page size %j', async (pageSize) => {
		await expect(prepare({}, pageSize)).rejects.toMatchObject({ reason: 'pageSizeInvalid' });
	});

	it.each<[object, string]>([
		[{ limit: 0 }, 'limitInvalid'],
		[byHand({ firstPage: -1 }), 'firstPageInvalid'],
		[byHand({ firstOffset: 'one' }), 'firstOffsetInvalid'],
		[byHand({ mode: 'constructor' }), 'modeUnknown'],
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
	// n8n fills in the values of the form. As text, "false" is truthy.
	const flags = { isInclusive: false, checkRepeats: false };
	expect(paginationOf({ ...flags, checkTotal: 'false' })).toMatchObject({
		...flags,
		checkTotal: false,
	});
});

it('A model calls a node whose type ends in Tool', () => {
	const types = ['contacts', 'contactsTool'];
	expect(types.map((type) => isTool(contextOf(50, {}, type)))).toEqual([false, true]);
});

it("How a list was read goes to n8n's log", async () => {
	const debug = jest.fn();
	const { reader } = await prepareReading(contextOf(50, {}, 'contacts', debug), 0, REQUESTS);
	reader.log('Page 1');
	expect(debug).toHaveBeenCalledWith('Contacts: Page 1');
});
