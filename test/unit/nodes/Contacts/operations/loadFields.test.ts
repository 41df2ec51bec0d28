import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { getContactFields } from '../../../../../nodes/Contacts/operations/loadFields';
import { CREDENTIALS } from '../../../../support/credentials';
import { type Answer, respond } from '../../../../support/rawServer';
import { json, stubApi } from '../../../../support/stubApi';

const stub = stubApi();

/** Loads the fields with the given options, which the editor cannot resolve if they are expressions. */
const load = async (options?: object, queryParameters?: object) =>
	await getContactFields.call({
		getCredentials: async (name: string) => name === 'contactsApi' && stub.credentials(),
		getCurrentNodeParameter: (name: string) => ({ options, queryParameters })[name],
		getNode: () => ({ name: 'Contacts', type: 'contacts' }),
		helpers: {},
	} as unknown as ILoadOptionsFunctions);

describe('The fields to choose from', () => {
	const first = { id: 1, '': 'without a name', address: { city: 'Oslo' } };
	const oneOfSeveral = { contacts: [first, { other: 1 }], nextCursor: 'a' };
	const owner = [{ name: 'owner', value: 'me' }, { value: 'of an unfinished row' }];
	const given: Parameters<typeof load> = [{ contactsField: ' b ' }, { parameters: owner }];

	it.each<[string, unknown, Parameters<typeof load>, fields: string[], query?: string]>([
		["the service's first contact", oneOfSeveral, [], ['id', 'address.city']],
		['it with no parameters', oneOfSeveral, [undefined, {}], ['id', 'address.city']],
		['the list that is set', { a: [{ x: 1 }], b: [{ y: 1 }] }, given, ['y'], '&owner=me'],
		['no contact', { contacts: [] }, [], []],
	])('are those of %s', async (_name, body, parameters, fields, query = '') => {
		stub.answerWith(json(body));
		expect(await load(...parameters)).toEqual(fields.map((name) => ({ name, value: name })));
		expect(stub.api.requests[0]).toContain(`GET /v1/contacts?pageSize=1${query} HTTP`);
	});

	it('are at most 500, with names of at most 200 characters; the others are counted', async () => {
		const fieldsOf = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));
		const names = [200, 201, 9_900].map((length) => 'n'.repeat(length));
		const [longest, longer, far] = names as [string, string, string];
		const contact = { [longest]: 1, [longer]: 1, [far]: fieldsOf(6_000), ...fieldsOf(6_000) };
		stub.answerWith(json([contact]));
		const options = await load();
		expect(options.slice(0, 3).map(({ value }) => value)).toEqual([longest, 'f0', 'f1']);
		expect(options).toHaveLength(501);
		const name = '11,502 more, to be entered with an expression';
		expect(options.at(-1)).toEqual({ name, value: '' });
	});

	it('do not show the tokens', async () => {
		stub.answerWith((socket, n) => {
			const token = /Bearer (.*?)\r/.exec(stub.api.requests[n]!)![1]!;
			json([{ [token]: 1, [`old.${CREDENTIALS.refreshToken}`]: 1, id: 1 }])(socket, n);
		});
		const names = (await load()).map(({ name }) => name);
		expect(names).toEqual(['id', expect.stringMatching(/^2 more/)]);
	});

	it.each<[string, Answer, string]>([
		['a bad request', respond(400, 'canary'), 'refused the request for page 1 (400)'],
		['two lists', json({ a: [{ x: 'canary' }], b: [{}] }), 'page 1 has more than one list'],
	])("cannot be loaded from %s, with the node's own error", async (_name, answer, message) => {
		stub.answerWith(answer);
		const error = await load().catch((reason: Error) => reason);
		expect(error).toHaveProperty('message', expect.stringContaining(message));
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it('are waited for up to 20 seconds', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		await expect(load()).rejects.toThrow('for page 1 within 20 seconds');
		expect(timeout.mock.calls[0]).toEqual([20_000]);
		timeout.mockRestore();
	});
});
