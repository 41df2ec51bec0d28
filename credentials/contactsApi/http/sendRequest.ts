import { name, version } from '../../../package.json';
import { classifyError, HttpFailure } from './httpFailure';
import { connectionsTo } from './keptConnections';
import { parseRetryAfter } from './retryAfter';

/** Shows the operator of the service which client sends the requests. */
const USER_AGENT = `${name}/${version}`;

export interface HttpRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	body?: string;
	/** Time limit for headers and body together. */
	deadlineMs: number;
	/** Size limit of the decoded body. */
	maxBytes: number;
	/** Whether the body of a 404 or 400 says only that there is nothing, so that it is as good as a 204. */
	saysNothing?: (body: Uint8Array) => boolean;
	signal?: AbortSignal;
}

export interface HttpResponse {
	status: number;
	headers: Headers;
	/** Without its Content-Encoding. */
	body: Uint8Array;
}

/**
 * Sends a request with Node.js's own fetch, which keeps connections. Follows no redirects. A request that
 * meets a kept connection that the server has closed is sent again at once: both requests of this package
 * may be repeated.
 *
 * @returns a failure for 202, any status but 2xx and every error; never throws
 */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse | HttpFailure> {
	const deadline = AbortSignal.timeout(Math.ceil(request.deadlineMs));
	const connections = connectionsTo(request.url);
	for (;;) {
		const outcome = await connections.use((isKept) => sendOnce(request, deadline, isKept));
		const isDropped = outcome instanceof HttpFailure && outcome.reason === 'dropped';
		if (!isDropped || !connections.recordDrop()) return outcome;
	}
}

/** More than a message has. */
const MAX_MESSAGE_BYTES = 16 * 1024;

async function sendOnce(
	{ url, method, body, headers, deadlineMs, maxBytes, saysNothing, signal }: HttpRequest,
	deadline: AbortSignal,
	isKept: boolean,
): Promise<HttpResponse | HttpFailure> {
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
			: await statusFailure(response, saysNothing);
	} catch (error) {
		// Check the signals first: an abort can surface as a dropped connection.
		if (signal?.aborted) return new HttpFailure('canceled');
		if (deadline.aborted) return new HttpFailure('timedOut', { waitedMs: deadlineMs });
		return classifyError(error, response !== undefined, performance.now() - started);
	}
}

async function statusFailure(
	response: Response,
	saysNothing: HttpRequest['saysNothing'],
): Promise<HttpResponse | HttpFailure> {
	const { status, headers, body } = response;
	const failure = HttpFailure.ofStatus(status, parseRetryAfter(headers, Date.now()));
	if (saysNothing && (status === 404 || status === 400)) {
		// Never keep the body of a failed response: it may echo the request.
		const read = await readResponse(response, MAX_MESSAGE_BYTES);
		const isNothing = !(read instanceof HttpFailure) && saysNothing(read.body);
		return isNothing ? { status: 204, headers, body: new Uint8Array() } : failure;
	}
	// Free the connection.
	await body?.cancel();
	return failure;
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
