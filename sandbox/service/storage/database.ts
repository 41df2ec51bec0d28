import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PRIVATE_FOLDER } from '../../system/files.ts';
import { UserError } from '../../system/user-error.ts';

/** Nothing is released: instead of migrating a database, count up, and it stays where it is. */
const DATABASE_FILE = 'contacts-5.sqlite';

/** How long to wait while another process writes. */
const LOCK_TIMEOUT_MS = 10_000;

export type Database = ReturnType<typeof openDatabase>;

/**
 * Opens the service's data, JSON documents by name in an SQLite file, and creates the file if there is
 * none. Several processes can have it open (write-ahead log). The file is accessible to its owner only,
 * because it has the private keys.
 *
 * @param dataDir folder of the file; without it, the data is in memory
 * @param mustExist whether to fail instead of creating the file
 * @throws {UserError} if the file is not a database, or must exist and does not
 */
export function openDatabase(dataDir: string | undefined, mustExist = false) {
	const path = dataDir === undefined ? ':memory:' : prepareFile(dataDir, mustExist);
	const sqlite = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
	try {
		sqlite.exec(`
			PRAGMA journal_mode = WAL;
			CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
		`);
	} catch (error) {
		sqlite.close();
		throw new UserError(
			`The database ${path} cannot be used: ${(error as Error).message}.`,
			'Check the disk, or delete the file to start over.',
		);
	}
	const select = sqlite.prepare('SELECT json FROM documents WHERE name = ?');
	const upsert = sqlite.prepare('INSERT OR REPLACE INTO documents (name, json) VALUES (?, ?)');
	return {
		read<Value>(name: string): Value | undefined {
			const json = select.get(name)?.['json'];
			return json === undefined ? undefined : (JSON.parse(json as string) as Value);
		},
		write: (name: string, value: unknown) => void upsert.run(name, JSON.stringify(value)),
		/** Runs the work in a write transaction, which is rolled back if it throws. */
		transaction<Result>(work: () => Result): Result {
			sqlite.exec('BEGIN IMMEDIATE');
			try {
				const result = work();
				sqlite.exec('COMMIT');
				return result;
			} catch (error) {
				// After some errors, such as a full disk, SQLite has already rolled back.
				if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
				throw error;
			}
		},
		close: () => sqlite.close(),
	};
}

function prepareFile(dataDir: string, mustExist: boolean): string {
	const path = join(dataDir, DATABASE_FILE);
	if (mustExist && !existsSync(path)) {
		throw new UserError(
			`There is no service in ${dataDir}.`,
			'Start one there, or give the folder of another one with --data-dir.',
		);
	}
	mkdirSync(dataDir, PRIVATE_FOLDER);
	// SQLite creates its log files with the mode of the database file.
	writeFileSync(path, '', { flag: 'a', mode: 0o600 });
	return path;
}
