import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a lock that another connection holds. */
const SQLITE_BUSY = 5;

/**
 * Acquires a lock if it is free. It is SQLite's lock on an empty database: the operating system
 * releases it when its holder dies, so there are no stale locks to recognize.
 *
 * @param file path of the lock file, in an existing folder
 * @returns the lock, or undefined if it is held; it is until released, or until its process ends
 */
export function tryLock(file: string): { release(): void } | undefined {
	const database = new DatabaseSync(file);
	try {
		// Nothing is ever written: do without a journal file.
		database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
	} catch (error) {
		database.close();
		if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
		throw error;
	}
	return { release: () => database.close() };
}
