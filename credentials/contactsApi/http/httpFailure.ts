import type { FailureDetails, FailureReason } from '../failureMessages';

const STATUS_REASONS: Partial<Record<number, FailureReason>> = {
	202: 'notReady',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	405: 'notFound',
	// Timeout, and too early: not mistakes in the request
	408: 'failed',
	425: 'failed',
	429: 'rateLimited',
};

/** Statuses of a server or a proxy that is down or overloaded for a while; 52x are Cloudflare's. */
export const DOWN_STATUSES = [408, 425, 502, 503, 504, 520, 521, 522, 523, 524, 529];

/** Failures after which another attempt may succeed. */
const TRANSIENT = new Set<FailureReason | number>([
	'unreachable',
	'dropped',
	'brokenOff',
	'rateLimited',
	500,
	...DOWN_STATUSES,
]);

/** Why to repeat a request at once: the obstacle is gone. */
export type RepeatReason =
	/** It may have met a kept connection that the server had just closed. */
	| 'connectionClosed'
	/** It can have another token. */
	| 'tokenRejected'
	/** It was redirected to the same address with or without a slash at the end of the path. */
	| 'slashRedirected';

interface Details extends FailureDetails {
	repeatReason?: RepeatReason;
	/** The path that the request was redirected to. */
	redirectedTo?: string;
}

/**
 * A failed request. Keeps nothing of the request, the response and the original error, which may hold
 * tokens, except an explanation that was checked for them.
 */
export class HttpFailure implements Details {
	readonly status: number = 0;
	readonly retryAfterMs?: number;
	readonly waitedMs?: number;
	readonly maxBytes?: number;
	readonly explanation?: string;
	readonly repeatReason?: RepeatReason;
	readonly redirectedTo?: string;
	/** Whether other requests were in flight, so that fewer at a time may succeed; only the gate sets it. */
	isCrowded = false;

	constructor(
		readonly reason: FailureReason,
		details: Details = {},
	) {
		Object.assign(this, details);
	}

	/** The failure of a request whose response has another status than 2xx, or 202. */
	static ofStatus(status: number, retryAfterMs?: number, details?: Details): HttpFailure {
		// Some services answer with 403 when a rate limit is exceeded.
		const isLimited = status === 403 && retryAfterMs !== undefined;
		const reason = isLimited ? 'rateLimited' : reasonOf(status);
		const repeatReason = status === 401 ? 'tokenRejected' : undefined;
		return new HttpFailure(reason, { status, retryAfterMs, repeatReason, ...details });
	}

	get isTransient(): boolean {
		return TRANSIENT.has(this.reason) || TRANSIENT.has(this.status);
	}

	/** Whether the server asks for fewer requests. */
	get isThrottled(): boolean {
		const isBusy = this.reason === 'failed' && this.status === 503;
		return this.reason === 'rateLimited' || isBusy;
	}
}

/** @param status other than 2xx, or 202 */
export function reasonOf(status: number): FailureReason {
	const other = status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'redirected';
	return STATUS_REASONS[status] ?? other;
}

/**
 * The reasons behind the error codes of Node.js, undici and OpenSSL, and the messages of errors without a
 * code of their own; the first match counts.
 */
const CAUSES: Array<[RegExp, FailureReason]> = [
	// A server that requires a client certificate
	[/^ERR_SSL_.*ALERT/, 'dropped'],
	[/CERT|^UNABLE_TO_|^ERR_TLS_/, 'certificateUntrusted'],
	// Timeouts of undici (10 s to connect, 300 s of silence) and of the operating system
	[/TIMEOUT|^ETIMEDOUT$/, 'timedOut'],
	// Decoders of gzip, deflate, Brotli and Zstandard
	[/^(Z_|ERR__ERROR_|ZSTD_)|^too many content-encodings/, 'unreadable'],
	// Chunks without the last one
	[/\(Invalid EOF state\)$/, 'brokenOff'],
	[/^Response does not match the HTTP\/1\.1 protocol|^bad upgrade$/, 'unreadable'],
	// undici asserts that a status is at least 100.
	[/^UND_ERR_HEADERS_OVERFLOW$|^ERR_ASSERTION$/, 'unreadable'],
];

/** The same, where no response has come. */
const EARLY_CAUSES: typeof CAUSES = [
	[/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'dropped'],
	// Two headers Content-Length
	[/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, 'unreadable'],
];

/** undici's message when a proxy does not answer CONNECT with 200. */
const PROXY_RESPONSE = /^Proxy response \((\d+)\)/;

/**
 * Classifies an error of fetch or of reading the body.
 *
 * @param hasResponse whether the headers of a response had been received
 * @param waitedMs milliseconds since the request was sent
 */
export function classifyError(error: unknown, hasResponse: boolean, waitedMs: number): HttpFailure {
	const texts = [...textsOf(error)];
	const [, proxyStatus] = texts.map((text) => PROXY_RESPONSE.exec(text)).find(Boolean) ?? [];
	if (proxyStatus) return new HttpFailure('proxyRefused', { status: Number(proxyStatus) });
	const reasonIn = (causes: typeof CAUSES) =>
		causes.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
	const reason = reasonIn(CAUSES);
	if (reason) return new HttpFailure(reason, { waitedMs });
	if (hasResponse) return new HttpFailure('brokenOff');
	return new HttpFailure(reasonIn(EARLY_CAUSES) ?? 'unreachable');
}

/** The codes and messages of an error and its causes. */
function* textsOf(error: unknown): Generator<string> {
	for (let current = error as Cause; current; current = current.cause) {
		yield String(current.code);
		yield String(current.message);
	}
}

type Cause = { code?: unknown; message?: unknown; cause?: Cause } | undefined;
