import { gzipSync } from 'node:zlib';

import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { createPageFetcher } from '../../../../nodes/Contacts/request/fetchPage';
import { RequestGate } from '../../../../nodes/Contacts/request/requestGate';
import { version } from '../../../../package.json';
import { type Answer, respond } from '../../../support/rawServer';
import { json, startStubApi, type StubApi } from '../stubApi';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

/** The pauses before retries, in milliseconds. */
const pauses = () => jest.mocked(sleep).mock.calls.map(([ms]) => ms);

let stub: StubApi;
beforeAll(async () => {
	stub = await startStubApi();
});
afterAll(async () => await stub.close());
beforeEach(() => void jest.mocked(sleep).mockReset().mockResolvedValue());
afterEach(() => jest.restoreAllMocks());

/** Of an n8n that has no protection of internal addresses to ask. */
const CONTEXT = { helpers: {} } as unknown as IExecuteFunctions;

/** Requests the third page of the stub. */
async function fetchPage(credentials = stub.credentials()) {
	const requestPage = createPageFetcher(CONTEXT, credentials, 'needed.scope', {
		gate: new RequestGate(1, 0),
		priority: 0,
		signal: new AbortController().signal,
	});
	return await requestPage(new URL(`${stub.api.url}/v1/contacts?page=3`), 3);
}

describe('A request', () => {
	it('is a GET request with the token and nothing else from the credential', async () => {
		stub.answerWith(json([{ name: 'Ada' }]));
		const credentials = stub.credentials();
		expect(await fetchPage(credentials)).toMatchObject({ status: 200, body: [{ name: 'Ada' }] });
		const [request] = stub.api.requests;
		expect(request).toMatch(/^GET \/v1\/contacts\?page=3 HTTP\/1\.1\r\n/);
		expect(request).toMatch(/\r\nAccept: application\/json\r\n/i);
		expect(request).toContain(`\r\nUser-Agent: n8n-nodes-contacts-api/${version}\r\n`);
		expect(request).toMatch(/\r\nAuthorization: Bearer access-canary-\d+\r\n/i);
		expect(request).not.toContain(credentials.refreshToken);
		expect(request).not.toContain(credentials.clientId);
	});

	it('gets both lines of a Link header', async () => {
		const links = '</v1/contacts>; rel="first"\r\nLink: <?page=2>; rel="next"';
		stub.answerWith(json([], { Link: links }));
		const { headers } = await fetchPage();
		expect(headers.get('Link')).toBe('</v1/contacts>; rel="first", <?page=2>; rel="next"');
	});

	it.each<[string, Answer, object]>([
		['429', respond(429, ''), { reason: 'rateLimited', status: 429 }],
		['503 now', respond(503, '', { 'Retry-After': '0' }), { reason: 'failed', status: 503 }],
		['500', respond(500, ''), { reason: 'failed', status: 500 }],
		['a dropped connection', (socket) => socket.destroy(), { reason: 'dropped' }],
		[
			'a body that ends too early',
			(socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n['),
			{ reason: 'brokenOff' },
		],
	])('is sent three times while the answer is %s', async (_name, fault, failure) => {
		stub.answerWith(fault, fault, json([{ id: 1 }]));
		expect(await fetchPage()).toMatchObject({ body: [{ id: 1 }] });
		expect(stub.api.requests).toHaveLength(3);
		stub.answerWith(fault);
		await expect(fetchPage()).rejects.toMatchObject(failure);
		expect(stub.api.requests).toHaveLength(3);
		expect(stub.auth.requests).toHaveLength(1);
	});

	it.each<[string, Answer, object]>([
		['400', respond(400, ''), { reason: 'refused', status: 400 }],
		['501', respond(501, ''), { reason: 'failed', status: 501 }],
		[
			'a redirect',
			(socket) => respond(307, '', { Location: stub.auth.url })(socket, 0),
			{ reason: 'redirected', status: 307 },
		],
		['not JSON', respond(200, '<html>'), { reason: 'notJson' }],
		['empty', respond(200, ''), { reason: 'notJson' }],
		['too complex', respond(200, '['.repeat(600)), { reason: 'nestedTooDeep' }],
		[
			'larger than 64 MiB',
			respond(200, gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1)), { 'Content-Encoding': 'gzip' }),
			{ reason: 'tooLarge' },
		],
	])('is sent once when the answer is %s', async (_name, answer, failure) => {
		stub.answerWith(answer);
		await expect(fetchPage()).rejects.toMatchObject(failure);
		expect(stub.api.requests).toHaveLength(1);
		expect(stub.auth.requests).toHaveLength(1);
	});

	it('has a random pause before it is sent again, up to one second, then up to two', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.25);
		stub.answerWith(respond(500, ''), respond(500, ''), json([]));
		await fetchPage();
		expect(pauses()).toEqual([250, 500]);
	});

	it.each([
		[429, '121', /^Try again in 3 minutes\. /],
		[503, '3600', /^Try again in 60 minutes\. /],
	])('fails with %d when Retry-After is %s, and says when to try again', async (...row) => {
		const [status, retryAfter, description] = row;
		stub.answerWith(respond(status, '', { 'Retry-After': retryAfter }));
		await expect(fetchPage()).rejects.toMatchObject({
			status,
			userMessage: { description: expect.stringMatching(description) },
		});
		expect(stub.api.requests).toHaveLength(1);
	});

	it('times out after a minute', async () => {
		stub.answerWith(() => {});
		const expired = AbortSignal.timeout(100);
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		timeout.mockImplementation((ms) => (ms === 60_000 ? expired : new AbortController().signal));
		await expect(fetchPage()).rejects.toMatchObject({ reason: 'timedOut' });
	});

	it('has no body with status 204', async () => {
		stub.answerWith(respond(204, ''));
		expect(await fetchPage()).toMatchObject({ status: 204, body: undefined });
	});
});

describe('A rejected token', () => {
	it('is renewed once, and the page is requested again, three times if need be', async () => {
		stub.answerWith(respond(401, ''), respond(500, ''), respond(500, ''), json([]));
		expect(await fetchPage()).toMatchObject({ body: [] });
		expect(stub.auth.requests).toHaveLength(2);
		expect(stub.api.requests).toHaveLength(4);
	});

	it('fails the page when the new one is rejected as well', async () => {
		stub.answerWith(respond(401, ''));
		await expect(fetchPage()).rejects.toMatchObject({ reason: 'unauthorized', status: 401 });
		expect(stub.auth.requests).toHaveLength(2);
		expect(stub.api.requests).toHaveLength(2);
	});

	it('fails the page with the scopes when it lacks one', async () => {
		stub.answerWith(respond(403, ''));
		const credentials = { ...stub.credentials(), scopes: ['configured.by.hand'] };
		await expect(fetchPage(credentials)).rejects.toMatchObject({
			userMessage: {
				message: 'The Contacts API does not permit the request for page 3 (403)',
				description: expect.stringContaining(
					'listing needs needed.scope, and the credential lists configured.by.hand, and',
				),
			},
		});
	});
});
