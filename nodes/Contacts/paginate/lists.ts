import { LISTS, OF_CONTACT } from './conventions';
import { hasId } from './identity';
import { isEmpty, isObject, type JsonObject, startOf, valueAt } from './json';
import { isLink } from './links';
import { isAboutPages, wordOf } from './signals';

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
	/** Whether it may belong to a single contact, or have groups of them; so only the page size can show it. */
	isDoubtful: boolean;
	/** Whether it has objects alone, or nothing; else it only stands in the way of the others. */
	isList: boolean;
}

const MAX_DEPTH = 5;

/** More fields than any envelope has, so that a hostile response costs no more than a plain one. */
const MAX_VISITED = 2_000;

/** Some responses are a list of their parts: `[{ "page": 1 }, [ … ]]`, or `[{ "total": 230 }, { "data": [ … ] }]`. */
const MAX_PARTS = 4;

/** No single contact has a list of its own that is this long. */
export const MANY = 10;

/** The ranks of names. */
export const RANK = { contacts: 0, usual: 1, other: 2, beside: 3 };

export function rankOf(path: readonly string[], elements: readonly unknown[] = []): number {
	const words = path.map(wordOf).filter((word) => word !== '');
	const name = words.at(-1) ?? 'data';
	if (areMessages(path, elements) || LISTS.beside.test(name)) return RANK.beside;
	if (LISTS.contacts.test(name)) return RANK.contacts;
	return LISTS.usual.test(name) ? RANK.usual : RANK.other;
}

function areMessages(path: readonly string[], elements: readonly unknown[]): boolean {
	const word = wordOf(path.at(-1) ?? '');
	return LISTS.errors.test(word) || (LISTS.messages.test(word) && !elements.some(hasId));
}

const OF_PEOPLE = [LISTS.contacts, LISTS.people];
const OF_ANY = [...OF_PEOPLE, LISTS.usual];

export const isListName = (key: string, names = OF_ANY) =>
	names.some((name) => name.test(wordOf(key)));

// The lists of a response

/**
 * The lists of a response, and what stands where they usually are.
 *
 * @returns undefined if there are too many fields to see them all
 */
export function listsIn(body: unknown): Candidate[] | undefined {
	const search = new ListSearch();
	search.isOne = isObject(body) && isNamed(body, OF_CONTACT.own);
	search.visit(body, []);
	return search.left >= 0 ? search.found : undefined;
}

class ListSearch {
	readonly found: Candidate[] = [];
	/** Whether the response itself may be a contact, which has lists of its own. */
	isOne = false;
	/** Fields that may still be visited. */
	left = MAX_VISITED;

	/** @param isOfOne whether the value belongs to something with a name, such as a person */
	visit(value: unknown, path: readonly string[], isOfOne = false): void {
		const elements = elementsOf(value);
		if (elements) this.#visitList(value as object, elements, path, isOfOne);
		else if (isObject(value)) this.#visitObject(value, path, isOfOne);
	}

	#visitList(
		value: object,
		elements: readonly unknown[],
		path: readonly string[],
		isOfOne: boolean,
	) {
		const before = this.found.length;
		const isList = elements.every(isObject) && !areParts(elements);
		const isCandidate = isList && !areAside(elements, path);
		if (isCandidate) this.#add(path, elements, isOfOne || areGroups(elements));
		const most = isList ? 1 : MAX_PARTS;
		if (elements.length <= most) this.#visitFields(value, path, false);
		if (isCandidate || this.found.length > before) return;
		if (rankOf(path) <= RANK.usual) this.#add(path, elements, true, false);
	}

	#visitObject(value: JsonObject, path: readonly string[], isOfOne: boolean): void {
		const before = this.found.length;
		this.#visitFields(value, path, isOfOne || (path.length > 0 && seemsToBeOne(value)));
		const isInList = this.found.some((one) => isInside(path, one.path));
		if (this.found.length > before || isInList || !isContent(value, path)) return;
		this.#add(path, [value], true, false);
	}

	#visitFields(value: object, path: readonly string[], isOfOne: boolean): void {
		for (const [key, inner] of path.length < MAX_DEPTH ? Object.entries(value) : []) {
			if (this.left-- <= 0) return;
			// Some services send null (Go) or {} (PHP) for an empty list.
			const isNone = isEmpty(inner) && isListName(key);
			if (isNone && !Array.isArray(inner)) this.#add([...path, key], [], false);
			else if (typeof inner === 'object') this.visit(inner, [...path, key], isOfOne);
		}
	}

	#add(path: readonly string[], elements: readonly unknown[], isDoubtful: boolean, isList = true) {
		const isNone = elements.length === 0 && LISTS.people.test(wordOf(path.at(-1) ?? ''));
		const rank = isNone ? RANK.usual : rankOf(path, elements);
		const some = elements.slice(0, MANY);
		const isEdges = some.some((one) => isObject(valueAt(one, 'node'))) && !some.some(hasId);
		const inner = isEdges ? 'node' : '';
		const isOwn = isDoubtful || (this.isOne && rank === RANK.other);
		this.found.push({ path, inner, elements, rank, isDoubtful: isOwn, isList });
	}
}

