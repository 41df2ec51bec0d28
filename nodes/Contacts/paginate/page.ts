import { NUMBERS, OUTCOMES } from './conventions';
import { isAside, ListFailure, sayingOf, saysFailed, throwIfAny } from './failures';
import { fieldNamed, fieldsOf, type FlagSetting, type PageResponse } from './fields';
import { hasId, identityOf } from './identity';
import {
	isEmpty,
	isObject,
	type JsonObject,
	keysIn,
	MAX_NAME,
	pathTo,
	valueAt,
	valueAtKeys,
} from './json';
import { elementsOf, formatPlace, hasName, isFilled, listsIn, type Place, RANK } from './lists';
import {
	type Field,
	fieldAt,
	isAboutPosition,
	isSentence,
	leadsIn,
	numberIn,
	totalsIn,
} from './signals';

/** A contact as the service sends it; the contract shows no fields. */
export type Contact = JsonObject;

/** What a response holds. */
export interface Page {
	contacts: readonly Contact[];
	/** Whether the response has the list, if only an empty one. */
	isListed: boolean;
	/** What stands outside the list. */
	fields: readonly Field[];
	/** Those of the fields that may lead to the next page. */
	leads: readonly Field[];
	/** The numbers that may count all contacts, or those of the page, by the names of the fields. */
	totals: ReadonlyMap<string, number>;
	/** What stands beside the list and does not say anything about pages, by name. */
	beside: ReadonlyMap<string, string>;
	/** The lists that may have contacts. */
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
	const fields = fieldsOf(response, place, flag);
	if (!fields) throw new ListFailure('tooManyFields', { page: number });
	throwIfAny(fields.filter(saysFailed), 'failedWithSuccess', number);
	const value = valueAtKeys(body, place.path);
	const elements = elementsOf(value);
	const isNoObject = body === null && place.path.length > 0;
	if (!elements && (isNoObject || !isEmpty(value))) {
		const facts = { page: number, place: formatPlace(place), names: keysIn(body) };
		throw new ListFailure('notAListAt', facts);
	}
	const aside = fields.filter((field) => isAside(field) && field.name !== flag?.hasMoreField);
	return {
		contacts: contactsIn(elements ?? [], place, number),
		// null in place of a whole response is no list; under a name, it is an empty one (Go).
		isListed: body !== null && value !== undefined,
		fields,
		leads: leadsIn(fields),
		totals: totalsIn(fields),
		beside: new Map(aside.map((field) => [field.name, sayingOf(field)])),
		lists: [formatPlace(place), ...listsBeside(body, place.path)],
		lookUp: (name) => fieldNamed(name, fields, response),
	};
}

function contactsIn(elements: readonly unknown[], place: Place, page: number): Contact[] {
	if (elements.length > MAX_CONTACTS) throw new ListFailure('tooManyContacts', { page });
	const { inner } = place;
	const contacts = inner === '' ? elements : elements.map((one) => valueAt(one, inner));
	const [first] = contacts;
	const isAlone = contacts.length === 1;
	const isUnknown = isAlone && !hasId(first) && !hasName(first);
	const report = contacts.find((one) => isReport(one) || (isUnknown && isFailed(one)));
	if (report) throw new ListFailure('failedWithSuccess', { page, names: keysIn(report) });
	// Outer joins send nothing but null; a row of empty texts is none only if it is alone.
	const isNothing = (value: unknown) => value === null || (isAlone && isEmpty(value));
	const isInvalid = (one: unknown) => !isObject(one) || Object.values(one).every(isNothing);
	const invalid = isUnknown && isRemark(first) ? 0 : contacts.findIndex(isInvalid);
	const position = 1 + (invalid === -1 ? summaryIn(contacts as Contact[]) : invalid);
	if (position === 0) return contacts as Contact[];
	throw new ListFailure('notAContact', { page, position, place: formatPlace(place) });
}

/** Whether an element is a report: `{ "errorCode": "INVALID_SESSION_ID", "message": "…" }`. */
function isReport(element: unknown): element is JsonObject {
	if (!isObject(element) || isEmpty(element)) return false;
	// FHIR has warnings among the entries.
	const { search } = element;
	const isWarning = isObject(search) && search.mode === 'outcome';
	const isOfReport = (key: string) => key.length <= MAX_NAME && OUTCOMES.inElement.test(key);
	return isWarning || keysIn(element).every(isOfReport);
}

/** Whether the only element says that the request has failed: `{ "success": false, "hint": "…" }`. */
const isFailed = (element: unknown) =>
	isObject(element) && keysIn(element).some((key) => saysFailed(fieldAt([key], element[key])));

/** Whether the only element is a sentence: `{ "info": "No contacts found" }`. */
function isRemark(element: unknown): boolean {
	const [value, ...others] = Object.values(isObject(element) ? element : {});
	return others.length === 0 && isSentence(value);
}

/** Whether elements have no field in common. */
export const areApart = (one: Contact, other: Contact) =>
	!Object.keys(one).some((key) => Object.hasOwn(other, key));

/**
 * An element that has nothing in common with those beside it, or with one that has an ID if these are few, or the
 * last one, if it lacks the ID of the others: a heading or a summary, not a contact.
 */
function summaryIn(contacts: readonly Contact[]): number {
	const last = contacts.length - 1;
	const { idField } = identityOf(contacts.slice(0, last));
	if (idField !== undefined && !hasId(contacts[last])) return last;
	const known = last < 3 ? contacts.find(hasId) : undefined;
	if (known) return contacts.findIndex((one) => !hasId(one) && areApart(one, known));
	const isNoText = ([, value]: [string, unknown]) =>
		typeof value !== 'string' || numberIn(value) !== undefined;
	return contacts.findIndex((one, n) => {
		const before = contacts[n - 1] ?? contacts[2];
		const after = contacts[n + 1] ?? contacts.at(-3);
		// `{ "num": 0, "total": 0 }`
		if (!before || !after) {
			return keysIn(one).some(isAboutPosition) && Object.entries(one).every(isNoText);
		}
		return areApart(one, before) && areApart(one, after) && !areApart(before, after);
	});
}

/** The place that 'Contacts Field' names. @throws ListFailure if there is no such field */
export function placeNamed(contactsField: string, { body }: PageResponse): Place {
	const [list, inner = ''] = contactsField.split('[]');
	const path = list === '' && Array.isArray(body) ? [] : pathTo(body, list!);
	if (path) return { path, inner: inner.replace(/^\./, '') };
	throw new ListFailure('notAListAt', { page: 1, place: contactsField, names: keysIn(body) });
}

/** Whether a number of contacts says that there are none. */
export const saysNone = (fields: readonly Field[]) =>
	[...totalsIn(fields).values()].includes(0) ||
	fields.some(({ word, value, isNear }) => isNear && value === 0 && NUMBERS.ofNone.test(word));

/** Lists outside of one that may have contacts, too, and the elements of those around it. */
function listsBeside(body: unknown, path: readonly string[]): string[] {
	const around = path.flatMap((_key, depth) => {
		const outer = path.slice(0, depth);
		return (elementsOf(valueAtKeys(body, outer)) ?? []).map((_one, n) => [...outer, n]);
	});
	const lists = (listsIn(body) ?? []).filter(
		(one) =>
			isFilled(one) && one.rank < RANK.beside && !path.every((key, n) => key === one.path[n]),
	);
	return [...around, ...lists.map((one) => one.path)].map((keys) => keys.join('.'));
}
