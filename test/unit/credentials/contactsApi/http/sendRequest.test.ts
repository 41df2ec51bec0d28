import http from 'node:http';
import { gzipSync } from 'node:zlib';

import { HttpFailure } from '../../../../../credentials/contactsApi/http/httpFailure';
import { sendRequest } from '../../../../../credentials/contactsApi/http/sendRequest';
import { selfSigned, trustedCertificate } from '../../../../support/certificates';
import { type Answer, rawServers, respond, startRawServer } from '../../../../support/rawServer';

type HttpRequest = Parameters<typeof sendRequest>[0];

const serve = rawServers();

/** Sends a request; the response has its body as text. */
async function send(url: string, rest: Partial<HttpRequest> = {}) {
	const limits = { deadlineMs: 120_000, maxBytes: 1_000 };
	const outcome = await sendRequest({ method: 'GET', url, headers: {}, ...limits, ...rest });
	return outcome instanceof HttpFailure ? outcome : { ...outcome, body: String(outcome.body) };
}

async function sendTo(answer: Answer, rest: Partial<HttpRequest> = {}) {
	return await send((await serve(answer)).url, rest);
}

/** Waits until the client has closed all connections. */
async function allClosed({ open }: { open: Set<unknown> }) {
	while (open.size > 0) await new Promise(setImmediate);
}

function raw(...lines: string[]): Answer {
	return (socket) => socket.end(lines.join('\r\n'));
}

const OK = 'HTTP/1.1 200 OK';
const CLOSE = 'Connection: close';
const LENGTH = 'Content-Length: 9';
const CHUNKED = 'Transfer-Encoding: chunked';
const UPGRADE = ['Upgrade: websocket', 'Connection: Upgrade'];

const encoded = (encoding: string, body: string | Buffer) =>
	respond(200, body, { 'Content-Encoding': encoding });
const zipped = (text: string) => encoded('gzip', gzipSync(text));

describe('A response', () => {
	it.each<[string, Answer, object]>([
		['compressed', zipped('{"a":1}'), { body: '{"a":1}' }],
		// Some services send an encoding that is none.
		['in an encoding that is none', encoded('utf-8', '{"a":1}'), { body: '{"a":1}' }],
		['without a body', respond(204, ''), { status: 204, body: '' }],
		['empty', respond(200, ''), { status: 200, body: '' }],
		['as large as the limit', respond(200, 'x'.repeat(1_000)), { status: 200 }],
		['no larger', respond(200, 'x'.repeat(1_001)), { reason: 'tooLarge', maxBytes: 1_000 }],
		['no larger when decoded', zipped('x'.repeat(1_001)), { reason: 'tooLarge' }],
	])('may be %s', async (_name, answer, expected) => {
		expect(await sendTo(answer)).toMatchObject(expected);
	});

	const drip: Answer = (socket) => socket.write('HTTP/1.1 400 X\r\nContent-Length: 9\r\n\r\nwhy');

	it.each<[string, Answer, string | undefined]>([
		['400', respond(400, 'why'), 'said why'],
		['422', respond(422, 'why'), 'said why'],
		['400 and 16 KiB', respond(400, 'x'.repeat(16_384)), `said ${'x'.repeat(16_384)}`],
		['400 and more', respond(400, 'x'.repeat(16_385)), undefined],
		['400 that breaks off', raw('HTTP/1.1 400 X', LENGTH, '', 'why'), undefined],
		['400 that drips until the deadline', drip, undefined],
		['404', respond(404, 'why'), undefined],
		['500', respond(500, 'why'), undefined],
	])('with status %s is a failure, explained or not', async (name, answer, explanation) => {
		const explain = (body: Uint8Array) => `said ${String(body)}`;
		const outcome = await sendTo(answer, { explain, deadlineMs: 500 });
		expect(outcome).toMatchObject({ status: Number(name.slice(0, 3)), reason: expect.any(String) });
		expect((outcome as HttpFailure).explanation).toBe(explanation);
	});

	it('is not read beyond the limit, and the connection is closed', async () => {
		const server = await serve((socket) => {
			socket.write(`${OK}\r\n\r\n`);
			const more = () => !socket.destroyed && socket.write(' '.repeat(16_384), more);
			more();
		});
		expect(await send(server.url)).toMatchObject({ reason: 'tooLarge' });
		await allClosed(server);
	});
});

