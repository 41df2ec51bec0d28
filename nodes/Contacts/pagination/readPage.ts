import type { FetchPage } from '../request/fetchPage';
import type { Continuations } from './continuation';
import type { Contact } from './findContacts';
import { ListReader, type ListRequest } from './listReader';
import type { SuggestedSettings } from './pagination';
import { RecentMemory } from './recentMemory';

export interface ContactPage {
	contacts: Contact[];
	/** To pass to the next call; null when the list has ended. */
	continuation: string | null;
	/** Settings found by guessing, which the user can set to save these requests. */
	detectedSettings: SuggestedSettings | undefined;
}

/**
 * Reads one page of a list.
 *
 * @param continuation of the page before; empty for the first page
 * @throws ListError for the same reasons as `readContacts`, within the limits of what a continuation
 * remembers of earlier pages; also for an invalid continuation, before anything is sent
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
	const candidates = reader.finishPage(page);
	return {
		contacts: page.contacts,
		continuation:
			candidates.length === 0
				? null
				: continuations.write(reader.stateAfter(page, candidates), memory),
		detectedSettings: reader.detectedSettings,
	};
}
