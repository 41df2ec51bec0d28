import { valueAt } from './fields';
import { ListError } from './errors';

/** A contact as the service sends it: its fields are not shown in the contract. */
export type Contact = Record<string, unknown>;

/**
 * Finds the contacts in a response: at the given field, or else the response itself or the one list in
 * it, directly or one level down.
 *
 * @param body parsed JSON; it is not changed, and the list returned is part of it
 * @param page number of the page, from 1, for messages
 * @param field dot path set by hand; empty to recognise the list
 * @throws ListError that names the keys seen when there is no list or more than one
 */
export function findContacts(body: unknown, page: number, field: string): Contact[] {
	const list = field === '' ? recognisedList(body, page) : listAt(body, page, field);
	const odd = list.findIndex((contact) => !isObject(contact));
	if (odd !== -1) throw new ListError('notAContact', page, odd + 1);
	return list as Contact[];
}

function recognisedList(body: unknown, page: number): unknown[] {
	if (Array.isArray(body)) return body;
	if (!isObject(body)) {
		throw typeof body === 'string'
			? new ListError('notJson', page)
			: new ListError('noList', page, keysSeen(body));
	}
	const top = listsIn(body);
	const candidates = top.length > 0 ? top : Object.entries(body).flatMap(listsOneLevelDown);
	if (candidates.length > 1) {
		const fields = candidates.map(([name]) => name);
		throw new ListError('manyLists', page, fields);
	}
	if (candidates.length === 0) throw new ListError('noList', page, keysSeen(body));
	return candidates[0]![1];
}

function listAt(body: unknown, page: number, field: string): unknown[] {
	const value = valueAt(body, field);
	if (!Array.isArray(value)) throw new ListError('notAListAt', page, field, keysSeen(body));
	return value;
}

function listsIn(object: Contact, prefix = ''): Array<[string, unknown[]]> {
	return Object.entries(object).flatMap(([key, value]) =>
		Array.isArray(value) ? [[prefix + key, value]] : [],
	);
}

function listsOneLevelDown([key, value]: [string, unknown]): Array<[string, unknown[]]> {
	return isObject(value) ? listsIn(value, `${key}.`) : [];
}

function isObject(value: unknown): value is Contact {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysSeen(body: unknown): string {
	const keys = isObject(body) ? Object.keys(body) : [];
	return keys.length > 0
		? `Keys seen: ${keys.slice(0, MAX_KEYS_SHOWN).join(', ')}.`
		: 'It is not an object with keys.';
}

/** More would not fit into n8n's error panel. */
const MAX_KEYS_SHOWN = 20;
