import { type Failure, failure } from './failure';
import { isEmpty, isName, isObject, type JsonObject, keysOf, valueAt, valueAtKeys } from './json';
import { RESPONSE_LIMITS } from './parseWithinBudget';
import { saysSuccess } from './meanings';
import { normalize, split } from './words';

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
}

interface FoundContacts {
	contacts: Contact[];
	/** Undefined when an empty response has no list. */
	location: ListLocation | undefined;
	/** Whether the list is there, if only as an empty one. */
	hasList: boolean;
}

/** What the rest of a response, or an object in it, says. */
export interface Explains {
	noList: () => boolean;
	noContacts: () => boolean;
	/** Whether an object has fields about pages, or nothing else. */
	isAboutPages: (value: unknown, isAll?: boolean) => boolean;
}

/** Nested objects below this depth are not searched. */
const MAX_DEPTH = 4;

/** More fields than any envelope has. */
const MAX_FIELDS = 500;

/** Enough keys to recognize an envelope, and more than a message shows. */
const MAX_KEYS = 30;

/** Names such as `contacts`, as in the path of the request. */
const CONTACTS_KEY = /^(all|my)?contacts?(list|data)?$/;

/** What services call the list of any resource. */
const LIST_KEYS = new Set(
	split(`data items results result records value values entries entities elements objects resources rows list
	content contents nodes edges hits docs documents people persons users members customers leads clients
	connections collection payload response page`),
);

/** Those that may also be what contacts refer to, such as their owners. */
const PEOPLE = new Set(split('people persons users members customers clients'));

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

/**
 * Finds the contacts in a response. On later pages they must be where the first page had them; a page
 * without a list is empty.
 *
 * @param body parsed JSON; undefined for a response without a body
 * @param field the setting 'Contacts Field': dot path of the list, followed by `[]` and a path when each
 * element wraps a contact, e.g. `data.edges[].node`; empty to recognize the list
 * @param explains whether the rest of the response explains that there is no list, or that it is empty
 * @param known where an earlier page had the list
 * @returns a failure that names the keys seen, when there is no list or more than one
 */
export function findContacts(
	body: unknown,
	field: string,
	explains: Explains,
	known?: ListLocation,
): FoundContacts | Failure {
	const place = known ?? (field === '' ? recognizeList(body, explains) : placeAt(body, field));
	if (place && 'reason' in place) return place;
	const location = place && { keys: keysIn(body), ...place };
	const value = place && valueAtKeys(body, place.path);
	if (location === undefined || value === undefined) {
		return withoutList(body, field, explains, known);
	}
	const elements = elementsOf(value);
	if (elements) return contactsIn(elements, location);
	if (isEmpty(value)) return { contacts: [], location, hasList: location.path.length > 0 };
	return failure('notAListAt', field || pathOf(location), keysIn(body));
}

/** A response that has no list where it should be may be an empty page. */
function withoutList(
	body: unknown,
	field: string,
	explains: Explains,
	known: ListLocation | undefined,
): FoundContacts | Failure {
	const lists = listsIn(body).lists.filter(
		({ list }) => list.some(isObject) && !isOneAboutPages(list, explains),
	);
	// An error response shares no keys with the first page.
	const isOmitted = known
		? keysIn(body).some((key) => known.keys.includes(key))
		: field !== '' && isEmpty(parentOf(body, field));
	if (lists.length === 0 && (isNothing(body) || isOmitted || explains.noList())) {
		return { contacts: [], location: known, hasList: false };
	}
	if (known && lists.length > 0) return failure('listMoved', pathOf(known), lists.map(pathOf));
	const expected = field || (known && pathOf(known));
	return expected ? failure('notAListAt', expected, keysIn(body)) : failure('noList', keysIn(body));
}

