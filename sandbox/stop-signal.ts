import { once } from 'node:events';

/** The process has to stop: Ctrl-C, a closed terminal or another signal. */
export class Stopped extends Error {
	readonly exitCode: number;

	constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
		super(`Stopped by ${signal}.`);
		// The exit code that shells report for the signal.
		this.exitCode = 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
	}
}

/**
 * Rejects when the signal aborts, for `Promise.race`.
 *
 * @throws the signal's reason; never settles if the signal does not abort
 */
export async function rejectOnAbort(signal: AbortSignal): Promise<never> {
	if (!signal.aborted) await once(signal, 'abort');
	throw signal.reason;
}

/**
 * @returns a signal that aborts with a {@link Stopped} when this process has to stop. The process
 *   keeps running, so that it can stop what it has started.
 */
export function stopSignal(): AbortSignal {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => stop.abort(new Stopped(signal)));
	}
	// The parent was killed, so it could not pass a signal on.
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) stop.abort(new Stopped('SIGHUP'));
	}, 500).unref();
	// Writing fails when the terminal is closed.
	for (const output of [process.stdout, process.stderr]) {
		output.on('error', () => stop.abort(new Stopped('SIGHUP')));
	}
	return stop.signal;
}
