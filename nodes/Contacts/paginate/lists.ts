import { LISTS, OF_CONTACT } from './conventions';
import { hasId } from './identity';
import {
	entriesIn,
	isEmpty,
	isObject,
	type JsonObject,
	keysIn,
	startOf,
	valueAt,
	valueAtKeys,
} from './json';
import { readLink } from './links';
import { isAboutPages, isAboutPosition, wordOf } from './signals';

/** Where a response has the list of contacts. */
export interface Place {
	/** The keys that lead to the list; none where it is the whole response. */
	path: readonly string[];
	/** Dot path within each element, where it wraps a contact; empty where it is one. */
	inner: string;
}

/** A list that may be the one with the contacts. */
export interface Candidate extends Place {
	elements: readonly unknown[];
	/** How likely its name is that of contacts: 0 is best. */
	rank: number;
	/**
	 * A list has objects alone, or nothing. A doubtful one may belong to a single contact, or have groups of them; so
	 * only the page size can show it. Anything else only stands in the way of the others.
	 */
	kind: 'list' | 'doubtful' | 'other';
}

/** Whether a candidate is a list that has something. */
export const isFilled = ({ kind, elements }: Candidate) => kind !== 'other' && elements.length > 0;

const MAX_DEPTH = 8;

/** More fields than any envelope has, so that a hostile response costs no more than a plain one. */
const MAX_VISITED = 2_000;

/** Some responses are a list of their parts: `[{ "page": 1 }, [ … ]]`, or `[{ "total": 230 }, { "data": [ … ] }]`. */
const MAX_PARTS = 4;

/** No single contact has a list of its own that is this long. */
export const MANY = 10;

/** The ranks of names. */
export const RANK = { contacts: 0, usual: 1, other: 2, beside: 3 };

function rankOf(path: readonly string[], isNone = false): number {
	const name = nameOf(path);
	if (LISTS.beside.test(name)) return RANK.beside;
	if (LISTS.contacts.test(name)) return RANK.contacts;
	// An empty list of people is as likely as what services call any list.
	const isUsual = LISTS.usual.test(name) || (isNone && LISTS.people.test(name));
	return isUsual ? RANK.usual : RANK.other;
}

/** The last name of a path that is no number; a list without one is the whole response. */
const nameOf = (path: readonly string[]) =>
	wordOf(path.findLast((key) => !/^\d{1,20}$/.test(key)) ?? 'data');

/** Whether elements are messages or links: `{ "rel": "next", "href": "…" }`, or `{ "href": "…" }`. */
function areAside(elements: readonly unknown[], path: readonly string[]): boolean {
	const [name, [first]] = [nameOf(path), elements];
	const isTarget = isObject(first) && 'href' in first && Object.keys(first).length === 1;
	const areMessages = LISTS.messages.test(name) && !elements.some(hasId);
	const isLink = isTarget || (readLink(first) !== undefined && !hasId(first));
	return isLink || areMessages || LISTS.errors.test(name);
}

const LIST_NAMES = [LISTS.contacts, LISTS.people, LISTS.usual];

const isListName = (key = '') => LIST_NAMES.some((name) => name.test(wordOf(key)));

// The lists of a response

/** The lists of a response, and what stands where they usually are; undefined if it has too many fields. */
export function listsIn(body: unknown): Candidate[] | undefined {
	const search = new ListSearch();
	search.visit(body, []);
	return search.left >= 0 ? search.found : undefined;
}

class ListSearch {
	readonly found: Candidate[] = [];
	/** Fields that may still be visited. */
	left = MAX_VISITED;
	/** Whether the response itself may be a contact, which has lists of its own. */
	#isOne = false;

	/** @param isOfOne whether the value belongs to something with a name, such as a person */
	visit(value: unknown, path: readonly string[], isOfOne = false): void {
		if (this.left-- <= 0) return;
		const before = this.found.length;
		// Some services send null (Go) or {} (PHP) for an empty list.
		const isNone = isEmpty(value) && isListName(path.at(-1));
		const elements = isNone ? [] : elementsOf(value);
		if (elements) this.#visitList(value, elements, path, isOfOne);
		else this.#visitFields(value, path, isOfOne);
		const isOther = this.found.length === before && this.#isInTheWay(value, path);
		if (isOther) this.#add(path, elements ?? [value], 'other');
	}

