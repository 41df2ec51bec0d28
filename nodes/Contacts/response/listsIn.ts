import { isEmpty, isName, isObject } from './json';
import { elementsOf, hasId } from './keyedList';
import { normalize, split } from './words';

/** Nested objects below this depth are not searched. */
const MAX_DEPTH = 4;

/** More fields than any envelope has. */
const MAX_FIELDS = 500;

/** Names such as `contacts`, as in the path of the request. */
const CONTACTS_KEY = /^(all|my)?contacts?(list|data)?$/;

/** What services call the list of any resource. */
const LIST_KEYS = new Set(
	split(`data items results result records value values entries entities elements objects resources rows list
	content contents nodes edges hits docs documents people persons users members customers leads clients
	connections collection payload response page`),
);

/** Those that may also be what contacts refer to, such as their owners. */
export const PEOPLE = new Set(split('people persons users members customers clients'));

/** List keys in the plural. An object under one of them may be a list's only element. */
const PLURALS = new Set([...LIST_KEYS].filter((key) => /s$|^people$/.test(key)));

/** The list keys whose value may be null or {} for an empty list. */
const EMPTY_LISTS = new Set(
	[...LIST_KEYS].filter((key) => !/^(page|response|payload|content)$/.test(key)),
);

/** Lists of something other than contacts. */
const OTHER_LISTS = new Set(
	split(`error errors warning warnings links link schemas facets aggregations columns fields headers sort
	sorting orderby expand template`),
);

/** Objects with what contacts refer to, or with what was requested. */
const SIDELOADED = /^(linked|included?s?|request|param(eter)?s)$/;

/** Words in the names of lists of something other than contacts. */
const OTHER_WORDS =
	/relat|referenc|quer|suggest|similar|recommend|facet|bucket|search|filter|sort|tag|categor|deleted|licen|messages?$|notice|includ|linked|breadcrumb|scope|(?<!trans)action/;

export interface NamedList {
	path: string[];
	list: readonly unknown[];
	/** How unlikely the name is that of contacts; 0 is best. */
	tier: number;
}

interface Lists {
	/** Lists of objects, and empty ones. */
	lists: NamedList[];
	/** Fields that may be empty lists: some services send null (Go) or {} (PHP) for them. */
	empty: NamedList[];
	/** Lists of texts, numbers or nulls that are not named like something else. */
	others: NamedList[];
	/** Objects, each as the only element of a list. */
	objects: NamedList[];
}

/** Collects the lists of a response, except those named like something other than contacts. */
export function listsIn(body: unknown): Lists {
	const found: Lists = { lists: [], empty: [], others: [], objects: [] };
	const whole = elementsOf(body);
	if (whole === undefined) new ListSearch(found).search(body, [], 1);
	else if (areParts(whole)) {
		whole.forEach((part, index) => new ListSearch(found).search(part, [String(index)], 1));
	} else {
		const inner = indexOfList({ path: [], list: whole });
		const list = inner === undefined ? whole : (whole[inner] as unknown[]);
		found.lists.push({ path: inner === undefined ? [] : [`${inner}`], list, tier: LIST_TIER });
	}
	return found;
}

/** Tiers of names, best first. Inside an object named like contacts, they are divided by ten. */
const CONTACTS_TIER = 0;
export const LIST_TIER = 1;
export const OTHER_TIER = 2;
const UNLIKELY_TIER = 3;

function tierOf(name: string): number {
	if (CONTACTS_KEY.test(name)) return CONTACTS_TIER;
	if (LIST_KEYS.has(name)) return LIST_TIER;
	return OTHER_WORDS.test(name) ? UNLIKELY_TIER : OTHER_TIER;
}

export function isNamedLikeList({ path }: NamedList): boolean {
	const name = normalize(path.at(-1)!);
	return tierOf(name) === CONTACTS_TIER || PLURALS.has(name);
}

