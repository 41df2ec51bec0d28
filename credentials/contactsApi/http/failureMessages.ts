import { type ErrorMessage, toMessage } from '../explainedError';

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
	/** Whether the request may have met a kept connection that the server had just closed. */
	isUnread?: boolean;
}

/** Who was asked for what, as messages say it. */
export interface RequestWords {
	server: 'Contacts API' | 'authorization server';
	/** Of the credential, with the address of the server. */
	field: 'Base URL' | 'Auth URL';
	/** What was requested, e.g. "page 3". */
	what: string;
	/** E.g. "the request for page 3". */
	request: string;
	/** What a 404 means, e.g. "The Contacts API did not find page 3". */
	notFound: string;
	/** What authenticates the request, e.g. "the access token for page 3". */
	secret: string;
	/** The remedy for statuses with a meaning of their own at this server. */
	remedies: Record<'unauthorized' | 'forbidden' | 'notFound' | 'refused', string>;
	/** Remedies besides the common ones, by the reason of the failure. */
	besides?: Record<string, string>;
}

export const ASK_THE_OPERATOR = 'ask the operator of the service';

const IN_THE_CREDENTIAL = 'in the Contacts API credential';

export const tokenRequest: RequestWords = {
	server: 'authorization server',
	field: 'Auth URL',
	what: 'the token request',
	request: 'the token request',
	notFound: "Nothing was found at 'Auth URL' followed by /token",
	secret: 'the client ID or the refresh token',
	remedies: {
		unauthorized: `Check 'Client ID' and 'Refresh Token' ${IN_THE_CREDENTIAL} for typing errors and for stray spaces or line breaks. If both are right, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
		forbidden: `Check 'Auth URL', 'Client ID' and 'Refresh Token' ${IN_THE_CREDENTIAL}. If they are right, ${ASK_THE_OPERATOR} whether the client may get tokens.`,
		notFound: `Check 'Auth URL' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR}.`,
		refused: `Check 'Auth URL', 'Client ID' and 'Refresh Token' ${IN_THE_CREDENTIAL}. If they are right, ${ASK_THE_OPERATOR} what it accepts.`,
	},
};

/** @param what is requested, e.g. "page 3" */
export function apiRequest(what: string): RequestWords {
	return {
		server: 'Contacts API',
		field: 'Base URL',
		what,
		request: `the request for ${what}`,
		notFound: "Nothing was found at 'Base URL' followed by /v1/contacts",
		secret: `the access token for ${what}`,
		remedies: {
			unauthorized: `Check that 'Auth URL' and 'Base URL' ${IN_THE_CREDENTIAL} belong to the same environment. If they do, the refresh token may be revoked: ${ASK_THE_OPERATOR} for a new one.`,
			forbidden: `The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope such as contacts.read: ${ASK_THE_OPERATOR}.`,
			notFound: `Check 'Base URL' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR}.`,
			refused: `Check 'Base URL' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR} what it accepts.`,
		},
	};
}

type Numbers = Record<'status' | 'retryAfterMs' | 'waitedMs' | 'maxBytes', number>;

type Row = (words: RequestWords & Numbers) => string;

/** Every way in which a request fails, in the same words for both servers. */
const rows = {
	redirected: ({ server, request, status, field }) =>
		`The ${server} redirected ${request} (${status}). Redirects are not followed, because a token would go along. Enter the final address as '${field}' ${IN_THE_CREDENTIAL}.`,
	notReady: ({ server, request, status, retryAfterMs }) =>
		`The ${server} accepted ${request}, but has no response to it yet (${status}). Try again ${retryHint(retryAfterMs)}. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	unauthorized: ({ server, secret, status, remedies }) =>
		`The ${server} did not accept ${secret} (${status}). ${remedies.unauthorized}`,
	forbidden: ({ server, request, status, remedies }) =>
		`The ${server} does not permit ${request} (${status}). ${remedies.forbidden}`,
	notFound: ({ notFound, status, remedies }) => `${notFound} (${status}). ${remedies.notFound}`,
	// Of a server that is not a proxy
	proxyStatus: ({ server, request, status, field }) =>
		`The ${server} answered ${request} like a proxy that asks for a password (${status}). Check '${field}' ${IN_THE_CREDENTIAL}: it may be the address of a proxy. If it is right, ${ASK_THE_OPERATOR}.`,
	rateLimited: ({ server, request, status, retryAfterMs }) =>
		`The ${server} is rate-limiting requests and refused ${request} (${status}). Try again ${retryHint(retryAfterMs)}.`,
	refused: ({ server, request, status, remedies }) =>
		`The ${server} refused ${request} (${status}). ${remedies.refused}`,
	failed: ({ server, request, status, retryAfterMs }) =>
		`The ${server} failed to answer ${request} (${status}). Try again ${retryHint(retryAfterMs)}. If this keeps happening, ${ASK_THE_OPERATOR}.`,
	unreachable: ({ server, what, field }) =>
		`The ${server} could not be reached for ${what}. Check '${field}' ${IN_THE_CREDENTIAL} and the network of n8n, then try again. If n8n is behind a proxy, set NODE_USE_ENV_PROXY=1 on it besides HTTPS_PROXY.`,
	// Before a response
	dropped: ({ server, request }) =>
		`The ${server} closed the connection without answering ${request}. Try again in a minute. If this keeps happening, ${ASK_THE_OPERATOR}, and whether it requires a client certificate, which the credential does not support.`,
	// In the middle of the response
	brokenOff: ({ server, request }) =>
		`The connection to the ${server} dropped during the response to ${request}. Try again in a minute. If this keeps happening, check the network of n8n.`,
	certificateUntrusted: ({ server, field }) =>
		`The ${server}'s certificate is not trusted. Check '${field}' ${IN_THE_CREDENTIAL}. If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS on n8n to its certificate.`,
	// By a TLS alert
	tlsRefused: ({ server }) =>
		`The ${server} refused the TLS connection. It may require a client certificate, which the credential does not support, or a TLS version that Node.js does not support: ${ASK_THE_OPERATOR}.`,
	timedOut: ({ server, request, waitedMs, field }) =>
		`The ${server} did not answer ${request} within ${formatDuration(Math.round(waitedMs / 1000))}. Try again in a minute. If this keeps happening, check '${field}' ${IN_THE_CREDENTIAL} and the network of n8n, or ${ASK_THE_OPERATOR}.`,
	tooLarge: ({ request, maxBytes, field }) =>
		`The response to ${request} is larger than ${formatSize(maxBytes)}. Check '${field}' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR}.`,
	headersTooLarge: ({ request, field }) =>
		`The headers of the response to ${request} are too large for Node.js. Check '${field}' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR} why they are, or allow n8n more with --max-http-header-size in NODE_OPTIONS.`,
	lengthContradictory: ({ request, field }) =>
		`The response to ${request} contradicts itself about its length. Check '${field}' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR}: the header Content-Length is sent twice, or beside Transfer-Encoding.`,
	notHttp: ({ request, field }) =>
		`The response to ${request} is not valid HTTP. Check '${field}' ${IN_THE_CREDENTIAL}: it may be the address of another kind of service. If it is right, ${ASK_THE_OPERATOR}.`,
	// WHATWG Fetch, "port blocking"
	portBlocked: ({ field }) =>
		`The port in the credential's '${field}' is one that HTTP clients do not connect to. Node.js's fetch refuses ports that belong to other protocols, such as 25, 6000 or 10080. Check '${field}' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR} for an address with another port.`,
	proxyRefused: ({ server, status }) =>
		`The proxy did not open a connection to the ${server} (${status}). Check HTTPS_PROXY on n8n: with 407, the proxy asks for a user name and a password in that address. Otherwise ask the administrator of the proxy to allow the host, or exclude it with NO_PROXY.`,
	encodingInvalid: ({ request, field }) =>
		`The response to ${request} cannot be decoded as its Content-Encoding says. Check '${field}' ${IN_THE_CREDENTIAL}. If it is right, ${ASK_THE_OPERATOR}: the header Content-Encoding does not match the body, or lists too many encodings.`,
	protocolSwitched: ({ server, field }) =>
		`The ${server} switched to a protocol other than HTTP (101). Check '${field}' ${IN_THE_CREDENTIAL}: it may be the address of a WebSocket service. If it is right, ${ASK_THE_OPERATOR}.`,
	// The caller's signal aborted the request. n8n marks the execution as canceled when the message contains this word.
	canceled: ({ request }) =>
		`The execution was canceled before ${request} was answered. Start it again when you want to.`,
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
	{ status = 0, retryAfterMs = 0, waitedMs = 0, maxBytes = 0, explanation }: FailureDetails = {},
): ErrorMessage {
	const numbers = { status, retryAfterMs, waitedMs, maxBytes };
	const { message, description } = toMessage(rows[reason]({ ...words, ...numbers }));
	return {
		message,
		description: [
			explanation && `The service says: "${explanation}".`,
			description,
			words.besides?.[reason],
		]
			.filter(Boolean)
			.join(' '),
		...(status > 0 && reason !== 'proxyRefused' && { httpCode: String(status) }),
	};
}

/** Longer delays are of no use to the user. */
const MAX_HINT_MS = 7 * 24 * 3_600_000;

/** @param retryAfterMs as the server says; 0 if it does not */
function retryHint(retryAfterMs: number): string {
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
