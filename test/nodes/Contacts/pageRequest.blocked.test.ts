// n8n reads it with its first request.
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';

import { runContacts } from '../../support/engine';
import { json, startStubApi, type StubApi } from './stubApi';

describe("With n8n's protection of internal addresses", () => {
	let stub: StubApi;
	beforeAll(async () => {
		stub = await startStubApi();
		stub.answerWith(json([{ id: 1 }]));
	});
	afterAll(async () => await stub.close());

	it('a request to one is not sent, and the error says whom to ask', async () => {
		const { error } = await runContacts({ credentials: stub.credentials() });
		expect(error).toMatchObject({
			message: 'n8n does not permit requests to the address of the Contacts API',
			description: expect.stringContaining('ask the administrator of n8n to allow its host'),
			context: { itemIndex: 0 },
		});
		expect(stub.api.requests).toHaveLength(0);
	});
});
