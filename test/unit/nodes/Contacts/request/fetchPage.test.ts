import { gzipSync } from 'node:zlib';

import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from '../../../../../credentials/contactsApi/http/clock';
import {
	type ContactsError,
	contactsError,
	requestError,
} from '../../../../../nodes/Contacts/contactsError';
import { createPageFetcher, refusalBy } from '../../../../../nodes/Contacts/request/fetchPage';
import { RequestGate } from '../../../../../nodes/Contacts/request/requestGate';
import { Secrets } from '../../../../../nodes/Contacts/secrets';
import { type Answer, respond } from '../../../../support/rawServer';
import { json, stubApi } from '../../../../support/stubApi';

/** Records the pauses instead of waiting. */
const sleep = jest.fn<Promise<void>, [number]>();
let sleptMs = 0;
const now = () => systemClock.now() + sleptMs;
const clock = { ...systemClock, now, sleep, random: () => 0.25 };

const stub = stubApi();
beforeEach(() => sleep.mockReset().mockImplementation(async (ms) => void (sleptMs += ms)));
afterEach(() => jest.restoreAllMocks());

const never = new AbortController().signal;

interface Rest {
	signal?: AbortSignal;
	pageSignal?: AbortSignal;
	scopes?: string[];
	/** Of another page. */
	url?: string;
	/** How n8n protects internal addresses; older versions do not. */
	validateUrl?: (origin: string) => Promise<{ ok: boolean }>;
}

/** Requests a page of the stub, the third one. */
const fetchPage = async (rest: Rest = {}) => await pageReader(rest)();

/** Creates the function that requests it for one list. */
function pageReader({ signal = never, pageSignal, validateUrl, url, ...rest }: Rest = {}) {
	const getSecureEgressFilter = validateUrl && (() => ({ validateUrl }));
	const context = { helpers: { getSecureEgressFilter } } as unknown as IExecuteFunctions;
	const access = { gate: new RequestGate(1, 0, clock), signal, secrets: new Secrets() };
	const requestPage = createPageFetcher(context, { ...stub.credentials(), ...rest }, access);
	const page = new URL(url ?? `${stub.api.url}/v1/contacts?page=3`);
	return async () => {
		const answer = await requestPage(page, 3, [], pageSignal);
		if ('error' in answer) throw answer.error;
		return answer;
	};
}

const requestCounts = () => [stub.auth.requests.length, stub.api.requests.length];

const paused = (status: number, after: number) => respond(status, '', { 'Retry-After': after });
const typed = (contentType: string, text: string) =>
	respond(200, Buffer.from(text, 'latin1'), { 'Content-Type': contentType });

const description = (text: string) => ({
	userMessage: { description: expect.stringMatching(`^${text}`) },
});

