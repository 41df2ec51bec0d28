import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition holds. @throws a TimeoutError after two minutes */
export async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
	const signal = AbortSignal.timeout(WAIT_DEADLINE_MS);
	while (!(await condition())) {
		await delay(20);
		signal.throwIfAborted();
	}
}

const WAIT_DEADLINE_MS = 120_000;
