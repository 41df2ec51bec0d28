import fc from 'fast-check';
import type { IHttpRequestOptions, IRequestOptions } from 'n8n-workflow';

import type { RequestOptions } from '../../credentials/contactsApi/callerRequest';
import { trustedCertificate } from '../support/certificates';
import { CREDENTIALS } from '../support/credentials';
import { createContext } from '../support/engine';
import { inTurn, type RawServer, rawServers, respond, tokenBody } from '../support/rawServer';
import { runs } from '../support/runs';

const TOKEN = 'access-canary-0123456789';
const OK = respond(200, '[]');

type Options = Partial<RequestOptions & IRequestOptions>;

const serve = rawServers();
let certificate: { cert: string; key: string };
let auth: RawServer;
/** Where the token must never go. */
let elsewhere: RawServer;
beforeAll(async () => (certificate = await trustedCertificate()));
beforeEach(async () => {
	auth = await serve(respond(200, tokenBody(TOKEN)));
	elsewhere = await serve(OK);
});

/** Expects a single `Authorization` header with the token, and the `Host` of the API. */
function expectOneToken(request: string, api: RawServer): void {
	const valuesOf = (name: string) =>
		[...request.matchAll(new RegExp(`^${name}: (.*?)\r$`, 'gim'))].map(([, value]) => value);
	expect(valuesOf('authorization')).toEqual([`Bearer ${TOKEN}`]);
	expect(valuesOf('host')).toEqual([new URL(api.url).host]);
}

// The helper of nodes, and that of the HTTP Request node. Which options are dropped is in the unit tests.
describe.each(['httpRequestWithAuthentication', 'requestWithAuthentication'] as const)(
	'With %s',
	(helper) => {
		async function request(api: RawServer, options: Options = {}): Promise<unknown> {
			const credentials = { ...CREDENTIALS, authUrl: auth.url, baseUrl: api.url };
			const context = createContext({ credentials });
			const given = { url: api.url, ...options } as IHttpRequestOptions;
			return await context.helpers[helper].call(context, 'contactsApi', given);
		}

		it('a redirect to another port or to plain http is followed without the token', async () => {
			for (const tls of [certificate, undefined]) {
				const other = await serve(OK, tls);
				const location = other.url.replace('127.0.0.1', 'localhost');
				const api = await serve(respond(302, '', { Location: location }), certificate);
				await request(api);
				expect(other.requests).toHaveLength(1);
				expect(other.requests[0]).not.toContain(TOKEN);
			}
		});

		it('a redirect to another host is not followed, nor one from plain http to the same port', async () => {
			for (const host of ['127.0.0.1', 'evil.localhost', 'evil.example']) {
				const location = elsewhere.url.replace('127.0.0.1', host);
				const api = await serve(respond(307, '', { Location: location }), certificate);
				await expect(request(api)).rejects.toThrow('Domain not allowed');
			}
			expect(elsewhere.connections).toBe(0);
			for (const scheme of ['http', 'https']) {
				const api: RawServer = await serve((socket, n) =>
					respond(302, '', { Location: api.url.replace('http', scheme) })(socket, n),
				);
				await expect(request(api, { followAllRedirects: true })).rejects.toThrow();
				expect(api.connections).toBe(1);
			}
		});

		it('no header sends the token anywhere but to the API', async () => {
			// n8n's client resolves the redirect against a header Host.
			const api = await serve(inTurn(respond(302, '', { Location: '/again' }), OK), certificate);
			const headers = generatedHeaders(new URL(elsewhere.url).host);
			const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS');
			await fc.assert(
				fc.asyncProperty(headers, method, fc.boolean(), async (...generated) => {
					const [given, verb, followAllRedirects] = generated;
					const options = { headers: given, method: verb, followAllRedirects, timeout: 60_000 };
					api.requests.length = 0;
					await request(api, options as Options).catch(() => undefined);
					expect(api.requests.length).toBeGreaterThan(0);
					for (const received of api.requests) expectOneToken(received, api);
					expect(elsewhere.connections).toBe(0);
				}),
				runs(300),
			);
		});
	},
);

/** Headers that could send a request to another host. */
function generatedHeaders(host: string): fc.Arbitrary<unknown> {
	const space = ['', '', '', ' ', '\t', '\n', '\r\n', '\u00a0', '\ufeff', '\u200b', '\0'];
	// The last one is empty.
	const words = [
		'Host HOST Authorization authorization Proxy-Authorization X-Own Cookie common get post',
		'__proto__ constructor Transfer-Encoding :authority ',
	].flatMap((line) => line.split(' '));
	const name = fc
		.tuple(...[space, words, space].map((texts) => fc.constantFrom(...texts)))
		.map((parts) => parts.join(''));
	const texts = [host, 'Bearer x', '', `x\r\nHost: ${host}`];
	const others = [0, true, null, undefined, [host], ['a', 'b'], { Host: host }, () => host];
	const value = fc.constantFrom<unknown>(...texts, ...others, [{ Host: host }]);
	const dictionaries = fc.dictionary(name, value, { maxKeys: 5 });
	return fc.oneof(
		dictionaries,
		dictionaries.map((headers) => Object.create(headers) as object),
		fc.constantFrom([['Host', host]], `Host: ${host}`, null, new Headers({ host })),
	);
}
