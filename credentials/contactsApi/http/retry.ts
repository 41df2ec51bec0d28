import type { Clock } from './clock';
import { HttpFailure, type RepeatReason } from './httpFailure';

/** More retries do not help a server that is down, and hurt one that is recovering. */
const MAX_RETRIES = 2;

/** How often a request is repeated at once, by the reason. */
const MAX_REPEATS: Record<RepeatReason, number> = {
	// More connections than a run keeps.
	connectionClosed: 20,
	tokenRejected: 1,
	slashRedirected: 1,
};

export interface RetryPolicy {
	/** Upper limit of the jitter of the first pause; doubled for every further one. */
	backoffMs: number;
	/** A pause that would end later is not made. */
	budgetMs?: number;
	/** Reasons to repeat the request at once. */
	repeats: readonly RepeatReason[];
	/** Whether to wait until a transient failure is over; asked before each pause. */
	mayWait?: (failure: HttpFailure) => boolean;
	/** Whether the attempt itself waits before throttled requests. */
	isPaced?: boolean;
	/** Ends a pause. */
	signal?: AbortSignal;
	clock: Clock;
}

/**
 * Sends a request until it succeeds, or nothing suggests that another attempt would. All requests of this
 * package may be repeated.
 *
 * @param attempt sends the request once; receives the milliseconds left of the budget, and the failure of
 * the attempt before
 * @returns the last outcome; the failure `canceled` when the signal ends a pause
 */
export async function withRetries<T>(
	attempt: (leftMs: number, last?: HttpFailure) => Promise<T | HttpFailure>,
	policy: RetryPolicy,
): Promise<T | HttpFailure> {
	const { budgetMs = Infinity, signal, clock } = policy;
	const pauses = new Pauses(policy);
	const end = clock.now() + budgetMs;
	let last: HttpFailure | undefined;
	for (;;) {
		const outcome = await attempt(end - clock.now(), last);
		if (!(outcome instanceof HttpFailure)) return outcome;
		last = outcome;
		const pauseMs = pauses.after(last);
		if (pauseMs === undefined || clock.now() + pauseMs >= end) return last;
		if (pauseMs === 0) continue;
		const canceled = () => new HttpFailure('canceled');
		const failure = await clock.sleep(pauseMs, signal).catch(canceled);
		if (failure) return failure;
		// A busy process may wake up late.
		if (clock.now() >= end) return last;
	}
}

/** Decides what follows each failed attempt of a request. */
class Pauses {
	#retries = 0;
	readonly #repeats: Partial<Record<RepeatReason, number>> = {};

	constructor(private readonly policy: RetryPolicy) {}

	/**
	 * A pause is the `Retry-After` of the response plus a random jitter, so that clients do not all come back
	 * at once.
	 *
	 * @returns the milliseconds until the next attempt; undefined if there should be none
	 */
	after(failure: HttpFailure): number | undefined {
		if (this.#isRepeated(failure)) return 0;
		const { backoffMs, mayWait, isPaced, clock } = this.policy;
		const isLast = !failure.isCrowded && this.#retries === MAX_RETRIES;
		if (!failure.isTransient || isLast || mayWait?.(failure) === false) return undefined;
		if (!failure.isCrowded) this.#retries++;
		if (isPaced && failure.isThrottled) return 0;
		const jitterMs = clock.random() * backoffMs * 2 ** (this.#retries - 1);
		return (failure.retryAfterMs ?? 0) + jitterMs;
	}

	#isRepeated({ repeatReason: reason }: HttpFailure): boolean {
		if (!reason || !this.policy.repeats.includes(reason)) return false;
		const repeats = this.#repeats[reason] ?? 0;
		this.#repeats[reason] = repeats + 1;
		return repeats < MAX_REPEATS[reason];
	}
}
