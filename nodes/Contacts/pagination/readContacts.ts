import type { FetchPage } from '../pageFetcher';
import type { Contact } from './findContacts';
import { WholeMemory } from './listMemory';
import { ListReader, type ListRequest } from './listReader';
import type { SuggestedSettings } from './pagination';

export interface ContactList {
	contacts: Contact[];
	/** Whether the service has more than the page that was asked for; `maybe` where it does not say. */
	hasMore: 'yes' | 'no' | 'maybe';
	/** Settings that were found by trying, for a person to set for good. */
	found?: SuggestedSettings;
}

/**
 * Reads a list of contacts, page by page.
 *
 * @param readAll whether to read on after the first page
 * @param select what is kept of each contact
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
		if (page.collected >= limit) return { contacts, hasMore: 'no', found: reader.found };
		const candidates = reader.conclude(page);
		if (candidates.length === 0) return { contacts, hasMore: 'no', found: reader.found };
		page = await reader.readNext(page, candidates);
	}
}
