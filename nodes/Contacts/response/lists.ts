import { isEmpty, isObject, type JsonObject } from './json';

/** Where a list of contacts is in a response. */
export interface Place {
	/** Keys that lead to the list; empty when the response is the list. */
	path: readonly string[];
	/** Dot path of the contact in an element (`node` in `edges`); empty when the element is the contact. */
	contactPath: string;
}

/** A list of objects, or an empty one, that may be the list of contacts. */
export interface Candidate extends Place {
	elements: readonly unknown[];
	/** How likely its name is that of contacts: 0 is best. */
	rank: number;
	/** Whether it may be something that a single contact has: `{ "data": { "name": …, "employees": [ … ] } }`. */
	isDoubtful: boolean;
	/** Whether it is an object where a list should be: a single contact, or contacts under their IDs. */
	isNoList?: boolean;
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

/** Names of objects that describe the page. */
const FOR_PAGES =
	/^(_?meta(data)?|_?links?|pag(e|es|er|ing|inate|ination|inator)(info|data|meta|details|links|metadata)?|cursors?|info|summary|list(info|meta)?|result(s|set)?(info|meta)?|search(info|meta)?|response(info|meta|metadata)?|count(s|er)?|next(page)?|range|(search|request|query)?(params?|parameters?|criteria)|query|context|attributes|properties)$/;

/** Whether an object describes the page, by its name. */
export function isForPages(key: string): boolean {
	return FOR_PAGES.test(normalize(key));
}

/** Lists that stand beside those of contacts. They are contacts only where there is nothing else. */
const BESIDE =
	/^(errors?|warnings?|included?s?|linked|relations?|references?|aggregations?|breadcrumbs?)$|related|suggest|similar|recommend|facet/;

/** Ranks of names. Names order what is tried, and decide where the service does not. */
const RANK = { contacts: 0, usual: 1, other: 2, beside: 3 };

/** A list of so many elements is none of something that a single contact has. */
export const MANY = 10;

/** The rank of the names that lists of any resource have. */
export const USUAL = RANK.usual;

function rankOf(path: readonly string[]): number {
	const name = normalize(path.findLast((key) => !/^\d+$/.test(key)) ?? 'data');
	if (CONTACTS.test(name)) return RANK.contacts;
	if (USUAL_NAME.test(name)) return RANK.usual;
	return BESIDE.test(name) ? RANK.beside : RANK.other;
}

/** Collects the lists of a response that may be the one with the contacts. */
export function candidatesIn(body: unknown): Candidate[] {
	const search = new ListSearch();
	search.visit(body, []);
	return search.found;
}

class ListSearch {
	readonly found: Candidate[] = [];

	#fieldsLeft = MAX_FIELDS;

	/** @param isOfOne whether the value belongs to something with a name, such as a person */
	visit(value: unknown, path: readonly string[], isOfOne = false): void {
		if (Array.isArray(value)) this.#visitList(value, path, isOfOne);
		else if (isObject(value)) this.#visitObject(value, path);
	}

	#visitList(list: unknown[], path: readonly string[], isOfOne: boolean): void {
		if (isListOfObjects(list)) {
			// A list in the only element of another one is no likelier than that.
			const outer = this.found.find((one) => isInside({ path }, one));
			const rank = Math.max(rankOf(path), outer?.elements.length ? outer.rank : 0);
			const isShort = list.length > 0 && list.length < MANY;
			const isDoubtful = areGroups(list) || (isOfOne && (rank >= RANK.other || isShort));
			this.found.push({ ...place(path, list), elements: list, rank, isDoubtful });
			if (list.length !== 1) return;
		}
		// The only element may be a wrapper of the list.
		if (list.length <= MAX_PARTS) this.#visitFields(list, path);
	}

	#visitObject(value: JsonObject, path: readonly string[]): void {
		const before = this.found.length;
		this.#visitFields(value, path, path.length > 0 && (isNamed(value) || hasId(value)));
		const isInList = this.found.some((one) => isInside({ path }, one));
		if (this.found.length > before || isInList || !isContent(value, path.at(-1) ?? '')) return;
		this.found.push({ ...emptyAt(path), elements: [value], isDoubtful: true, isNoList: true });
	}

	#visitFields(value: object, path: readonly string[], isOfOne = false): void {
		if (path.length >= MAX_DEPTH) return;
		for (const key of Object.keys(value)) {
			if (this.#fieldsLeft-- <= 0) return;
			const field = (value as JsonObject)[key];
			// Some services send null (Go) or {} (PHP) for an empty list.
			const isNone = !Array.isArray(field) && isEmpty(field);
			if (isNone && isUsual(key)) this.found.push(emptyAt([...path, key]));
			else this.visit(field, [...path, key], isOfOne);
		}
	}
}

