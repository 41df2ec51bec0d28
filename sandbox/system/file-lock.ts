import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Held until released, or until the process that holds it ends in whatever way. */
export interface FileLock {
	release(): void;
}

/**
 * Takes the lock of that name if nobody has it. The lock is SQLite's own on an empty database: the
 * operating system frees it when its holder dies, so there are no stale ones to recognise.
 *
 * @param file path of the lock file, in a folder that exists
 */
export function tryLock(file: string): FileLock | undefined {
	const database = new DatabaseSync(file);
	try {
		// Nothing is ever written, so no journal is needed beside the file.
		database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
	} catch (error) {
		database.close();
		if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
		throw error;
	}
	return { release: () => database.close() };
}

/**
 * Takes the lock, waiting for its holder if there is one.
 *
 * @param onWait called once when it has to wait
 * @throws the signal's reason when it aborts first
 */
export async function waitForLock(
	file: string,
	onWait: () => void,
	signal?: AbortSignal,
): Promise<FileLock> {
	let lock = tryLock(file);
	if (!lock) onWait();
	while (!lock) {
		await delay(500);
		signal?.throwIfAborted();
		lock = tryLock(file);
	}
	return lock;
}

const SQLITE_BUSY = 5;
