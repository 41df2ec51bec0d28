import type { Clock } from './clock';
import { HttpFailure } from './httpFailure';

/** More retries do not help a server that is down, and hurt one that is recovering. */
export const MAX_RETRIES = 2;

/** How many connections that the server has closed a request may meet; more than a run keeps. */
const MAX_CLOSED = 20;

export interface RetryPolicy {
	/** Upper limit of the jitter of the first pause; doubled for every further one. */
	backoffMs: number;
	/** A pause that would end later is not made. */
	budgetMs?: number;
	/** Whether to retry a transient failure; not asked after the last retry. */
	isRetried?: (failure: HttpFailure) => boolean;
	/** Ends a pause. */
	signal?: AbortSignal;
	clock: Clock;
}

/**
 * Retries a request after transient failures. A pause is the `Retry-After` of the response plus a random
 * jitter, so that clients do not all come back at once. A request that met a closed connection is sent again
 * at once, and not counted: both requests of this package may be repeated.
 *
 * @param attempt sends the request once; receives the milliseconds left of the budget
 * @returns the last outcome; the failure `canceled` when the signal ends a pause
 */
export async function withRetries<T>(
	attempt: (leftMs: number) => Promise<T | HttpFailure>,
	{ backoffMs, budgetMs = Infinity, isRetried = () => true, signal, clock }: RetryPolicy,
): Promise<T | HttpFailure> {
	const end = clock.now() + budgetMs;
	for (let retries = 0; ; retries++) {
		const outcome = await untilRead(attempt, end, clock);
		if (!(outcome instanceof HttpFailure) || !outcome.isTransient) return outcome;
		if (retries === MAX_RETRIES || !isRetried(outcome)) return outcome;
		const pauseMs = (outcome.retryAfterMs ?? 0) + clock.random() * backoffMs * 2 ** retries;
		if (clock.now() + pauseMs >= end) return outcome;
		const canceled = () => new HttpFailure('canceled');
		const failure = await clock.sleep(pauseMs, signal).catch(canceled);
		if (failure) return failure;
		// A busy process may wake up late.
		if (clock.now() >= end) return outcome;
	}
}

/** Sends a request until it has met a connection that the server had not closed before. */
async function untilRead<T>(
	attempt: (leftMs: number) => Promise<T | HttpFailure>,
	end: number,
	clock: Clock,
): Promise<T | HttpFailure> {
	for (let closed = 0; ; closed++) {
		const outcome = await attempt(end - clock.now());
		const isUnread = outcome instanceof HttpFailure && outcome.isUnread;
		if (!isUnread || closed === MAX_CLOSED || clock.now() >= end) return outcome;
	}
}
