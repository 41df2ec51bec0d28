import type { PageStyle } from './bench-service.ts';
import type { Listing } from './workflows.ts';

interface Page {
	contacts: Array<{ id: string }>;
	/** With the page style `cursor`. */
	nextCursor: string | null;
	/** With the page style `pageNumber`. */
	page: number;
	totalPages: number;
}

/** The query parameter for the page after this one; null at the end. */
const NEXT_QUERY: Record<PageStyle, (page: Page) => string | null> = {
	cursor: ({ nextCursor }) => nextCursor && `cursor=${nextCursor}`,
	pageNumber: ({ page, totalPages }) => (page < totalPages ? `page=${page + 1}` : null),
};

/**
 * Lists all contacts page by page with Node.js's fetch, which keeps its connection, and only parses and
 * collects them.
 */
export async function listWithFetch(
	baseUrl: string,
	accessToken: string,
	pageSize: number,
	pageStyle: PageStyle,
): Promise<Listing> {
	const contacts: Page['contacts'] = [];
	const firstUrl = `${baseUrl}/v1/contacts?pageSize=${pageSize}`;
	const startedAt = performance.now();
	let url: string | null = firstUrl;
	while (url !== null) {
		const response: Response = await fetch(url, {
			headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
		});
		const page = (await response.json()) as Page;
		for (const contact of page.contacts) contacts.push(contact);
		const query: string | null = NEXT_QUERY[pageStyle](page);
		url = query && `${firstUrl}&${query}`;
	}
	return { durationMs: performance.now() - startedAt, lastId: contacts.at(-1)!.id };
}