function contactsIn(list: readonly unknown[], location: ListLocation): FoundContacts | Failure {
	if (list.length > RESPONSE_LIMITS.contacts) return failure('tooManyContacts');
	const { contactPath } = location;
	const contacts = contactPath === '' ? list : list.map((element) => valueAt(element, contactPath));
	const invalidIndex = contacts.findIndex((contact) => !isObject(contact));
	if (invalidIndex !== -1) return failure('notAContact', invalidIndex + 1, pathOf(location));
	return { contacts: contacts as Contact[], location, hasList: true };
}

/** The elements of a list, which may be an object whose keys are numbers or IDs. */
function elementsOf(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	return isKeyedList(value) ? Object.values(value) : undefined;
}

/** Whether an object is a list: `{ "12": { "id": 12, … }, "Person::13": { "id": 13, … } }`. */
function isKeyedList(value: unknown): value is JsonObject {
	if (!isObject(value)) return false;
	const [first] = Object.values(value);
	if (!isObject(first)) return false;
	const fields = Object.keys(first);
	return Object.entries(value).every(
		([key, element]) =>
			isObject(element) &&
			(/^\d+$/.test(key) ||
				fields.slice(0, MAX_KEYS).some((field) => isIdAt(element, field, key))) &&
			fields.filter((field) => Object.hasOwn(element, field)).length * 2 >= fields.length,
	);
}

function isIdAt(element: JsonObject, field: string, key: string): boolean {
	const id = element[field];
	// The key may name the kind of the element, too.
	const keys = [key, key.split(':').at(-1)];
	return (typeof id === 'string' || typeof id === 'number') && keys.includes(String(id));
}

/** Resolves `data.edges[].node` to the keys of `data.edges` and the contact path `node`. */
function placeAt(body: unknown, field: string): Place | undefined {
	const [list, contactPath = ''] = field.split('[]');
	if (list === '' && elementsOf(body)) return { path: [], contactPath: contactPath.slice(1) };
	const path = keysOf(body, list!);
	return path && { path, contactPath: contactPath.replace(/^\./, '') };
}

/** The object that should have the configured field. */
function parentOf(body: unknown, field: string): unknown {
	const dot = field.lastIndexOf('.');
	return dot === -1 ? body : valueAt(body, field.slice(0, dot));
}

type Place = Omit<ListLocation, 'keys'>;

interface NamedList {
	path: string[];
	list: readonly unknown[];
	/** How unlikely the name is that of contacts; 0 is best. */
	tier: number;
}

function recognizeList(body: unknown, explains: Explains): Place | Failure | undefined {
	const { lists, empty, others } = listsIn(body);
	// One object about pages or an error is no contact, if that is not all that there is.
	const likely = lists.filter(({ list }) => !isOneAboutPages(list, explains));
	const isOther =
		likely.length + empty.length > 0 ||
		explains.noContacts() ||
		lists.some(({ list }) => explains.isAboutPages(list[0], true));
	const all = candidatesIn({ lists: isOther ? likely : lists, empty, others });
	const [first] = all;
	if (!first) {
		const isUnread = others.length > 0 && !explains.noList();
		return isUnread ? failure('notAContact', 1, pathOf(others[0]!)) : undefined;
	}
	if (all.length > 1) return failure('manyLists', all.map(pathOf));
	return placeOf(first, explains);
}

function placeOf(found: NamedList, explains: Explains, isInResult = false): Place | Failure {
	const inner = listInWrapper(found, explains, isInResult);
	return inner ?? { path: found.path, contactPath: contactPathIn(found) };
}

/** Whether a list has only `{ "total": 230, "start": 1 }`, or `{ "error": "Nothing found" }`. */
function isOneAboutPages(list: readonly unknown[], explains: Explains): boolean {
	const [element] = list;
	return (
		list.length === 1 &&
		isObject(element) &&
		Object.values(element).every((value) => typeof value !== 'object') &&
		!hasId(element) &&
		explains.isAboutPages(element)
	);
}

