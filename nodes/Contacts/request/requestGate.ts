import { type Clock, systemClock } from '../../../credentials/contactsApi/http/clock';
import { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';

/** Fail on a longer `Retry-After` instead of waiting: a person may be waiting, too. */
export const MAX_RETRY_AFTER_MS = 120_000;

/** Responses before the limit grows by one, after the first throttled request and at most. */
const CAUTIOUS_GROWTH = 20;
const MAX_GROWTH = 1_000;

/** Pause without `Retry-After`; shorter when other requests were in flight, as fewer at a time may be enough. */
const BACKOFF_MS = 600;
const CROWDED_BACKOFF_MS = 100;

/** Added to a pause, so that clients do not all come back at once. */
const MAX_JITTER_MS = 200;

/**
 * The pace: the minimum time between the starts of two requests after a throttled one that was alone. It grows
 * with each further one, but once while no response comes, and shrinks with each response. Slower services are
 * handled by the pauses they ask for.
 */
const MIN_PACE_MS = 50;
const MAX_PACE_MS = 2_000;
const PACE_GROWTH = 1.5;
const PACE_DECAY = 0.9975;

/** A request in flight. */
interface Ticket {
	/** How often the limit had been halved when it was sent. */
	halvings: number;
	/** Whether no other request has been in flight at the same time. */
	isAlone: boolean;
}

/**
 * Decides when to start the requests of a node. The first one goes alone; after its response, as many as
 * are permitted are sent. When the service throttles (429 or 503), their number is halved, nothing is sent
 * until the longest `Retry-After` is over, and the number grows slowly again. If the service throttles even
 * single requests, the gate learns the rate that it allows.
 */
export class RequestGate {
	/** Each starts a waiting request, or ends its wait; in the order in which to send them. */
	readonly #waiting: Array<(turn: Ticket | HttpFailure) => void> = [];
	readonly #inFlight = new Set<Ticket>();
	#limit = 1;
	/** Responses before the limit grows by one; 0 before the first throttled request. */
	#growAfter = 0;
	#responses = 0;
	#halvings = 0;
	#pausedUntil = -Infinity;
	#nextStart = -Infinity;
	#throttled: HttpFailure | undefined;
	#paceMs = 0;
	/** Whether a response has come since the pace was last raised. */
	#hasAnswered = false;
	#timer: AbortController | undefined;

	/** @param intervalMs minimum time between the starts of two requests */
	constructor(
		private readonly maxConcurrency: number,
		private readonly intervalMs: number,
		readonly clock: Clock = systemClock,
	) {}

	/**
	 * Sends a request in its turn. While the service asks for a pause of more than `MAX_RETRY_AFTER_MS`,
	 * nothing is sent; the outcome is a failure with the rest of the pause, or `canceled` by the signal.
	 */
	async run<T>(
		send: () => Promise<T | HttpFailure>,
		signal: AbortSignal,
	): Promise<T | HttpFailure> {
		const turn = await this.#turn(signal);
		if (turn instanceof HttpFailure) return turn;
		try {
			const outcome = await send();
			if (!(outcome instanceof HttpFailure)) this.#speedUp();
			else if (outcome.isThrottled) this.#slowDown(turn, outcome);
			return outcome;
		} finally {
			this.#inFlight.delete(turn);
			this.#startNext();
		}
	}

	async #turn(signal: AbortSignal): Promise<Ticket | HttpFailure> {
		if (signal.aborted) return new HttpFailure('canceled');
		return await new Promise((resolve) => {
			const leave = () => {
				this.#waiting.splice(this.#waiting.indexOf(settle), 1);
				if (this.#waiting.length === 0) this.#timer?.abort();
				settle(new HttpFailure('canceled'));
			};
			const settle = (turn: Ticket | HttpFailure) => {
				signal.removeEventListener('abort', leave);
				resolve(turn);
			};
			this.#waiting.push(settle);
			signal.addEventListener('abort', leave);
			this.#startNext();
		});
	}

	#startNext(): void {
		this.#timer?.abort();
		while (this.#waiting.length > 0) {
			const now = this.clock.now();
			const pauseMs = this.#pausedUntil - now;
			if (pauseMs > MAX_RETRY_AFTER_MS + MAX_JITTER_MS) {
				const { reason, status } = this.#throttled!;
				const failure = new HttpFailure(reason, { status, retryAfterMs: pauseMs });
				this.#waiting.shift()!(failure);
				continue;
			}
			if (this.#inFlight.size >= this.#limit) return;
			const waitMs = Math.max(pauseMs, this.#nextStart - now);
			if (waitMs > 0) {
				this.#timer = new AbortController();
				const startNext = () => this.#startNext();
				// Aborted: no request is waiting, or another timer is set.
				void this.clock.sleep(waitMs, this.#timer.signal).then(startNext, () => {});
				return;
			}
			const ticket = { halvings: this.#halvings, isAlone: this.#inFlight.size === 0 };
			for (const other of this.#inFlight) other.isAlone = false;
			this.#inFlight.add(ticket);
			this.#waiting.shift()!(ticket);
			this.#nextStart = this.clock.now() + Math.max(this.intervalMs, this.#paceMs);
		}
	}

	#speedUp(): void {
		this.#hasAnswered = true;
		this.#paceMs *= PACE_DECAY;
		if (++this.#responses < this.#growAfter) return;
		this.#responses = 0;
		const growth = this.#growAfter === 0 ? Infinity : 1;
		this.#limit = Math.min(this.#limit + growth, this.maxConcurrency);
	}

	#slowDown({ halvings, isAlone }: Ticket, failure: HttpFailure): void {
		const { retryAfterMs = isAlone ? BACKOFF_MS : CROWDED_BACKOFF_MS } = failure;
		// A longer pause is reported as it is, not waited for.
		const isWaitedFor = retryAfterMs <= MAX_RETRY_AFTER_MS;
		const pauseMs = retryAfterMs + (isWaitedFor ? this.clock.random() * MAX_JITTER_MS : 0);
		this.#pausedUntil = Math.max(this.#pausedUntil, this.clock.now() + pauseMs);
		this.#throttled = failure;
		failure.isCrowded = !isAlone;
		if (isAlone && this.#hasAnswered && retryAfterMs <= MAX_PACE_MS) {
			this.#hasAnswered = false;
			this.#paceMs = Math.min(Math.max(MIN_PACE_MS, this.#paceMs * PACE_GROWTH), MAX_PACE_MS);
		}
		// Requests that were sent together are throttled together: halve the limit once.
		if (halvings < this.#halvings) return;
		this.#halvings++;
		this.#limit = Math.max(1, Math.floor(this.#limit / 2));
		this.#responses = 0;
		this.#growAfter = Math.min(Math.max(CAUTIOUS_GROWTH, this.#growAfter * 2), MAX_GROWTH);
	}
}
