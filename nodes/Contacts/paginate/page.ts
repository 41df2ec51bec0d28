import { ABOUT, NUMBERS, OF_CONTACT, OUTCOMES } from './conventions';
import {
	around,
	explainsEmptiness,
	hasGoneWell,
	keysIn,
	kindsOf,
	ListFailure,
	throwIfFailed,
} from './failures';
import { fieldsOf, type FlagSetting, leadNamed, type PageResponse } from './fields';
import { hasId, identityOf } from './identity';
import {
	isEmpty,
	isObject,
	type JsonObject,
	MAX_NAME,
	pathTo,
	startOf,
	valueAt,
	valueAtKeys,
} from './json';
import {
	type Candidate,
	elementsOf,
	formatPlace,
	isListName,
	listsIn,
	type Place,
	RANK,
} from './lists';
import { totalsIn } from './memory';
import { type Field, fieldAt, isAboutPosition, isAddress, numberIn, signalsOf } from './signals';

/** A contact as the service sends it; the contract shows no fields. */
export type Contact = JsonObject;

/** What a response holds. */
export interface Page {
	contacts: readonly Contact[];
	/** Whether the response has the list, if only an empty one. */
	isListed: boolean;
	/** What stands outside the list. */
	fields: readonly Field[];
	/** What stands beside the list and does not say anything about pages, by name. */
	beside: ReadonlyMap<string, string>;
	/** The lists that may have contacts, if there are several. */
	lists: readonly string[];
	/** Looks up a field by the name or dot path that a person has entered. */
	lookUp: (name: string) => Field | undefined;
}

/** Contacts in one response: each becomes an item, and n8n stores them all. */
export const MAX_CONTACTS = 100_000;

/**
 * Reads a response as a page with its list at a place; a list that is left out is empty.
 *
 * @throws ListFailure if the response reports a failure, or if its contacts are elsewhere or no contacts
 */
export function pageAt(
	response: PageResponse,
	place: Place,
	number: number,
	flag?: FlagSetting,
): Page {
	const { body } = response;
	const page = pageWithout(response, place, number, flag);
	const value = valueAtKeys(body, place.path);
	const elements = elementsOf(value);
	const isNoObject = body === null && place.path.length > 0;
	if (!elements && (isNoObject || !isEmpty(value))) {
		const facts = { page: number, place: formatPlace(place), names: keysIn(body) };
		throw new ListFailure('notAListAt', facts);
	}
	const contacts = contactsIn(elements ?? [], place, number);
	// null in place of a whole response is no list; under a name, it is an empty one (Go).
	const isListed = value !== undefined && (value !== null || place.path.length > 0);
	return { ...page, contacts, isListed };
}

/** A page without its contacts. @throws ListFailure if the response reports a failure */
function pageWithout(response: PageResponse, place: Place, page: number, flag?: FlagSetting): Page {
	const outside = around(response.body, place.path);
	throwIfFailed(outside, page);
	const fields = fieldsOf(response, place, flag);
	if (!fields) throw new ListFailure('tooManyFields', { page });
	const lookUp = (name: string): Field | undefined => {
		const value = valueAt(response.body, name);
		const isValue = value !== undefined && !isObject(value);
		return leadNamed(fields, name) ?? (isValue ? fieldAt([name], value) : undefined);
	};
	const beside = kindsOf(outside);
	if (flag) beside.delete(flag.hasMoreField);
	const others = listsBeside(response.body, place.path);
	const lists = others.length > 0 ? [formatPlace(place), ...others] : [];
	return { contacts: [], isListed: true, fields, beside, lists, lookUp };
}

function contactsIn(elements: readonly unknown[], place: Place, page: number): Contact[] {
	if (elements.length > MAX_CONTACTS) throw new ListFailure('tooManyContacts', { page });
	const { inner } = place;
	const contacts = inner === '' ? elements : elements.map((one) => valueAt(one, inner));
	const isOnly = contacts.length === 1;
	let invalid = contacts.findIndex((contact) => !isObject(contact) || isBlank(contact, isOnly));
	if (invalid === -1) invalid = summaryIn(contacts as Contact[]);
	const report = (contacts as Contact[]).find(isReport);
	if (report) throw new ListFailure('failedWithSuccess', { page, names: Object.keys(report) });
	if (invalid === -1) return contacts as Contact[];
	throw new ListFailure('notAContact', { page, position: invalid + 1, place: formatPlace(place) });
}

/** Whether an element has nothing in it, as outer joins send; a row of empty texts only if it is alone. */
function isBlank(element: JsonObject, isOnly: boolean): boolean {
	const isNothing = (value: unknown) => value === null || (isOnly && isEmpty(value));
	for (const key in element) if (!isNothing(element[key])) return false;
	return true;
}

/** Whether an element is a report: `{ "errorCode": "INVALID_SESSION_ID", "message": "…" }`. */
function isReport(element: unknown): boolean {
	if (!isObject(element)) return false;
	for (const key in element) {
		if (key.length > MAX_NAME || !OUTCOMES.inElement.test(key)) return false;
	}
	return !isEmpty(element);
}

/** Whether elements have no field in common. */
export const areApart = (one: Contact, other: Contact) =>
	!Object.keys(one).some((key) => Object.hasOwn(other, key));

