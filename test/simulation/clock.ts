import type { Clock } from '../../credentials/contactsApi/http/clock';

interface Timer {
	at: number;
	fire: () => void;
}

/** A clock that stands still while anything else can run, and then jumps to the next timer. */
export class VirtualClock implements Clock {
	#now = 0;

	/** The next one last. */
	readonly #timers: Timer[] = [];

	constructor(readonly random: () => number) {}

	now = (): number => this.#now;

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const cancel = () => {
				this.#timers.splice(this.#timers.indexOf(timer), 1);
				reject(new Error('The pause was aborted'));
			};
			const timer = this.at(this.#now + ms, () => {
				signal?.removeEventListener('abort', cancel);
				resolve();
			});
			if (signal?.aborted) cancel();
			else signal?.addEventListener('abort', cancel, { once: true });
		});
	}

	/** Calls a function at a time; at the same time, in the order of the calls. */
	at(at: number, fire: () => void): Timer {
		const timer = { at, fire };
		this.#timers.splice(1 + this.#timers.findLastIndex((other) => other.at > at), 0, timer);
		return timer;
	}

	/** Lets everything run that waits for nothing but promises. */
	async settle(): Promise<void> {
		await new Promise((resolve) => setImmediate(resolve));
	}

	/** @returns false when there is no timer left */
	jump(): boolean {
		const timer = this.#timers.pop();
		if (!timer) return false;
		this.#now = Math.max(this.#now, timer.at);
		timer.fire();
		return true;
	}
}
