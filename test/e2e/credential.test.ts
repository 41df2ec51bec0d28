import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { ContactsApiError } from '../../credentials/contactsApi/credentialErrors';
import { formatMessage } from '../../credentials/contactsApi/explainedError';
import { type RawServer, respond, startRawServer, tokenBody } from '../support/rawServer';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { chain, errorOf, jsonOf, MANUAL_TRIGGER, node, run } from './support/workflows.ts';

const autoClose = closeAfterAll();
let n8n: N8n;
beforeAll(async () => (n8n = await sharedN8n()));

describe("The credential's test", () => {
	let hosts: Record<'authUrl' | 'baseUrl', RawServer>;
	let answer: Parameters<typeof respond>;
	let clients = 0;

	beforeAll(async () => {
		const authUrl = await startRawServer((socket, n) =>
			respond(200, tokenBody(`token-${n}`))(socket, n),
		);
		const baseUrl = await startRawServer((socket, n) => respond(...answer)(socket, n));
		hosts = { authUrl: autoClose(authUrl), baseUrl: autoClose(baseUrl) };
	});

	/** @returns the result that a person reads in the form */
	async function test(...given: typeof answer) {
		answer = given;
		// A new client for each test, so that no rejected token is cached.
		const client = { clientId: `client_${++clients}`, refreshToken: 'refresh-token' };
		const urls = { authUrl: hosts.authUrl.url, baseUrl: hosts.baseUrl.url };
		const data = { ...urls, ...client, orgId: 'org_1', scopes: ['contacts.read'] };
		const credential = { name: 'Contacts API', type: 'contactsApi', data };
		const { id } = await n8n.client.createCredential(credential);
		return await n8n.client.testCredential(id, credential);
	}

	it.each([302, 401, 403, 503])('explains status %d', async (status) => {
		const message = formatMessage(statusMessages[status]!);
		const tested = await test(status, '{}', { Location: '/elsewhere' });
		expect(tested).toEqual({ status: 'Error', message });
	});

	it('says that a website is not the API', async () => {
		const page = await test(200, '<!doctype html><title>x</title>', {
			'Content-Type': 'text/html',
		});
		expect(page).toEqual({ status: 'Error', message: formatMessage(websiteMessage) });
	});

	it.each([
		['a list', 200, '[{"id":1}]'],
		['an empty list', 200, '[]'],
		['an object', 200, '{"contacts":[]}'],
		['204 No Content, which some services send for an empty list', 204, ''],
	])('succeeds with %s', async (_name, status, body) => {
		const tested = await test(status, body, { 'Content-Type': 'application/json' });
		expect(tested).toMatchObject({ status: 'OK' });
	});
});

describe('The HTTP Request node with the credential', () => {
	let watched: WatchedService;
	beforeAll(async () => (watched = autoClose(await startWatchedService())));

	it('gets contacts', async () => {
		const execution = await request(`${watched.service.baseUrl}/v1/contacts?pageSize=2`);
		expect(errorOf(execution)).toEqual({});
		const contacts = ['contact_1_1', 'contact_1_2'].map((id) => expect.objectContaining({ id }));
		expect(jsonOf(execution, 'HTTP Request')).toMatchObject([{ contacts }]);
	});

	it('is refused for another origin, before a token is requested', async () => {
		const { baseUrl, authUrl, requests } = watched.service;
		requests.reset();
		const execution = await request(`${authUrl}/v1/contacts`);
		expect(execution.status).toBe('error');
		const { message } = new ContactsApiError('otherOrigin', baseUrl);
		expect(errorOf(execution)).toMatchObject({ message });
		expect(requests.token.count).toBe(0);
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
