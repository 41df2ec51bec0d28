import type { AccessToken } from './accessToken';
import { ContactsApiError } from './errors';
import { HttpFailure } from './http/httpFailure';
import { withRetries } from './http/retry';
import { sendRequest } from './http/sendRequest';
import type { Settings } from './settings';
import { parseTokenResponse } from './tokenResponse';

/** A person who presses Test waits for it. */
const DEADLINE_MS = 10_000;

/** A token response is a few hundred bytes; more is not one, or is meant to fill the memory. */
const MAX_BODY_BYTES = 64 * 1024;

/** Executions wait for all tries and the pauses between them. */
const RETRY_POLICY = { backoffMs: 500, pauseBudgetMs: 15_000, totalBudgetMs: 15_000 };

/**
 * Exchanges client ID and refresh token for an access token (contract: "Exchange refresh token for
 * access token"). Redirects are never followed. Connection failures, 429 and 5xx are tried again.
 *
 * @returns within 15 s
 * @throws ContactsApiError that says what happened and what to do
 */
export async function exchangeToken(settings: Settings): Promise<AccessToken> {
	const { tokenUrl, clientId, refreshToken } = settings;
	const request = {
		method: 'POST',
		url: tokenUrl,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		body: JSON.stringify({ clientId, refreshToken }),
		maxBytes: MAX_BODY_BYTES,
	} as const;
	const outcome = await withRetries(
		async (leftMs) => await sendRequest({ ...request, deadlineMs: Math.min(DEADLINE_MS, leftMs) }),
		RETRY_POLICY,
	);
	if (outcome instanceof HttpFailure) throw toContactsApiError(outcome);
	return parseTokenResponse(outcome.body);
}

function toContactsApiError(failure: HttpFailure): ContactsApiError {
	const { reason, status, waitedMs } = failure;
	if (reason === 'status') return statusError(failure);
	if (reason === 'proxyRefused') return new ContactsApiError(reason, status);
	if (reason === 'timedOut') return new ContactsApiError(reason, Math.round(waitedMs / 1000));
	return new ContactsApiError(reason);
}

function statusError({ status, retryAfterMs }: HttpFailure): ContactsApiError {
	const seconds = retryAfterMs && retryAfterMs / 1000;
	if (status === 401) return new ContactsApiError('credentialsRejected', status);
	if (status === 404 || status === 405) return new ContactsApiError('endpointMissing', status);
	if (status === 429) return new ContactsApiError('rateLimited', status, seconds);
	if (status >= 500) return new ContactsApiError('exchangeFailed', status, seconds);
	if (status >= 400) return new ContactsApiError('exchangeRefused', status);
	return new ContactsApiError('exchangeRedirected', status);
}
