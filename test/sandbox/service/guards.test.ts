/** What the service refuses or limits, whoever asks. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { createRequestLog } from '../../../sandbox/service/hosts/request-log.ts';
import { allShapes } from '../../../sandbox/service/shapes/table.ts';
import { clientOf, sharedService, withService } from './test-service.ts';

const service = sharedService();

const portOf = (origin: string) => Number(new URL(origin).port);

/** Opens a connection without a handshake, without a request, and with half of one. */
async function openIdle(origin: string, ca: string): Promise<Socket[]> {
	const port = portOf(origin);
	const plain = connect(port, '127.0.0.1');
	const secure = tls.connect({ port, host: 'localhost', ca });
	const halfRequest = tls.connect({ port, host: 'localhost', ca });
	const sockets = [plain, secure, halfRequest];
	for (const socket of sockets) socket.on('error', () => undefined).resume();
	await Promise.all([
		once(plain, 'connect'),
		once(secure, 'secureConnect'),
		once(halfRequest, 'secureConnect'),
	]);
	halfRequest.write('GET /v1/contacts HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
	return sockets;
}

/** Resolves when the connection is closed, with or without an error. */
const closing = (socket: Socket) => new Promise((resolve) => void socket.once('close', resolve));

/** Sends text over TLS. @returns the status and everything else that comes back */
async function sendRaw(origin: string, text: string) {
	const socket = tls.connect({ port: portOf(origin), host: 'localhost', ca: service.ca });
	socket.write(text);
	const answer = Buffer.concat(await socket.toArray()).toString();
	return { status: Number(answer.split(' ')[1]), answer };
}

describe('Connections', () => {
	it('are closed when the service stops, whatever they wait for', async () => {
		await withService({}, async ({ authUrl, baseUrl, ca, close }) => {
			const sockets = [...(await openIdle(authUrl, ca)), ...(await openIdle(baseUrl, ca))];
			const closed = sockets.map(closing);
			const start = performance.now();
			await close();
			await Promise.all(closed);
			expect(performance.now() - start).toBeLessThan(2_000);
		});
	});

	it('are closed if no request has come after some seconds', async () => {
		const sockets = await openIdle(service.baseUrl, service.ca);
		const start = performance.now();
		await Promise.all(sockets.map(closing));
		expect(performance.now() - start).toBeLessThan(20_000);
	});
});

it('The request log has a limit of requests and of their size', () => {
	const log = createRequestLog();
	const query = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`name${n}`, 'value']));
	for (let n = 0; n < 1_500; n += 1) log.add('/v1/contacts', query);
	expect(log.contacts.count).toBe(1_500);
	expect(JSON.stringify(log.contacts.queries).length).toBeLessThan(2_000_000);
	expect(log.contacts.queries.at(-1)).toEqual(query);
	for (let n = 0; n < 11_000; n += 1) log.add('/v1/contacts', {});
	expect(log.contacts.queries).toHaveLength(10_000);
});

describe('Access tokens', () => {
	/** The characters of base64url that differ in the two bits that a signature does not use. */
	const lastCharacters = (token: string) => {
		const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
		const group = alphabet.indexOf(token.at(-1)!) & ~3;
		return [...alphabet.slice(group, group + 4)].filter((last) => last !== token.at(-1));
	};

	it('are accepted in the form in which they were issued only', async () => {
		const { accessToken } = service;
		const others = lastCharacters(accessToken).map((last) => accessToken.slice(0, -1) + last);
		expect(others).toHaveLength(3);
		for (const token of [...others, `${accessToken}=`]) {
			expect((await service.list(token)).refusal).toEqual([401, 'invalid_token']);
		}
		const surrounded = ['=', '==', '\n', ' ', '\0', '.'].map((end) => accessToken + end);
		for (const token of [...others, ...surrounded, ` ${accessToken}`]) {
			expect((await service.introspect(token)).json).toEqual({ active: false });
		}
		expect((await service.introspect(accessToken)).json).toMatchObject({ active: true });
	});

	it('are not accepted in one of two Authorization headers', async () => {
		const header = `Authorization: Bearer ${service.accessToken}\r\n`;
		const list = (headers: string) =>
			sendRaw(
				service.baseUrl,
				`GET /v1/contacts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`,
			);
		expect(await list(header)).toMatchObject({ status: 200 });
		for (const other of [header, 'authorization: Basic eA==\r\n']) {
			const { status, answer } = await list(header + other);
			expect([status, answer]).toEqual([401, expect.stringContaining('"missing_token"')]);
		}
	});
});

