import { systemClock } from '../../../../credentials/contactsApi/http/clock';
import { parseSettings } from '../../../../credentials/contactsApi/settings';
import { exchangeToken } from '../../../../credentials/contactsApi/tokenExchange';
import { version } from '../../../../package.json';
import { CREDENTIALS } from '../../../support/credentials';
import { inTurn, rawServers, respond, tokenBody } from '../../../support/rawServer';

const serve = rawServers();

/** Records the pauses instead of waiting. */
const sleep = jest.fn<Promise<void>, [number]>().mockResolvedValue();
const clock = { ...systemClock, sleep, random: () => 0.4 };
afterEach(() => jest.restoreAllMocks());

async function exchange(authUrl: string) {
	const settings = parseSettings({ ...CREDENTIALS, authUrl });
	return await exchangeToken(settings, clock).catch((error: unknown) => error);
}

// What can happen to a request, and how long a pause is, is tested in http/.
it('A token request has only the client ID and the refresh token, as JSON, and the version of the package', async () => {
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
])('A token request fails without a retry: %s', async (reason, answer) => {
	const server = await serve(answer);
	expect(await exchange(server.url)).toMatchObject({ reason });
	expect(server.requests).toHaveLength(1);
});

it('A token request is retried after a random part of half a second, and then of a second', async () => {
	const fault = respond(503, '');
	const largest = respond(200, tokenBody('token-1').padEnd(64 * 1024));
	const server = await serve(inTurn(fault, fault, largest));
	expect(await exchange(server.url)).toMatchObject({ authorization: 'Bearer token-1' });
	expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([200, 400]);
});

it('A token request takes at most 10 seconds for an attempt, and 15 seconds for all of them', async () => {
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

const outcomeOf = async (body: string) => await exchange((await serve(respond(200, body))).url);

const LONGEST = 'x'.repeat(8192);

it.each<[string, object, object]>([
	['a token type in any case', { tokenType: 'bEARER' }, { authorization: 'Bearer a' }],
	['a token of all characters', { accessToken: 'a.b_c~d+e/f-g==' }, { scopes: undefined }],
	['a token of 8 KiB', { accessToken: LONGEST }, { authorization: `Bearer ${LONGEST}` }],
	['null as its scopes', { scope: null, scopes: null }, { scopes: undefined }],
	['a string of scopes', { scope: 'a  b ' }, { scopes: ['a', 'b'] }],
	['a list of scopes', { scopes: ['a'] }, { scopes: ['a'] }],
	['both', { scope: 'a b', scopes: ['b', 'c'] }, { scopes: ['b', 'c', 'a'] }],
	['an empty string of scopes', { scope: '' }, { scopes: [] }],
	['an empty list of scopes', { scope: null, scopes: [] }, { scopes: [] }],
	['malformed scopes', { scope: 1, scopes: [1] }, { scopes: undefined }],
	['unknown fields', { ['__proto__']: { accessToken: 'x' } }, { authorization: 'Bearer a' }],
])('A token response may have %s', async (_name, rest, expected) => {
	expect(await outcomeOf(tokenBody('a', rest))).toMatchObject(expected);
});

const bodies = (field: string, ...values: unknown[]) =>
	values.map((value) => tokenBody('a', { [field]: value }));

it.each<[string, string[]]>([
	['notATokenResponse', ['', '<html>canary</html>', '{"accessToken":"canary', 'null', '"a"', '42']],
	['notATokenResponse', [`[${tokenBody('canary')}]`, '{"tokenType":"Bearer","access_token":"a"}']],
	['notATokenResponse', [`{"__proto__":${tokenBody('canary')}}`]],
	['tokenDenied', ['{"error":"canary"}', '{"ok":false,"error":{"code":"canary"}}']],
	['notATokenResponse', ['{"error":null}', '{"error":false}', tokenBody('', { error: 'a' })]],
	['notATokenResponse', bodies('tokenType', undefined, null, 'mac', 'Bearer ', 'xBearer', 7, [])],
	['notATokenResponse', bodies('accessToken', '', null, 42, ['token'], 'Bearer x', 'a\nb', 'a\0b')],
	['notATokenResponse', bodies('accessToken', 'é', 'a=b', '=', 'a\n', `${LONGEST}x`)],
])('A token response is refused as %s', async (reason, refused) => {
	const message = expect.not.stringContaining('undefined');
	for (const body of refused) expect(await outcomeOf(body)).toMatchObject({ reason, message });
});
