import type { Contact, ListLocation } from './findContacts';
import type { Signs } from './signs';

/** A page that was read, and what it takes to find the next one. */
export interface Page {
	/** The requested URL. */
	url: URL;
	/** From 1. */
	number: number;
	/** Parsed JSON; undefined without a body. */
	body: unknown;
	headers: Headers;
	signs: Signs;
	contacts: Contact[];
	/** Where the list is in the body; undefined when an empty response has none. */
	location: ListLocation | undefined;
	/** Contacts on all pages so far, this one included. */
	collected: number;
	/** The requested number of contacts per page; undefined when the service decides. */
	pageSize: number | undefined;
}

/** How a page is addressed. */
export type PageLocator = { kind: 'link' } | { kind: 'cursor'; parameter: string } | Position;

/** The place of a page in the list, by its number or by the offset of its first contact. */
export interface Position {
	kind: 'page' | 'offset';
	parameter: string;
	/** Sent for this page. */
	value: number;
	/** Sent for the first page, or what would be sent for it. */
	first: number;
	/** The position that the response is expected to state. */
	echo?: Echo;
}

export interface Echo {
	/** The field that states the position. */
	name: string;
	value: number;
	/** Whether the field states where the page ends, so that its number of contacts is added. */
	isEnd?: boolean;
}

/** What the pages so far have shown. Plain data, so that it fits into a continuation. */
export interface History {
	/** Contacts on the first page. */
	firstCount: number;
	/** The field with the total; some services put it in `count`. */
	totalField?: string;
	/** Whether that field counts the contacts of the page only. */
	isTotalOfPage: boolean;
	/** Names of the unread fields on the first page. */
	unread: readonly string[];
	/** How the previous page was addressed; undefined after the first. */
	locator?: PageLocator;
}

/** A request that may return the next page. */
export interface Candidate {
	url: URL;
	locator: PageLocator;
	/** Whether the service did not name the parameter, so that only the response shows if it is right. */
	isGuess: boolean;
	/** Whether the value was corrected after the first response stated another position. */
	isCorrected?: true;
}

/** Why the next page is unknown. */
export type UnknownReason =
	'endUnknown' | 'signsUnread' | 'nextUnknown' | 'nextMalformed' | 'nextElsewhere';

export type NextPage =
	| { kind: 'end' }
	/** Candidates in the order to try them; `isStated` when the service says that there is more. */
	| { kind: 'request'; candidates: Candidate[]; isStated: boolean }
	/** `name` is the field with the malformed value. */
	| { kind: 'unknown'; reason: UnknownReason; name?: string };

export const END: NextPage = { kind: 'end' };

/** Whether the last page was addressed by a link or cursor, so that counting does not apply. */
export function reachedByLinkOrCursor({ locator }: History): boolean {
	return locator?.kind === 'link' || locator?.kind === 'cursor';
}
