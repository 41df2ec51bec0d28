import { type Field, fieldsIn, flagOf, isAddress, type PageResponse, says } from './fields';
import { isEmpty, isObject, type JsonObject, keysOf, valueAt, valueAtKeys } from './json';
import {
	type Candidate,
	candidatesIn,
	isOnlyLinks,
	isUsual,
	likelyLists,
	normalize,
	pathOf,
	type Place,
} from './lists';
import { pageError } from './pageErrors';
import { RESPONSE_LIMITS } from './parseWithinBudget';
import { newStatements, objectionsIn, statementsOf } from './statements';

export type { PageResponse };

/** A contact as the service sends it; the contract shows no fields. */
export type Contact = JsonObject;

/** What a response holds. */
export interface Page {
	contacts: readonly Contact[];
	/** What stands outside the list. */
	fields: readonly Field[];
	place: Place;
	/** Whether the list is there, if only as an empty one. */
	hasList: boolean;
	response: PageResponse;
}

/** Where an earlier page had the list, with some fields of its contacts and some beside it. */
export interface KnownPlace extends Place {
	like: readonly string[];
	beside: readonly string[];
	/** What the first page says about itself; undefined if that is too much to compare. */
	said?: string;
}

/** Names of fields that a continuation has room for, and their length. */
const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 12;

/** What later pages are compared with. */
export function knownPlaceOf(page: Page): KnownPlace {
	const { contacts, response } = page;
	const { path, contactPath } = page.place;
	const some = (names: string[]) =>
		names.filter(({ length }) => length <= MAX_NAME_LENGTH).slice(0, MAX_NAMES);
	const beside = keysIn(response.body).filter((key) => key !== path[0]);
	const like = some(Object.keys(contacts[0] ?? {}));
	return { path, contactPath, like, beside: some(beside), said: statementsOf(page) };
}

/** The lists of a first page: the one set by hand, or all that may be the one with the contacts. */
export function listsOf({ body }: PageResponse, contactsField: string): Candidate[] {
	if (contactsField === '') return likelyLists(candidatesIn(body));
	const [list, contactPath = ''] = contactsField.split('[]');
	const path = list === '' && Array.isArray(body) ? [] : keysOf(body, list!);
	const value = path && valueAtKeys(body, path);
	if (!path || (!Array.isArray(value) && !isEmpty(value))) return [];
	const elements = listIn(value);
	const place = { path, contactPath: contactPath.replace(/^\./, '') };
	return [{ ...place, elements, rank: 0, isDoubtful: false }];
}

/**
 * Reads a response as a page with its list at a place.
 *
 * @throws ContactsError if it says that it failed, and for a list that does not hold contacts
 */
export function pageAt(response: PageResponse, place: Place, number: number): Page {
	const fields = fieldsIn(response, place);
	throwIfFailed(response, number, place.path);
	const value = valueAtKeys(response.body, place.path);
	const contacts = contactsIn(listIn(value), place, number);
	const report = contacts.find(isReport);
	if (report) throw pageError('failedWithSuccess', number, Object.keys(report));
	return {
		contacts,
		fields,
		place,
		hasList: value !== undefined,
		response,
	};
}

function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

function contactsIn(elements: readonly unknown[], place: Place, number: number): Contact[] {
	if (elements.length > RESPONSE_LIMITS.contacts) throw pageError('tooManyContacts', number);
	const { contactPath } = place;
	const contacts = contactPath === '' ? elements : elements.map((one) => valueAt(one, contactPath));
	const invalid = contacts.findIndex((contact) => !isObject(contact));
	if (invalid === -1) return contacts as Contact[];
	throw pageError('notAContact', number, invalid + 1, pathOf(place));
}

/**
 * Reads a first page without a list: an empty one, if something in it says so.
 *
 * @throws ContactsError if nothing does
 */
