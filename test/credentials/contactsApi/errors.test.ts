import { type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

import { ContactsApiError, type ErrorReason } from '../../../credentials/contactsApi/errors';
import { FAILURE_REASONS } from '../../../credentials/contactsApi/http/failureMessages';
import { toNodeError } from '../../../nodes/Contacts/errors';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const ASK = 'ask the operator of the service';

/** The messages, word for word: reason, its details, message, description. */
const messages: Array<[ErrorReason, unknown[], string, string]> = [
	[
		'fieldMissing',
		['Client ID'],
		"The credential has no 'Client ID'",
		"Open the Contacts API credential and fill in 'Client ID'. The operator of the service issues the values.",
	],
	[
		'fieldNotText',
		['Client ID'],
		"The credential's 'Client ID' is not text",
		"Open the Contacts API credential and enter 'Client ID' as text. If it is an expression, make it return a string.",
	],
	[
		'fieldHasWhitespace',
		['Refresh Token'],
		"The credential's 'Refresh Token' contains a space, a line break or an invisible character",
		"Copy 'Refresh Token' again from where the operator gave it to you, in one piece and with nothing else in between.",
	],
	[
		'addressMalformed',
		['Auth URL'],
		"The credential's 'Auth URL' is not a web address",
		`Enter 'Auth URL' as the operator gave it to you, e.g. https://contacts.example.com, without a user name, "?" or "#".`,
	],
	[
		'addressNotHttps',
		['Base URL'],
		"The credential's 'Base URL' does not start with https://",
		'The Contacts API is served over HTTPS only. Change the address to https://. Plain http:// is accepted for localhost, 127.0.0.1 and [::1] only.',
	],
	[
		'scopesMalformed',
		[],
		"The credential's 'Scopes' is not a list of scope names",
		'Select the scopes in the Contacts API credential, or make the expression return a list of names or one string with spaces between the names.',
	],
	[
		'urlMalformed',
		[],
		'The request has no complete web address',
		"Enter the whole address, starting with the credential's 'Base URL' and without a user name or password in it.",
	],
	[
		'otherOrigin',
		['https://api.example.com'],
		'The request goes to a different address than the one the credential is for',
		"The access token is sent to https://api.example.com only. Change the request's URL, or use a credential whose 'Base URL' is that address.",
	],
	[
		'certificateUnchecked',
		[],
		'The request turns off certificate checks',
		"The access token is not sent over a connection that anybody could answer. Turn off 'Ignore SSL Issues', and set NODE_EXTRA_CA_CERTS on n8n if the service uses a private certificate authority.",
	],
	[
		'ownProxy',
		[],
		'The request names a proxy of its own',
		"The access token is not sent through a proxy that a workflow chooses. Remove the request's proxy, and set HTTPS_PROXY and NODE_USE_ENV_PROXY=1 on n8n if it is behind one.",
	],
	[
		'unauthorized',
		[{ status: 401 }],
		'The authorization server did not accept the client ID or the refresh token (401)',
		`Check 'Client ID' and 'Refresh Token' in the Contacts API credential for typing errors and for stray spaces or line breaks. If both are right, the refresh token may be revoked: ${ASK} for a new one.`,
	],
	[
		'forbidden',
		[{ status: 403 }],
		'The authorization server does not permit the token request (403)',
		`Check 'Auth URL', 'Client ID' and 'Refresh Token' in the Contacts API credential. If they are right, ${ASK} whether the client may get tokens.`,
	],
	[
		'notFound',
		[{ status: 404 }],
		'The authorization server has nothing at the address of the token request (404)',
		`Check 'Auth URL' in the Contacts API credential: the token is requested from that address followed by /token. If it is right, ${ASK}.`,
	],
	[
		'refused',
		[{ status: 400 }],
		'The authorization server refused the token request (400)',
		`Check 'Auth URL', 'Client ID' and 'Refresh Token' in the Contacts API credential. If they are right, ${ASK} what it accepts.`,
	],
	[
		'dropped',
		[],
		'The authorization server closed the connection without answering the token request',
		`Try again in a minute. If this keeps happening, ${ASK}, also whether it requires a client certificate, which the credential cannot hold.`,
	],
	[
		'certificateUntrusted',
		[],
		"The authorization server's certificate is not trusted",
		"Check 'Auth URL' in the Contacts API credential. If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS on n8n to its certificate.",
	],
	[
		'canceled',
		[],
		'The execution was canceled before the token request was answered',
		'Start it again when you want to.',
	],
	[
		'notATokenResponse',
		[],
		"The authorization server's answer is not a token response",
		`Check 'Auth URL' in the Contacts API credential: it may be the address of a website or of another service. If it is right, ${ASK}.`,
	],
	[
		'notABearerToken',
		[],
		"The authorization server's answer does not say that the token is a Bearer token",
		`Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK}: the API's documentation asks for the token type Bearer.`,
	],
	[
		'tokenUnusable',
		[],
		"The authorization server's access token cannot be sent in a header",
		`Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK}: the token is empty, too long or has characters that no Bearer token has.`,
	],
	[
		'scopeMalformed',
		[],
		"The scopes in the authorization server's answer are not text",
		`Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK}: the API's documentation shows scopes as a string or a list of strings.`,
	],
	[
		'tokenExpired',
		[],
		'The authorization server returned an access token that has already expired',
		`Check that the clock of the machine that n8n runs on is right. If it is, ${ASK}.`,
	],
	[
		'renewedTokenRejected',
		[],
		'The Contacts API rejected an access token that had just been issued (401)',
		`Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ${ASK}. A new access token is requested after a few seconds.`,
	],
	[
		'sameTokenAgain',
		[],
		'The Contacts API rejected the access token, and the authorization server returned the same one again',
		`The refresh token may be revoked: ${ASK} for a new one and enter it in the Contacts API credential.`,
	],
];

describe('ContactsApiError', () => {
	it.each(messages)(
		'%s %j says what happened and what to do',
		(name, details, message, description) => {
			const make = ContactsApiError as new (...args: unknown[]) => ContactsApiError;
			const error = new make(name, ...details);
			const expected = { reason: name, message: `${message}. ${description}` };
			expect(error).toMatchObject({ ...expected, userMessage: { message, description } });
			expect(error.copy()).toMatchObject({ ...expected, userMessage: { message, description } });
			expect(error.copy()).not.toBe(error);
			// As n8n shows it: in a credential's test and the HTTP Request node, and in the Contacts node.
			const wrapped = new NodeApiError(node, error as unknown as JsonObject);
			expect(wrapped).toMatchObject({ message: expected.message, description: undefined });
			expect(toNodeError(node, error, 7)).toMatchObject({
				message,
				description,
				context: { itemIndex: 7 },
			});
			for (const property of ['code', 'status', 'statusCode', 'httpCode', 'response']) {
				expect(error).not.toHaveProperty(property);
			}
		},
	);

	it('tells a later caller the rest of the time that the server asked for', () => {
		const error = new ContactsApiError('rateLimited', { status: 429, retryAfterMs: 600_000 });
		expect(error.retryAfterMs).toBe(600_000);
		expect(error.copy(59_500).userMessage).toMatchObject({
			description: 'Try again in 60 seconds.',
			httpCode: '429',
		});
		const without = new ContactsApiError('rateLimited', { status: 429 });
		expect(without.retryAfterMs).toBe(0);
		expect(without.copy(59_500).userMessage.description).toBe('Try again in a minute.');
	});

	it.each(['renewedTokenRejected', 'sameTokenAgain'] as const)(
		'has the status 401 of the rejected token: %s',
		(reason) => {
			expect(new ContactsApiError(reason).userMessage.httpCode).toBe('401');
		},
	);

	it('has the words of the HTTP client for every other failure of a token request', () => {
		for (const reason of FAILURE_REASONS) {
			const error = new ContactsApiError(reason, { status: 418 });
			const { message, description } = error.userMessage;
			// n8n replaces messages with certain words.
			const wrapped = new NodeApiError(node, error as unknown as JsonObject);
			expect(wrapped.message).toBe(`${message}. ${description}`);
			expect(message + description).toMatch(/authorization server|token request|'Auth URL'/);
			expect(message + description).not.toMatch(/Contacts API (?!credential)|Base URL/);
		}
	});
});
