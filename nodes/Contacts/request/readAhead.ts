import type { FetchPage } from './fetchPage';

/**
 * Requests pages that the reader is certain to ask for before it does. Pages that it skips are aborted, and with
 * the signal, all that it has not asked for.
 *
 * @param budget how many more pages all lists of a node together may request ahead
 */
export function readAhead(
	requestPage: FetchPage,
	budget: { pages: number },
	signal: AbortSignal,
): FetchPage {
	const pages = new Map<string, { response: ReturnType<FetchPage>; abort: () => void }>();

	function request(url: URL, number: number): void {
		const controller = new AbortController();
		const response = requestPage(url, number, [], controller.signal);
		// A failure is reported when the reader asks for the page.
		response.catch(() => {});
		pages.set(url.href, { response, abort: () => controller.abort() });
		budget.pages--;
	}

	function take(href: string) {
		const page = pages.get(href);
		if (pages.delete(href)) budget.pages++;
		return page;
	}

	function discardAllBut(expected: readonly string[]): void {
		for (const href of pages.keys()) if (!expected.includes(href)) take(href)!.abort();
	}

	signal.addEventListener('abort', () => discardAllBut([]));
	return async (url, number, upcoming = []) => {
		const response = take(url.href)?.response ?? requestPage(url, number);
		discardAllBut(upcoming.map(({ href }) => href));
		for (const [index, next] of upcoming.entries()) {
			if (budget.pages === 0) break;
			if (!pages.has(next.href)) request(next, number + 1 + index);
		}
		return await response;
	};
}
