import type { IncomingMessage } from 'node:http';

import { errorMessages } from '../../credentials/contactsApi/errors';
import { formatMessage } from '../../credentials/contactsApi/http/failureMessages';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { startHttpServer } from './support/http-server.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import {
	chain,
	contacts,
	type CredentialReference,
	errorOf,
	jsonOf,
	MANUAL_TRIGGER,
	node,
	run,
} from './support/workflows.ts';

describe('The HTTP Request node with the credential', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8n;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = await sharedN8n();
	});

	it('gets contacts', async () => {
		const url = `${watched.service.baseUrl}/v1/contacts?pageSize=2`;

		const execution = await request(await watched.credentialIn(n8n), url);

		expect(execution.status).toBe('success');
		const [page] = jsonOf(execution, 'HTTP Request') as Array<{ contacts: Array<{ id: string }> }>;
		expect(page!.contacts.map(({ id }) => id)).toEqual(['contact_1_1', 'contact_1_2']);
	});

	it('is refused for another origin, before a token is requested', async () => {
		const other = await startServer((_, respond) => respond(200, { contacts: [] }));
		watched.service.requests.reset();

		const execution = await request(await watched.credentialIn(n8n), `${other.url}/v1/contacts`);

		expect(execution.status).toBe('error');
		expect(errorOf(execution).message).toBe(
			formatMessage(errorMessages.otherOrigin(watched.service.baseUrl)),
		);
		expect(other.received).toEqual([]);
		expect(watched.service.requests.token.count).toBe(0);
	});

	it('refuses a redirect to another host', async () => {
		const other = await startServer((_, respond) => respond(200, { contacts: [] }));
		const elsewhere = other.url.replace('127.0.0.1', 'localhost');
		const api = await startServer((_, respond) => respond(307, {}, `${elsewhere}/v1/contacts`));

		const execution = await request(await credentialFor(api), `${api.url}/v1/contacts`);

		expect(execution.status).toBe('error');
		expect(api.received.map(({ headers }) => headers.authorization)).toEqual([
			expect.stringMatching(/^Bearer ./),
		]);
		expect(other.received).toEqual([]);
	});

	it('sends a query, headers and a JSON body to the API, but no Host of another', async () => {
		const bodies: Buffer[] = [];
		const api = await startServer((incoming, respond) => {
			incoming.on('data', (chunk: Buffer) => bodies.push(chunk));
			incoming.on('end', () => respond(200, { contacts: [] }));
		});

		const execution = await request(await credentialFor(api), `${api.url}/v1/contacts`, {
			method: 'POST',
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'a', value: 'b c' }] },
			sendHeaders: true,
			specifyHeaders: 'json',
			jsonHeaders: JSON.stringify({ 'X-Own': 'd', ' HOST': 'evil.example', 'Authorization ': 'x' }),
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "e": ["f"] }',
			options: { lowercaseHeaders: false },
		});

		expect(execution.status).toBe('success');
		expect(api.received[0]).toMatchObject({ method: 'POST', url: '/v1/contacts?a=b%20c' });
		expect(api.received[0]!.headers).toMatchObject({
			'x-own': 'd',
			host: new URL(api.url).host,
			authorization: expect.stringMatching(/^Bearer (?!x)/),
		});
		expect(JSON.parse(Buffer.concat(bodies).toString())).toEqual({ e: ['f'] });
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	it('leaves the token in its execution if the API repeats it in an error; the Contacts node does not', async () => {
		const api = await startServer(({ headers }, respond) =>
			respond(400, { error: { message: headers } }),
		);
		const credential = await credentialFor(api);

		const requested = await request(credential, `${api.url}/v1/contacts`);
		const listed = await run(n8n.client, chain(MANUAL_TRIGGER, contacts(credential)));

		const token = api.received.at(-1)!.headers.authorization!.replace('Bearer ', '');
		expect([requested.status, listed.status]).toEqual(['error', 'error']);
		expect(JSON.stringify(requested)).toContain(token);
		expect(JSON.stringify(listed)).not.toContain(token);
	});

	async function credentialFor(api: { url: string }): Promise<CredentialReference> {
		return await watched.credentialIn(n8n, { baseUrl: api.url });
	}

	async function request(contactsApi: CredentialReference, url: string, parameters: object = {}) {
		const authentication = 'predefinedCredentialType';
		const requestNode = node(
			'HTTP Request',
			'n8n-nodes-base.httpRequest',
			4.2,
			{ url, authentication, nodeCredentialType: 'contactsApi', options: {}, ...parameters },
			{ credentials: { contactsApi } },
		);
		return await run(n8n.client, chain(MANUAL_TRIGGER, requestNode));
	}

	type Respond = (status: number, body: object, location?: string) => void;

	/** Starts a server that records its requests. */
	async function startServer(answer: (request: IncomingMessage, respond: Respond) => unknown) {
		const received: IncomingMessage[] = [];
		const server = await startHttpServer((request, response) => {
			received.push(request);
			answer(request, (status, body, location) => {
				const type = { 'content-type': 'application/json' };
				response.writeHead(status, { ...type, ...(location && { location }) });
				response.end(JSON.stringify(body));
			});
		});
		return autoClose({ ...server, received });
	}
});
