/** A database of any other version is refused: nothing is released, so there is nothing to migrate. */
export const SCHEMA_VERSION = 3;

/**
 * A contact's `number` counts from 1 within its organization without gaps, so that any page, at any
 * depth, is one range of the index. `document` is the contact's JSON text.
 */
export const SCHEMA = `
	CREATE TABLE settings (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		document TEXT NOT NULL
	) STRICT;
	CREATE TABLE keys (
		name TEXT PRIMARY KEY,
		document TEXT NOT NULL
	) STRICT;
	CREATE TABLE organizations (
		key INTEGER PRIMARY KEY,
		id TEXT NOT NULL UNIQUE,
		permission TEXT NOT NULL DEFAULT 'granted' CHECK (permission IN ('granted', 'denied')),
		contact_count INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE TABLE clients (
		id TEXT PRIMARY KEY,
		organization INTEGER NOT NULL REFERENCES organizations (key),
		scopes TEXT NOT NULL,
		status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'revoked')),
		created_at TEXT NOT NULL
	) STRICT;
	CREATE TABLE refresh_tokens (
		id TEXT PRIMARY KEY,
		client TEXT NOT NULL REFERENCES clients (id),
		hash BLOB NOT NULL UNIQUE,
		created_at TEXT NOT NULL,
		revoked_at TEXT
	) STRICT;
	CREATE INDEX refresh_tokens_of_client ON refresh_tokens (client);
	CREATE TABLE resource_servers (
		id TEXT PRIMARY KEY,
		hash BLOB NOT NULL
	) STRICT;
	CREATE TABLE contacts (
		key INTEGER PRIMARY KEY,
		organization INTEGER NOT NULL REFERENCES organizations (key),
		number INTEGER NOT NULL,
		document TEXT NOT NULL
	) STRICT;
	CREATE UNIQUE INDEX contacts_of_organization ON contacts (organization, number);
	CREATE TABLE faults (
		id INTEGER PRIMARY KEY,
		route TEXT NOT NULL,
		document TEXT NOT NULL,
		skip INTEGER NOT NULL,
		times INTEGER
	) STRICT;
	PRAGMA user_version = ${SCHEMA_VERSION};
`;
