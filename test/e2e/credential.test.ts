import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { ContactsApiError } from '../../credentials/contactsApi/credentialErrors';
import { formatMessage } from '../../credentials/contactsApi/explainedError';
import { type Answer, rawServers, respond, tokenBody } from '../support/rawServer';
import { watchedService } from './support/contacts-service.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { chain, errorOf, jsonOf, MANUAL_TRIGGER, node, run } from './support/workflows.ts';

let n8n: N8n;
beforeAll(async () => (n8n = await sharedN8n()));

describe("The credential's test", () => {
	const serve = rawServers();

	const newToken: Answer = (socket, n) => respond(200, tokenBody(`token-${n}`))(socket, n);

	/** @returns the result that a person reads in the form */
	async function test(answer: Answer, tokenAnswer = newToken) {
		const urls = { authUrl: (await serve(tokenAnswer)).url, baseUrl: (await serve(answer)).url };
		const client = { clientId: 'client_1', refreshToken: 'refresh-token', orgId: 'org_1' };
		const data = { ...urls, ...client, scopes: ['contacts.read'] };
		const credential = { name: 'Contacts API', type: 'contactsApi', data };
		const { id } = await n8n.client.createCredential(credential);
		return await n8n.client.testCredential(id, credential);
	}

	it.each([302, 401, 403, 503])('explains status %d', async (status) => {
		const message = formatMessage(statusMessages[status]!);
		const tested = await test(respond(status, '{}', { Location: '/elsewhere' }));
		expect(tested).toEqual({ status: 'Error', message });
	});

	it('explains that the token request is refused', async () => {
		const { message } = new ContactsApiError('unauthorized', { status: 401 });
		expect(await test(respond(200, '[]'), respond(401, ''))).toEqual({ status: 'Error', message });
	});

	it('says that a website is not the API', async () => {
		const page = respond(200, '<!doctype html><title>x</title>', { 'Content-Type': 'text/html' });
		expect(await test(page)).toEqual({ status: 'Error', message: formatMessage(websiteMessage) });
	});

	it.each([
		['a list', 200, '[{"id":1}]'],
		['an empty list', 200, '[]'],
		['an object', 200, '{"contacts":[]}'],
		['204 No Content, which some services send for an empty list', 204, ''],
	])('succeeds with %s', async (_name, status, body) => {
		const tested = await test(respond(status, body, { 'Content-Type': 'application/json' }));
		expect(tested).toMatchObject({ status: 'OK' });
	});
});

describe('The HTTP Request node with the credential', () => {
	const watched = watchedService();

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
