import { setImmediate } from 'node:timers/promises';

import { runConcurrently } from '../../../../nodes/Contacts/request/runConcurrently';

/** Tasks that the test settles one by one. */
function tasks() {
	const running = new Map<
		number,
		{ resolve: (value: string) => void; reject: (error: Error) => void; signal: AbortSignal }
	>();
	const started: number[] = [];
	return {
		running,
		started,
		task: async (index: number, signal: AbortSignal) =>
			await new Promise<string>((resolve, reject) => {
				started.push(index);
				running.set(index, { resolve, reject, signal });
				signal.addEventListener('abort', () => reject(new Error(`${index} was aborted`)));
			}),
		/** Settles a task and lets the others go on. */
		end: async (index: number, error?: Error) => {
			const { resolve, reject } = running.get(index)!;
			if (error) reject(error);
			else resolve(`result ${index}`);
			await setImmediate();
		},
		aborted: () => [...running].filter(([, { signal }]) => signal.aborted).map(([index]) => index),
	};
}

it('runs as many tasks at a time as allowed, and returns the results in order', async () => {
	const { task, started, end } = tasks();
	const results = runConcurrently(5, 2, undefined, task);
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

it('does nothing for no tasks', async () => {
	expect(await runConcurrently(0, 5, undefined, () => Promise.reject(new Error()))).toEqual([]);
});

it('runs 10,000 tasks one after the other', async () => {
	let running = 0;
	const results = await runConcurrently(10_000, 1, new AbortController().signal, async (index) => {
		expect(++running).toBe(1);
		await Promise.resolve();
		running--;
		return index;
	});
	expect(results).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
});

describe('A failing task', () => {
	it('aborts later tasks, starts no others and lets earlier ones finish', async () => {
		const { task, started, aborted, end } = tasks();
		const results = runConcurrently(9, 4, undefined, task);
		const failed = expect(results).rejects.toThrow('2 failed');
		await end(2, new Error('2 failed'));
		expect(aborted()).toEqual([3]);
		await end(0);
		await end(1);
		expect(started).toEqual([0, 1, 2, 3]);
		await failed;
	});

	it('is superseded by an earlier task that fails afterwards', async () => {
		const { task, aborted, end } = tasks();
		const results = runConcurrently(9, 4, undefined, task);
		const failed = expect(results).rejects.toThrow('1 failed');
		await end(2, new Error('2 failed'));
		await end(1, new Error('1 failed'));
		expect(aborted()).toEqual([3]);
		await end(0);
		await failed;
	});

	it('is not superseded by a later task that fails meanwhile', async () => {
		const end: Array<(error: Error) => void> = [];
		const results = runConcurrently(2, 2, undefined, async (index) => {
			await new Promise((_resolve, reject) => (end[index] = reject));
		});
		end[0]!(new Error('first'));
		end[1]!(new Error('second'));
		await expect(results).rejects.toThrow('first');
	});

	it('aborts all others when it is the first', async () => {
		const { task, started } = tasks();
		const results = runConcurrently(3, 1, undefined, async (index, signal) => {
			if (index === 0) throw new Error('0 failed');
			return await task(index, signal);
		});
		await expect(results).rejects.toThrow('0 failed');
		expect(started).toEqual([]);
	});
});

it('aborts all tasks with the given signal, and starts no others', async () => {
	const { task, started, aborted } = tasks();
	const controller = new AbortController();
	const results = runConcurrently(9, 3, controller.signal, task);
	controller.abort();
	await expect(results).rejects.toThrow('0 was aborted');
	expect(aborted()).toEqual([0, 1, 2]);
	expect(started).toEqual([0, 1, 2]);
});
