import {
	ASK_THE_OPERATOR,
	type ErrorMessage,
	FAILURE_REASONS,
	type FailureDetails,
	failureMessage,
	type FailureReason,
	formatMessage,
	type RequestWords,
} from './http/failureMessages';

const tokenRequest: RequestWords = {
	server: 'authorization server',
	field: 'Auth URL',
	what: 'the token request',
	request: 'the token request',
	secret: 'the client ID or the refresh token',
	remedies: {
		unauthorized: `Check 'Client ID' and 'Refresh Token' in the Contacts API credential for typing errors and for stray spaces or line breaks. If both are right, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
		forbidden: `Check 'Auth URL', 'Client ID' and 'Refresh Token' in the Contacts API credential. If they are right, ${ASK_THE_OPERATOR} whether the client may get tokens.`,
		notFound: `Check 'Auth URL' in the Contacts API credential: the token is requested from that address followed by /token. If it is right, ${ASK_THE_OPERATOR}.`,
		refused: `Check 'Auth URL', 'Client ID' and 'Refresh Token' in the Contacts API credential. If they are right, ${ASK_THE_OPERATOR} what it accepts.`,
	},
};

/** @param what is requested, e.g. "page 3" */
export function apiRequest(what: string): RequestWords {
	return {
		server: 'Contacts API',
		field: 'Base URL',
		what,
		request: `the request for ${what}`,
		secret: `the access token for ${what}`,
		remedies: {
			unauthorized: `Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
			forbidden: `The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope such as contacts.read: ${ASK_THE_OPERATOR}.`,
			notFound: `Check 'Base URL' in the Contacts API credential: contacts are listed at that address followed by /v1/contacts. If it is right, ${ASK_THE_OPERATOR}.`,
			refused: `Check 'Base URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR} what it accepts.`,
		},
	};
}

/** The messages about failed token requests. */
const tokenRequestFailures = Object.fromEntries(
	FAILURE_REASONS.map((reason) => [
		reason,
		(details?: FailureDetails) => failureMessage(reason, tokenRequest, details),
	]),
) as Record<FailureReason, (details?: FailureDetails) => ErrorMessage>;

/**
 * Every failure of the credential. Messages contain field names, addresses that the user entered,
 * statuses and durations, but never a secret, a response body or the message of another library.
 *
 * They avoid error codes such as those of Node.js: n8n replaces a message that contains one.
 */
export const errorMessages = {
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
	...tokenRequestFailures,
	notATokenResponse: () => ({
		message: "The authorization server's answer is not a token response",
		description: `Check 'Auth URL' in the Contacts API credential: it may be the address of a website or of another service. If it is right, ${ASK_THE_OPERATOR}.`,
	}),
	notABearerToken: () => ({
		message: "The authorization server's answer does not say that the token is a Bearer token",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the API's documentation requires the token type Bearer.`,
	}),
	tokenUnusable: () => ({
		message: "The authorization server's access token cannot be sent in a header",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the token is empty, too long or has characters that no Bearer token has.`,
	}),
	scopeMalformed: () => ({
		message: "The scopes in the authorization server's answer are not text",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the API's documentation shows scopes as a string or a list of strings.`,
	}),
	tokenExpired: () => ({
		message: 'The authorization server returned an access token that has already expired',
		description: `Check that the clock of the machine that n8n runs on is right. If it is, ${ASK_THE_OPERATOR}.`,
	}),

	// Renewal
	renewedTokenRejected: () => ({
		message: 'The Contacts API rejected an access token that had just been issued (401)',
		description: `Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR}. A new access token is requested after a few seconds.`,
		httpCode: '401',
	}),
	sameTokenAgain: () => ({
		message:
			'The Contacts API rejected the access token, and the authorization server returned the same one again',
		description: `The refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one and enter it in the Contacts API credential.`,
		httpCode: '401',
	}),
} satisfies Record<string, (...details: never[]) => ErrorMessage>;

export type ErrorReason = keyof typeof errorMessages;

type Details<Reason extends ErrorReason> = Parameters<(typeof errorMessages)[Reason]>;

/**
 * The only error that the credential throws. Its message has both parts, because the credential's test
 * shows nothing else; a node can show them separately. n8n keeps the message only if the error has no
 * `code`, `status`, `httpCode` or `response`.
 */
export class ContactsApiError<Reason extends ErrorReason = ErrorReason> extends Error {
	override readonly name = 'ContactsApiError';

	readonly userMessage: ErrorMessage;

	readonly #details: Details<Reason>;

	constructor(
		readonly reason: Reason,
		...details: Details<Reason>
	) {
		const build = errorMessages[reason] as (...details: unknown[]) => ErrorMessage;
		const userMessage = build(...details);
		super(formatMessage(userMessage));
		this.userMessage = userMessage;
		this.#details = details;
	}

	/** When the server accepts another attempt; 0 if it did not say. */
	get retryAfterMs(): number {
		const [details] = this.#details as unknown[];
		return (details as FailureDetails | undefined)?.retryAfterMs ?? 0;
	}

	/**
	 * Copies the error for another caller: n8n modifies the errors that it handles.
	 *
	 * @param retryAfterMs until the server accepts another attempt
	 */
	copy(retryAfterMs = this.retryAfterMs): ContactsApiError {
		if (this.retryAfterMs === 0) return new ContactsApiError(this.reason, ...this.#details);
		const [details] = this.#details as [FailureDetails];
		const reason: FailureReason = this.reason as FailureReason;
		return new ContactsApiError(reason, { ...details, retryAfterMs });
	}
}
