import type { FetchPage, PageResponse, RequestPage } from '../pageFetcher';

/** How many more pages may be under way or in memory ahead of their readers. */
export interface ReadingSpace {
	pages: number;
}

interface PageAhead {
	response: Promise<PageResponse>;
	controller: AbortController;
}

/**
 * Requests pages before the reader asks for them, where it is certain that it will. The reader asks for one
 * page after the other as before, and finds some already there; what it does not ask for is aborted.
 */
export class ReadAhead {
	readonly #pages = new Map<string, PageAhead>();

	/** @param space shared by all lists of the node */
	constructor(
		private readonly requestPage: RequestPage,
		private readonly space: ReadingSpace,
	) {}

	readonly fetchPage: FetchPage = async (url, number, upcoming = []) => {
		const ahead = this.#take(url.href);
		const response = ahead?.response ?? this.requestPage(url, number);
		const expected = new Set(upcoming.map(({ href }) => href));
		for (const href of this.#pages.keys()) if (!expected.has(href)) this.#discard(href);
		for (const [index, next] of upcoming.entries()) {
			if (this.space.pages === 0) break;
			if (!this.#pages.has(next.href)) this.#request(next, number + 1 + index);
		}
		return await response;
	};

	/** Aborts what the reader has not asked for. */
	close(): void {
		for (const href of this.#pages.keys()) this.#discard(href);
	}

	#request(url: URL, number: number): void {
		const controller = new AbortController();
		const response = this.requestPage(url, number, controller.signal);
		// A failure counts when the reader asks for the page.
		response.catch(() => {});
		this.#pages.set(url.href, { response, controller });
		this.space.pages--;
	}

	#take(href: string): PageAhead | undefined {
		const page = this.#pages.get(href);
		if (this.#pages.delete(href)) this.space.pages++;
		return page;
	}

	#discard(href: string): void {
		this.#take(href)?.controller.abort();
	}
}
