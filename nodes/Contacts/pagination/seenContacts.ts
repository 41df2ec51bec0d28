import { createHash } from 'node:crypto';

import type { Contact } from './findContacts';
import { valueAt } from './jsonPath';

/** Fields that identify a contact, most usual first. */
export const ID_FIELDS = [
	...['id', '_id', 'Id', 'ID', 'uuid', 'UUID', 'guid', 'gid', 'uid', 'contactId', 'contact_id'],
	...['ContactId', 'ContactID', 'vid', 'resourceName', 'objectId', 'recordId', 'sys_id', 'sys.id'],
	...['node.id', 'resource.id', 'attributes.id', 'key', '@id', 'href', 'url', 'sid'],
] as const;

/**
 * The contacts that came so far, by their ID where all of the first page have one, else by all that is in
 * them. Kept are the IDs, which are part of the contacts anyway, or numbers of 53 bits.
 */
export class SeenContacts {
	readonly #keys = new Set<string | number>();

	#idField: string | undefined;

	#last: { page: readonly Contact[]; keys: Array<string | number> } | undefined;

	/** Whether the contacts are told apart by an ID. */
	get hasIds(): boolean {
		return this.#idField !== undefined;
	}

	/** How many of the contacts of a page were on an earlier one. */
	countKnown(page: readonly Contact[]): number {
		return this.#keys.size === 0
			? 0
			: this.#keysOf(page).filter((key) => this.#keys.has(key)).length;
	}

	addContacts(page: readonly Contact[]): void {
		if (this.#keys.size === 0) this.#idField = idFieldOf(page);
		for (const key of this.#keysOf(page)) this.#keys.add(key);
	}

	/** The keys of the last page are kept, because it is first compared and then added. */
	#keysOf(page: readonly Contact[]): Array<string | number> {
		if (this.#last?.page !== page) {
			this.#last = { page, keys: page.map((contact) => keyOf(contact, this.#idField)) };
		}
		return this.#last.keys;
	}
}

/** The ID of a contact, or a number that stands for all that is in it. */
export function keyOf(contact: Contact, idField: string | undefined): string | number {
	const id = idField === undefined ? undefined : valueAt(contact, idField);
	return isId(id) ? id : hash(contact);
}

/** The field that holds another text or number in each contact. */
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
 * Whether a page has the contacts of the page before, although a field such as a signed link may change
 * with every response: most of the fields that tell the contacts of a page apart are the same.
 */
export function isSamePage(page: readonly Contact[], previous: readonly Contact[]): boolean {
	if (page.length === 0 || page.length !== previous.length) return false;
	return isMostlyIn(columnsOf(page), new Set(columnsOf(previous)));
}

/** The fields that tell the contacts of a page apart, each with all its values; without any, the page. */
export function columnsOf(page: readonly Contact[]): string[] {
	const telling = Object.keys(page[0]!).filter((key) => isTelling(page, key));
	return telling.length === 0
		? [JSON.stringify(page)]
		: telling.map((key) => JSON.stringify([key, page.map((contact) => contact[key])]));
}

export function isMostlyIn(columns: readonly string[], known: ReadonlySet<string>): boolean {
	return columns.filter((column) => known.has(column)).length * 2 > columns.length;
}

function isTelling(contacts: readonly Contact[], key: string): boolean {
	const first = textOf(contacts[0]![key]);
	return contacts.some((contact) => textOf(contact[key]) !== first);
}

function textOf(value: unknown): string | undefined {
	return JSON.stringify(value);
}

/** A number of 53 bits: of a million contacts, two collide in one of 18,000 lists. */
function hash(contact: Contact): number {
	const digest = createHash('sha1').update(JSON.stringify(contact)).digest();
	return digest.readUIntBE(0, 6) * 32 + (digest[6]! & 31);
}
