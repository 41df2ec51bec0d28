import { ContactsApiError } from './credentialErrors';
import { type Clock, systemClock } from './http/clock';
import { HttpFailure } from './http/httpFailure';
import { CLOSED_CONNECTIONS, withRetries } from './http/retry';
import { sendRequest } from './http/sendRequest';
import type { Settings } from './settings';
import { parseTokenResponse } from './tokenResponse';

/** For one attempt: a person may be waiting for the credential's test. */
const DEADLINE_MS = 10_000;

/** Executions wait for all attempts and the pauses between them. */
const RETRY_POLICY = {
	backoffMs: 500,
	budgetMs: 15_000,
	repeats: { connectionClosed: CLOSED_CONNECTIONS },
};

/** Token responses have a few hundred bytes; anything larger is wrong or hostile. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Exchanges the client ID and the refresh token for an access token (contract: "Exchange refresh token
 * for access token"). Follows no redirects. Retries connection failures, 429 and 5xx for up to 15 s.
 *
 * @throws ContactsApiError when the server cannot be reached, refuses, or does not send a token response
 */
export async function exchangeToken(settings: Settings, clock: Clock = systemClock) {
	const { tokenUrl, clientId, refreshToken } = settings;
	const attempt = async (_last: unknown, leftMs: number) =>
		await sendRequest({
			method: 'POST',
			url: tokenUrl,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			body: JSON.stringify({ clientId, refreshToken }),
			maxBytes: MAX_BODY_BYTES,
			// A busy process may wake up late.
			deadlineMs: Math.max(1, Math.min(DEADLINE_MS, leftMs)),
		});
	const outcome = await withRetries(attempt, { ...RETRY_POLICY, clock });
	if (outcome instanceof HttpFailure) throw new ContactsApiError(outcome.reason, outcome);
	return parseTokenResponse(new TextDecoder().decode(outcome.body));
}
