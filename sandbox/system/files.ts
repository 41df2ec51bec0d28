import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './platform.ts';
import { UserError } from './user-error.ts';

/**
 * Creates the folder, accessible to its owner only, unless it exists.
 *
 * @throws UserError if the folder cannot be created
 */
export async function createFolder(folder: string): Promise<void> {
	try {
		await mkdir(folder, PRIVATE_FOLDER);
	} catch (cause) {
		const what = `The folder ${folder} cannot be created: ${(cause as Error).message}.`;
		throw new UserError(what, 'Check its permissions and the disk, and try again.', { cause });
	}
}

/**
 * Reads a value from a file, or creates it and stores it there, readable by its owner only.
 *
 * @param file path in an existing folder
 * @param isUsable whether the stored value can still be used; if not, it is replaced
 */
export async function readOrCreateJson<T>(
	file: string,
	create: () => T,
	isUsable: (stored: T) => boolean = () => true,
): Promise<T> {
	const text = await readIfPresent(file);
	const stored = text === '' ? undefined : (JSON.parse(text) as T);
	if (stored !== undefined && isUsable(stored)) return stored;
	const created = create();
	await writeFile(file, `${JSON.stringify(created, null, '\t')}\n`, PRIVATE_FILE);
	return created;
}

/** @returns the last lines of a log, for an error message; empty if the file does not exist */
export async function lastLines(file: string, count: number): Promise<string> {
	return (await readIfPresent(file)).trimEnd().split('\n').slice(-count).join('\n');
}

/** @returns the text of a file; empty if it does not exist */
export async function readIfPresent(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
		throw error;
	}
}
