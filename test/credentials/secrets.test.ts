import 'reflect-metadata';

import { inspect } from 'node:util';

import { Logger } from '@n8n/backend-common';

import { systemClock } from '../../credentials/contactsApi/http/clock';
import * as authenticateModule from '../../credentials/contactsApi/authenticate';
import * as credentialModule from '../../credentials/ContactsApi.credentials';
import * as nodeModule from '../../nodes/Contacts/Contacts.node';
import * as listModule from '../../nodes/Contacts/operations/list.operation';
import { type ContactsRun, type ContactsRunResult, runContacts } from '../support/engine';
import { CREDENTIALS } from '../support/credentials';
import {
	type Answer,
	inTurn,
	type RawServer,
	rawServers,
	respond,
	tokenBody,
} from '../support/rawServer';

// No pauses between retries.
beforeEach(() => void jest.spyOn(systemClock, 'sleep').mockResolvedValue());

// Characters that URL encoding changes.
const ACCESS_TOKEN = 'access+canary/0123456789==';
const REFRESH_TOKEN = 'refresh+canary/0123456789==';

/** Something in the body of a response, which no error may repeat either. */
const BODY = 'body-canary-0123456789';

/** Every encoding in which to search for a secret. */
const forms = [ACCESS_TOKEN, REFRESH_TOKEN, BODY].flatMap((secret) => [
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
	const whole = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };
	return inspect(value, { showHidden: true, getters: true, ...whole });
}

const tokenWith = (rest: object) => respond(200, tokenBody(ACCESS_TOKEN, rest));
const TOKEN = tokenWith({});

/** Echoes the request, as some services do in their errors. */
const echo =
	(status: number): Answer =>
	(socket, n) => {
		const request = api.requests[n];
		const body = {
			message: request,
			headers: { authorization: request },
			error: { message: BODY },
		};
		const headers = { 'Content-Type': 'application/json', 'Retry-After': '0', Location: '/x' };
		respond(status, JSON.stringify(body), headers)(socket, n);
	};

const serve = rawServers();
let auth: RawServer;
let api: RawServer;

