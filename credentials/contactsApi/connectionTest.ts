import type { ICredentialTestRequest } from 'n8n-workflow';

import { ASK_THE_OPERATOR, type ErrorMessage, formatMessage } from './errors';

/** Without these rules, n8n would only show the status text. */
export const statusMessages: Record<number, ErrorMessage> = {
	...forEach([301, 302, 303, 307, 308], (status) => ({
		message: `The Contacts API redirected the request (${status})`,
		description: "Redirects are not followed. Enter the final address as 'Base URL'.",
	})),
	400: {
		message: 'The Contacts API refused to list one contact (400)',
		description: `Check 'Base URL'. If it is right, ${ASK_THE_OPERATOR} what it accepts.`,
	},
	401: {
		message: 'The Contacts API did not accept a new access token (401)',
		description: `Check that 'Auth URL' and 'Base URL' belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
	},
	403: {
		message: 'The Contacts API does not permit listing contacts (403)',
		description: `The client is not active, the organization lacks a permission, or the token lacks a scope such as contacts.read: ${ASK_THE_OPERATOR}.`,
	},
	404: {
		message: "The Contacts API has nothing at 'Base URL' followed by /v1/contacts (404)",
		description: `Check 'Base URL'. If it is right, ${ASK_THE_OPERATOR}.`,
	},
	429: {
		message: 'The Contacts API accepts no more requests for now (429)',
		description: 'Try again in a minute.',
	},
	...forEach([500, 502, 503, 504], (status) => ({
		message: `The Contacts API failed to answer (${status})`,
		description: `Try again in a minute. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	})),
};

export const websiteMessage: ErrorMessage = {
	message: "A website answers at 'Base URL', not the Contacts API",
	description: `Check 'Base URL'. If it is right, ${ASK_THE_OPERATOR}.`,
};

/** The request behind the Test button, which n8n sends with its own client: lists one contact. */
export const connectionTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{ $credentials.baseUrl }}',
		url: '/v1/contacts',
		qs: { pageSize: 1 },
		disableFollowRedirect: true,
		// n8n's rules fail on an empty list. In a string, key 0 is the first character.
		encoding: 'text',
	},
	// n8n's type allows only rules of one kind, but n8n supports both together.
	rules: [
		...Object.entries(statusMessages).map(([status, message]) => ({
			type: 'responseCode',
			properties: { value: Number(status), message: formatMessage(message) },
		})),
		{
			type: 'responseSuccessBody',
			properties: { key: '0', value: '<', message: formatMessage(websiteMessage) },
		},
	] as ICredentialTestRequest['rules'],
};

function forEach(statuses: number[], build: (status: number) => ErrorMessage) {
	return Object.fromEntries(statuses.map((status) => [status, build(status)]));
}
