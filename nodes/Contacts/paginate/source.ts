import type { PageResponse } from './fields';
import type { Kind, Way } from './paginators';
import type { Absence } from './memory';
import type { Page } from './page';

/** The choices of 'Mode' in the form. */
export type PaginationMode = 'automatic' | 'linkHeader' | 'off' | Kind;

/** The settings of 'Pagination'. */
export interface Pagination {
	mode: PaginationMode;
	cursorField: string;
	cursorParameter: string;
	lastContactField: string;
	nextLinkField: string;
	offsetParameter: string;
	firstOffset: number;
	pageParameter: string;
	firstPage: number;
	isInclusive: boolean;
	/** The field that says whether there is more; empty if it has a usual name. */
	hasMoreField: string;
	hasMoreOn: 'detect' | 'morePages' | 'lastPage';
	/** Whether to compare the number of contacts with the total that the service states. */
	checkTotal: boolean;
	/** Whether it is an error when a contact comes on two pages. */
	checkRepeats: boolean;
}

/** Settings derived from a response; null values have to be looked up in the documentation. */
export type SuggestedSettings = { mode: PaginationMode; contactsField?: string | null } & {
	[Name in keyof Pagination]?: Pagination[Name] | null;
};

/** What a person asks for. */
export interface ListRequest {
	/** The URL of the first page. */
	url: URL;
	/** Undefined where the service chooses. */
	pageSize: number | undefined;
	limit: number;
	/** Where the list is; empty to recognize it. */
	contactsField: string;
	pagination: Pagination;
}

/** A request that was answered, but with nothing that could be a page. */
export interface Refusal {
	/** HTTP status; 0 for a connection that was closed without a response. */
	status: number;
	/** What to throw where no other answer can help. */
	error: unknown;
}

/**
 * Requests a page. It throws what no other request of the list would change: an outage, an abort.
 *
 * @param number of the page, from 1
 * @param upcoming the URLs that are certain to be requested next
 */
export type Send = (
	url: URL,
	number: number,
	upcoming?: readonly URL[],
) => Promise<PageResponse | Refusal>;

/** What a list read depends on. */
export interface Source {
	request: ListRequest;
	send: Send;
	/** Ways that lists of the same run have found, the last first. Each list proves them again; ends are never shared. */
	ways: Way[];
	/** Receives a line for each page and each question. */
	log: (line: string) => void;
	/** Shows a name from a response, or hides it. */
	quote: (name: string) => string;
}

/** What came for a request: a page, or why there is none. */
export type Came = Page | Absence;

export const isRefusal = (answer: PageResponse | Refusal): answer is Refusal => 'error' in answer;

/**
 * How a request was refused; undefined where another one may be permitted: firewalls refuse long questions as if
 * the client had no permission.
 */
export function absenceOf({ status }: Refusal): Absence | undefined {
	if ([0, 403, 414, 431].includes(status)) return undefined;
	if ([404, 410].includes(status)) return 'missing';
	// Only where the service blames the request, it is about what was asked for.
	return status >= 400 && status < 500 ? 'refused' : 'failed';
}
