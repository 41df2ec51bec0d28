import { ListError } from './errors';
import { isObject, type JsonObject, valueAt } from './fields';

/** A contact as the service sends it: its fields are not shown in the contract. */
export type Contact = JsonObject;

/**
 * Finds the contacts in a response: at the given field, or else the response itself, the list named
 * `contacts` or the one list in it, directly or one level down.
 *
 * @param body parsed JSON, or text that was none; it is not changed, and the list is part of it
 * @param page number of the page, from 1, for messages
 * @param field dot path set by hand; empty to recognise the list
 * @throws ListError that names the keys seen when there is no list or more than one
 */
export function findContacts(body: unknown, page: number, field: string): Contact[] {
	if (typeof body === 'string') throw new ListError('notJson', page);
	const list = field === '' ? recognisedList(body, page) : listAt(body, page, field);
	const odd = list.findIndex((contact) => !isObject(contact));
	if (odd !== -1) throw new ListError('notAContact', page, odd + 1);
	return list as Contact[];
}

function listAt(body: unknown, page: number, field: string): unknown[] {
	const value = valueAt(body, field);
	// Services written in Go send null for a list that is empty.
	if (value === null) return [];
	if (!Array.isArray(value)) throw new ListError('notAListAt', page, field, keysSeen(body));
	return value;
}

function recognisedList(body: unknown, page: number): unknown[] {
	if (Array.isArray(body)) return body;
	const lists = listsIn(body);
	const nested = listsOneLevelDown(body);
	const rivals = lists.length > 0 ? nested.filter(([path]) => !ABOUT_PAGES.test(path)) : nested;
	const named = [lists, nested].map((found) => found.filter(([path]) => NAMED.test(path)));
	const candidates = named.find((found) => found.length > 0) ?? [...lists, ...rivals];
	if (candidates.length > 1) {
		throw new ListError('manyLists', page, shorten(candidates.map(([path]) => path)));
	}
	if (candidates.length === 0) throw new ListError('noList', page, keysSeen(body));
	return candidates[0]![1];
}

/** What the path of the request calls them. */
const NAMED = /(^|\.)contacts$/;

/** Objects that describe the page: a list in one of them is not of contacts where there is another. */
const ABOUT_PAGES = /^(meta|metadata|pagination|paging|page|pageInfo|page_info|links|_links)\./;

/** Pairs of path and list. */
type ListsFound = Array<[string, unknown[]]>;

function listsIn(value: unknown, prefix = ''): ListsFound {
	return entriesOf(value).flatMap(([key, field]) => {
		// Null for none, as above.
		const list = field === null && NAMED.test(key) ? [] : field;
		return Array.isArray(list) ? [[prefix + key, list]] : [];
	});
}

function listsOneLevelDown(value: unknown): ListsFound {
	return entriesOf(value).flatMap(([key, field]) => listsIn(field, `${key}.`));
}

function entriesOf(value: unknown): Array<[string, unknown]> {
	return isObject(value) ? Object.entries(value) : [];
}

function keysSeen(body: unknown): string {
	const keys = entriesOf(body).map(([key]) => key);
	return keys.length > 0
		? `Keys seen: ${shorten(keys)}.`
		: 'The response is not an object with keys.';
}

/** More names, and longer ones, would not fit into n8n's error panel. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 50;

function shorten(names: string[]): string {
	const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH));
	return [...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