export function emptyPageOf(response: PageResponse, contactsField: string, number: number): Page {
	const { body } = response;
	const keys = keysIn(body);
	const parentKeys = contactsField.split('.').slice(0, -1);
	const parent = contactsField === '' ? undefined : valueAtKeys(body, parentKeys);
	if (!isEmpty(parent)) throw pageError('notAListAt', number, contactsField, keys);
	throwIfFailed(response, number);
	const place = { path: ['contacts'], contactPath: '' };
	const fields = fieldsIn(response, place);
	const isNothing = isEmpty(body) || (isObject(body) && Object.values(body).every(isEmpty));
	const isPlain =
		candidatesIn(body).every(({ elements }) => isOnlyLinks(elements)) && !hasOtherList(body);
	if (isNothing || (isPlain && fields.some(isOfList))) {
		return { contacts: [], fields, place, hasList: false, response };
	}
	if (contactsField !== '') throw pageError('notAListAt', number, contactsField, keys);
	throw pageError('noList', number, keys, otherListsIn(body));
}

/** Whether a field belongs to a list, so that the list is empty where it is left out. */
function isOfList(field: Field): boolean {
	const { key, value, saysNext, isNear } = field;
	const isNone = Number(value) === 0 && value !== null;
	const isPaged = /^(self|first|last|prev(ious)?)$/.test(key) && isAddress(value);
	const isKind = key === 'kind' && /(s|List)$/.test(String(value));
	const isNumber = isNear || says.total(field) || /count/i.test(key);
	return saysNext || (isNone && isNumber) || (isNear && (says.more(field) || isKind)) || isPaged;
}

/** Whether a list that has other things than objects, or lies deeper than lists are searched, may be the one. */
function hasOtherList(body: unknown, key = ''): boolean {
	if (!Array.isArray(body)) {
		return isObject(body) && Object.keys(body).some((name) => hasOtherList(body[name], name));
	}
	if (key === '') {
		return body.some((part) => !isEmpty(part) && (!isObject(part) || hasOtherList(part)));
	}
	return body.some(isObject) ? !isOnlyLinks(body) : body.length > 0 && isUsual(key);
}

/** The lists of a response that have other things than objects, at any depth. */
export function otherListsIn(body: unknown, path: readonly string[] = []): string[] {
	if (Array.isArray(body)) return isEmpty(body) || body.some(isObject) ? [] : [pathOf({ path })];
	if (!isObject(body)) return [];
	return Object.keys(body).flatMap((key) => otherListsIn(body[key], [...path, key]));
}

/** Whether a response has a table: `{ "columns": [ … ], "rows": [[1, "Ada"], [2, "Bob"]] }` */
export function hasRows(body: unknown): boolean {
	const isRows = (value: unknown) =>
		Array.isArray(value) && value.length > 0 && value.every(Array.isArray);
	return isObject(body) && Object.keys(body).some((key) => isUsual(key) && isRows(body[key]));
}

/**
 * Reads a later page, which has its list where the first one had it.
 *
 * @throws ContactsError if the list is elsewhere, or if the response has none and is not like the first one
 */
export function laterPageOf(response: PageResponse, known: KnownPlace, number: number): Page {
	const page = readLaterPage(response, known, number);
	if (page.contacts.length > 0 || known.said === undefined) return page;
	const names = newStatements(response, known, known.said);
	if (names.length > 0) throw pageError('failedWithSuccess', number, names);
	return page;
}

/** @throws PageError if a first page without contacts looks like a failure */
export function throwIfNotEmpty(page: Page): void {
	const names = page.contacts.length > 0 ? [] : objectionsIn(page);
	if (names.length > 0) throw pageError('failedWithSuccess', 1, names);
}

function readLaterPage(response: PageResponse, known: KnownPlace, number: number): Page {
	const value = valueAtKeys(response.body, known.path);
	const isNone = value !== undefined && isEmpty(value) && known.path.length > 0;
	if (Array.isArray(value) || isNone) return pageAt(response, known, number);
	if (!isEmpty(value) && value !== false && known.path.length > 0) {
		throw pageError('notAListAt', number, pathOf(known), keysIn(response.body));
	}
	return pageWithoutList(response, known, number);
}

/** Whether a value is an object with at least half of the fields. */
function isLike(value: object, fields: readonly string[]): boolean {
	return fields.filter((field) => Object.hasOwn(value, field)).length * 2 >= fields.length;
}

