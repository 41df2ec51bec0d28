import { sleep } from 'n8n-workflow';

import { exchangeToken } from '../../../credentials/contactsApi/tokenExchange';
import { ContactsApiError } from '../../../credentials/contactsApi/errors';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { CREDENTIALS } from '../../support/credentials';
import { type Answer, inTurn, rawServers, respond, tokenBody } from '../../support/rawServer';

// Record the pauses instead of waiting.
jest.mock('n8n-workflow', () => ({ sleep: jest.fn() }));
const pauses = () => jest.mocked(sleep).mock.calls.map(([ms]) => ms);

const OK = respond(200, tokenBody('token-1', { scope: 'é' }));

const serve = rawServers();

async function exchange(authUrl: string) {
	return await exchangeToken(parseSettings({ ...CREDENTIALS, authUrl })).catch(
		(error: ContactsApiError) => error,
	);
}

// What can happen to a request, and how long a pause is, is tested in http/.
describe('exchangeToken', () => {
	afterEach(() => {
		jest.restoreAllMocks();
		jest.mocked(sleep).mockClear();
	});

	it('posts only the client ID and the refresh token, as JSON', async () => {
		const server = await serve(OK);
		expect(await exchange(`${server.url}/oauth/`)).toMatchObject({
			authorization: 'Bearer token-1',
			scopes: ['é'],
		});
		const [head, body] = server.requests[0]!.split('\r\n\r\n');
		expect(head).toMatch(/^POST \/oauth\/token HTTP\/1.1\r\n/);
		expect(head).toMatch(/\r\ncontent-type: application\/json\r\n/i);
		expect(head).toMatch(/\r\naccept: application\/json\r\n/i);
		expect(head).not.toMatch(/authorization|cookie/i);
		expect(JSON.parse(body!)).toEqual({
			clientId: 'client_1',
			refreshToken: 'refresh-canary-0123456789',
		});
	});

	it.each<[string, Answer]>([
		['unauthorized', respond(401, '{"error":"canary"}')],
		['refused', respond(400, '')],
		['notATokenResponse', respond(200, '<html>')],
		['notATokenResponse', respond(204, '')],
		['notABearerToken', respond(200, '{"accessToken":"x","tokenType":"mac"}')],
	])('fails without a retry: %s', async (reason, answer) => {
		const server = await serve(answer);
		expect(await exchange(server.url)).toMatchObject({ reason });
		expect(server.requests).toHaveLength(1);
	});

	it.each([301, 302, 303, 304, 307, 308])('sends nothing to where a %d leads', async (status) => {
		const elsewhere = await serve(OK);
		const server = await serve(respond(status, '', { Location: `${elsewhere.url}/token` }));
		expect(await exchange(server.url)).toMatchObject({
			reason: 'redirected',
			userMessage: { httpCode: String(status) },
		});
		expect(elsewhere.requests).toHaveLength(0);
		expect(server.requests).toHaveLength(1);
	});

	it('reads at most 64 KiB', async () => {
		const body = tokenBody('token-1', { note: '' });
		const padded = (size: number) => body.replace('""', `"${'x'.repeat(size - body.length)}"`);
		const fits = await serve(respond(200, padded(65_536)));
		expect(await exchange(fits.url)).toMatchObject({ authorization: 'Bearer token-1' });
		const over = await serve(respond(200, padded(65_537)));
		expect(await exchange(over.url)).toMatchObject({ reason: 'tooLarge' });
	});

	it('retries at most twice, after a random part of half a second, and then of a second', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.4);
		const fault = respond(503, 'canary');
		const recovering = await serve(inTurn(fault, fault, OK));
		expect(await exchange(recovering.url)).toMatchObject({ authorization: 'Bearer token-1' });
		expect(pauses()).toEqual([200, 400]);
		const failing = await serve(fault);
		expect(await exchange(failing.url)).toMatchObject({ reason: 'failed' });
		expect(failing.requests).toHaveLength(3);
	});

	it.each([
		[429, '15', 'rateLimited', 'Try again in 15 seconds.'],
		[429, '9'.repeat(400), 'rateLimited', 'Try again later.'],
		[503, '600', 'failed', expect.stringMatching(/^Try again in 10 minutes\. /)],
	])(
		'gives up at once when Retry-After is too long: %d, %s',
		async (status, header, reason, description) => {
			const server = await serve(respond(status, '', { 'Retry-After': header }));
			expect(await exchange(server.url)).toMatchObject({ reason, userMessage: { description } });
			expect(server.requests).toHaveLength(1);
		},
	);

	it('takes at most 10 seconds for an attempt, and 15 seconds for all of them', async () => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const server = await serve((socket, n) => {
			now += 7_000;
			respond(503, '')(socket, n);
		});
		expect(await exchange(server.url)).toBeInstanceOf(ContactsApiError);
		expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([10_000, 8_000, 1_000]);
		expect(server.requests).toHaveLength(3);
	});
});
