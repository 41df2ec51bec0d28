import { type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import {
	FAILURE_REASONS,
	type FailureDetails,
} from '../../../credentials/contactsApi/http/failureMessages';
import { toNodeError } from '../../../nodes/Contacts/nodeError';
import { Secrets } from '../../../nodes/Contacts/secrets';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const failures: string[] = FAILURE_REASONS;

/** Any error; the constructor knows the types of the details for each reason. */
function make(reason: string, details?: FailureDetails | string): ContactsApiError {
	return new ContactsApiError(reason as 'unreachable', details as object);
}

// The tables in docs/troubleshooting.md have the messages, word for word.
describe('ContactsApiError', () => {
	it.each(Object.keys(ContactsApiError.messages))(
		'keeps its whole message in n8n: %s',
		(reason) => {
			const error = make(reason, failures.includes(reason) ? { status: 418 } : 'Client ID');
			const { message, description } = error.userMessage;
			const name = 'ContactsApiError';
			expect(error).toMatchObject({ name, reason, message: `${message}. ${description}` });
			expect(error.copy()).not.toBe(error);
			expect(error.copy()).toMatchObject({ reason, message: error.message });
			// As n8n shows it: in a credential's test and the HTTP Request node, and in the Contacts node.
			const wrapped = new NodeApiError(node, error as unknown as JsonObject);
			expect(wrapped).toMatchObject({ message: error.message, description: undefined });
			expect(toNodeError(node, error, 7, new Secrets())).toMatchObject({ message, description });
			for (const property of ['code', 'status', 'statusCode', 'httpCode', 'response']) {
				expect(error).not.toHaveProperty(property);
			}
		},
	);

	it.each([
		['renewedTokenRejected', {}, '401'],
		['sameTokenAgain', {}, '401'],
		['refused', { status: 418 }, '418'],
		['tokenExpired', {}, undefined],
		// The status is that of the proxy.
		['proxyRefused', { status: 407 }, undefined],
	])('has the status of the server, if any: %s %j', (reason, details, httpCode) => {
		expect(make(reason, details).userMessage.httpCode).toBe(httpCode);
	});

	it.each([
		[0, 'in a minute'],
		[1, 'in 1 second'],
		[1_001, 'in 2 seconds'],
		[119_000, 'in 119 seconds'],
		[119_200, 'in 2 minutes'],
		[7_199_000, 'in 120 minutes'],
		[7_200_000, 'in 2 hours'],
		[604_800_000, 'in 168 hours'],
		[604_800_001, 'later'],
	])('says when to try again: after %d ms, %s', (retryAfterMs, expected) => {
		const { description } = make('rateLimited', { status: 429, retryAfterMs }).userMessage;
		expect(description).toBe(`Try again ${expected}.`);
	});

	it('rounds durations and sizes', () => {
		expect(make('timedOut', { waitedMs: 60_400 }).message).toContain(' within 60 seconds. ');
		expect(make('tooLarge', { maxBytes: 1_048_576 }).message).toContain(' larger than 1 MiB. ');
	});
});
