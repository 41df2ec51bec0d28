import fc from 'fast-check';
import { startTestService, type TestService } from './test-service.ts';
import { pageStyleNames } from '../../../sandbox/service/page-styles.ts';

/** Requests for each operation and kind of input; about a second each. */
const RUNS = 250;
const TIME_LIMIT_MS = 4000;

let test: TestService;
let accessToken: string;
let basic: string;
beforeAll(async () => {
	test = await startTestService();
	({ accessToken } = await test.newClient());
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: 30 });
	const { id, secret } = test.service.operator.provisionResourceServer();
	basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
});
afterAll(() => test.close());

const sweep = async <Values extends [unknown, ...unknown[]]>(
	property: fc.IAsyncProperty<Values>,
	numRuns = RUNS,
) => {
	const result = await fc.check(property, { numRuns, interruptAfterTimeLimit: TIME_LIMIT_MS });
	expect(result.numRuns).toBeGreaterThan(0);
	expect(result.failed ? fc.defaultReportMessage(result) : 'no 5xx').toBe('no 5xx');
};

/** Text of any kind: NUL, newlines, lone surrogates, other scripts; sometimes very long. */
const anyText = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: 'binary' }),
	fc.constantFrom('\0', '\ud800', '../..', "' OR 1=1 --", '__proto__', '%', '9'.repeat(5000)),
	fc.integer({ min: 1, max: 20_000 }).map((length) => 'é'.repeat(length)),
);
const anyJson = fc.oneof(fc.jsonValue(), anyText, fc.bigInt().map(Number));

describe('no input makes the service respond with 5xx', () => {
	it('POST /token: wrong types, missing and additional fields, huge values', async () => {
		const body = fc.oneof(
			fc.record({ clientId: anyJson, refreshToken: anyJson, other: anyJson }, { requiredKeys: [] }),
			anyJson,
		);
		await sweep(
			fc.asyncProperty(body, async (value) => {
				const { status } = await test.auth('/token', {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(value) ?? '',
				});
				expect([400, 401, 413]).toContain(status);
			}),
		);
	});

	it('POST /token: bodies that are not JSON, in any encoding and media type', async () => {
		const contentType = fc.constantFrom(
			'application/json',
			'application/json; charset=utf-16',
			'application/json; charset="',
			'application/x-www-form-urlencoded',
			'multipart/form-data; boundary=x',
			'text/plain',
			'application/problem+json',
			'x',
			'/',
		);
		const encoding = fc.constantFrom(undefined, 'gzip', 'br', 'identity', 'x');
		await sweep(
			fc.asyncProperty(
				contentType,
				encoding,
				fc.uint8Array({ maxLength: 300 }),
				async (type, contentEncoding, bytes) => {
					const { status } = await test.auth('/token', {
						method: 'POST',
						headers: {
							'content-type': type,
							...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
						},
						body: Buffer.from(bytes),
					});
					expect([400, 415]).toContain(status);
				},
			),
		);
	});

	it('POST /introspect: any form, any credentials', async () => {
		const name = fc.oneof(fc.constantFrom('token', 'token_type_hint'), anyText);
		const authorization = fc.oneof(
			fc.constant(basic),
			fc.base64String().map((text) => `Basic ${text}`),
		);
		await sweep(
			fc.asyncProperty(
				fc.array(fc.tuple(name, anyText), { maxLength: 4 }),
				authorization,
				async (fields, header) => {
					const { status } = await test.auth('/introspect', {
						method: 'POST',
						headers: {
							'content-type': 'application/x-www-form-urlencoded',
							authorization: header,
						},
						body: new URLSearchParams(fields).toString(),
					});
					expect([200, 400, 401, 413]).toContain(status);
				},
			),
		);
	});

	it.each(pageStyleNames)('GET /v1/contacts in page style %s: any query', async (pageStyle) => {
		test.service.configure({ pageStyle });
		const name = fc.oneof(
			fc.constantFrom('pageSize', 'cursor', 'page', 'offset', '__proto__', 'pageSize[]'),
			anyText.map((text) => text.slice(0, 200)),
		);
		const value = fc.oneof(
			fc.bigInt().map(String),
			fc.double().map(String),
			fc.base64String(),
			fc.nat().map((after) => Buffer.from(`after:${after}`).toString('base64url')),
			anyText.map((text) => text.slice(0, 2000)),
		);
		await sweep(
			fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (parameters) => {
				const query = new URLSearchParams(parameters);
				const { status } = await test.list(accessToken, `?${query.toString()}`);
				// 431: the request line is too long for Node.js.
				expect([200, 400, 431]).toContain(status);
			}),
			RUNS / 5,
		);
		test.service.configure({ pageStyle: 'cursor' });
	});

	it('GET /v1/contacts: any Authorization header', async () => {
		const token = fc.oneof(
			fc.base64String(),
			fc.tuple(fc.base64String(), fc.base64String(), fc.base64String()).map((p) => p.join('.')),
			fc.nat(accessToken.length - 1).map((at) => accessToken.slice(0, at)),
			fc.json().map((json) => {
				const [, payload, signature] = accessToken.split('.');
				return [Buffer.from(json).toString('base64url'), payload, signature].join('.');
			}),
		);
		await sweep(
			fc.asyncProperty(
				fc.constantFrom('Bearer', 'bearer', 'Basic', ''),
				token,
				async (scheme, text) => {
					const { status } = await test.api('/v1/contacts', {
						headers: { authorization: `${scheme} ${text}` },
					});
					expect(status).toBe(401);
				},
			),
		);
	});

	it('any bytes as the query, a header and a body, on both hosts', async () => {
		const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
		const head = fc.constantFrom(
			'GET /v1/contacts?pageSize=',
			'GET /v1/contacts/',
			'POST /token?',
			'POST /introspect?',
			'OPTIONS *',
			'HEAD /v1/contacts?',
			'TRACE /token?',
			'PROPFIND /v1/contacts?',
			'CONNECT ',
			'GET /%',
		);
		await sweep(
			fc.asyncProperty(
				fc.constantFrom(test.service.authUrl, test.service.baseUrl),
				head,
				bytes,
				bytes,
				bytes,
				async (url, start, path, header, body) => {
					const answer = await test.sendRaw(
						url,
						Buffer.concat([
							Buffer.from(start),
							path,
							Buffer.from(' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: '),
							header,
							Buffer.from(
								`\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
							),
							body,
						]),
					);
					expect(answer).toMatch(/^(HTTP\/1\.1 [234]\d\d |$)/);
				},
			),
			RUNS / 2,
		);
	});
});
