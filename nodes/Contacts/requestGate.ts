import { sleep } from 'n8n-workflow';

import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';

/** A longer `Retry-After` is an error that says when to try again: somebody may be waiting. */
export const MAX_RETRY_AFTER_MS = 120_000;

/** Statuses of a service that wants fewer requests. */
const REFUSALS = new Set([429, 503]);

/** After the first refusal, so many responses must come before another request at a time is tried. */
const CAUTIOUS_GROWTH = 20;

/** Upper limit of that number, however often the service refuses. */
const MAX_GROWTH = 1_000;

/** Pause after a refusal without `Retry-After`, minus up to a half of it (jitter). */
const BACKOFF_MS = 1_000;

/** The same where fewer requests at a time may be all that the service wants. */
const CROWDED_BACKOFF_MS = 200;

/** Fewer responses between two refusals say little about the rate that the service allows. */
const MIN_PACE_SAMPLE = 5;

/** Slower services are waited for when they refuse. */
const MAX_PACE_MS = 2_000;

/** After this many responses at a learned pace, the next requests follow a little faster. */
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
	/** Whether no other request has been in flight at any moment. */
	isAlone: boolean;
}

export interface GatedOutcome<T> {
	outcome: T | HttpFailure;
	/** Whether it was the only request in flight, so that fewer at a time would not help. */
	wasAlone: boolean;
}

/** Whether the service wants fewer requests. */
export function isRefusal(outcome: unknown): outcome is HttpFailure {
	return outcome instanceof HttpFailure && REFUSALS.has(outcome.status);
}

/**
 * Limits how many requests of a node are in flight: one at first, and one more for every response until
 * the service refuses (429 or 503). Then the limit is halved, nothing is sent before the longest
 * `Retry-After` is over, and the limit grows again slowly. From a service that refuses even one request
 * at a time the gate learns the rate that it allows.
 */
export class RequestGate {
	/** In the order in which they are sent. */
	readonly #waiting: Waiter[] = [];

	readonly #inFlight = new Set<Ticket>();

	#limit = 1;

	/** Responses that must come before the limit grows by one. */
	#growAfter = 1;

	#responses = 0;

	#halvings = 0;

	/** All times are those of `performance.now()`. */
	#pausedUntil = -Infinity;

	#nextStart = -Infinity;

	/** Status of the last refusal. */
	#refusedWith = 0;

	/** Least time between the starts of two requests, as learned. */
	#paceMs = 0;

	/** Responses since the last pause that a request had caused alone; undefined before the first. */
	#sample: { startedAt: number; answered: number } | undefined;

	#alarm: AbortController | undefined;

	/**
	 * @param maxConcurrency most requests in flight
	 * @param intervalMs least time between the starts of two requests
	 */
	constructor(
		private readonly maxConcurrency: number,
		private readonly intervalMs: number,
	) {}

	/**
	 * Sends a request when it is its turn. While the service does not want requests for more than
	 * `MAX_RETRY_AFTER_MS`, nothing is sent, and the outcome is a failure that says how long it will be.
	 *
	 * @param priority requests with a lower number go first
	 * @param signal ends the wait
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
			if (isRefusal(outcome)) this.#slowDown(ticket, outcome);
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
				if (this.#waiting.length === 0) this.#alarm?.abort();
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
		this.#alarm?.abort();
		while (this.#waiting.length > 0) {
			const now = performance.now();
			const pauseMs = this.#pausedUntil - now;
			if (pauseMs > MAX_RETRY_AFTER_MS) {
				const details = { status: this.#refusedWith, retryAfterMs: pauseMs };
				this.#waiting.shift()!.settle(new HttpFailure('status', details));
				continue;
			}
			if (this.#inFlight.size >= this.#limit) return;
			const waitMs = Math.max(pauseMs, this.#nextStart - now);
			if (waitMs > 0) {
				this.#setAlarm(waitMs);
				return;
			}
			const ticket = { halvings: this.#halvings, isAlone: this.#inFlight.size === 0 };
			for (const other of this.#inFlight) other.isAlone = false;
			this.#inFlight.add(ticket);
			this.#nextStart = now + Math.max(this.intervalMs, this.#paceMs);
			this.#waiting.shift()!.settle(ticket);
		}
	}

	#setAlarm(ms: number): void {
		this.#alarm = new AbortController();
		void sleep(ms, this.#alarm.signal).then(
			() => {
				// Timers may fire a little early.
				this.#pausedUntil = -Infinity;
				this.#nextStart = -Infinity;
				this.#startNext();
			},
			// Aborted: nobody waits any more, or another alarm is set.
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
		this.#refusedWith = status;
		if (isAlone) this.#learnPace();
		// Requests that were sent together are refused together, which counts once.
		if (halvings < this.#halvings) return;
		this.#halvings++;
		this.#limit = Math.max(1, Math.floor(this.#limit / 2));
		this.#responses = 0;
		this.#growAfter = Math.min(Math.max(CAUTIOUS_GROWTH, this.#growAfter * 2), MAX_GROWTH);
	}

	/** The service allowed this many requests from the end of one pause to the end of the next. */
	#learnPace(): void {
		const end = this.#pausedUntil;
		if (this.#sample && this.#sample.answered >= MIN_PACE_SAMPLE) {
			const { startedAt, answered } = this.#sample;
			this.#paceMs = Math.min((end - startedAt) / answered, MAX_PACE_MS);
		}
		this.#sample = { startedAt: end, answered: 0 };
	}
}
