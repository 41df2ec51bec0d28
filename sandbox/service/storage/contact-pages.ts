import type { Database } from './database.ts';

export interface ContactPages {
	/**
	 * @param after how many of the organization's contacts come before the page
	 * @param limit how many contacts the page has at most
	 * @returns the contacts as JSON texts, in the order they were added
	 */
	read(organization: number, after: number, limit: number): string[];
}

/** Reads pages of contacts. The cost depends on the size of the page, not on where it is. */
export function createContactPages(database: Database): ContactPages {
	const select = database.prepare(
		`SELECT document FROM contacts
		WHERE organization = ? AND number > ? ORDER BY number LIMIT ?`,
	);
	return {
		read: (organization, after, limit) =>
			select.all(organization, after, limit).map((row) => row['document'] as string),
	};
}
