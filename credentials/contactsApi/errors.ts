/** An error as the user reads it. */
export interface ErrorMessage {
	/** What happened. */
	message: string;
	/** What to do. */
	description: string;
	/** Set when the server answered with an error status. */
	httpCode?: string;
}

export const ASK_THE_OPERATOR = 'ask the operator of the service';

export const BEHIND_A_PROXY =
	'If n8n is behind a proxy, set NODE_USE_ENV_PROXY=1 on it besides HTTPS_PROXY.';

export const PROXY_ADVICE =
	'Check HTTPS_PROXY on n8n: with 407, the proxy asks for a user name and a password in that address. Otherwise ask the administrator of the proxy to allow the host, or exclude it with NO_PROXY.';

export const PORT_OF_ANOTHER_PROTOCOL =
	"Node.js's fetch refuses ports that belong to other protocols, such as 25, 6000 or 10080.";

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
		description: `Copy '${field}' again from where the operator gave it to you, in one piece and with nothing else in between.`,
	}),
	addressMalformed: (field: string) => ({
		message: `The credential's '${field}' is not a web address`,
		description: `Enter '${field}' as the operator gave it to you, e.g. https://contacts.example.com, without a user name, "?" or "#".`,
	}),
	addressNotHttps: (field: string) => ({
		message: `The credential's '${field}' does not start with https://`,
		description:
			'The Contacts API is served over HTTPS only. Change the address to https://. Plain http:// is accepted for localhost, 127.0.0.1 and [::1] only.',
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
	credentialsRejected: (status: number) => ({
		message: `The authorization server did not accept the client ID or the refresh token (${status})`,
		description: `Check 'Client ID' and 'Refresh Token' in the Contacts API credential for typing errors and for stray spaces or line breaks. If both are right, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
		httpCode: String(status),
	}),
	exchangeRefused: (status: number) => ({
		message: `The authorization server refused the token request (${status})`,
		description: `Check 'Auth URL', 'Client ID' and 'Refresh Token' in the Contacts API credential. If they are right, ${ASK_THE_OPERATOR} whether the client may get tokens.`,
		httpCode: String(status),
	}),
	endpointMissing: (status: number) => ({
		message: `There is no token endpoint at the credential's 'Auth URL' (${status})`,
		description: `Check 'Auth URL' in the Contacts API credential: the token is requested from that address followed by /token. If it is right, ${ASK_THE_OPERATOR}.`,
		httpCode: String(status),
	}),
	exchangeRedirected: (status: number) => ({
		message: `The authorization server redirected the token request (${status})`,
		description:
			"Redirects are not followed, because the refresh token would go along. Check 'Auth URL' in the Contacts API credential and enter the final address.",
		httpCode: String(status),
	}),
	rateLimited: (status: number, seconds?: number) => ({
		message: `The authorization server accepts no more token requests for now (${status})`,
		description: `Try again ${retryHint(seconds)}.`,
		httpCode: String(status),
	}),
	exchangeFailed: (status: number, seconds?: number) => ({
		message: `The authorization server failed to answer the token request (${status})`,
		description: `Try again ${retryHint(seconds)}. If this keeps happening, ${ASK_THE_OPERATOR}.`,
		httpCode: String(status),
	}),
	unreachable: () => ({
		message: 'The authorization server could not be reached',
		description: `Check 'Auth URL' in the Contacts API credential and the network of n8n. ${BEHIND_A_PROXY}`,
	}),
	brokenOff: () => ({
		message: "The connection dropped during the authorization server's response",
		description: `Try again in a minute. If this keeps happening, check the network of n8n, or ${ASK_THE_OPERATOR}.`,
	}),
	certificateUntrusted: () => ({
		message: "The authorization server's certificate is not trusted",
		description: `Check 'Auth URL' in the Contacts API credential. If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS on n8n to its certificate; otherwise ${ASK_THE_OPERATOR}.`,
	}),
	timedOut: (seconds: number) => ({
		message: `The authorization server did not answer within ${formatDuration(seconds)}`,
		description: `Try again in a minute. If this keeps happening, check 'Auth URL' in the Contacts API credential and the network of n8n, or ${ASK_THE_OPERATOR}.`,
	}),
	tooLarge: () => ({
		message: "The authorization server's answer is too large for a token response",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}.`,
	}),
	portBlocked: () => ({
		message: "The port in the credential's 'Auth URL' is one that HTTP clients do not connect to",
		description: `${PORT_OF_ANOTHER_PROTOCOL} Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR} for an address with another port.`,
	}),
	proxyRefused: (status: number) => ({
		message: `The proxy did not open a connection to the authorization server (${status})`,
		description: PROXY_ADVICE,
	}),
	encodingInvalid: () => ({
		message: "The authorization server's answer does not match its Content-Encoding",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the header Content-Encoding does not match the body.`,
	}),
	protocolSwitched: () => ({
		message: 'The authorization server switched to a protocol other than HTTP (101)',
		description: `Check 'Auth URL' in the Contacts API credential: it may be the address of a WebSocket service. If it is right, ${ASK_THE_OPERATOR}.`,
	}),
	notATokenResponse: () => ({
		message: "The authorization server's answer is not a token response",
		description: `Check 'Auth URL' in the Contacts API credential: it may be the address of a website or of another service. If it is right, ${ASK_THE_OPERATOR}.`,
	}),
	notABearerToken: () => ({
		message: "The authorization server's answer does not say that the token is a Bearer token",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the contract asks for the token type Bearer.`,
	}),
	tokenUnusable: () => ({
		message: "The authorization server's access token cannot be sent in a header",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the token is empty, too long or has characters that no Bearer token has.`,
	}),
	scopeMalformed: () => ({
		message: "The scopes in the authorization server's answer are not text",
		description: `Check 'Auth URL' in the Contacts API credential. If it is right, ${ASK_THE_OPERATOR}: the contract shows scopes as a string or a list of strings.`,
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
	canceled: () => ({
		// n8n marks the execution as canceled when the message contains this word.
		message: 'The execution was canceled while it waited for an access token',
		description: 'Start it again when you want to.',
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
	get retryAfterSeconds(): number {
		const [, seconds = 0] = this.#details as [status?: unknown, seconds?: number];
		return seconds;
	}

	/**
	 * Copies the error for another caller: n8n modifies the errors that it handles.
	 *
	 * @param leftSeconds seconds until the server accepts another attempt
	 */
	copy(leftSeconds = this.retryAfterSeconds): ContactsApiError<Reason> {
		const details: unknown[] = [...this.#details];
		if (this.retryAfterSeconds > 0) details[1] = leftSeconds;
		return new ContactsApiError(this.reason, ...(details as Details<Reason>));
	}
}

/** Joins what happened and what to do. */
export function formatMessage({ message, description }: ErrorMessage): string {
	return `${message}. ${description}`;
}

/** Longer delays are of no use to the user. */
const MAX_HINT_SECONDS = 7 * 24 * 3_600;

/**
 * Says when to try again.
 *
 * @param seconds as the server says; undefined or 0 if it does not
 */
export function retryHint(seconds?: number): string {
	if (!seconds) return 'in a minute';
	return seconds > MAX_HINT_SECONDS ? 'later' : `in ${formatDuration(seconds)}`;
}

/** Formats a duration as whole seconds, minutes or hours, rounded up. */
export function formatDuration(seconds: number): string {
	const whole = Math.max(1, Math.ceil(seconds));
	const [count, unit] =
		whole < 120
			? [whole, 'second']
			: whole < 7_200
				? [Math.ceil(whole / 60), 'minute']
				: [Math.ceil(whole / 3_600), 'hour'];
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
