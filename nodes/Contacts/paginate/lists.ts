import { isEmpty, isObject, valueAt } from './json';
import { isLink } from './links';
import { wordOf } from './signals';

/** Where a response has the list of contacts. */
export interface Place {
	/** The keys that lead to the list; none where it is the whole response. */
	path: readonly string[];
	/** Dot path within each element, where it wraps a contact; empty where it is one. */
	inner: string;
}

export interface List extends Place {
	elements: readonly unknown[];
}

const MAX_DEPTH = 5;

/** More fields than any envelope has, so that a hostile response costs no more than a plain one. */
const MAX_VISITED = 2_000;

/**
 * The lists of a response that may hold the contacts, the longest first.
 *
 * @returns undefined if there are too many fields to see them all
 */
export function listsIn(body: unknown): List[] | undefined {
	if (Array.isArray(body) && !areParts(body)) {
		return [{ path: [], inner: innerOf(body), elements: body }];
	}
	const search = new ListSearch();
	search.visit(body, []);
	const found = search.found.filter(({ elements }) => !isLink(elements[0]));
	const isWhole = search.left >= 0;
	return isWhole ? found.sort((a, b) => b.elements.length - a.elements.length) : undefined;
}

class ListSearch {
	readonly found: List[] = [];
	/** Fields that may still be visited. */
	left = MAX_VISITED;

	visit(value: unknown, path: readonly string[]): void {
		const isNone = isContactsKey(path.at(-1)) && isEmpty(value);
		const elements = elementsOf(value) ?? (isNone ? [] : undefined);
		if (elements && path.length > 0) this.found.push({ path, inner: innerOf(elements), elements });
		// A list of one may be a contact, or stand around the list.
		const isEntered = elements === undefined || elements.length === 1 || path.length === 0;
		if (isEntered && path.length < MAX_DEPTH) this.#visitFields(value, path);
	}

	#visitFields(value: unknown, path: readonly string[]): void {
		for (const [key, inner] of Object.entries(value ?? {})) {
			if (this.left-- <= 0) return;
			const isValue = typeof inner === 'object' && (inner !== null || isContactsKey(key));
			if (isValue) this.visit(inner, [...path, key]);
		}
	}
}

/** Some responses are a list of their parts: `[{ "page": 1 }, [ … ]]`, or `[{ "total": 230 }, { "data": [ … ] }]`. */
function areParts(body: readonly unknown[]): boolean {
	if (body.length < 2 || body.length > 3) return false;
	const [one, other] = body;
	if (Array.isArray(one) !== Array.isArray(other)) return true;
	return (
		isObject(one) && isObject(other) && !Object.keys(one).some((key) => Object.hasOwn(other, key))
	);
}

/** The elements of a list, or of an object that has them by their numbers: `{ "7": { … }, "12": { … } }`. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value);
	const isKeyed = entries.every(([key, one]) => /^\d{1,20}$/.test(key) && isObject(one));
	return isKeyed && entries.length > 0 ? entries.map(([, one]) => one) : undefined;
}

/** Relay wraps each contact: `edges: [{ node: { … }, cursor: "…" }]`. */
function innerOf(elements: readonly unknown[]): string {
	const isWrapped = elements.length > 0 && elements.every((one) => isObject(valueAt(one, 'node')));
	return isWrapped ? 'node' : '';
}

/** Whether a list has anything that may be a contact. */
export function hasObjects({ elements }: List): boolean {
	return elements.some(isObject);
}

// Names decide only where no contacts can.

const CONTACTS = /^(all|my)?(contacts?|contatos|contactos|kontakte)(list|data)?$/;

/** What services call the list of any resource. */
const GENERIC =
	/^(data|items?|results?|response|records?|entries|entry|elements|features|values?|rows|list|contents?|objects|resources|hits|docs|edges|nodes|collection)(list)?$/;

/** Names of lists of people, of which a response may have several. */
const PEOPLE =
	/^(all)?(people|persons?|users?|members?|customers?|clients?|leads?|subscribers?|profiles?|connections?)(list)?$/;

/** Lists that stand beside that of the contacts, and are often empty. */
const BESIDE =
	/^(errors?|warnings?|messages?|included?s?|linked|relations?|references?|links?|sorts?|sorting|filters?|fields|columns|aggregations?|facets?|tags|notices?|breadcrumbs?|actions?|meta|extensions?)$/;

const isContactsKey = (key: string | undefined) => key !== undefined && CONTACTS.test(wordOf(key));

const nameIs =
	(...names: RegExp[]) =>
	({ path }: Place) => {
		const word = wordOf(path.findLast((key) => !/^\d+$/.test(key)) ?? '');
		return path.length === 0 || names.some((name) => name.test(word));
	};

export const isContacts = ({ path }: Place) => isContactsKey(path.at(-1));
export const isGeneric = nameIs(CONTACTS, GENERIC);
export const isUsual = nameIs(CONTACTS, GENERIC, PEOPLE);
export const isBeside = nameIs(BESIDE);

/** Whether a path leads into what is at another one. */
export function isInside(path: readonly string[], outer: readonly string[]): boolean {
	return path.length > outer.length && outer.every((key, n) => key === path[n]);
}

/** Describes where a list is, e.g. `data.edges[].node`. */
export function formatPlace({ path, inner }: Place): string {
	const list = path.length > 0 ? path.join('.') : 'the response itself';
	return inner === '' ? list : `${list}[].${inner}`;
}
