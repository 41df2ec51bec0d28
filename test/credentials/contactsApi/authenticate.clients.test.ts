import fc from 'fast-check';
import type { IHttpRequestOptions, IRequestOptions } from 'n8n-workflow';

import type { RequestOptions } from '../../../credentials/contactsApi/callerRequest';
import { trustedCertificate } from '../../support/certificates';
import { CREDENTIALS } from '../../support/credentials';
import { createContext } from '../../support/engine';
import { inTurn, type RawServer, rawServers, respond, tokenBody } from '../../support/rawServer';
import { numRuns, runs } from '../../support/runs';

const TOKEN = 'access-canary-0123456789';
const OK = respond(200, '[]');

type Options = Partial<RequestOptions & IRequestOptions>;

const serve = rawServers();
let certificate: { cert: string; key: string };
let auth: RawServer;
/** Where the token must never go. */
let elsewhere: RawServer;

beforeAll(async () => {
	certificate = await trustedCertificate();
});
beforeEach(async () => {
	auth = await serve(respond(200, tokenBody(TOKEN)));
	elsewhere = await serve(OK);
});

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

// The helper of nodes, and that of the HTTP Request node.
describe.each(['httpRequestWithAuthentication', 'requestWithAuthentication'] as const)(
	'With %s',
	(helper) => {
		async function request(credentials: typeof CREDENTIALS, options: Options): Promise<unknown> {
			const context = createContext({ credentials });
			const { [helper]: send } = context.helpers;
			return await send.call(context, 'contactsApi', options as IHttpRequestOptions);
		}

		it("the caller's body, query, headers and client certificate reach the API", async () => {
			const { cert, key } = certificate;
			const requireCertificate = { requestCert: true, rejectUnauthorized: true, ca: cert };
			const api = await serve(OK, { ...certificate, ...requireCertificate });
			await request(credentialsFor(api), {
				url: `${api.url}/v1/contacts`,
				method: 'POST',
				qs: { a: 'b c' },
				headers: { 'X-Own': 'd' },
				body: { e: ['f'] },
				json: true,
				agentOptions: { cert, key },
			});
			const [received] = api.requests;
			expect(received).toMatch(/^POST \/v1\/contacts\?a=b(%20|\+)c HTTP/);
			expect(received).toMatch(/^x-own: d\r$/im);
			expect(received).toMatch(/\r\n\r\n\{"e":\["f"\]\}$/);
			expectOneToken(received!, api);
		});

		it('a redirect to another port or to plain http is followed without the token', async () => {
			for (const tls of [certificate, undefined]) {
				const other = await serve(OK, tls);
				const location = other.url.replace('127.0.0.1', 'localhost');
				const api = await serve(respond(302, '', { Location: location }), certificate);
				await request(credentialsFor(api), { url: api.url });
				expect(other.requests).toHaveLength(1);
				expect(other.requests[0]).not.toContain(TOKEN);
			}
		});

		it('a redirect to another host is not followed', async () => {
			for (const host of ['127.0.0.1', 'evil.localhost', 'evil.example']) {
				const location = elsewhere.url.replace('127.0.0.1', host);
				const api = await serve(respond(307, '', { Location: location }), certificate);
				const requested = request(credentialsFor(api), { url: api.url });
				await expect(requested).rejects.toThrow('Domain not allowed');
			}
			expect(elsewhere.connections).toBe(0);
		});

		it('a redirect from plain http is not followed, not even to https on the same port', async () => {
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

		it('generated requests send the token to the API or nowhere', async () => {
			// n8n's client resolves the redirect against a header Host.
			const api = await serve(inTurn(respond(302, '', { Location: '/again' }), OK), certificate);
			const credentials = credentialsFor(api);
			let sent = 0;
			await fc.assert(
				fc.asyncProperty(generatedOptions(api.url, elsewhere.url), async (options) => {
					api.requests.length = 0;
					await request(credentials, { ...options, timeout: 60_000 }).catch(() => undefined);
					sent += api.requests.length;
					for (const received of api.requests) expectOneToken(received, api);
					expect(elsewhere.requests.filter((received) => received.includes(TOKEN))).toEqual([]);
					expect(elsewhere.connections).toBe(0);
				}),
				runs(300),
			);
			expect(sent).toBeGreaterThan(numRuns(300) / 10);
		});
	},
);

/** Options with everything that could send a request to another origin. */
function generatedOptions(origin: string, evil: string): fc.Arbitrary<Options> {
	const { host, hostname, port } = new URL(evil);
	const target = { host: hostname, hostname, port: Number(port), protocol: 'http' };
	const no = () => undefined;
	const mostly = (usual: unknown, ...others: unknown[]) =>
		fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
	/** Any of these properties, each with a constant value. */
	const someOf = (values: object) =>
		fc.subarray(Object.entries(values)).map((entries) => Object.fromEntries(entries) as object);

	const space = fc.constantFrom(
		...['', '', '', ' ', '\t', '\n', '\r\n', '\u00a0', '\ufeff', '\u200b', '\0'],
	);
	const word = fc.constantFrom(
		...['Host', 'HOST', 'Authorization', 'authorization', 'Proxy-Authorization', 'X-Own', 'Cookie'],
		...['common', 'get', 'post', '__proto__', 'constructor', 'Transfer-Encoding', ':authority', ''],
	);
	const headerName = fc.tuple(space, word, space).map((parts) => parts.join(''));
	const headerValue = fc.constantFrom<unknown>(
		...[host, 'Bearer x', '', 0, true, null, undefined, `x\r\nHost: ${host}`],
		...[[host], ['a', 'b'], { Host: host }, [{ Host: host }], () => host],
	);
	const checked = fc.record(
		{
			url: mostly(
				`${origin}/v1/contacts`,
				...[evil, `//${host}`, '/x', '', `${origin}@${host}`, `${evil}\\@${origin}`, new URL(evil)],
				{ toString: () => evil },
			),
			uri: mostly(origin, evil),
			baseURL: mostly(undefined, origin, evil, `//${host}`),
			method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'OPTIONS'),
			headers: fc.oneof(
				{ weight: 2, arbitrary: fc.dictionary(headerName, headerValue, { maxKeys: 5 }) },
				fc.constantFrom<unknown>(
					...[{ common: { Host: host } }, { get: { Host: host } }, [['Host', host]]],
					...[undefined, null, `Host: ${host}`, new Headers({ host })],
				),
			),
			agentOptions: someOf({ host: hostname, hostname, port, servername: hostname }),
			proxy: mostly(undefined, null, '', evil, target),
			auth: fc.constantFrom<unknown>(undefined, { username: 'a', password: 'b' }, { bearer: 'x' }),
		},
		{ requiredKeys: ['url'] },
	);
	const dropped = someOf({
		...{ socketPath: '/tmp/none.sock', httpAgent: target, httpsAgent: target, lookup: no },
		...{ transport: { request: no }, beforeRedirect: no, allowedDomains: '*', form: { a: 1 } },
		...{ followAllRedirects: true, maxRedirects: 5, sendCredentialsOnCrossOriginRedirect: true },
	});
	const options = fc.tuple(checked, dropped).map(([one, other]) => ({ ...one, ...other }));
	return fc.oneof(options, options.map(Object.create)) as fc.Arbitrary<Options>;
}
