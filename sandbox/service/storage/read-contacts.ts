import { Tokenizer, TokenParser } from '@streamparser/json';
import { CsvError, parse as parseCsv } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { OperatorError } from '../errors.ts';
import type { FileContact } from '../storage/add-contacts.ts';
import type { FileFormat } from './formats.ts';

/** SQLite reads JSON up to twice this depth. */
const MAX_DEPTH = 500;

/** Separators of CSV files: spreadsheets write semicolons where the comma is the decimal separator. */
const CSV_DELIMITERS = [',', ';', '\t'];

/**
 * Streams the contacts of a file, so that memory use does not grow with its size.
 *
 * JSON is an array of objects, NDJSON has one object per line. In CSV, the first line has the names of
 * the fields, and all values are strings.
 *
 * @throws {OperatorError} if the file cannot be read, or with the line of an error in it
 */
export async function* readContacts(file: string, format: FileFormat): AsyncGenerator<FileContact> {
	const position = { line: 1 };
	try {
		for await (const contact of readers[format](readText(file), position)) {
			yield { contact: requireContact(contact), line: position.line };
		}
	} catch (error) {
		throw explain(error, file, position.line);
	}
}

/** `position.line` is the current line. */
type Reader = (text: AsyncIterable<string>, position: { line: number }) => AsyncIterable<unknown>;

const readers: Record<FileFormat, Reader> = {
	async *json(text, position) {
		const contacts: unknown[] = [];
		const tokenizer = new ExactTokenizer();
		const parser = new TokenParser({ paths: ['$.*'], keepStack: false });
		tokenizer.onToken = parser.write.bind(parser);
		parser.onValue = ({ key, value }) => {
			if (typeof key !== 'number') {
				throw new ContentError('the file must be an array of contacts');
			}
			contacts.push(value);
		};
		// Also called for errors that the other callbacks throw.
		tokenizer.onError = parser.onError = (cause) => {
			throw cause instanceof ContentError ? cause : new ContentError(NOT_JSON, { cause });
		};
		for await (const chunk of text) {
			for (const [index, part] of chunk.split('\n').entries()) {
				if (index > 0) {
					tokenizer.write('\n');
					position.line += 1;
				}
				tokenizer.write(part);
				yield* contacts.splice(0);
			}
		}
		if (!tokenizer.isEnded) {
			tokenizer.end();
		}
		if (!parser.isEnded) {
			parser.end();
		}
		yield* contacts;
	},

	async *ndjson(text, position) {
		for await (const line of splitLines(text)) {
			if (line.trim() !== '') {
				yield parseJson(line);
			}
			position.line += 1;
		}
	},

	async *csv(text, position) {
		const chunks = text[Symbol.asyncIterator]();
		const { value: first = '' } = (await chunks.next()) as { value?: string };
		const records = parseCsv({
			columns: requireFieldNames,
			delimiter: delimiterOf(first.split('\n', 1)[0]!),
			info: true,
			skip_empty_lines: true,
		});
		const all = async function* () {
			yield first;
			yield* { [Symbol.asyncIterator]: () => chunks };
		};
		// Errors of both streams reach the iteration below.
		pipeline(Readable.from(all()), records, () => {});
		for await (const { record, info } of records as AsyncIterable<CsvRecord>) {
			position.line = info.lines;
			yield record;
		}
	},
};

interface CsvRecord {
	record: object;
	info: { lines: number };
}

class ContentError extends Error {}

const NOT_JSON = 'this is not JSON';

/** Refuses numbers that would change: ids of 20 digits, for example. */
class ExactTokenizer extends Tokenizer {
	override parseNumber(text: string): number {
		return requireExact(text);
	}
}

function requireExact(text: string): number {
	const number = Number(text);
	if (/^-?\d+$/.test(text) && !Number.isSafeInteger(number)) {
		throw new ContentError(`the number ${text} would change; write it as a string, in quotes`);
	}
	return number;
}

function explain(error: unknown, file: string, line: number): unknown {
	const { code, message } = error as NodeJS.ErrnoException;
	if (error instanceof ContentError) {
		return new OperatorError(`${file}, line ${line}: ${message}. Nothing was imported.`);
	}
	if (error instanceof CsvError) {
		const { lines = line } = error as { lines?: number };
		const what =
			error.code === 'CSV_RECORD_INCONSISTENT_COLUMNS'
				? 'there are not as many fields as in the first line'
				: 'this is not CSV';
		return new OperatorError(`${file}, line ${lines}: ${what}. Nothing was imported.`);
	}
	if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
		return new OperatorError(
			`${file}, line ${line} or later: this is not UTF-8. Nothing was imported.`,
		);
	}
	return code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR'
		? new OperatorError(`${file} cannot be read: ${message}.`)
		: error;
}

async function* readText(file: string) {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
		yield decoder.decode(bytes, { stream: true });
	}
	yield decoder.decode();
}

async function* splitLines(text: AsyncIterable<string>) {
	let started: string[] = [];
	for await (const chunk of text) {
		const [first = '', ...others] = chunk.split('\n');
		started.push(first);
		for (const next of others) {
			yield started.join('');
			started = [next];
		}
	}
	yield started.join('');
}

function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		// With a reviver, parsing is recursive.
		requireDepth(value);
		return /\d{16}/.test(text) ? JSON.parse(text, requireExactSource) : value;
	} catch (cause) {
		throw cause instanceof ContentError ? cause : new ContentError(NOT_JSON, { cause });
	}
}

function requireExactSource(_key: string, value: unknown, context?: { source: string }): unknown {
	return typeof value === 'number' ? requireExact(context!.source) : value;
}

function requireContact(value: unknown): object {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new ContentError('a contact must be an object');
	}
	requireDepth(value);
	return value;
}

function requireDepth(value: unknown) {
	let level = [value];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > MAX_DEPTH) {
			throw new ContentError(`a contact is nested more than ${MAX_DEPTH} levels deep`);
		}
		level = level.flatMap((parent) =>
			typeof parent === 'object' && parent !== null ? (Object.values(parent) as unknown[]) : [],
		);
	}
}

/** @returns the separator that occurs most often in the line, outside of quotes */
function delimiterOf(line: string): string {
	const unquoted = line.replace(/"(?:[^"]|"")*"/g, '');
	const counts = CSV_DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
	return CSV_DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function requireFieldNames(names: string[]): string[] {
	if (names.some((name) => name === '') || new Set(names).size < names.length) {
		throw new ContentError('every field needs a unique name');
	}
	return names;
}
