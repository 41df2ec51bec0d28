import fc from 'fast-check';
import type { IHttpRequestOptions, IRequestOptions } from 'n8n-workflow';

import { authenticate } from '../../../credentials/contactsApi/authenticate';
import type { RequestOptions } from '../../../credentials/contactsApi/callerRequest';
import { CREDENTIALS } from '../../support/credentials';
import { createContext } from '../../support/engine';
import {
	type Answer,
	inTurn,
	type RawServer,
	respond,
	startRawServer,
	tokenBody,
} from '../../support/rawServer';
import { numRuns, runs } from '../../support/runs';
import { trustedCertificate } from '../../support/trustedCertificate';

const TOKEN = 'access-canary-0123456789';
const OK = respond(200, '[]');

type Options = Partial<RequestOptions & IRequestOptions>;

/** n8n's two HTTP clients with the credential, as nodes call them. */
const clients: Array<
	[string, (credentials: typeof CREDENTIALS, options: Options) => Promise<unknown>]
> = [
	[
		'the helper of nodes',
		async (credentials, options) => {
			const { context } = createContext({ credentials });
			return await context.helpers.httpRequestWithAuthentication.call(
				context,
				'contactsApi',
				options as IHttpRequestOptions,
			);
		},
	],
	[
		'the helper of the HTTP Request node',
		async (credentials, options) => {
			const { context } = createContext({ credentials });
			return await context.helpers.requestWithAuthentication.call(context, 'contactsApi', options);
		},
	],
];

let certificate: { cert: string; key: string };
let auth: RawServer;
/** Where the token must never go. */
let elsewhere: RawServer;
const servers: RawServer[] = [];

beforeAll(async () => {
	certificate = await trustedCertificate();
});
beforeEach(async () => {
	auth = await serve(respond(200, tokenBody(TOKEN)));
	elsewhere = await serve(OK);
});
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

async function serve(answer: Answer, tls?: typeof certificate): Promise<RawServer> {
	const server = await startRawServer(answer, tls);
	servers.push(server);
	return server;
}

const credentialsFor = (api: RawServer) => ({
	...CREDENTIALS,
	authUrl: auth.url,
	baseUrl: api.url,
});

/** Expects a single `Authorization` header with the token, and the `Host` of the API. */
function expectOneToken(request: string, api: RawServer): void {
	const valuesOf = (name: string) =>
		[...request.matchAll(new RegExp(`^${name}: (.*?)\r$`, 'gim'))].map(([, value]) => value);
	expect(valuesOf('authorization')).toEqual([`Bearer ${TOKEN}`]);
	expect(valuesOf('host')).toEqual([new URL(api.url).host]);
}

