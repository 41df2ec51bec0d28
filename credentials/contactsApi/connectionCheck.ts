import type { ICredentialTestRequest } from 'n8n-workflow';

import { type ErrorMessage, formatMessage } from './explainedError';
import { apiRequest, ASK_THE_OPERATOR, failureMessage } from './http/failureMessages';
import { reasonOf } from './http/httpFailure';

/** Statuses of the API; without a rule, n8n would only show the status text. */
const STATUSES = [
	...[301, 302, 303, 307, 308],
	...[400, 401, 403, 404, 405, 407, 429],
	...[500, 502, 503, 504],
];

const request = apiRequest('one contact');

export const statusMessages: Record<number, ErrorMessage> = Object.fromEntries(
	STATUSES.map((status) => [status, failureMessage(reasonOf(status), request, { status })]),
);

export const websiteMessage: ErrorMessage = {
	message: "A website answers at 'Base URL', not the Contacts API",
	description: `Check 'Base URL'. If it is right, ${ASK_THE_OPERATOR}.`,
};

/** The request behind the Test button, which n8n sends with its own client: lists one contact. */
export const connectionCheck: ICredentialTestRequest = {
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
		...STATUSES.map((status) => ({
			type: 'responseCode',
			properties: { value: status, message: formatMessage(statusMessages[status]!) },
		})),
		{
			type: 'responseSuccessBody',
			properties: { key: '0', value: '<', message: formatMessage(websiteMessage) },
		},
	] as ICredentialTestRequest['rules'],
};
