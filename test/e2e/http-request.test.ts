import type { IncomingHttpHeaders } from 'node:http';

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
		const other = await startApi(200);
		watched.service.requests.reset();

		const execution = await request(await watched.credentialIn(n8n), `${other.url}/v1/contacts`);

		expect(execution.status).toBe('error');
		expect(errorOf(execution).message).toBe(
			formatMessage(errorMessages.otherOrigin(watched.service.baseUrl)),
		);
		expect(other.received).toEqual([]);
		expect(watched.service.requests.token.count).toBe(0);
	});

	it('sends neither a Host nor an Authorization of its own', async () => {
		const api = await startApi(200);
		const credential = await watched.credentialIn(n8n, { baseUrl: api.url });

		const execution = await request(credential, `${api.url}/v1/contacts`, {
			sendHeaders: true,
			specifyHeaders: 'json',
			jsonHeaders: JSON.stringify({ 'X-Own': 'd', ' HOST': 'evil.example', 'Authorization ': 'x' }),
			options: { lowercaseHeaders: false },
		});

		expect(execution.status).toBe('success');
		expect(api.received).toEqual([
			expect.objectContaining({
				'x-own': 'd',
				host: new URL(api.url).host,
				authorization: expect.stringMatching(/^Bearer (?!x)/),
			}),
		]);
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	it('leaves the token in its execution if the API repeats it in an error; the Contacts node does not', async () => {
		const api = await startApi(400);
		const credential = await watched.credentialIn(n8n, { baseUrl: api.url });

		const requested = await request(credential, `${api.url}/v1/contacts`);
		const listed = await run(n8n.client, chain(MANUAL_TRIGGER, contacts(credential)));

		const token = api.received.at(-1)!.authorization!.replace('Bearer ', '');
		expect([requested.status, listed.status]).toEqual(['error', 'error']);
		expect(JSON.stringify(requested)).toContain(token);
		expect(JSON.stringify(listed)).not.toContain(token);
	});

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

	/** Starts an API that repeats the headers of each request, and records them. */
	async function startApi(status: number) {
		const received: IncomingHttpHeaders[] = [];
		const server = await startHttpServer(({ headers }, response) => {
			received.push(headers);
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: { message: headers } }));
		});
		return autoClose({ ...server, received });
	}
});
