import { JSONParser } from '@streamparser/json';
import { CsvError, parse as parseCsv } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { OperatorError } from '../errors.ts';
import type { FileFormat } from './formats.ts';

/**
 * Streams the contacts of a file, so that memory use does not grow with its size.
 *
 * JSON is an array of objects, NDJSON has one object per line. In CSV, the first line has the names of
 * the fields, and all values are strings.
 *
 * @param onBytes called with the number of bytes of each chunk
 * @throws {OperatorError} if the file cannot be read, or with the line of an error in it
 */
export async function* readContacts(
	file: string,
	format: FileFormat,
	onBytes: (count: number) => void = () => {},
): AsyncGenerator<object> {
	const position = { line: 1 };
	try {
		yield* readers[format](readText(file, onBytes), position);
	} catch (error) {
		throw explain(error, file, position.line);
	}
}

/** `position.line` is the current line, for error messages. */
type Reader = (text: AsyncIterable<string>, position: { line: number }) => AsyncIterable<object>;

const readers: Record<FileFormat, Reader> = {
	async *json(text, position) {
		const contacts: object[] = [];
		const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
		parser.onValue = ({ key, value }) => {
			if (typeof key !== 'number') {
				throw new ContentError('the file must be an array of contacts');
			}
			contacts.push(requireObject(value));
		};
		// Also called for errors that onValue throws.
		parser.onError = (cause) => {
			throw cause instanceof ContentError ? cause : new ContentError(NOT_JSON, { cause });
		};
		for await (const chunk of text) {
			for (const [index, part] of chunk.split('\n').entries()) {
				if (index > 0) {
					parser.write('\n');
					position.line += 1;
				}
				parser.write(part);
				yield* contacts.splice(0);
			}
		}
		if (!parser.isEnded) {
			parser.end();
		}
		yield* contacts;
	},

	async *ndjson(text, position) {
		for await (const line of splitLines(text)) {
			if (line.trim() !== '') {
				yield requireObject(parseJson(line));
			}
			position.line += 1;
		}
	},

	async *csv(text) {
		const records = parseCsv({ columns: requireFieldNames, skip_empty_lines: true });
		// Errors of both streams reach the iteration below.
		pipeline(Readable.from(text), records, () => {});
		yield* records as AsyncIterable<object>;
	},
};

class ContentError extends Error {}

const NOT_JSON = 'this is not JSON';

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

async function* readText(file: string, onBytes: (count: number) => void) {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
		onBytes(bytes.length);
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
		return JSON.parse(text);
	} catch (cause) {
		throw new ContentError(NOT_JSON, { cause });
	}
}

function requireObject(value: unknown): object {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new ContentError('a contact must be an object');
	}
	return value;
}

function requireFieldNames(names: string[]): string[] {
	if (names.some((name) => name === '') || new Set(names).size < names.length) {
		throw new ContentError('every field needs a unique name');
	}
	return names;
}
