import type { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import { systemClock } from '../../../credentials/contactsApi/http/clock';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { exchangeToken } from '../../../credentials/contactsApi/tokenExchange';
import { version } from '../../../package.json';
import { CREDENTIALS } from '../../support/credentials';
import { inTurn, rawServers, respond, tokenBody } from '../../support/rawServer';

const serve = rawServers();

/** Records the pauses instead of waiting. */
const sleep = jest.fn<Promise<void>, [number]>().mockResolvedValue();
const clock = { ...systemClock, sleep, random: () => 0.4 };
afterEach(() => jest.restoreAllMocks());

async function exchange(authUrl: string) {
	return await exchangeToken(parseSettings({ ...CREDENTIALS, authUrl }), clock).catch(
		(error: ContactsApiError) => error,
	);
}

// What can happen to a request, and how long a pause is, is tested in http/.
describe('A token request', () => {
	it('has only the client ID and the refresh token, as JSON, and the version of the package', async () => {
		const server = await serve(respond(200, tokenBody('token-1', { scope: 'é' })));
		expect(await exchange(`${server.url}/oauth/`)).toMatchObject({ scopes: ['é'] });
		const [head, body] = server.requests[0]!.split('\r\n\r\n');
		expect(head).toMatch(/^POST \/oauth\/token HTTP\/1.1\r\n/);
		expect(head).toMatch(/\r\ncontent-type: application\/json\r\n/i);
		expect(head).toMatch(/\r\naccept: application\/json\r\n/i);
		expect(head).toContain(`\r\nUser-Agent: n8n-nodes-contacts-api/${version}\r\n`);
		expect(head).not.toMatch(/authorization|cookie/i);
		const { clientId, refreshToken } = CREDENTIALS;
		expect(JSON.parse(body!)).toEqual({ clientId, refreshToken });
	});

	it.each([
		['unauthorized', respond(401, '{"error":"canary"}')],
		['rateLimited', respond(429, '', { 'Retry-After': '15' })],
		['notATokenResponse', respond(204, '')],
		['tooLarge', respond(200, tokenBody('token-1').padEnd(64 * 1024 + 1))],
	])('fails without a retry: %s', async (reason, answer) => {
		const server = await serve(answer);
		expect(await exchange(server.url)).toMatchObject({ reason });
		expect(server.requests).toHaveLength(1);
	});

	it('is retried after a random part of half a second, and then of a second', async () => {
		const fault = respond(503, '');
		const largest = respond(200, tokenBody('token-1').padEnd(64 * 1024));
		const server = await serve(inTurn(fault, fault, largest));
		expect(await exchange(server.url)).toMatchObject({ authorization: 'Bearer token-1' });
		expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([200, 400]);
	});

	it('takes at most 10 seconds for an attempt, and 15 seconds for all of them', async () => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const server = await serve((socket, n) => {
			now += 7_000;
			respond(503, '')(socket, n);
		});
		expect(await exchange(server.url)).toMatchObject({ reason: 'failed' });
		expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([10_000, 8_000, 1_000]);
	});
});

describe('A token response', () => {
	/** The outcome of an exchange that ends with these responses. */
	const outcomeOf = async (body: string) => await exchange((await serve(respond(200, body))).url);

	it.each<[string, object, object]>([
		['a token type in any case', { tokenType: 'bEARER' }, { authorization: 'Bearer a' }],
		...['a.b_c~d+e/f-g==', 'x'.repeat(8192)].map((accessToken): [string, object, object] => [
			'a token of all characters, and of 8 KiB',
			{ accessToken },
			{ authorization: `Bearer ${accessToken}` },
		]),
		['no scopes', {}, { scopes: undefined }],
		['null', { scope: null, scopes: null }, { scopes: undefined }],
		['a string of scopes', { scope: 'a  b ' }, { scopes: ['a', 'b'] }],
		['a list of scopes', { scopes: ['a'] }, { scopes: ['a'] }],
		['both', { scope: 'a b', scopes: ['b', 'c'] }, { scopes: ['b', 'c', 'a'] }],
		['both, one of them empty', { scope: 'a', scopes: [] }, { scopes: ['a'] }],
		['an empty string of scopes', { scope: '' }, { scopes: [] }],
		['an empty list of scopes', { scope: null, scopes: [] }, { scopes: [] }],
		[
			'unknown fields',
			{ expiresIn: 60, ['__proto__']: { accessToken: 'x' } },
			{ scopes: undefined },
		],
	])('may have %s', async (_name, rest, expected) => {
		expect(await outcomeOf(tokenBody('a', rest))).toMatchObject(expected);
	});

	const withTypes = (...types: unknown[]) =>
		types.map((tokenType) => tokenBody('a', { tokenType }));
	const withTokens = (...tokens: unknown[]) =>
		tokens.map((accessToken) => tokenBody('a', { accessToken }));

	it.each<[string, string[]]>([
		[
			'notATokenResponse',
			[
				...['', '<html>canary</html>', '{"accessToken":"canary', 'null', '"canary"', '42'],
				`[${tokenBody('canary')}]`,
				'{"tokenType":"Bearer","access_token":"canary"}',
				`{"__proto__":${tokenBody('canary')}}`,
			],
		],
		['notABearerToken', withTypes(undefined, null, 'mac', 'Bearer ', 'xBearer', 7, ['Bearer'])],
		[
			'tokenUnusable',
			[
				...withTokens('', null, 42, ['token'], 'Bearer x', 'a\nb', 'a\0b', 'é', 'a=b', '=', 'a\n'),
				...withTokens('x'.repeat(8193)),
			],
		],
		['scopeMalformed', [1, ['x']].map((scope) => tokenBody('a', { scope }))],
		['scopeMalformed', ['x', [1], {}].map((scopes) => tokenBody('a', { scopes }))],
	])('is refused as %s', async (reason, bodies) => {
		for (const body of bodies) expect(await outcomeOf(body)).toMatchObject({ reason });
	});
});
