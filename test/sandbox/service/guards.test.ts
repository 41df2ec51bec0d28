/** What the service refuses or limits, whoever asks. */
import { once } from 'node:events';
import tls from 'node:tls';
import { allShapes } from '../../../sandbox/service/shapes/table.ts';
import { sharedService, withService } from './test-service.ts';

const service = sharedService({ initialContacts: 60 });

const portOf = (origin: string) => Number(new URL(origin).port);

it('Stopping the service closes connections with half of a request', async () => {
	await withService({}, async ({ authUrl, baseUrl, ca, close }) => {
		const sockets = [authUrl, baseUrl].map((origin) =>
			tls.connect({ port: portOf(origin), host: 'localhost', ca }),
		);
		await Promise.all(sockets.map((socket) => once(socket, 'secureConnect')));
		for (const socket of sockets) {
			socket.on('error', () => undefined).resume();
			socket.write('GET /v1/contacts HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
		}
		const closed = sockets.map((socket) => new Promise((end) => void socket.once('close', end)));
		await close();
		await Promise.all(closed);
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
	const post = async (path: string, type: string, body: string | Buffer) => {
		const headers = type ? { 'content-type': type } : undefined;
		return (await fetch(service.authUrl + path, { method: 'POST', headers, body })).status;
	};

	it('are accepted only in the media type of the operation, and up to a limit', async () => {
		expect(await post('/token', 'Application/JSON; charset=utf-8', tokenRequest())).toBe(200);
		for (const type of ['text/plain', 'text/json', 'application/vnd.api+json', form, '']) {
			expect(await post('/token', type, Buffer.from(tokenRequest()))).toBe(415);
		}
		for (const type of ['text/plain', json]) {
			expect(await post('/introspect', type, 'token=x')).toBe(415);
		}
		expect(await post('/token', json, ' '.repeat(2_000_000) + tokenRequest())).toBe(413);
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
