import { createHash } from 'node:crypto';

import type { Contact } from './findContacts';
import { valueAt } from './jsonPath';

/** Fields that identify a contact, most common first. */
export const ID_FIELDS = [
	...['id', '_id', 'Id', 'ID', 'uuid', 'UUID', 'guid', 'gid', 'uid', 'contactId', 'contact_id'],
	...['ContactId', 'ContactID', 'vid', 'resourceName', 'objectId', 'recordId', 'sys_id', 'sys.id'],
	...['node.id', 'resource.id', 'attributes.id', 'key', '@id', 'href', 'url', 'sid'],
] as const;

/**
 * Remembers all contacts by their ID if each contact of the first page has one, otherwise by a hash of
 * their content. IDs cost no memory: they are part of the contacts, which are kept anyway.
 */
export class SeenContacts {
	readonly #keys = new Set<string | number>();

	#idField: string | undefined;

	#last: { page: readonly Contact[]; keys: Array<string | number> } | undefined;

	/** Whether contacts are identified by an ID. */
	get hasIds(): boolean {
		return this.#idField !== undefined;
	}

	/** How many contacts of a page were on an earlier page. */
	countKnown(page: readonly Contact[]): number {
		return this.#keys.size === 0
			? 0
			: this.#keysOf(page).filter((key) => this.#keys.has(key)).length;
	}

	addContacts(page: readonly Contact[]): void {
		if (this.#keys.size === 0) this.#idField = idFieldOf(page);
		for (const key of this.#keysOf(page)) this.#keys.add(key);
	}

	/** Caches the keys of a page, which is first compared and then added. */
	#keysOf(page: readonly Contact[]): Array<string | number> {
		if (this.#last?.page !== page) {
			this.#last = { page, keys: page.map((contact) => keyOf(contact, this.#idField)) };
		}
		return this.#last.keys;
	}
}

/** The ID of a contact, or a hash of its content if it has none. */
export function keyOf(contact: Contact, idField: string | undefined): string | number {
	const id = idField === undefined ? undefined : valueAt(contact, idField);
	return isId(id) ? id : hash(contact);
}

/** The first ID field that has a different string or number in each contact. */
export function idFieldOf(contacts: readonly Contact[]): string | undefined {
	return ID_FIELDS.filter((field) => isId(valueAt(contacts[0], field))).find((field) => {
		const ids = contacts.map((contact) => valueAt(contact, field));
		return ids.every(isId) && new Set(ids).size === ids.length;
	});
}

function isId(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

/**
 * Whether a page has the contacts of the previous one, even if a field such as a signed link changes
 * with every response: most of the columns that vary within the page are the same.
 */
export function isSamePage(page: readonly Contact[], previous: readonly Contact[]): boolean {
	if (page.length === 0 || page.length !== previous.length) return false;
	return isMostlyIn(columnsOf(page), new Set(columnsOf(previous)));
}

/** The columns that vary within a page, as JSON of a field and its values; without any, the page. */
export function columnsOf(page: readonly Contact[]): string[] {
	const varying = Object.keys(page[0]!).filter((key) => varies(page, key));
	return varying.length === 0
		? [JSON.stringify(page)]
		: varying.map((key) => JSON.stringify([key, page.map((contact) => contact[key])]));
}

/** Whether more than half of the columns are known. */
export function isMostlyIn(columns: readonly string[], known: ReadonlySet<string>): boolean {
	return columns.filter((column) => known.has(column)).length * 2 > columns.length;
}

function varies(contacts: readonly Contact[], key: string): boolean {
	const first = JSON.stringify(contacts[0]![key]);
	return contacts.some((contact) => JSON.stringify(contact[key]) !== first);
}

/** 53 bits: in one of 18,000 lists of a million contacts, two of them collide. */
function hash(contact: Contact): number {
	const digest = createHash('sha1').update(JSON.stringify(contact)).digest();
	return digest.readUIntBE(0, 6) * 32 + (digest[6]! & 31);
}
