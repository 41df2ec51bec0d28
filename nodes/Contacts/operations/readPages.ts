import {
	type Contact,
	type Continuation,
	isEnd,
	List,
	ListFailure,
	pagesOf,
	type Source,
} from '../paginate';
import { explainFailure } from './listErrors';
import { moreNotes, type Note, notesOn } from './hints';

/**
 * Reads a list of contacts, page by page.
 *
 * @param readAll whether to read on after the first page, up to the limit
 * @param select returns what to keep of a contact
 * @param matches whether to return a contact at all; only those that it returns count towards the limit
 * @throws ContactsError rather than return a part of the list as if it were all
 */
export async function readList(
	source: Source,
	readAll: boolean,
	select: (contact: Contact) => Contact = (contact) => contact,
	matches?: (contact: Contact) => boolean,
): Promise<{ contacts: Contact[]; notes: Note[] }> {
	const { limit } = source.request;
	// Pages are read ahead up to the limit of the request, which a search does not have.
	const request = matches ? { ...source.request, limit: Infinity } : source.request;
	return await readFrom(new List({ ...source, request }), async (list) => {
		const contacts: Contact[] = [];
		let hasMore: 'yes' | 'no' | 'maybe' = 'no';
		const pages = pagesOf(list);
		let read = await pages.next();
		for (; !read.done; read = await pages.next()) {
			const { page } = read.value;
			const found = matches ? page.contacts.filter(matches) : page.contacts;
			const room = limit - contacts.length;
			for (const contact of found.slice(0, room)) contacts.push(select(contact));
			if (readAll && found.length < room) continue;
			hasMore = found.length > room ? 'yes' : list.proofs.outlook;
			// None of the contacts on further pages may match.
			if (matches && hasMore === 'yes' && found.length <= room) hasMore = 'maybe';
			break;
		}
		const more = moreNotes(contacts.length, hasMore, source.request, matches !== undefined);
		return { contacts, notes: [...more, ...notesOn(list, read.done ? read.value : undefined)] };
	});
}

/**
 * Reads one page of a list, the first one or that of a continuation. The step is undefined at the end.
 *
 * @throws ContactsError like `readList`, within the limits of what a continuation holds
 */
export async function readPageAt(source: Source, start?: Continuation) {
	return await readFrom(new List(source, start), async (list) => {
		const { value, done } = await pagesOf(list, start).next();
		const contacts = done ? [] : value.page.contacts;
		const next = done ? value : await value.next();
		const step = isEnd(next) ? undefined : list.continuationAt(next);
		return { contacts, step, notes: notesOn(list, next) };
	});
}

/** Explains why a list cannot be read in the words of the form. */
async function readFrom<T>(list: List, read: (list: List) => Promise<T>): Promise<T> {
	return await read(list).catch((error: unknown) => {
		throw error instanceof ListFailure ? explainFailure(error, list.request.pagination) : error;
	});
}
