import type { ICredentialTestRequest } from 'n8n-workflow';

import { type ErrorMessage, formatMessage } from './explainedError';
import {
	apiRequest,
	ASK_THE_OPERATOR,
	failureMessage,
	type FailureReason,
} from './failureMessages';
import { reasonOf } from './http/httpFailure';

/** Statuses of the API; without a rule, n8n would only show the status text. */
const STATUSES = [
	301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 408, 422, 425, 429, 500, 502, 503, 504, 520,
	521, 522, 523, 524, 529,
];

const request = apiRequest('one contact');

/** Statuses that may be about this page only. */
const NO_VERDICT: Partial<Record<FailureReason, ErrorMessage>> = {
	refused: {
		message: 'Connected, but the Contacts API refused a page of one contact',
		description: `The values in the credential are probably right. Save them, and execute the Contacts node with the page size that the service requires. If that fails as well, ${ASK_THE_OPERATOR} what it accepts.`,
	},
	redirected: {
		message: 'Connected, but the Contacts API redirected the request for one contact',
		description: `Save the credential, and execute the Contacts node, which follows a redirect that only adds or removes a slash. If that fails, its message says what to do.`,
	},
};

export const statusMessages: Record<number, ErrorMessage> = Object.fromEntries(
	STATUSES.map((status) => {
		const reason = reasonOf(status);
		return [status, NO_VERDICT[reason] ?? failureMessage(reason, request, { status })];
	}),
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
