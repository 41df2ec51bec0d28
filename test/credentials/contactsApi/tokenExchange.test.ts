import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { sleep } from 'n8n-workflow';

import { exchangeToken } from '../../../credentials/contactsApi/tokenExchange';
import type { ContactsApiError } from '../../../credentials/contactsApi/errors';
import { parseSettings } from '../../../credentials/contactsApi/settings';
import { CREDENTIALS } from '../../support/credentials';
import {
	type Answer,
	inTurn,
	type RawServer,
	respond,
	startRawServer,
	tokenBody,
} from '../../support/rawServer';
import { selfSigned } from '../../support/selfSigned';

// Record the pauses instead of waiting.
jest.mock('n8n-workflow', () => ({ sleep: jest.fn() }));
const pauses = () => jest.mocked(sleep).mock.calls.map(([ms]) => ms);

const OK = respond(200, tokenBody('token-1'));

describe('exchangeToken', () => {
	const servers: RawServer[] = [];
	afterEach(async () => {
		jest.restoreAllMocks();
		jest.mocked(sleep).mockClear();
		await Promise.all(servers.splice(0).map(async (server) => await server.close()));
	});

	async function serve(answer: Answer): Promise<RawServer> {
		const server = await startRawServer(answer);
		servers.push(server);
		return server;
	}

	async function exchange(authUrl: string): Promise<string> {
		return await exchangeToken(parseSettings({ ...CREDENTIALS, authUrl })).then(
			(token) => token.authorization,
			({ reason, userMessage }: ContactsApiError) => `${reason}: ${userMessage.message}`,
		);
	}

	/** Makes time run 40 times as fast, and returns the requested deadlines. */
	function fastTime() {
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() * 40);
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		return jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 40));
	}

	it('posts only the client ID and the refresh token, as JSON', async () => {
		const server = await serve(OK);
		expect(await exchange(`${server.url}/oauth/`)).toBe('Bearer token-1');
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

	it('reads a compressed response', async () => {
		const server = await serve(
			respond(200, gzipSync(tokenBody('token-1')), { 'Content-Encoding': 'gzip' }),
		);
		expect(await exchange(server.url)).toBe('Bearer token-1');
	});

	it('reads a response that is split inside a character', async () => {
		const body = Buffer.from(tokenBody('token-1', { scope: 'é' }));
		const split = body.indexOf(0xc3) + 1;
		const server = await serve((socket) => {
			socket.write(
				`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
			);
			// The client reads the first piece between the two.
			socket.write(body.subarray(0, split), () =>
				setImmediate(() => setImmediate(() => socket.end(body.subarray(split)))),
			);
		});
		const settings = parseSettings({ ...CREDENTIALS, authUrl: server.url });
		expect((await exchangeToken(settings)).scopes).toEqual(['é']);
	});

	describe('does not retry after', () => {
		it.each([
			[
				401,
				'unauthorized: The authorization server did not accept the client ID or the refresh token (401)',
			],
			[400, 'refused: The authorization server refused the token request (400)'],
			[403, 'forbidden: The authorization server does not permit the token request (403)'],
			[
				404,
				'notFound: The authorization server has nothing at the address of the token request (404)',
			],
			[
				405,
				'notFound: The authorization server has nothing at the address of the token request (405)',
			],
			[501, 'failed: The authorization server failed to answer the token request (501)'],
		])('status %d', async (status, expected) => {
			const server = await serve(respond(status, '{"error":"canary"}'));
			expect(await exchange(server.url)).toBe(expected);
			expect(server.requests).toHaveLength(1);
		});

		it.each([301, 302, 303, 304, 307, 308])('redirect %d', async (status) => {
			const elsewhere = await serve(OK);
			const server = await serve(respond(status, '', { Location: `${elsewhere.url}/token` }));
			expect(await exchange(server.url)).toBe(
				`redirected: The authorization server redirected the token request (${status})`,
			);
			expect(elsewhere.requests).toHaveLength(0);
			expect(server.requests).toHaveLength(1);
		});

		it.each<[string, Answer, string]>([
			['HTML', respond(200, '<html>'), 'notATokenResponse'],
			['an answer that is not HTTP', (socket) => socket.end('SSH-2.0\r\n\r\n'), 'notHttp'],
			['an empty answer', respond(204, ''), 'notATokenResponse'],
			[
				'a status of proxies',
				respond(407, ''),
				'proxyStatus: The authorization server answered the token request like a proxy that asks for a password (407)',
			],
			[
				'a body that is not gzip',
				respond(200, 'hello', { 'Content-Encoding': 'gzip' }),
				'encodingInvalid',
			],
			[
				'a wrong token type',
				respond(200, '{"accessToken":"x","tokenType":"mac"}'),
				'notABearerToken',
			],
		])('%s', async (_name, answer, reason) => {
			const server = await serve(answer);
			expect(await exchange(server.url)).toMatch(reason);
			expect(server.requests).toHaveLength(1);
		});

		it('a certificate that is not trusted', async () => {
			const requests = jest.fn();
			const server = createServer(await selfSigned(), requests);
			server.listen(0, '127.0.0.1');
			await once(server, 'listening');
			const { port } = server.address() as AddressInfo;
			expect(await exchange(`https://127.0.0.1:${port}`)).toBe(
				"certificateUntrusted: The authorization server's certificate is not trusted",
			);
			expect(requests).not.toHaveBeenCalled();
			expect(pauses()).toEqual([]);
			server.close();
		});
	});

	describe('stops at 64 KiB of', () => {
		const tooLarge = 'tooLarge: The response to the token request is larger than 64 KiB';
		const padded = (size: number) => {
			const body = tokenBody('token-1', { note: '' });
			return body.replace('""', `"${'x'.repeat(size - body.length)}"`);
		};

		it('a body, and accepts one that just fits', async () => {
			const fits = await serve(respond(200, padded(65_536)));
			expect(await exchange(fits.url)).toBe('Bearer token-1');
			const over = await serve(respond(200, padded(65_537)));
			expect(await exchange(over.url)).toBe(tooLarge);
		});

		it('an endless body', async () => {
			let sent = 0;
			const server = await serve((socket) => {
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				const chunk = Buffer.alloc(16_384, 0x20);
				const more = () => {
					sent += chunk.length;
					if (!socket.destroyed && sent < 50_000_000) socket.write(chunk, more);
				};
				more();
			});
			expect(await exchange(server.url)).toBe(tooLarge);
			expect(sent).toBeLessThan(10_000_000);
		});

		it('a gzip bomb', async () => {
			const bomb = gzipSync(Buffer.alloc(50_000_000));
			const server = await serve(respond(200, bomb, { 'Content-Encoding': 'gzip' }));
			const before = process.memoryUsage().arrayBuffers;
			expect(await exchange(server.url)).toBe(tooLarge);
			expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
		});
	});

	describe('gives 10 seconds to', () => {
		it.each<[string, Answer]>([
			['headers that do not come', () => {}],
			['headers that drip', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX: ')],
			[
				'a body that does not come',
				(socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'),
			],
			[
				'a body that drips',
				(socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n'),
			],
		])('%s', async (_name, answer) => {
			const timeout = fastTime();
			const server = await serve(answer);
			const { seconds } =
				/^timedOut: The authorization server did not answer the token request within (?<seconds>\d+) seconds$/.exec(
					await exchange(server.url),
				)!.groups!;
			expect(Number(seconds)).toBeGreaterThanOrEqual(10);
			expect(Number(seconds)).toBeLessThan(30);
			expect(server.requests).toHaveLength(1);
			expect(timeout.mock.calls).toEqual([[10_000]]);
			await expectNoOpenSocket(server);
		});
	});

	describe('retries at most twice after', () => {
		const dropped: Answer = (socket) => socket.destroy();
		const truncated: Answer = (socket) => {
			socket.end('HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"accessToken":"ca');
		};
		const unreachable =
			'unreachable: The authorization server could not be reached for the token request';
		const unanswered =
			'dropped: The authorization server closed the connection without answering the token request';
		const brokenOff =
			'brokenOff: The connection to the authorization server dropped during the response to the token request';
		const failed = (status: number) =>
			`failed: The authorization server failed to answer the token request (${status})`;

		it.each<[string, Answer, string]>([
			['a connection dropped before the answer', dropped, unanswered],
			['a connection dropped in the body', truncated, brokenOff],
			['status 500', respond(500, 'canary'), failed(500)],
			['status 502', respond(502, 'canary'), failed(502)],
			['status 503', respond(503, 'canary'), failed(503)],
			['status 504', respond(504, 'canary'), failed(504)],
			[
				'status 429',
				respond(429, 'canary'),
				'rateLimited: The authorization server accepts no more requests for now, and refused the token request (429)',
			],
		])('%s', async (_name, fault, expected) => {
			const recovering = await serve(inTurn(fault, fault, OK));
			expect(await exchange(recovering.url)).toBe('Bearer token-1');
			expect(recovering.requests).toHaveLength(3);
			const failing = await serve(fault);
			expect(await exchange(failing.url)).toBe(expected);
			expect(failing.requests).toHaveLength(3);
		});

		it('a connection refused, or a host that has no address', async () => {
			const { url, close } = await startRawServer(OK);
			await close();
			expect(await exchange(url)).toBe(unreachable);
			expect(await exchange('https://contacts.invalid')).toBe(unreachable);
		});

		it('a random part of half a second, and then of a second', async () => {
			jest.spyOn(Math, 'random').mockReturnValue(0.4);
			const server = await serve(respond(503, ''));
			await exchange(server.url);
			expect(pauses()).toEqual([200, 400]);
		});
	});

	describe('respects Retry-After', () => {
		// Stop the clock, so that a busy machine does not matter.
		beforeEach(() => {
			jest.spyOn(performance, 'now').mockReturnValue(0);
			jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
			jest.spyOn(Math, 'random').mockReturnValue(0.5);
		});

		it.each([
			['seconds', () => '14', 14_000],
			['no seconds', () => '0', 0],
			['a date', () => new Date(Date.now() + 9_000).toUTCString(), 9_000],
			['a date that has passed', () => new Date(0).toUTCString(), 0],
		])('with %s', async (_name, header, expected) => {
			const server = await serve((socket, n) =>
				(n === 0 ? respond(503, '', { 'Retry-After': header() }) : OK)(socket, n),
			);
			expect(await exchange(server.url)).toBe('Bearer token-1');
			expect(pauses()).toEqual([expected + 250]);
		});

		it.each([
			[429, '15', 'rateLimited', 'Try again in 15 seconds.'],
			[429, '9'.repeat(400), 'rateLimited', 'Try again later.'],
			[
				503,
				'600',
				'failed',
				'Try again in 10 minutes. If this keeps happening, ask the operator of the service.',
			],
		])(
			'by giving up at once when it is too long: %d, %s',
			async (status, header, reason, description) => {
				const server = await serve(respond(status, '', { 'Retry-After': header }));
				const settings = parseSettings({ ...CREDENTIALS, authUrl: server.url });
				await expect(exchangeToken(settings)).rejects.toMatchObject({
					reason,
					userMessage: { description },
				});
				expect(server.requests).toHaveLength(1);
			},
		);

		it.each(['1e3', '-5', 'soon'])('unless it is malformed: %s', async (header) => {
			const server = await serve(inTurn(respond(429, '', { 'Retry-After': header }), OK));
			expect(await exchange(server.url)).toBe('Bearer token-1');
			expect(pauses()).toEqual([250]);
		});
	});

	it('takes at most 15 seconds for all attempts and pauses', async () => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const server = await serve((socket, n) => {
			now += 7_000;
			respond(503, '')(socket, n);
		});
		expect(await exchange(server.url)).toMatch('failed');
		expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([10_000, 8_000, 1_000]);
		expect(server.requests).toHaveLength(3);
	});

	it('sends nothing more when a busy process wakes up too late', async () => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		jest.mocked(sleep).mockImplementationOnce(async () => {
			now = 15_000;
		});
		const server = await serve(respond(503, '', { 'Retry-After': '14' }));
		expect(await exchange(server.url)).toMatch('failed');
		expect(server.requests).toHaveLength(1);
	});
});

/** Sends one byte after another, but never the last. */
function drip(socket: Parameters<Answer>[0], start: string): void {
	socket.write(start);
	const timer = setInterval(() => socket.write('x'), 20);
	socket.on('close', () => clearInterval(timer));
}

async function expectNoOpenSocket(server: RawServer): Promise<void> {
	while (server.open.size > 0) await new Promise((resolve) => setImmediate(resolve));
	expect(server.open.size).toBe(0);
}
