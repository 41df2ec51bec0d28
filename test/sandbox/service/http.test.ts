import { gzipSync } from 'node:zlib';
import type { Settings } from '../../../sandbox/service/index.ts';
import { sharedTestService } from './test-service.ts';

const test = sharedTestService();

const LIST = 'GET /v1/contacts HTTP/1.1';

/** Sends the lines of a request to the API host. @returns its status and its body */
const send = async (...lines: string[]) => {
	const request = [...lines, 'Connection: close', '', ''].join('\r\n');
	const [head = '', text] = (await test.sendRaw(request)).split('\r\n\r\n');
	return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), text };
};

describe('a header that is sent twice', () => {
	it('is rejected with 401 for Authorization, even if one of the two is valid', async () => {
		const right = `Authorization: Bearer ${test.accessToken}`;
		expect((await send(LIST, 'Host: localhost', right)).status).toBe(200);

		for (const other of [right, 'Authorization: Bearer wrong', 'authorization: x']) {
			for (const headers of [
				[right, other],
				[other, right],
			]) {
				const { status, text } = await send(LIST, 'Host: localhost', ...headers);
				expect(status).toBe(401);
				expect(text).toContain('"code":"missing_token"');
			}
		}
	});

	it('is rejected with 400 for Host, as is a missing one', async () => {
		expect((await send(LIST, 'Host: localhost', 'host: other')).status).toBe(400);
		expect((await send(LIST)).status).toBe(400);
		expect((await send('GET /v1/contacts HTTP/1.0')).status).toBe(401);
	});
});

describe('a method that the operation does not have', () => {
	it.each([
		['auth', 'PUT', '/token?x=1', 'POST'],
		['auth', 'OPTIONS', '/introspect', 'POST'],
		['api', 'POST', '/v1/contacts?pageSize=1', 'GET, HEAD'],
	] as const)(
		'on the %s host, %s %s gets 405 with Allow: %s',
		async (host, method, path, allow) => {
			const { headers, refusal } = await test[host](path, { method });

			expect(refusal).toEqual([405, 'method_not_allowed']);
			expect(headers['allow']).toBe(allow);
		},
	);

	it('is not counted as a request for the operation, and not affected by its faults', async () => {
		test.service.requests.reset();
		test.service.faults.set('/v1/contacts', { status: 503 });

		expect((await test.api('/v1/contacts', { method: 'POST' })).status).toBe(405);
		expect(test.service.requests.contacts.count).toBe(0);
	});
});

it('a request body must not be compressed', async () => {
	const json = Buffer.from(JSON.stringify(test.service.operator.provisionClient()));
	const exchange = (body: Buffer, encoding: string) =>
		test.auth('/token', {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'content-encoding': encoding },
			body,
		});

	expect((await exchange(json, 'identity')).status).toBe(200);
	const compressed = await exchange(gzipSync(json), 'gzip');
	expect(compressed.refusal).toEqual([415, 'unsupported_content_encoding']);
});

describe('a request that the HTTP parser rejects', () => {
	const forms: Record<Settings['errorForm'], RegExp> = {
		problem: /^\{"type":"about:blank",.*"code":"\w+"\}$/,
		json: /^\{"error":"\w+","message":"[^"]+"\}$/,
		text: /^[A-Z][^{}]+\.$/,
		empty: /^$/,
	};

	it.each<[string, number, string[]]>([
		['a broken request line', 400, ['GET /v1/contacts HTTP/9.9', 'Host: localhost']],
		['no Host', 400, [LIST]],
		['an unknown expectation', 417, [LIST, 'Host: x', 'Expect: cake']],
		['headers that are too large', 431, [LIST, 'Host: localhost', `X: ${'x'.repeat(20_000)}`]],
	])('gets an error body in the form of the settings: %s', async (_name, status, lines) => {
		for (const [errorForm, body] of Object.entries(forms)) {
			test.service.configure({ errorForm: errorForm as Settings['errorForm'] });

			expect(await send(...lines)).toEqual({ status, text: expect.stringMatching(body) });
		}
	});
});
