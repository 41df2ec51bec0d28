import type { Identity } from './identity';
import type { Page } from './page';
import type { Position, Way } from './paginators';
import type { Totals } from './signals';

/** What a continuation holds: plain data of a bounded size. */
export interface Memory {
	/** The page size to request; undefined where the service chooses. */
	size: number | undefined;
	/** Whether the size is sent under all common names. */
	isSizeCommon: boolean;
	pages: number;
	received: number;
	/** Pages without contacts, one after another. */
	emptyPages: number;
	/** The number of contacts of a full page, and whether the last page with contacts was full. */
	full: number;
	isFull: boolean;
	/** Pages that have said that they are not all. */
	parts: number;
	/** What the last page said about the end. */
	saysMore: boolean;
	/** Whether it stated further pages, or was a part, or the total says that there are more. */
	isLess: boolean;
	saysEnd: boolean;
	/** Keys of the first contact and of the last ones. */
	first: number;
	last: readonly number[];
	identity: Identity;
	/** Numbers of contacts that were the same on all pages. */
	totals: Totals;
	/** Whether a page has stated fewer contacts in all than the first one. */
	isFewer: boolean;
	/** The number of lists beside that of the first page. */
	others: number;
	/** A hash of what stands beside the list. */
	beside: number;
	/** A hash of the first contacts without their IDs. */
	print: number;
	/** The way that has brought a page. */
	way?: Way;
}

/** A request for a page. */
export interface PageRequest {
	/** None for the first page; several where ways are tried at once. */
	positions: readonly Position[];
	/** With how many of the last contacts the page has to start. */
	overlap: number;
}

/** What came instead of a response that could be a page. */
export type Absence = 'missing' | 'refused';

/** A page with the keys of its contacts. */
export interface Seen {
	page: Page;
	keys: readonly number[];
}

export const NOTHING = {
	isSizeCommon: false,
	pages: 0,
	received: 0,
	emptyPages: 0,
	full: 0,
	isFull: false,
	parts: 0,
	saysMore: false,
	isLess: false,
	saysEnd: false,
	first: 0,
	last: [],
	identity: { unstable: [] },
	totals: new Map<string, number>(),
	isFewer: false,
	others: 0,
	beside: 0,
	print: 0,
};