/** Whether one of few elements is a count, of numbers alone, or has no field that those with an ID have. */
const isHeading = (one: Contact, _: number, all: readonly Contact[]) => {
	const keys = keysIn(one);
	const isNumber = (key: string) => numberIn(one[key]) !== undefined;
	const isCount = keys.every(isNumber) && keys.some(isAboutPosition);
	const known = all.filter(hasId);
	const isOther = known.length > 0 && known.every((other) => areApart(one, other));
	return !hasId(one) && (isCount || isOther);
};

/**
 * An element that has nothing in common with those beside it, or the last one, if it lacks their ID: a
 * heading or a summary, not a contact.
 */
function summaryIn(contacts: readonly Contact[]): number {
	const last = contacts.length - 1;
	const { idField } = identityOf(contacts.slice(0, last));
	const isBare = (one: Contact, id: string) => isEmpty(one[id]) && (id in one || !hasId(one));
	if (idField !== undefined && isBare(contacts[last]!, idField)) return last;
	if (last < 3) return contacts.findIndex(isHeading);
	return contacts.findIndex((one, n) => {
		const before = contacts[n - 1] ?? contacts[2]!;
		const after = contacts[n + 1] ?? contacts[last - 2]!;
		return areApart(one, before) && areApart(one, after) && !areApart(before, after);
	});
}

/** The place that 'Contacts Field' names. @throws ListFailure if it has no list */
export function placeNamed(contactsField: string, { body }: PageResponse): Place {
	const [list, inner = ''] = contactsField.split('[]');
	const path = list === '' && Array.isArray(body) ? [] : pathTo(body, list!);
	const value = path && valueAtKeys(body, path);
	if (path && (elementsOf(value) ?? isEmpty(value))) {
		return { path, inner: inner.replace(/^\./, '') };
	}
	throw new ListFailure('notAListAt', { page: 1, place: contactsField, names: keysIn(body) });
}

/** A first page without a list, where the response says that there are none. @throws ListFailure if it does not */
export function emptyPage(response: PageResponse, flag?: FlagSetting): Page {
	const { body } = response;
	const page = pageWithout(response, { path: [], inner: '' }, 1, flag);
	const { fields } = page;
	const isNone = isEmpty(body) || (isObject(body) && fields.every(({ value }) => isEmpty(value)));
	// An object that nobody understands may be the list, or a text in its place.
	const isContent = (value: unknown) =>
		!isEmpty(value) && (typeof value === 'object' || IN_TEXT.test(startOf(value)));
	const isText = ({ path, word, value }: Field) =>
		typeof value === 'string' &&
		value !== '' &&
		(isListName(path.at(-1)!) || (path.length > 2 && OF_CONTACT.name.test(word)));
	const isUnderstood =
		!around(body, []).some(([, value]) => isContent(value)) &&
		!fields.some((field) => isText(field) || isContent(field.value));
	const isMeant = fields.some(isOfList) || signalsOf(fields, 0).end;
	if (isNone || saysNone(fields) || (isMeant && isUnderstood)) return page;
	throw new ListFailure('noList', { page: 1, names: keysIn(body) });
}

/** JSON, or several lines. */
const IN_TEXT = /^\s*[[{]\s*[^\s\]}]|\n/;

/** Whether a field is that of a list: a link to another page, or the kind that Google names. */
function isOfList({ word, value }: Field): boolean {
	const isKind = word === 'kind' && /(s|List)$/.test(startOf(value));
	return isKind || (ABOUT.lists.test(word) && isAddress(value));
}

/** Whether a number of contacts says that there are none. */
export function saysNone(fields: readonly Field[]): boolean {
	const isZero = ({ word, value, isNear }: Field) =>
		isNear && numberIn(value) === 0 && NUMBERS.ofNone.test(word);
	return [...totalsIn(fields).values()].includes(0) || fields.some(isZero);
}

/** The names of what stands beside an empty first page and may be why it is empty. */
export function reasonsOfEmptiness({ body }: PageResponse, { path }: Place, page: Page): string[] {
	const isNone = saysNone(page.fields);
	const beside = around(body, path);
	const isWell = beside.some(([name, value]) => hasGoneWell(name, value));
	const reasons = beside.filter(([name, value]) => explainsEmptiness(name, value, isWell, isNone));
	return reasons.map(([name]) => name);
}

/** Lists outside of one that may have contacts, too, and further elements of a list around it. */
function listsBeside(body: unknown, path: readonly string[]): string[] {
	const isOther = ({ isList, elements, rank, path: other }: Candidate) =>
		isList &&
		elements.length > 0 &&
		rank < RANK.beside &&
		!path.every((key, n) => key === other[n]);
	const lists = (listsIn(body) ?? []).filter(isOther).map(({ path: other }) => other);
	const elements = path.flatMap((key, depth) => {
		const outer = path.slice(0, depth);
		const parent = valueAtKeys(body, outer);
		const others = Array.isArray(parent) ? Object.keys(parent).filter((n) => n !== key) : [];
		return others.map((n) => [...outer, n]);
	});
	return [...new Set([...elements, ...lists].map((keys) => keys.join('.')))];
}
