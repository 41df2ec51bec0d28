import { readFile, writeFile } from 'node:fs/promises';

/**
 * A value that is made once and then kept in a file which only its owner can read.
 *
 * @param file path in a folder that exists
 * @param isUsable whether the kept value still serves; it is made anew when not
 */
export async function readOrCreateJson<T>(
	file: string,
	make: () => T,
	isUsable: (kept: T) => boolean = () => true,
): Promise<T> {
	const kept = await readKept<T>(file);
	if (kept !== undefined && isUsable(kept)) return kept;
	const made = make();
	await writeFile(file, `${JSON.stringify(made, null, '\t')}\n`, { mode: 0o600 });
	return made;
}

async function readKept<T>(file: string): Promise<T | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as T;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}
