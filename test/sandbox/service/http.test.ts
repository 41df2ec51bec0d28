import { gzipSync } from 'node:zlib';
import type { Settings } from '../../../sandbox/service/index.ts';
import { basic, sharedTestService } from './test-service.ts';

const test = sharedTestService();
let accessToken: string;
beforeAll(async () => {
	({ accessToken } = await test.newClient());
});
afterEach(() => test.service.configure({ errorForm: 'problem' }));

/** Sends lines to the API host, followed by an empty line. */
const send = (...lines: string[]) =>
	test.sendRaw(test.service.baseUrl, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('a header that is sent twice', () => {
	const list = 'GET /v1/contacts HTTP/1.1';

	it('is rejected with 401 for Authorization, even if one of the two is valid', async () => {
		const right = `Authorization: Bearer ${accessToken}`;
		expect(statusOf(await send(list, 'Host: localhost', right))).toBe(200);

		for (const other of [right, 'Authorization: Bearer wrong', 'authorization: x']) {
			for (const headers of [
				[right, other],
				[other, right],
			]) {
				const answer = await send(list, 'Host: localhost', ...headers);
				expect(statusOf(answer)).toBe(401);
				expect(answer).toContain('"code":"missing_token"');
			}
		}
	});

	it('is rejected with 401 for Authorization at /introspect', async () => {
		const { id, secret } = test.service.operator.provisionResourceServer();
		const right = `Authorization: ${basic(id, secret)}`;
		const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7';
		const introspect = async (...headers: string[]) => {
			const lines = ['POST /introspect HTTP/1.1', 'Host: localhost', type, ...headers];
			const request = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\ntoken=x`;
			return statusOf(await test.sendRaw(test.service.authUrl, request));
		};

		expect(await introspect(right)).toBe(200);
		expect(await introspect(right, right)).toBe(401);
	});

	it('is rejected with 400 for Host, as is a missing one', async () => {
		expect(statusOf(await send(list, 'Host: localhost', 'Host: localhost'))).toBe(400);
		expect(statusOf(await send(list, 'Host: localhost', 'host: other'))).toBe(400);
		expect(statusOf(await send(list))).toBe(400);
		expect(statusOf(await send('GET /v1/contacts HTTP/1.0'))).toBe(401);
	});
});

describe('a method that the operation does not have', () => {
	it.each([
		['auth', 'GET', '/token', 'POST'],
		['auth', 'PUT', '/token?x=1', 'POST'],
		['auth', 'OPTIONS', '/introspect', 'POST'],
		['api', 'POST', '/v1/contacts', 'GET, HEAD'],
		['api', 'DELETE', '/v1/contacts?pageSize=1', 'GET, HEAD'],
		['api', 'TRACE', '/v1/contacts', 'GET, HEAD'],
	] as const)(
		'on the %s host, %s %s gets 405 with Allow: %s',
		async (host, method, path, allow) => {
			const answer = await test[host](path, { method });

			expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
			expect(answer.json.code).toBe('method_not_allowed');
		},
	);

	it('is not counted as a request for the operation, and not affected by its faults', async () => {
		test.service.requests.reset();
		test.service.faults.set('/v1/contacts', { status: 503 });

		expect((await test.api('/v1/contacts', { method: 'POST' })).status).toBe(405);
		expect(test.service.requests.contacts.count).toBe(0);

		test.service.faults.clear();
	});
});

describe('a request body', () => {
	const exchange = (body: Buffer, encoding: string) =>
		test.auth('/token', {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'content-encoding': encoding },
			body,
		});

	it('must not be compressed', async () => {
		const body = Buffer.from(JSON.stringify(test.service.operator.provisionClient()));

		expect((await exchange(body, 'identity')).status).toBe(200);
		const answer = await exchange(gzipSync(body), 'gzip');
		expect([answer.status, answer.json.code]).toEqual([415, 'unsupported_content_encoding']);
		expect((await exchange(body, 'x')).status).toBe(415);
	});
});

describe('a request that the HTTP parser rejects', () => {
	const list = 'GET /v1/contacts HTTP/1.1';
	const forms: Record<Settings['errorForm'], RegExp> = {
		problem: /^\{"type":"about:blank",.*"code":"\w+"\}$/,
		json: /^\{"error":"\w+","message":"[^"]+"\}$/,
		text: /^[A-Z][^{}]+\.$/,
		empty: /^$/,
	};

	it.each<[string, number, string[]]>([
		['a broken request line', 400, ['GET /v1/contacts HTTP/9.9', 'Host: localhost']],
		['a broken header', 400, [list, 'Host: localhost', 'no colon']],
		['no Host', 400, [list]],
		['an unknown expectation', 417, [list, 'Host: x', 'Expect: cake']],
		['headers that are too large', 431, [list, 'Host: localhost', `X: ${'x'.repeat(20_000)}`]],
		['two lengths', 400, [list, 'Host: x', 'Content-Length: 1', 'Content-Length: 2']],
	])('gets an error body in the form of the settings: %s', async (_name, status, lines) => {
		for (const [errorForm, body] of Object.entries(forms)) {
			test.service.configure({ errorForm: errorForm as Settings['errorForm'] });
			const answer = await send(...lines);

			expect(statusOf(answer)).toBe(status);
			expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toMatch(body);
		}
	});

	it('does not corrupt a response that is being sent', async () => {
		await test.service.operator.fillContacts({ orgId: 'org_demo', count: 1000 });

		const answer = await test.sendRaw(
			test.service.baseUrl,
			[
				'GET /v1/contacts?pageSize=1000 HTTP/1.1',
				'Host: localhost',
				`Authorization: Bearer ${accessToken}`,
				'',
				'no request',
				'',
				'',
			].join('\r\n'),
		);

		const [first = '', ...others] = answer.split(/(?=HTTP\/1\.1 )/);
		expect(others.map(statusOf)).toEqual(others.length === 0 ? [] : [400]);
		expect([200, 400]).toContain(statusOf(first));
		if (statusOf(first) === 200) {
			const length = Number(/content-length: (\d+)/i.exec(first)?.[1]);
			expect(Buffer.byteLength(first.slice(first.indexOf('\r\n\r\n') + 4), 'latin1')).toBe(length);
		}
	});
});
