/**
 * Runs a task for each index, at most `concurrency` at a time, and returns the results in order. When a task
 * fails, later ones are aborted or not started. @throws the error of the failed task with the lowest index
 */
export async function runConcurrently<T>(
	count: number,
	concurrency: number,
	signal: AbortSignal | undefined,
	task: (index: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	const running = new Map<number, AbortController>();
	let firstFailed = count;
	let firstError: unknown;
	let next = 0;

	async function work(): Promise<void> {
		while (next < firstFailed) {
			const index = next++;
			const controller = new AbortController();
			running.set(index, controller);
			const own = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
			try {
				results[index] = await task(index, own);
			} catch (error) {
				if (index > firstFailed) continue;
				firstFailed = index;
				firstError = error;
				for (const [other, later] of running) if (other > index) later.abort();
			} finally {
				running.delete(index);
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
	if (firstFailed < count) throw firstError;
	return results;
}