function pageWithoutList(response: PageResponse, known: KnownPlace, number: number): Page {
	const { body } = response;
	throwIfFailed(response, number, known.path);
	const lists = candidatesIn(body).filter(({ elements }) => elements.length > 0);
	const isMoved = lists.some(({ elements }) => isLike(elements[0] as object, known.like));
	if (isMoved) throw pageError('listMoved', number, pathOf(known), lists.map(pathOf));
	const plain = { ...response, body: isObject(body) ? body : {} };
	const page = { ...pageAt(plain, known, number), response, hasList: !isEmpty(body) };
	// An error response shares no keys with the first page.
	const isOmitted = keysIn(body).some((key) => known.beside.includes(key));
	const leads = page.fields.some(({ saysNext, value }) => saysNext && value !== null);
	if (isEmpty(body) || isOmitted || leads) return page;
	throw pageError('notAListAt', number, pathOf(known), keysIn(body));
}

const MAX_KEYS = 30;

export function keysIn(body: unknown): string[] {
	return isObject(body) ? Object.keys(body).slice(0, MAX_KEYS) : [];
}

// Failures with the status of success

const FAILURE_NAME =
	/^((has|is)?errors?|error_?(message|code|description)|err(no|_?code)?|fault|exception|failures?)$/i;
const SUCCESS_NAME = /^(is_?)?(success(ful)?|ok|succeeded)$/i;
const STATUS_NAME = /^(status|result|state)$/i;

/** Texts that say that all is well, although the field is called an error. */
const NO_FAILURE = /^(ok(ay)?|success(ful)?|succeeded|no(ne|[_ ]?errors?)?|null|0+|200|n\/?a)$/i;

/** @param path keys that lead to the list: the objects around it may say so, too */
function throwIfFailed({ body }: PageResponse, number: number, path: readonly string[] = []): void {
	const around = path.map((_, depth) => valueAtKeys(body, path.slice(0, depth + 1)));
	const hasNone = isEmpty(valueAtKeys(body, path));
	const names = [body, ...around].filter(isObject).flatMap((value) => {
		const failed = Object.keys(value).filter((name) => saysFailed(name, value[name]));
		return failed.length === 0 && hasNone ? codeIn(value) : failed;
	});
	if (names.length > 0) throw pageError('failedWithSuccess', number, names);
}

function saysFailed(name: string, value: unknown): boolean {
	if (FAILURE_NAME.test(normalize(name))) return isFailure(value);
	if (SUCCESS_NAME.test(name)) return flagOf(value as string) === false;
	const isRefusal = /^(status_?)?code$|^status$/i.test(name) && /^[45]\d\d$/.test(String(value));
	return isRefusal || (STATUS_NAME.test(name) && /^(err(or)?|fail(ed|ure)?)$/i.test(String(value)));
}

/** Why there are no contacts: `{ "code": 1001, "msg": "token expired", "data": null }`. */
function codeIn(value: JsonObject): string[] {
	const keyLike = (pattern: RegExp) => Object.keys(value).find((name) => pattern.test(name));
	const code = keyLike(/^((status|ret(urn)?|result)_?)?code$/i);
	const text = keyLike(/^((err|ret)_?)?(msg|message)$/i);
	if (code === undefined || text === undefined || isEmpty(value[text])) return [];
	const isSuccess = /^(0+|2\d\d0*)$/.test(String(value[code])) || SUCCESS.test(String(value[text]));
	return isSuccess ? [] : [code, text];
}

const SUCCESS = /succe(ss|ed)|\bok(ay)?\b/i;

/** Whether an element is a report: `{ "errorCode": "INVALID_SESSION_ID", "message": "…" }`. */
function isReport(element: Contact): boolean {
	for (const key in element) if (!IN_REPORT.test(key)) return false;
	return !isEmpty(element);
}

const IN_REPORT = /^(err(or)?)?_?(code|messages?|msg|reason|details?|errors?)$/i;

function isFailure(value: unknown): boolean {
	if (isEmpty(value) || flagOf(value as string) === false) return false;
	if (Array.isArray(value)) return !value.every(isEmpty);
	if (isObject(value)) {
		return 'code' in value ? isFailure(value.code) : Object.values(value).some(isFailure);
	}
	if (typeof value === 'number') return value < 200 || value >= 300;
	return typeof value !== 'string' || !NO_FAILURE.test(value.trim());
}