describe('A request', () => {
	it('has the token and nothing else from the credential, and a minute for the answer', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		stub.answerWith(json([{ name: 'Ada' }], { 'X-A': 'b' }));
		const { status, headers, body } = await fetchPage();
		expect([status, headers.get('x-a'), body]).toEqual([200, 'b', [{ name: 'Ada' }]]);
		const [request] = stub.api.requests;
		expect(request).toMatch(/^GET \/v1\/contacts\?page=3 HTTP\/1\.1\r\n/);
		expect(request).toMatch(/\r\nAccept: application\/json, \*\/\*;q=0\.1\r\n/i);
		expect(request).toMatch(/\r\nAuthorization: Bearer access-canary-\d+\r\n/i);
		expect(request).not.toMatch(/refresh-canary|client_/);
		expect(timeout).toHaveBeenLastCalledWith(60_000);
	});

	it.each<[string, Answer, object]>([
		['429', respond(429, ''), { reason: 'rateLimited', status: 429 }],
		['503 now', paused(503, 0), { reason: 'failed', status: 503 }],
		['a dropped connection', (socket) => socket.destroy(), { reason: 'dropped' }],
	])('is sent three times while the answer is %s', async (_name, fault, failure) => {
		stub.answerWith(fault, fault, json([{ id: 1 }]));
		expect(await fetchPage()).toMatchObject({ body: [{ id: 1 }] });
		stub.answerWith(fault);
		await expect(fetchPage()).rejects.toMatchObject(failure);
		expect(requestCounts()).toEqual([1, 3]);
	});

	const says = (text: string) => ({ message: expect.stringContaining(text) });
	const unreadable = (charset: string) => ({
		...says('page 3 has characters that cannot be read'),
		userMessage: { description: expect.stringContaining(`, which is ${charset}: ask`) },
	});
	const gzip = { 'Content-Encoding': 'gzip' };
	const large = respond(200, gzipSync(Buffer.alloc(32 * 1024 * 1024 + 1)), gzip);
	const explained = respond(422, '{"title":"Bad","detail":"pageSize is\\u0007 at most 50"}');

	it.each<[string, Answer, object]>([
		['404', respond(404, '{"error":"No contacts found"}'), { reason: 'notFound', status: 404 }],
		['422', explained, description('The service says: "pageSize is at most 50". The way to')],
		['503 with a pause of a day', paused(503, 86_400), description('Try again in 24 hours\\.')],
		['202, with or without a list', respond(202, '[]'), { reason: 'notReady', status: 202 }],
		['not JSON', respond(200, '<html>'), { reason: 'notJson' }],
		['too deep', respond(200, '['.repeat(513)), says('has more than 512 levels of objects')],
		['larger than 32 MiB', large, { reason: 'tooLarge', ...says('page 3') }],
		['not UTF-8', typed('application/json', '["\xe9"]'), unreadable('utf-8')],
		['neither UTF-8 nor utf-16', typed('a/b; charset=utf-16', '["\xe9"]'), unreadable('utf-16')],
		['in an unknown charset', typed('a/b; charset=utf-9', '["\xe9"]'), unreadable('utf-9')],
		['in HTML', typed('a/b; charset="<b>"', '["\xe9"]'), unreadable('(not shown)')],
		['no JSON in Latin-1', typed('a/b; charset=latin1', 'caf\xe9'), { reason: 'notJson' }],
	])('is sent once when the answer is %s', async (_name, answer, failure) => {
		stub.answerWith(answer);
		await expect(fetchPage()).rejects.toMatchObject(failure);
		expect(requestCounts()).toEqual([1, 1]);
	});

	it.each([429, 502])('fails after 15 minutes of pauses in a list, by %d', async (status) => {
		const read = pageReader();
		const pauseTwice = () => stub.answerWith(paused(status, 120), paused(status, 120), json([]));
		for (let page = 0; page < 3; page++) {
			pauseTwice();
			expect(await read()).toMatchObject({ body: [] });
		}
		pauseTwice();
		await expect(read()).rejects.toMatchObject(description('Try again in 2 minutes\\.'));
	});

	it.each(['signal', 'pageSignal'])('is aborted by its %s', async (name) => {
		const controller = new AbortController();
		stub.answerWith(() => controller.abort());
		const aborted = fetchPage({ [name]: controller.signal });
		await expect(aborted).rejects.toMatchObject({ reason: 'canceled' });
	});

	it('may be answered without a body', async () => {
		stub.answerWith(respond(204, ''));
		expect(await fetchPage()).toMatchObject({ status: 204, body: undefined });
	});

	it.each<[string, BufferEncoding, string, string]>([
		['application/json', 'utf8', 'José', 'José'],
		['application/json;charset="iso-8859-1"', 'latin1', 'José', 'José'],
		['text/json ; v=1; CharSet = utf-16; x=y', 'utf16le', 'José', 'José'],
		// UTF-8, however it is labeled.
		['a/b; charset=ISO-8859-1', 'utf8', 'José', 'José'],
		['a/b; charset=utf8mb4', 'utf8', 'José', 'José'],
		// Has more letters than Latin-1.
		['a/b; charset=windows-1252', 'latin1', '\x80 \x93', '€ “'],
	])('may be answered with %s', async (contentType, encoding, sent, text) => {
		stub.answerWith(typed(contentType, Buffer.from(`["${sent}"]`, encoding).toString('latin1')));
		expect(await fetchPage()).toMatchObject({ body: [text] });
	});
});

describe('A redirect', () => {
	const redirect = (location: string) => respond(307, '', { Location: location });
	const paths = () => stub.api.requests.map((request) => request.split(' ')[1]);
	const [before, after] = ['/v1/contacts?page=3', '/v1/contacts/?page=3'];

	it('to the same path with a slash is followed, and the next page is requested there', async () => {
		stub.answerWith(redirect('/v1/contacts/'), json([]));
		const read = pageReader();
		await read();
		await read();
		expect(paths()).toEqual([before, after, after]);
	});

	it('to the same path and back is followed once', async () => {
		stub.answerWith(redirect('/v1/contacts/'), redirect('/v1/contacts'));
		await expect(fetchPage()).rejects.toThrow('redirected the request for page 3 (307)');
		expect(paths()).toEqual([before, after]);
	});
});

