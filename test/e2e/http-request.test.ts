import type { IncomingMessage } from 'node:http';

import { formatMessage, errorMessages } from '../../credentials/contactsApi/errors';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { startHttpServer } from './support/http-server.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { closedAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import {
	chain,
	type CredentialReference,
	errorOf,
	jsonOf,
	MANUAL_TRIGGER,
	node,
	run,
} from './support/workflows.ts';

describe('The HTTP Request node with the credential', () => {
	const started = closedAfterAll();
	let watched: WatchedService;
	let n8n: N8nInstance;
	let credential: CredentialReference;

	beforeAll(async () => {
		watched = started(await startWatchedService());
		n8n = started(
			await startN8n({
				name: 'http-request',
				environment: { NODE_EXTRA_CA_CERTS: watched.service.caFile },
			}),
		);
		credential = await createCredential('Contacts API', watched.service.baseUrl);
	});

	it('gets contacts', async () => {
		const execution = await request(
			credential,
			`${watched.service.baseUrl}/v1/contacts?pageSize=3`,
		);

		expect(execution.status).toBe('success');
		const [page] = jsonOf(execution, 'HTTP Request') as Array<{ contacts: Array<{ id: string }> }>;
		expect(page!.contacts.map(({ id }) => id)).toEqual([
			'contact_1_1',
			'contact_1_2',
			'contact_1_3',
		]);
	});

	it('is refused for another origin, before a token is requested', async () => {
		const other = await startServer((_, respond) => respond(200, { contacts: [] }));
		const fresh = await createCredential('Never used', watched.service.baseUrl);
		watched.service.requests.reset();

		const execution = await request(fresh, `${other.url}/v1/contacts`);
		await other.close();

		expect(execution.status).toBe('error');
		expect(errorOf(execution).message).toBe(
			formatMessage(errorMessages.otherOrigin(watched.service.baseUrl)),
		);
		expect(other.received).toEqual([]);
		expect(watched.service.requests.token.count).toBe(0);
	});

	it('carries no token to another origin when the API redirects there', async () => {
		const other = await startServer((_, respond) => respond(200, { contacts: [] }));
		const api = await startServer((_, respond) => respond(302, {}, `${other.url}/v1/contacts`));
		const redirected = await createCredential('Redirected', api.url);

		await request(redirected, `${api.url}/v1/contacts`);
		await Promise.all([other.close(), api.close()]);

		expect(api.received.map(({ headers }) => headers.authorization)).toEqual([
			expect.stringMatching(/^Bearer ./),
		]);
		expect(other.received.map(({ headers }) => headers.authorization)).toEqual(
			other.received.map(() => undefined),
		);
	});

	it('refuses a redirect to another host', async () => {
		const other = await startServer((_, respond) => respond(200, { contacts: [] }));
		const elsewhere = other.url.replace('127.0.0.1', 'localhost');
		const api = await startServer((_, respond) => respond(307, {}, `${elsewhere}/v1/contacts`));
		const redirected = await createCredential('Redirected elsewhere', api.url);

		const execution = await request(redirected, `${api.url}/v1/contacts`);
		await Promise.all([other.close(), api.close()]);

		expect(execution.status).toBe('error');
		expect(api.received).toHaveLength(1);
		expect(other.received).toEqual([]);
	});

	it('leaves no token in the database, the logs and the answers', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function createCredential(name: string, baseUrl: string): Promise<CredentialReference> {
		return await n8n.client.createCredential({
			name,
			type: 'contactsApi',
			data: { ...watched.credentialData(watched.provision()), baseUrl },
		});
	}

	async function request(contactsApi: CredentialReference, url: string) {
		return await run(
			n8n.client,
			chain(
				MANUAL_TRIGGER,
				node(
					'HTTP Request',
					'n8n-nodes-base.httpRequest',
					4.2,
					{
						url,
						authentication: 'predefinedCredentialType',
						nodeCredentialType: 'contactsApi',
						options: {},
					},
					{ credentials: { contactsApi: { id: contactsApi.id, name: contactsApi.name } } },
				),
			),
		);
	}
});

type Respond = (status: number, body: object, location?: string) => void;

/** A server on a port of its own that keeps the requests it gets. */
async function startServer(answer: (request: IncomingMessage, respond: Respond) => unknown) {
	const received: IncomingMessage[] = [];
	const server = await startHttpServer((request, response) => {
		received.push(request);
		answer(request, (status, body, location) => {
			response.writeHead(status, {
				'content-type': 'application/json',
				...(location ? { location } : {}),
			});
			response.end(JSON.stringify(body));
		});
	});
	return { ...server, received };
}
