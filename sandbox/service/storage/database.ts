import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../system/platform.ts';
import { OperatorError } from '../errors.ts';

/** Nothing is released: instead of migrating a database, count up, and it stays where it is. */
const DATABASE_FILE = 'contacts-4.sqlite';

/** How long to wait while another process writes; the longest is the commit of a large fill. */
const LOCK_TIMEOUT_MS = 30_000;

export type Database = DatabaseSync;

/**
 * Opens the service's database, and creates it if there is none. Several processes can have it open
 * (write-ahead log). The file is accessible to its owner only, because it has the private keys.
 *
 * @param dataDir folder of the database file; without it, the database is in memory
 * @param mustExist whether to fail instead of creating a database
 * @throws {OperatorError} if the folder is not writable, the file is no database, or must exist and does
 *   not
 */
export function openDatabase(dataDir: string | undefined, mustExist = false): Database {
	const path = dataDir === undefined ? ':memory:' : prepareFile(dataDir, mustExist);
	const sqlite = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
	try {
		sqlite.exec('PRAGMA journal_mode = WAL');
		transaction(sqlite, () => sqlite.exec(SCHEMA));
	} catch (error) {
		sqlite.close();
		throw new OperatorError(
			`The database ${path} cannot be used: ${(error as Error).message}. Check the disk, or delete the file to start over.`,
		);
	}
	return sqlite;
}

/** Runs the work in a write transaction, which is rolled back if it throws. */
export function transaction<Result>(database: Database, work: () => Result): Result {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		// After some errors, such as a full disk, SQLite has already rolled back.
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

function prepareFile(dataDir: string, mustExist: boolean): string {
	const path = join(dataDir, DATABASE_FILE);
	if (mustExist && !existsSync(path)) {
		throw new OperatorError(
			`There is no service in ${dataDir}. Start one there, or give the folder of another one with --data-dir.`,
		);
	}
	try {
		mkdirSync(dataDir, PRIVATE_FOLDER);
		// SQLite creates its log files with the mode of the database file.
		writeFileSync(path, '', { flag: 'a', ...PRIVATE_FILE });
	} catch (error) {
		throw new OperatorError(
			`The data folder ${dataDir} cannot be written: ${(error as Error).message}. Check its permissions and the disk.`,
		);
	}
	return path;
}

/**
 * A contact's `number` counts from 1 within its organization without gaps, so that any page, at any
 * depth, is one range of the index. `document` is the contact's JSON text.
 */
const SCHEMA = `
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
