import {
	type Contact,
	type Continuation,
	isEnd,
	List,
	ListFailure,
	pagesOf,
	type Source,
	type Step,
} from '../paginate';
import { quotableName } from '../quotableName';
import type { FetchPage } from '../request/fetchPage';
import { type Findings, findingsOf, hasFlagField, missingLead } from './findings';
import { explainFailure } from './listErrors';
import { sendWith } from './pageSource';

/** What a list read depends on. */
export interface Reader extends Omit<Source, 'send' | 'quote'> {
	fetchPage: FetchPage;
}

function sourceOf({ fetchPage, ...rest }: Reader): Source {
	return { ...rest, send: sendWith(fetchPage), quote: quotableName };
}

/**
 * Reads a list of contacts, page by page.
 *
 * @param readAll whether to read on after the first page, up to the limit
 * @param select returns what to keep of a contact
 * @param matches whether to return a contact at all; only those that it returns count towards the limit
 * @returns the contacts in their order, whether there are more, whether the limit is the reason, and what
 * was found by asking
 * @throws ContactsError rather than return a part of the list as if it were all
 */
export async function readList(
	reader: Reader,
	readAll: boolean,
	select: (contact: Contact) => Contact = (contact) => contact,
	matches?: (contact: Contact) => boolean,
) {
	const source = sourceOf(reader);
	const { limit } = source.request;
	// Pages are read ahead up to the limit of the request, which a search does not have.
	const request = matches ? { ...source.request, limit: Infinity } : source.request;
	const list = new List({ ...source, request });
	return await explained(list, async () => {
		const contacts: Contact[] = [];
		let more: More = 'no';
		let hasFlag = false;
		for await (const { page } of pagesOf(list)) {
			hasFlag ||= hasFlagField(list);
			const found = matching(page.contacts, matches);
			const room = limit - contacts.length;
			for (const contact of found.slice(0, room)) contacts.push(select(contact));
			if (readAll && found.length < room) continue;
			more = found.length > room ? 'yes' : moreAfter(list, matches !== undefined);
			break;
		}
		const isLimited = contacts.length >= limit;
		// The flag may be on the last page only.
		const findings = findingsOf(list, { mayHaveFlag: hasFlag || more !== 'no' });
		return { contacts, hasMore: more, isLimited, findings };
	});
}

/** A page of a list. */
export interface ReadPage {
	contacts: readonly Contact[];
	/** Where the list goes on; undefined at its end. */
	step: Continuation | undefined;
	findings: Findings;
}

/**
 * Reads one page of a list.
 *
 * @param start where the list goes on; undefined for its first page
 * @throws ContactsError like `readList`, within the limits of what a continuation holds
 */
export async function readPageAt(reader: Reader, start?: Continuation): Promise<ReadPage> {
	const list = new List(sourceOf(reader), start);
	return await explained(list, async () => {
		const { value, done } = await pagesOf(list, start).next();
		const contacts = done ? [] : value.page.contacts;
		const next = done ? value : await value.next();
		const step: Step | undefined = isEnd(next) ? undefined : next;
		const findings = findingsOf(list, { way: step?.position.way });
		return { contacts, step: step && list.continuationAt(step), findings };
	});
}

/** Explains why a list cannot be read in the words of the form. */
async function explained<T>(list: List, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		throw error instanceof ListFailure
			? explainFailure(error, list.request.pagination, missingLead(list))
			: error;
	}
}

function matching(contacts: readonly Contact[], matches?: (contact: Contact) => boolean) {
	return matches ? contacts.filter(matches) : contacts;
}

/** Whether there are more contacts than those that are returned; `maybe` when the service does not say. */
export type More = 'yes' | 'no' | 'maybe';

/** @param isSearch whether only some of the contacts on further pages would be returned */
function moreAfter({ proofs }: List, isSearch: boolean): More {
	return proofs.outlook === 'yes' && isSearch ? 'maybe' : proofs.outlook;
}
