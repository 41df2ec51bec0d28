/**
 * Runs a task for each index, some next to each other, and returns the results in order. When one fails,
 * those behind it are aborted and no more are started; those before it run on, because the error is to be
 * that of the first index that fails.
 *
 * @param width most tasks at a time
 * @param signal aborts all
 * @throws what the first failing task threw
 */
export async function runSideBySide<T>(
	count: number,
	width: number,
	signal: AbortSignal | undefined,
	task: (index: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	const controllers = new Map<number, AbortController>();
	let firstFailed = count;
	let firstError: unknown;
	let next = 0;

	async function work(): Promise<void> {
		while (next < firstFailed) {
			const index = next++;
			const controller = new AbortController();
			controllers.set(index, controller);
			const own = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
			try {
				results[index] = await task(index, own);
			} catch (error) {
				if (index > firstFailed) continue;
				firstFailed = index;
				firstError = error;
				for (const [other, running] of controllers) if (other > index) running.abort();
			} finally {
				controllers.delete(index);
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(width, count) }, work));
	if (firstFailed < count) throw firstError;
	return results;
}
