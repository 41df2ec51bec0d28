import type { ListRequest } from '../paginate';
import type { More } from './readPages';

/** What was read of a list, and for whom. */
interface Read {
	contacts: readonly unknown[];
	hasMore: More;
	isLimited: boolean;
	request: Pick<ListRequest, 'pageSize' | 'pagination'>;
	isSearch: boolean;
	/** Whether a model reads the note: it can set only those parameters that its person has left to it. */
	isForModel: boolean;
}

/** What is to be known about the contacts that List returns: that there are none, or may be more. */
export function notesOn(read: Read): string[] {
	const notes = read.isSearch && read.contacts.length === 0 ? [NOTHING_FOUND] : [];
	const { pageSize = Infinity, pagination } = read.request;
	const isOff = pagination.mode === 'off' && !read.isLimited;
	// With 'Mode' Off, nothing is known of a further page, and a search does not say how long this one was.
	const mayBePart = read.isSearch || read.contacts.length >= pageSize;
	if (isOff) return mayBePart || read.hasMore === 'yes' ? [...notes, offNote(read)] : notes;
	return read.hasMore === 'no' ? notes : [...notes, moreNote(read, read.hasMore)];
}

const NOTHING_FOUND = 'No contact contains every word of the search.';

export function emptySearch(isForModel: boolean): string {
	const note = 'The search is empty, so no contacts were listed.';
	return isForModel
		? note
		: `${note} Correct the expression of 'Search', or remove 'Search' from the 'Options' to list all contacts.`;
}

const MORE = {
	contacts: {
		yes: 'The service has more contacts than these.',
		maybe: 'The service may have more contacts than these.',
	},
	matches: {
		yes: 'More contacts match the search than these.',
		maybe: 'More contacts may match the search than these.',
	},
};

/** Says that there are more contacts than those returned and, to a person, how to get them. */
function moreNote({ isLimited, isSearch, isForModel }: Read, hasMore: Exclude<More, 'no'>): string {
	const more = MORE[isSearch ? 'matches' : 'contacts'][hasMore];
	const note = isLimited ? `Stopped at ${isForModel ? 'the limit' : "'Limit'"}. ${more}` : more;
	if (isForModel) return note;
	return isLimited
		? `${note} To get more, raise 'Limit' in the 'Options'.`
		: `${note} Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.`;
}

function offNote({ contacts: { length }, isSearch, isForModel }: Read): string {
	const more = MORE[isSearch ? 'matches' : 'contacts'].maybe;
	const page = isSearch ? 'page' : `page with ${length} ${length === 1 ? 'contact' : 'contacts'}`;
	return isForModel
		? more
		: `Only one ${page} was read, because 'Mode' of 'Pagination' is Off. ${more} To read further pages, choose another 'Mode'.`;
}
