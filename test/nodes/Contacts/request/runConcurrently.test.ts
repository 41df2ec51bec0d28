import { setImmediate } from 'node:timers/promises';

import { runConcurrently } from '../../../../nodes/Contacts/request/runConcurrently';

/** Runs tasks that the test ends one by one. */
function run(count: number, concurrency: number, signal?: AbortSignal) {
	const ends = new Map<number, (error?: string) => void>();
	const started: number[] = [];
	const aborted: number[] = [];
	const results = runConcurrently(count, concurrency, signal, async (index, own) => {
		started.push(index);
		return await new Promise<string>((resolve, reject) => {
			ends.set(index, (error) => (error ? reject(new Error(error)) : resolve(`result ${index}`)));
			own.addEventListener('abort', () => {
				aborted.push(index);
				reject(new Error(`${index} was aborted`));
			});
		});
	});
	// The test looks at the failure later.
	results.catch(() => {});
	/** Ends a task and lets the others go on. */
	const end = async (index: number, error?: string) => {
		ends.get(index)!(error);
		await setImmediate();
	};
	return { results, started, aborted, end };
}

it('runs as many tasks at a time as allowed, and returns the results in order', async () => {
	const { results, started, end } = run(5, 2);
	expect(started).toEqual([0, 1]);
	await end(1);
	expect(started).toEqual([0, 1, 2]);
	await end(2);
	await end(0);
	expect(started).toEqual([0, 1, 2, 3, 4]);
	await end(4);
	await end(3);
	expect(await results).toEqual([0, 1, 2, 3, 4].map((index) => `result ${index}`));
});

describe('A failing task', () => {
	it('aborts later tasks, starts no others and lets earlier ones finish', async () => {
		const { results, started, aborted, end } = run(9, 4);
		await end(2, 'failed');
		expect(aborted).toEqual([3]);
		await end(0);
		await end(1);
		expect(started).toEqual([0, 1, 2, 3]);
		await expect(results).rejects.toThrow('failed');
	});

	it.each([
		['fails later', [2, 1]],
		['has failed already', [1, 2]],
	])('is superseded by an earlier one that %s', async (_name, order) => {
		const { results, end } = run(9, 4);
		const [first, second] = order.map(async (index) => await end(index, `${index} failed`));
		await Promise.all([first, second]);
		await end(0);
		await expect(results).rejects.toThrow('1 failed');
	});
});

it('aborts all tasks with the given signal, and starts no others', async () => {
	const controller = new AbortController();
	const { results, started, aborted } = run(9, 3, controller.signal);
	controller.abort();
	await expect(results).rejects.toThrow('0 was aborted');
	expect(aborted).toEqual([0, 1, 2]);
	expect(started).toEqual([0, 1, 2]);
});
