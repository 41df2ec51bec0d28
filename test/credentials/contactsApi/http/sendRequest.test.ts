import { once } from 'node:events';
import http from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { HttpFailure } from '../../../../credentials/contactsApi/http/httpFailure';
import {
	type HttpRequest,
	sendRequest,
} from '../../../../credentials/contactsApi/http/sendRequest';
import { version } from '../../../../package.json';
import { type Answer, type RawServer, respond, startRawServer } from '../../../support/rawServer';
import { selfSigned } from '../../../support/selfSigned';

const servers: RawServer[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

async function serve(answer: Answer): Promise<RawServer> {
	const server = await startRawServer(answer);
	servers.push(server);
	return server;
}

/** Sends a request; the response has its body as text. */
async function send(url: string, rest: Partial<HttpRequest> = {}) {
	const outcome = await sendRequest({
		method: 'GET',
		url,
		headers: {},
		deadlineMs: 10_000,
		maxBytes: 1_000,
		...rest,
	});
	return outcome instanceof HttpFailure ? outcome : { ...outcome, body: String(outcome.body) };
}

async function sendTo(answer: Answer, rest: Partial<HttpRequest> = {}) {
	return await send((await serve(answer)).url, rest);
}

/** Answers the first bytes of a request, whatever they are. */
const raw =
	(response: string): Answer =>
	(socket) =>
		socket.end(response);

describe('A response', () => {
	it('has its status, its headers and its body', async () => {
		const response = await sendTo(respond(201, '{"é":1}', { 'X-A': 'b' }));
		expect(response).toMatchObject({ status: 201, body: '{"é":1}' });
		expect('headers' in response && response.headers.get('x-a')).toBe('b');
	});

	it.each([
		['gzip', gzipSync],
		['deflate', deflateSync],
		['br', brotliCompressSync],
	])('may be compressed with %s', async (encoding, compress) => {
		const body = compress(Buffer.from('{"a":1}'));
		const response = await sendTo(respond(200, body, { 'Content-Encoding': encoding }));
		expect(response).toMatchObject({ body: '{"a":1}' });
	});

	it('may have an unknown encoding, such as "utf-8", which some services send', async () => {
		const response = await sendTo(respond(200, '[]', { 'Content-Encoding': 'utf-8' }));
		expect(response).toMatchObject({ body: '[]' });
	});

	it.each([
		['no body', 204, ''],
		['an empty body', 200, ''],
	])('may have %s', async (_name, status, body) => {
		expect(await sendTo(respond(status, body))).toMatchObject({ status, body: '' });
	});

	it('may be as large as the limit and no larger', async () => {
		expect(await sendTo(respond(200, 'x'.repeat(1_000)))).toMatchObject({ status: 200 });
		expect(await sendTo(respond(200, 'x'.repeat(1_001)))).toMatchObject({
			reason: 'tooLarge',
			maxBytes: 1_000,
		});
	});

	it('is not read beyond the limit, and the connection is closed', async () => {
		let sent = 0;
		const chunk = Buffer.alloc(16_384, 0x20);
		const server = await serve((socket) => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			const more = () => {
				sent += chunk.length;
				if (!socket.destroyed && sent < 200_000_000) socket.write(chunk, more);
			};
			more();
		});
		expect(await send(server.url)).toMatchObject({ reason: 'tooLarge' });
		while (server.open.size > 0) await new Promise(setImmediate);
		expect(sent).toBeLessThan(20_000_000);
	});

	it('is not decompressed beyond the limit', async () => {
		const bomb = gzipSync(Buffer.alloc(200_000_000));
		const before = process.memoryUsage().arrayBuffers;
		const answer = respond(200, bomb, { 'Content-Encoding': 'gzip' });
		expect(await sendTo(answer)).toMatchObject({ reason: 'tooLarge' });
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
	});
});

describe('A request', () => {
	it('is sent as given, with the name and version of the package', async () => {
		const server = await serve(respond(200, ''));
		await send(server.url, { method: 'POST', headers: { 'X-A': 'b' }, body: 'c' });
		const [request] = server.requests;
		expect(request).toMatch(/^POST \/ HTTP\/1.1\r\n/);
		expect(request).toContain(`\r\nUser-Agent: n8n-nodes-contacts-api/${version}\r\n`);
		expect(request).toContain('\r\nX-A: b\r\n');
		expect(request).toMatch(/\r\n\r\nc$/);
	});

	it('reuses the connection', async () => {
		const sockets = new Set<unknown>();
		const server = await serve((socket) => {
			sockets.add(socket);
			socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
		});
		for (let n = 0; n < 20; n++) await send(server.url);
		expect(server.requests).toHaveLength(20);
		// The previous response may not have ended when the next request is sent.
		expect(sockets.size).toBeLessThanOrEqual(2);
	});
});

