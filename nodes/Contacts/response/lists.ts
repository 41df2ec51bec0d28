import { isEmpty, isObject, type JsonObject } from './json';

/** Where a list of contacts is in a response. */
export interface Place {
	/** Keys that lead to the list; empty when the response is the list. */
	path: readonly string[];
	/** Dot path of the contact in an element (`node` in `edges`); empty when the element is the contact. */
	contactPath: string;
	/** Whether the list is an object whose keys are numbers or IDs. */
	isKeyed?: boolean;
	/** Whether its first element is about the page: `[{ "total": 230 }, { "id": 1 }, …]`. */
	hasHead?: boolean;
}

/** A list of objects, or an empty one, that may be the list of contacts. */
export interface Candidate extends Place {
	elements: readonly unknown[];
	/** How likely its name is that of contacts: 0 is best. */
	rank: number;
	/** Whether it may be something that a single contact has: `{ "data": { "name": …, "employees": [ … ] } }`. */
	isDoubtful?: boolean;
	/** Whether it is a single object, which may stand in place of its list. */
	isSingle?: boolean;
}

/** Nested objects below this depth are not searched. */
const MAX_DEPTH = 5;

/** More fields than any envelope has, so that a hostile response costs no more than a plain one. */
export const MAX_FIELDS = 500;

/** The dot path of a list, for messages and settings. */
export function pathOf({ path }: Pick<Place, 'path'>): string {
	return path.join('.') || 'the response itself';
}

/** `hasMore`, `has_more` and `Has-More` are the same name. */
export function normalize(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

/** Names such as `contacts`, as in the path of the request. */
const CONTACTS = /^(all|my)?contacts?(list|data)?$/;

/** What services call the list of any resource. */
const USUAL_NAME =
	/^(data|items?|results?|records?|values?|entr(y|ies)|entit(y|ies)|elements?|objects|resources?|rows?|list|contents?|nodes|edges|hits|docs|documents|people|persons|users|members|customers|clients|leads|collection)$/;

/** Lists that stand beside those of contacts. They are contacts only where there is nothing else. */
const BESIDE =
	/^(errors?|warnings?|messages?|links?|included?s?|linked|relations?|references?|aggregations?|breadcrumbs?)$|related|suggest|similar|recommend|facet/;

/** Ranks of names. Names order what is tried, and decide where the service does not. */
const RANK = { contacts: 0, usual: 1, other: 2, beside: 3 };

/** A list of so many elements is none of something that a single contact has. */
export const MANY = 10;

/** The rank of the names that lists of any resource have. */
export const USUAL = RANK.usual;

function rankOf(path: readonly string[], elements: readonly JsonObject[] = []): number {
	const name = normalize(path.findLast((key) => !/^\d+$/.test(key)) ?? 'data');
	// What has IDs may be anything.
	if (isNamedForMessages(path) && elements.some(hasId)) return RANK.other;
	if (CONTACTS.test(name)) return RANK.contacts;
	if (USUAL_NAME.test(name)) return RANK.usual;
	return BESIDE.test(name) ? RANK.beside : RANK.other;
}

/** Collects the lists of a response that may be the one with the contacts. */
export function candidatesIn(body: unknown): Candidate[] {
	const search = new ListSearch();
	search.visit(body, []);
	const [list] = search.found;
	if (list?.path.length === 0 && isHead(list.elements)) {
		return [{ ...list, elements: list.elements.slice(1), hasHead: true }];
	}
	return search.found;
}

class ListSearch {
	readonly found: Candidate[] = [];

	#fieldsLeft = MAX_FIELDS;

	/** @param isOfOne whether the value belongs to something with a name, such as a person */
	visit(value: unknown, path: readonly string[], isOfOne = false): void {
		if (typeof value !== 'object' || value === null) return;
		const elements = elementsOf(value);
		if (isListOfObjects(elements)) {
			this.#add(value, path, elements, isOfOne);
			// The only element may be a wrapper of the list.
			if (elements.length !== 1 || !Array.isArray(value)) return;
		}
		const isLong = Array.isArray(value) && value.length > MAX_PARTS;
		if (!isLong && path.length < MAX_DEPTH) this.#visitFields(value, path);
	}

	#add(
		value: unknown,
		path: readonly string[],
		elements: readonly JsonObject[],
		isOfOne: boolean,
	): void {
		// A list in the only element of another one is no likelier than that.
		const outer = this.found.find((one) => isInside({ path }, one));
		const rank = Math.max(rankOf(path, elements), outer?.elements.length ? outer.rank : 0);
		this.found.push({
			...{ ...place(path, elements), elements, rank },
			...(!Array.isArray(value) && { isKeyed: true }),
			...(isOfOne && rank >= RANK.other && { isDoubtful: true }),
		});
	}

	#visitFields(value: object, path: readonly string[]): void {
		const before = this.found.length;
		const isPerson = path.length > 0 && isNamed(value as JsonObject);
		for (const [key, field] of Object.entries(value)) {
			if (this.#fieldsLeft-- <= 0) return;
			// Some services send null (Go) or {} (PHP) for an empty list.
			const isNone = !Array.isArray(value) && !Array.isArray(field) && isEmpty(field);
			if (isNone && isUsual(key)) this.found.push(emptyAt([...path, key]));
			else this.visit(field, [...path, key], isPerson);
		}
		if (this.found.length === before) this.#addSingle(value as JsonObject, path);
	}

	/** A single contact may stand in place of its list. */
	#addSingle(value: JsonObject, path: readonly string[]): void {
		const isInList = this.found.some((one) => isInside({ path }, one));
		if (isInList || !isUsual(path.at(-1) ?? '') || !isContent(value)) return;
		this.found.push({ ...emptyAt(path), elements: [value], isSingle: true, isDoubtful: true });
	}
}

