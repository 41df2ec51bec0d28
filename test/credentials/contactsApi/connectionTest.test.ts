import {
	connectionTest,
	statusMessages,
	websiteMessage,
} from '../../../credentials/contactsApi/connectionTest';
import { formatMessage } from '../../../credentials/contactsApi/errors';
import { createContext } from '../../support/engine';
import { respond } from '../../support/rawServer';
import { startStubApi, type StubApi } from '../../nodes/Contacts/stubApi';

const ASK = 'ask the operator of the service';

/** The messages, word for word. */
const expected: Record<string, string> = {
	...Object.fromEntries(
		[301, 302, 303, 307, 308].map((status) => [
			status,
			`The Contacts API redirected the request (${status}). Redirects are not followed. Enter the final address as 'Base URL'.`,
		]),
	),
	400: `The Contacts API refused to list one contact (400). Check 'Base URL'. If it is right, ${ASK} what it accepts.`,
	401: `The Contacts API did not accept a new access token (401). Check that 'Auth URL' and 'Base URL' belong to the same environment. If they do, the refresh token may be revoked: ${ASK} for a new one.`,
	403: `The Contacts API does not permit listing contacts (403). The client is not active, the organization lacks a permission, or the token lacks a scope such as contacts.read: ${ASK}.`,
	404: `The Contacts API has nothing at 'Base URL' followed by /v1/contacts (404). Check 'Base URL'. If it is right, ${ASK}.`,
	429: 'The Contacts API accepts no more requests for now (429). Try again in a minute.',
	...Object.fromEntries(
		[500, 502, 503, 504].map((status) => [
			status,
			`The Contacts API failed to answer (${status}). Try again in a minute. If this keeps happening, ${ASK}.`,
		]),
	),
};

describe("The credential's test", () => {
	it('has a message for each status', () => {
		const messages = Object.entries(statusMessages).map(([status, message]) => [
			status,
			formatMessage(message),
		]);
		expect(Object.fromEntries(messages)).toEqual(expected);
		expect(connectionTest.rules!.slice(0, -1)).toEqual(
			messages.map(([status, message]) => ({
				type: 'responseCode',
				properties: { value: Number(status), message },
			})),
		);
	});

	it('has a message for a website', () => {
		expect(formatMessage(websiteMessage)).toBe(
			`A website answers at 'Base URL', not the Contacts API. Check 'Base URL'. If it is right, ${ASK}.`,
		);
		expect(connectionTest.rules!.at(-1)).toEqual({
			type: 'responseSuccessBody',
			properties: { key: '0', value: '<', message: formatMessage(websiteMessage) },
		});
	});

	describe("sends a request with n8n's client", () => {
		let stub: StubApi;
		beforeAll(async () => {
			stub = await startStubApi();
		});
		afterAll(async () => await stub.close());

		const send = async () => {
			const credentials = stub.credentials();
			const { context } = createContext({ credentials });
			// n8n resolves the expression.
			expect(connectionTest.request.baseURL).toBe('={{ $credentials.baseUrl }}');
			return (await context.helpers.httpRequestWithAuthentication.call(context, 'contactsApi', {
				...(connectionTest.request as { url: string }),
				baseURL: credentials.baseUrl,
				returnFullResponse: true,
			})) as { body: unknown };
		};

		it('for one contact', async () => {
			stub.answerWith(respond(200, '[]'));
			await send();
			expect(stub.api.requests[0]).toMatch(/^GET \/v1\/contacts\?pageSize=1 HTTP/);
		});

		it.each(['[]', '[{"id":1}]', '{"contacts":[]}', '<!doctype html>'])(
			'and reads the response %s as text, so that rules apply',
			async (body) => {
				stub.answerWith(respond(200, body, { 'Content-Type': 'application/json' }));
				expect((await send()).body).toBe(body);
			},
		);

		it('that follows no redirect', async () => {
			stub.answerWith(respond(302, '', { Location: '/again' }));
			await expect(send()).rejects.toMatchObject({ httpCode: '302' });
			expect(stub.api.requests).toHaveLength(1);
		});
	});
});
