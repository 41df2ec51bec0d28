import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { migrations } from './migrations.ts';

/** How long a command waits for another process's write; the longest is a large fill's commit. */
export const PATIENT_LOCK_WAIT_MS = 30_000;

/** How long a process that answers requests waits, so that one request does not hold up others. */
export const SERVING_LOCK_WAIT_MS = 100;

/** How often a lock is tried while this process does something else. */
const LOCK_RETRY_MS = 5;

/** Primary result code of SQLite for a lock that another connection holds. */
const SQLITE_BUSY = 5;

/** What is left of the log after a large fill; ordinary use needs less. */
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

export interface Database {
	prepare(sql: string): StatementSync;
	/** Runs the work as one write transaction: all of it is kept, or, when it throws, nothing. */
	transaction<Result>(work: () => Result): Result;
	/**
	 * The same, but this process goes on with other things while it waits for another's write.
	 *
	 * @throws an error for which {@link isLockedError} holds when the lock is not free in time
	 */
	transactionWhenFree<Result>(work: () => Result, waitMs: number): Promise<Result>;
	/** The same for work on temporary tables alone: no other process has to wait for it. */
	temporaryTransaction<Result>(work: () => Result): Result;
	/** Runs one or more statements that take no parameters. */
	execute(sql: string): void;
	/** From now on nothing but `transactionWhenFree` waits longer for a lock than this, in ms. */
	limitLockWait(waitMs: number): void;
	close(): void;
}

/**
 * Opens the service's database. Makes it when there is none, and brings one of an earlier version up
 * to date.
 *
 * Any number of processes may have it open (write-ahead log). Every commit is on the disk when it
 * returns. The file, and a folder that is made for it, are readable by their owner alone, because the
 * database holds the private keys.
 *
 * @param dataDir folder of the database file; `undefined` keeps the database in memory
 * @throws {OperatorError} when the folder cannot be written or the file is not this service's
 */
export function openDatabase(dataDir: string | undefined): Database {
	const path = dataDir === undefined ? ':memory:' : prepareFile(dataDir);
	const sqlite = new DatabaseSync(path);
	let lockWaitMs = PATIENT_LOCK_WAIT_MS;
	const limitLockWait = (waitMs: number) => {
		lockWaitMs = waitMs;
		sqlite.exec(`PRAGMA busy_timeout = ${waitMs}`);
	};
	const begin = () => sqlite.exec('BEGIN IMMEDIATE');
	/** @returns the error when another process has the lock */
	const tryBegin = (): Error | undefined => {
		sqlite.exec('PRAGMA busy_timeout = 0');
		try {
			begin();
			return undefined;
		} catch (error) {
			if (isLockedError(error)) {
				return error as Error;
			}
			throw error;
		} finally {
			sqlite.exec(`PRAGMA busy_timeout = ${lockWaitMs}`);
		}
	};
	const finish = <Result>(work: () => Result) => {
		try {
			const result = work();
			sqlite.exec('COMMIT');
			return result;
		} catch (error) {
			// After some errors, such as a full disk, SQLite has already rolled back.
			if (sqlite.isTransaction) {
				sqlite.exec('ROLLBACK');
			}
			throw error;
		}
	};
	const database: Database = {
		prepare: (sql) => sqlite.prepare(sql),
		execute: (sql) => sqlite.exec(sql),
		transaction(work) {
			begin();
			return finish(work);
		},
		async transactionWhenFree(work, waitMs) {
			const deadline = performance.now() + waitMs;
			for (let locked = tryBegin(); locked !== undefined; locked = tryBegin()) {
				if (performance.now() > deadline) {
					throw locked;
				}
				await setTimeout(LOCK_RETRY_MS);
			}
			// Nothing is awaited in between: other work of this process would be in the transaction.
			return finish(work);
		},
		temporaryTransaction(work) {
			sqlite.exec('BEGIN');
			return finish(work);
		},
		limitLockWait,
		close: () => sqlite.close(),
	};
	try {
		limitLockWait(PATIENT_LOCK_WAIT_MS);
		sqlite.exec(`
			PRAGMA journal_mode = WAL;
			PRAGMA journal_size_limit = ${LOG_LIMIT_BYTES};
			PRAGMA synchronous = FULL;
			PRAGMA foreign_keys = ON;
		`);
		database.transaction(() => migrate(sqlite, path));
	} catch (error) {
		sqlite.close();
		throw error instanceof OperatorError
			? error
			: new OperatorError(
					`The database ${path} cannot be used: ${(error as Error).message}. Check the disk, or give another folder.`,
				);
	}
	return database;
}

/** @returns whether the error says that another process held the write lock for too long */
export function isLockedError(error: unknown): boolean {
	const { code, errcode } = error as { code?: unknown; errcode?: number };
	return code === 'ERR_SQLITE_ERROR' && ((errcode ?? 0) & 0xff) === SQLITE_BUSY;
}

function migrate(sqlite: DatabaseSync, path: string) {
	const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version']);
	if (version > migrations.length) {
		throw new OperatorError(
			`The database ${path} was made by a newer version of this service (${version}; this one knows ${migrations.length}). Use that version, or give another folder.`,
		);
	}
	for (const migration of migrations.slice(version)) {
		sqlite.exec(migration);
	}
	sqlite.exec(`PRAGMA user_version = ${migrations.length}`);
}

function prepareFile(dataDir: string): string {
	const path = join(dataDir, 'contacts.sqlite');
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		// SQLite gives its log files the mode of the database file.
		closeSync(openSync(path, 'a', 0o600));
		chmodSync(path, 0o600);
	} catch (error) {
		throw new OperatorError(
			`The data folder ${dataDir} cannot be written: ${(error as Error).message}. Give another folder, or change its permissions.`,
		);
	}
	return path;
}
