import { ExplainedError, formatMessage } from './explainedError';
import {
	ASK_THE_OPERATOR,
	type FailureDetails,
	failureMessage,
	failureTable,
	tokenRequest,
} from './failureMessages';

const CHECK_AUTH_URL = `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}`;

/**
 * Every failure of the credential. Messages contain field names, addresses that the user entered,
 * statuses and durations, but never a secret, a response body or the message of another library. They
 * avoid error codes such as those of Node.js: n8n replaces a message that contains one.
 */
const messages = {
	// Settings
	fieldMissing: (field: string) => ({
		message: `The credential has no '${field}'`,
		description: `Open the Contacts API credential and fill in '${field}'. The operator of the service issues the values.`,
	}),
	fieldNotText: (field: string) => ({
		message: `The credential's '${field}' is not text`,
		description: `Open the Contacts API credential and enter '${field}' as text. If it is an expression, make it return a string.`,
	}),
	fieldHasWhitespace: (field: string) => ({
		message: `The credential's '${field}' contains a space, a line break or an invisible character`,
		description: `Copy '${field}' again from where the operator gave it to you, without spaces or line breaks.`,
	}),
	addressMalformed: (field: string) => ({
		message: `The credential's '${field}' is not a web address`,
		description: `Enter '${field}' as the operator gave it to you, e.g. https://contacts.example.com, without a user name, "?" or "#".`,
	}),
	addressNotHttps: (field: string) => ({
		message: `The credential's '${field}' does not begin with https://`,
		description: `Begin '${field}' with https://, e.g. https://contacts.example.com: the Contacts API is served over HTTPS only. Plain http:// is accepted for localhost, 127.0.0.1 and [::1] only.`,
	}),
	addressHasPath: (field: string) => ({
		message: `The credential's '${field}' ends with the path of a request`,
		description: `Remove /token, /v1 or /v1/contacts from the end of '${field}': it is added to the address.`,
	}),
	scopesMalformed: () => ({
		message: "The credential's 'Scopes' is not a list of scope names",
		description:
			'Select the scopes in the Contacts API credential, or make the expression return a list of names or one string with spaces between the names.',
	}),

	// The request
	urlMalformed: () => ({
		message: 'The request has no complete web address',
		description:
			"Enter the whole address, starting with the credential's 'Base URL' and without a user name or password in it.",
	}),
	otherOrigin: (allowed: string) => ({
		message: 'The request goes to a different address than the one the credential is for',
		description: `The access token is sent to ${allowed} only. Change the request's URL, or use a credential whose 'Base URL' is that address.`,
	}),
	certificateUnchecked: () => ({
		message: 'The request turns off certificate checks',
		description:
			"The access token is not sent over a connection that anybody could answer. Turn off 'Ignore SSL Issues', and set NODE_EXTRA_CA_CERTS on n8n if the service uses a private certificate authority.",
	}),
	ownProxy: () => ({
		message: 'The request names a proxy of its own',
		description:
			"The access token is not sent through a proxy that a workflow chooses. Remove the request's proxy, and set HTTPS_PROXY and NODE_USE_ENV_PROXY=1 on n8n if it is behind one.",
	}),

	// The token endpoint
	...failureTable(
		(reason) => (details?: FailureDetails) => failureMessage(reason, tokenRequest, details),
	),
	/** @param problem what is wrong with the answer, without contents of it */
	notATokenResponse: (problem: string) => ({
		message: `The authorization server's answer ${problem}`,
		description: `${CHECK_AUTH_URL}: 'Auth URL' may be the address of a website or of another service.`,
	}),
	tokenDenied: () => ({
		message: 'The authorization server answered the token request with an error instead of a token',
		description: `${tokenRequest.remedies.unauthorized} Otherwise check 'Auth URL'.`,
	}),
	tokenExpired: () => ({
		message: 'The authorization server returned an access token that has already expired',
		description: `Check that the clock of the machine that n8n runs on is right. If it is, ${ASK_THE_OPERATOR}.`,
	}),

	// Renewal
	tokenRejected: () => ({
		message: 'The Contacts API rejected an access token that had just been issued (401)',
		description: `Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
		status: 401,
	}),
};

type Messages = typeof messages;

/**
 * The only error that the credential throws. Its message has both parts, because the credential's test
 * shows nothing else. n8n keeps it only if there is no `code`, `status`, `httpCode` or `response`.
 */
export class ContactsApiError<
	Reason extends keyof Messages = keyof Messages,
> extends ExplainedError {
	static readonly messages = messages;

	override readonly name = 'ContactsApiError';

	/** When the server accepts another attempt; 0 if it did not say. */
	readonly retryAfterMs: number;

	/** What the message is built from. */
	readonly #detail: unknown;

	constructor(reason: Reason, ...details: Parameters<Messages[Reason]>) {
		super(messages, reason, details);
		this.message = formatMessage(this.userMessage);
		this.#detail = details[0];
		this.retryAfterMs = (details[0] as FailureDetails | undefined)?.retryAfterMs ?? 0;
	}

	/** Copies the error for another caller: n8n modifies the errors that it handles. */
	copy(retryAfterMs = this.retryAfterMs): ContactsApiError {
		const detail = this.#detail as FailureDetails;
		const isTimed = this.retryAfterMs > 0;
		return new ContactsApiError(
			this.reason as 'failed',
			isTimed ? { ...detail, retryAfterMs } : detail,
		);
	}
}