describe('A request fails', () => {
	it.each<[reason: string, isTransient: boolean, string, Answer]>([
		['dropped', true, 'a dropped connection', (socket) => socket.destroy()],
		['dropped', true, 'a reset', (socket) => socket.resetAndDestroy()],
		['unreadable', false, 'an answer that is not HTTP', raw('SSH-2.0', '', '')],
		['unreadable', false, 'a status below 100', raw('HTTP/1.1 099 Odd', LENGTH, '', '{}')],
		['unreadable', false, 'malformed chunks', raw(OK, CHUNKED, '', 'zz', '')],
		['unreadable', false, 'large headers', raw(OK, `X-A: ${'a'.repeat(20_000)}`, '', '')],
		['unreadable', false, 'two lengths', raw(OK, LENGTH, `${LENGTH}9`, '', '{')],
		['brokenOff', true, 'a truncated body', raw(OK, LENGTH, '', '{')],
		['brokenOff', true, 'a truncated last body', raw(OK, CLOSE, LENGTH, '', '{')],
		['brokenOff', true, 'truncated chunks', raw(OK, CHUNKED, '', '2', '[]', '')],
		['brokenOff', true, 'truncated last ones', raw(OK, CLOSE, CHUNKED, '', '2', '[]', '')],
		['unreadable', false, 'a switch of protocols', raw('HTTP/1.1 101 X', ...UPGRADE, '', '')],
		['unreadable', false, 'a body that is not gzip', encoded('gzip', 'hello')],
		['unreadable', false, '50 encodings', encoded(Array(50).fill('gzip').join(), '')],
		['unreachable', true, 'the status of a proxy', respond(407, '')],
	])('as %s (transient: %p) with %s', async (reason, isTransient, _name, answer) => {
		const server = await serve(answer);
		expect(await send(server.url)).toMatchObject({ reason, isTransient });
		expect(server.requests).toHaveLength(1);
	});

	it.each([
		[[202], 'notReady', false],
		[[301, 302, 303, 304, 307, 308], 'redirected', false],
		[[400, 402, 418], 'refused', false],
		[[408, 425, 520, 521, 522, 523, 524, 529], 'failed', true],
		[[401], 'unauthorized', false],
		[[404, 405], 'notFound', false],
		[[429, 403], 'rateLimited', true],
		[[501, 505], 'failed', false],
		[[500, 502, 503, 504], 'failed', true],
	])('with the statuses %j: %s', async (statuses, reason, isTransient) => {
		const headers = { Location: '/elsewhere', 'Retry-After': '7' };
		const server = await serve((socket, n) => respond(statuses[n]!, '', headers)(socket, n));
		for (const status of statuses) {
			const expected = { reason, status, retryAfterMs: 7_000, isTransient };
			expect(await send(server.url)).toMatchObject(expected);
		}
		expect(server.requests).toHaveLength(statuses.length);
	});

	it.each<[string, number, to?: string, redirectedTo?: string, path?: string]>([
		['adds a slash', 301, '/a/', '/a/'],
		['removes a slash', 302, '/a', '/a', '/a/'],
		['adds one and changes the query', 307, 'a/?b=1', '/a/'],
		['names the host', 308, 'http://HOST/a/', '/a/'],
		['has the status 303', 303, '/a/'],
		['has the status 404', 404, '/a/'],
		['leads to the same path', 307, '/a?b=1'],
		['leads to another path', 307, '/b/'],
		['leads to another host', 307, 'https://evil.example/a/'],
		['leads to another port', 307, 'http://127.0.0.1:1/a/'],
		['has a user name', 307, 'http://user@HOST/a/'],
		['has a password', 307, 'http://:secret@HOST/a/'],
		['has no address', 307],
		['has no valid address', 307, 'http://'],
	])('after a redirect that %s', async (...row) => {
		const [, status, to, redirectedTo, path = '/a'] = row;
		const server = await serve((socket, n) => {
			const Location = to?.replace('HOST', new URL(server.url).host);
			respond(status, '', to === undefined ? {} : { Location })(socket, n);
		});
		const repeatReason = redirectedTo && 'slashRedirected';
		const failure = { status, redirectedTo, repeatReason };
		expect(await send(server.url + path)).toMatchObject(failure);
		const unrepeated = { status, redirectedTo: undefined, repeatReason: undefined };
		expect(await send(server.url + path, { method: 'POST' })).toMatchObject(unrepeated);
		expect(server.requests).toHaveLength(2);
	});

	it('when the connection is refused, the host has no address or fetch blocks the port', async () => {
		const { url, close } = await startRawServer(() => {});
		await close();
		for (const address of [url, 'https://contacts.invalid', 'https://127.0.0.1:10080']) {
			expect(await send(address)).toMatchObject({ reason: 'unreachable', isTransient: true });
		}
	});

	it('with a certificate that is not trusted, or without a required client certificate', async () => {
		const untrusted = await serve(respond(200, ''), await selfSigned());
		const failure = { reason: 'certificateUntrusted', isTransient: false };
		expect(await send(untrusted.url)).toMatchObject(failure);
		expect(untrusted.requests).toEqual([]);
		// With TLS 1.3, the server closes the connection before undici sees the alert.
		for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
			const required = { requestCert: true, rejectUnauthorized: true };
			const only = { minVersion: version, maxVersion: version };
			const tls = { ...(await trustedCertificate()), ...required, ...only };
			const { url } = await serve(respond(200, ''), tls);
			expect(await send(url)).toMatchObject({ reason: 'dropped' });
		}
	});

	it.each<[string, Answer]>([
		['before the response', () => {}],
		['in the response', (socket) => socket.write(`${OK}\r\n${LENGTH}\r\n\r\n[`)],
	])('at its deadline or at once when it is aborted, %s', async (_name, answer) => {
		const controller = new AbortController();
		const server = await serve((socket, n) => {
			answer(socket, n);
			if (n === 1) setTimeout(() => controller.abort(), 50);
		});
		const timedOut = { reason: 'timedOut', isTransient: false, waitedMs: 99.5 };
		expect(await send(server.url, { deadlineMs: 99.5 })).toMatchObject(timedOut);
		await allClosed(server);
		const canceled = { reason: 'canceled', isTransient: false };
		const { signal } = controller;
		expect(await send(server.url, { signal })).toMatchObject(canceled);
		await allClosed(server);
		expect(await send(server.url, { signal })).toMatchObject(canceled);
		expect(server.requests).toHaveLength(2);
	});
});

// Node.js 24.14 and newer can set a proxy at run time, as NODE_USE_ENV_PROXY=1 does at startup.
const itWithProxy = 'setGlobalProxyFromEnv' in http ? it : it.skip;

itWithProxy('A request fails when a proxy answers with an error', async () => {
	for (const status of [407, 502]) {
		const proxy = await serve(respond(status, '', { 'Proxy-Authenticate': 'Basic realm="x"' }));
		const restore = http.setGlobalProxyFromEnv({ https_proxy: proxy.url });
		const outcome = await send('https://api.example.com').finally(restore);
		const isTransient = status === 502;
		expect(outcome).toMatchObject({ reason: 'proxyRefused', status, isTransient });
		expect(proxy.requests[0]).toMatch(/^CONNECT api\.example\.com:443 /);
	}
});
