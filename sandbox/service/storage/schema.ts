/**
 * A contact's `number` counts from 1 within its organization without gaps, so that any page, at any
 * depth, is one range of the index. `document` is the contact's JSON text.
 */
export const SCHEMA = `
	CREATE TABLE IF NOT EXISTS documents (
		name TEXT PRIMARY KEY,
		text TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS organizations (
		key INTEGER PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		permission TEXT NOT NULL DEFAULT 'granted' CHECK (permission IN ('granted', 'denied')),
		contact_count INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE TABLE IF NOT EXISTS clients (
		id TEXT PRIMARY KEY,
		organization INTEGER NOT NULL REFERENCES organizations (key),
		scopes TEXT NOT NULL,
		status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'revoked'))
	) STRICT;
	CREATE TABLE IF NOT EXISTS refresh_tokens (
		id TEXT PRIMARY KEY,
		client TEXT NOT NULL REFERENCES clients (id),
		hash BLOB NOT NULL UNIQUE,
		revoked INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE TABLE IF NOT EXISTS contacts (
		organization INTEGER NOT NULL REFERENCES organizations (key),
		number INTEGER NOT NULL,
		document TEXT NOT NULL,
		PRIMARY KEY (organization, number)
	) STRICT;
`;
