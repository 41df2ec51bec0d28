import type { Database } from './database.ts';

/** JSON text before and after the items of a list. */
export type JsonEnvelope = [prefix: string, suffix: string];

export type ContactPages = ReturnType<typeof createContactPages>;

/**
 * Reads pages of contacts. The cost depends on the size of a page, not on its position.
 *
 * SQLite joins the texts and returns bytes, which are sent as they are: converting them to strings, or
 * copying them into a buffer with the envelope, would take most of a request's time.
 */
export function createContactPages(database: Database) {
	// group_concat() keeps the order of the subquery. A range of numbers selects the page, because SQLite
	// recompiles a statement with LIMIT ? for every new value.
	const select = database.prepare(
		`SELECT CAST(? || coalesce(group_concat(document, ','), '') || ? AS BLOB) AS list FROM (
			SELECT document FROM contacts
			WHERE organization = ? AND number > ? AND number <= ? ORDER BY number
		)`,
	);
	return {
		/**
		 * @param organization key of the organization
		 * @param offset number of the organization's contacts before the page
		 * @returns at most `limit` contacts in the order they were added, in the envelope; in UTF-8
		 */
		read: (organization: number, offset: number, limit: number, [prefix, suffix]: JsonEnvelope) =>
			select.get(prefix, suffix, organization, offset, offset + limit)!['list'] as Uint8Array,
	};
}
