import { Readable } from 'node:stream';

import { authenticate, knownScopes } from '../../../../credentials/contactsApi/authenticate';
import { CREDENTIALS } from '../../../support/credentials';
import { type RawServer, rawServers, respond, tokenBody } from '../../../support/rawServer';

const ORIGIN = 'https://api.example.com';
const url = `${ORIGIN}/v1/contacts`;

const serve = rawServers();
let auth: RawServer;
let credentials: typeof CREDENTIALS;
beforeEach(async () => {
	auth = await serve((socket, n) => respond(200, tokenBody(`token-${n + 1}`))(socket, n));
	credentials = { ...CREDENTIALS, authUrl: auth.url };
});

/** @param options of n8n's helpers, and what others may pass in */
const sign = async (options: object) => await authenticate(credentials, { url, ...options });

/** What a signed request has besides the caller's options. */
const SIGNED = {
	url,
	headers: { Authorization: 'Bearer token-1' },
	sendCredentialsOnCrossOriginRedirect: false,
	allowedDomains: 'api.example.com',
};

describe('authenticate', () => {
	it('renews the token when n8n calls it again with the header of the first attempt', async () => {
		const first = await sign(Object.freeze({ headers: Object.freeze({}) }));
		const headers = { 'authorization ': first.headers!.Authorization, Host: 'x' };
		const second = await sign({ ...first, headers });
		expect(second.headers).toEqual({ Authorization: 'Bearer token-2' });
		expect(auth.requests).toHaveLength(2);
	});

	it('lets no redirect from http keep the token, since that may lead to another origin', async () => {
		const baseUrl = 'http://127.0.0.1:1';
		const signed = await authenticate({ ...credentials, baseUrl }, { url: `${baseUrl}/v1` });
		const none = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };
		expect(signed).toMatchObject(none);
	});

	it('stops waiting when the execution is canceled, but not the exchange', async () => {
		const controller = new AbortController();
		const waiting = sign({ abortSignal: controller.signal });
		controller.abort();
		await expect(waiting).rejects.toMatchObject({ reason: 'canceled' });
		await sign({});
		expect(auth.requests).toHaveLength(1);
	});

	it('returns the scopes of the token response and of the credential', async () => {
		const configured = ['contacts.read'];
		expect(knownScopes(credentials)).toEqual({ granted: undefined, configured });
		auth = await serve(respond(200, tokenBody('token-1', { scope: 'contacts.write' })));
		credentials = { ...CREDENTIALS, authUrl: auth.url };
		await sign({});
		expect(knownScopes(credentials)).toEqual({ granted: ['contacts.write'], configured });
	});
});

describe("The caller's options", () => {
	it('are passed on when they say what to send, and how to treat the response', async () => {
		const names = [
			'method qs arrayFormat qsStringifyOptions useQuerystring body form formData json encoding',
			'useStream returnFullResponse timeout simple resolveWithFullResponse ignoreHttpStatusErrors',
			'abortSignal maxRedirects disableFollowRedirect followRedirect followAllRedirects',
		].flatMap((line) => line.split(' '));
		for (const value of [null, false, 0, 'a', { a: { b: [1, null, 'c'] } }, new Date()]) {
			const allowed = Object.fromEntries(names.map((name) => [name, value]));
			expect(await sign(allowed)).toEqual({ ...allowed, ...SIGNED });
		}
	});

	it('are dropped otherwise, except for a client certificate', async () => {
		const certificate = { cert: 'a', key: Buffer.from('b'), passphrase: 'c' };
		const named = (names: string) =>
			Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
		const otherAgentOptions = {
			...named('ca host port path socketPath servername session lookup checkServerIdentity pfx'),
			rejectUnauthorized: true,
		};
		const others = {
			...named('auth socketPath anything agent httpAgent httpsAgent transport lookup adapter'),
			...named('beforeRedirect allowedDomains sendCredentialsOnCrossOriginRedirect'),
			uri: ORIGIN,
			baseURL: ORIGIN,
			proxy: '',
			rejectUnauthorized: true,
			skipSslCertificateValidation: false,
		};
		expect(await sign({ ...others, agentOptions: otherAgentOptions })).toEqual(SIGNED);
		const agentOptions = { ...otherAgentOptions, ...certificate };
		expect(await sign({ agentOptions })).toEqual({ ...SIGNED, agentOptions: certificate });
	});

	it('are read once, before the exchange, so that later changes have no effect', async () => {
		/** Has another value when it is read again. */
		const changing = (values: object): object =>
			new Proxy(values, {
				get(target, name) {
					const value: unknown = Reflect.get(target, name);
					Reflect.set(target, name, 'https://evil.example');
					return value;
				},
			});
		const body = { list: [{ a: 1 }] };
		const nested = { headers: changing({ 'X-A': 'b' }), agentOptions: changing({ cert: 'c' }) };
		const options = changing({ url, body, ...nested }) as { url: string };
		const signing = authenticate(credentials, options);
		body.list[0]!.a = 2;
		const copied = { agentOptions: { cert: 'c' }, body: { list: [{ a: 1 }] } };
		const headers = { 'X-A': 'b', ...SIGNED.headers };
		expect(await signing).toEqual({ ...SIGNED, ...copied, headers });
	});

	it('keep streams, buffers, forms and dates as they are', async () => {
		const list = [Readable.from(''), Buffer.from('a'), new FormData(), new Date()];
		const { body } = await sign({ body: { list, nested: Object.create(null) as object } });
		expect(body).toEqual({ list, nested: {} });
		(body as { list: object[] }).list.forEach((value, n) => expect(value).toBe(list[n]));
	});

	it('may not set headers that belong to the request, or have no valid name', async () => {
		const names = [
			'Host| host|HOST\t|\nHost\r\n|\u00a0Host\ufeff|Proxy-Authorization |Authorization',
			'AUTHORIZATION |\tauthorization|__proto__|| |a b|a:b|a\0|Host\u200b|Ho\tst|é|a\r\nHost',
		].flatMap((line) => line.split('|'));
		for (const name of names) {
			const { headers } = await sign({ headers: { [name]: ['x'], 'X-A': 'b' } });
			expect([name, headers]).toEqual([name, { 'X-A': 'b', ...SIGNED.headers }]);
		}
	});

	const plain = { a: 'b', c: 1, d: true, e: ['f', 2] };
	const anyName = "AZaz09!#$%&'*+-.^_`|~";
	const objects = [{ Host: 'x' }, [{ Host: 'x' }], ['x', { Host: 'x' }], () => 'x', null, Symbol()];

	it.each<[string, unknown[], object]>([
		['with any valid name, trimmed', [{ [` ${anyName}\t`]: 'x' }], { [anyName]: 'x' }],
		['the last of the same name', [{ 'X-A': '1', 'x-a ': '2', ' X-a': '3' }], { 'X-a': '3' }],
		// n8n's client takes what is in `common`, and below the name of a method, for headers.
		['plain values and lists of them', objects.map((common) => ({ ...plain, common })), plain],
		['no others', [null, 'Host: x', [['Host', 'x']], new Headers({ a: 'b' })], {}],
	])('may set headers: %s', async (_name, given, expected) => {
		for (const headers of given) {
			expect((await sign({ headers })).headers).toEqual({ ...expected, ...SIGNED.headers });
		}
	});
});

