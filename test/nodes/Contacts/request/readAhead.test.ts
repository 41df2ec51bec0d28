import { setImmediate } from 'node:timers/promises';

import { ReadAhead } from '../../../../nodes/Contacts/request/readAhead';
import type { PageResponse } from '../../../../nodes/Contacts/response/readPage';

const page = (number: number) => new URL(`https://api.example.com/v1/contacts?page=${number}`);

/** A list whose requests the test answers. */
function list(budget: { pages: number }) {
	const ends = new Map<number, (error?: Error) => void>();
	const requested: number[] = [];
	const aborted: number[] = [];
	const requestPage = async (url: URL, number: number, signal?: AbortSignal) =>
		await new Promise<PageResponse>((resolve, reject) => {
			expect(url.href).toBe(page(number).href);
			requested.push(number);
			const response = { status: 200, headers: new Headers(), body: number };
			ends.set(number, (error) => (error ? reject(error) : resolve(response)));
			signal?.addEventListener('abort', () => {
				aborted.push(number);
				reject(new Error(`page ${number} was aborted`));
			});
		});
	const ahead = new ReadAhead(requestPage, budget);
	return {
		requested,
		aborted,
		close: () => ahead.close(),
		/** Asks for a page; those up to the last one are certain to be asked for next. */
		ask: async (number: number, last?: number) => {
			const length = Math.max(0, (last ?? 0) - number);
			const upcoming = Array.from({ length }, (_, index) => page(number + 1 + index));
			const { body } = await ahead.fetchPage(page(number), number, last ? upcoming : undefined);
			return body;
		},
		answer: (number: number) => ends.get(number)!(),
		fail: (number: number) => ends.get(number)!(new Error(`page ${number} failed`)),
	};
}

describe('Reading ahead', () => {
	it('requests an upcoming page once, before the reader asks for it', async () => {
		const { requested, ask, answer } = list({ pages: 2 });
		const second = ask(2, 6);
		expect(requested).toEqual([2, 3, 4]);
		answer(3);
		answer(2);
		expect(await second).toBe(2);
		const third = ask(3, 6);
		expect(requested).toEqual([2, 3, 4, 5]);
		expect(await third).toBe(3);
	});

	it('requests nothing ahead when no page is certain', async () => {
		const { requested, ask, answer } = list({ pages: 2 });
		const asked = ask(1);
		answer(1);
		expect(await asked).toBe(1);
		expect(requested).toEqual([1]);
	});

	it('reports a failure when the reader asks for the page', async () => {
		const { ask, answer, fail } = list({ pages: 2 });
		const second = ask(2, 4);
		fail(3);
		// Node.js would report an unhandled rejection by now.
		await setImmediate();
		answer(2);
		expect(await second).toBe(2);
		await expect(ask(3, 3)).rejects.toThrow('page 3 failed');
	});

	it('aborts pages that the reader skips, and frees their budget', () => {
		const { requested, aborted, ask } = list({ pages: 3 });
		void ask(2, 5);
		void ask(12, 13);
		expect(aborted).toEqual([3, 4, 5]);
		expect(requested).toEqual([2, 3, 4, 5, 12, 13]);
	});
});

describe('The budget', () => {
	it('limits the pages read ahead by all lists together', () => {
		const budget = { pages: 3 };
		const [first, second] = [list(budget), list(budget)];
		void first.ask(2, 4);
		void second.ask(2, 9);
		expect(first.requested).toEqual([2, 3, 4]);
		expect(second.requested).toEqual([2, 3]);
		void first.ask(3, 4);
		void second.ask(3, 9);
		expect(second.requested).toEqual([2, 3, 4, 5]);
	});

	it('is freed when the remaining pages are aborted at the end', async () => {
		const budget = { pages: 2 };
		const { aborted, ask, close } = list(budget);
		void ask(2, 9);
		expect(budget.pages).toBe(0);
		close();
		// Node.js would report an unhandled rejection by now.
		await setImmediate();
		expect(aborted).toEqual([3, 4]);
		expect(budget.pages).toBe(2);
	});
});
