import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { formatMessage } from '../../credentials/contactsApi/explainedError';
import { startHttpServer } from './support/http-server.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe("The credential's test", () => {
	const autoClose = closeAfterAll();
	/** The API's response. */
	let answer: { status: number; headers?: Record<string, string>; body?: string };
	let tokens = 0;
	let data: Record<string, unknown>;
	let n8n: N8n;

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
		n8n = await sharedN8n();
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

	it.each([302, 401, 403, 503])('explains status %d', async (status) => {
		const headers = status < 400 ? { location: '/elsewhere' } : undefined;
		expect(await test({ status, headers, body: '{}' })).toEqual({
			status: 'Error',
			message: formatMessage(statusMessages[status]!),
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
		['a list', 200, '[{"id":1}]'],
		['an empty list', 200, '[]'],
		['an object', 200, '{"contacts":[]}'],
		['204 No Content, which some services send for an empty list', 204, undefined],
	])('succeeds with %s', async (_name, status, body) => {
		expect(await test({ status, headers: JSON_TYPE, body })).toMatchObject({ status: 'OK' });
	});
});