describe('The token is sent to', () => {
	const none = { url: undefined };

	it.each<[object, string]>([
		[{ url: `${ORIGIN}/v1/contacts?pageSize=1` }, '/v1/contacts?pageSize=1'],
		[{ ...none, uri: `${ORIGIN}/v1/contacts` }, '/v1/contacts'],
		[{ url: 'https://API.EXAMPLE.com:443/x' }, '/x'],
		[{ url: ` ${ORIGIN}/x\n` }, '/x'],
		[{ url: '/v1/contacts', baseURL: ` ${ORIGIN}/crm/ ` }, '/crm/v1/contacts'],
		[{ url: 'v1/contacts', baseURL: ORIGIN }, '/v1/contacts'],
		[{ ...none, baseURL: `${ORIGIN}/crm` }, '/crm/'],
		[{ url: '/x', baseURL: `${ORIGIN}/crm//` }, '/crm/x'],
		[{ url: '/x?to=https://evil.example', baseURL: ORIGIN }, '/x?to=https://evil.example'],
		[{ url: ` ${ORIGIN}/x`, baseURL: 'https://other.example' }, '/x'],
		// Not absolute for n8n's client, which appends it to baseURL.
		[{ url: 'https:evil.example', baseURL: ORIGIN }, '/https:evil.example'],
		[{ url: '/\\evil.example', baseURL: ORIGIN }, '//evil.example'],
	])('the origin of Base URL: %j', async (options, path) => {
		expect((await sign(options)).url).toBe(ORIGIN + path);
	});

	const EVIL = 'https://evil.example';
	const urls = (...addresses: string[]) => addresses.map((address) => ({ url: address }));
	const withBase = (...pairs: string[][]) =>
		pairs.map(([path, baseURL]) => ({ url: path, baseURL }));
	const elsewhere = [
		...urls(EVIL, `${EVIL}/api.example.com`, 'HTTPS://EVIL.EXAMPLE', `${EVIL}\\@api.example.com`),
		...urls('https://api.example.com.evil.example', 'https://sub.api.example.com'),
		...urls('https://example.com', 'https://api.example.com.', 'https://api.example.com:8443'),
		...urls('http://api.example.com', 'ftp://api.example.com', 'http://api.example.com:443'),
		...urls('wss://api.example.com', 'https://аpi.example.com', 'https:\\\\evil.example'),
		...urls('data:text/plain,api.example.com', 'blob:https://api.example.com/x'),
		...withBase([EVIL, ORIGIN], ['h2://api.example.com', ORIGIN], ['/x', EVIL]),
		...withBase(['/x', 'https://api.example.com.']),
		{ ...none, uri: EVIL },
		...urls(EVIL).map((one) => ({ ...one, uri: ORIGIN })),
		...[new URL(EVIL), { toString: () => 'http://x' }].map((address) => ({ url: address })),
	];
	/** Incomplete, or with a user name. */
	const malformed = [
		...urls('', '/v1/contacts', '//evil.example', 'https://', 'https://user@api.example.com'),
		...urls('https://api.example.com@evil.example', 'https://:password@api.example.com'),
		...withBase(['//evil.example', ORIGIN], ['//api.example.com/x', ORIGIN]),
		...withBase(['/x', 'https://api.example.com@evil.example'], ['@evil.example', 'no address']),
		none,
	];

	it.each<[string, ...object[]]>([
		['otherOrigin', ...elsewhere],
		['urlMalformed', ...malformed],
		['connectionUnsafe', { skipSslCertificateValidation: true }],
		['connectionUnsafe', { rejectUnauthorized: false }],
		['connectionUnsafe', { agentOptions: { rejectUnauthorized: false } }],
		['connectionUnsafe', { proxy: { host: 'evil.example', port: 8080 } }],
	])('nobody, and no token is requested: %s', async (reason, ...requests) => {
		for (const options of requests) {
			const message = expect.stringContaining(reason === 'otherOrigin' ? `${ORIGIN} only` : '');
			await expect(sign(options)).rejects.toMatchObject({ reason, message });
		}
		expect(auth.requests).toHaveLength(0);
	});
});
