/** Shows what the sandbox is doing: one line a step, rewritten on a terminal. */
export interface StepDisplay {
	/**
	 * Shows the step while the action runs, and how long it took.
	 *
	 * @param action gets a function that shows the step's state
	 */
	step<T>(label: string, action: (report: (state: string) => void) => Promise<T>): Promise<T>;
}

/** @param stopped aborts when the steps are stopped, which is not a failure of theirs */
export function createStepDisplay(output: NodeJS.WriteStream, stopped: AbortSignal): StepDisplay {
	const show = output.isTTY ? showOnTerminal : showInLog;
	return {
		async step(label, action) {
			const startedAt = Date.now();
			const line = show(output, label);
			try {
				const result = await action(line.state);
				line.end(`${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
				return result;
			} catch (error) {
				line.end(stopped.aborted ? 'stopped' : 'failed');
				throw error;
			}
		},
	};
}

interface StepLine {
	state(text: string): void;
	end(text: string): void;
}

function showOnTerminal(output: NodeJS.WriteStream, label: string): StepLine {
	const startedAt = Date.now();
	const rewrite = (text: string) => output.write(`\r\x1b[2K${text}`.slice(0, output.columns + 5));
	rewrite(`${label} ...`);
	return {
		state: (text) => {
			const seconds = Math.round((Date.now() - startedAt) / 1_000);
			rewrite(`${label} ... ${seconds} s, ${text}`);
		},
		end: (text) => {
			rewrite(`${label}: ${text}`);
			output.write('\n');
		},
	};
}

/** Often enough to see in a CI log that it goes on. */
const LOG_INTERVAL_MS = 10_000;

function showInLog(output: NodeJS.WriteStream, label: string): StepLine {
	let shownAt = Date.now();
	output.write(`${label} ... `);
	return {
		state: (text) => {
			if (Date.now() - shownAt < LOG_INTERVAL_MS) return;
			shownAt = Date.now();
			output.write(`${text} ... `);
		},
		end: (text) => output.write(`${text}\n`),
	};
}