/** The elements of a list, or of an object that has them by their numbers: `{ "7": { … }, "12": { … } }`. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value);
	const isNumber = (key: string) => key.length <= 20 && /^\d+$/.test(key);
	const isKeyed = entries.every(([key, one]) => isNumber(key) && isObject(one));
	return isKeyed && entries.length > 0 ? entries.map(([, one]) => one) : undefined;
}

const hasObjects = (value: unknown) => Array.isArray(value) && isObject(value[0]);

function areParts(elements: readonly unknown[]): boolean {
	if (elements.length < 2 || elements.length > MAX_PARTS) return false;
	const parts = elements as readonly JsonObject[];
	const entries = parts.flatMap((part) => Object.entries(part));
	const isNone = ([key, value]: [string, unknown]) =>
		Array.isArray(value) && value.length === 0 && isListName(key);
	const isPart = (entry: [string, unknown]) => isNone(entry) || isAboutPages(entry[0]);
	const isEmptyList = entries.some(isNone) && entries.every(isPart);
	if (!isEmptyList && !entries.some(([, value]) => hasObjects(value))) return false;
	const keys = entries.map(([key]) => key);
	return new Set(keys).size === keys.length;
}

/** Whether elements are messages or links: `{ "rel": "next", "href": "…" }`, or `{ "href": "…" }`. */
function areAside(elements: readonly unknown[], path: readonly string[]): boolean {
	const [first] = elements;
	const isTarget = isObject(first) && 'href' in first && Object.keys(first).length === 1;
	return isTarget || isLink(first) || (elements.length > 0 && areMessages(path, elements));
}

/** Whether elements group the contacts: `[{ "letter": "A", "contacts": [ … ] }, …]`. */
function areGroups(elements: readonly unknown[], names = OF_ANY): boolean {
	const isList = (inner: unknown) => hasObjects(inner) || isEmpty(inner);
	const isGroup = (one: unknown) =>
		!hasId(one) &&
		!isNamed(one as JsonObject) &&
		Object.entries(one as JsonObject).some(
			([key, inner]) => isListName(key, names) && isList(inner),
		);
	return elements.length > 1 && elements.every(isGroup);
}

export const areGroupsOfPeople = (elements: readonly unknown[]) => areGroups(elements, OF_PEOPLE);

/** Further fields of an object do not show whether it is one. */
const MAX_OWN = 50;

function keysLike(value: JsonObject, names: RegExp): string[] {
	const keys = Object.keys(value).slice(0, MAX_OWN);
	return keys.filter((key) => names.test(wordOf(key)));
}

const isNamed = (value: JsonObject, names = OF_CONTACT.name) =>
	keysLike(value, names).some((key) => typeof value[key] === 'string');

const seemsToBeOne = (value: JsonObject) =>
	keysLike(value, OF_CONTACT.any).some((key) => value[key] === '' || !isEmpty(value[key]));

/** Whether an object under the usual name of a list may be a contact, or have some. */
function isContent(value: JsonObject, path: readonly string[]): boolean {
	const isText = (one: unknown) =>
		typeof one === 'string' && !/^\d+$|^https?:|^\/|^$/.test(startOf(one));
	const hasContent = Object.values(value).some((one) => isText(one) || hasId(one));
	return isListName(path.at(-1) ?? '') && (isNamed(value) || hasContent);
}

/** Whether a path leads into what is at another one. */
export function isInside(path: readonly string[], outer: readonly string[]): boolean {
	return path.length > outer.length && outer.every((key, n) => key === path[n]);
}

/** Describes where a list is, e.g. `data.edges[].node`. */
export function formatPlace({ path, inner }: Place): string {
	const list = path.length > 0 ? path.join('.') : 'the response itself';
	return inner === '' ? list : `${list}[].${inner}`;
}
