/** Somebody pressed Ctrl-C, closed the terminal or asked the process to end. */
export class Stopped extends Error {
	readonly exitCode: number;

	constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
		super(`Stopped by ${signal}.`);
		// As a shell reports a program that the signal has ended.
		this.exitCode = 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
	}
}

/**
 * @returns a signal that aborts with a {@link Stopped} as soon as this process has to stop. The
 *   process itself goes on, so that it can stop what it has started.
 */
export function stopSignal(): AbortSignal {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => stop.abort(new Stopped(signal)));
	}
	// Whoever started this is gone without a word, as when it was killed.
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) stop.abort(new Stopped('SIGHUP'));
	}, 500).unref();
	// Nobody reads any more, as when the terminal is closed.
	for (const output of [process.stdout, process.stderr]) {
		output.on('error', () => stop.abort(new Stopped('SIGHUP')));
	}
	return stop.signal;
}
