import type { IncomingMessage } from 'node:http';

import { errorMessages } from '../../credentials/contactsApi/errors';
import { formatMessage } from '../../credentials/contactsApi/http/failureMessages';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { startHttpServer } from './support/http-server.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
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
	let n8n: N8nInstance;
	let credential: CredentialReference;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = autoClose(
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

	it.each([
		['lower case', {}],
		['as written', { lowercaseHeaders: false }],
	])('does not send the token to another host that a header names, %s', async (_name, options) => {
		const other = await startServer((_, respond) => respond(200, { contacts: [] }));
		const host = new URL(other.url).host;
		const api = await startServer(({ url }, respond) =>
			respond(url === '/again' ? 200 : 302, { contacts: [] }, '/again'),
		);
		const credential = await createCredential('With a header', api.url);
		const headers = { 'Host ': host, ' HOST': host, common: { Host: host }, 'Authorization ': 'x' };

		await request(credential, `${api.url}/v1/contacts`, {
			sendHeaders: true,
			specifyHeaders: 'json',
			jsonHeaders: JSON.stringify(headers),
			options,
		});
		await Promise.all([other.close(), api.close()]);

		expect(other.received).toEqual([]);
		expect(api.received.length).toBeGreaterThan(0);
		for (const { headers } of api.received) {
			expect(headers.host).toBe(new URL(api.url).host);
			expect(headers.authorization).toMatch(/^Bearer (?!x)/);
		}
	});

	it('sends a query, headers and a JSON body to the API', async () => {
		const bodies: Buffer[] = [];
		const api = await startServer((incoming, respond) => {
			incoming.on('data', (chunk: Buffer) => bodies.push(chunk));
			incoming.on('end', () => respond(200, { contacts: [] }));
		});
		const credential = await createCredential('With a body', api.url);

		const execution = await request(credential, `${api.url}/v1/contacts`, {
			method: 'POST',
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'a', value: 'b c' }] },
			sendHeaders: true,
			headerParameters: { parameters: [{ name: 'X-Own', value: 'd' }] },
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "e": ["f"] }',
		});
		await api.close();

		expect(execution.status).toBe('success');
		expect(api.received[0]).toMatchObject({ method: 'POST', url: '/v1/contacts?a=b%20c' });
		expect(api.received[0]!.headers['x-own']).toBe('d');
		expect(JSON.parse(Buffer.concat(bodies).toString())).toEqual({ e: ['f'] });
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	describe('with an API whose error repeats the request', () => {
		let api: Awaited<ReturnType<typeof startServer>>;
		let echoing: CredentialReference;

		beforeAll(async () => {
			api = autoClose(
				await startServer(({ headers }, respond) => respond(400, { error: { message: headers } })),
			);
			echoing = await createCredential('Echoing', api.url);
		});

		const tokenSent = () => api.received.at(-1)!.headers.authorization!.replace('Bearer ', '');

		it('leaves the token in its execution record, because n8n stores the body of the error', async () => {
			const execution = await request(echoing, `${api.url}/v1/contacts`);

			expect(execution.status).toBe('error');
			expect(JSON.stringify(execution)).toContain(tokenSent());
		});

		it('leaves no token in that of the Contacts node, which does not read such bodies', async () => {
			const execution = await run(n8n.client, chain(MANUAL_TRIGGER, contacts(echoing)));

			expect(execution.status).toBe('error');
			expect(JSON.stringify(execution)).not.toContain(tokenSent());
		});
	});

	async function createCredential(name: string, baseUrl: string): Promise<CredentialReference> {
		return await n8n.client.createCredential({
			name,
			type: 'contactsApi',
			data: { ...watched.credentialData(watched.provision()), baseUrl },
		});
	}

	async function request(contactsApi: CredentialReference, url: string, parameters: object = {}) {
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
						...parameters,
					},
					{ credentials: { contactsApi: { id: contactsApi.id, name: contactsApi.name } } },
				),
			),
		);
	}
});

type Respond = (status: number, body: object, location?: string) => void;

/** Starts a server that records its requests. */
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
