import type { Contact } from './findContacts';
import { isSamePage, SeenContacts } from './seenContacts';

/** Remembers requests and contacts, so that nothing is read twice. */
export interface ListMemory {
	wasRequested(url: URL): boolean;
	addRequest(url: URL): void;
	/** How many contacts of a page were on an earlier page. */
	countKnown(contacts: readonly Contact[]): number;
	addContacts(contacts: readonly Contact[]): void;
	/**
	 * Whether contacts without IDs are those of the previous page, even if a field such as a signed link
	 * changes with every response.
	 */
	isPreviousPage(contacts: readonly Contact[], previous: readonly Contact[]): boolean;
}

/** Remembers a whole list. */
export class WholeMemory extends SeenContacts implements ListMemory {
	readonly #requested = new Set<string>();

	wasRequested({ href }: URL): boolean {
		return this.#requested.has(href);
	}

	addRequest({ href }: URL): void {
		this.#requested.add(href);
	}

	isPreviousPage(contacts: readonly Contact[], previous: readonly Contact[]): boolean {
		return !this.hasIds && isSamePage(contacts, previous);
	}
}
