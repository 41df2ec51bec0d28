import { authenticate, knownScopes } from '../../../credentials/contactsApi/authenticate';
import type { RequestOptions } from '../../../credentials/contactsApi/callerRequest';
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

	it('adds the token without modifying the options', async () => {
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

	it('returns the checked URL to the HTTP Request node, too', async () => {
		const options = await sign({ uri: 'HTTPS://API.example.com/x', url: undefined });
		expect(options.url).toBe('https://api.example.com/x');
		expect(options).not.toHaveProperty('uri');
	});

	it('disables redirects for plain http, because n8n would send the token to https', async () => {
		credentials.baseUrl = 'http://localhost:8080';
		const url = 'http://localhost:8080/v1/contacts';
		expect(await sign({ url, followAllRedirects: true, maxRedirects: 5 } as object)).toMatchObject({
			url,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	});

	it('reads the options before it gets a token, so later changes have no effect', async () => {
		const options = {
			url: 'https://api.example.com/v1/contacts',
			method: 'POST' as const,
			headers: { 'X-A': 'a' } as Record<string, string>,
			qs: { filter: { name: 'Ada' } },
			body: { list: [{ a: 1 }] },
			agentOptions: { cert: 'certificate' } as Record<string, unknown>,
		};
		const signing = sign(options);
		options.url = 'https://evil.example';
		options.headers.Host = 'evil.example';
		options.qs.filter.name = 'Eve';
		options.body.list[0]!.a = 2;
		options.agentOptions.host = 'evil.example';
		Object.assign(options, { proxy: { host: 'evil.example', port: 80 } });
		expect(await signing).toEqual({
			url: 'https://api.example.com/v1/contacts',
			method: 'POST',
			headers: { 'X-A': 'a', Authorization: 'Bearer token-1' },
			qs: { filter: { name: 'Ada' } },
			body: { list: [{ a: 1 }] },
			agentOptions: { cert: 'certificate' },
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: 'api.example.com',
		});
	});

	it('renews the token when n8n calls it again with the header of the first attempt', async () => {
		const first = await sign({ url: 'https://api.example.com' });
		const second = await sign({ ...first, headers: { ...first.headers, Host: 'x' } });
		expect(second.headers).toEqual({ Authorization: 'Bearer token-2' });
		expect(auth.requests).toHaveLength(2);
	});

	it('stops waiting when the execution is canceled, but not the exchange', async () => {
		const controller = new AbortController();
		const waiting = sign({ url: 'https://api.example.com', abortSignal: controller.signal });
		controller.abort();
		await expect(waiting).rejects.toThrow(
			'The execution was canceled before the token request was answered',
		);
		await sign({ url: 'https://api.example.com' });
		expect(auth.requests).toHaveLength(1);
	});

	it.each<[string, Partial<RequestOptions>, Partial<typeof CREDENTIALS>]>([
		['another origin', { url: 'https://evil.example' }, {}],
		['no certificate check', { url: 'https://api.example.com', rejectUnauthorized: false }, {}],
		['a missing setting', { url: 'https://api.example.com' }, { orgId: '' }],
	])('gets no token for a request with %s', async (_name, options, settings) => {
		credentials = { ...credentials, ...settings };
		await expect(sign(options)).rejects.toThrow();
		expect(auth.requests).toHaveLength(0);
	});

	it('returns the scopes of the token response and of the credential', async () => {
		expect(knownScopes(credentials)).toEqual({ granted: undefined, configured: ['contacts.read'] });
		auth = await serve(respond(200, tokenBody('token-1', { scope: 'contacts.write' })));
		credentials = { ...CREDENTIALS, authUrl: auth.url };
		await sign({ url: 'https://api.example.com' });
		expect(knownScopes(credentials)).toEqual({
			granted: ['contacts.write'],
			configured: ['contacts.read'],
		});
	});
});
