import 'reflect-metadata';

import { inspect } from 'node:util';

import { Logger } from '@n8n/backend-common';

import * as authenticateModule from '../../credentials/contactsApi/authenticate';
import * as credentialModule from '../../credentials/ContactsApi.credentials';
import * as nodeModule from '../../nodes/Contacts/Contacts.node';
import * as listModule from '../../nodes/Contacts/operations/list.operation';
import { type ContactsRunResult, runContacts } from '../support/engine';
import { CREDENTIALS } from '../support/credentials';
import { type Answer, type RawServer, rawServers, respond, tokenBody } from '../support/rawServer';

// No pauses between retries.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: async () => {},
}));

// Characters that URL encoding changes.
const ACCESS_TOKEN = 'access+canary/0123456789==';
const REFRESH_TOKEN = 'refresh+canary/0123456789==';

/** Everything that n8n logs, at any level; the method is private. */
const logger = Logger.prototype as unknown as { log: (...args: unknown[]) => void };

/** Every encoding in which to search for a secret. */
const forms = [ACCESS_TOKEN, REFRESH_TOKEN].flatMap((secret) => [
	secret,
	encodeURIComponent(secret),
	Buffer.from(secret).toString('base64'),
	Buffer.from(`Bearer ${secret}`).toString('base64'),
	Buffer.from(secret).toString('base64url'),
]);

function expectNoSecret(text: string): void {
	expect(forms.filter((form) => text.includes(form))).toEqual([]);
}

/** Everything reachable from a value, including hidden properties. */
function everything(value: unknown): string {
	return inspect(value, {
		showHidden: true,
		depth: Infinity,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
	});
}

/** Echoes the request, as some services do in their errors. */
const echo =
	(status: number, headers: Record<string, string> = {}): Answer =>
	(socket, n) =>
		respond(
			status,
			JSON.stringify({ message: api.requests[n], headers: { authorization: api.requests[n] } }),
			{ 'Content-Type': 'application/json', 'Retry-After': '0', ...headers },
		)(socket, n);

const serve = rawServers();
let auth: RawServer;
let api: RawServer;
let answerToken: Answer;
let answerApi: Answer;

describe('No token is exposed', () => {
	// Every test uses its own client, so that nothing is cached.
	let clients = 0;
	const logged: string[] = [];
	beforeEach(async () => {
		logged.length = 0;
		jest.spyOn(logger, 'log').mockImplementation((...args) => void logged.push(everything(args)));
		for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
			jest
				.spyOn(console, method)
				.mockImplementation((...args) => void logged.push(everything(args)));
		}
		auth = await serve((socket, n) => answerToken(socket, n));
		api = await serve((socket, n) => answerApi(socket, n));
		answerToken = respond(200, tokenBody(ACCESS_TOKEN));
		answerApi = respond(200, '[{"name":"Ada"}]');
	});
	afterEach(() => jest.restoreAllMocks());

	async function run(onError?: 'continueErrorOutput'): Promise<ContactsRunResult> {
		return await runContacts({
			credentials: {
				...CREDENTIALS,
				authUrl: auth.url,
				baseUrl: api.url,
				clientId: `client_${++clients}`,
				refreshToken: REFRESH_TOKEN,
			},
			onError,
		});
	}

	function expectNoTrace(result: ContactsRunResult): void {
		expectNoSecret(everything(result));
		expectNoSecret(JSON.stringify(result.run));
		expectNoSecret(logged.join('\n'));
		for (let error: unknown = result.error; error; error = (error as Error).cause) {
			const { message, description, stack } = error as Error & { description?: string };
			expectNoSecret([message, description, stack, JSON.stringify(error)].join('\n'));
		}
	}

	it('in a successful execution', async () => {
		const result = await run();
		expect(result.outputs[0]).toHaveLength(1);
		expect(auth.requests[0]).toContain(REFRESH_TOKEN);
		expect(api.requests[0]).toContain(ACCESS_TOKEN);
		expectNoTrace(result);
	});

	it.each([301, 307, 400, 401, 403, 404, 418, 429, 500, 503])(
		'when the API echoes the request in a %d error',
		async (status) => {
			answerApi = echo(status, { Location: '/elsewhere' });
			const result = await run();
			expect(result.error).toBeDefined();
			expect(logged.join('\n')).toContain(result.error!.message);
			expectNoTrace(result);
			expectNoTrace(await run('continueErrorOutput'));
		},
	);

	it.each<[string, Answer]>([
		['is dropped', (socket) => socket.destroy()],
		['breaks off', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{')],
		['is not JSON', respond(200, `<html>${ACCESS_TOKEN}`)],
		['is no list', respond(200, JSON.stringify({ message: ACCESS_TOKEN }))],
		['has a contact that is none', respond(200, JSON.stringify([ACCESS_TOKEN]))],
	])('when the response of the API %s', async (_name, answer) => {
		answerApi = answer;
		const result = await run();
		expect(result.error).toBeDefined();
		expectNoTrace(result);
	});

	const secrets = { a: ACCESS_TOKEN, r: REFRESH_TOKEN };
	it.each<[string, Answer]>([
		['is refused', respond(401, JSON.stringify(secrets))],
		['fails', respond(503, JSON.stringify(secrets), { 'Retry-After': '0' })],
		['is redirected', respond(307, '', { Location: `https://evil.example/${REFRESH_TOKEN}` })],
		['is dropped', (socket) => socket.destroy()],
		['is truncated', respond(200, `{"accessToken":"${ACCESS_TOKEN}`)],
		['is HTML', respond(200, `<html>${ACCESS_TOKEN} ${REFRESH_TOKEN}`)],
		['has a token with a line break', respond(200, tokenBody(`${ACCESS_TOKEN}\n`))],
		['has a wrong token type', respond(200, tokenBody(ACCESS_TOKEN, { tokenType: REFRESH_TOKEN }))],
		['has wrong scopes', respond(200, tokenBody(ACCESS_TOKEN, { scopes: [[REFRESH_TOKEN]] }))],
	])('when the token request %s', async (_name, answer) => {
		answerToken = answer;
		const result = await run();
		expect(result.error).toBeDefined();
		expect(api.requests).toHaveLength(0);
		expectNoTrace(result);
	});

	it('by the modules that stay in memory', async () => {
		await run();
		expectNoSecret(everything([authenticateModule, credentialModule, nodeModule, listModule]));
	});
});
