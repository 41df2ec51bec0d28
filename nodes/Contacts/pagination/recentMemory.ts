import { createHash } from 'node:crypto';

import type { Contact } from './findContacts';
import type { ListMemory } from './listMemory';
import { columnsOf, idFieldOf, isMostlyIn, keyOf } from './seenContacts';

/** The memory as plain data: short hashes, joined to one string per list. */
export interface Memories {
	requests: string;
	pages: string;
	contacts: string;
	/** Columns of the last page; empty when contacts have IDs. */
	columns: string;
	idField?: string;
}

/** Characters of 6 bits each. */
const HASH_LENGTH = 8;

/** Enough columns to recognize a page. */
const MAX_COLUMNS = 16;

/**
 * Remembers the last requests, pages and contacts by short hashes, which fit into a continuation. That
 * is enough: when pages shift, the last contacts come again, and when a service ignores the page
 * parameter or links in a circle, one of the last pages does.
 */
export class RecentMemory implements ListMemory {
	/** Maximum number of requests, of pages and of contacts. */
	static readonly SIZE = 32;

	readonly #requests: string[];

	readonly #pages: string[];

	readonly #contacts: string[];

	/** Columns of the last page; none when contacts have IDs. */
	#columns: string[];

	#idField: string | undefined;

	constructor(memories: Partial<Memories> = {}) {
		this.#requests = split(memories.requests);
		this.#pages = split(memories.pages);
		this.#contacts = split(memories.contacts);
		this.#columns = split(memories.columns);
		this.#idField = memories.idField;
	}

	/** The last `count` requests, pages and contacts. */
	latest(count: number): Memories {
		const join = (hashes: string[]) => hashes.slice(-count).join('');
		return {
			requests: join(this.#requests),
			pages: join(this.#pages),
			contacts: join(this.#contacts),
			columns: this.#columns.join(''),
			idField: this.#idField,
		};
	}

	wasRequested({ href }: URL): boolean {
		return this.#requests.includes(shortHash(href));
	}

	addRequest({ href }: URL): void {
		this.#requests.push(shortHash(href));
	}

	countKnown(contacts: readonly Contact[]): number {
		const hashes = this.#hashesOf(contacts);
		if (this.#pages.includes(shortHash(hashes.join('')))) return contacts.length;
		const known = new Set(this.#contacts);
		return hashes.filter((hash) => known.has(hash)).length;
	}

	addContacts(contacts: readonly Contact[]): void {
		if (contacts.length === 0) return;
		if (this.#contacts.length === 0) this.#idField = idFieldOf(contacts);
		const hashes = this.#hashesOf(contacts);
		this.#pages.push(shortHash(hashes.join('')));
		this.#contacts.push(...hashes.slice(-RecentMemory.SIZE));
		this.#columns = this.#idField === undefined ? columnHashes(contacts) : [];
	}

	isPreviousPage(contacts: readonly Contact[]): boolean {
		if (this.#columns.length === 0 || contacts.length === 0) return false;
		return isMostlyIn(columnHashes(contacts), new Set(this.#columns));
	}

	#hashesOf(contacts: readonly Contact[]): string[] {
		return contacts.map((contact) => shortHash(String(keyOf(contact, this.#idField))));
	}
}

function columnHashes(contacts: readonly Contact[]): string[] {
	return columnsOf(contacts).slice(0, MAX_COLUMNS).map(shortHash);
}

function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);
}

function split(hashes = ''): string[] {
	return Array.from({ length: hashes.length / HASH_LENGTH }, (_, n) =>
		hashes.slice(n * HASH_LENGTH, (n + 1) * HASH_LENGTH),
	);
}
