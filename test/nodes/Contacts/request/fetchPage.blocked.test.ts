// n8n reads them with its first request.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_HOSTNAMES = 'localhost';

import { SsrfProtectionService } from '@n8n/backend-network';

import { loadContactFields, runContacts } from '../../../support/engine';
import { json, stubApi } from '../stubApi';

describe("With n8n's SSRF protection", () => {
	const stub = stubApi();
	beforeEach(() =>
		stub.answerWith(json({ list: [{ id: 1 }], next: '?page=2' }), json({ list: [{ id: 2 }] })),
	);
	afterEach(() => jest.restoreAllMocks());

	/** The addresses of the same servers under the name that is allowed. */
	const permitted = () => ({
		authUrl: stub.auth.url.replace('127.0.0.1', 'localhost'),
		baseUrl: stub.api.url.replace('127.0.0.1', 'localhost'),
	});

	const list = async (hosts: { authUrl?: string; baseUrl?: string }) =>
		await runContacts({
			credentials: { ...stub.credentials(), ...hosts },
			parameters: { returnAll: true },
		});

	const UNREACHABLE = 'could not be reached for';

	it.each([
		['it blocks both', () => ({}), "address in the credential's 'Base URL'"],
		[
			'it blocks Base URL',
			() => ({ authUrl: permitted().authUrl }),
			"address in the credential's 'Base URL'",
		],
		[
			'it blocks Auth URL',
			() => ({ baseUrl: permitted().baseUrl }),
			"address in the credential's 'Auth URL'",
		],
		[
			'the host of Base URL has no address',
			() => ({ ...permitted(), baseUrl: 'https://contacts.invalid' }),
			`The Contacts API ${UNREACHABLE} page 1`,
		],
		[
			'the host of Auth URL has no address',
			() => ({ ...permitted(), authUrl: 'https://contacts.invalid' }),
			`The authorization server ${UNREACHABLE} the token request`,
		],
	])('nothing is sent when %s', async (_name, hosts, message) => {
		const { error } = await list(hosts());
		expect(error).toMatchObject({ message: expect.stringContaining(message) });
		expect([stub.api.connections, stub.auth.connections]).toEqual([0, 0]);
	});

	it('nothing is sent to load the field names either', async () => {
		await expect(loadContactFields({ credentials: stub.credentials() })).rejects.toThrow(
			"n8n does not permit requests to the address in the credential's 'Base URL'",
		);
		expect([stub.api.connections, stub.auth.connections]).toEqual([0, 0]);
	});

	it('a list is read from permitted addresses, which are checked once each', async () => {
		const validateUrl = jest.spyOn(SsrfProtectionService.prototype, 'validateUrl');
		const { outputs, error } = await list(permitted());
		expect(error).toBeUndefined();
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([1, 2]);
		expect(validateUrl.mock.calls).toEqual([[permitted().baseUrl], [permitted().authUrl]]);
	});
});
