import type { FetchPage } from './fetchPage';

/** Requests pages that the reader is certain to ask for before it does. Pages that it skips are aborted. */
export class ReadAhead {
	readonly #pages = new Map<string, { response: ReturnType<FetchPage>; abort: () => void }>();

	/** @param budget how many more pages all lists of a node together may request ahead */
	constructor(
		private readonly requestPage: FetchPage,
		private readonly budget: { pages: number },
	) {}

	readonly fetchPage: FetchPage = async (url, number, upcoming = []) => {
		const response = this.#take(url.href)?.response ?? this.requestPage(url, number);
		this.#discardAllBut(upcoming.map(({ href }) => href));
		for (const [index, next] of upcoming.entries()) {
			if (this.budget.pages === 0) break;
			if (!this.#pages.has(next.href)) this.#request(next, number + 1 + index);
		}
		return await response;
	};

	/** Aborts the pages that the reader has not asked for. */
	close(): void {
		this.#discardAllBut([]);
	}

	#request(url: URL, number: number): void {
		const controller = new AbortController();
		const response = this.requestPage(url, number, [], controller.signal);
		// A failure is reported when the reader asks for the page.
		response.catch(() => {});
		this.#pages.set(url.href, { response, abort: () => controller.abort() });
		this.budget.pages--;
	}

	#take(href: string) {
		const page = this.#pages.get(href);
		if (this.#pages.delete(href)) this.budget.pages++;
		return page;
	}

	#discardAllBut(expected: readonly string[]): void {
		for (const href of this.#pages.keys()) {
			if (!expected.includes(href)) this.#take(href)!.abort();
		}
	}
}
