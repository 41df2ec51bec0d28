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

/** List keys whose value is not an empty list when it is null or {}. */
const NO_EMPTY_LIST = /^(page|response|payload|content)$/;

/** Lists of something other than contacts. */
const OTHER_LISTS = new Set(
	split(`error errors erro erros fehler erreur erreurs fouten warning warnings links link schemas facets aggregations columns fields headers sort
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

/** The dot path of a list, for messages and settings. */
export function pathOf({ path }: { path: readonly string[] }): string {
	return path.join('.') || 'the response itself';
}

/** Collects the lists of a response, except those named like something other than contacts. */
export function listsIn(body: unknown): Lists {
	const found = new Lists();
	// A bare list is as likely as one with a usual name; an empty object is none.
	found.addField(body, [], 'content', 1);
	return found;
}

class Lists {
	/** Lists of objects, and empty ones. */
	readonly lists: NamedList[] = [];
	/** Fields that may be empty lists: some services send null (Go) or {} (PHP) for them. */
	readonly empty: NamedList[] = [];
	/** Lists of texts, numbers or nulls that are not named like something else. */
	readonly others: NamedList[] = [];
	/** Objects, each as the only element of a list. */
	readonly objects: NamedList[] = [];

	#fieldsLeft = MAX_FIELDS;

	/**
	 * @param name of the field, normalized
	 * @param weight of the tiers of names in the object with the field
	 */
	addField(field: unknown, path: string[], name: string, weight: number): void {
		const tier = tierOf(name);
		const named = { path, list: elementsOf(field) ?? [], tier: tier * weight };
		const inner = indexOfList(named);
		if (inner !== undefined) {
			// `[{ "total": 0 }, null]`
			this.addField(named.list[inner] ?? [], [...path, String(inner)], name, weight);
		} else if (areParts(named.list)) {
			named.list.forEach((part, index) => this.#search(part, [...path, String(index)], weight));
		} else if (Array.isArray(field) || named.list.length > 0) {
			this.#addList(named, tier);
		} else if (isEmpty(field)) {
			this.#addEmpty(named, tier, name);
		} else if (isObject(field)) {
			if (path.length > 0) this.objects.push({ ...named, list: [field] });
			const factor = tier === CONTACTS_TIER ? 1 / 10 : SIDELOADED.test(name) ? 10 : 1;
			this.#search(field, path, weight * factor);
		}
	}

	#search(value: unknown, path: readonly string[], weight: number): void {
		if (!isObject(value) || path.length > MAX_DEPTH) return;
		for (const key of Object.keys(value)) {
			if (this.#fieldsLeft-- <= 0) return;
			const name = normalize(key);
			if (!isName(path, key) || isOtherList(name, value[key])) continue;
			this.addField(value[key], [...path, key], name, weight);
		}
	}

	#addEmpty(named: NamedList, tier: number, name: string): void {
		if (tier === CONTACTS_TIER) this.lists.push(named);
		else if (LIST_KEYS.has(name) && !NO_EMPTY_LIST.test(name)) this.empty.push(named);
	}

	#addList(named: NamedList, tier: number): void {
		const { list, path } = named;
		// A list with a usual name counts even if it also holds other values.
		const isList =
			path.length === 0 ||
			tier === CONTACTS_TIER ||
			(tier === LIST_TIER ? list.length === 0 || list.some(isObject) : list.every(isObject));
		if (isList) this.lists.push(named);
		else if (tier < UNLIKELY_TIER) this.others.push(named);
	}
}

/** Which element is the list: `[[{ … }, …]]`, `[{ "total": 230 }, [{ … }, …]]`. */
function indexOfList({ path, list }: NamedList): 0 | 1 | undefined {
	const [first, second] = list;
	if (path.length > MAX_DEPTH) return undefined;
	if (list.length === 1 && Array.isArray(first)) return 0;
	const isOfPages = isObject(first) && ['total', 'count', 'page'].some((key) => key in first);
	const mayBeList = Array.isArray(second) || second === null;
	return list.length === 2 && isOfPages && !hasId(first) && mayBeList ? 1 : undefined;
}

/** Whether elements are parts of one response: `[{ "info": … }, { "people": […] }]`. */
function areParts(elements: readonly unknown[]): boolean {
	if (elements.length < 2 || elements.length > MAX_DEPTH || !elements.every(isObject)) return false;
	const keys = elements.flatMap((element) => Object.keys(element));
	const values = elements.flatMap((element) => Object.values(element));
	const hasList = values.some((value) => Array.isArray(value) && isObject(value[0]));
	return hasList && new Set(keys).size === keys.length;
}

/** Fields of a message or of a link. */
const MAX_MESSAGE_FIELDS = 4;

/** Whether a field is a list of something other than contacts. Links and messages may be contacts, too. */
function isOtherList(name: string, field: unknown): boolean {
	const element: unknown = Array.isArray(field) ? field[0] : undefined;
	if (isObject(element) && /^(link|message)s?$/.test(name)) {
		return !hasId(element) && Object.keys(element).length <= MAX_MESSAGE_FIELDS;
	}
	// `{ "rel": "next", "href": "…" }` is a link under any name.
	const isLink = isObject(element) && 'rel' in element && 'href' in element && !('id' in element);
	return isLink || OTHER_LISTS.has(name);
}