/** The lists that may be the one with the contacts. */
function candidatesIn({ lists, empty }: Lists): NamedList[] {
	const found = bestOf(lists);
	const [first] = found;
	if (!first) return empty.slice(0, 1);
	const rivals = lists.filter(({ tier }) => tier === OTHER_TIER);
	if (isOutnumbered(first, rivals)) return [first, ...rivals];
	const mayBeEmpty = first.tier === LIST_TIER || first.tier === OTHER_TIER;
	const isFilled = found.some(({ list }) => list.length > 0);
	return mayBeEmpty && isFilled ? [...found, ...empty] : found;
}

/** Whether a list of people may be what the elements of another one refer to. */
function isOutnumbered({ path, list, tier }: NamedList, rivals: NamedList[]): boolean {
	const isOfPeople =
		tier === LIST_TIER && list.length > 0 && PEOPLE.has(normalize(path.at(-1) ?? ''));
	return isOfPeople && rivals.some((rival) => rival.list.length >= list.length);
}

/** The list in a list's only element, where that is no contact: `[{ "total": 230, "records": { "people": […] } }]`. */
function listInWrapper(
	{ path, list, tier }: NamedList,
	explains: Explains,
	isInResult: boolean,
): Place | Failure | undefined {
	const [element] = list;
	const mayWrap = tier >= LIST_TIER && list.length === 1 && isObject(element);
	if (!mayWrap) return undefined;
	// A contact has no message about the status of a request.
	const isResult =
		Object.keys(element).some((key) => STATUS_MESSAGE.test(key)) && saysSuccess(element);
	const isContact = isInResult ? hasId(element) : isContent(element, explains);
	if ((isContact && !isResult) || elementsOf(element)) return undefined;
	const inner = listsInWrapper(element, explains, isResult, isInResult).map((one) => ({
		...one,
		path: [...path, '0', ...one.path],
	}));
	const [first] = inner;
	if (!first) return undefined;
	return inner.length > 1
		? failure('manyLists', [path, ...inner.map((one) => one.path)].map(toDotPath))
		: placeOf(first, explains, isResult);
}

function listsInWrapper(
	wrapper: JsonObject,
	explains: Explains,
	isResult: boolean,
	isInResult: boolean,
): NamedList[] {
	const { lists, empty } = listsIn(wrapper);
	const hasOnlyObjects = Object.values(wrapper).every((value) => typeof value === 'object');
	const mayHoldAny = isResult || explains.isAboutPages(wrapper);
	const found = lists.filter(
		({ path, tier }) =>
			(mayHoldAny || tier < LIST_TIER || (hasOnlyObjects && tier <= LIST_TIER)) &&
			!path.slice(1).some((_key, index) => {
				const outer = valueAtKeys(wrapper, path.slice(0, index + 1));
				return isContent(outer as JsonObject, explains);
			}),
	);
	return isInResult && found.length === 0 ? empty.slice(0, 1) : bestOf(found);
}

const STATUS_MESSAGE = /^status_?message$/i;

/** Fields of a wrapper that are not about pages, such as its name and its type. */
const MAX_LABELS = 2;

/** Whether an object is a contact or a part of one: with an ID, or more fields than a wrapper has. */
function isContent(value: JsonObject, { isAboutPages }: Explains): boolean {
	const own = Object.entries(value).filter(
		([key, field]) => typeof field !== 'object' && !isAboutPages({ [key]: field }, true),
	);
	return hasId(value) || own.length > MAX_LABELS;
}

export function hasId(element: JsonObject): boolean {
	return Object.keys(element).some((key) => ID_NAME.test(key));
}

const ID_NAME = /^_?u?u?id$|[a-z_]I[dD]$|_id$/;

/**
 * The lists of the best tier. Unless the name is that of contacts, empty ones beside others may be the one
 * with the contacts, too.
 */
