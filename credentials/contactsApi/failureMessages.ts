import type { ErrorMessage } from './explainedError';

/** What is known of a failure besides its reason. */
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
	/** What follows that address. */
	path: string;
	/** What was requested, e.g. "page 3". */
	what: string;
	/** E.g. "the request for page 3". */
	request: string;
	/** What authenticates the request, e.g. "the access token for page 3". */
	secret: string;
	/** Messages and remedies instead of the common ones, and sentences to add, by the reason of the failure. */
	messages?: Texts;
	remedies: Texts;
	additions?: Texts;
}

type Texts = Partial<Record<FailureReason, string>>;

const CHECK_ALL = `Check 'Auth URL', 'Client ID' and 'Refresh Token' ${IN_THE_CREDENTIAL}. If they are right, ${ASK_THE_OPERATOR}`;

export const tokenRequest: RequestWords = {
	server: 'authorization server',
	field: 'Auth URL',
	path: '/token',
	what: 'the token request',
	request: 'the token request',
	secret: 'the client ID or the refresh token',
	remedies: {
		unauthorized: `Check 'Client ID' and 'Refresh Token' ${IN_THE_CREDENTIAL} for typing errors and for stray spaces or line breaks. If both are right, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
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
		path: '/v1/contacts',
		what,
		request: `the request for ${what}`,
		secret: `the access token for ${what}`,
		remedies: {
			unauthorized: `Check that 'Auth URL' and 'Base URL' ${IN_THE_CREDENTIAL} belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
			forbidden: `The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope such as contacts.read: ${ASK_THE_OPERATOR}.`,
		},
	};
}

/** A message; without a description, the remedy is to check the address. */
type Row = (words: Words) => { message: string; description?: string };

interface Words
	extends RequestWords, Required<Pick<FailureDetails, 'status' | 'waitedMs' | 'maxBytes'>> {
	/** When to try again. */
	later: string;
	/** "Check the address", without a full stop. */
	check: string;
	/** The same, and whom to ask otherwise. */
	checkOrAsk: string;
}

/** Every way in which a request fails, in the same words for both servers. */
const rows = {
	redirected: ({ server, request, status, field }) => ({
		message: `The ${server} redirected ${request} (${status})`,
		description: `Other addresses do not get the token. If the service has moved, enter its new address as '${field}' ${IN_THE_CREDENTIAL}. If it redirects to a sign-in page, ${ASK_THE_OPERATOR} for the address of its API.`,
	}),
	notReady: ({ server, request, status, later }) => ({
		message: `The ${server} accepted ${request}, but has no response to it yet (${status})`,
		description: `Try again ${later}. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	}),
	unauthorized: ({ server, secret, status }) => ({
		message: `The ${server} did not accept ${secret} (${status})`,
	}),
	forbidden: ({ server, request, status }) => ({
		message: `The ${server} does not permit ${request} (${status})`,
	}),
	notFound: ({ field, path, status }) => ({
		message: `Nothing was found at '${field}' followed by ${path} (${status})`,
	}),
	rateLimited: ({ server, request, status, later }) => ({
		message: `The ${server} is rate-limiting requests and refused ${request} (${status})`,
		description: `Try again ${later}.`,
	}),
	refused: ({ server, request, status, checkOrAsk }) => ({
		message: `The ${server} refused ${request} (${status})`,
		description: `${checkOrAsk} what it accepts.`,
	}),
	failed: ({ server, request, status, later }) => ({
		message: `The ${server} failed to answer ${request} (${status})`,
		description: `Try again ${later}. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	}),
	unreachable: ({ server, what, check }) => ({
		message: `The ${server} could not be reached for ${what}`,
		description: `${check} and the network of n8n, then try again. If n8n is behind a proxy, set NODE_USE_ENV_PROXY=1 on it besides HTTPS_PROXY.`,
	}),
	// Before a response
	dropped: ({ server, request }) => ({
		message: `The ${server} closed the connection without answering ${request}`,
		description: `Try again in a minute. If this keeps happening, ${ASK_THE_OPERATOR}, and whether it requires a client certificate, which the credential does not support.`,
	}),
	// In the middle of the response
	brokenOff: ({ server, request }) => ({
		message: `The connection to the ${server} dropped during the response to ${request}`,
		description: 'Try again in a minute. If this keeps happening, check the network of n8n.',
	}),
	certificateUntrusted: ({ server, check }) => ({
		message: `The ${server}'s certificate is not trusted`,
		description: `${check}. If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS on n8n to its certificate.`,
	}),
	// By a TLS alert
	tlsRefused: ({ server }) => ({
		message: `The ${server} refused the TLS connection`,
		description: `It may require a client certificate, which the credential does not support, or a TLS version that Node.js does not support: ${ASK_THE_OPERATOR}.`,
	}),
	timedOut: ({ server, request, waitedMs, check }) => ({
		message: `The ${server} did not answer ${request} within ${formatDuration(Math.round(waitedMs / 1000))}`,
		description: `${check} and the network of n8n, then try again in a minute. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	}),
	tooLarge: ({ request, maxBytes }) => ({
		message: `The response to ${request} is larger than ${formatSize(maxBytes)}`,
	}),
	headersTooLarge: ({ request, checkOrAsk }) => ({
		message: `The headers of the response to ${request} are too large for Node.js`,
		description: `${checkOrAsk} why they are, or allow n8n more with --max-http-header-size in NODE_OPTIONS.`,
	}),
	notHttp: ({ request }) => ({ message: `The response to ${request} is not valid HTTP` }),
	// WHATWG Fetch, "port blocking"
	portBlocked: ({ field, checkOrAsk }) => ({
		message: `The port in the credential's '${field}' is one that HTTP clients do not connect to`,
		description: `Node.js's fetch refuses ports that belong to other protocols, such as 25, 6000 or 10080. ${checkOrAsk} for an address with another port.`,
	}),
	proxyRefused: ({ server, status }) => ({
		message: `The proxy did not open a connection to the ${server} (${status})`,
		description:
			'Check HTTPS_PROXY on n8n: with 407, the proxy asks for a user name and a password in that address. Otherwise ask the administrator of the proxy to allow the host, or exclude it with NO_PROXY.',
	}),
	encodingInvalid: ({ request }) => ({
		message: `The response to ${request} cannot be decoded as its Content-Encoding says`,
	}),
	// The caller's signal aborted the request. n8n marks the execution as canceled when the message contains this word.
	canceled: ({ request }) => ({
		message: `The execution was canceled before ${request} was answered`,
		description: 'Start it again when you want to.',
	}),
} satisfies Record<string, Row>;

