import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';

import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { createPageFetcher } from '../../../../nodes/Contacts/request/fetchPage';
import { RequestGate, WaitBudget } from '../../../../nodes/Contacts/request/requestGate';
import { version } from '../../../../package.json';
import { startService } from '../../../../sandbox/service/index.ts';
import { runContacts } from '../../../support/engine';
import { type Answer, respond } from '../../../support/rawServer';
import { startTestService, type TestService } from '../../../support/service';
import { json, startStubApi, type StubApi } from '../stubApi';

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...actual, sleep: jest.fn(actual.sleep) };
});

/** The pauses before retries, in milliseconds, and their signals. */
const pauses = jest.mocked(sleep);
const { sleep: wait } = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');

let service: TestService;
let stub: StubApi;
beforeAll(async () => {
	service = await startTestService(120);
	stub = await startStubApi();
});
afterAll(async () => {
	await Promise.all([service.close(), stub.close()]);
});
beforeEach(() => {
	// Every test uses its own client, so that no token is cached.
	Object.assign(service.credentials, service.operator.provisionClient({ orgId: 'org_test' }));
	service.faults.clear();
	service.requests.reset();
	pauses.mockReset().mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

/** Four pages of the service. */
const list = async (rest: object = {}) =>
	await runContacts({
		credentials: service.credentials,
		parameters: { pageSize: 30, returnAll: true },
		...rest,
	});

/** The pages of the stub. */
const listStub = async (rest: object = {}) =>
	await list({ credentials: stub.credentials(), ...rest });

function expectWholeList({ outputs, error }: Awaited<ReturnType<typeof list>>): void {
	expect(error).toBeUndefined();
	expect(new Set(outputs[0]!.map(({ json }) => json.id)).size).toBe(120);
	expect(outputs[0]).toHaveLength(120);
}

const counts = () => ({
	exchanges: service.requests.token.count,
	requests: service.requests.contacts.count,
});

describe('A request', () => {
	it('is a GET request with the token and nothing else from the credential', async () => {
		stub.answerWith(json([{ name: 'Ada' }]));
		const credentials = stub.credentials();
		await listStub({ credentials, parameters: { pageSize: 7 } });
		expect(stub.api.requests).toHaveLength(1);
		const [request] = stub.api.requests;
		expect(request).toMatch(/^GET \/v1\/contacts\?pageSize=7 HTTP\/1\.1\r\n/);
		expect(request).toMatch(/\r\nAccept: application\/json\r\n/i);
		expect(request).toContain(`\r\nUser-Agent: n8n-nodes-contacts-api/${version}\r\n`);
		expect(request).toMatch(/\r\nAuthorization: Bearer access-canary-\d+\r\n/i);
		expect(request).not.toContain(credentials.refreshToken);
		expect(request).not.toContain(credentials.clientId);
	});

	it('follows a Link header that is split into two lines', async () => {
		const links = '</v1/contacts>; rel="first"\r\nLink: <?page=2>; rel="next"';
		stub.answerWith(json([{ id: 1 }], { Link: links }), json([{ id: 2 }]));
		const { outputs } = await listStub();
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([1, 2]);
		expect(stub.api.requests[1]).toMatch(/^GET \/v1\/contacts\?page=2&pageSize=30 /);
	});
});

describe('A page in the middle of a list', () => {
	const faults = [
		...[429, 500, 502, 503, 504].map((status) => ({ status })),
		...[429, 503].map((status) => ({ status, retryAfter: '0' })),
		{ status: 503, retryAfter: 'soon' },
		{ status: 503, retryAfter: '-5' },
		{ drop: 'insideBody' as const },
	];

	it.each(faults)('succeeds at the third attempt after %j', async (fault) => {
		service.faults.set('/v1/contacts', { ...fault, skip: 2, times: 2 });
		expectWholeList(await list());
		expect(counts()).toEqual({ exchanges: 1, requests: 6 });
	});

	it.each(faults)('fails the list after three times %j', async (fault) => {
		service.faults.set('/v1/contacts', { ...fault, skip: 2, times: 3 });
		const { outputs, error } = await list();
		expect(outputs).toEqual([]);
		expect(error!.message).toMatch(/page 3( |$|\))/);
		expect(error!.httpCode).toBe('status' in fault ? String(fault.status) : undefined);
		expect(counts()).toEqual({ exchanges: 1, requests: 5 });
	});

	it('succeeds at the third attempt after two dropped connections', async () => {
		service.faults.set('/v1/contacts', { drop: 'beforeAnswer', skip: 2, times: 2 });
		expectWholeList(await list());
		expect(counts()).toEqual({ exchanges: 1, requests: 6 });
	});

	it('fails the list when every connection is dropped', async () => {
		service.faults.set('/v1/contacts', { drop: 'beforeAnswer', skip: 2 });
		const { outputs, error } = await list();
		expect(outputs).toEqual([]);
		expect(error!.message).toBe(
			'The Contacts API closed the connection without answering the request for page 3',
		);
		// Three attempts, and as many as connections may have been kept.
		expect(counts().requests).toBeGreaterThanOrEqual(5);
		expect(counts().requests).toBeLessThanOrEqual(7);
	});

	it('has its own attempts', async () => {
		const busy = respond(503, '');
		stub.answerWith(
			...[busy, busy, json({ list: [{ id: 1 }], next: '?page=2' })],
			...[busy, busy, json({ list: [{ id: 2 }], next: '?page=3' })],
			...[busy, busy, json({ list: [{ id: 3 }], next: null })],
		);
		const { outputs } = await listStub();
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([1, 2, 3]);
		expect(stub.api.requests.map((request) => /page=(\d)/.exec(request)?.[1])).toEqual([
			...[undefined, undefined, undefined],
			...['2', '2', '2'],
			...['3', '3', '3'],
		]);
	});

	it.each<[string, Answer]>([
		[
			'a body that ends too early',
			(socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n['),
		],
		[
			'chunks that break off',
			(socket) => {
				socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n');
				setImmediate(() => socket.destroy());
			},
		],
		[
			'an error whose body ends too early',
			(socket) => socket.end('HTTP/1.1 503 X\r\nContent-Length: 99\r\n\r\n{'),
		],
	])('is retried after %s', async (_name, answer) => {
		stub.answerWith(answer, json({ list: [{ id: 1 }], next: null }));
		const { outputs, error } = await listStub();
		expect(error).toBeUndefined();
		expect(outputs[0]!.map(({ json }) => json)).toEqual([{ id: 1 }]);
		expect(stub.api.requests).toHaveLength(2);
	});

	it('may be compressed', async () => {
		const body = gzipSync(JSON.stringify([{ id: 1 }]));
		stub.answerWith(respond(200, body, { 'Content-Encoding': 'gzip' }));
		expect((await listStub()).outputs[0]!.map(({ json }) => json)).toEqual([{ id: 1 }]);
		stub.answerWith(respond(200, body.subarray(0, 15), { 'Content-Encoding': 'gzip' }));
		expect((await listStub()).error!.message).toBe('The response for page 1 is not JSON');
	});

	it('is not retried when another attempt cannot succeed', async () => {
		for (const status of [400, 402, 403, 404, 405, 410, 422, 501, 505]) {
			service.requests.reset();
			service.faults.set('/v1/contacts', { status, skip: 2 });
			const { error } = await list();
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(error!.message).toContain('page 3');
			expect(counts().requests).toBe(3);
		}
	});

	it('is requested with a new token after a 401, and the list continues from there', async () => {
		service.faults.set('/v1/contacts', { status: 401, skip: 2, times: 1 });
		expectWholeList(await list());
		expect(counts()).toEqual({ exchanges: 2, requests: 5 });
		expect(service.requests.contacts.queries[2]).toEqual(service.requests.contacts.queries[3]);
	});

	it('is retried when it fails after the token was renewed', async () => {
		stub.answerWith(
			json({ list: [{ id: 1 }], next: '?page=2' }),
			respond(401, ''),
			respond(503, ''),
			json({ list: [{ id: 2 }], next: null }),
		);
		const { outputs, error } = await listStub();
		expect(error).toBeUndefined();
		expect(outputs[0]!.map(({ json }) => json.id)).toEqual([1, 2]);
		expect(stub.auth.requests).toHaveLength(2);
		expect(stub.api.requests).toHaveLength(4);
	});

	it('fails the list when the new token is rejected as well', async () => {
		service.faults.set('/v1/contacts', { status: 401, skip: 2 });
		const { error, outputs } = await list();
		expect(outputs).toEqual([]);
		expect(error).toMatchObject({
			message: 'The Contacts API did not accept the access token for page 3 (401)',
			httpCode: '401',
		});
		expect(counts()).toEqual({ exchanges: 2, requests: 4 });
	});

	it("fails with the credential's error when the refresh token was revoked", async () => {
		service.faults.set('/v1/contacts', { latencyMs: 50 });
		const running = list();
		while (service.requests.contacts.count < 2) await new Promise(setImmediate);
		service.operator.revokeRefreshToken({ clientId: service.credentials.clientId });
		const { error, outputs } = await running;
		expect(outputs).toEqual([]);
		expect(error!.message).toBe(
			'The authorization server did not accept the client ID or the refresh token (401)',
		);
		expect(error).toMatchObject({ httpCode: '401' });
	});
});

describe('The pause before a retry', () => {
	const lengths = () => pauses.mock.calls.map(([milliseconds]) => milliseconds);

	it('is random, up to one second, then up to two, for each page', async () => {
		service.faults.set('/v1/contacts', { status: 500, times: 2 });
		jest.spyOn(Math, 'random').mockReturnValue(0.25);
		expectWholeList(await list());
		expect(lengths()).toEqual([250, 500]);
	});

	it.each([
		['seconds', '7', 7_000],
		['no seconds', '0', 0],
		['a date', new Date(Date.now() + 110_000).toUTCString(), 110_000],
		['a date that has passed', new Date(0).toUTCString(), 0],
	])('is the Retry-After in %s plus a jitter', async (_name, retryAfter, wanted) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		for (const status of [429, 503]) {
			pauses.mockClear();
			service.faults.set('/v1/contacts', { status, retryAfter, times: 1 });
			expectWholeList(await list());
			expect(pauses).toHaveBeenCalledTimes(1);
			// Dates have no fraction of a second, and the test itself takes some time.
			const difference = Math.abs(lengths()[0]! - wanted - 100);
			expect(difference).toBeLessThanOrEqual(retryAfter.length > 1 ? 30_000 : 100);
		}
	});

	it('is waited for', async () => {
		pauses.mockImplementation(wait);
		service.faults.set('/v1/contacts', { status: 429, retryAfter: '1', times: 1 });
		const started = performance.now();
		expectWholeList(await list());
		expect(performance.now() - started).toBeGreaterThan(990);
	});

	it.each([
		['121', 'in 3 minutes'],
		['9'.repeat(400), 'later'],
		[new Date(Date.now() + 3_600_000).toUTCString(), 'in (59|60) minutes'],
	])(
		'is not waited for when Retry-After is %s; the error says when to try again',
		async (retryAfter, when) => {
			for (const [status, message] of [
				[
					429,
					'The Contacts API accepts no more requests for now, and refused the request for page 2 (429)',
				],
				[503, 'The Contacts API failed to answer the request for page 2 (503)'],
			] as const) {
				service.requests.reset();
				service.faults.set('/v1/contacts', { status, retryAfter, skip: 1 });
				const { error } = await list();
				expect(error).toMatchObject({
					message,
					description: expect.stringMatching(`^Try again ${when}\\. `),
					httpCode: String(status),
				});
				expect(counts().requests).toBe(2);
			}
		},
	);

	it('fails all items without further requests when it is too long', async () => {
		stub.answerWith(respond(429, '', { 'Retry-After': '3600' }));
		const { outputs } = await listStub({ items: [{}, {}, {}], onError: 'continueRegularOutput' });
		expect(outputs[0]!.map(({ json }) => json)).toEqual(
			Array(3).fill({
				error:
					'The Contacts API accepts no more requests for now, and refused the request for page 1 (429)',
				details: { description: expect.stringMatching('^Try again in 60 minutes\\.'), status: 429 },
			}),
		);
		expect(stub.api.requests).toHaveLength(1);
	});

	it('adds up to at most 15 minutes for a list', async () => {
		hurry();
		const busy = respond(429, '', { 'Retry-After': '110' });
		const page = (id: number) => json({ list: [{ id }], next: `?page=${id + 1}` });
		const pages = Array.from({ length: 20 }, (_, n) => [busy, page(n + 1)]).flat();
		stub.answerWith(...pages);
		const { error } = await listStub();
		expect(error).toMatchObject({
			message:
				'The Contacts API accepts no more requests for now, and refused the request for page 9 (429)',
			description: expect.stringMatching(/^Try again in 110 seconds/),
		});
		// Each of the others has its own 15 minutes.
		stub.answerWith(
			...pages.slice(0, 15),
			json({ list: [{ id: 8 }], next: null }),
			...pages.slice(0, 15),
			json({ list: [{ id: 8 }], next: null }),
		);
		const { outputs } = await listStub({
			items: [{}, {}],
			parameters: { returnAll: true, options: { concurrency: 1 } },
		});
		expect(outputs[0]).toHaveLength(16);
	});

	it('counts once for pages that were throttled at the same time', async () => {
		hurry();
		const gate = new RequestGate(20, 0);
		const { signal } = new AbortController();
		await gate.run(async () => 'ok', { priority: 0, signal, waits: new WaitBudget() });
		const requests = { gate, priority: 0, signal };
		const fetchPage = createPageFetcher(CONTEXT, stub.credentials(), 'contacts.read', requests);
		const busy = respond(503, '', { 'Retry-After': '100' });
		stub.answerWith(...Array<Answer>(20).fill(busy), json([]));
		const url = new URL(`${stub.api.url}/v1/contacts`);
		const pages = await Promise.all(Array.from({ length: 20 }, (_, n) => fetchPage(url, n)));
		expect(pages.map(({ body }) => body)).toEqual(Array(20).fill([]));
		expect(stub.api.requests).toHaveLength(40);
	});

	/** Time runs 1,000 times as fast. */
	function hurry(): void {
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() * 1_000);
		pauses.mockImplementation(async (ms, signal) => await wait(ms / 1_000, signal));
	}
});

describe('A 403', () => {
	it.each<[string, () => void]>([
		[
			'a client that is not active',
			() => service.operator.setClientStatus(service.credentials.clientId, 'revoked'),
		],
		[
			'an organization without permission',
			() => service.operator.setOrganizationPermission('org_test', 'denied'),
		],
		[
			'a token without the scope',
			() => {
				service.configure({ scopeEnforcement: 'claims' });
				const client = service.operator.provisionClient({
					orgId: 'org_test',
					scopes: ['contacts.write', 'other'],
				});
				Object.assign(service.credentials, client);
			},
		],
	])('names the possible causes and the scopes for %s', async (_name, arrange) => {
		try {
			arrange();
			const { error } = await list();
			const { scopes } = service.credentials;
			expect(error).toMatchObject({
				message: 'The Contacts API does not permit the request for page 1 (403)',
				description: `The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing needs contacts.read, and the token was granted ${scopes.join(', ')}. For each of them, ask the operator of the service.`,
				httpCode: '403',
				context: { itemIndex: 0 },
			});
			expect(counts()).toEqual({ exchanges: 1, requests: 1 });
		} finally {
			service.operator.setOrganizationPermission('org_test', 'granted');
			service.configure({ scopeEnforcement: 'off' });
		}
	});

	it('names the scopes from the credential when the token response names none', async () => {
		stub.answerWith(respond(403, ''));
		const credentials = { ...stub.credentials(), scopes: ['configured.by.hand'] };
		const { error } = await listStub({ credentials });
		expect(error!.description).toContain('the credential lists configured.by.hand, and');
	});
});

describe('A connection', () => {
	it('is tried three times when it is refused', async () => {
		const gone = await countingServer();
		await gone.close();
		const fetch = jest.spyOn(globalThis, 'fetch');
		const { error } = await listStub({
			credentials: { ...stub.credentials(), baseUrl: gone.url },
		});
		expect(error).toMatchObject({
			message: 'The Contacts API could not be reached for page 1',
			context: { itemIndex: 0 },
		});
		expect(error).not.toHaveProperty('httpCode');
		const tries = fetch.mock.calls.filter(([url]) => (url as string).startsWith(gone.url));
		expect(tries).toHaveLength(3);
	});

	it('is tried once when the certificate is not trusted', async () => {
		const stranger = await startService({ initialContacts: 0 });
		try {
			const { error } = await list({
				credentials: { ...service.credentials, baseUrl: stranger.baseUrl },
			});
			expect(error!.message).toBe("The Contacts API's certificate is not trusted");
			expect(stranger.requests.contacts.count).toBe(0);
		} finally {
			await stranger.close();
		}
	});

	it.each<[string, Answer]>([
		['nothing', () => {}],
		['headers alone', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')],
	])('times out after a minute with %s', async (_name, answer) => {
		stub.answerWith(answer);
		// Time runs 200 times as fast.
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() * 200);
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const deadline = jest
			.spyOn(AbortSignal, 'timeout')
			.mockImplementation((ms) => timeout(ms === 60_000 ? 300 : ms));
		const { error } = await listStub();
		const [, seconds] =
			/^The Contacts API did not answer the request for page 1 within (\d+) seconds$/.exec(
				error!.message,
			)!;
		expect(Number(seconds)).toBeGreaterThanOrEqual(60);
		expect(deadline).toHaveBeenLastCalledWith(60_000);
		expect(stub.api.requests).toHaveLength(1);
	});

	it.each<[string, Answer, string]>([
		[
			'switches to another protocol',
			(socket) => socket.end('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
			'The Contacts API switched to a protocol other than HTTP (101)',
		],
		[
			'does not match its Content-Encoding',
			respond(200, 'hello', { 'Content-Encoding': 'gzip' }),
			'The response to the request for page 1 does not match its Content-Encoding',
		],
		[
			'is not HTTP',
			(socket) => socket.end('SSH-2.0-OpenSSH\r\n'),
			'The response to the request for page 1 is not valid HTTP',
		],
		[
			'is too complex',
			json(JSON.parse('['.repeat(513) + ']'.repeat(513))),
			'The response for page 1 is nested more than 512 levels deep',
		],
		[
			'sends more than 64 MiB, however small it was on the way',
			respond(200, gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1)), { 'Content-Encoding': 'gzip' }),
			'The response to the request for page 1 is larger than 64 MiB',
		],
	])('that %s ends in an error at once', async (_name, answer, message) => {
		stub.answerWith(answer);
		const { error } = await listStub();
		expect(error).toMatchObject({ message });
		expect(error).not.toHaveProperty('httpCode');
		expect(stub.api.requests).toHaveLength(1);
	});

	it('is not made to a port of another protocol', async () => {
		const { error } = await listStub({
			credentials: { ...stub.credentials(), baseUrl: 'https://localhost:10080' },
		});
		expect(error!.message).toBe(
			"The port in the credential's 'Base URL' is one that HTTP clients do not connect to",
		);
	});

	it.each<[string, Answer]>([
		['before the response', () => {}],
		[
			'inside the response',
			(socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n['),
		],
	])('is closed when the execution is canceled %s', async (_name, answer) => {
		let stop = () => {};
		stub.answerWith((socket, n) => {
			answer(socket, n);
			setImmediate(() => stop());
		});
		const { run } = await listStub({ onStart: (cancel: () => void) => (stop = cancel) });
		expect(run.status).toBe('canceled');
		expect(stub.api.requests).toHaveLength(1);
		while (stub.api.open.size > 0) await new Promise(setImmediate);
	});

	it('is reused for the next page', async () => {
		const before = stub.api.connections;
		const page = (body: object): Answer => {
			const text = JSON.stringify(body);
			return (socket) =>
				socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
		};
		stub.answerWith(
			...Array.from({ length: 9 }, (_, n) => page({ list: [{ n }], next: `?page=${n + 1}` })),
			page({ list: [{ n: 9 }], next: null }),
		);
		expect((await listStub()).outputs[0]).toHaveLength(10);
		// The previous response may not have ended when the next request is sent.
		expect(stub.api.connections - before).toBeLessThanOrEqual(2);
	});
});

describe('A response', () => {
	it('has no contacts with status 204, and is not JSON when it is empty', async () => {
		stub.answerWith(respond(204, ''));
		const fetchPage = createPageFetcher(CONTEXT, stub.credentials(), 'contacts.read', {
			gate: new RequestGate(1, 0),
			priority: 0,
			signal: new AbortController().signal,
		});
		const page = await fetchPage(new URL(`${stub.api.url}/v1/contacts`), 1);
		expect(page).toMatchObject({ status: 204, body: undefined });
		stub.answerWith(respond(200, ''));
		expect((await listStub()).error!.message).toBe('The response for page 1 is not JSON');
	});
});

/** Of an n8n that has no protection of internal addresses to ask. */
const CONTEXT = { helpers: {} } as unknown as IExecuteFunctions;

describe('The token is not sent elsewhere', () => {
	it.each([301, 302, 303, 307, 308])('on a redirect with %d', async (status) => {
		const elsewhere = await countingServer();
		try {
			for (const location of [`${elsewhere.url}/v1/contacts`, '/v1/other', undefined]) {
				stub.answerWith(respond(status, '', location ? { Location: location } : {}));
				const { error } = await listStub();
				expect(error).toMatchObject({
					message: `The Contacts API redirected the request for page 1 (${status})`,
					httpCode: String(status),
				});
				expect(stub.api.requests).toHaveLength(1);
			}
			expect(elsewhere.connections()).toBe(0);
		} finally {
			await elsewhere.close();
		}
	});

	it('by a next link', async () => {
		const elsewhere = await countingServer();
		const { host } = new URL(elsewhere.url);
		const own = new URL(stub.api.url).host;
		try {
			for (const link of [
				elsewhere.url,
				`//${host}/`,
				`/\\${host}/`,
				`http://localhost:${new URL(stub.api.url).port}/v1/contacts`,
				`http://${own}@${host}/`,
				`http://user@${own}/v1/contacts`,
				`http://:password@${own}/v1/contacts`,
				`https://${own}/v1/contacts`,
			]) {
				for (const answer of [
					json({ list: [{ id: 1 }], next: link }),
					json([{ id: 1 }], { Link: `<${link}>; rel="next"` }),
				]) {
					stub.answerWith(answer);
					const { error, outputs } = await listStub();
					expect(error!.message).toBe('The link to the page after page 1 leads to another address');
					expect(outputs).toEqual([]);
					expect(stub.api.requests).toHaveLength(1);
				}
			}
			expect(elsewhere.connections()).toBe(0);
		} finally {
			await elsewhere.close();
		}
	});

	it('by a next link without TLS', async () => {
		service.configure({ pageStyle: 'nextLink' });
		const { credentials } = service;
		const plain = credentials.baseUrl.replace('https:', 'http:');
		stub.answerWith(json({ list: [{ id: 1 }], next: `${plain}/v1/contacts` }));
		const { error } = await listStub();
		expect(error!.message).toBe('The link to the page after page 1 leads to another address');
		expect(counts().requests).toBe(0);
		service.configure({ pageStyle: 'cursor' });
	});
});

describe('The stored execution of a failure', () => {
	const CANARY = 'body-canary-0123456789';
	const headers = { 'X-Canary': CANARY, 'Retry-After': '0', Location: `/${CANARY}` };
	const body = JSON.stringify({ message: CANARY, error: { message: CANARY } });

	it.each<[string, Answer]>([
		...[302, 400, 401, 403, 404, 429, 500, 503].map((status): [string, Answer] => [
			`a ${status}`,
			respond(status, body, { 'Content-Type': 'application/json', ...headers }),
		]),
		['an error in text', respond(500, CANARY, headers)],
		['text', respond(200, CANARY, headers)],
		['truncated JSON', respond(200, body.slice(0, -3), headers)],
		[
			'a body that breaks off',
			(socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${CANARY}`),
		],
		['no list', json({ message: CANARY })],
		['a contact that is none', json({ list: [CANARY] })],
		['a link elsewhere', json({ list: [{ two: CANARY }], next: `https://evil.example/${CANARY}` })],
		['a link to nowhere', json({ list: [{ two: CANARY }], nextLink: `https://${CANARY}:x` })],
		['a place that cannot be used', json({ list: [{ two: CANARY }], next: { other: CANARY } })],
	])('contains no part of the request after %s on the second page', async (_name, answer) => {
		for (const onError of [undefined, 'continueRegularOutput', 'continueErrorOutput']) {
			stub.answerWith(json({ list: [{ id: CANARY }], next: `?page=${CANARY}` }), answer);
			const result = await listStub({ onError });
			const stored = inspect(result, {
				showHidden: true,
				depth: Infinity,
				maxArrayLength: Infinity,
				maxStringLength: Infinity,
			});
			expect(stored).toMatch(/page 2/i);
			expect(stored).not.toMatch(/canary/);
		}
	});
});

async function countingServer() {
	let connections = 0;
	const server = createServer((socket) => {
		connections++;
		socket.destroy();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		connections: () => connections,
		close: async () => await new Promise((resolve) => server.close(resolve)),
	};
}
