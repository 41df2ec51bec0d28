import { setImmediate } from 'node:timers/promises';

import { runConcurrently } from '../../../../../nodes/Contacts/request/runConcurrently';

/** Runs tasks that the test ends one by one, with an error or without. */
function run(count: number, concurrency: number, signal?: AbortSignal) {
	const ends: Array<(error?: string) => void> = [];
	const aborted: number[] = [];
	const results = runConcurrently(count, concurrency, signal, async (index, own) => {
		return await new Promise<string>((resolve, reject) => {
			ends[index] = (error) => (error ? reject(new Error(error)) : resolve(`result ${index}`));
			own.addEventListener('abort', () => {
				aborted.push(index);
				reject(new Error(`${index} was aborted`));
			});
		});
	});
	// The test looks at the failure later.
	results.catch(() => {});
	const end = async (index: number, error?: string) => {
		ends[index]!(error);
		await setImmediate();
	};
	return { results, ends, aborted, end };
}

it('runs as many tasks at a time as allowed, and returns the results in order', async () => {
	const { results, ends, end } = run(5, 2);
	expect(ends).toHaveLength(2);
	await end(1);
	expect(ends).toHaveLength(3);
	for (const index of [2, 0, 4, 3]) await end(index);
	expect(await results).toEqual([0, 1, 2, 3, 4].map((index) => `result ${index}`));
});

it('aborts a task that fails and later ones, starts no others and lets earlier ones finish', async () => {
	const { results, ends, aborted, end } = run(9, 4);
	await end(2, 'failed');
	expect(aborted).toEqual([3, 2]);
	await end(0);
	await end(1);
	expect(ends).toHaveLength(4);
	await expect(results).rejects.toThrow('failed');
});

it.each([[[2, 1]], [[1, 2]]])('fails with the first of the failed tasks %j', async (order) => {
	const { results, end } = run(9, 4);
	await Promise.all(order.map(async (index) => await end(index, `${index} failed`)));
	await end(0);
	await expect(results).rejects.toThrow('1 failed');
});

it('aborts all tasks with the given signal, and starts no others', async () => {
	const controller = new AbortController();
	const { results, ends, aborted } = run(9, 3, controller.signal);
	controller.abort();
	await expect(results).rejects.toThrow('0 was aborted');
	expect([aborted, ends.length]).toEqual([[0, 1, 2], 3]);
});
