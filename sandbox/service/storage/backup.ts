import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Database, DATABASE_FILE } from './database.ts';

/**
 * Copies the database as it is at this moment, also while the service runs, to a folder with which the
 * service can be started. Only the owner can read it.
 *
 * @returns path of the copy
 * @throws {OperatorError} if the folder has a database already or is not writable
 */
export function backUp(database: Database, folder: string): string {
	const path = join(folder, DATABASE_FILE);
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		closeSync(openSync(path, 'wx', 0o600));
	} catch (error) {
		throw new OperatorError(
			`${path} cannot be created: ${(error as Error).message}. Give another folder.`,
		);
	}
	try {
		database.prepare('VACUUM INTO ?').run(path);
	} catch (error) {
		rmSync(path);
		throw error;
	}
	return path;
}
