/** The choices of 'Mode' in the form. */
export type PaginationMode =
	| 'automatic'
	| 'cursor'
	| 'lastContact'
	| 'linkHeader'
	| 'nextLink'
	| 'off'
	| 'offset'
	| 'pageNumber';

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
