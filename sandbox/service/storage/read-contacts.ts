import { CsvError, parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { OperatorError } from '../errors.ts';
import type { FileContact } from './add-contacts.ts';

/** SQLite reads JSON up to twice this depth. */
const MAX_DEPTH = 500;

/**
 * Reads the contacts of a file: CSV if its name ends with `.csv`, otherwise NDJSON, with one object per
 * line. In CSV, the first line has the names of the fields, and all values are strings.
 *
 * @throws {OperatorError} if the file cannot be read, or with the line of an error in it
 */
export function readContacts(file: string): FileContact[] {
	const text = readText(file);
	try {
		return /\.csv$/i.test(file) ? readCsv(text) : readNdjson(text);
	} catch (error) {
		if (!(error instanceof ContentError)) throw error;
		throw new OperatorError(`${file}, line ${error.line}: ${error.message}. Nothing was imported.`);
	}
}

class ContentError extends Error {
	readonly line: number;

	constructor(line: number, message: string) {
		super(message);
		this.line = line;
	}
}

function readText(file: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		throw new OperatorError(
			code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
				? `${file} is not UTF-8. Nothing was imported.`
				: `${file} cannot be read: ${message}.`,
		);
	}
}

function readCsv(text: string): FileContact[] {
	try {
		const records = parse(text, { columns: requireFieldNames, info: true, skip_empty_lines: true });
		return (records as unknown as CsvRecord[]).map(({ record, info }) => ({
			contact: record,
			line: info.lines,
		}));
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		const { lines = 1 } = error as { lines?: number };
		const isIncomplete = error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS';
		throw new ContentError(
			lines,
			isIncomplete ? 'there are not as many fields as in the first line' : 'this is not CSV',
		);
	}
}

interface CsvRecord {
	record: object;
	info: { lines: number };
}

function requireFieldNames(names: string[]): string[] {
	if (names.some((name) => /[;\t]/.test(name))) {
		throw new ContentError(1, 'fields must be separated by commas');
	}
	if (names.includes('') || new Set(names).size < names.length) {
		throw new ContentError(1, 'every field needs a unique name');
	}
	return names;
}

function readNdjson(text: string): FileContact[] {
	return text.split('\n').flatMap((source, index) => {
		const line = index + 1;
		return source.trim() === '' ? [] : { contact: readContact(source, line), line };
	});
}

function readContact(source: string, line: number): object {
	const contact = parseJson(source, line);
	if (typeof contact !== 'object' || contact === null || Array.isArray(contact)) {
		throw new ContentError(line, 'a contact must be an object');
	}
	// First, because parsing with a reviver is recursive.
	requireDepth(contact, line);
	JSON.parse(source, (_key, value: unknown, context?: { source: string }) => {
		if (typeof value === 'number') requireExact(context!.source, line);
		return value;
	});
	return contact;
}

function parseJson(source: string, line: number): unknown {
	try {
		return JSON.parse(source);
	} catch {
		throw new ContentError(line, 'this is not JSON');
	}
}

/** Refuses numbers that would change: ids of 20 digits, for example. */
function requireExact(source: string, line: number) {
	if (/^-?\d+$/.test(source) && !Number.isSafeInteger(Number(source))) {
		throw new ContentError(line, `the number ${source} would change; write it in quotes`);
	}
}

function requireDepth(contact: object, line: number) {
	let level: unknown[] = [contact];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > MAX_DEPTH) {
			throw new ContentError(line, `a contact is nested more than ${MAX_DEPTH} levels deep`);
		}
		level = level.flatMap(
			(parent) => (typeof parent === 'object' ? Object.values(parent ?? {}) : []) as unknown[],
		);
	}
}
