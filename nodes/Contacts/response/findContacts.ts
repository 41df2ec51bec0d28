import { type Failure, failure } from './failure';
import { isEmpty, isObject, type JsonObject, keysOf, valueAt, valueAtKeys } from './json';
import { elementsOf, hasId } from './keyedList';
import { isNamedLikeList, LIST_TIER, listsIn, type NamedList, OTHER_TIER, PEOPLE } from './listsIn';
import { RESPONSE_LIMITS } from './parseWithinBudget';
import { saysSuccess } from './meanings';
import { normalize } from './words';

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

interface FoundContacts {
	contacts: Contact[];
	/** Undefined when an empty response has no list. */
	location: ListLocation | undefined;
	/** Whether the list is there, if only as an empty one. */
	hasList: boolean;
}

/** What the rest of a response, or an object in it, says. */
export interface Explains {
	/** An object that may be a contact is not explained by what is said about the next page. */
	noList: (hasObject?: boolean) => boolean;
	noContacts: () => boolean;
	/** Whether the list at a path has a single contact. */
	oneContact: (place: Pick<ListLocation, 'path'>) => boolean;
	/** Whether an object has fields about pages, or nothing else. */
	isAboutPages: (value: unknown, isAll?: boolean) => boolean;
}

/** Enough keys to recognize an envelope, and more than a message shows. */
const MAX_KEYS = 30;

/** More objects than any envelope has. */
const MAX_OBJECTS = 20;

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
	const value = place && valueAtKeys(body, place.path);
	return place && value !== undefined
		? contactsAt(place, value, body, field, explains)
		: withoutList(body, field, explains, known);
}

function contactsAt(
	place: Place,
	value: unknown,
	body: unknown,
	field: string,
	explains: Explains,
): FoundContacts | Failure {
	const elements = elementsOf(value) ?? (isAlone(value, place, explains) ? [value] : undefined);
	const location = { keys: keysIn(body), fields: keysIn(elements?.[0]), ...place };
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
	const { lists: all, objects } = listsIn(body);
	const lists = all.filter(({ list }) => list.some(isObject) && !isOneAboutPages(list, explains));
	// An error response shares no keys with the first page.
	const isOmitted = known
		? keysIn(body).some((key) => known.keys.includes(key))
		: field !== '' && isEmpty(parentOf(body, field));
	const hasObject = onlyElements(objects, explains).length > 0;
	const isEmptyPage = isNothing(body) || isOmitted || explains.noList(hasObject);
	if (lists.length === 0 && isEmptyPage) {
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

/** Whether a list's only element stands in its place, as where JSON is made from XML. */
function isAlone(value: unknown, place: Place, explains: Explains): boolean {
	if (isEmpty(value)) return false;
	const { fields } = place;
	if (fields === undefined) return explains.oneContact(place);
	const own = fields.filter((field) => isObject(value) && Object.hasOwn(value, field));
	return own.length > 0 && own.length * 2 >= fields.length;
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

type Place = Pick<ListLocation, 'path' | 'contactPath'> & Partial<ListLocation>;

function recognizeList(body: unknown, explains: Explains): Place | Failure | undefined {
	const { lists, empty, others, objects } = listsIn(body);
	// One object about pages or an error is no contact, if that is not all that there is.
	const likely = lists.filter(({ list }) => !isOneAboutPages(list, explains));
	const isOther =
		likely.length + empty.length > 0 ||
		explains.noContacts() ||
		lists.some(({ list }) => explains.isAboutPages(list[0], true));
	const all = candidatesIn(isOther ? likely : lists, empty);
	const [first] = all;
	const alone = onlyElements(objects, explains);
	const only = onlyContact(all, alone, explains);
	if (only) return { path: only.path, contactPath: '' };
	if (!first) {
		const isUnread = others.length > 0 && !explains.noList();
		return isUnread ? failure('notAContact', 1, pathOf(others[0]!)) : undefined;
	}
	const isRival = (one: NamedList) => isNamedLikeList(one) && !isAbove(one.path, first.path);
	const found = first.tier < LIST_TIER ? all : [...all, ...alone.filter(isRival)];
	if (found.length > 1) return failure('manyLists', found.map(pathOf));
	return placeOf(first, explains);
}

/** The object that is the only contact, as a number says, where no list may have it. */
function onlyContact(
	lists: readonly NamedList[],
	alone: readonly NamedList[],
	explains: Explains,
): NamedList | undefined {
	const [one, ...rivals] = alone;
	const isWithoutList = lists.every(({ list, tier }) => list.length === 0 && tier > LIST_TIER);
	const isOnly = one && rivals.length === 0 && isWithoutList && explains.oneContact(one);
	return isOnly ? one : undefined;
}

/** The outermost objects that may each be the only element of a list, and stand in its place. */
function onlyElements(objects: readonly NamedList[], explains: Explains): NamedList[] {
	const found: NamedList[] = [];
	for (const one of objects.slice(0, MAX_OBJECTS)) {
		const value = one.list[0] as JsonObject;
		const isInside = found.some(({ path }) => isAbove(path, one.path));
		if (isInside || explains.isAboutPages(value)) continue;
		const least = isNamedLikeList(one) ? 1 : MAX_LABELS + 1;
		if (hasId(value) || ownFields(value, explains).length >= least) found.push(one);
	}
	return found;
}

function isAbove(outer: readonly string[], path: readonly string[]): boolean {
	return outer.every((key, index) => key === path[index]);
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
function candidatesIn(lists: NamedList[], empty: NamedList[]): NamedList[] {
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
function isContent(value: JsonObject, explains: Explains): boolean {
	return hasId(value) || ownFields(value, explains).length > MAX_LABELS;
}

/** The fields of an object that are no objects and not about pages. */
function ownFields(value: JsonObject, { isAboutPages }: Explains): string[] {
	return keysIn(value).filter((key) => {
		const field = value[key];
		return typeof field !== 'object' && !isAboutPages({ [key]: field }, true);
	});
}

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
