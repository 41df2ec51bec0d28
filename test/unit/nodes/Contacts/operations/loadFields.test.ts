import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { getContactFields, listSearch } from '../../../../../nodes/Contacts/operations/loadFields';
import { CREDENTIALS } from '../../../../support/credentials';
import { type Answer, respond } from '../../../../support/rawServer';
import { json, stubApi } from '../../../../support/stubApi';
import { range } from '../../../../corpus/services';

const stub = stubApi();

/** The form with the given options, which the editor cannot resolve if they are expressions. */
const formWith = (options?: object, queryParameters?: object) =>
	({
		getCredentials: async (name: string) => name === 'contactsApi' && stub.credentials(),
		getCurrentNodeParameter: (name: string) => ({ options, queryParameters })[name],
		getNode: () => ({ name: 'Contacts', type: 'contacts' }),
		helpers: {},
	}) as unknown as ILoadOptionsFunctions;

const load = async (...given: Parameters<typeof formWith>) =>
	await getContactFields.call(formWith(...given));

describe('The fields to choose from', () => {
	const first = { id: 1, '': 'without a name', address: { city: 'Oslo' } };
	const oneOfSeveral = { contacts: [first, { id: 2, other: 1 }], nextCursor: 'a' };
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
		expect(stub.api.requests[0]).toContain(`GET /v1/contacts?pageSize=10${query} HTTP`);
	});

	it('are those of the list that gets shorter with the page', async () => {
		stub.answerWith((socket, n) => {
			const size = Number(/pageSize=(\d+)/.exec(stub.api.requests[n]!)![1]);
			const people = range(size).map((id) => ({ id }));
			json({ people, users: [{ x: 1 }, { x: 2 }, { x: 3 }], hasMore: true })(socket, n);
		});
		expect(await load()).toEqual([{ name: 'id', value: 'id' }]);
	});

	it('are at most 500, with names of at most 200 characters, in objects of six levels', async () => {
		const deep = { b: { c: { d: { e: { f: { g: 1 } } } } } };
		const first = { 'custom.a': 1, deep, phones: [{ a: 1 }], none: {} };
		const [longest, longer] = ['n'.repeat(200), 'n'.repeat(201)];
		const many = Object.fromEntries(range(6_000).map((n) => [`f${n}`, 1]));
		const contact = { ...first, [longest]: 1, [longer]: 1, ...many };
		stub.answerWith(json([contact, { ...contact, f0: 2 }]));
		const options = (await load()).map(({ value }) => value);
		const expected = ['custom.a', 'deep.b.c.d.e.f', 'phones', 'none', longest, 'f0'];
		expect(options.slice(0, 6)).toEqual(expected);
		expect(options).toHaveLength(500);
	});

	const twoLists = json({ a: [{ x: 'canary' }], b: [{ y: 'canary' }] });

	it.each<[string, Answer, string]>([
		['a bad request', respond(400, 'canary'), 'refused the request for page 1 (400)'],
		['two lists', twoLists, 'page 1 has more than one list'],
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

describe('A field of Pagination, and Contacts Field, offer', () => {
	const body = {
		data: { contacts: [{ id: 7, name: 'Ada', address: { zip: '' } }], tags: ['a'] },
		edges: [{ node: { id: 7 } }, { node: { id: 8 } }],
		meta: { count: 1, nextCursor: 'c'.repeat(41), more: true, isLast: 'no' },
		links: { self: '/contacts', next: '?page=2' },
		['n'.repeat(201)]: 'https://api.example.com',
	};
	const cursor = `meta.nextCursor: ${'c'.repeat(40)}…`;

	it.each<[keyof typeof listSearch, filter: string | undefined, names: string[]]>([
		['getContactLists', undefined, ['data.contacts: list of 1', 'edges: list of 2']],
		['getResponseFields', 'meta', ['meta.count: 1', cursor, 'meta.more: true', 'meta.isLast: no']],
		['getResponseFields', 'X-', ['x-next: 5', 'x-total-count: 9']],
		['getResponseFields', 'links', ['links.self: /contacts', 'links.next: ?page=2']],
		['getLastContactFields', '', ['id: 7', 'name: Ada']],
	])('%s, with the filter %j: %j', async (method, filter, names) => {
		stub.answerWith(json(body, { 'X-Next': '5', 'X-Total-Count': '9', 'X-Other': '6' }));
		const form = formWith({ contactsField: 'data.contacts' });
		const { results } = await listSearch[method].call(form, filter);
		expect(results.map(({ name }) => name)).toEqual(names);
		expect(results.map(({ value }) => value)).toEqual(names.map((name) => name.split(': ')[0]));
		expect(stub.api.requests[0]).toContain('GET /v1/contacts?pageSize=10 HTTP');
	});

	const METHODS = ['getResponseFields', 'getLastContactFields'] as const;

	it.each(METHODS)('%s also where the service refuses the page size', async (method) => {
		stub.answerWith(respond(400, ''), json([{ id: 7 }], { 'X-Next': '5' }));
		const { results } = await listSearch[method].call(formWith());
		expect(results).toHaveLength(1);
	});

	it('no token', async () => {
		stub.answerWith((socket, n) => {
			const token = /Bearer (.*?)\r/.exec(stub.api.requests[n]!)![1]!;
			json({ [token]: 1, nextCursor: token, cursor: `a${CREDENTIALS.refreshToken}` })(socket, n);
		});
		const { results } = await listSearch.getResponseFields.call(formWith());
		const names = ['nextCursor: (not shown)', 'cursor: a(not shown)'];
		expect(results.map(({ name }) => name)).toEqual(names);
	});
});
