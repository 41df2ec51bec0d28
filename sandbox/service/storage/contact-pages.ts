import type { Database } from './database.ts';

/** JSON text before and behind the members of a list. */
export type JsonEnvelope = [before: string, behind: string];

export interface ContactPages {
	/**
	 * @param after how many of the organization's contacts come before the page
	 * @param limit how many contacts the page has at most
	 * @returns the envelope around the contacts as JSON texts with commas between them, in the order they
	 *   were added; in UTF-8
	 */
	read(organization: number, after: number, limit: number, envelope: JsonEnvelope): Uint8Array;
}

/**
 * Reads pages of contacts. The cost depends on the size of the page, not on where it is.
 *
 * SQLite itself joins the texts and gives them as bytes, which go to the client as they are: making
 * strings of them, or a second buffer with the envelope, would take most of a request's time.
 */
export function createContactPages(database: Database): ContactPages {
	// The rows of an ordered subquery are joined in its order. The page ends at a number, for which
	// there is one contact each: SQLite would compile a statement with LIMIT ? anew for every value.
	const select = database.prepare(
		`SELECT CAST(? || coalesce(group_concat(document, ','), '') || ? AS BLOB) AS list FROM (
			SELECT document FROM contacts
			WHERE organization = ? AND number > ? AND number <= ? ORDER BY number
		)`,
	);
	return {
		read: (organization, after, limit, [before, behind]) =>
			select.get(before, behind, organization, after, after + limit)!['list'] as Uint8Array,
	};
}
