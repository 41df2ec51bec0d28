import type { FetchPage } from '../pageFetcher';
import { decodeContinuation, encodeContinuation, RecentMemory } from './continuation';
import type { Contact } from './findContacts';
import { ListReader, type ListRequest } from './listReader';

export interface ContactPage {
	contacts: Contact[];
	/** What the next call takes; null when the list has ended. */
	continuation: string | null;
}

/**
 * Reads one page of a list.
 *
 * @param listKey see `listKeyOf`
 * @param continuation of the page before; empty for the first page
 * @throws ListError as `readContacts` does, as far as a continuation can remember the pages before
 */
export async function readPage(
	request: ListRequest,
	fetchPage: FetchPage,
	listKey: string,
	continuation: string,
): Promise<ContactPage> {
	if (continuation === '') {
		const memory = new RecentMemory();
		const reader = new ListReader(request, fetchPage, memory);
		return toPage(reader, memory, await reader.readFirst(), listKey);
	}
	const { state, memory } = decodeContinuation(continuation, listKey, request.url);
	const reader = new ListReader(request, fetchPage, memory);
	return toPage(reader, memory, await reader.resume(state), listKey);
}

function toPage(
	reader: ListReader,
	memory: RecentMemory,
	page: Awaited<ReturnType<ListReader['readFirst']>>,
	listKey: string,
): ContactPage {
	const candidates = reader.conclude(page);
	return {
		contacts: page.contacts,
		continuation:
			candidates.length === 0
				? null
				: encodeContinuation(listKey, reader.stateAfter(page, candidates), memory),
	};
}
