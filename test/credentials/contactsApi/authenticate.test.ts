import { authenticate, knownScopes } from '../../../credentials/contactsApi/authenticate';
import type { RequestOptions } from '../../../credentials/contactsApi/callerRequest';
import { CREDENTIALS } from '../../support/credentials';
import { type RawServer, rawServers, respond, tokenBody } from '../../support/rawServer';

const serve = rawServers();

describe('authenticate', () => {
	let auth: RawServer;
	let credentials: typeof CREDENTIALS;
	beforeEach(async () => {
		auth = await serve((socket, n) => respond(200, tokenBody(`token-${n + 1}`))(socket, n));
		credentials = { ...CREDENTIALS, authUrl: auth.url };
	});

	const url = 'https://api.example.com/v1/contacts';
	const sign = async (options: Partial<RequestOptions>) =>
		await authenticate(credentials, options as RequestOptions);

	it('reads the options before it gets a token, so later changes have no effect', async () => {
		const options = { url, headers: { 'X-A': 'a' } as Record<string, string>, body: { a: 1 } };
		const signing = sign(options);
		options.headers.Host = 'evil.example';
		options.body.a = 2;
		Object.assign(options, { url: 'https://evil.example', proxy: { host: 'evil.example' } });
		expect(await signing).toEqual({
			url,
			headers: { 'X-A': 'a', Authorization: 'Bearer token-1' },
			body: { a: 1 },
			sendCredentialsOnCrossOriginRedirect: false,
			allowedDomains: 'api.example.com',
		});
	});

	it('renews the token when n8n calls it again with the header of the first attempt', async () => {
		const first = await sign(Object.freeze({ url, headers: Object.freeze({}) }));
		const second = await sign({ ...first, headers: { ...first.headers, Host: 'x' } });
		expect(second.headers).toEqual({ Authorization: 'Bearer token-2' });
		expect(auth.requests).toHaveLength(2);
	});

	it('stops waiting when the execution is canceled, but not the exchange', async () => {
		const controller = new AbortController();
		const waiting = sign({ url, abortSignal: controller.signal });
		controller.abort();
		await expect(waiting).rejects.toMatchObject({ reason: 'canceled' });
		await sign({ url });
		expect(auth.requests).toHaveLength(1);
	});

	it.each<[string, Partial<RequestOptions>, Partial<typeof CREDENTIALS>]>([
		['another origin', { url: 'https://evil.example' }, {}],
		['a missing setting', { url }, { clientId: '' }],
	])('gets no token for a request with %s', async (_name, options, settings) => {
		credentials = { ...credentials, ...settings };
		await expect(sign(options)).rejects.toThrow();
		expect(auth.requests).toHaveLength(0);
	});

	it('returns the scopes of the token response and of the credential', async () => {
		const configured = ['contacts.read'];
		expect(knownScopes(credentials)).toEqual({ granted: undefined, configured });
		auth = await serve(respond(200, tokenBody('token-1', { scope: 'contacts.write' })));
		credentials = { ...CREDENTIALS, authUrl: auth.url };
		await sign({ url });
		expect(knownScopes(credentials)).toEqual({ granted: ['contacts.write'], configured });
	});
});
