import type { ValueKind } from './soundsLikePaging';

/** Everything that a response says about pages outside the list, nearest to the list first. */
export interface Signs {
	links: Array<Sign<string>>;
	cursors: Array<ParameterSign<string>>;
	nextPages: Array<ParameterSign<number>>;
	nextOffsets: Array<ParameterSign<number>>;
	/** Fields for a next link, cursor or number that are present but empty. */
	noNext: SignSource[];
	/** Whether there are more pages. */
	more: Array<Sign<boolean>>;
	totals: Array<Sign<number>>;
	/** Numbers of contacts after this page. */
	remaining: Array<Sign<number>>;
	/** Numbers of pages. */
	pages: Array<Sign<number>>;
	lastPages: Array<Sign<number>>;
	pageNumbers: Array<ParameterSign<number>>;
	offsets: Array<ParameterSign<number>>;
	pageSizes: Array<Sign<number>>;
	/** Numbers of contacts, of this page or of the whole list. */
	counts: Array<Sign<number>>;
	/** Fields that report a failed request. */
	failures: SignSource[];
	/** Fields and headers that sound like paging but were not understood. */
	unread: UnreadSign[];
}

/** The field or header that a sign comes from. */
export interface SignSource {
	/** Dot path in the response, or the name of the header. */
	name: string;
	/** Whether the sign may end the list: it is beside the list, in an object about pages, or a header. */
	isNear: boolean;
	/** Steps from the object that holds the list. */
	distance: number;
	/** Breaks ties between signs at the same distance: the lowest wins. */
	rank: number;
}

export interface Sign<Value> extends SignSource {
	value: Value;
}

/** A sign whose value, or the value after it, goes into a query parameter of the next request. */
export interface ParameterSign<Value> extends Sign<Value> {
	parameter: string;
}

interface UnreadSign {
	name: string;
	kind: ValueKind;
	value: unknown;
}

/** The signs of a response that says nothing about pages. */
export function emptySigns(): Signs {
	return {
		links: [],
		cursors: [],
		nextPages: [],
		nextOffsets: [],
		noNext: [],
		more: [],
		totals: [],
		remaining: [],
		pages: [],
		lastPages: [],
		pageNumbers: [],
		offsets: [],
		pageSizes: [],
		counts: [],
		failures: [],
		unread: [],
	};
}
