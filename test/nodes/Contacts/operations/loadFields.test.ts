import type { IDataObject } from 'n8n-workflow';

import { loadContactFields } from '../../../support/engine';
import { respond } from '../../../support/rawServer';
import { json, startStubApi, type StubApi } from '../stubApi';

let stub: StubApi;
beforeAll(async () => {
	stub = await startStubApi();
});
afterAll(async () => await stub.close());

const load = async (options: IDataObject | null = {}, credentials: object = {}) =>
	await loadContactFields({
		credentials: { ...stub.credentials(), ...credentials },
		parameters: { options },
	});

describe('The fields to choose from', () => {
	it("are those of the service's first contact, which is requested alone", async () => {
		stub.answerWith(
			json({
				contacts: [{ id: 1, '': 'without a name', address: { city: 'Oslo' } }, { other: 1 }],
				nextCursor: 'a',
			}),
		);
		expect(await load()).toEqual([
			{ name: 'id', value: 'id' },
			{ name: 'address.city', value: 'address.city' },
		]);
		expect(stub.api.requests).toHaveLength(1);
		expect(stub.api.requests[0]).toMatch(
			/^GET \/v1\/contacts\?pageSize=1 HTTP[^]*\r\nauthorization: Bearer access-canary-\d+\r\n/i,
		);
	});

	it('are found with the configured Contacts Field', async () => {
		stub.answerWith(json({ a: [{ x: 1 }], b: [{ y: 1 }] }));
		expect(await load({ contactsField: ' b ' })).toEqual([{ name: 'y', value: 'y' }]);
	});

	it('are requested with the query parameters', async () => {
		stub.answerWith(json({ contacts: [{ id: 1 }] }));
		const parameters = [{ name: 'owner', value: 'me' }, { value: 'of an unfinished row' }];
		expect(await load({ queryParameters: { parameters } })).toHaveLength(1);
		expect(stub.api.requests[0]).toMatch(/^GET \/v1\/contacts\?pageSize=1&owner=me HTTP/);
	});

	it('are loaded without options that the editor cannot resolve', async () => {
		stub.answerWith(json({ contacts: [{ id: 1 }] }));
		expect(await load(null)).toHaveLength(1);
	});

	it('are none when the service has no contacts', async () => {
		stub.answerWith(json({ contacts: [] }));
		expect(await load()).toEqual([]);
	});

	it.each<[string, Parameters<StubApi['answerWith']>[0], string]>([
		[
			'a refusal',
			respond(403, '{"token":"canary"}'),
			'The Contacts API does not permit the request for page 1 (403)',
		],
		[
			'a request that lacks a parameter',
			respond(400, '{"error":"canary"}'),
			'The Contacts API refused the request for a single contact (400)',
		],
		['a website', respond(200, '<html>canary'), 'The response for page 1 is not JSON'],
		[
			'two lists',
			json({ a: [{ x: 'canary' }], b: [{ y: 'canary' }] }),
			'The response for page 1 has more than one list',
		],
	])("cannot be loaded from %s, with the node's own error", async (_name, answer, message) => {
		stub.answerWith(answer);
		const error = await load().catch((reason: Error) => reason);
		expect(error).toMatchObject({ message, description: expect.stringMatching(/\w/) });
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it('cannot be loaded with an incomplete credential', async () => {
		await expect(load({}, { clientId: '' })).rejects.toThrow("The credential has no 'Client ID'");
	});

	it('are waited for up to 20 seconds', async () => {
		stub.answerWith(() => {});
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => {
			expect(ms).toBe(20_000);
			const controller = new AbortController();
			const abortOnceRequested = () =>
				stub.api.requests.length > 0 ? controller.abort() : setImmediate(abortOnceRequested);
			abortOnceRequested();
			return controller.signal;
		});
		await expect(load()).rejects.toThrow(
			'The Contacts API did not answer the request for page 1 within 20 seconds',
		);
		timeout.mockRestore();
	});
});
