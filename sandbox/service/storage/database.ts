import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** Name of the file in the data folder. */
export const DATABASE_FILE = 'contacts.sqlite';

/** Lock timeout of commands. The longest lock of another process is the commit of a large fill. */
export const PATIENT_LOCK_WAIT_MS = 30_000;

/** Lock timeout of a process that serves requests, so that one request does not block the others. */
export const SERVING_LOCK_WAIT_MS = 100;

/** Interval between attempts to acquire a lock without blocking this process. */
const LOCK_RETRY_MS = 5;

/** SQLite's primary result code for a lock that another connection holds. */
const SQLITE_BUSY = 5;

/** Those for a database that cannot be written: read-only, I/O error, disk full, cannot be opened. */
const UNWRITABLE: readonly number[] = [8, 10, 13, 14];

/** Limit for the write-ahead log after a large fill; ordinary use needs less. */
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

export interface Database {
	prepare(sql: string): StatementSync;
	/** Runs the work in a write transaction, which is rolled back if it throws. */
	transaction<Result>(work: () => Result): Result;
	/**
	 * The same without blocking this process while another one writes.
	 *
	 * @throws an error for which {@link isLockedError} is true if the lock is not released in time
	 */
	transactionWhenFree<Result>(work: () => Result, waitMs: number): Promise<Result>;
	/** Runs one or more statements that take no parameters. */
	execute(sql: string): void;
	/** Sets the lock timeout, in ms, of everything but `transactionWhenFree`. */
	limitLockWait(waitMs: number): void;
	close(): void;
}

/**
 * Opens the service's database, and creates it if there is none. An existing one is not written to.
 *
 * Several processes can have it open (write-ahead log). Commits are on the disk when they return. The
 * file, and its folder if it is created here, are accessible to their owner only, because the database
 * has the private keys.
 *
 * @param dataDir folder of the database file; `undefined` keeps the database in memory
 * @throws {OperatorError} if the folder is not writable, the file is not this service's, or must exist
 *   and does not
 */
export function openDatabase(
	dataDir: string | undefined,
	{ mustExist = false }: { mustExist?: boolean } = {},
): Database {
	const path = dataDir === undefined ? ':memory:' : prepareFile(dataDir, mustExist);
	const sqlite = new DatabaseSync(path);
	let lockWaitMs = PATIENT_LOCK_WAIT_MS;
	const limitLockWait = (waitMs: number) => {
		lockWaitMs = waitMs;
		sqlite.exec(`PRAGMA busy_timeout = ${waitMs}`);
	};
	const begin = () => sqlite.exec('BEGIN IMMEDIATE');
	/** @returns the error if another process has the lock */
	const tryBegin = (): Error | undefined => {
		sqlite.exec('PRAGMA busy_timeout = 0');
		try {
			begin();
			return undefined;
		} catch (error) {
			if (isLockedError(error)) return error as Error;
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
			if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
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
				if (performance.now() > deadline) throw locked;
				await setTimeout(LOCK_RETRY_MS);
			}
			// No await from here on: other work of this process would become part of the transaction.
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
		createSchema(database, path);
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

/** @returns whether the error means that another process held the write lock for too long */
function isLockedError(error: unknown): boolean {
	return resultCodeOf(error) === SQLITE_BUSY;
}

/** @returns whether the error is over when the lock is released, or there is space on the disk again */
export function isTemporaryError(error: unknown): boolean {
	return isLockedError(error) || UNWRITABLE.includes(resultCodeOf(error) ?? 0);
}

/** @returns SQLite's primary result code, if the error is SQLite's */
function resultCodeOf(error: unknown): number | undefined {
	const { code, errcode = 0 } = error as { code?: unknown; errcode?: number };
	return code === 'ERR_SQLITE_ERROR' ? errcode & 0xff : undefined;
}

function createSchema(database: Database, path: string) {
	const readVersion = () => Number(database.prepare('PRAGMA user_version').get()!['user_version']);
	if (readVersion() === 0) {
		database.transaction(() => {
			// Another process may have been faster.
			if (readVersion() === 0) database.execute(SCHEMA);
		});
	}
	const version = readVersion();
	if (version !== SCHEMA_VERSION) {
		throw new OperatorError(
			`The database ${path} was made by another version of this service (${version}; this one needs ${SCHEMA_VERSION}). Delete it or give another folder, to start a new one.`,
		);
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
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		// SQLite creates its log files with the mode of the database file.
		closeSync(openSync(path, 'a', 0o600));
		chmodSync(path, 0o600);
	} catch (error) {
		throw new OperatorError(
			`The data folder ${dataDir} cannot be written: ${(error as Error).message}. Give another folder, or change its permissions.`,
		);
	}
	return path;
}
