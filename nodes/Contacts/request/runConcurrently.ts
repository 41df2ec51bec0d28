/**
 * Runs a task for each index, at most `concurrency` at a time, and returns the results in order. A task's own
 * signal is aborted when it ends. When a task fails, later ones are aborted or not started.
 *
 * @throws the error of the failed task with the lowest index
 */
export async function runConcurrently<T>(
	count: number,
	concurrency: number,
	signal: AbortSignal | undefined,
	task: (index: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	const controllers: AbortController[] = [];
	let firstFailed = count;
	let firstError: unknown;

	async function work(): Promise<void> {
		while (controllers.length < firstFailed) {
			const controller = new AbortController();
			const index = controllers.push(controller) - 1;
			const own = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
			try {
				results[index] = await task(index, own);
			} catch (error) {
				if (index > firstFailed) continue;
				firstFailed = index;
				firstError = error;
				for (const later of controllers.slice(index + 1)) later.abort();
			} finally {
				controller.abort();
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
	if (firstFailed < count) throw firstError;
	return results;
}
