import 'reflect-metadata';

import { OutboundHttp } from '@n8n/backend-network';
import { Container } from '@n8n/di';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { authenticate, knownScopes } from '../../../credentials/contactsApi/authenticate';
import type { RequestOptions } from '../../../credentials/contactsApi/requestTarget';
import { CREDENTIALS } from '../../support/credentials';
import {
	type Answer,
	type RawServer,
	respond,
	startRawServer,
	tokenBody,
} from '../../support/rawServer';

describe('authenticate', () => {
	const servers: RawServer[] = [];
	let auth: RawServer;
	let credentials: typeof CREDENTIALS;

	async function serve(answer: Answer): Promise<RawServer> {
		const server = await startRawServer(answer);
		servers.push(server);
		return server;
	}

	beforeEach(async () => {
		auth = await serve((socket, n) => respond(200, tokenBody(`token-${n + 1}`))(socket, n));
		credentials = { ...CREDENTIALS, authUrl: auth.url };
	});
	afterEach(async () => {
		await Promise.all(servers.splice(0).map(async (server) => await server.close()));
	});

	const sign = async (options: Partial<RequestOptions>) =>
		await authenticate(credentials, options as RequestOptions);

	it('adds the token and leaves the options that it was given as they are', async () => {
		const options = Object.freeze({
			url: '/v1/contacts',
			baseURL: 'https://api.example.com/crm',
			qs: { pageSize: 1 },
			headers: Object.freeze({ Accept: 'application/json' }),
		});
		expect(await sign(options)).toEqual({
			url: 'https://api.example.com/crm/v1/contacts',
			qs: { pageSize: 1 },
			headers: { Accept: 'application/json', Authorization: 'Bearer token-1' },
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: 'api.example.com',
		});
	});

	it('gives the address that it checked to the HTTP Request node, too', async () => {
		const options = await sign({ uri: 'HTTPS://API.example.com/x', url: undefined });
		expect(options.url).toBe('https://api.example.com/x');
		expect(options).not.toHaveProperty('uri');
	});

	it('replaces Authorization and Host in any case of letters', async () => {
		const headers = {
			AUTHORIZATION: 'Basic eA==',
			authorization: 'x',
			hOST: 'evil.example',
			hostname: 'b',
		};
		const options = await sign({ url: 'https://api.example.com', headers });
		expect(options.headers).toEqual({ hostname: 'b', Authorization: 'Bearer token-1' });
	});

	it('renews the token when n8n calls it again with the header of the first try', async () => {
		const first = await sign({ url: 'https://api.example.com' });
		const second = await sign({ ...first, headers: { ...first.headers, Host: 'x' } });
		expect(second.headers).toEqual({ Authorization: 'Bearer token-2' });
		expect(auth.requests).toHaveLength(2);
	});

	it('stops waiting when the execution is stopped, and leaves the exchange to the next', async () => {
		const controller = new AbortController();
		const waiting = sign({ url: 'https://api.example.com', abortSignal: controller.signal });
		controller.abort();
		await expect(waiting).rejects.toThrow(
			'The execution was canceled while it waited for an access token',
		);
		await sign({ url: 'https://api.example.com' });
		expect(auth.requests).toHaveLength(1);
	});

	it.each<[string, Partial<RequestOptions>, Partial<typeof CREDENTIALS>]>([
		['another origin', { url: 'https://evil.example' }, {}],
		['no certificate check', { url: 'https://api.example.com', rejectUnauthorized: false }, {}],
		['a missing setting', { url: 'https://api.example.com' }, { orgId: '' }],
	])('asks for no token for a request with %s', async (_name, options, settings) => {
		credentials = { ...credentials, ...settings };
		await expect(sign(options)).rejects.toThrow();
		expect(auth.requests).toHaveLength(0);
	});

	it('knows the scopes that the token response and the credential name', async () => {
		expect(knownScopes(credentials)).toEqual({ granted: undefined, noted: ['contacts.read'] });
		auth = await serve(respond(200, tokenBody('token-1', { scope: 'contacts.write' })));
		credentials = { ...CREDENTIALS, authUrl: auth.url };
		await sign({ url: 'https://api.example.com' });
		expect(knownScopes(credentials)).toEqual({
			granted: ['contacts.write'],
			noted: ['contacts.read'],
		});
	});

	describe("with n8n's HTTP clients", () => {
		const clients: Array<[string, (options: IHttpRequestOptions) => Promise<unknown>]> = [
			['nodes', async (options) => await Container.get(OutboundHttp).requests().request(options)],
			[
				'the HTTP Request node',
				async (options) => await Container.get(OutboundHttp).requests().requestLegacy(options),
			],
		];

		describe.each(clients)('of %s', (_name, request) => {
			it('sends the token to the API', async () => {
				const api = await serve(respond(200, '[]'));
				credentials.baseUrl = api.url;
				await request(await sign({ url: `${api.url}/v1/contacts` }));
				expect(api.requests[0]).toMatch(/\r\nauthorization: Bearer token-1\r\n/i);
			});

			it('follows a redirect to another port of the host without the token', async () => {
				const elsewhere = await serve(respond(200, '[]'));
				const api = await serve(respond(302, '', { Location: `${elsewhere.url}/x` }));
				credentials.baseUrl = api.url;
				await request(await sign({ url: `${api.url}/v1/contacts` }));
				expect(elsewhere.requests).toHaveLength(1);
				expect(elsewhere.requests[0]).not.toMatch(/token-1/);
			});

			it.each(['localhost', 'evil.127.0.0.1.example', 'evil.example'])(
				'does not follow a redirect to the host %s',
				async (host) => {
					const elsewhere = await serve(respond(200, '[]'));
					const { port } = new URL(elsewhere.url);
					const api = await serve(respond(307, '', { Location: `http://${host}:${port}/` }));
					credentials.baseUrl = api.url;
					const options = await sign({ url: `${api.url}/v1/contacts` });
					await expect(request(options)).rejects.toThrow('Domain not allowed');
					expect(elsewhere.requests).toHaveLength(0);
				},
			);

			it('does not take a Host header for the place that a relative redirect leads to', async () => {
				const elsewhere = await serve(respond(200, '[]'));
				const api = await serve((socket, n) =>
					n === 0
						? respond(302, '', { Location: '/again' })(socket, n)
						: respond(200, '[]')(socket, n),
				);
				credentials.baseUrl = api.url;
				const headers = { Host: new URL(elsewhere.url).host };
				await request(await sign({ url: `${api.url}/v1/contacts`, headers }));
				expect(elsewhere.requests).toHaveLength(0);
				expect(api.requests).toHaveLength(2);
				expect(api.requests[1]).toMatch(/\r\nauthorization: Bearer token-1\r\n/i);
			});
		});
	});
});
