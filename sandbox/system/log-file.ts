import { readFile } from 'node:fs/promises';

/** @returns the last lines of a log, for a message; empty when there is no such file */
export async function lastLines(file: string, count: number): Promise<string> {
	return (await wholeLog(file)).trimEnd().split('\n').slice(-count).join('\n');
}

/** @returns the log's text; empty when there is no such file */
export async function wholeLog(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
		throw error;
	}
}
