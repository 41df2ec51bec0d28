import type { Clock } from './clock';
import { HttpFailure, type RepeatReason } from './httpFailure';

/** More retries do not help a server that is down, and hurt one that is recovering. */
const MAX_RETRIES = 2;

/** How often to repeat a request whose kept connection was closed: more than the connections that a run keeps. */
export const CLOSED_CONNECTIONS = 20;

export interface RetryPolicy {
	/** Upper limit of the jitter of the first pause; doubled for every further one. */
	backoffMs: number;
	/** A pause that would end later is not made. */
	budgetMs?: number;
	/** How often to repeat the request at once, by the reason. */
	repeats: Partial<Record<RepeatReason, number>>;
	/** Whether to wait until a transient failure is over; asked before each pause. */
	mayWait?: (failure: HttpFailure) => boolean;
	/** Whether the attempt itself waits before throttled requests. */
	isPaced?: boolean;
	/** Ends a pause; the next attempt has to end by itself. */
	signal?: AbortSignal;
	clock: Clock;
}

/**
 * Sends a request until it succeeds, or nothing suggests that another attempt would. All requests of this
 * package may be repeated.
 *
 * @param attempt sends the request once; receives the failure of the attempt before, and the milliseconds
 * left of the budget
 * @returns the last outcome
 */
export async function withRetries<T>(
	attempt: (last: HttpFailure | undefined, leftMs: number) => Promise<T | HttpFailure>,
	policy: RetryPolicy,
): Promise<T | HttpFailure> {
	const { budgetMs = Infinity, signal, clock } = policy;
	const pauseAfter = createPauses(policy);
	const end = clock.now() + budgetMs;
	let last: HttpFailure | undefined;
	for (;;) {
		const outcome = await attempt(last, end - clock.now());
		if (!(outcome instanceof HttpFailure)) return outcome;
		last = outcome;
		const pauseMs = pauseAfter(last);
		if (clock.now() + pauseMs >= end) return last;
		if (pauseMs > 0) await clock.sleep(pauseMs, signal).catch(() => {});
	}
}

/**
 * Decides what follows each failed attempt of a request. A pause is the `Retry-After` of the response plus a
 * random jitter, so that clients do not all come back at once.
 *
 * @returns a function that returns the milliseconds until the next attempt; Infinity if there should be none
 */
function createPauses({ repeats, backoffMs, mayWait, isPaced, clock }: RetryPolicy) {
	const repeatsLeft = { ...repeats };
	let retries = 0;

	return (failure: HttpFailure): number => {
		const { repeatReason, retryAfterMs = 0, isCrowded } = failure;
		if (repeatReason && repeatsLeft[repeatReason]) {
			repeatsLeft[repeatReason]--;
			return 0;
		}
		const isLast = !isCrowded && retries === MAX_RETRIES;
		if (!failure.isTransient || isLast || mayWait?.(failure) === false) return Infinity;
		if (!isCrowded) retries++;
		if (isPaced && failure.isThrottled) return 0;
		return retryAfterMs + clock.random() * backoffMs * 2 ** (retries - 1);
	};
}
