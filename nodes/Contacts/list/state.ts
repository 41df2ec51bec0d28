import type { Contact, ListLocation } from '../response/pageResponse';
import type { Failure } from '../response/failure';
import type { Sign } from '../response/readSigns';
import type { Style } from '../response/words';
import type { AcceptedPage, End, EndReason, PageClaim, PageReason } from './kernel';
import type { Memory } from './memory';
import type { Pagination } from './pagination';
import { PAGE_SIZES, type PageSize } from './parameters';
import type { ListChoice } from './whichList';

/** What to read and how. */
export interface ListRequest {
	/** The first page, with its query. */
	url: URL;
	/** As sent; undefined when the service decides. */
	pageSize: number | undefined;
	/** Number of contacts to read at most. */
	limit: number;
	/** Where the contacts are in a response, see `findContacts`; empty to recognize the list. */
	contactsField: string;
	pagination: Pagination;
}

/** How a page is asked for. */
export type Way =
	/** Path and query on the list's origin, and the field or header that had it. */
	| {
			kind: 'link';
			link: string;
			field: string;
			/** Whether its query was put on the list's own address, because the link leads elsewhere. */
			isQueryOnly?: true;
	  }
	| FieldValue<'cursor'>
	| FieldValue<'lastContact'>
	| Position;

/** A value from a field of the response, or of the last contact, in a query parameter. */
interface FieldValue<Kind> {
	kind: Kind;
	parameter: string;
	value: string | number;
	field: string;
}

/** The number of a page, or the number of contacts before it. */
export interface Position {
	kind: 'page' | 'offset';
	parameter: string;
	value: number;
	/** The value for the first page, or for the first contact. */
	first: number;
	/** The field that states the position. */
	echo?: Echo;
}

export interface Echo {
	name: string;
	/** Stated minus sent. */
	lead: number;
	/** Whether the field states where the page ends, so that its number of contacts is added. */
	isEnd?: true;
}

/** What the field that the settings name for the next page holds. Plain data. */
export type SetValue =
	| { kind: 'missing' }
	| { kind: 'empty' }
	/** A value that cannot be sent. */
	| { kind: 'malformed' }
	| { kind: 'value'; value: string | number };

/** What is known of a list after a page. Plain data, so that it fits into a continuation. */
export interface ListState {
	/** Number of pages read. */
	pages: number;
	/** Number of contacts that have come. */
	received: number;
	/** Contacts on the first page, and on the last page read. */
	firstCount: number;
	count: number;
	/** Consecutive empty pages up to the last page. */
	emptyPages: number;
	location?: ListLocation;
	/** How the last page was requested, and why it is believed; no way for the first. */
	way?: Way;
	proof: PageReason;
	/** What the last page says about further ones. */
	signs: Sign[];
	/** The value for the next page in the field that the settings name. */
	setValue: SetValue;
	/** Names of what is not understood on the first page. */
	unread: string[];
	/** Names of counts that are those of the whole list. */
	totalNames: string[];
	/** The totals that pages have stated, by the name of the field. */
	totals: Array<{ name: string; min: number; max: number; last: number }>;
	/** The IDs of the last contacts, and the field that has them. */
	ids: { field: string; values: Array<string | number> };
	/** Hashes of the requests that were made to find out how to request pages, and how many are left. */
	asked: number[];
	questionsLeft: number;
	/** How the service writes names; undefined until a name shows it. */
	style?: Style;
	/** The way that was found by asking, and one that another list of the same run has found. */
	found?: Way;
	discovered?: Discovery;
	/** The page size from here on, if it is not that of the request. */
	pageSize?: PageSize;
	/** Set while the last contact is held back, so that the next page has to start with it. */
	held?: Held;
	memory: Memory;
}

/** A way that a list has found by asking, and why it is believed. */
export interface Discovery {
	way: Way;
	proof: PageReason;
}

/** The state before a contact was held back, to return to. */
type Held = Pick<ListState, 'signs' | 'setValue' | 'count' | 'firstCount' | 'pageSize'>;