describe.each(clients)('With %s', (_name, request) => {
	const headerNames = ['Host', 'host', 'HOST\t', ' host', 'Host ', '\u00a0Host', 'Host\ufeff\n'];

	it.each(headerNames)('a header %j does not send the token elsewhere', async (name) => {
		const api = await serve(inTurn(respond(302, '', { Location: '/again' }), OK), certificate);
		const headers = {
			[name]: new URL(elsewhere.url).host,
			[name.replace(/host/i, 'Authorization')]: 'x',
		};
		await request(credentialsFor(api), { url: `${api.url}/v1/contacts`, headers });
		expect(api.requests).toHaveLength(2);
		for (const received of api.requests) expectOneToken(received, api);
		expect(elsewhere.connections).toBe(0);
	});

	it.each(['common', 'get', 'GET'])('headers in %j are not sent', async (name) => {
		const api = await serve(OK);
		const headers = { [name]: { Host: new URL(elsewhere.url).host, Authorization: 'x' } };
		await request(credentialsFor(api), { url: api.url, headers });
		expectOneToken(api.requests[0]!, api);
	});

	it('agent options do not send the token elsewhere', async () => {
		const { port } = new URL(elsewhere.url);
		const socket = { host: '127.0.0.1', hostname: '127.0.0.1', port, path: '/socket' };
		for (const tls of [undefined, certificate]) {
			const api = await serve(OK, tls);
			const agentOptions = {
				...socket,
				socketPath: '/socket',
				servername: 'evil.example',
				ca: 'x',
			};
			await request(credentialsFor(api), { url: api.url, agentOptions } as object);
			expectOneToken(api.requests[0]!, api);
		}
		expect(elsewhere.connections).toBe(0);
	});

	it('a client certificate reaches the API', async () => {
		const api = await serve(OK, certificate);
		const { cert, key } = certificate;
		await request(credentialsFor(api), { url: api.url, agentOptions: { cert, key } });
		expectOneToken(api.requests[0]!, api);
	});

	it("the caller's body, query and headers reach the API", async () => {
		const api = await serve(OK);
		const options: Options = {
			url: `${api.url}/v1/contacts`,
			method: 'POST',
			qs: { a: 'b c' },
			headers: { 'X-Own': 'd' },
			body: { e: ['f'] },
			json: true,
		};
		await request(credentialsFor(api), options);
		const [received] = api.requests;
		expect(received).toMatch(/^POST \/v1\/contacts\?a=b(%20|\+)c HTTP/);
		expect(received).toMatch(/^x-own: d\r$/im);
		expect(received).toMatch(/\r\n\r\n\{"e":\["f"\]\}$/);
		expectOneToken(received!, api);
	});

	describe('a redirect', () => {
		it('within the API keeps the token', async () => {
			const api = await serve(inTurn(respond(302, '', { Location: '/again' }), OK), certificate);
			await request(credentialsFor(api), { url: api.url });
			expect(api.requests).toHaveLength(2);
			expectOneToken(api.requests[1]!, api);
		});

		it.each<[string, typeof certificate | undefined]>([
			['to another port', { cert: '', key: '' }],
			['to plain http', undefined],
		])('%s of the host is followed without the token', async (_to, tls) => {
			const other = await serve(OK, tls && certificate);
			const location = other.url.replace('127.0.0.1', 'localhost');
			const api = await serve(respond(302, '', { Location: location }), certificate);
			await request(credentialsFor(api), { url: api.url });
			expect(other.requests).toHaveLength(1);
			expect(other.requests[0]).not.toContain(TOKEN);
		});

		it.each(['127.0.0.1', 'evil.localhost', 'evil.example'])(
			'to the host %s is not followed',
			async (host) => {
				const { port } = new URL(elsewhere.url);
				const location = `http://${host}:${port}/`;
				const api = await serve(respond(307, '', { Location: location }), certificate);
				await expect(request(credentialsFor(api), { url: api.url })).rejects.toThrow(
					'Domain not allowed',
				);
				expect(elsewhere.connections).toBe(0);
			},
		);

		it('from plain http is not followed, not even to https on the same host and port', async () => {
			for (const scheme of ['http', 'https']) {
				const api: RawServer = await serve((socket, n) => {
					const location = api.url.replace('http', scheme);
					respond(302, '', { Location: `${location}/again` })(socket, n);
				});
				const options = { url: api.url, followAllRedirects: true, maxRedirects: 5 };
				await expect(request(credentialsFor(api), options)).rejects.toThrow();
				expect(api.connections).toBe(1);
			}
		});
	});

	it('generated requests send the token to the API or nowhere', async () => {
		const api = await serve(OK);
		const credentials = credentialsFor(api);
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(generatedOptions(api.url, elsewhere.url), async (options) => {
				api.requests.length = 0;
				await request(credentials, { ...options, timeout: 2_000 }).catch(() => undefined);
				sent += api.requests.length;
				for (const received of api.requests) expectOneToken(received, api);
				expect(elsewhere.requests.filter((received) => received.includes(TOKEN))).toEqual([]);
				expect(elsewhere.connections).toBe(0);
			}),
			runs(300),
		);
		expect(sent).toBeGreaterThan(numRuns(300) / 10);
	});
});

