import { type ErrorMessage, ExplainedError } from './explainedError';
import {
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	type FailureReason,
	tokenRequest,
} from './failureMessages';

interface Details extends FailureDetails {
	/** The label of an invalid setting. */
	field?: string;
	/** What is wrong with a setting or an answer, without contents of it. */
	problem?: string;
	/** The origin that the token may be sent to. */
	origin?: string;
}

/**
 * The failures of the credential besides those of the token request. Messages contain field names,
 * addresses that the user entered, statuses and durations, but never a secret, a response body or the
 * message of another library. They avoid error codes such as those of Node.js: n8n replaces a message
 * that contains one.
 */
export const MESSAGES = {
	fieldInvalid: ({ field, problem }) => ({
		message: `The credential's '${field}' ${problem}`,
		description: `Open the Contacts API credential and enter '${field}' as the operator of the service gave it to you.`,
	}),

	// The request
	urlMalformed: () => ({
		message: 'The request has no complete web address',
		description:
			"Enter the whole address, starting with the credential's 'Base URL' and without a user name or password in it.",
	}),
	otherOrigin: ({ origin }) => ({
		message: 'The request goes to a different address than the one the credential is for',
		description: `The access token is sent to ${origin} only. Change the request's URL, or use a credential whose 'Base URL' is that address.`,
	}),
	connectionUnsafe: () => ({
		message: 'The request turns off certificate checks, or names a proxy of its own',
		description:
			"The access token is not sent where anybody could answer. Turn off 'Ignore SSL Issues', and remove the proxy from the request. If they are needed, set NODE_EXTRA_CA_CERTS, or HTTPS_PROXY and NODE_USE_ENV_PROXY=1, on n8n.",
	}),

	// The token
	notATokenResponse: ({ problem }) => ({
		message: `The authorization server's answer ${problem}`,
		description: `Check 'Auth URL' in the Contacts API credential: it may be the address of a website or of another service. If it is right, ${ASK_THE_OPERATOR}.`,
	}),
	tokenDenied: () => ({
		message: 'The authorization server answered the token request with an error instead of a token',
		description: `${tokenRequest.remedies.unauthorized} Otherwise check 'Auth URL'.`,
	}),
	tokenExpired: () => ({
		message: 'The authorization server returned an access token that has already expired',
		description: `Check that the clock of the machine that n8n runs on is right. If it is, ${ASK_THE_OPERATOR}.`,
	}),
	tokenRejected: () => ({
		message: 'The Contacts API rejected an access token that had just been issued (401)',
		description: `Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
		status: 401,
	}),
} satisfies Record<string, (details: Details) => ErrorMessage>;

type Reason = FailureReason | keyof typeof MESSAGES;

/** The only error that the credential throws. n8n keeps its message only if it has no `code`, `status`, `httpCode` or `response`. */
export class ContactsApiError extends ExplainedError {
	override readonly name = 'ContactsApiError';

	readonly #details: Details;

	constructor(
		override readonly reason: Reason,
		details: Details = {},
	) {
		const message =
			reason in MESSAGES
				? MESSAGES[reason as keyof typeof MESSAGES](details)
				: failureMessage(reason as FailureReason, tokenRequest, details);
		super(reason, message);
		this.#details = details;
	}

	/** When the server accepts another attempt; 0 if it did not say. */
	get retryAfterMs(): number {
		return this.#details.retryAfterMs ?? 0;
	}

	/** Copies the error for another caller: n8n modifies the errors that it handles. */
	copy(retryAfterMs = this.#details.retryAfterMs): ContactsApiError {
		return new ContactsApiError(this.reason, { ...this.#details, retryAfterMs });
	}
}
