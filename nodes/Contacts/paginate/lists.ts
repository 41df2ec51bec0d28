import { LISTS, OF_CONTACT } from './conventions';
import { hasId } from './identity';
import { isEmpty, isObject, type JsonObject, startOf, valueAt } from './json';
import { readLink } from './links';
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

function rankOf(path: readonly string[]): number {
	const name = nameOf(path);
	if (LISTS.beside.test(name)) return RANK.beside;
	if (LISTS.contacts.test(name)) return RANK.contacts;
	return LISTS.usual.test(name) ? RANK.usual : RANK.other;
}

/** The last word of a path; a list without one is the whole response. */
const nameOf = (path: readonly string[]) =>
	path.map(wordOf).findLast((word) => word !== '') ?? 'data';

/** Whether elements are messages or links: `{ "rel": "next", "href": "…" }`, or `{ "href": "…" }`. */
function areAside(elements: readonly unknown[], path: readonly string[]): boolean {
	const [name, [first]] = [nameOf(path), elements];
	const isTarget = isObject(first) && 'href' in first && Object.keys(first).length === 1;
	const areMessages = LISTS.messages.test(name) && !elements.some(hasId);
	return isTarget || readLink(first) !== undefined || areMessages || LISTS.errors.test(name);
}

const OF_PEOPLE = [LISTS.contacts, LISTS.people];
const OF_ANY = [...OF_PEOPLE, LISTS.usual];

const isListName = (key: string, names = OF_ANY) => names.some((name) => name.test(wordOf(key)));

// The lists of a response

/**
 * The lists of a response, and what stands where they usually are.
 *
 * @returns undefined if there are too many fields to see them all
 */
export function listsIn(body: unknown): Candidate[] | undefined {
	const search = new ListSearch(isObject(body) && keysLike(body, OF_CONTACT.own).length > 0);
	if (typeof body === 'object' && body !== null) search.visit(body, []);
	return search.left >= 0 ? search.found : undefined;
}

class ListSearch {
	readonly found: Candidate[] = [];
	/** Fields that may still be visited. */
	left = MAX_VISITED;

	/** @param isOne whether the response itself may be a contact, which has lists of its own */
	constructor(private readonly isOne: boolean) {}

	/** @param isOfOne whether the value is, or belongs to, something with a name, such as a person */
	visit(value: object, path: readonly string[], isOfOne = false): void {
		const elements = elementsOf(value);
		if (!elements) return this.#visitFields(value, path, isOfOne);
		const isList = elements.every(isObject) && !areParts(elements);
		if (isList && !areAside(elements, path)) {
			this.#add(path, elements, isOfOne || areGroups(elements));
		}
		if (elements.length <= (isList ? 1 : MAX_PARTS)) this.#visitFields(value, path, false);
	}

	#visitFields(value: object, path: readonly string[], isOfOne: boolean): void {
		if (path.length >= MAX_DEPTH) return;
		for (const [key, inner] of Object.entries<unknown>(value as JsonObject)) {
			if (this.left-- <= 0) return;
			// Some services send null (Go) or {} (PHP) for an empty list.
			const isNone = isEmpty(inner) && isListName(key);
			if (isNone && !Array.isArray(inner)) this.#add([...path, key], [], false);
			else if (typeof inner === 'object' && inner !== null) {
				this.#visitField(inner, [...path, key], isOfOne);
			}
		}
	}

	#visitField(value: object, path: readonly string[], isOfOne: boolean): void {
		const before = this.found.length;
		this.visit(value, path, isOfOne || (isObject(value) && seemsToBeOne(value)));
		if (this.found.length > before) return;
		// A contact that came alone may have objects of any name.
		const isInList = this.found.some((one) => isInside(path, one.path));
		const isContent = isObject(value)
			? isListName(path.at(-1)!) && !isInList && hasContent(value)
			: rankOf(path) <= RANK.usual;
		if (isContent) this.#add(path, elementsOf(value) ?? [value], true, false);
	}

	#add(path: readonly string[], elements: readonly unknown[], isOfOne: boolean, isList = true) {
		// An empty list of people is as likely as what services call any list.
		const isNone = elements.length === 0 && LISTS.people.test(nameOf(path));
		const rank = isNone ? RANK.usual : rankOf(path);
		const some = elements.slice(0, MANY);
		const isEdges = some.some((one) => isObject(valueAt(one, 'node'))) && !some.some(hasId);
		const inner = isEdges ? 'node' : '';
		const isDoubtful = isOfOne || (this.isOne && rank === RANK.other);
		this.found.push({ path, inner, elements, rank, isDoubtful, isList });
	}
}

/** The elements of a list, or of an object that has them by their numbers: `{ "7": { … }, "12": { … } }`. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	const entries = isObject(value) ? Object.entries(value) : [];
	const isNumber = (key: string) => key.length <= 20 && /^\d+$/.test(key);
	const isKeyed = entries.every(([key, one]) => isNumber(key) && isObject(one));
	return isKeyed && entries.length > 0 ? entries.map(([, one]) => one) : undefined;
}

const hasObjects = (value: unknown) => Array.isArray(value) && isObject(value[0]);

/** Whether elements are parts of a response: none has a field of another one, and one has a list. */
function areParts(elements: readonly unknown[]): boolean {
	if (elements.length < 2 || elements.length > MAX_PARTS) return false;
	const entries = (elements as readonly JsonObject[]).flatMap((part) => Object.entries(part));
	const isNone = ([key, value]: [string, unknown]) =>
		Array.isArray(value) && value.length === 0 && isListName(key);
	const isAllEmpty =
		entries.some(isNone) && entries.every((one) => isNone(one) || isAboutPages(one[0]));
	const hasList = isAllEmpty || entries.some(([, value]) => hasObjects(value));
	return hasList && new Set(entries.map(([key]) => key)).size === entries.length;
}

/** Whether elements group the contacts: `[{ "letter": "A", "contacts": [ … ] }, …]`. */
function areGroups(elements: readonly unknown[], names = OF_ANY): boolean {
	const isList = ([key, inner]: [string, unknown]) =>
		isListName(key, names) && (hasObjects(inner) || isEmpty(inner));
	const isGroup = (one: unknown) =>
		!hasId(one) &&
		keysLike(one as JsonObject, OF_CONTACT.own).length === 0 &&
		Object.entries(one as JsonObject).some(isList);
	return elements.length > 1 && elements.every(isGroup);
}

export const areGroupsOfPeople = (elements: readonly unknown[]) => areGroups(elements, OF_PEOPLE);

/** Further fields of an object do not show whether it is a contact. */
const MAX_OWN = 50;

function keysLike(value: JsonObject, names: RegExp): string[] {
	const keys = Object.keys(value).slice(0, MAX_OWN);
	return keys.filter((key) => names.test(wordOf(key)));
}

const seemsToBeOne = (value: JsonObject) =>
	keysLike(value, OF_CONTACT.any).some((key) => value[key] === '' || !isEmpty(value[key]));

/** Whether an object may be a contact, or have some: it has a text that is no number and no link, or something with an ID. */
function hasContent(value: JsonObject): boolean {
	const isText = (one: unknown) =>
		typeof one === 'string' && !/^\d+$|^https?:|^\/|^$/.test(startOf(one));
	return seemsToBeOne(value) || Object.values(value).some((one) => isText(one) || hasId(one));
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
