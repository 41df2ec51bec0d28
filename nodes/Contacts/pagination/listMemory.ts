import type { Contact } from './findContacts';
import { isSamePage, SeenContacts } from './seenContacts';

/** What was requested and what came, so that nothing is read twice. */
export interface ListMemory {
	wasRequested(url: URL): boolean;
	addRequest(url: URL): void;
	/** How many of the contacts of a page were on an earlier one. */
	countKnown(contacts: readonly Contact[]): number;
	addContacts(contacts: readonly Contact[]): void;
	/**
	 * Whether a page is the one before it, although a field such as a signed link may change with every
	 * response. Asked where contacts cannot be told apart by an ID.
	 */
	isLastPage(contacts: readonly Contact[], last: readonly Contact[]): boolean;
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

	isLastPage(contacts: readonly Contact[], last: readonly Contact[]): boolean {
		return !this.hasIds && isSamePage(contacts, last);
	}
}
