import { readFile, writeFile } from 'node:fs/promises';

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
	const stored = await readIfPresent<T>(file);
	if (stored !== undefined && isUsable(stored)) return stored;
	const created = create();
	await writeFile(file, `${JSON.stringify(created, null, '\t')}\n`, { mode: 0o600 });
	return created;
}

async function readIfPresent<T>(file: string): Promise<T | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as T;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}
