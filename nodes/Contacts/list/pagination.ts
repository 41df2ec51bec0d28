/** How to request the next page. */
export type PaginationMode =
	| 'automatic'
	| 'cursor'
	| 'lastContact'
	| 'linkHeader'
	| 'nextLink'
	| 'off'
	| 'offset'
	| 'pageNumber';

/** The user's 'Pagination' settings. An empty name is not set. */
export interface Pagination {
	mode: PaginationMode;
	nextLinkField: string;
	cursorField: string;
	cursorParameter: string;
	/** The field of the last contact whose value is sent as the cursor. */
	lastContactField: string;
	/** Whether a page starts with the contact that the cursor is of. */
	isInclusive: boolean;
	/** The field that says whether there are more pages. */
	hasMoreField: string;
	/** When that field is true; `detect` takes it from the name. */
	hasMoreOn: 'detect' | 'morePages' | 'lastPage';
	pageParameter: string;
	firstPage: number;
	offsetParameter: string;
	firstOffset: number;
	totalField: string;
	/** Whether to compare the number of contacts with the total that the service states. */
	checkTotal: boolean;
	/** Whether it is an error when a contact is on two pages. */
	checkRepeats: boolean;
}

/** Settings derived from a response; null values have to be looked up in the documentation. */
export type SuggestedSettings = { mode: PaginationMode; contactsField?: string | null } & {
	[Name in keyof Pagination]?: Pagination[Name] | null;
};
