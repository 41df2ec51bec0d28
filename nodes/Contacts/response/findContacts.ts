import { type Failure, failure } from './failure';
import { isEmpty, isObject, keysOf, valueAt, valueAtKeys } from './json';
import { elementsOf } from './keyedList';
import { listsIn, pathOf } from './listsIn';
import { RESPONSE_LIMITS } from './parseWithinBudget';
import type { Contact, ListLocation, PageResponse, Place } from './pageResponse';
import { isOneAboutPages, onlyElements, recognizeList } from './recognizeList';
import { explainsNoList, statesOne } from './statements';

export interface FoundContacts {
	contacts: Contact[];
	/** Where the contacts are; undefined when an empty response has no list. */
	location: ListLocation | undefined;
	/** Whether the list is there, if only as an empty one. */
	hasList: boolean;
}

/** Enough keys to recognize an envelope, and more than a message shows. */
const MAX_KEYS = 30;

/**
 * Finds the contacts in a response. On later pages they must be where the first page had them; a page
 * without a list is empty.
 *
 * @param field the setting 'Contacts Field': dot path of the list, followed by `[]` and a path when each
 * element wraps a contact, e.g. `data.edges[].node`; empty to recognize the list
 * @param known where an earlier page had the list
 * @returns a failure that names the keys seen, when there is no list or more than one
 */
export function findContacts(
	response: PageResponse,
	field: string,
	known?: ListLocation,
): FoundContacts | Failure {
	const { body } = response;
	const place = known ?? (field === '' ? recognizeList(response) : placeAt(body, field));
	if (place && 'reason' in place) return place;
	const value = place && valueAtKeys(body, place.path);
	return place && value !== undefined
		? contactsAt(place, value, response, field)
		: withoutList(response, field, known);
}

function contactsAt(
	place: Place,
	value: unknown,
	response: PageResponse,
	field: string,
): FoundContacts | Failure {
	const { body } = response;
	const elements = elementsOf(value) ?? (isAlone(value, place, response) ? [value] : undefined);
	const location = { keys: keysIn(body), fields: keysIn(elements?.[0]), ...place };
	if (elements) return contactsIn(elements, location);
	if (isEmpty(value)) return { contacts: [], location, hasList: location.path.length > 0 };
	return failure('notAListAt', field || pathOf(location), keysIn(body));
}

/** Resolves `data.edges[].node` to the keys of `data.edges` and the contact path `node`. */
function placeAt(body: unknown, field: string): Place | undefined {
	const [list, contactPath = ''] = field.split('[]');
	const path = list === '' && elementsOf(body) ? [] : keysOf(body, list!);
	return path && { path, contactPath: contactPath.replace(/^\./, '') };
}

/** Whether a list's only element stands in its place, as where JSON is made from XML. */
function isAlone(value: unknown, place: Place, response: PageResponse): boolean {
	if (isEmpty(value)) return false;
	const { fields } = place;
	if (fields === undefined) return statesOne(response, place);
	const own = fields.filter((field) => isObject(value) && Object.hasOwn(value, field));
	return own.length > 0 && own.length * 2 >= fields.length;
}

function contactsIn(list: readonly unknown[], location: ListLocation): FoundContacts | Failure {
	if (list.length > RESPONSE_LIMITS.contacts) return failure('tooManyContacts');
	const { contactPath } = location;
	const contacts = contactPath === '' ? list : list.map((element) => valueAt(element, contactPath));
	const invalidIndex = contacts.findIndex((contact) => !isObject(contact));
	if (invalidIndex !== -1) return failure('notAContact', invalidIndex + 1, pathOf(location));
	return { contacts: contacts as Contact[], location, hasList: true };
}

/** A response that has no list where it should be may be an empty page. */
function withoutList(
	response: PageResponse,
	field: string,
	known: ListLocation | undefined,
): FoundContacts | Failure {
	const { body } = response;
	const { lists: all, objects } = listsIn(body);
	const lists = all.filter(({ list }) => list.some(isObject) && !isOneAboutPages(list));
	if (known && lists.length > 0) return failure('listMoved', pathOf(known), lists.map(pathOf));
	// An error response shares no keys with the first page.
	const isOmitted = known
		? keysIn(body).some((key) => known.keys.includes(key))
		: field !== '' && isEmpty(valueAtKeys(body, field.split('.').slice(0, -1)));
	const isExplained = () => explainsNoList(response, onlyElements(objects).length > 0);
	if (lists.length === 0 && (isNothing(body) || isOmitted || isExplained())) {
		return { contacts: [], location: known, hasList: false };
	}
	const expected = field || (known && pathOf(known));
	return expected ? failure('notAListAt', expected, keysIn(body)) : failure('noList', keysIn(body));
}

/** Whether there is nothing in a response: `{ "servers": null }`. */
function isNothing(body: unknown): boolean {
	return isEmpty(body) || (isObject(body) && Object.values(body).every(isEmpty));
}

function keysIn(body: unknown): string[] {
	return isObject(body) ? Object.keys(body).slice(0, MAX_KEYS) : [];
}
