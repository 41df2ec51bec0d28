import { sleep } from 'n8n-workflow';

import { HttpFailure } from './httpFailure';

/** More retries would not help a server that is down and would hurt one that is coming back. */
const MAX_RETRIES = 2;

export interface RetryPolicy {
	/** Full jitter: a pause is a random part of this, doubled after every try. */
	backoffMs: number;
	/** For all pauses together. */
	pauseBudgetMs: number;
	/** For all tries and pauses together. */
	totalBudgetMs: number;
	/** Ends a pause. */
	signal?: AbortSignal;
}

/**
 * Tries a request again after transient failures. `Retry-After` sets the least pause; the jitter comes
 * on top, so that clients do not all return at once.
 *
 * @param attempt one try; gets the milliseconds that are left of the total budget
 * @returns what the last try returned
 * @throws n8n's own error when the signal ends a pause
 */
export async function withRetries<T>(
	attempt: (leftMs: number) => Promise<T | HttpFailure>,
	{ backoffMs, pauseBudgetMs, totalBudgetMs, signal }: RetryPolicy,
): Promise<T | HttpFailure> {
	const end = performance.now() + totalBudgetMs;
	let pausesLeftMs = pauseBudgetMs;
	for (let retries = 0; ; retries++) {
		const outcome = await attempt(end - performance.now());
		const isTransient = outcome instanceof HttpFailure && outcome.isTransient;
		if (!isTransient || retries === MAX_RETRIES) return outcome;
		const pauseMs = (outcome.retryAfterMs ?? 0) + Math.random() * backoffMs * 2 ** retries;
		if (pauseMs > pausesLeftMs || performance.now() + pauseMs >= end) return outcome;
		pausesLeftMs -= pauseMs;
		await sleep(pauseMs, signal);
		// A busy process wakes up late.
		if (performance.now() >= end) return outcome;
	}
}
