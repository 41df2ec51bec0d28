import {
	connectionTest,
	statusMessages,
	websiteMessage,
} from '../../../credentials/contactsApi/connectionTest';
import { formatMessage } from '../../../credentials/contactsApi/http/failureMessages';
import { createContext } from '../../support/engine';
import { respond } from '../../support/rawServer';
import { startStubApi, type StubApi } from '../../nodes/Contacts/stubApi';

const ASK = 'ask the operator of the service';

describe("The credential's test", () => {
	it('has a rule for each status that needs one', () => {
		expect(Object.keys(statusMessages).map(Number)).toEqual([
			...[301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 407, 429, 500, 502, 503, 504],
		]);
		expect(connectionTest.rules!.slice(0, -1)).toEqual(
			Object.entries(statusMessages).map(([status, words]) => ({
				type: 'responseCode',
				properties: { value: Number(status), message: formatMessage(words) },
			})),
		);
	});

	it.each([
		[
			302,
			"The Contacts API redirected the request for one contact (302). Redirects are not followed, because a token would go along. Enter the final address as 'Base URL' in the Contacts API credential.",
		],
		[
			400,
			`The Contacts API refused the request for one contact (400). Check 'Base URL' in the Contacts API credential. If it is right, ${ASK} what it accepts.`,
		],
		[
			401,
			`The Contacts API did not accept the access token for one contact (401). Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ${ASK} for a new one.`,
		],
		[
			403,
			`The Contacts API does not permit the request for one contact (403). The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope such as contacts.read: ${ASK}.`,
		],
		[
			404,
			`The Contacts API has nothing at the address of one contact (404). Check 'Base URL' in the Contacts API credential: contacts are listed at that address followed by /v1/contacts. If it is right, ${ASK}.`,
		],
	])('says what status %d means', (status, message) => {
		expect(formatMessage(statusMessages[status]!)).toBe(message);
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
