import type { Failure } from '../response/failure';
import type { ListLocation } from '../response/findContacts';
import type { Sign } from '../response/readSigns';
import type { Style } from '../response/words';
import type { Memory } from './memory';
import type { Pagination } from './pagination';

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
	| { kind: 'link'; link: string; field: string }
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

/** What is known of a list after a page. Plain data, so that it fits into a continuation. */
export interface ListState {
	/** Number of pages read. */
	pages: number;
	/** Number of contacts on them. */
	received: number;
	/** Contacts on the first page, and on the last page read. */
	firstCount: number;
	count: number;
	/** Consecutive empty pages up to the last page. */
	emptyPages: number;
	location?: ListLocation;
	/** How the last page was asked for; undefined for the first. */
	way?: Way;
	/** What the last page says about further ones. */
	signs: Sign[];
	/**
	 * The value of the field that the settings name for the next page: null when it is empty, false when
	 * it cannot be sent.
	 */
	offered?: string | number | null | false;
	/** Names of the unread signs on the first page. */
	unread: string[];
	/** Names of counts that are those of the whole list. */
	totalNames: string[];
	/** The totals that pages have stated, by the name of the field. */
	totals: Array<{ name: string; min: number; max: number; last: number }>;
	/** The IDs of the last contacts, and the field that has them. */
	ids: { field: string; values: Array<string | number> };
	/** Hashes of the requests that were made to find out how to ask for pages. */
	asked: string[];
	/** How the service writes names; undefined until a name shows it. */
	style?: Style;
	/** The way that was found by asking, and one that another list of the same run has found. */
	found?: Way;
	discovered?: Way;
	memory: Memory;
}

/** How an attempt to get the next page ended. */
export type Outcome =
	/** The last page again. */
	| 'same'
	/** No contacts. `emptyThere`: of the position that was asked for, as the response states. */
	| 'empty'
	| 'emptyThere'
	/** Some contacts that are known. */
	| 'mixed'
	/** Only new contacts, without a proof that they are the next ones. */
	| 'new'
	/** The response states another position. */
	| 'elsewhere'
	/** An error status, or a response without a list. */
	| 'error';

/** What to request next. Plain data. */
export type Next =
	| { kind: 'first' }
	| { kind: 'end' }
	/** `overlap`: number of known contacts with which the page has to start. */
	| {
			kind: 'page';
			way: Way;
			overlap: number;
			/** Whether the list ends if no new contacts come. */
			mayBeEnd?: true;
	  }
	/** The outcomes of the questions so far; `questions.ts` derives the next one from the state. */
	| { kind: 'ask'; outcomes: Outcome[][] }
	/** A page that was read, to see whether it is still the same. */
	| { kind: 'check'; way: Way; page: string; then: Next; otherwise: Failure }
	/** The status that was received is not one to go on after. */
	| { kind: 'rejected' }
	| { kind: 'unknown'; failure: Failure };

/** A place in a list. */
export interface Place {
	state: ListState;
	next: Next;
}

export const END: Next = { kind: 'end' };
