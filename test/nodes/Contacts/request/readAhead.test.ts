import { setImmediate } from 'node:timers/promises';

import { ReadAhead } from '../../../../nodes/Contacts/request/readAhead';
import type { PageResponse } from '../../../../nodes/Contacts/response/readPage';

const page = (number: number) => new URL(`https://api.example.com/v1/contacts?page=${number}`);

const pages = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => page(first + index));

const response = (number: number): PageResponse => ({
	status: 200,
	body: number,
	headers: new Headers(),
});

/** Requests that the test answers. */
function requests() {
	const open = new Map<
		number,
		{ resolve: (response: PageResponse) => void; reject: (error: Error) => void }
	>();
	const requested: number[] = [];
	const aborted: number[] = [];
	return {
		requested,
		aborted,
		answer: (number: number) => open.get(number)!.resolve(response(number)),
		fail: (number: number) => open.get(number)!.reject(new Error(`page ${number} failed`)),
		requestPage: async (url: URL, number: number, signal?: AbortSignal) =>
			await new Promise<PageResponse>((resolve, reject) => {
				expect(url.href).toBe(page(number).href);
				requested.push(number);
				open.set(number, { resolve, reject });
				signal?.addEventListener('abort', () => {
					aborted.push(number);
					reject(new Error(`page ${number} was aborted`));
				});
			}),
	};
}

describe('Reading ahead', () => {
	it('requests an upcoming page once, before the reader asks for it', async () => {
		const { requestPage, requested, answer } = requests();
		const ahead = new ReadAhead(requestPage, { pages: 2 });
		const second = ahead.fetchPage(page(2), 2, pages(3, 6));
		expect(requested).toEqual([2, 3, 4]);
		answer(3);
		answer(2);
		expect(await second).toEqual(response(2));
		const third = ahead.fetchPage(page(3), 3, pages(4, 6));
		expect(requested).toEqual([2, 3, 4, 5]);
		expect(await third).toEqual(response(3));
	});

	it('requests nothing ahead when no page is certain', async () => {
		const { requestPage, requested, answer } = requests();
		const ahead = new ReadAhead(requestPage, { pages: 2 });
		for (const number of [1, 2]) {
			const asked = ahead.fetchPage(page(number), number);
			expect(requested.at(-1)).toBe(number);
			answer(number);
			expect(await asked).toEqual(response(number));
		}
	});

	it('reports a failure when the reader asks for the page', async () => {
		const { requestPage, fail, answer } = requests();
		const ahead = new ReadAhead(requestPage, { pages: 2 });
		const second = ahead.fetchPage(page(2), 2, pages(3, 4));
		fail(3);
		// Node.js would report an unhandled rejection by now.
		await setImmediate();
		answer(2);
		expect(await second).toEqual(response(2));
		await expect(ahead.fetchPage(page(3), 3, [])).rejects.toThrow('page 3 failed');
	});

	it('aborts pages that the reader skips, and frees their budget', async () => {
		const { requestPage, requested, aborted } = requests();
		const ahead = new ReadAhead(requestPage, { pages: 3 });
		void ahead.fetchPage(page(2), 2, pages(3, 5));
		void ahead.fetchPage(page(12), 12, [page(13)]);
		expect(aborted).toEqual([3, 4, 5]);
		expect(requested).toEqual([2, 3, 4, 5, 12, 13]);
	});
});

describe('The budget', () => {
	it('limits the pages read ahead by all lists together', async () => {
		const budget = { pages: 3 };
		const lists = [requests(), requests()];
		const [first, second] = lists.map(({ requestPage }) => new ReadAhead(requestPage, budget));
		void first!.fetchPage(page(2), 2, pages(3, 4));
		void second!.fetchPage(page(2), 2, pages(3, 9));
		expect(lists.map(({ requested }) => requested)).toEqual([
			[2, 3, 4],
			[2, 3],
		]);
		void first!.fetchPage(page(3), 3, [page(4)]);
		void second!.fetchPage(page(3), 3, pages(4, 9));
		expect(lists[1]!.requested).toEqual([2, 3, 4, 5]);
	});

	it('prevents reading ahead when it is 0', () => {
		const { requestPage, requested } = requests();
		const ahead = new ReadAhead(requestPage, { pages: 0 });
		void ahead.fetchPage(page(2), 2, pages(3, 9));
		expect(requested).toEqual([2]);
	});

	it('is freed when the remaining pages are aborted at the end', async () => {
		const { requestPage, aborted } = requests();
		const budget = { pages: 2 };
		const ahead = new ReadAhead(requestPage, budget);
		void ahead.fetchPage(page(2), 2, pages(3, 9));
		expect(budget.pages).toBe(0);
		ahead.close();
		// Node.js would report an unhandled rejection by now.
		await setImmediate();
		expect(aborted).toEqual([3, 4]);
		expect(budget.pages).toBe(2);
	});
});
