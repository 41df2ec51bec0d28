import { watchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { contactsWorkflow, errorOf, jsonOf, run } from './support/workflows.ts';

/** Two names of the same servers; their certificate is valid for both. */
const ALLOWED_HOST = 'localhost';
const BLOCKED_HOST = '127.0.0.1';

describe('n8n with its protection against requests to internal addresses (SSRF)', () => {
	const autoClose = closeAfterAll();
	const watched = watchedService();
	let n8n: N8nInstance;

	beforeAll(async () => {
		const environment = {
			N8N_SSRF_PROTECTION_ENABLED: 'true',
			N8N_SSRF_ALLOWED_HOSTNAMES: ALLOWED_HOST,
		};
		n8n = autoClose(await startN8n({ name: 'ssrf', environment }));
	});

	it.each([
		['only the API is', ALLOWED_HOST, BLOCKED_HOST],
		['only the token endpoint is', BLOCKED_HOST, ALLOWED_HOST],
	])('sends no request and says whom to ask when %s blocked', async (_name, ...hosts) => {
		const execution = await list(...hosts);

		expect(execution.status).toBe('error');
		expect(errorOf(execution)).toEqual({
			message: expect.stringContaining('does not permit requests to the address'),
			description: expect.stringContaining('ask the administrator of n8n'),
		});
		expect(watched.clientAddresses).toEqual([]);
	});

	it('lists contacts when both hosts are allowed', async () => {
		const execution = await list(ALLOWED_HOST, ALLOWED_HOST);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Contacts')).toHaveLength(5);
		expect(watched.clientAddresses).toHaveLength(2);
	});

	/** Lists with a new client, for which no access token is cached. */
	async function list(auth: string, api: string) {
		const { authUrl, baseUrl } = watched.service;
		const credential = await watched.credentialIn(n8n, {
			authUrl: authUrl.replace(ALLOWED_HOST, auth),
			baseUrl: baseUrl.replace(ALLOWED_HOST, api),
		});
		return await run(n8n.client, contactsWorkflow(credential, { pageSize: 5 }));
	}
});