/** Why a request got no usable response. */
export type FailureReason = keyof typeof rows;

export const FAILURE_REASONS = Object.keys(rows) as FailureReason[];

/** Makes the table of the messages about a kind of request. */
export function failureTable<Build>(buildFor: (reason: FailureReason) => Build) {
	const entries = FAILURE_REASONS.map((reason) => [reason, buildFor(reason)]);
	return Object.fromEntries(entries) as Record<FailureReason, Build>;
}

/** Says why a request failed, and what to do. */
export function failureMessage(
	reason: FailureReason,
	words: RequestWords,
	details: FailureDetails = {},
): ErrorMessage {
	const { status = 0, explanation } = details;
	const check = `Check '${words.field}' ${IN_THE_CREDENTIAL}`;
	const checkOrAsk = `${check}. If it is right, ${ASK_THE_OPERATOR}`;
	const later = formatDelay(details.retryAfterMs);
	const row: Row = rows[reason];
	const common = row({
		waitedMs: 0,
		maxBytes: 0,
		...details,
		...words,
		status,
		later,
		check,
		checkOrAsk,
	});
	const description = [
		explanation && `The service says: "${explanation}".`,
		words.remedies[reason] ?? common.description ?? `${checkOrAsk}.`,
		words.additions?.[reason],
	];
	return {
		message: words.messages?.[reason] ?? common.message,
		description: description.filter(Boolean).join(' '),
		...(status > 0 && reason !== 'proxyRefused' && { status }),
	};
}

/** Longer delays are of no use to the user. */
const MAX_HINT_MS = 7 * 24 * 3_600_000;

/** @param retryAfterMs as the server says; 0 if it does not */
function formatDelay(retryAfterMs = 0): string {
	if (retryAfterMs === 0) return 'in a minute';
	return retryAfterMs > MAX_HINT_MS ? 'later' : `in ${formatDuration(retryAfterMs / 1000)}`;
}

/** Formats a duration as whole seconds, minutes or hours, rounded up. */
function formatDuration(seconds: number): string {
	const whole = Math.max(1, Math.ceil(seconds));
	if (whole < 120) return whole === 1 ? '1 second' : `${whole} seconds`;
	return whole < 7_200 ? `${Math.ceil(whole / 60)} minutes` : `${Math.ceil(whole / 3_600)} hours`;
}

function formatSize(bytes: number): string {
	const kibibytes = bytes / 1024;
	return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}
