import { type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

import { ContactsApiError, MESSAGES } from '../../../../credentials/contactsApi/credentialErrors';
import { FAILURES } from '../../../../credentials/contactsApi/failureMessages';

type Given = ConstructorParameters<typeof ContactsApiError>;
const make = (...given: Given) => new ContactsApiError(...given);

const reasons = [...Object.keys(FAILURES), ...Object.keys(MESSAGES)] as Array<Given[0]>;
const details = { status: 418, field: 'Client ID', problem: 'is empty', origin: 'https://a.b' };

it.each(reasons)('An error of the credential keeps its whole message in n8n: %s', (reason) => {
	const error = make(reason, details);
	const { message, description } = error.userMessage;
	const whole = { name: 'ContactsApiError', message: `${message}. ${description}`, reason };
	expect(error).toMatchObject(whole);
	expect(error.copy()).not.toBe(error);
	expect(error.copy()).toMatchObject(whole);
	// As n8n shows it in a credential's test and the HTTP Request node.
	const wrapped = new NodeApiError({} as INode, error as unknown as JsonObject);
	expect(wrapped).toMatchObject({ message: error.message, description: undefined });
	for (const property of ['code', 'status', 'statusCode', 'httpCode', 'response']) {
		expect(error).not.toHaveProperty(property);
	}
});

it.each<[...Required<Given>, status?: number]>([
	['tokenRejected', {}, 401],
	['refused', { status: 418 }, 418],
	['tokenExpired', {}, undefined],
	['dropped', {}, undefined],
	// The status is that of the proxy.
	['proxyRefused', { status: 407 }, undefined],
])('An error has the status of the server, if any: %s %j', (reason, given, status) => {
	expect(make(reason, given).userMessage.status).toBe(status);
});

it('An error says when to try again, and rounds times and sizes', () => {
	const times =
		'0 in a minute, 1 in 1 second, 1001 in 2 seconds, 119000 in 119 seconds, 119200 in 2 minutes, 7199000 in 120 minutes, 7200000 in 2 hours, 604800000 in 168 hours, 604800001 later';
	for (const [, ms, expected] of times.matchAll(/(\d+) ([^,]+)/g)) {
		const { userMessage } = make('rateLimited', { status: 429, retryAfterMs: Number(ms) });
		expect(userMessage.description).toBe(`Try again ${expected}.`);
	}
	expect(make('timedOut', { waitedMs: 60_400 }).message).toContain(' within 60 seconds. ');
	expect(make('tooLarge', { maxBytes: 1_048_576 }).message).toContain(' larger than 1,024 KiB. ');
});
