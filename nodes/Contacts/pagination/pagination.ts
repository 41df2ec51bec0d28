/** How the next page is asked for. */
export type PaginationMode =
	| 'automatic'
	| 'cursor'
	| 'lastContact'
	| 'linkHeader'
	| 'nextLink'
	| 'off'
	| 'offset'
	| 'pageNumber';

/** Pagination as set by hand; an empty name means: not set. */
export interface Pagination {
	mode: PaginationMode;
	nextLinkField: string;
	cursorField: string;
	cursorParameter: string;
	/** Field of the last contact that is sent as the cursor. */
	lastContactField: string;
	/** True while there are more pages; a `!` before the name turns it round. */
	hasMoreField: string;
	pageParameter: string;
	firstPage: number;
	totalPagesField: string;
	offsetParameter: string;
	firstOffset: number;
	totalField: string;
	/** Whether the number of contacts is compared with the total that the service states. */
	checkTotal: boolean;
	/** Whether a contact that comes twice is an error. */
	checkRepeats: boolean;
}

/** Settings that a response suggests. Null stands for what only the documentation of the service tells. */
export type SuggestedSettings = { mode: PaginationMode; contactsField?: string | null } & {
	[Name in keyof Pagination]?: Pagination[Name] | null;
};