/** How an attempt to get the next page ended. */
export type Outcome =
	/** The last page again. */
	| 'same'
	/** No contacts. `emptyThere`: of the position that was requested, as the response states. */
	| 'empty'
	| 'emptyThere'
	/** Some contacts that are known, with or without others. */
	| 'mixed'
	| 'known'
	/** Only new contacts, without a proof that they are the next ones. */
	| 'new'
	/** The response states another position. */
	| 'elsewhere'
	/** A status of a page that does not exist; another error status, or a response without a list. */
	| 'refused'
	| 'error'
	/** The last page without its last contact, and nothing that says that there is more. */
	| 'shorter'
	/** With how many of the last contacts an answer starts that has new ones, or is to several ways at once. */
	| { overlaps: number[]; hasNew: boolean }
	/** The first page with more contacts behind it: how many there are. */
	| { longer: number };

/** The outcomes of the questions so far, by the name of the question. */
export type Outcomes = Record<string, readonly Outcome[]>;

/** A request that may bring the next page, and what proves that it did. Plain data. */
export interface Attempt {
	/** The name of its question. */
	question: string;
	/** Several ways at once show only whether the service understands one of them. */
	ways: Way[];
	/** Why its answer would be the next page; undefined where it cannot be. */
	claim?: PageClaim;
	/** Whether a page without contacts is one, because the service has named it. */
	acceptsEmpty?: boolean;
	/** The page size of the first page, to request it again. */
	pageSize?: PageSize;
}

/** What to request next. Plain data. */
export type Next =
	/** `otherwise`: what came with a page size, nothing or a refusal; it holds if this request is refused, too. */
	| { kind: 'first'; otherwise?: Step }
	/** The first page with another size, to see which of several lists has the contacts. */
	| { kind: 'choose'; choice: ListChoice }
	| { kind: 'end'; end: End }
	| {
			kind: 'page';
			way: Way;
			reason: PageReason;
			/** Number of known contacts with which the page has to start. */
			overlap: number;
			/** Why the list ends if no new contacts come. */
			ifNothing?: EndReason;
			/** Whether the page before says that there is more. */
			saysMore?: true;
	  }
	| { kind: 'ask'; attempt: Attempt; outcomes: Outcomes }
	/** A page that was read, to see whether it is still the same. */
	| { kind: 'check'; way: Way; page: number; then: Next }
	/** The status that was received is not one to go on after. */
	| { kind: 'rejected' }
	| { kind: 'unknown'; failure: Failure };

/** A place in a list. */
export interface Place {
	state: ListState;
	next: Next;
}

/** What a response has led to. */
export interface Step extends Place {
	/** The page, if the response was accepted as the next one. */
	page?: AcceptedPage<Contact>;
	/** The keys of the response's contacts, to be remembered. */
	keys: number[];
}

/** Requests that a list may cost to find out how to request its pages. */
export const MAX_QUESTIONS = 24;

/** Maximum number of contacts that an attempt goes back, and of IDs to keep for it. */
export const MAX_BACK = 27;

/** With how many known contacts the next page has to start: one that is held back. */
export function overlapAt({ held }: ListState): number {
	return held ? 1 : 0;
}

/** How many contacts are in the pages so far; one that is held back is not. */
export function endOf(state: ListState): number {
	return state.received - overlapAt(state);
}

export function isCounted(
	way: Way | undefined,
): way is Way & { kind: 'page' | 'offset' | 'lastContact' } {
	return way?.kind === 'page' || way?.kind === 'offset' || way?.kind === 'lastContact';
}

/** The request with the page size that is used from here on. */
export function requestOf(request: ListRequest, pageSize: PageSize | undefined): ListRequest {
	if (pageSize === undefined) return request;
	const url = new URL(request.url);
	if (pageSize === 'none') {
		url.searchParams.delete('pageSize');
		return { ...request, url, pageSize: undefined };
	}
	const size = typeof pageSize === 'number' ? pageSize : pageSize.size;
	const names = typeof pageSize === 'number' ? [] : PAGE_SIZES[pageSize.under];
	// Filters of these names stay as they are.
	const free = names.filter((name) => /^\d*$/.test(url.searchParams.get(name) ?? ''));
	for (const name of ['pageSize', ...free]) url.searchParams.set(name, String(size));
	return { ...request, url, pageSize: size };
}
