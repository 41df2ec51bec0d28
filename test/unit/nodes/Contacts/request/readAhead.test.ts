import { setImmediate } from 'node:timers/promises';

import { readAhead } from '../../../../../nodes/Contacts/request/readAhead';
import type { PageResponse } from '../../../../../nodes/Contacts/paginate';

const page = (number: number) => new URL(`https://api.example.com/v1/contacts?page=${number}`);

/** The number of a page whose request fails. */
const FAILING = 99;

/** A list whose requests stay open until the test answers them. */
function list(budget: { pages: number }) {
	const answers: Array<() => void> = [];
	const requested: number[] = [];
	const aborted: number[] = [];
	const requestPage = async (url: URL, number: number, _upcoming?: unknown, signal?: AbortSignal) =>
		await new Promise<PageResponse>((resolve, reject) => {
			expect(url.href).toBe(page(number).href);
			requested.push(number);
			answers[number] = () => resolve({ status: 200, headers: new Headers(), body: number });
			signal?.addEventListener('abort', () => {
				aborted.push(number);
				reject(new Error(`page ${number} was aborted`));
			});
			if (number === FAILING) reject(new Error(`page ${number} failed`));
		});
	const controller = new AbortController();
	const fetchPage = readAhead(requestPage, budget, controller.signal);
	/** Asks for a page; those up to the last one are certain to be asked for next. */
	const ask = async (number: number, last = number) => {
		const upcoming = Array.from({ length: last - number }, (_, n) => page(number + 1 + n));
		const answer = await fetchPage(page(number), number, upcoming);
		return (answer as PageResponse).body;
	};
	const end = () => controller.abort();
	return { end, ask, requested, aborted, answer: (number: number) => answers[number]!() };
}

it('requests an upcoming page once, before the reader asks for it', async () => {
	const { requested, ask, answer } = list({ pages: 2 });
	const second = ask(2, 6);
	expect(requested).toEqual([2, 3, 4]);
	answer(3);
	answer(2);
	expect(await second).toBe(2);
	expect(await ask(3, 6)).toBe(3);
	expect(requested).toEqual([2, 3, 4, 5]);
});

it('reports a failure when the reader asks for the page', async () => {
	const { ask, answer } = list({ pages: 2 });
	const before = ask(FAILING - 1, FAILING);
	// Node.js would report an unhandled rejection by now.
	await setImmediate();
	answer(FAILING - 1);
	expect(await before).toBe(FAILING - 1);
	await expect(ask(FAILING)).rejects.toThrow('page 99 failed');
});

it('aborts pages that the reader skips, and the remaining ones at the end', () => {
	const budget = { pages: 3 };
	const { requested, aborted, ask, end } = list(budget);
	void ask(2, 5);
	void ask(12, 13);
	expect(requested).toEqual([2, 3, 4, 5, 12, 13]);
	expect(aborted).toEqual([3, 4, 5]);
	end();
	expect(aborted).toEqual([3, 4, 5, 13]);
	expect(budget.pages).toBe(3);
});

it('is limited for all lists together', () => {
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
