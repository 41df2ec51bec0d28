import type { Contact } from '../response/pageResponse';
import type { Page } from '../response/readPage';
import {
	type AcceptedPage,
	acceptPage,
	compare,
	type Facts,
	type Known,
	type PageClaim,
	type Refutation,
} from './kernel';
import { idFieldOf, keysOfContacts, uniqueOverlap, wasRead } from './memory';
import { signsOf } from './signs';
import type { ListRequest, ListState, Way } from './state';

/** A page that has come, and how it compares with what is known of the list. */
export interface Arrival {
	page: Page;
	/** How it was requested; no way for the first page. */
	way?: Way;
	/** The field that identifies contacts, and their keys. */
	idField?: string;
	keys: number[];
	facts: Facts;
}

/** Compares a page with what is known of the list. */
export function compareWith(
	state: ListState,
	way: Way | undefined,
	page: Page,
	request: ListRequest,
	known: Known,
): Arrival {
	const { memory, count: lastCount, received } = state;
	// The first contacts show which field identifies them.
	const idField = received === 0 ? idFieldOf(page.contacts) : memory.idField;
	const keys = keysOfContacts(page.contacts, idField);
	const read = { known, last: memory.contacts, lastCount, wasRead: wasRead.bind(null, memory) };
	const facts = compare(keys, read, positionOf(state, way, page, request));
	return { page, way, idField, keys, facts };
}

/** Accepts a page for a claim, with what the settings and the contacts add to it. */
export function acceptArrival(
	claim: PageClaim,
	{ page, way, facts }: Arrival,
	{ memory }: ListState,
	{ pagination }: ListRequest,
): AcceptedPage<Contact> | Refutation {
	const isByValue = way?.kind === 'cursor' || way?.kind === 'lastContact';
	const full: PageClaim = {
		isUnique: claim.overlap >= uniqueOverlap(memory),
		mayLackOverlap: pagination.isInclusive && isByValue,
		mayRepeat: !pagination.checkRepeats,
		...claim,
	};
	return acceptPage(full, facts, page.contacts);
}

/** Compares the position that a page states with the expected one. */
function positionOf(
	state: ListState,
	way: Way | undefined,
	{ signs, contacts }: Page,
	request: ListRequest,
): Facts['position'] {
	// An empty page at the end may have any number.
	if (contacts.length === 0 && state.pages > 1) return undefined;
	if (skipsPages(state, signs, request)) return 'elsewhere';
	if (!way || !('echo' in way) || !way.echo) return undefined;
	const { name, lead, isEnd } = way.echo;
	const stated = signs.find((sign) => sign.name === name);
	// Where it states the end of the page, it may be 0 on the last one.
	if (!stated || (isEnd && stated.value === 0)) return undefined;
	const expected = way.value + lead + (isEnd ? contacts.length : 0);
	return stated.value === expected ? 'there' : 'elsewhere';
}

/** Whether settings leave pages out, by the number that a page states and the one before. */
function skipsPages(state: ListState, signs: Page['signs'], { pagination }: ListRequest): boolean {
	if (pagination.mode === 'automatic') return false;
	const [before] = signsOf(state, 'page');
	const now = signs.find(({ meaning, name }) => meaning === 'page' && name === before?.name);
	return now !== undefined && (now.value as number) > (before!.value as number) + 1;
}