/** Which element is the list: `[[{ … }, …]]`, `[{ "total": 230 }, [{ … }, …]]`. */
function indexOfList({ path, list }: Pick<NamedList, 'path' | 'list'>): 0 | 1 | undefined {
	const [first, second] = list;
	if (path.length > MAX_DEPTH) return undefined;
	if (list.length === 1 && Array.isArray(first)) return 0;
	const isOfPages = isObject(first) && ['total', 'count', 'page'].some((key) => key in first);
	return list.length === 2 && isOfPages && !hasId(first) && Array.isArray(second) ? 1 : undefined;
}

/** Whether elements are parts of one response: `[{ "info": … }, { "people": […] }]`. */
function areParts(elements: readonly unknown[]): boolean {
	if (elements.length < 2 || elements.length > MAX_DEPTH || !elements.every(isObject)) return false;
	const keys = elements.flatMap((element) => Object.keys(element));
	const hasList = elements.some((element) => Object.values(element).some(isListOfObjects));
	return hasList && new Set(keys).size === keys.length;
}

function isListOfObjects(value: unknown): boolean {
	return Array.isArray(value) && isObject(value[0]);
}

class ListSearch {
	#fieldsLeft = MAX_FIELDS;

	constructor(private readonly found: Lists) {}

	/** @param weight of the tiers of names in this object */
	search(value: unknown, path: readonly string[], weight: number): void {
		if (!isObject(value) || path.length > MAX_DEPTH) return;
		for (const key of Object.keys(value)) {
			if (this.#fieldsLeft-- <= 0) return;
			if (!isName(path, key) || isOtherList(normalize(key), value[key])) continue;
			this.#searchField(value[key], [...path, key], normalize(key), weight);
		}
	}

	#searchField(field: unknown, path: string[], name: string, weight: number): void {
		const tier = tierOf(name);
		const named = { path, list: elementsOf(field) ?? [], tier: tier * weight };
		const inner = indexOfList(named);
		if (inner !== undefined) {
			this.#searchField(named.list[inner], [...path, String(inner)], name, weight);
		} else if (areParts(named.list)) {
			named.list.forEach((part, index) => this.search(part, [...path, String(index)], weight));
		} else if (Array.isArray(field) || named.list.length > 0) {
			this.#addList(named, tier);
		} else if (isEmpty(field)) {
			if (tier === CONTACTS_TIER) this.found.lists.push(named);
			else if (EMPTY_LISTS.has(name)) this.found.empty.push(named);
		} else {
			if (isObject(field)) this.found.objects.push({ ...named, list: [field] });
			const factor = tier === CONTACTS_TIER ? 1 / 10 : SIDELOADED.test(name) ? 10 : 1;
			this.search(field, path, weight * factor);
		}
	}

	#addList(named: NamedList, tier: number): void {
		const { list } = named;
		if (isLink(list[0])) return;
		// A list with a usual name counts even if it also holds other values.
		const isList =
			tier === CONTACTS_TIER ||
			(tier === LIST_TIER ? list.length === 0 || list.some(isObject) : list.every(isObject));
		if (isList) this.found.lists.push(named);
		else if (tier < UNLIKELY_TIER) this.found.others.push(named);
	}
}

/** Fields of a message or of a link. */
const MAX_MESSAGE_FIELDS = 4;

/** Whether a field is a list of something other than contacts. Links and messages with IDs may be these. */
function isOtherList(name: string, field: unknown): boolean {
	const element: unknown = Array.isArray(field) ? field[0] : undefined;
	const mayHaveIds = /^(link|message)s?$/.test(name) && isObject(element);
	return mayHaveIds
		? !hasId(element) && Object.keys(element).length <= MAX_MESSAGE_FIELDS
		: OTHER_LISTS.has(name);
}

/** Whether an element is a link: `{ "rel": "next", "href": "…" }`. */
function isLink(element: unknown): boolean {
	return isObject(element) && 'rel' in element && 'href' in element && !('id' in element);
}