function isListOfObjects(elements: readonly unknown[] | undefined): elements is JsonObject[] {
	return elements?.every(isObject) === true && !areParts(elements);
}

/** Whether an object has texts of its own, or a name. */
function isContent(value: JsonObject): boolean {
	const texts = Object.values(value).filter((text) => typeof text === 'string' && /\D/.test(text));
	return isNamed(value) || texts.some((text) => !/^https?:|^\//.test(text as string));
}

/** Whether the first element of a list has only numbers, and none of the fields of the second one. */
function isHead([head, second]: readonly unknown[]): boolean {
	if (!isObject(head) || hasId(head) || isEmpty(head)) return false;
	// Alone, it has to say that there are none.
	const isAlike = isObject(second)
		? Object.keys(head).some((key) => key in second)
		: head.total !== 0;
	return !isAlike && Object.values(head).every((value) => typeof value === 'number');
}

/** Whether an object has a name or an address of its own. */
function isNamed(value: JsonObject): boolean {
	const names = Object.keys(value).filter((key) => typeof value[key] === 'string');
	return names.some((name) => /^(full|first|last|display)?_?(name|e?mail)$/i.test(name));
}

export function isInside({ path }: Pick<Place, 'path'>, outer: Pick<Place, 'path'>): boolean {
	return outer.path.length < path.length && outer.path.every((key, at) => path[at] === key);
}

/** GraphQL connections wrap each contact: `edges: [{ cursor, node: { … } }]`. */
function place(path: readonly string[], elements: readonly JsonObject[]): Place {
	const isWrapped = path.at(-1) === 'edges' && elements.every(({ node }) => isObject(node));
	return { path, contactPath: isWrapped && elements.length > 0 ? 'node' : '' };
}

/** Parts of a response that are written as a list: `[{ "total": 230 }, [{ … }, …]]`. */
const MAX_PARTS = 4;

/** Whether elements are parts of one response: `[{ "info": … }, { "people": [ … ] }]`. */
function areParts(elements: readonly JsonObject[]): boolean {
	if (elements.length < 2 || elements.length > MAX_PARTS) return false;
	const keys = elements.flatMap((element) => Object.keys(element));
	const values = elements.flatMap((element) => Object.values(element));
	const hasList = values.some((value) => Array.isArray(value) && isObject(value[0]));
	return hasList && new Set(keys).size === keys.length;
}

/** Whether an object is identified, as contacts are and wrappers of a list are not. */
export function hasId(element: object): boolean {
	return Object.keys(element).some((name) => /^_?(uu|gu|u)?id$|[a-z_]I[dD]$|_id$/.test(name));
}

/** Fields of an element that are compared with its key or with those of another element. */
const MAX_COMPARED = 30;

const NUMBER = /^\d+$/;

/** The elements of a list, which may be an object whose keys are numbers or IDs. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value);
	const numbered = entries.filter(([key]) => NUMBER.test(key)).map(([, element]) => element);
	// `{ "title": "Contacts", "0": { … }, "1": { … } }`
	const isNumbered = numbered.length > 0 && !Object.values(value).some(Array.isArray);
	if (isNumbered && areAlike(numbered)) return numbered;
	const elements = entries.map(([, element]) => element);
	return areAlike(elements) && entries.every(isKeyedById) ? elements : undefined;
}

function isKeyedById([key, element]: [string, unknown], _: number, all: unknown[]): boolean {
	const fields = Object.entries(element as JsonObject).slice(0, MAX_COMPARED);
	// A single object may have the name of its kind: `{ "user": { "type": "user", … } }`.
	const ids = fields.filter(([name]) => all.length > 1 || hasId({ [name]: '' }));
	// The key may name the kind of the element, too: `Person::13`.
	const keys = [key, key.split(':').at(-1)];
	return ids.some(([, id]) => /string|number/.test(typeof id) && keys.includes(String(id)));
}

/** Whether there are elements, all of them objects with at least half of the fields of the first one. */
function areAlike(elements: readonly unknown[]): boolean {
	const [first] = elements;
	return isObject(first) && elements.every((element) => isLike(element, Object.keys(first)));
}

/** Whether a value is an object with at least half of the fields. */
export function isLike(value: unknown, fields: readonly string[]): boolean {
	if (!isObject(value)) return false;
	return fields.filter((field) => Object.hasOwn(value, field)).length * 2 >= fields.length;
}

/**
 * The lists that may be the one with the contacts, the likeliest first. Where there is more than one,
 * only another page size shows which.
 */
export function likelyLists(candidates: readonly Candidate[]): Candidate[] {
	const filled = candidates.filter(
		(one) => one.elements.length > 0 && !isOnlyLinks(one.elements) && !isMessage(one),
	);
	const isLong = filled.some(({ elements }) => elements.length >= MANY);
	const mayBeSingle = ({ rank, elements }: Candidate) =>
		rank === RANK.contacts || (!isLong && hasId(elements[0] as object));
	const others = filled.filter(
		(one) => one.rank < RANK.beside && (!one.isSingle || mayBeSingle(one)),
	);
	const best = others.length > 0 ? others : filled;
	// One object may be anything, and a list of a usual name may be empty.
	const isUnlikely = best.every(({ elements, rank }) => elements.length === 1 || rank > RANK.usual);
	const least = best.every(({ rank }) => rank === RANK.beside)
		? RANK.beside
		: isUnlikely
			? RANK.other
			: RANK.usual;
	const empty = candidates.filter(
		({ elements, rank }) => elements.length === 0 && (best.length === 0 || rank <= least),
	);
	const likely = [...best, ...empty];
	// Lists in the only element of another one come after it.
	return likely.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length);
}

/** `messages: [{ "code": 4, "text": "No records found" }]` */
function isMessage({ path, elements }: Candidate): boolean {
	return isNamedForMessages(path) && !hasId(elements[0] as object);
}

function isNamedForMessages(path: readonly string[]): boolean {
	return /^(messages?|errors?|warnings?)$/.test(normalize(path.at(-1) ?? ''));
}

/** `[{ "rel": "next", "href": "…" }]` has no contacts under any name. */
export function isOnlyLinks(elements: readonly unknown[]): boolean {
	const has = (one: unknown, ...keys: string[]) => isObject(one) && keys.some((key) => key in one);
	return elements.every((one) => has(one, 'rel', 'relation') && has(one, 'href', 'url', 'uri'));
}

/** Whether a field has a usual name of a list of contacts. */
export function isUsual(key: string): boolean {
	return rankOf([key]) <= RANK.usual;
}

function emptyAt(path: readonly string[]): Candidate {
	return { path, contactPath: '', elements: [], rank: rankOf(path) };
}
