import { Listr, PRESET_TIMER } from 'listr2';

/** Often enough to see in a CI log that it goes on. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Shows a step on the terminal, or in a log, while its action runs, and how long it took.
 *
 * @param action gets a function that shows the step's state
 */
export async function step<T>(
	title: string,
	action: (report: (state: string) => void) => Promise<T>,
): Promise<T> {
	let show: (state: string) => void = () => {};
	let shownAt = Date.now();
	const running = action((state) => {
		if (!process.stdout.isTTY && Date.now() - shownAt < LOG_INTERVAL_MS) return;
		shownAt = Date.now();
		show(state);
	});
	const list = new Listr(
		{
			title,
			task: async (_context, task) => {
				show = (state) => (task.output = state);
				// The caller gets the error itself, and prints it.
				await running.catch(() => Promise.reject(new Error('see below')));
			},
		},
		{
			registerSignalListeners: false,
			rendererOptions: { timer: PRESET_TIMER },
			fallbackRendererOptions: { timer: PRESET_TIMER },
		},
	);
	await list.run().catch(() => {});
	return running;
}
