import { type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import { FAILURE_REASONS } from '../../../credentials/contactsApi/http/failureMessages';
import { toNodeError } from '../../../nodes/Contacts/nodeError';
import { Secrets } from '../../../nodes/Contacts/secrets';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const failures: string[] = FAILURE_REASONS;

/** Any error; the constructor knows the types of the details for each reason. */
function make(reason: string, details?: unknown): ContactsApiError {
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

	it('has the status 401 of a rejected token', () => {
		for (const reason of ['renewedTokenRejected', 'sameTokenAgain']) {
			expect(make(reason).userMessage.httpCode).toBe('401');
		}
		expect(make('tokenExpired').userMessage).not.toHaveProperty('httpCode');
	});
});
