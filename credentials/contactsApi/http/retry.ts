import type { Clock } from './clock';
import { HttpFailure } from './httpFailure';

/** More retries do not help a server that is down, and hurt one that is recovering. */
export const MAX_RETRIES = 2;

export interface RetryPolicy {
	/** Upper limit of the jitter of the first pause; doubled for every further one. */
	backoffMs: number;
	/** A pause that would end later is not made. */
	budgetMs: number;
	/** Whether to retry a failure; it is asked about transient ones only. */
	isRetried?: (failure: HttpFailure) => boolean;
	/** Ends a pause. */
	signal?: AbortSignal;
	clock: Clock;
}

/**
 * Retries a request after transient failures. A pause is the `Retry-After` of the response plus a random
 * jitter, so that clients do not all come back at once.
 *
 * @param attempt sends the request once; receives the milliseconds left of the budget
 * @throws n8n's own error when the signal ends a pause
 */
export async function withRetries<T>(
	attempt: (leftMs: number) => Promise<T | HttpFailure>,
	{ backoffMs, budgetMs, isRetried = () => true, signal, clock }: RetryPolicy,
): Promise<T | HttpFailure> {
	const end = clock.now() + budgetMs;
	for (let retries = 0; ; retries++) {
		const outcome = await attempt(end - clock.now());
		if (!(outcome instanceof HttpFailure) || !outcome.isTransient) return outcome;
		if (!isRetried(outcome) || retries === MAX_RETRIES) return outcome;
		const pauseMs = (outcome.retryAfterMs ?? 0) + clock.random() * backoffMs * 2 ** retries;
		if (clock.now() + pauseMs >= end) return outcome;
		await clock.sleep(pauseMs, signal);
		// A busy process may wake up late.
		if (clock.now() >= end) return outcome;
	}
}
