import { UsageError } from '../errors.ts';
import type { Contact, ContactList } from '../shapes/contacts.ts';
import type { Database } from './database.ts';
import { createContact } from './fake-contact.ts';

export interface Fill {
	orgId: string;
	/** How many contacts to add. */
	count: number;
	/** The same seed on a new organization gives the same contacts. Default 1. */
	seed?: number;
}

export type Contacts = ReturnType<typeof createContacts>;

/** The contacts of all organizations, made up and stored. */
export function createContacts(database: Database) {
	// A range of numbers selects a page, because its cost does not depend on the page's position. One text
	// is parsed in half the time of one for each contact; group_concat() keeps the order of the subquery.
	const select = database.prepare(
		`SELECT '[' || coalesce(group_concat(document), '') || ']' AS list FROM (SELECT document
			FROM contacts WHERE organization = ? AND number > ? AND number <= ? ORDER BY number)`,
	);
	const insert = database.prepare(
		'INSERT INTO contacts (organization, number, document) VALUES (?, ?, ?)',
	);
	const readOrganization = database.prepare(
		'SELECT key, contact_count AS contactCount FROM organizations WHERE id = ?',
	);
	const addToCount = database.prepare(
		'UPDATE organizations SET contact_count = contact_count + ? WHERE key = ?',
	);

	return {
		/**
		 * Adds made-up contacts to an organization; call it in a transaction.
		 *
		 * @returns how many contacts the organization has now
		 * @throws {UsageError} if the organization does not exist, or count or seed is invalid
		 */
		add({ orgId, count, seed = 1 }: Fill): number {
			requireWholeNumber('count', count);
			requireWholeNumber('seed', seed);
			const organization = readOrganization.get(orgId);
			if (organization === undefined) {
				throw new UsageError(`There is no organization ${orgId}. Provision a client for it first.`);
			}
			const { key, contactCount } = organization as { key: number; contactCount: number };
			for (let index = contactCount; index < contactCount + count; index += 1) {
				const contact = { id: `contact_${key}_${index + 1}`, ...createContact(seed, index) };
				insert.run(key, index + 1, JSON.stringify(contact));
			}
			addToCount.run(count, key);
			return contactCount + count;
		},

		/**
		 * @param organization its key in the database
		 * @param length the number of its contacts
		 * @returns its contacts in the order in which they were added, read page by page
		 */
		listOf: (organization: number, length: number): ContactList => ({
			length,
			slice: (start = 0, end = length) => {
				const { list } = select.get(organization, start, Math.min(end, length))!;
				return JSON.parse(list as string) as Contact[];
			},
		}),
	};
}

function requireWholeNumber(name: string, value: number) {
	if (!Number.isSafeInteger(value) || value < 0) {
		throw new UsageError(`The ${name} must be a whole number of at least 0.`);
	}
}