/** Whether an object under the usual name of a list may be a contact, or have contacts in it. */
function isContent(value: object, name: string): boolean {
	return (
		isUsual(name) &&
		Object.entries(value).some(([key, inner]) => {
			if (isObject(inner)) return !isEmpty(inner) && !isForPages(key);
			// A text that is neither a number nor an address
			return typeof inner === 'string' && !/^\d+$|^https?:|^\//.test(inner);
		})
	);
}

function isListOfObjects(value: unknown[]): value is JsonObject[] {
	if (!value.every(isObject)) return false;
	return !areParts(value) && !(value.length > 0 && isSummary(value[0]!));
}

/** Whether elements group the contacts: `[{ "letter": "A", "contacts": [ … ] }, …]`. */
function areGroups(elements: readonly JsonObject[]): boolean {
	const isGroup = (one: JsonObject) =>
		!hasId(one) &&
		!isNamed(one) &&
		Object.keys(one).some((key) => isUsual(key) && hasObjects(one[key]));
	return elements.length > 1 && elements.every(isGroup);
}

const hasObjects = (value: unknown) => Array.isArray(value) && isObject(value[0]);

/** Whether an object has only numbers, and no ID: `[{ "total": 230 }, { "id": 1 }, …]`. */
function isSummary(element: JsonObject): boolean {
	return (
		!isEmpty(element) &&
		!hasId(element) &&
		Object.keys(element).every((key) => typeof element[key] === 'number')
	);
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
	const isWrapped = path.at(-1) === 'edges' && elements.some(({ node }) => isObject(node));
	return { path, contactPath: isWrapped ? 'node' : '' };
}

/** Parts of a response that are written as a list: `[{ "total": 230 }, [{ … }, …]]`. */
const MAX_PARTS = 4;

/** Whether elements are parts of one response: `[{ "info": … }, { "people": [ … ] }]`. */
function areParts(elements: readonly JsonObject[]): boolean {
	if (elements.length < 2 || elements.length > MAX_PARTS) return false;
	const keys = elements.flatMap((element) => Object.keys(element));
	const values = elements.flatMap((element) => Object.values(element));
	return values.some(hasObjects) && new Set(keys).size === keys.length;
}

/** Whether an object is identified, as contacts are and wrappers of a list are not. */
export function hasId(element: object): boolean {
	return Object.keys(element).some((name) => /^_?(uu|gu|u)?id$|[a-z_]I[dD]$|_id$/.test(name));
}

/**
 * The lists that may be the one with the contacts, the likeliest first. Where there is more than one,
 * only another page size shows which.
 */
export function likelyLists(candidates: readonly Candidate[]): Candidate[] {
	const filled = candidates.filter(
		(one) => one.elements.length > 0 && !isOnlyLinks(one.elements) && !isMessage(one),
	);
	// No object replaces a long list, unless it has the name of contacts.
	const isLong = filled.some(({ elements }) => elements.length >= MANY);
	const others = filled.filter(
		(one) => one.rank < RANK.beside && !(one.isNoList && isLong && one.rank > RANK.contacts),
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
	const isNamed = /^(messages?|errors?|warnings?)$/.test(normalize(path.at(-1) ?? ''));
	return isNamed && !hasId(elements[0] as object);
}

/** `[{ "rel": "next", "href": "…" }]` has no contacts under any name. */
export function isOnlyLinks(elements: readonly unknown[]): boolean {
	const has = (one: unknown, ...keys: string[]) => isObject(one) && keys.some((key) => key in one);
	return elements.every(
		(one) => has(one, 'rel', 'relation', 'label') && has(one, 'href', 'url', 'uri'),
	);
}

/** Whether a field has a usual name of a list of contacts. */
export function isUsual(key: string): boolean {
	const name = normalize(key);
	return CONTACTS.test(name) || USUAL_NAME.test(name);
}

function emptyAt(path: readonly string[]): Candidate {
	return { path, contactPath: '', elements: [], rank: rankOf(path), isDoubtful: false };
}
