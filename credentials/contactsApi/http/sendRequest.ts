import { trimSlashes } from '../trimSlashes';
import { classifyError, HttpFailure } from './httpFailure';
import { connectionsTo } from './keptConnections';
import { parseRetryAfter } from './retryAfter';
import { USER_AGENT } from './userAgent';

export interface HttpRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	body?: string;
	/** Time limit for headers and body together. */
	deadlineMs: number;
	/** Size limit of the decoded body. */
	maxBytes: number;
	/** Takes from the body of a 400 or 422 what a message may quote. */
	explain?: (body: Uint8Array) => string | undefined;
	signal?: AbortSignal;
}

export interface HttpResponse {
	status: number;
	headers: Headers;
	/** Without its Content-Encoding. */
	body: Uint8Array;
}

/**
 * Sends a request with Node.js's own fetch, which keeps connections. Follows no redirects.
 *
 * @returns a failure for 202, any status but 2xx and every error; never throws
 */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse | HttpFailure> {
	const connections = connectionsTo(request.url);
	const outcome = await connections.use((isKept) => sendOnce(request, isKept));
	const isDropped = outcome instanceof HttpFailure && outcome.reason === 'dropped';
	if (!isDropped || !connections.recordDrop()) return outcome;
	return new HttpFailure('dropped', { repeatReason: 'connectionClosed' });
}

/** Statuses for a mistake in the request, which the body may explain. */
const EXPLAINED_STATUSES: readonly number[] = [400, 422];

/** More than an explanation has. */
const MAX_EXPLANATION_BYTES = 16 * 1024;

async function sendOnce(request: HttpRequest, isKept: boolean) {
	const { url, method, body, headers, deadlineMs, maxBytes, signal } = request;
	const deadline = AbortSignal.timeout(Math.ceil(deadlineMs));
	const started = performance.now();
	let response: Response | undefined;
	try {
		response = await fetch(url, {
			method,
			body,
			headers: { ...headers, 'User-Agent': USER_AGENT, ...(!isKept && { Connection: 'close' }) },
			redirect: 'manual',
			signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
		});
		// With 202, the response is not ready yet.
		const isReady = response.ok && response.status !== 202;
		return isReady ? await readResponse(response, maxBytes) : await failureOf(response, request);
	} catch (error) {
		// Check the signals first: an abort can surface as a dropped connection.
		if (signal?.aborted) return new HttpFailure('canceled');
		if (deadline.aborted) return new HttpFailure('timedOut', { waitedMs: deadlineMs });
		return classifyError(error, response !== undefined, performance.now() - started);
	}
}

/** The failure that a status stands for; frees the connection. */
async function failureOf(response: Response, request: HttpRequest): Promise<HttpFailure> {
	const { status, headers, body } = response;
	const { method, url, explain } = request;
	const retryAfterMs = parseRetryAfter(status, headers, Date.now());
	if (explain && EXPLAINED_STATUSES.includes(status)) {
		// If the body breaks off, the status still says what happened.
		const read = await readResponse(response, MAX_EXPLANATION_BYTES).catch(() => undefined);
		const explanation = read && !(read instanceof HttpFailure) ? explain(read.body) : undefined;
		return HttpFailure.ofStatus(status, retryAfterMs, { explanation });
	}
	await body?.cancel();
	const isFollowed = method === 'GET' && REDIRECTS.includes(status);
	const redirectedTo = isFollowed ? otherSlash(url, headers.get('location') ?? '') : undefined;
	const repeat = redirectedTo && ({ redirectedTo, repeatReason: 'slashRedirected' } as const);
	return HttpFailure.ofStatus(status, retryAfterMs, repeat || {});
}

/** Statuses of redirects that keep the method of a GET request. */
const REDIRECTS: readonly number[] = [301, 302, 307, 308];

/** The path of a redirect to the same address, but for a slash at the end of the path. */
function otherSlash(url: string, location: string): string | undefined {
	if (!URL.canParse(location, url)) return undefined;
	const [from, to] = [new URL(url), new URL(location, url)];
	const isSame = to.origin === from.origin && to.username + to.password === '';
	const isOther = to.pathname !== from.pathname;
	const isSlash = trimSlashes(to.pathname) === trimSlashes(from.pathname);
	return isSame && isOther && isSlash ? to.pathname : undefined;
}

async function readResponse(
	{ status, headers, body }: Response,
	maxBytes: number,
): Promise<HttpResponse | HttpFailure> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
		bytes += chunk.byteLength;
		// Returning from the loop cancels the stream and closes the connection.
		if (bytes > maxBytes) return new HttpFailure('tooLarge', { maxBytes });
		chunks.push(chunk);
	}
	return { status, headers, body: Buffer.concat(chunks, bytes) };
}
