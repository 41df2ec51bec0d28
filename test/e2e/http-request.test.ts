import { ContactsApiError } from '../../credentials/contactsApi/credentialErrors';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { chain, errorOf, jsonOf, MANUAL_TRIGGER, node, run } from './support/workflows.ts';

describe('The HTTP Request node with the credential', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8n;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = await sharedN8n();
	});

	it('gets contacts', async () => {
		const execution = await request(`${watched.service.baseUrl}/v1/contacts?pageSize=2`);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'HTTP Request')).toEqual([
			expect.objectContaining({
				contacts: ['contact_1_1', 'contact_1_2'].map((id) => expect.objectContaining({ id })),
			}),
		]);
	});

	it('is refused for another origin, before a token is requested', async () => {
		watched.service.requests.reset();

		const execution = await request(`${watched.service.authUrl}/v1/contacts`);

		expect(execution.status).toBe('error');
		expect(errorOf(execution).message).toBe(
			new ContactsApiError('otherOrigin', watched.service.baseUrl).message,
		);
		expect(watched.service.requests.token.count).toBe(0);
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function request(url: string) {
		const authentication = 'predefinedCredentialType';
		const parameters = { url, authentication, nodeCredentialType: 'contactsApi', options: {} };
		const requestNode = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, parameters);
		const { id, name } = await watched.credentialIn(n8n);
		requestNode.credentials = { contactsApi: { id, name } };
		return await run(n8n.client, chain(MANUAL_TRIGGER, requestNode));
	}
});