describe('A token that is refused', () => {
	it('is renewed once after a 401, and the page is requested again, three times if need be', async () => {
		stub.answerWith(respond(401, ''), respond(500, ''), respond(500, ''), json([]));
		expect(await fetchPage()).toMatchObject({ body: [] });
		expect(requestCounts()).toEqual([2, 4]);
		// A part of up to one second, then of up to two.
		expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([250, 500]);
		stub.answerWith(respond(401, ''));
		await expect(fetchPage()).rejects.toMatchObject({ reason: 'unauthorized', status: 401 });
		expect(requestCounts()).toEqual([2, 2]);
	});

	it('fails the page with the scopes, but no token among them, when it lacks one', async () => {
		stub.answerWith(respond(403, ''));
		const encoded = Buffer.from(stub.credentials().refreshToken).toString('base64url');
		const opaque = Buffer.from(encoded).toString('base64url');
		const refused = fetchPage({ scopes: ['configured.by.hand', encoded.slice(3, 27), opaque] });
		const text = 'The client is not .* credential lists configured.by.hand, \\(not shown\\)\\.';
		await expect(refused).rejects.toMatchObject({ reason: 'forbidden', ...description(text) });
	});

	it('names a firewall or a rate limit first where a page was read with it', async () => {
		stub.answerWith(json([]), respond(403, ''));
		const read = pageReader();
		await read();
		await expect(read()).rejects.toMatchObject(description('The same token has just been'));
	});
});

const permitted = async () => ({ ok: true });
const blocked = async () => ({ ok: false });
const unresolved = async () => await Promise.reject(new Error('No address'));

it.each([
	['Base URL is blocked', blocked, permitted, "address in the credential's 'Base URL'"],
	['Auth URL is blocked', permitted, blocked, "address in the credential's 'Auth URL'"],
	['Base URL has no address', unresolved, permitted, 'Contacts API could not be reached'],
	['Auth URL has no address', permitted, unresolved, 'server could not be reached'],
])("With n8n's protection, nothing is sent when the host of %s", async (...row) => {
	const [, api, auth, message] = row;
	stub.answerWith(json([]));
	const validateUrl = async (url: string) => await (url === stub.api.url ? api : auth)();
	await expect(fetchPage({ validateUrl })).rejects.toThrow(message);
	expect(requestCounts()).toEqual([0, 0]);
});

it("With n8n's protection, nothing is asked about an address of another origin", async () => {
	const validateUrl = jest.fn(permitted);
	for (const url of ['https://metadata.internal.example/x', 'blob:https://api.example.com/x']) {
		await expect(fetchPage({ validateUrl, url })).rejects.toMatchObject({ reason: 'otherOrigin' });
	}
	expect(validateUrl).not.toHaveBeenCalled();
});

it("With n8n's protection, a request is aborted while a host is looked up", async () => {
	const controller = new AbortController();
	const validateUrl = async () => {
		setImmediate(() => controller.abort());
		return await new Promise<never>(() => {});
	};
	const aborted = fetchPage({ validateUrl, signal: controller.signal });
	await expect(aborted).rejects.toMatchObject({ reason: 'canceled' });
	expect(requestCounts()).toEqual([0, 0]);
});

it("With n8n's protection, both hosts are checked for each request, and again if not found", async () => {
	stub.answerWith(respond(500, ''), json([]));
	const validateUrl = jest.fn(permitted).mockImplementationOnce(unresolved);
	expect(await fetchPage({ validateUrl })).toMatchObject({ body: [] });
	const [api, auth] = [[stub.api.url], [stub.auth.url]];
	expect(validateUrl.mock.calls).toEqual([api, api, auth, api, auth]);
});

it.each<[string, ContactsError, refusals: object]>([
	['redirected', requestError('redirected', 1, { status: 307 }), { 2: 307 }],
	['not JSON', contactsError('notJson', 1), { 1: 200, 2: 200 }],
	['dropped', requestError('dropped', 1), { 1: 0, 2: 0 }],
	['forbidden', requestError('forbidden', 1, { status: 403 }), { 1: 403, 2: 403 }],
	['answered by a proxy', requestError('failed', 1, { status: 502 }), {}],
	['canceled', requestError('canceled', 1), {}],
])('A request that is %s is an answer, or an error', (_name, error, refusals) => {
	for (const [number, status] of Object.entries({ 1: undefined, 2: undefined, ...refusals })) {
		const refuse = () => refusalBy(error, Number(number));
		if (status === undefined) expect(refuse).toThrow(error);
		else expect(refuse()).toEqual({ status, error });
	}
});
