import { isEnd } from '../list/kernel';
import { type Reader, Reading, type Step } from '../list/reading';
import { pagesOf } from '../list/walk';
import type { Contact } from '../response/page';
import type { Continuation } from './continuation';
import { findingsOf, hasFlagField } from './findings';

/**
 * Reads a list of contacts, page by page.
 *
 * @param readAll whether to read on after the first page, up to the limit
 * @param select returns what to keep of a contact
 * @param matches whether to return a contact at all; only those that it returns count towards the limit
 * @returns the contacts in their order, whether there are more, whether the limit is the reason, and what
 * was found by asking
 * @throws ExplainedError rather than return a part of the list as if it were all
 */
export async function readList(
	reader: Reader,
	readAll: boolean,
	select: (contact: Contact) => Contact = (contact) => contact,
	matches?: (contact: Contact) => boolean,
) {
	const { limit } = reader.request;
	// Pages are read ahead up to the limit of the request, which a search does not have.
	const request = matches ? { ...reader.request, limit: Infinity } : reader.request;
	const contacts: Contact[] = [];
	const reading = new Reading({ ...reader, request });
	let more: More = 'no';
	let hasFlag = false;
	for await (const { page } of pagesOf(reading)) {
		hasFlag ||= hasFlagField(reading);
		const found = matching(page.contacts, matches);
		const room = limit - contacts.length;
		for (const contact of found.slice(0, room)) contacts.push(select(contact));
		if (readAll && found.length < room) continue;
		more = found.length > room ? 'yes' : moreAfter(reading, matches !== undefined);
		break;
	}
	// The flag may be on the last page only.
	const findings = findingsOf(reading, { mayHaveFlag: hasFlag || more !== 'no' });
	return { contacts, hasMore: more, isLimited: contacts.length >= limit, findings };
}

/**
 * Reads one page of a list.
 *
 * @param start where the list goes on; undefined for its first page
 * @returns the page, and what to request after it; undefined at its end
 * @throws ExplainedError like `readList`, within the limits of what a continuation holds
 */
export async function readPageAt(reader: Reader, start?: Continuation) {
	const reading = new Reading(reader);
	if (start) reading.resume(start.progress, start.last);
	const { value, done } = await pagesOf(reading, start?.step).next();
	const contacts = done ? [] : value.page.contacts;
	const next = done ? value : await value.next();
	const step: Step | undefined = isEnd(next) ? undefined : next;
	const findings = findingsOf(reading, { way: step?.position.way });
	return { contacts, reading, step, findings };
}

function matching(contacts: readonly Contact[], matches?: (contact: Contact) => boolean) {
	return matches ? contacts.filter(matches) : contacts;
}

/** Whether there are more contacts than those that are returned; `maybe` when the service does not say. */
export type More = 'yes' | 'no' | 'maybe';

/** @param isSearch whether only some of the contacts on further pages would be returned */
function moreAfter(reading: Reading, isSearch: boolean): More {
	const { saysMore, saysEnd, lead } = reading.evidence();
	const { isFull } = reading.progress;
	if (saysMore || lead) return isSearch ? 'maybe' : 'yes';
	return isFull && !saysEnd ? 'maybe' : 'no';
}
