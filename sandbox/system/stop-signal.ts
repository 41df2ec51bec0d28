/** This process has been told to stop. */
export class Stopped extends Error {}

/**
 * @returns a signal that aborts with {@link Stopped} at Ctrl-C, when the terminal is closed, or at
 *   SIGTERM; the process keeps running, so that it can stop what it has started
 */
export function stopSignal(): AbortSignal {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => stop.abort(new Stopped(signal)));
	}
	return stop.signal;
}

/** Rejects with the reason when the signal aborts. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
	return new Promise((_resolve, reject) => {
		if (signal.aborted) reject(signal.reason as Error);
		signal.addEventListener('abort', () => reject(signal.reason as Error));
	});
}