describe('No token is exposed', () => {
	// Every test uses its own client, so that nothing is cached.
	let clients = 0;
	const logged: string[] = [];
	const record = (...args: unknown[]) => void logged.push(everything(args));
	beforeEach(() => {
		logged.length = 0;
		// What n8n logs, at any level; the method is private.
		jest.spyOn(Logger.prototype as unknown as Console, 'log').mockImplementation(record);
		for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
			jest.spyOn(console, method).mockImplementation(record);
		}
	});
	afterEach(() => jest.restoreAllMocks());

	async function run(rest: Partial<ContactsRun> = {}): Promise<ContactsRunResult> {
		const servers = { authUrl: auth.url, baseUrl: api.url };
		const client = { clientId: `client_${++clients}`, refreshToken: REFRESH_TOKEN };
		return await runContacts({ credentials: { ...CREDENTIALS, ...servers, ...client }, ...rest });
	}

	function expectNoTrace(result: ContactsRunResult): void {
		expectNoSecret(everything(result));
		expectNoSecret(JSON.stringify(result.run));
		expectNoSecret(logged.join('\n'));
	}

	it('in a successful execution, and by the modules that stay in memory', async () => {
		auth = await serve(TOKEN);
		api = await serve(respond(200, '[{"name":"Ada"}]'));
		const result = await run();
		expect(result.outputs[0]).toHaveLength(1);
		expect(auth.requests[0]).toContain(REFRESH_TOKEN);
		expect(api.requests[0]).toContain(ACCESS_TOKEN);
		expectNoTrace(result);
		expectNoSecret(everything([authenticateModule, credentialModule, nodeModule, listModule]));
	});

	const secrets = JSON.stringify({ a: ACCESS_TOKEN, r: REFRESH_TOKEN, b: BODY });
	const page = (body: object) => respond(200, JSON.stringify(body));
	const first = page({ list: [{ id: BODY }], next: `?page=${BODY}` });
	const two = { list: [{ two: BODY }] };
	const drop: Answer = (socket) => socket.destroy();
	it.each<['API' | 'second page' | 'authorization server', string, Answer]>([
		['API', 'echoes the request with 307', echo(307)],
		['API', 'echoes the request with 400', echo(400)],
		['API', 'echoes the request with 401', echo(401)],
		['API', 'echoes the request with 503', echo(503)],
		['API', 'drops the request', drop],
		['API', 'breaks off', respond(200, secrets, { 'Content-Length': '999' })],
		['API', 'does not speak HTTP', (socket) => socket.end(secrets)],
		['API', 'sends text', respond(200, `<html>${ACCESS_TOKEN}`)],
		['API', 'sends no list', respond(200, JSON.stringify({ message: ACCESS_TOKEN }))],
		['API', 'sends no contact', respond(200, JSON.stringify([ACCESS_TOKEN]))],
		['second page', 'echoes the request with 302', echo(302)],
		['second page', 'echoes the request with 400', echo(400)],
		['second page', 'has no list', page({ message: BODY })],
		['second page', 'has no contact', page({ list: [BODY] })],
		['second page', 'links elsewhere', page({ ...two, next: `https://evil.example/${BODY}` })],
		['second page', 'has a malformed link', page({ ...two, next: `https://:${BODY}` })],
		['authorization server', 'refuses', respond(401, secrets)],
		['authorization server', 'fails', respond(503, secrets, { 'Retry-After': '0' })],
		['authorization server', 'redirects', respond(307, '', { Location: REFRESH_TOKEN })],
		['authorization server', 'drops the request', drop],
		['authorization server', 'sends part of an answer', respond(200, secrets.slice(0, -4))],
		['authorization server', 'sends a line break', respond(200, tokenBody(`${ACCESS_TOKEN}\n`))],
		['authorization server', 'sends another type', tokenWith({ tokenType: secrets })],
		['authorization server', 'sends other scopes', tokenWith({ scopes: [[secrets]] })],
	])('when the %s %s', async (server, _name, answer) => {
		const isAnswered = server !== 'authorization server';
		auth = await serve(isAnswered ? TOKEN : answer);
		for (const onError of [undefined, 'continueErrorOutput'] as const) {
			api = await serve(server === 'second page' ? inTurn(first, answer) : answer);
			const result = await run({ onError, parameters: { returnAll: true } });
			if (!onError) expect(logged.join('\n')).toContain(result.error!.message);
			if (server === 'second page') expect(JSON.stringify(result.run)).toMatch(/page 2/i);
			expect(api.requests.length > 0).toBe(isAnswered);
			expectNoTrace(result);
		}
	});

	const names: Array<[string, (token: string) => object]> = [
		['a list', (token) => ({ [token]: [{ id: 1 }], [`${token}_2`]: [{ id: 2 }] })],
		['no list', (token) => ({ [token]: 1, [token.slice(0, 12)]: 1 })],
		['a sign', (token) => ({ list: CONTACTS, [`next_${token}`]: 'Xy7', [token]: true })],
		['a cursor', (token) => ({ list: CONTACTS, paging: { [`${token}_cursor`]: 'Xy7' } })],
		['a next page', (token) => ({ list: CONTACTS, next: { [token]: 'Xy7' }, hasMore: true })],
		['a failure', (token) => ({ list: CONTACTS, meta: { [`${token}_error`]: 'failed' } })],
		['what is long', (token) => ({ list: CONTACTS, [`next_${'page_'.repeat(8)}${token}`]: 'Xy7' })],
	];
	const CONTACTS = [{ id: 1 }, { id: 2 }];
	const TOKENS = ['header.payload.signature', 'k3jx82nd7qpw5mzt', 'QwertyUiopAsdfGhjklZxcv'];

	it.each(names.flatMap(([name, body]) => TOKENS.map((token) => [name, token, body] as const)))(
		'when the API names %s like it: %s %s',
		async (_name, token, body) => {
			auth = await serve(respond(200, tokenBody(token, { scope: `a ${token}` })));
			for (const status of [200, 403]) {
				api = await serve(respond(status, JSON.stringify(body(token))));
				const parameters = { returnAll: true, pageSize: 2 };
				for (const onError of [undefined, 'continueErrorOutput'] as const) {
					const result = await run({ onError, parameters });
					const parts = [token, token.slice(0, 12), token.slice(-12)];
					const texts = everything(result) + JSON.stringify(result.run) + logged.join();
					expect(parts.filter((part) => texts.includes(part))).toEqual([]);
				}
			}
		},
	);
});
