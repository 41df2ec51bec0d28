import type { JsonObject } from './json';

/** A response, with its body parsed. */
export interface PageResponse {
	/** HTTP status. */
	status: number;
	/** Names in lower case. */
	headers: Headers;
	/** Parsed JSON; undefined for a response without a body (204). */
	body: unknown;
}

/** A contact as the service sends it; the contract shows no fields. */
export type Contact = JsonObject;

/** Where the list of contacts is in a response. */
export interface ListLocation {
	/** Keys that lead to the list; empty when the response is the list. */
	path: readonly string[];
	/** Dot path of the contact in an element (`node` in `edges`); empty when the element is the contact. */
	contactPath: string;
	/** Some top-level keys of the first response with the list. */
	keys: readonly string[];
	/** Some fields of its first element. */
	fields: readonly string[];
}

/** Where the list may be: what was recognized, or set, or known from an earlier page. */
export type Place = Pick<ListLocation, 'path' | 'contactPath'> & Partial<ListLocation>;
