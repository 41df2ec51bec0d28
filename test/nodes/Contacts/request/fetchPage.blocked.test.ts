// n8n reads them with its first request.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_HOSTNAMES = 'localhost';

import { SsrfProtectionService } from '@n8n/backend-network';

import { loadContactFields, runContacts } from '../../../support/engine';
import { json, startStubApi, type StubApi } from '../stubApi';

describe("With n8n's SSRF protection", () => {
	let stub: StubApi;
	beforeAll(async () => {
		stub = await startStubApi();
	});
	afterAll(async () => await stub.close());
	beforeEach(() =>
		stub.answerWith(json({ list: [{ id: 1 }], next: '?page=2' }), json({ list: [{ id: 2 }] })),
	);
	afterEach(() => jest.restoreAllMocks());

	/** The same server under the name that is allowed. */
	const permitted = (url: string) => url.replace('127.0.0.1', 'localhost');

	const list = async (hosts: { authUrl?: string; baseUrl?: string }) =>
		await runContacts({
			credentials: { ...stub.credentials(), ...hosts },
			parameters: { returnAll: true },
		});

	it.each([
		['Base URL', () => ({})],
		['Base URL', () => ({ authUrl: permitted(stub.auth.url) })],
		['Auth URL', () => ({ baseUrl: permitted(stub.api.url) })],
	])('nothing is sent when it blocks the %s', async (field, hosts) => {
		const { error } = await list(hosts());
		expect(error).toMatchObject({
			message: `n8n does not permit requests to the address in the credential's '${field}'`,
			description: expect.stringContaining('ask the administrator of n8n to allow its host'),
			context: { itemIndex: 0 },
		});
		expect([stub.api.connections, stub.auth.connections]).toEqual([0, 0]);
	});

	it('nothing is sent to load the field names either', async () => {
		await expect(loadContactFields({ credentials: stub.credentials() })).rejects.toThrow(
			"n8n does not permit requests to the address in the credential's 'Base URL'",
		);
		expect([stub.api.connections, stub.auth.connections]).toEqual([0, 0]);
	});

	it.each([
		['Base URL', 'The Contacts API could not be reached for page 1', 'baseUrl'],
		['Auth URL', 'The authorization server could not be reached for the token request', 'authUrl'],
	])('nothing is sent when the host of %s has no address', async (_field, message, field) => {
		const { error } = await list({
			authUrl: permitted(stub.auth.url),
			baseUrl: permitted(stub.api.url),
			[field]: 'https://contacts.invalid',
		});
		expect(error!.message).toBe(message);
		expect([stub.api.connections, stub.auth.connections]).toEqual([0, 0]);
	});

	it('a list is read from permitted addresses, which are checked once each', async () => {
		const validateUrl = jest.spyOn(SsrfProtectionService.prototype, 'validateUrl');
		const [authUrl, baseUrl] = [permitted(stub.auth.url), permitted(stub.api.url)];
		const { outputs, error } = await list({ authUrl, baseUrl });
		expect(error).toBeUndefined();
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([1, 2]);
		expect(validateUrl.mock.calls).toEqual([[baseUrl], [authUrl]]);
	});
});
