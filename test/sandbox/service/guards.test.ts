/** What the service refuses or limits, whoever asks. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { allShapes } from '../../../sandbox/service/shapes/table.ts';
import { sharedService, withService } from './test-service.ts';

const service = sharedService({ initialContacts: 60 });

const portOf = (origin: string) => Number(new URL(origin).port);

describe('Connections without a complete request', () => {
	/** Opens a connection without a handshake, without a request, and with half of one. */
	async function openIdle(origin: string, ca: string): Promise<Socket[]> {
		const port = portOf(origin);
		const plain = connect(port, '127.0.0.1');
		const [secure, half] = [0, 1].map(() => tls.connect({ port, host: 'localhost', ca }));
		const sockets = [plain, secure!, half!];
		for (const socket of sockets) socket.on('error', () => undefined).resume();
		const connected = [secure!, half!].map((socket) => once(socket, 'secureConnect'));
		await Promise.all([once(plain, 'connect'), ...connected]);
		half!.write('GET /v1/contacts HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
		return sockets;
	}

	it.each([
		['stops', 60_000, 2_000],
		['has waited long enough', 500, 5_000],
	])('are closed when the service %s', async (_when, requestDeadlineMs, limitMs) => {
		await withService({ requestDeadlineMs }, async ({ authUrl, baseUrl, ca, close }) => {
			const sockets = [...(await openIdle(authUrl, ca)), ...(await openIdle(baseUrl, ca))];
			// With or without an error.
			const closed = sockets.map((socket) => new Promise((end) => void socket.once('close', end)));
			const start = performance.now();
			if (limitMs < requestDeadlineMs) await close();
			await Promise.all(closed);
			expect(performance.now() - start).toBeLessThan(limitMs);
		});
	});
});

it('Access tokens are accepted only in the form in which they were issued', async () => {
	const { accessToken } = service;
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
	// A signature leaves two bits of its last character unused.
	const last = alphabet.indexOf(accessToken.at(-1)!);
	const variants = [1, 2, 3].map((bits) => accessToken.slice(0, -1) + alphabet[last ^ bits]);
	for (const token of [...variants, `${accessToken}=`]) {
		expect((await service.list(token)).refusal).toEqual([401, 'invalid_token']);
	}
	const surrounded = ['=', '==', '\n', ' ', '\0', '.'].map((end) => accessToken + end);
	for (const token of [...variants, ...surrounded, ` ${accessToken}`]) {
		expect((await service.introspect(token)).json).toEqual({ active: false });
	}
	expect((await service.introspect(accessToken)).json).toMatchObject({ active: true });
});

it('Requests with two Authorization headers get 401, and without a valid host 400', async () => {
	const authorization = `Authorization: Bearer ${service.accessToken}\r\n`;
	const statusOf = async (version: string, headers: string) => {
		const { baseUrl, ca } = service;
		const socket = tls.connect({ port: portOf(baseUrl), host: 'localhost', ca });
		socket.write(`GET /v1/contacts HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`);
		return Number(String(Buffer.concat(await socket.toArray())).split(' ')[1]);
	};
	const host = 'Host: localhost\r\n';
	expect(await statusOf('1.1', host + authorization)).toBe(200);
	expect(await statusOf('1.1', host + authorization + authorization)).toBe(401);
	expect(await statusOf('1.1', `${host}${authorization}authorization: Basic eA==\r\n`)).toBe(401);
	expect(await statusOf('1.0', authorization)).toBe(400);
	expect(await statusOf('1.1', `Host: a b[\r\n${authorization}`)).toBe(400);
});

describe('Request bodies', () => {
	const json = 'application/json';
	const form = 'application/x-www-form-urlencoded';
	const tokenRequest = () => JSON.stringify(service.operator.provisionClient());
	const post = async (path: string, type: string, body: string | Buffer, coding = 'identity') => {
		const headers = { ...(type && { 'content-type': type }), 'content-encoding': coding };
		return (await fetch(service.authUrl + path, { method: 'POST', headers, body })).status;
	};

	it('are accepted only uncompressed', async () => {
		expect(await post('/token', json, tokenRequest())).toBe(200);
		for (const coding of ['gzip', 'deflate', 'br', 'gzip, identity']) {
			expect(await post('/token', json, gzipSync(tokenRequest()), coding)).toBe(415);
			expect(await post('/introspect', form, gzipSync('token=x'), coding)).toBe(415);
		}
	});

	it('are accepted only in the media type of the operation, and up to a limit', async () => {
		expect(await post('/token', 'Application/JSON; charset=utf-8', tokenRequest())).toBe(200);
		for (const type of ['text/plain', 'text/json', 'application/vnd.api+json', form, '']) {
			expect(await post('/token', type, Buffer.from(tokenRequest()))).toBe(415);
		}
		for (const type of ['text/plain', json]) {
			expect(await post('/introspect', type, 'token=x')).toBe(415);
		}
		expect(await post('/token', json, ' '.repeat(100_000) + tokenRequest())).toBe(413);
	});
});

it('Settings have limits within which the service works', async () => {
	for (const accessTokenLifetimeSeconds of [Number.MAX_SAFE_INTEGER, 8.64e15, 0, 1.5]) {
		const configure = () => service.configure({ accessTokenLifetimeSeconds });
		expect(configure).toThrow('accessTokenLifetimeSeconds');
	}
	service.configure({ accessTokenLifetimeSeconds: 10 * 365 * 24 * 60 * 60 });
	expect((await service.exchange(service.operator.provisionClient())).status).toBe(200);
	expect(() => service.configure({ maxPageSize: Number.MAX_SAFE_INTEGER })).toThrow('maxPageSize');
});

it('No shape fails for a position that it does not expect', async () => {
	for (const { name, documented } of allShapes) {
		service.configure({ like: name });
		const { pageParameter, offsetParameter, cursorParameter } = documented;
		const known = [pageParameter, offsetParameter, cursorParameter].filter(Boolean);
		const parameters = known.length > 0 ? known : ['page', 'offset'];
		const queries = parameters.flatMap((one) => [`?${one}=1.5`, `?${one}=1e9`]);
		const answers = queries.map((query) => service.list(service.accessToken, query));
		const failed = (await Promise.all(answers)).filter(({ status }) => status >= 500);
		expect([name, failed]).toEqual([name, []]);
	}
});
