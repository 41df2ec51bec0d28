import type { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import { systemClock } from '../../../credentials/contactsApi/http/clock';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { exchangeToken } from '../../../credentials/contactsApi/tokenExchange';
import { version } from '../../../package.json';
import { CREDENTIALS } from '../../support/credentials';
import { type Answer, inTurn, rawServers, respond, tokenBody } from '../../support/rawServer';

const serve = rawServers();

/** Records the pauses instead of waiting. */
const sleep = jest.fn<Promise<void>, [number]>().mockResolvedValue();
const clock = { ...systemClock, sleep, random: () => 0.4 };

async function exchange(authUrl: string) {
	return await exchangeToken(parseSettings({ ...CREDENTIALS, authUrl }), clock).catch(
		(error: ContactsApiError) => error,
	);
}

// What can happen to a request, and how long a pause is, is tested in http/.
describe('exchangeToken', () => {
	afterEach(() => jest.restoreAllMocks());

	it('posts only the client ID and the refresh token, as JSON, with the version of the package', async () => {
		const server = await serve(respond(200, tokenBody('token-1', { scope: 'é' })));
		expect(await exchange(`${server.url}/oauth/`)).toMatchObject({
			authorization: 'Bearer token-1',
			scopes: ['é'],
		});
		const [head, body] = server.requests[0]!.split('\r\n\r\n');
		expect(head).toMatch(/^POST \/oauth\/token HTTP\/1.1\r\n/);
		expect(head).toMatch(/\r\ncontent-type: application\/json\r\n/i);
		expect(head).toMatch(/\r\naccept: application\/json\r\n/i);
		expect(head).toContain(`\r\nUser-Agent: n8n-nodes-contacts-api/${version}\r\n`);
		expect(head).not.toMatch(/authorization|cookie/i);
		expect(JSON.parse(body!)).toEqual({
			clientId: 'client_1',
			refreshToken: 'refresh-canary-0123456789',
		});
	});

	it.each<[string, Answer]>([
		['unauthorized', respond(401, '{"error":"canary"}')],
		['rateLimited', respond(429, '', { 'Retry-After': '15' })],
		['notATokenResponse', respond(204, '')],
		['tooLarge', respond(200, tokenBody('token-1').padEnd(64 * 1024 + 1))],
	])('fails without a retry: %s', async (reason, answer) => {
		const server = await serve(answer);
		expect(await exchange(server.url)).toMatchObject({ reason });
		expect(server.requests).toHaveLength(1);
	});

	it('reads up to 64 KiB', async () => {
		const server = await serve(respond(200, tokenBody('token-1').padEnd(64 * 1024)));
		expect(await exchange(server.url)).toMatchObject({ authorization: 'Bearer token-1' });
	});

	it('retries after a random part of half a second, and then of a second', async () => {
		const fault = respond(503, '');
		const server = await serve(inTurn(fault, fault, respond(200, tokenBody('token-1'))));
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
