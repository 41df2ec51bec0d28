/** How often progress is written. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Prints a step, its progress now and then, and how long it took.
 *
 * @param action receives a function that shows the state
 * @returns what the action returns
 */
export async function step<T>(
	title: string,
	action: (report: (state: string) => void) => Promise<T>,
): Promise<T> {
	const startedAt = Date.now();
	const elapsed = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
	let state = '';
	console.log(`${title} ...`);
	const progress = setInterval(() => console.log(`  ${elapsed()} ${state}`), LOG_INTERVAL_MS);
	try {
		return await action((next) => (state = next));
	} finally {
		clearInterval(progress);
		console.log(`  ${elapsed()}`);
	}
}
