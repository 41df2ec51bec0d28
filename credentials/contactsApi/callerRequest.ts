import type { IHttpRequestOptions } from 'n8n-workflow';

/** Options of n8n's HTTP helper, or of the legacy helper that the HTTP Request node uses. */
export interface RequestOptions extends IHttpRequestOptions {
	uri?: string;
	rejectUnauthorized?: boolean;
}

/** Options that decide where a request goes and who may answer it: checked, but never passed on. */
const DESTINATION_OPTIONS = [
	'url',
	'uri',
	'baseURL',
	'proxy',
	'rejectUnauthorized',
	'skipSslCertificateValidation',
] as const;

export type Destination = Partial<
	Pick<RequestOptions, (typeof DESTINATION_OPTIONS)[number] | 'agentOptions'>
>;

/** The options that a caller may set. All others are dropped, including those that n8n may add. */
const ALLOWED_OPTIONS = [
	// What is sent
	'method',
	'qs',
	'arrayFormat',
	'qsStringifyOptions',
	'useQuerystring',
	'body',
	'form',
	'formData',
	'json',
	// What is done with the response
	'encoding',
	'useStream',
	'returnFullResponse',
	'resolveWithFullResponse',
	'ignoreHttpStatusErrors',
	'simple',
	// How long to wait, and whether redirects are followed
	'timeout',
	'abortSignal',
	'disableFollowRedirect',
	'followRedirect',
	'followAllRedirects',
	'maxRedirects',
];

/** A client certificate. All other agent options decide where to connect or whom to trust. */
const ALLOWED_AGENT_OPTIONS = ['cert', 'key', 'passphrase'];

/** `Host` selects another virtual host, and n8n's client resolves relative redirects against it. */
const RESERVED_HEADERS = new Set(['authorization', 'proxy-authorization', 'host', '__proto__']);

/** A header name (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+\-.^`|~]+$/;

/**
 * Splits a caller's request into what to check and what to pass on. Every option is read once and
 * copied, so later changes have no effect. Streams, buffers and forms are passed on without a copy.
 *
 * @returns also the caller's `Authorization` header: after a 401, that of the first attempt
 */
export function parseCallerRequest(options: RequestOptions) {
	const agentOptions = { ...options.agentOptions };
	const { authorization, headers } = parseHeaders(options.headers);
	const certificate = pick(agentOptions, ALLOWED_AGENT_OPTIONS);
	const destination: Destination = { ...pick(options, DESTINATION_OPTIONS), agentOptions };
	const allowed: Partial<IHttpRequestOptions> = {
		...pick(options, ALLOWED_OPTIONS),
		...(Object.keys(certificate).length > 0 && { agentOptions: certificate }),
		headers,
	};
	return { destination, authorization, allowed };
}

/**
 * Compares names the way n8n's client sends them: trimmed, ignoring case. Drops objects as values: the
 * client takes those named `common` or like a method for more headers.
 */
function parseHeaders(source: unknown) {
	const headers = new Map<string, [name: string, value: HeaderValue]>();
	let authorization: unknown;
	for (const [key, value] of Object.entries(isPlainObject(source) ? source : {})) {
		const name = key.trim();
		const lowerCase = name.toLowerCase();
		if (lowerCase === 'authorization') authorization = value;
		if (RESERVED_HEADERS.has(lowerCase) || !HEADER_NAME.test(name)) continue;
		const copied = copy(value);
		if (isHeaderValue(copied)) headers.set(lowerCase, [name, copied]);
	}
	return { authorization, headers: Object.fromEntries(headers.values()) };
}

type HeaderValue = string | number | boolean | HeaderValue[];

function isHeaderValue(value: unknown): value is HeaderValue {
	return Array.isArray(value)
		? value.every(isHeaderValue)
		: ['string', 'number', 'boolean'].includes(typeof value);
}

function pick(source: object, names: readonly string[]) {
	const copies = names.map((name): [string, unknown] => [name, copy(Reflect.get(source, name))]);
	return Object.fromEntries(copies.filter(([, value]) => value !== undefined));
}

/** Copies arrays and plain objects deeply. */
function copy(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copy);
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copy(field)]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	// Objects from expressions belong to another realm with its own Object.prototype.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
