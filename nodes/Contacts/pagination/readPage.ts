import type { FetchPage } from '../pageFetcher';
import type { Continuations } from './continuation';
import type { Contact } from './findContacts';
import { ListReader, type ListRequest } from './listReader';
import type { SuggestedSettings } from './pagination';
import { RecentMemory } from './recentMemory';

export interface ContactPage {
	contacts: Contact[];
	/** What the next call takes; null when the list has ended. */
	continuation: string | null;
	/** Settings that were found by trying, for a person to set for good. */
	found: SuggestedSettings | undefined;
}

/**
 * Reads one page of a list.
 *
 * @param continuation of the page before; empty for the first page
 * @throws ListError as `readContacts` does, as far as a continuation can remember the pages before; for
 * a continuation that is not valid before anything is sent
 */
export async function readPage(
	request: ListRequest,
	fetchPage: FetchPage,
	continuations: Continuations,
	continuation: string,
): Promise<ContactPage> {
	const { state, memory } =
		continuation === ''
			? { state: undefined, memory: new RecentMemory() }
			: continuations.read(continuation);
	const reader = new ListReader(request, fetchPage, memory);
	const page = await (state ? reader.resume(state) : reader.readFirst());
	const candidates = reader.conclude(page);
	return {
		contacts: page.contacts,
		continuation:
			candidates.length === 0
				? null
				: continuations.write(reader.stateAfter(page, candidates), memory),
		found: reader.found,
	};
}
