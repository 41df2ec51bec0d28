import type { Contact, ContactList } from '../shapes/contacts.ts';
import type { Database } from './database.ts';
import { createContact } from './fake-contact.ts';

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
	const addToCount = database.prepare(
		'UPDATE organizations SET contact_count = contact_count + ? WHERE key = ?',
	);
	return {
		/**
		 * Adds made-up contacts to an organization; call it in a transaction. The same seed on a new
		 * organization gives the same contacts.
		 *
		 * @param first the number of contacts that it has
		 */
		add(organization: number, first: number, { count, seed }: { count: number; seed: number }) {
			for (let index = first; index < first + count; index += 1) {
				const contact = {
					id: `contact_${organization}_${index + 1}`,
					...createContact(seed, index),
				};
				insert.run(organization, index + 1, JSON.stringify(contact));
			}
			addToCount.run(count, organization);
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
