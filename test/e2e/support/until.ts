import { setTimeout as delay } from 'node:timers/promises';

/** Waits until it holds, looking often. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	const signal = AbortSignal.timeout(UNTIL_DEADLINE_MS);
	while (!(await holds())) {
		await delay(20);
		signal.throwIfAborted();
	}
}

const UNTIL_DEADLINE_MS = 120_000;