	#visitList(
		value: unknown,
		elements: readonly unknown[],
		path: readonly string[],
		isOfOne: boolean,
	): void {
		const isList = elements.every(isObject) && !areParts(elements);
		if (isList && !areAside(elements, path)) {
			this.#add(path, elements, isOfOne || areGroups(elements) ? 'doubtful' : 'list');
		}
		if (elements.length <= (isList ? 1 : MAX_PARTS)) this.#visitFields(value, path, false);
	}

	#visitFields(value: unknown, path: readonly string[], isOfOne: boolean): void {
		if (path.length >= MAX_DEPTH) return;
		if (path.length === 0) this.#isOne = hasFieldLike(value, OF_CONTACT.own);
		const isInOne = isOfOne || (path.length > 0 && hasName(value));
		for (const [key, inner] of entriesIn(value)) this.visit(inner, [...path, key], isInOne);
	}

	/** Whether something else stands where lists are. A contact that came alone may have objects of any name. */
	#isInTheWay(value: unknown, path: readonly string[]): boolean {
		// Rows may be arrays, beside their columns, and some lists have holes.
		const hasParts = (one: unknown) => typeof one === 'object' && one !== null;
		if (Array.isArray(value) && value.some(hasParts) && !value.every(isObject)) return true;
		if (!isListName(path.at(-1))) return false;
		if (!isObject(value)) return Array.isArray(value) && rankOf(path) <= RANK.usual;
		return hasContent(value) && !this.found.some((one) => isInside(path, one.path));
	}

	#add(path: readonly string[], elements: readonly unknown[], kind: Candidate['kind']): void {
		const some = elements.slice(0, MANY);
		const isEdges = some.some((one) => isObject(valueAt(one, 'node'))) && !some.some(hasId);
		const rank = rankOf(path, elements.length === 0);
		const isOwn = kind === 'list' && this.#isOne && rank === RANK.other;
		const known = isOwn ? 'doubtful' : kind;
		this.found.push({ path, inner: isEdges ? 'node' : '', elements, rank, kind: known });
	}
}

/** The elements of a list, or of an object that has them by their numbers: `{ "7": { … }, "12": { … } }`. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	const entries = entriesIn(value);
	const isNumber = (key: string) => key.length <= 20 && /^\d+$/.test(key);
	const isKeyed = entries.every(([key, one]) => isNumber(key) && isObject(one));
	return isKeyed && entries.length > 0 ? entries.map(([, one]) => one) : undefined;
}

const hasObjects = (value: unknown) => Array.isArray(value) && isObject(value[0]);

/** Whether elements are parts of a response: none has a field of another one, and one has a list. */
function areParts(elements: readonly unknown[]): boolean {
	if (elements.length < 2 || elements.length > MAX_PARTS) return false;
	const entries = elements.flatMap(entriesIn);
	const isNone = ([key, value]: [string, unknown]) =>
		Array.isArray(value) && value.length === 0 && isListName(key);
	const isAllEmpty =
		entries.some(isNone) && entries.every((one) => isNone(one) || isAboutPages(one[0]));
	const hasList = isAllEmpty || entries.some(([, value]) => hasObjects(value));
	return hasList && new Set(entries.map(([key]) => key)).size === entries.length;
}

/** Whether elements group the contacts: `[{ "letter": "A", "contacts": [ … ] }, …]`. */
export function areGroups(elements: readonly unknown[]): boolean {
	const isList = ([key, inner]: [string, unknown]) =>
		isListName(key) && (hasObjects(inner) || isEmpty(inner));
	const isGroup = (one: unknown) =>
		!hasId(one) && !hasFieldLike(one, OF_CONTACT.own) && entriesIn(one).some(isList);
	return elements.length > 1 && elements.every(isGroup);
}

/** Whether a value has a field of such a name, if only with an empty text. */
function hasFieldLike(value: unknown, names: RegExp): boolean {
	const isSent = (inner: unknown) => inner === '' || !isEmpty(inner);
	return keysIn(value).some((key) => names.test(wordOf(key)) && isSent(valueAtKeys(value, [key])));
}

/** Whether something has a field of a person or a company, such as a name. */
export const hasName = (value: unknown) => hasFieldLike(value, OF_CONTACT.any);

/** Whether an object may be a contact, or have some: it has a text that is no number and no link, or something with an ID. */
function hasContent(value: JsonObject): boolean {
	const isText = (one: unknown) =>
		typeof one === 'string' && !/^\d+$|^https?:|^\/|^$/.test(startOf(one));
	const isThing = (one: unknown) => hasId(one) || hasName(one);
	const values = keysIn(value)
		.filter((key) => !isAboutPosition(key))
		.map((key) => value[key]);
	// `{ "7f2": { "profile": { "name": "Ann" } } }`
	const inner = values.flatMap((one) => (isObject(one) ? Object.values(one) : []));
	return hasName(value) || values.some(isText) || [...values, ...inner].some(isThing);
}

/** Whether a path leads into what is at another one. */
export const isInside = (path: readonly string[], outer: readonly string[]): boolean =>
	path.length > outer.length && outer.every((key, n) => key === path[n]);

/** Describes where a list is, e.g. `data.edges[].node`. */
export function formatPlace({ path, inner }: Place): string {
	const list = path.length > 0 ? path.join('.') : 'the response itself';
	return inner === '' ? list : `${list}[].${inner}`;
}
