import { sleep } from 'n8n-workflow';

import type { AccessToken } from './accessToken';
import { ContactsApiError } from './errors';
import { parseRetryAfter } from './retryAfter';
import type { Settings } from './settings';
import { parseTokenResponse } from './tokenResponse';
import { CERTIFICATE_ERROR, TRANSIENT_STATUSES } from './transport';

/** For headers and body together: a person who presses Test waits for it. */
const DEADLINE_MS = 10_000;

/** For all tries and the pauses between them: n8n's callers wait. */
const BUDGET_MS = 15_000;

/** More would not help a server that is down and would hurt one that is coming back. */
const MAX_RETRIES = 2;

/** Full jitter: a random part of this, doubled after every try. */
const BACKOFF_MS = 500;

/** A token response is a few hundred bytes; more is not one, or is meant to fill the memory. */
const MAX_BODY_BYTES = 64 * 1024;

/** A failure that another try may mend, and when the server wants that try: undefined if it did not say. */
class TransientFailure {
	constructor(
		readonly error: (seconds?: number) => ContactsApiError,
		readonly retryAfterMs?: number,
	) {}
}

/**
 * Exchanges client ID and refresh token for an access token (contract: "Exchange refresh token for
 * access token"). Redirects are never followed. Connection failures, 429 and 5xx are tried again.
 *
 * @returns within 15 s and one deadline
 * @throws ContactsApiError that says what happened and what to do
 */
export async function exchangeToken(settings: Settings): Promise<AccessToken> {
	const end = performance.now() + BUDGET_MS;
	for (let retries = 0; ; retries++) {
		const outcome = await request(settings, Math.min(DEADLINE_MS, end - performance.now()));
		if (!(outcome instanceof TransientFailure)) return outcome;
		const pause = outcome.retryAfterMs ?? Math.random() * BACKOFF_MS * 2 ** retries;
		if (retries === MAX_RETRIES || performance.now() + pause >= end) {
			throw outcome.error(outcome.retryAfterMs && outcome.retryAfterMs / 1000);
		}
		await sleep(pause);
		// A busy process wakes up late.
		if (performance.now() >= end) throw outcome.error();
	}
}

async function request(
	{ tokenUrl, clientId, refreshToken }: Settings,
	deadlineMs: number,
): Promise<AccessToken | TransientFailure> {
	const signal = AbortSignal.timeout(Math.ceil(deadlineMs));
	try {
		const response = await fetch(tokenUrl, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			body: JSON.stringify({ clientId, refreshToken }),
			redirect: 'manual',
			signal,
		});
		if (response.ok) return parseTokenResponse(await readBody(response));
		// Frees the connection; what a failed response says is not shown to anybody.
		await response.body?.cancel();
		return failure(response);
	} catch (error) {
		return connectionFailure(error, signal);
	}
}

function failure({ status, headers }: Response): TransientFailure {
	if (TRANSIENT_STATUSES.has(status)) {
		const problem = status === 429 ? 'rateLimited' : 'exchangeFailed';
		return new TransientFailure(
			(seconds) => new ContactsApiError(problem, status, seconds),
			parseRetryAfter(headers.get('retry-after'), Date.now()),
		);
	}
	if (status === 401) throw new ContactsApiError('credentialsRejected', status);
	if (status === 404 || status === 405) throw new ContactsApiError('endpointMissing', status);
	if (status >= 500) throw new ContactsApiError('exchangeFailed', status);
	if (status >= 400) throw new ContactsApiError('exchangeRefused', status);
	throw new ContactsApiError('exchangeRedirected', status);
}

function connectionFailure(error: unknown, { aborted }: AbortSignal): TransientFailure {
	if (error instanceof ContactsApiError) throw error;
	// Not told by the error: a connection that is torn down at the deadline may look dropped.
	if (aborted) throw new ContactsApiError('exchangeTimedOut', DEADLINE_MS / 1000);
	const { cause } = error as Error & { cause?: { code?: unknown } };
	if (CERTIFICATE_ERROR.test(String(cause?.code))) {
		throw new ContactsApiError('certificateUntrusted');
	}
	return new TransientFailure(() => new ContactsApiError('unreachable'));
}

async function readBody(response: Response): Promise<string> {
	const decoder = new TextDecoder();
	let body = '';
	let bytes = 0;
	for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
		bytes += chunk.byteLength;
		// Leaving the loop cancels the stream and closes the connection.
		if (bytes > MAX_BODY_BYTES) throw new ContactsApiError('responseTooLarge');
		body += decoder.decode(chunk, { stream: true });
	}
	return body + decoder.decode();
}
