import { sleep } from 'n8n-workflow';

import { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';

/** Fail on a longer `Retry-After` instead of waiting: a person may be waiting, too. */
export const MAX_RETRY_AFTER_MS = 120_000;

/** Statuses that ask for fewer requests. */
const THROTTLING_STATUSES = new Set([429, 503]);

/** Responses to wait for after the first throttled request before the limit grows by one. */
const CAUTIOUS_GROWTH = 20;

/** Upper limit of that number, however often the service throttles. */
const MAX_GROWTH = 1_000;

/** Pause after a throttled request without `Retry-After`, minus up to half of it (jitter). */
const BACKOFF_MS = 1_000;

/** Shorter pause when other requests were in flight, so that sending fewer at a time may be enough. */
const CROWDED_BACKOFF_MS = 200;

/** Fewer responses between two pauses are too small a sample of the rate that the service allows. */
const MIN_PACE_SAMPLE = 5;

/** Upper limit of the learned pace; slower services are handled by the pauses they ask for. */
const MAX_PACE_MS = 2_000;

/** Responses at a learned pace before it is shortened, and the factor. */
const PACE_REVIEW = 20;
const PACE_GAIN = 0.95;

interface Waiter {
	priority: number;
	settle: (result: Ticket | HttpFailure) => void;
}

/** A request in flight. */
interface Ticket {
	/** How often the limit had been halved when it was sent. */
	halvings: number;
	/** Whether no other request has been in flight at the same time. */
	isAlone: boolean;
}

export interface GatedOutcome<T> {
	outcome: T | HttpFailure;
	/** Whether no other request was in flight, so that sending fewer at a time would not help. */
	wasAlone: boolean;
}

/** Whether the service asks for fewer requests (429 or 503). */
export function isThrottled(outcome: unknown): outcome is HttpFailure {
	return outcome instanceof HttpFailure && THROTTLING_STATUSES.has(outcome.status);
}

/**
 * Limits how many requests of a node are in flight. The limit starts at one and grows by one with
 * every response until the service throttles (429 or 503). Then it is halved, nothing is sent until
 * the longest `Retry-After` is over, and the limit grows slowly again. If the service throttles even
 * single requests, the gate learns the rate that it allows.
 */
export class RequestGate {
	/** In the order in which to send them. */
	readonly #waiting: Waiter[] = [];

	readonly #inFlight = new Set<Ticket>();

	#limit = 1;

	/** Responses before the limit grows by one. */
	#growAfter = 1;

	#responses = 0;

	#halvings = 0;

	/** Times are those of `performance.now()`. */
	#pausedUntil = -Infinity;

	#nextStart = -Infinity;

	#throttlingStatus = 0;

	/** Learned minimum time between the starts of two requests. */
	#paceMs = 0;

	/** Responses since the last pause caused by a single request; undefined before the first one. */
	#sample: { startedAt: number; answered: number } | undefined;

	#timer: AbortController | undefined;

	/**
	 * @param maxConcurrency maximum number of requests in flight
	 * @param intervalMs minimum time between the starts of two requests
	 */
	constructor(
		private readonly maxConcurrency: number,
		private readonly intervalMs: number,
	) {}

	/**
	 * Sends a request when it is its turn. While the service asks for a pause of more than
	 * `MAX_RETRY_AFTER_MS`, nothing is sent; the outcome is a failure with the rest of the pause.
	 *
	 * @param priority requests with a lower number go first
	 * @param signal ends the wait; the outcome is then the failure `canceled`
	 */
	async run<T>(
		send: () => Promise<T | HttpFailure>,
		priority: number,
		signal: AbortSignal,
	): Promise<GatedOutcome<T>> {
		const ticket = await this.#enter(priority, signal);
		if (ticket instanceof HttpFailure) return { outcome: ticket, wasAlone: true };
		try {
			const outcome = await send();
			if (isThrottled(outcome)) this.#slowDown(ticket, outcome);
			else if (!(outcome instanceof HttpFailure)) this.#speedUp();
			return { outcome, wasAlone: ticket.isAlone };
		} finally {
			this.#inFlight.delete(ticket);
			this.#startNext();
		}
	}

	async #enter(priority: number, signal: AbortSignal): Promise<Ticket | HttpFailure> {
		if (signal.aborted) return new HttpFailure('canceled');
		return await new Promise((resolve) => {
			const leave = () => {
				this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
				if (this.#waiting.length === 0) this.#timer?.abort();
				resolve(new HttpFailure('canceled'));
			};
			const settle = (result: Ticket | HttpFailure) => {
				signal.removeEventListener('abort', leave);
				resolve(result);
			};
			const waiter = { priority, settle };
			const behind = this.#waiting.findIndex((other) => other.priority > priority);
			this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, waiter);
			signal.addEventListener('abort', leave, { once: true });
			this.#startNext();
		});
	}

	#startNext(): void {
		this.#timer?.abort();
		while (this.#waiting.length > 0) {
			const now = performance.now();
			const pauseMs = this.#pausedUntil - now;
			if (pauseMs > MAX_RETRY_AFTER_MS) {
				const details = { status: this.#throttlingStatus, retryAfterMs: pauseMs };
				this.#waiting.shift()!.settle(new HttpFailure('status', details));
				continue;
			}
			if (this.#inFlight.size >= this.#limit) return;
			const waitMs = Math.max(pauseMs, this.#nextStart - now);
			if (waitMs > 0) {
				this.#setTimer(waitMs);
				return;
			}
			const ticket = { halvings: this.#halvings, isAlone: this.#inFlight.size === 0 };
			for (const other of this.#inFlight) other.isAlone = false;
			this.#inFlight.add(ticket);
			this.#nextStart = now + Math.max(this.intervalMs, this.#paceMs);
			this.#waiting.shift()!.settle(ticket);
		}
	}

	#setTimer(ms: number): void {
		this.#timer = new AbortController();
		void sleep(ms, this.#timer.signal).then(
			() => {
				// Timers may fire slightly early.
				this.#pausedUntil = -Infinity;
				this.#nextStart = -Infinity;
				this.#startNext();
			},
			// Aborted: no request is waiting, or another timer is set.
			() => {},
		);
	}

	#speedUp(): void {
		if (this.#sample && ++this.#sample.answered % PACE_REVIEW === 0) this.#paceMs *= PACE_GAIN;
		if (++this.#responses < this.#growAfter) return;
		this.#responses = 0;
		this.#limit = Math.min(this.#limit + 1, this.maxConcurrency);
	}

	#slowDown({ halvings, isAlone }: Ticket, { status, retryAfterMs }: HttpFailure): void {
		const now = performance.now();
		const backoffMs = (isAlone ? BACKOFF_MS : CROWDED_BACKOFF_MS) * (1 - Math.random() / 2);
		this.#pausedUntil = Math.max(this.#pausedUntil, now + (retryAfterMs ?? backoffMs));
		this.#throttlingStatus = status;
		if (isAlone) this.#learnPace();
		// Requests that were sent together are throttled together: halve the limit once.
		if (halvings < this.#halvings) return;
		this.#halvings++;
		this.#limit = Math.max(1, Math.floor(this.#limit / 2));
		this.#responses = 0;
		this.#growAfter = Math.min(Math.max(CAUTIOUS_GROWTH, this.#growAfter * 2), MAX_GROWTH);
	}

	/** Derives the pace from the responses between the ends of the last two pauses. */
	#learnPace(): void {
		const end = this.#pausedUntil;
		if (this.#sample && this.#sample.answered >= MIN_PACE_SAMPLE) {
			const { startedAt, answered } = this.#sample;
			this.#paceMs = Math.min((end - startedAt) / answered, MAX_PACE_MS);
		}
		this.#sample = { startedAt: end, answered: 0 };
	}
}
