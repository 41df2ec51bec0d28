import { sleep } from 'n8n-workflow';

import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';

/** Statuses of a service that wants fewer requests. */
const REFUSALS = new Set([429, 503]);

/** After the first refusal, so many responses must come before another request at a time is tried. */
const CAUTIOUS_GROWTH = 20;

/** And at most so many, however often the service refused. */
const MAX_GROWTH = 1_000;

/** Full jitter, for a refusal that does not say when to come back. */
const BACKOFF_MS = 1_000;

/** So many responses at a learned pace let the next requests follow a little faster. */
const PACE_REVIEW = 50;

interface Waiter {
	priority: number;
	start: (ticket: Ticket) => void;
}

/** A request in flight. */
interface Ticket {
	startedAt: number;
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
 * Lets the requests of a node through, a few at a time: one at first, and one more for every response
 * until the service refuses (429 or 503). Then there are half as many, none before the longest
 * `Retry-After` is over, and more again only after a while. A service that refuses even one at a time
 * has its pace learned from how many requests it answered.
 */
export class RequestGate {
	readonly #waiting: Waiter[] = [];

	readonly #inFlight = new Set<Ticket>();

	#limit = 1;

	/** Responses that must come before one more request at a time is let through. */
	#growAfter = 1;

	#responses = 0;

	#refusedAt = -Infinity;

	/** All times are those of `performance.now()`. */
	#pausedUntil = -Infinity;

	#nextStart = -Infinity;

	/** Since then, so many requests were answered. */
	#period = { startedAt: performance.now(), answered: 0 };

	#paceMs = 0;

	#alarm: AbortController | undefined;

	/**
	 * @param maxConcurrency most requests in flight
	 * @param intervalMs least time between the starts of two requests
	 */
	constructor(
		readonly maxConcurrency: number,
		private readonly intervalMs: number,
	) {}

	/**
	 * Sends a request when it is its turn.
	 *
	 * @param priority requests of a lower number go first
	 * @param signal ends the wait
	 */
	async run<T>(
		send: () => Promise<T | HttpFailure>,
		priority: number,
		signal: AbortSignal,
	): Promise<GatedOutcome<T>> {
		const ticket = await this.#enter(priority, signal);
		if (!ticket) return { outcome: new HttpFailure('canceled'), wasAlone: true };
		try {
			const outcome = await send();
			if (isRefusal(outcome)) this.#slowDown(ticket, outcome.retryAfterMs);
			else if (!(outcome instanceof HttpFailure)) this.#speedUp();
			return { outcome, wasAlone: ticket.isAlone };
		} finally {
			this.#inFlight.delete(ticket);
			this.#startNext();
		}
	}

	async #enter(priority: number, signal: AbortSignal): Promise<Ticket | undefined> {
		if (signal.aborted) return undefined;
		return await new Promise((resolve) => {
			const leave = () => {
				this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
				if (this.#waiting.length === 0) this.#alarm?.abort();
				resolve(undefined);
			};
			const start = (ticket: Ticket) => {
				signal.removeEventListener('abort', leave);
				resolve(ticket);
			};
			const waiter = { priority, start };
			const behind = this.#waiting.findIndex((other) => other.priority > priority);
			this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, waiter);
			signal.addEventListener('abort', leave, { once: true });
			this.#startNext();
		});
	}

	#startNext(): void {
		while (this.#waiting.length > 0 && this.#inFlight.size < this.#limit) {
			const now = performance.now();
			const waitMs = Math.max(this.#pausedUntil, this.#nextStart) - now;
			if (waitMs > 0) {
				this.#wakeIn(waitMs);
				return;
			}
			const ticket = { startedAt: now, isAlone: this.#inFlight.size === 0 };
			for (const other of this.#inFlight) other.isAlone = false;
			this.#inFlight.add(ticket);
			this.#nextStart = now + Math.max(this.intervalMs, this.#paceMs);
			this.#waiting.shift()!.start(ticket);
		}
	}

	#wakeIn(ms: number): void {
		this.#alarm?.abort();
		const alarm = new AbortController();
		this.#alarm = alarm;
		void sleep(Math.ceil(ms), alarm.signal).then(
			() => this.#startNext(),
			// Nobody waits any more, or another alarm is set.
			() => {},
		);
	}

	#speedUp(): void {
		this.#period.answered++;
		if (this.#period.answered % PACE_REVIEW === 0) this.#paceMs *= 0.9;
		if (++this.#responses < this.#growAfter) return;
		this.#responses = 0;
		this.#limit = Math.min(this.#limit + 1, this.maxConcurrency);
	}

	#slowDown({ startedAt, isAlone }: Ticket, retryAfterMs?: number): void {
		const now = performance.now();
		const pauseMs = retryAfterMs ?? Math.random() * BACKOFF_MS;
		this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
		if (isAlone) this.#learnPace(now);
		// Requests that were sent together are refused together, which counts once.
		if (startedAt < this.#refusedAt) return;
		this.#refusedAt = now;
		this.#limit = Math.max(1, Math.floor(this.#limit / 2));
		this.#responses = 0;
		this.#growAfter = Math.min(Math.max(CAUTIOUS_GROWTH, this.#growAfter * 2), MAX_GROWTH);
	}

	/** The service answered so many requests in the time up to the end of the pause. */
	#learnPace(now: number): void {
		const { startedAt, answered } = this.#period;
		if (answered > 0) this.#paceMs = (this.#pausedUntil - startedAt) / answered;
		this.#period = { startedAt: Math.max(now, this.#pausedUntil), answered: 0 };
	}
}
