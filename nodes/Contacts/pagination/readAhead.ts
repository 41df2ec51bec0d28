import type { FetchPage, PageResponse } from '../pageFetcher';

/**
 * Fetches pages before the reader asks for them, where it is certain that it will. The reader asks for one
 * page after the other as before, and finds some already there; what it does not ask for is thrown away.
 *
 * @param width most pages that are under way or kept in memory ahead of the reader
 */
export function readAhead(fetchPage: FetchPage, width: number): FetchPage {
	const ahead = new Map<string, Promise<PageResponse>>();

	return async (url, number, upcoming = []) => {
		const page = ahead.get(url.href) ?? fetchPage(url, number);
		ahead.delete(url.href);
		upcoming.slice(0, width).forEach((next, index) => {
			if (ahead.size >= width || ahead.has(next.href)) return;
			const promise = fetchPage(next, number + 1 + index);
			// A failure counts when the reader asks for the page.
			promise.catch(() => {});
			ahead.set(next.href, promise);
		});
		return await page;
	};
}
