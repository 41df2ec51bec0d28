import type { FetchPage } from '../request/fetchPage';
import type { Contact } from './findContacts';
import { WholeMemory } from './listMemory';
import { ListReader, type ListRequest } from './listReader';
import type { SuggestedSettings } from './pagination';

interface ContactList {
	contacts: Contact[];
	/** Whether the service has more contacts; `maybe` when it does not say. */
	hasMore: 'yes' | 'no' | 'maybe';
	/** Settings found by guessing, which the user can set to save these requests. */
	detectedSettings?: SuggestedSettings;
}

/**
 * Reads a list of contacts, page by page.
 *
 * @param readAll whether to read on after the first page, up to the limit
 * @param select returns what to keep of a contact
 * @returns the contacts in their order
 * @throws ListError rather than return a part of the list as if it were all
 */
export async function readContacts(
	request: ListRequest,
	fetchPage: FetchPage,
	readAll: boolean,
	select: (contact: Contact) => Contact = (contact) => contact,
): Promise<ContactList> {
	const { limit } = request;
	const contacts: Contact[] = [];
	const reader = new ListReader(request, fetchPage, new WholeMemory());
	let page = await reader.readFirst();
	for (;;) {
		const left = limit - contacts.length;
		for (const contact of page.contacts.slice(0, left)) contacts.push(select(contact));
		if (!readAll) return { contacts, hasMore: reader.hasMoreAfter(page) };
		if (page.collected >= limit) {
			return { contacts, hasMore: 'no', detectedSettings: reader.detectedSettings };
		}
		const candidates = reader.finishPage(page);
		if (candidates.length === 0) {
			return { contacts, hasMore: 'no', detectedSettings: reader.detectedSettings };
		}
		page = await reader.readNext(page, candidates);
	}
}
