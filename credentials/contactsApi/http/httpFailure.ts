/** Why a request got no usable response. */
export type FailureReason =
	/** The response has another status than 2xx, e.g. a redirect: they are not followed. */
	| 'status'
	/** Refused, reset or not resolved before the response began, or the answer is not HTTP. */
	| 'unreachable'
	/** The connection ended inside the response. */
	| 'brokenOff'
	| 'certificateUntrusted'
	| 'timedOut'
	| 'tooLarge'
	/** fetch does not connect to ports of other protocols (WHATWG Fetch, "port blocking"). */
	| 'portBlocked'
	/** The proxy did not open the connection. */
	| 'proxyRefused'
	/** The body is not encoded as its Content-Encoding says. */
	| 'encodingInvalid'
	/** The server answered 101 without being asked to switch protocols. */
	| 'protocolSwitched'
	/** The caller's signal aborted the request. */
	| 'canceled';

const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504]);

const TRANSIENT_REASONS: ReadonlySet<FailureReason> = new Set(['unreachable', 'brokenOff']);

/**
 * A request that failed. It holds nothing of the request, the response or the error behind it: these
 * may contain tokens.
 */
export class HttpFailure {
	/** Of the response, or of the proxy's answer; 0 without one. */
	readonly status: number;

	/** As the `Retry-After` header says. */
	readonly retryAfterMs: number | undefined;

	/** How long the response was waited for, where that took too long. */
	readonly waitedMs: number;

	constructor(
		readonly reason: FailureReason,
		{ status = 0, retryAfterMs, waitedMs = 0 }: Partial<HttpFailure> = {},
	) {
		this.status = status;
		this.retryAfterMs = retryAfterMs;
		this.waitedMs = waitedMs;
	}

	/** Whether another try may succeed. */
	get isTransient(): boolean {
		return TRANSIENT_REASONS.has(this.reason) || TRANSIENT_STATUSES.has(this.status);
	}
}

/** Codes of OpenSSL and Node.js for a certificate that cannot be verified. */
const CERTIFICATE_CODE = /CERT|^UNABLE_TO_|^ERR_TLS_/;

/** undici gives up on connecting after 10 s and on each silence after 300 s; the system may be faster. */
const TIMEOUT_CODE = /TIMEOUT|^ETIMEDOUT$/;

/** Codes of Node.js's gzip and deflate, Brotli and Zstandard decoders. */
const DECODING_CODE = /^(Z_|ERR__ERROR_|ZSTD_)/;

/** undici's message when a proxy answers CONNECT with another status than 200. */
const PROXY_RESPONSE = /^Proxy response \((\d+)\)/;

/**
 * Classifies what fetch threw. undici tells some failures apart by their message alone.
 *
 * @param error from fetch or from reading the body
 * @param hasResponse whether the headers of a response had come
 * @param waitedMs since the request was sent
 */
export function classifyError(error: unknown, hasResponse: boolean, waitedMs: number): HttpFailure {
	for (const { code, message } of causesOf(error)) {
		const proxyStatus = PROXY_RESPONSE.exec(message)?.[1];
		if (proxyStatus) return new HttpFailure('proxyRefused', { status: Number(proxyStatus) });
		// fetch turns a response with status 407 into an error without a message.
		if (message === '' && code === '') return new HttpFailure('proxyRefused', { status: 407 });
		if (message === 'bad port') return new HttpFailure('portBlocked');
		if (message === 'bad upgrade') return new HttpFailure('protocolSwitched');
		if (CERTIFICATE_CODE.test(code)) return new HttpFailure('certificateUntrusted');
		if (TIMEOUT_CODE.test(code)) return new HttpFailure('timedOut', { waitedMs });
		if (DECODING_CODE.test(code)) return new HttpFailure('encodingInvalid');
	}
	return new HttpFailure(hasResponse ? 'brokenOff' : 'unreachable');
}

function* causesOf(error: unknown): Generator<{ code: string; message: string }> {
	for (let current = error as Cause; current; current = current.cause) {
		const { code = '', message } = current;
		yield { code: String(code), message: String(message) };
	}
}

type Cause = { code?: unknown; message?: unknown; cause?: Cause } | undefined;