describe('authenticate', () => {
	const OWN_OPTIONS = ['url', 'headers', 'sendCredentialsOnCrossOriginRedirect', 'allowedDomains'];
	const ALLOWED_OPTIONS = new Set([
		...OWN_OPTIONS,
		...['method', 'qs', 'arrayFormat', 'qsStringifyOptions', 'useQuerystring'],
		...['body', 'form', 'formData', 'json', 'encoding', 'useStream', 'returnFullResponse'],
		...['resolveWithFullResponse', 'ignoreHttpStatusErrors', 'simple', 'timeout', 'abortSignal'],
		...['disableFollowRedirect', 'followRedirect', 'followAllRedirects', 'maxRedirects'],
		'agentOptions',
	]);

	it('returns nothing that could send the token elsewhere, for any generated request', async () => {
		const origin = 'https://api.example.com';
		const credentials = { ...CREDENTIALS, authUrl: auth.url };
		let signed = 0;
		await fc.assert(
			fc.asyncProperty(generatedOptions(origin, 'https://evil.example'), async (options) => {
				const result = await authenticate(credentials, options as RequestOptions).catch(
					(error: Error) => {
						expect(error.name).toBe('ContactsApiError');
					},
				);
				if (!result) return;
				signed++;
				expect(Object.keys(result).filter((name) => !ALLOWED_OPTIONS.has(name))).toEqual([]);
				expect(new URL(result.url).origin).toBe(origin);
				expect(new URL(result.url).href).toBe(result.url);
				const names = Object.keys(result.headers!).map((name) => name.trim().toLowerCase());
				expect(names.filter((name) => name === 'authorization')).toHaveLength(1);
				expect(new Set(names).size).toBe(names.length);
				expect(result.headers!.Authorization).toBe(`Bearer ${TOKEN}`);
				expect(names).not.toContain('host');
				expect(names).not.toContain('proxy-authorization');
				for (const value of Object.values(result.headers!).flat(Infinity)) {
					expect(['string', 'number', 'boolean']).toContain(typeof value);
				}
				for (const name of Object.keys(result.agentOptions ?? {})) {
					expect(['cert', 'key', 'passphrase']).toContain(name);
				}
				expect(result).toMatchObject({
					sendCredentialsOnCrossOriginRedirect: false,
					allowedDomains: 'api.example.com',
				});
				for (const object of [result, result.headers!, result.agentOptions ?? {}]) {
					const descriptors = Object.values(Object.getOwnPropertyDescriptors(object));
					expect(descriptors.filter(({ get, set }) => get ?? set)).toEqual([]);
				}
			}),
			runs(20_000),
		);
		expect(signed).toBeGreaterThan(numRuns(20_000) / 10);
	});
});