function bestOf(lists: NamedList[]): NamedList[] {
	const bestTier = Math.min(...lists.map(({ tier }) => tier));
	const best = lists.filter(({ tier }) => tier === bestTier);
	const filled = best.filter(({ list }) => list.length > 0);
	if (filled.length === 0) return best.slice(0, 1);
	return bestTier === LIST_TIER || bestTier === OTHER_TIER ? best : filled;
}

/** Tiers of names, best first. Inside an object named like contacts, they are divided by ten. */
const CONTACTS_TIER = 0;
const LIST_TIER = 1;
const OTHER_TIER = 2;
const UNLIKELY_TIER = 3;

function tierOf(name: string): number {
	if (CONTACTS_KEY.test(name)) return CONTACTS_TIER;
	if (LIST_KEYS.has(name)) return LIST_TIER;
	return OTHER_WORDS.test(name) ? UNLIKELY_TIER : OTHER_TIER;
}

interface Lists {
	/** Lists of objects, and empty ones. */
	lists: NamedList[];
	/** Fields that may be empty lists: some services send null (Go) or {} (PHP) for them. */
	empty: NamedList[];
	/** Lists of texts, numbers or nulls that are not named like something else. */
	others: NamedList[];
}

/** Collects the lists of a response, except those named like something other than contacts. */
function listsIn(body: unknown): Lists {
	const found: Lists = { lists: [], empty: [], others: [] };
	const whole = elementsOf(body);
	const [meta, list] = whole ?? [];
	// `[{ "total": 230 }, [{ … }, …]]`
	if (whole?.length === 2 && isObject(meta) && 'total' in meta && Array.isArray(list)) {
		found.lists.push({ path: ['1'], list: list as unknown[], tier: LIST_TIER });
	} else if (whole && areParts(whole)) {
		whole.forEach((part, index) => new ListSearch(found).search(part, [String(index)], 1));
	} else if (whole) found.lists.push({ path: [], list: whole, tier: LIST_TIER });
	else new ListSearch(found).search(body, [], 1);
	return found;
}

/** Whether the elements are in the only one: `[[{ … }, …]]`. */
function isInList({ path, list }: Pick<NamedList, 'path' | 'list'>): boolean {
	return list.length === 1 && Array.isArray(list[0]) && path.length <= MAX_DEPTH;
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
			this.#searchField(value[key], [...path, key], weight);
		}
	}

	#searchField(field: unknown, path: string[], weight: number): void {
		const name = normalize(path.at(-1)!);
		const tier = tierOf(name);
		const named = { path, list: elementsOf(field) ?? [], tier: tier * weight };
		if (isInList(named)) {
			this.#searchField(named.list[0], [...path, '0'], weight);
		} else if (areParts(named.list)) {
			named.list.forEach((part, index) => this.search(part, [...path, String(index)], weight));
		} else if (Array.isArray(field) || named.list.length > 0) {
			this.#addList(named, tier);
		} else if (isEmpty(field)) {
			if (tier === CONTACTS_TIER) this.found.lists.push(named);
			else if (EMPTY_LISTS.has(name)) this.found.empty.push(named);
		} else {
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

/** GraphQL connections wrap each contact: `edges: [{ cursor, node: { … } }]`. */
function contactPathIn({ path, list }: NamedList): string {
	const isWrapped =
		path.at(-1) === 'edges' &&
		list.length > 0 &&
		list.every((edge) => isObject(edge) && isObject(edge.node));
	return isWrapped ? 'node' : '';
}

/** Whether there is nothing in a response: `{ "servers": null }`. */
function isNothing(body: unknown): boolean {
	return isEmpty(body) || (isObject(body) && Object.values(body).every(isEmpty));
}

function pathOf({ path }: Pick<ListLocation, 'path'>): string {
	return toDotPath(path);
}

function toDotPath(path: readonly string[]): string {
	return path.join('.') || 'the response itself';
}

function keysIn(body: unknown): string[] {
	return isObject(body) ? Object.keys(body).slice(0, MAX_KEYS) : [];
}
