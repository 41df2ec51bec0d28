import type { Contact } from './findContacts';
import type { Signs } from './readSigns';

/** A page that was read, and what is needed to find the one after it. */
export interface Page {
	/** What was requested. */
	url: URL;
	/** From 1. */
	number: number;
	/** Parsed JSON; undefined without a body. */
	body: unknown;
	headers: Headers;
	signs: Signs;
	contacts: Contact[];
	/** Contacts on all pages so far, this one included. */
	collected: number;
	/** As requested; undefined when the service decides. */
	pageSize: number | undefined;
}

/** How a page was asked for. */
export type PageWay =
	| { kind: 'link' }
	| { kind: 'cursor'; parameter: string }
	| {
			kind: 'page' | 'offset';
			parameter: string;
			/** Sent for this page. */
			value: number;
			/** Sent for the first page, or what would be sent. */
			first: number;
			/** The field that states the position of the page, and what it should be. */
			echo?: Echo;
	  };

export interface Echo {
	name: string;
	value: number;
	/** Whether the service states where the page ends: the number of its contacts comes on top. */
	isEnd?: boolean;
}

/** What the pages so far told. Plain data: a list can be continued from it. */
export interface History {
	/** Contacts on the first page. */
	firstCount: number;
	/** The field that states the number of all contacts: some services have it in `count`. */
	totalField?: string;
	/** Whether it states the number of contacts on the page only. */
	isTotalOfPage: boolean;
	/** Names of the fields on the first page that sound like paging and were not understood. */
	unread: readonly string[];
	/** How the last page was asked for; undefined for the first. */
	way?: PageWay;
}

/** A request that may bring the next page. */
export interface Candidate {
	url: URL;
	way: PageWay;
	/** Whether the service did not name the parameter, so that only what comes tells whether it is right. */
	isGuess: boolean;
	/** Whether the value was put right by the position that the first try stated. */
	isCorrected?: true;
}

/** Why the reader does not know how to go on. */
export type Unknown =
	'endUnknown' | 'signsUnread' | 'nextUnknown' | 'nextMalformed' | 'nextElsewhere';

export type NextPage =
	| { kind: 'end' }
	/** The candidates in the order to try them; `isStated` when the service says that there is more. */
	| { kind: 'request'; candidates: Candidate[]; isStated: boolean }
	| { kind: 'unknown'; reason: Unknown; name?: string };

export const END: NextPage = { kind: 'end' };

/** Whether the page was reached by what the page before sent, so that pages are not counted. */
export function isFollowed({ way }: History): boolean {
	return way?.kind === 'link' || way?.kind === 'cursor';
}
