import 'reflect-metadata';

import { inspect } from 'node:util';

import { Logger } from '@n8n/backend-common';

import { systemClock } from '../../credentials/contactsApi/http/clock';
import * as authenticateModule from '../../credentials/contactsApi/authenticate';
import * as credentialModule from '../../credentials/ContactsApi.credentials';
import * as nodeModule from '../../nodes/Contacts/Contacts.node';
import { runContacts } from '../support/engine';
import { CREDENTIALS, encodingsOf } from '../support/credentials';
import { type Answer, inTurn, rawServers, respond, tokenBody } from '../support/rawServer';

// Characters that URL encoding changes.
const ACCESS_TOKEN = 'access+canary/0123456789==';
const REFRESH_TOKEN = 'refresh+canary/0123456789==';

/** In the body of a response, which no error may repeat either. */
const BODY = 'body-canary-0123456789';

/** A token that could be the name of a field. */
const NAME = 'k3jx82nd7qpw5mzt';

const forms = [ACCESS_TOKEN, REFRESH_TOKEN, BODY, NAME].flatMap(encodingsOf);

/** Everything reachable from a value, including hidden properties. */
function everything(value: unknown): string {
	const whole = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };
	return inspect(value, { showHidden: true, getters: true, ...whole });
}

const serve = rawServers();
const logged: string[] = [];
beforeEach(() => {
	logged.length = 0;
	const record = (...args: unknown[]) => void logged.push(everything(args));
	// What n8n logs, at any level; the method is private.
	jest.spyOn(Logger.prototype as unknown as Console, 'log').mockImplementation(record);
	const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
	for (const method of methods) jest.spyOn(console, method).mockImplementation(record);
	// No pauses between retries.
	jest.spyOn(systemClock, 'sleep').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

/** Runs the node with servers that answer like this, and expects no secret in anything it leaves. */
async function run(authAnswer: Answer, apiAnswer: Answer, onError?: 'continueErrorOutput') {
	const auth = await serve(authAnswer);
	const api = await serve(apiAnswer);
	const entered = { authUrl: auth.url, baseUrl: api.url, refreshToken: REFRESH_TOKEN };
	const credentials = { ...CREDENTIALS, ...entered };
	const result = await runContacts({ credentials, parameters: { returnAll: true }, onError });
	const left = everything(result) + JSON.stringify(result.run) + logged.join('\n');
	expect(forms.filter((form) => left.includes(form))).toEqual([]);
	return { ...result, auth, api };
}

const tokenWith = (rest: object) => respond(200, tokenBody(ACCESS_TOKEN, rest));
const TOKEN = tokenWith({});
const page = (body: unknown) => respond(200, JSON.stringify(body));
const drop: Answer = (socket) => socket.destroy();
const tokens = [ACCESS_TOKEN, REFRESH_TOKEN];
const secrets = JSON.stringify({ message: tokens, error: { message: BODY } });
/** As if the service echoed the request in its error. */
const echo = (status: number) =>
	respond(status, secrets, { 'Retry-After': '0', Location: `/${REFRESH_TOKEN}` });

describe('No secret is exposed', () => {
	it('in a successful execution, and by the modules that stay in memory', async () => {
		const { contacts, auth, api } = await run(TOKEN, page([{ name: 'Ada' }]));
		expect(contacts).toHaveLength(1);
		expect(auth.requests[0]).toContain(REFRESH_TOKEN);
		expect(api.requests[0]).toContain(ACCESS_TOKEN);
		const modules = everything([authenticateModule, credentialModule, nodeModule]);
		expect(forms.filter((form) => modules.includes(form))).toEqual([]);
	});

	const first = page({ list: [{ id: BODY }], next: `?page=${BODY}` });
	const two = { list: [{ id: 2, two: BODY }] };

	it.each<[string, api: Answer, auth?: Answer]>([
		['the API echoes the request with 307', echo(307)],
		['the API echoes the request with 400', echo(400)],
		['the API echoes the request with 401', echo(401)],
		['the API echoes the request with 503', echo(503)],
		['the API drops the request', drop],
		['the API breaks off', respond(200, secrets, { 'Content-Length': '999' })],
		['the API does not speak HTTP', (socket) => socket.end(secrets)],
		['the API sends text', respond(200, `<html>${ACCESS_TOKEN}`)],
		['the API sends no list', page({ message: ACCESS_TOKEN })],
		['the API sends no contact', page([ACCESS_TOKEN])],
		['page 2 echoes the request with 400', inTurn(first, echo(400))],
		['page 2 has no list', inTurn(first, page({ message: BODY }))],
		['page 2 has no contact', inTurn(first, page({ list: [BODY] }))],
		['page 2 links elsewhere', inTurn(first, page({ ...two, next: `https://x.example/${BODY}` }))],
		['page 2 has a malformed link', inTurn(first, page({ ...two, next: `https://:${BODY}` }))],
		['a token is refused', drop, respond(401, secrets)],
		['a token request fails', drop, echo(503)],
		['a token request is redirected', drop, echo(307)],
		['a token request is dropped', drop, drop],
		['a token response is truncated', drop, respond(200, secrets.slice(0, -4))],
		['a token has a line break', drop, respond(200, tokenBody(`${ACCESS_TOKEN}\n`))],
		['a token has another type', drop, tokenWith({ tokenType: secrets })],
	])('when %s', async (name, apiAnswer, authAnswer = TOKEN) => {
		for (const onError of ['continueErrorOutput', undefined] as const) {
			const { api, error, run: stored } = await run(authAnswer, apiAnswer, onError);
			if (name.startsWith('page 2')) expect(JSON.stringify(stored)).toMatch(/page 2/i);
			expect(api.requests.length > 0).toBe(authAnswer === TOKEN);
			if (!onError) expect(logged.join('\n')).toContain(error!.message);
		}
	});

	const list = [{ id: 1 }, { id: 2 }];

	it.each<[string, Answer]>([
		['lists', page({ [NAME]: list, [`${NAME}_2`]: list })],
		['what is not a list', page({ [NAME]: 1, [NAME.slice(0, 12)]: 1 })],
		['a cursor', page({ list, paging: { [`${NAME}_cursor`]: 'Xy7' } })],
		['a next page', page({ list, next: { [NAME]: 'Xy7' }, hasMore: true })],
		['a scope', respond(403, '')],
	])('when the service names %s like the token', async (_name, answer) => {
		const { error } = await run(respond(200, tokenBody(NAME, { scope: `a ${NAME}` })), answer);
		expect(error!.message).not.toContain(NAME.slice(0, 12));
	});
});