describe('A request fails', () => {
	const failures: Array<[string, Answer, object]> = [
		[
			'a dropped connection',
			(socket) => socket.destroy(),
			{ reason: 'dropped', isTransient: true },
		],
		['a reset', (socket) => socket.resetAndDestroy(), { reason: 'dropped', isTransient: true }],
		[
			'an answer that is not HTTP',
			raw('SSH-2.0\r\n\r\n'),
			{ reason: 'notHttp', isTransient: false },
		],
		[
			'chunks that are malformed',
			raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
			{ reason: 'notHttp', isTransient: false },
		],
		[
			'headers that are too large',
			raw(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`),
			{ reason: 'headersTooLarge', isTransient: false },
		],
		...['2\r\nContent-Length: 2', '2\r\nContent-Length: 3'].map(
			(length): [string, Answer, object] => [
				`a doubled Content-Length: ${JSON.stringify(length)}`,
				raw(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n[]`),
				{ reason: 'lengthContradictory', isTransient: false },
			],
		),
		[
			'a body that ends too early',
			raw('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{'),
			{ reason: 'brokenOff' },
		],
		[
			'a body that ends too early on a connection to be closed',
			raw('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 99\r\n\r\n{'),
			{ reason: 'brokenOff', isTransient: true },
		],
		[
			'chunks that end too early',
			raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n'),
			{ reason: 'brokenOff' },
		],
		[
			'a switch of protocols',
			raw('HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
			{ reason: 'protocolSwitched', isTransient: false },
		],
		...['gzip', 'deflate'].map((encoding): [string, Answer, object] => [
			`a body that is not ${encoding}`,
			respond(200, 'hello', { 'Content-Encoding': encoding }),
			{ reason: 'encodingInvalid', isTransient: false },
		]),
		['the status of a proxy', respond(407, ''), { reason: 'proxyStatus', status: 407 }],
		...(
			[
				[[301, 302, 303, 304, 307, 308], 'redirected', false],
				[[400, 402, 418], 'refused', false],
				[[401], 'unauthorized', false],
				[[403], 'forbidden', false],
				[[404, 405], 'notFound', false],
				[[429], 'rateLimited', true],
				[[501, 505], 'failed', false],
				[[500, 502, 503, 504], 'failed', true],
			] as const
		).flatMap(([statuses, reason, isTransient]) =>
			statuses.map((status): [string, Answer, object] => [
				`status ${status}`,
				respond(status, '', { Location: '/elsewhere', 'Retry-After': '7' }),
				{ reason, status, retryAfterMs: 7_000, isTransient },
			]),
		),
	];

	it.each(failures)('with %s', async (_name, answer, expected) => {
		const server = await serve(answer);
		expect(await send(server.url)).toMatchObject(expected);
		expect(server.requests).toHaveLength(1);
	});

	it('when the connection is refused or the host has no address', async () => {
		const { url, close } = await startRawServer(() => {});
		await close();
		for (const address of [url, 'https://contacts.invalid']) {
			expect(await send(address)).toMatchObject({ reason: 'unreachable', isTransient: true });
		}
	});

	it('with a certificate that is not trusted', async () => {
		const server = createServer(await selfSigned());
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		expect(await send(`https://127.0.0.1:${port}`)).toMatchObject({
			reason: 'certificateUntrusted',
			isTransient: false,
		});
		server.close();
	});

	it('with a pause by the clock of the server, which may be an hour ahead', async () => {
		const hour = 3_600_000;
		const answer = respond(503, '', {
			Date: new Date(Date.now() + hour).toUTCString(),
			'Retry-After': new Date(Date.now() + hour + 2_000).toUTCString(),
		});
		expect(await sendTo(answer)).toMatchObject({ retryAfterMs: 2_000 });
	});

	it('at a port that fetch blocks', async () => {
		expect(await send('https://127.0.0.1:10080')).toMatchObject({
			reason: 'portBlocked',
			isTransient: false,
		});
	});

	it.each<[string, Answer]>([
		['no response', () => {}],
		[
			'a response without an end',
			(socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n['),
		],
	])('at the deadline with %s, and states how long it waited', async (_name, answer) => {
		const failure = (await sendTo(answer, { deadlineMs: 99.5 })) as HttpFailure;
		expect(failure).toMatchObject({ reason: 'timedOut', isTransient: false });
		expect(failure.waitedMs).toBeGreaterThan(90);
		expect(failure.waitedMs).toBeLessThan(5_000);
	});

	it.each(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])(
		'before the deadline when connecting takes too long (%s)',
		async (code) => {
			const cause = Object.assign(new Error('Connect Timeout Error'), { code });
			jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
			const now = jest.spyOn(performance, 'now');
			for (const ms of [0, 1_000, 11_001]) now.mockReturnValueOnce(ms);
			expect(await send('https://api.example.com')).toMatchObject({
				reason: 'timedOut',
				waitedMs: 10_001,
			});
		},
	);

	it.each([
		['a certificate', { code: 'EUNABLE_TO_CONNECT' }],
		['a certificate', { code: 'WERR_TLS_OTHER' }],
		['a timeout', { code: 'WETIMEDOUT' }],
		['a timeout', { code: 'ETIMEDOUT2' }],
		['a decoder', { code: 'EZ_OTHER' }],
		['a proxy', { message: 'Not a Proxy response (403)' }],
		['a proxy', { message: '', code: 'EOTHER' }],
		['an alert', { code: 'XERR_SSL_ALERT' }],
		['a length', { code: 'XHPE_UNEXPECTED_CONTENT_LENGTH' }],
		['headers', { code: 'UND_ERR_HEADERS_OVERFLOW_2' }],
		['a drop', { code: 'EPIPE2' }],
		['a drop', { code: 'WECONNRESET' }],
		['a port', { message: 'bad port 7' }],
		['an upgrade', { message: 'a bad upgrade' }],
		['the parser', { message: 'The Response does not match the HTTP/1.1 protocol' }],
	])(
		'without a better reason when a code or message only resembles that of %s: %j',
		async (_name, like) => {
			const cause = Object.assign(new Error('other'), like);
			jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
			expect(await send('https://api.example.com')).toMatchObject({ reason: 'unreachable' });
		},
	);

	it.each<[string, Answer]>([
		['before the response', () => {}],
		['in the response', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[')],
	])('at once when it is aborted %s', async (_name, answer) => {
		const controller = new AbortController();
		const server = await serve((socket, n) => {
			answer(socket, n);
			setTimeout(() => controller.abort(), 50);
		});
		expect(await send(server.url, { signal: controller.signal })).toMatchObject({
			reason: 'canceled',
			isTransient: false,
		});
		while (server.open.size > 0) await new Promise(setImmediate);
	});

	it('without being sent when it is aborted beforehand', async () => {
		const server = await serve(respond(200, ''));
		expect(await send(server.url, { signal: AbortSignal.abort() })).toMatchObject({
			reason: 'canceled',
		});
		expect(server.requests).toHaveLength(0);
	});

	it('and keeps nothing of the request, the response or the error', async () => {
		const canary = 'canary-0123456789';
		for (const answer of [
			respond(500, canary, { 'X-Canary': canary }),
			raw(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${canary}`),
			raw(`${canary}\r\n\r\n`),
		]) {
			const failure = await sendTo(answer, { headers: { Authorization: canary } });
			expect(failure).toBeInstanceOf(HttpFailure);
			expect(inspect(failure, { showHidden: true, depth: Infinity })).not.toContain(canary);
		}
	});
});

/** Node.js 24.14 and newer can set a proxy at run time, as NODE_USE_ENV_PROXY=1 does at startup. */
const describeWithProxy = 'setGlobalProxyFromEnv' in http ? describe : describe.skip;

describeWithProxy('Behind a proxy', () => {
	let restore: () => void;
	afterEach(() => restore());

	it.each([
		[407, false],
		[403, false],
		[502, true],
	])('a request fails when the proxy answers %d', async (status, isTransient) => {
		const proxy = await serve(respond(status, '', { 'Proxy-Authenticate': 'Basic realm="x"' }));
		restore = http.setGlobalProxyFromEnv({ https_proxy: proxy.url });
		expect(await send('https://api.example.com')).toMatchObject({
			reason: 'proxyRefused',
			status,
			isTransient,
		});
		expect(proxy.requests[0]).toMatch(/^CONNECT api\.example\.com:443 /);
	});
});
