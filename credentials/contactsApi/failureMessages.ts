import type { ErrorMessage } from './explainedError';

/** What is known of a failed request besides the reason. */
export interface FailureDetails {
	/** Status of the response or of the proxy's answer; 0 without one. */
	status?: number;
	/** From the `Retry-After` header; undefined without one. */
	retryAfterMs?: number;
	/** How long the request had waited when it timed out. */
	waitedMs?: number;
	/** The limit that the body exceeded. */
	maxBytes?: number;
	/** What the service says about a 400 or 422, as a message may quote it. */
	explanation?: string;
}

export const ASK_THE_OPERATOR = 'ask the operator of the service';

const IN_THE_CREDENTIAL = 'in the Contacts API credential';

/** The words of the messages about a request. */
export interface RequestWords {
	server: 'Contacts API' | 'authorization server';
	/** Of the credential, with the address of the server. */
	field: 'Base URL' | 'Auth URL';
	/** E.g. "the request for page 3". */
	request: string;
	/** What to do instead of the common remedy, and besides it. */
	remedies: Remedies;
	additions?: Remedies;
}

type Remedies = Partial<Record<FailureReason, string>>;

const CHECK_ALL = `Check 'Auth URL', 'Client ID' and 'Refresh Token' ${IN_THE_CREDENTIAL}. If they are right, ${ASK_THE_OPERATOR}`;

export const tokenRequest: RequestWords = {
	server: 'authorization server',
	field: 'Auth URL',
	request: 'the token request',
	remedies: {
		unauthorized: `Check 'Client ID' and 'Refresh Token' ${IN_THE_CREDENTIAL} for typing errors. If both are right, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
		forbidden: `${CHECK_ALL} whether the client may get tokens.`,
		refused: `${CHECK_ALL} what it accepts.`,
		notFound: `Check 'Auth URL' ${IN_THE_CREDENTIAL}: it may be swapped with 'Base URL'. If it is right, ${ASK_THE_OPERATOR}.`,
	},
};

/** @param what is requested, e.g. "page 3" */
export function apiRequest(what: string): RequestWords {
	return {
		server: 'Contacts API',
		field: 'Base URL',
		request: `the request for ${what}`,
		remedies: {
			unauthorized: `Check that 'Auth URL' and 'Base URL' ${IN_THE_CREDENTIAL} belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
			forbidden: `The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope such as contacts.read: ${ASK_THE_OPERATOR}.`,
		},
	};
}

interface Words extends RequestWords, FailureDetails {
	/** When to try again. */
	later: string;
	/** "Check the address", without a full stop. */
	check: string;
	/** The same, and whom to ask otherwise. */
	checkOrAsk: string;
}

/** Every way in which a request fails, in the same words for both servers. The common remedy is to check the address. */
export const FAILURES = {
	redirected: ({ server, request, field }) => [
		`The ${server} redirected ${request}`,
		`Other addresses do not get the token. If the service has moved, enter its new address as '${field}' ${IN_THE_CREDENTIAL}. If it redirects to a sign-in page, ${ASK_THE_OPERATOR} for the address of its API.`,
	],
	notReady: ({ server, request, later }) => [
		`The ${server} accepted ${request}, but has no response to it yet`,
		`Try again ${later}. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	],
	unauthorized: ({ server, request }) => [`The ${server} did not authorize ${request}`],
	forbidden: ({ server, request }) => [`The ${server} does not permit ${request}`],
	notFound: ({ request }) => [`Nothing was found at the address of ${request}`],
	rateLimited: ({ server, request, later }) => [
		`The ${server} is rate-limiting requests and refused ${request}`,
		`Try again ${later}.`,
	],
	refused: ({ server, request, checkOrAsk }) => [
		`The ${server} refused ${request}`,
		`${checkOrAsk} what it accepts.`,
	],
	failed: ({ server, request, later }) => [
		`The ${server} failed to answer ${request}`,
		`Try again ${later}. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	],
	unreachable: ({ server, request, check }) => [
		`The ${server} could not be reached for ${request}`,
		`${check} and the network of n8n, then try again. If n8n is behind a proxy, set NODE_USE_ENV_PROXY=1 on it besides HTTPS_PROXY.`,
	],
	// Before a response, or by a TLS alert
	dropped: ({ server, request }) => [
		`The ${server} closed the connection without answering ${request}`,
		`Try again in a minute. If this keeps happening, ${ASK_THE_OPERATOR}: it may require a client certificate, which the credential does not support.`,
	],
	// In the middle of the response
	brokenOff: ({ server, request }) => [
		`The connection to the ${server} dropped during the response to ${request}`,
		'Try again in a minute. If this keeps happening, check the network of n8n.',
	],
	certificateUntrusted: ({ server, check }) => [
		`The ${server}'s certificate is not trusted`,
		`${check}. If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS on n8n to its certificate.`,
	],
	timedOut: ({ server, request, waitedMs = 0, check }) => [
		`The ${server} did not answer ${request} within ${formatDuration(Math.round(waitedMs / 1000))}`,
		`${check} and the network of n8n, then try again in a minute. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	],
	tooLarge: ({ request, maxBytes = 0 }) => [
		`The response to ${request} is larger than ${(maxBytes / 1024).toLocaleString('en')} KiB`,
	],
	unreadable: ({ request }) => [
		`The response to ${request} is not valid HTTP, or not compressed as it says`,
	],
	proxyRefused: ({ server }) => [
		`The proxy did not open a connection to the ${server}`,
		'Check HTTPS_PROXY on n8n: with 407, the proxy asks for a user name and a password in that address. Otherwise ask the administrator of the proxy to allow the host, or exclude it with NO_PROXY.',
	],
	// n8n marks the execution as canceled when the message contains this word.
	canceled: () => [
		'The execution was canceled before it was complete',
		'Run the workflow again to start over.',
	],
} satisfies Record<string, (words: Words) => readonly [message: string, remedy?: string]>;

/** Why a request got no usable response. */
export type FailureReason = keyof typeof FAILURES;

/** Says why a request failed, and what to do. */
export function failureMessage(
	reason: FailureReason,
	words: RequestWords,
	details: FailureDetails = {},
): ErrorMessage {
	const { status = 0, retryAfterMs = 0, explanation } = details;
	const check = `Check '${words.field}' ${IN_THE_CREDENTIAL}`;
	const checkOrAsk = `${check}. If it is right, ${ASK_THE_OPERATOR}`;
	const later = formatWait(retryAfterMs);
	const [message, remedy] = FAILURES[reason]({ ...words, ...details, later, check, checkOrAsk });
	const description = [
		explanation && `The service says: "${explanation}".`,
		words.remedies[reason] ?? remedy ?? `${checkOrAsk}.`,
		words.additions?.[reason],
	];
	return {
		message: status > 0 ? `${message} (${status})` : message,
		description: description.filter(Boolean).join(' '),
		...(status > 0 && reason !== 'proxyRefused' && { status }),
	};
}

/** Longer waits are often a mistake of the service. */
const WEEK_MS = 7 * 24 * 3_600_000;

/** Formats a duration as whole seconds, minutes or hours, rounded up. */
function formatDuration(seconds: number): string {
	const whole = Math.max(1, Math.ceil(seconds));
	if (whole < 120) return whole === 1 ? '1 second' : `${whole} seconds`;
	return whole < 7_200 ? `${Math.ceil(whole / 60)} minutes` : `${Math.ceil(whole / 3_600)} hours`;
}

function formatWait(ms: number): string {
	if (ms === 0) return 'in a minute';
	return ms > WEEK_MS ? 'later' : `in ${formatDuration(ms / 1000)}`;
}
