// n8n reads them with its first request.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_HOSTNAMES = 'localhost';

import { loadContactFields, runContacts } from '../../../support/engine';
import { json, stubApi } from '../stubApi';

const BLOCKED = "n8n does not permit requests to the address in the credential's";

describe("With n8n's SSRF protection", () => {
	const stub = stubApi();
	beforeEach(() =>
		stub.answerWith(json({ list: [{ id: 1 }], next: '?page=2' }), json({ list: [{ id: 2 }] })),
	);

	/** Lists from the same servers, of which some have the name that is allowed. */
	const list = async (...allowed: Array<'authUrl' | 'baseUrl'>) => {
		const credentials = stub.credentials();
		for (const field of allowed) {
			credentials[field] = credentials[field].replace('127.0.0.1', 'localhost');
		}
		return await runContacts({ credentials, parameters: { returnAll: true } });
	};

	it('nothing is sent to blocked addresses', async () => {
		expect((await list()).error!.message).toBe(`${BLOCKED} 'Base URL'`);
		expect((await list('authUrl')).error!.message).toBe(`${BLOCKED} 'Base URL'`);
		expect((await list('baseUrl')).error!.message).toBe(`${BLOCKED} 'Auth URL'`);
		const fields = loadContactFields({ credentials: stub.credentials() });
		await expect(fields).rejects.toThrow(`${BLOCKED} 'Base URL'`);
		expect([stub.api.connections, stub.auth.connections]).toEqual([0, 0]);
	});

	it('a list is read from permitted addresses', async () => {
		const { outputs } = await list('authUrl', 'baseUrl');
		expect(outputs[0]!.map((item) => item.json.id)).toEqual([1, 2]);
	});
});
