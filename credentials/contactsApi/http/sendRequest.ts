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
	const isUnread = isDropped && connections.recordDrop();
	return isUnread ? new HttpFailure('dropped', { isUnread }) : outcome;
}

/** Statuses for a mistake in the request, which the body may explain. */
const EXPLAINED_STATUSES: readonly number[] = [400, 422];

/** More than an explanation has. */
const MAX_EXPLANATION_BYTES = 16 * 1024;

async function sendOnce(
	{ url, method, body, headers, deadlineMs, maxBytes, explain, signal }: HttpRequest,
	isKept: boolean,
): Promise<HttpResponse | HttpFailure> {
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
		return isReady
			? await readResponse(response, maxBytes)
			: await statusFailure(response, explain);
	} catch (error) {
		// Check the signals first: an abort can surface as a dropped connection.
		if (signal?.aborted) return new HttpFailure('canceled');
		if (deadline.aborted) return new HttpFailure('timedOut', { waitedMs: deadlineMs });
		return classifyError(error, response !== undefined, performance.now() - started);
	}
}

async function statusFailure(response: Response, explain: HttpRequest['explain']) {
	const { status, headers, body } = response;
	const failure = HttpFailure.ofStatus(status, parseRetryAfter(headers, Date.now()));
	if (!explain || !EXPLAINED_STATUSES.includes(status)) {
		// Free the connection.
		await body?.cancel();
		return failure;
	}
	// If the body breaks off, the status still says what happened.
	const read = await readResponse(response, MAX_EXPLANATION_BYTES).catch(() => undefined);
	if (!read || read instanceof HttpFailure) return failure;
	return new HttpFailure(failure.reason, { ...failure, explanation: explain(read.body) });
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
