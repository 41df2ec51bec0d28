import { Listr, PRESET_TIMER } from 'listr2';

/** How often progress is written to a log that is not a terminal. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Shows a step, its state and how long it took, on the terminal or in a log.
 *
 * @param action receives a function that shows the state
 * @returns what the action returns
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
				// The caller receives the error itself and prints it.
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
