import { classifyError, HttpFailure } from './httpFailure';
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
	/** Aborts the request. */
	signal?: AbortSignal;
}

export interface HttpResponse {
	status: number;
	headers: Headers;
	/** Without its Content-Encoding. */
	body: Uint8Array;
}

/**
 * Sends a request once, with Node.js's own fetch, which reuses connections. Follows no redirects.
 *
 * @returns a failure for any status but 2xx and for every error; never throws
 */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse | HttpFailure> {
	const { url, method, body, headers, deadlineMs, maxBytes, signal } = request;
	const started = performance.now();
	const deadline = AbortSignal.timeout(Math.ceil(deadlineMs));
	let response: Response | undefined;
	try {
		response = await fetch(url, {
			method,
			body,
			headers: { ...headers, 'User-Agent': USER_AGENT },
			redirect: 'manual',
			signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
		});
		return response.ok ? await readResponse(response, maxBytes) : await statusFailure(response);
	} catch (error) {
		const waitedMs = performance.now() - started;
		// Check the signals first: an abort can surface as a dropped connection.
		if (signal?.aborted) return new HttpFailure('canceled');
		if (deadline.aborted) return new HttpFailure('timedOut', { waitedMs });
		return classifyError(error, response !== undefined, waitedMs);
	}
}

async function statusFailure({ status, headers, body }: Response): Promise<HttpFailure> {
	// Free the connection. Never read the body of a failed response: it may echo the request.
	await body?.cancel();
	const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now());
	return new HttpFailure('status', { status, retryAfterMs });
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
		if (bytes > maxBytes) return new HttpFailure('tooLarge');
		chunks.push(chunk);
	}
	return { status, headers, body: Buffer.concat(chunks, bytes) };
}
