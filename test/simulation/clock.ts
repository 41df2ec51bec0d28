import type { Clock } from '../../credentials/contactsApi/http/clock';

/** A clock that stands still while anything else can run, and then jumps to the next timer. */
export class VirtualClock implements Clock {
	#now = 0;

	/** The next one last. */
	readonly #timers: Array<{ at: number; fire: () => void }> = [];

	constructor(readonly random: () => number) {}

	now = (): number => this.#now;

	/** The timer of a pause that was aborted stays, and does nothing. */
	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const cancel = () => reject(new Error('The pause was aborted'));
			if (signal?.aborted) cancel();
			signal?.addEventListener('abort', cancel);
			this.at(this.#now + ms, resolve);
		});
	}

	/** Calls a function at a time; at the same time, in the order of the calls. */
	at(at: number, fire: () => void): void {
		const index = 1 + this.#timers.findLastIndex((other) => other.at > at);
		this.#timers.splice(index, 0, { at, fire });
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