/** Options with everything that could send a request to another origin. */
function generatedOptions(origin: string, evil: string): fc.Arbitrary<Options> {
	const { host, hostname, port } = new URL(evil);
	const target = { host: hostname, hostname, port: Number(port), protocol: 'http' };

	const space = fc.constantFrom(
		'',
		'',
		'',
		' ',
		'\t',
		'\n',
		'\r\n',
		'\u00a0',
		'\ufeff',
		'\u200b',
		'\0',
	);
	const word = fc.constantFrom(
		...['Host', 'Authorization', 'Proxy-Authorization', 'X-Own', 'Cookie', 'Content-Type'],
		...['common', 'get', 'post', '__proto__', 'constructor', 'Transfer-Encoding', ':authority', ''],
	);
	const caseOf = fc.constantFrom(
		(text: string) => text,
		(text: string) => text.toLowerCase(),
		(text: string) => text.toUpperCase(),
	);
	const headerName = fc
		.tuple(space, word, space, caseOf)
		.map(([before, name, after, change]) => before + change(name) + after);
	const headerValue: fc.Arbitrary<unknown> = fc.oneof(
		fc.constantFrom<unknown>(host, 'Bearer x', '', 0, true, null, undefined, `x\r\nHost: ${host}`),
		fc.constantFrom<unknown>([host], ['a', 'b'], { Host: host }, [{ Host: host }], () => host),
	);
	const headers = fc.oneof(
		{ weight: 5, arbitrary: fc.dictionary(headerName, headerValue, { maxKeys: 5 }) },
		fc.array(fc.tuple(headerName, headerValue), { maxLength: 3 }),
		fc.constantFrom<unknown>(undefined, null, `Host: ${host}`, new Headers({ host })),
	);

	const rarely = (value: boolean, usual: boolean) =>
		fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constant(value));
	const agentOptions = fc.record(
		{
			host: fc.constant(hostname),
			hostname: fc.constant(hostname),
			port: fc.constant(port),
			path: fc.constant('/tmp/none.sock'),
			socketPath: fc.constant('/tmp/none.sock'),
			servername: fc.constant(hostname),
			ca: fc.constant('x'),
			session: fc.constant(Buffer.from('x')),
			lookup: fc.constant(() => {}),
			checkServerIdentity: fc.constant(() => undefined),
			createConnection: fc.constant(() => {}),
			passphrase: fc.constant('x'),
			rejectUnauthorized: rarely(false, true),
		},
		{ requiredKeys: [] },
	);

	const right = { weight: 9, arbitrary: fc.constantFrom(origin, `${origin}/v1/contacts`) };
	const address = fc.oneof(
		right,
		fc.constantFrom<unknown>(evil, `//${host}`, '/x', '', `${origin}@${host}`, new URL(evil)),
		fc.constant({ toString: () => evil }),
	);
	const proxy = fc.oneof(
		{ weight: 9, arbitrary: fc.constantFrom<unknown>(undefined, null, '') },
		fc.constantFrom<unknown>(evil, target),
	);
	const options = fc.record(
		{
			url: address,
			uri: address,
			baseURL: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, address),
			method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'OPTIONS'),
			headers,
			agentOptions,
			proxy,
			auth: fc.constantFrom<unknown>(undefined, { username: 'a', password: 'b' }, { bearer: 'x' }),
			qs: fc.constantFrom<unknown>(undefined, { a: 1 }, { '@': host }, { url: evil }),
			body: fc.constantFrom<unknown>(undefined, 'text', { a: 1 }, { __proto__: { host } }),
			form: fc.constantFrom<unknown>(undefined, { a: 1 }),
			json: fc.constantFrom(undefined, true, false),
			socketPath: fc.constant('/tmp/none.sock'),
			httpAgent: fc.constant(target),
			httpsAgent: fc.constant(target),
			transport: fc.constant({ request: () => {} }),
			lookup: fc.constant(() => {}),
			allowedDomains: fc.constantFrom('*', hostname),
			sendCredentialsOnCrossOriginRedirect: fc.constant(true),
			skipSslCertificateValidation: rarely(true, false),
			rejectUnauthorized: rarely(false, true),
			followAllRedirects: fc.constant(true),
			maxRedirects: fc.constant(5),
			beforeRedirect: fc.constant(() => {}),
		},
		{ requiredKeys: ['url'] },
	);
	/** The same options behind getters that return something else from the second time on. */
	const changing = options.map((given) => {
		const behindGetters = {};
		for (const [name, value] of Object.entries(given)) {
			let reads = 0;
			Object.defineProperty(behindGetters, name, {
				enumerable: true,
				configurable: true,
				get: () => (reads++ === 0 ? value : (LATER[name]?.(evil, host) ?? value)),
				set: () => {},
			});
		}
		return behindGetters;
	});
	return fc.oneof(
		{ weight: 3, arbitrary: options },
		changing,
		options.map(Object.create),
	) as fc.Arbitrary<Options>;
}

const LATER: Record<string, (evil: string, host: string) => unknown> = {
	url: (evil) => evil,
	uri: (evil) => evil,
	baseURL: (evil) => evil,
	proxy: (evil) => evil,
	headers: (_evil, host) => ({ Host: host }),
	agentOptions: (_evil, host) => ({ host }),
};
