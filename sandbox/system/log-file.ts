import { readFile } from 'node:fs/promises';

/** @returns the last lines of a log, for an error message; empty if the file does not exist */
export async function lastLines(file: string, count: number): Promise<string> {
	return (await readLog(file)).trimEnd().split('\n').slice(-count).join('\n');
}

/** @returns the text of a log; empty if the file does not exist */
export async function readLog(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
		throw error;
	}
}
