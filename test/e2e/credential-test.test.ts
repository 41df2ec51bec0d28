import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { formatMessage } from '../../credentials/contactsApi/http/failureMessages';
import { startHttpServer } from './support/http-server.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe("The credential's test", () => {
	const autoClose = closeAfterAll();
	/** The API's response. */
	let answer: { status: number; headers?: Record<string, string>; body?: string };
	let tokens = 0;
	let data: Record<string, unknown>;
	let n8n: N8nInstance;

	beforeAll(async () => {
		const auth = autoClose(
			await startHttpServer((_request, response) => {
				response.writeHead(200, JSON_TYPE);
				response.end(JSON.stringify({ accessToken: `token-${++tokens}`, tokenType: 'Bearer' }));
			}),
		);
		const api = autoClose(
			await startHttpServer((_request, response) => {
				response.writeHead(answer.status, answer.headers);
				response.end(answer.body);
			}),
		);
		data = { authUrl: auth.url, baseUrl: api.url, orgId: 'org_1', scopes: ['contacts.read'] };
		n8n = autoClose(await startN8n({ name: 'credential-test', environment: {} }));
	});

	let clients = 0;
	/** @returns the result that a person reads in the form */
	async function test(given: typeof answer) {
		answer = given;
		// A new client for each test, so that no rejected token is cached.
		const client = { clientId: `client_${++clients}`, refreshToken: 'refresh-token' };
		const credential = { name: 'Contacts API', type: 'contactsApi', data: { ...data, ...client } };
		const { id } = await n8n.client.createCredential(credential);
		return await n8n.client.testCredential(id, credential);
	}

	it.each(Object.entries(statusMessages))('explains status %s', async (status, message) => {
		const headers = Number(status) < 400 ? { location: '/elsewhere' } : undefined;
		expect(await test({ status: Number(status), headers, body: '{}' })).toEqual({
			status: 'Error',
			message: formatMessage(message),
		});
	});

	it('says that a website is not the API', async () => {
		const headers = { 'content-type': 'text/html' };
		expect(await test({ status: 200, headers, body: '<!doctype html><title>x</title>' })).toEqual({
			status: 'Error',
			message: formatMessage(websiteMessage),
		});
	});

	it.each([
		['a list', '[{"id":1}]'],
		['an empty list', '[]'],
		['an object', '{"contacts":[]}'],
	])('succeeds with %s', async (_name, body) => {
		expect(await test({ status: 200, headers: JSON_TYPE, body })).toMatchObject({ status: 'OK' });
	});

	it('succeeds with 204 No Content, which some services send for an empty list', async () => {
		expect(await test({ status: 204 })).toMatchObject({ status: 'OK' });
	});
});