describe('Request bodies', () => {
	const token = () => {
		const { clientId, refreshToken } = service.operator.provisionClient();
		return JSON.stringify({ clientId, refreshToken });
	};
	const post = async (path: string, headers: Record<string, string>, body: string | Buffer) => {
		const response = await fetch(service.authUrl + path, { method: 'POST', headers, body });
		const { code } = (await response.json()) as { code?: string };
		return { status: response.status, code };
	};
	const json = { 'content-type': 'application/json' };
	const form = { 'content-type': 'application/x-www-form-urlencoded' };
	const refused = { status: 415, code: 'unsupported_media_type' };

	it('that are compressed get 415', async () => {
		for (const coding of ['gzip', 'deflate', 'br', 'gzip, identity']) {
			const headers = { ...json, 'content-encoding': coding };
			expect(await post('/token', headers, gzipSync(token()))).toEqual(refused);
			const formHeaders = { ...form, 'content-encoding': coding };
			expect(await post('/introspect', formHeaders, gzipSync('token=x'))).toEqual(refused);
		}
		const identity = { ...json, 'content-encoding': 'identity' };
		expect(await post('/token', identity, token())).toMatchObject({ status: 200 });
	});

	it('of another media type get 415, also without one', async () => {
		for (const type of ['text/plain', 'text/json', 'application/xml', 'application/vnd.api+json']) {
			expect(await post('/token', { 'content-type': type }, token())).toEqual(refused);
			expect(await post('/introspect', { 'content-type': type }, 'token=x')).toEqual(refused);
		}
		expect(await post('/token', form, 'clientId=x&refreshToken=y')).toEqual(refused);
		expect(await post('/introspect', json, '{"token":"x"}')).toEqual(refused);
		expect(await post('/token', {}, Buffer.from(token()))).toEqual(refused);
		const utf8 = { 'content-type': 'Application/JSON; charset=utf-8' };
		expect(await post('/token', utf8, token())).toMatchObject({ status: 200 });
	});

	it('have a limit', async () => {
		const long = JSON.stringify({ clientId: 'x', refreshToken: 'x'.repeat(100_000) });
		expect(await post('/token', json, long)).toMatchObject({ status: 413 });
	});
});

it('Settings have limits within which the service works', async () => {
	for (const accessTokenLifetimeSeconds of [Number.MAX_SAFE_INTEGER, 8.64e15, 0, 1.5]) {
		expect(() => service.configure({ accessTokenLifetimeSeconds })).toThrow(
			'accessTokenLifetimeSeconds',
		);
	}
	service.configure({ accessTokenLifetimeSeconds: 10 * 365 * 24 * 60 * 60 });
	expect((await service.exchange(service.operator.provisionClient())).status).toBe(200);
	expect(() => service.configure({ maxPageSize: Number.MAX_SAFE_INTEGER })).toThrow('maxPageSize');
});

it('No shape fails for a position that it does not expect', async () => {
	await withService({ initialContacts: 60 }, async (running) => {
		const { newClient, list } = clientOf(running);
		const { accessToken } = await newClient();
		const names = ['page', 'offset'];
		for (const { name, documented } of allShapes) {
			running.configure({ like: name });
			const { pageParameter, offsetParameter, cursorParameter } = documented;
			const known = [pageParameter, offsetParameter, cursorParameter].filter(
				(one) => one !== undefined,
			);
			for (const parameter of new Set([...names, ...known])) {
				for (const value of ['1.5', '1e9']) {
					const query = new URLSearchParams({ [parameter]: value }).toString();
					const { status } = await list(accessToken, `?${query}`);
					expect([name, query, status < 500]).toEqual([name, query, true]);
				}
			}
		}
	});
});

it.each([
	['no host', 'GET /v1/contacts HTTP/1.0\r\n'],
	['a host that is none', 'GET /v1/contacts HTTP/1.1\r\nHost: a b[\r\n'],
])('A request with %s gets 400', async (_name, head) => {
	const authorization = `Authorization: Bearer ${service.accessToken}\r\n`;
	const request = `${head}Connection: close\r\n${authorization}\r\n`;
	expect(await sendRaw(service.baseUrl, request)).toMatchObject({ status: 400 });
});
