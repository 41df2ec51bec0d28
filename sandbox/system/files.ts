import { readFile } from 'node:fs/promises';

/** For `mkdir`: only the owner can read what is in it. */
export const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;

/** @returns the end of a log and its path, for an error message */
export async function describeLog(file: string): Promise<string> {
	const lastLines = (await readIfPresent(file)).trimEnd().split('\n').slice(-15).join('\n');
	return `Last lines of its log:\n${lastLines}\nFull log: ${file}`;
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
