import type { Database } from './database.ts';

export interface ContactPages {
	/**
	 * @param after how many of the organization's contacts come before the page
	 * @param limit how many contacts the page has at most
	 * @returns the contacts as JSON texts in UTF-8 with commas between them, in the order they were
	 *   added
	 */
	read(organization: number, after: number, limit: number): Uint8Array;
}

/**
 * Reads pages of contacts. The cost depends on the size of the page, not on where it is.
 *
 * SQLite itself joins the texts, and gives them as bytes: they go to the client as they are, and
 * making strings of them would take most of a request's time.
 */
export function createContactPages(database: Database): ContactPages {
	// A subquery with a LIMIT is run as it is written, so the rows are joined in its order.
	const select = database.prepare(
		`SELECT CAST(group_concat(document, ',') AS BLOB) AS list FROM (
			SELECT document FROM contacts
			WHERE organization = ? AND number > ? ORDER BY number LIMIT ?
		)`,
	);
	return {
		read: (organization, after, limit) =>
			(select.get(organization, after, limit)?.['list'] as Uint8Array | null) ?? new Uint8Array(),
	};
}
