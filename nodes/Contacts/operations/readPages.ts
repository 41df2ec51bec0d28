import { isSet, settingsOf } from '../list/listErrors';
import type { Continuation } from '../list/continuation';
import { isEnd } from '../list/next';
import type { SuggestedSettings } from '../list/pagination';
import { type Reader, Reading, type Step } from '../list/reading';
import { pagesOf } from '../list/walk';
import type { Contact } from '../response/page';

/** What the service was asked for, and the user can set to save these requests. */
export interface Findings {
	/** How pages are requested. */
	settings?: SuggestedSettings;
	/** How many requests it took to find that out. */
	asked: number;
	/** Whether contacts come only with a smaller page size, or without one. */
	isResized: boolean;
}

/**
 * Reads a list of contacts, page by page.
 *
 * @param readAll whether to read on after the first page, up to the limit
 * @param select returns what to keep of a contact
 * @param matches whether to return a contact at all; only those that it returns count towards the limit
 * @returns the contacts in their order, whether the service has more, and what was found by asking
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
	for await (const { page } of pagesOf(reading)) {
		const found = matches ? page.contacts.filter(matches) : page.contacts;
		for (const contact of found.slice(0, limit - contacts.length)) contacts.push(select(contact));
		if (!readAll || contacts.length >= limit) break;
	}
	return { contacts, hasMore: readAll ? 'no' : hasMore(reading), findings: findingsOf(reading) };
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
	return { contacts, reading, step, findings: findingsOf(reading) };
}

/** @returns `maybe` when the service does not say */
function hasMore(reading: Reading): 'yes' | 'no' | 'maybe' {
	const { saysMore, saysEnd, lead } = reading.evidence();
	const { isFull } = reading.progress;
	if (saysMore || lead) return 'yes';
	return isFull && !saysEnd ? 'maybe' : 'no';
}

/** A first try that succeeds costs nothing. */
const WORTH_A_HINT = 2;

function findingsOf({ way, asked, isResized, progress, request }: Reading): Findings {
	const settings = way && asked >= WORTH_A_HINT ? settingsOf(way) : undefined;
	const isNew = settings && !isSet(settings, request.pagination);
	return { asked, isResized: isResized && progress.received > 0, ...(isNew && { settings }) };
}
