/** Why a request got no usable response. */
type FailureReason =
	/** The status is not 2xx; redirects are not followed. */
	| 'status'
	/** The connection or the host lookup failed before a response began, or the answer is not HTTP. */
	| 'unreachable'
	/** The connection ended in the middle of the response. */
	| 'brokenOff'
	| 'certificateUntrusted'
	| 'timedOut'
	| 'tooLarge'
	/** fetch blocks ports of other protocols (WHATWG Fetch, "port blocking"). */
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

/** A failed request. Keeps nothing of the request, response or original error, which may hold tokens. */
export class HttpFailure {
	/** Status of the response or of the proxy's answer; 0 without one. */
	readonly status: number;

	/** From the `Retry-After` header; undefined without one. */
	readonly retryAfterMs: number | undefined;

	/** How long the request had waited when it timed out. */
	readonly waitedMs: number;

	constructor(
		readonly reason: FailureReason,
		{ status = 0, retryAfterMs, waitedMs = 0 }: Partial<HttpFailure> = {},
	) {
		this.status = status;
		this.retryAfterMs = retryAfterMs;
		this.waitedMs = waitedMs;
	}

	/** Whether another attempt may succeed. */
	get isTransient(): boolean {
		return TRANSIENT_REASONS.has(this.reason) || TRANSIENT_STATUSES.has(this.status);
	}
}

/** TLS verification error codes of OpenSSL and Node.js. */
const CERTIFICATE_CODE = /CERT|^UNABLE_TO_|^ERR_TLS_/;

/** Timeouts of undici (10 s to connect, 300 s of silence) and of the operating system. */
const TIMEOUT_CODE = /TIMEOUT|^ETIMEDOUT$/;

/** Error codes of Node.js's gzip, deflate, Brotli and Zstandard decoders. */
const DECODING_CODE = /^(Z_|ERR__ERROR_|ZSTD_)/;

/** undici's message when a proxy does not answer CONNECT with 200. */
const PROXY_RESPONSE = /^Proxy response \((\d+)\)/;

/**
 * Classifies an error of fetch or of reading the body. Some of undici's errors differ only in their
 * message.
 *
 * @param hasResponse whether the headers of a response had been received
 * @param waitedMs milliseconds since the request was sent
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
