import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../errors.ts';
import type { FileFormat } from './formats.ts';

/** Starts a new iteration over the contacts, as JSON texts. */
type ReadDocuments = () => Iterable<string>;

/**
 * Writes contacts to a file that only its owner can read, and replaces an existing file when complete.
 *
 * @throws {OperatorError} if the file cannot be written
 */
export async function writeContacts(file: string, format: FileFormat, documents: ReadDocuments) {
	const partial = `${file}.${process.pid}.partial`;
	try {
		// A stream that opens the file itself could create it after the cleanup below.
		const output = await open(partial, 'w', 0o600);
		await pipeline(writers[format](documents), output.createWriteStream());
		renameSync(partial, file);
	} catch (error) {
		rmSync(partial, { force: true });
		if (error instanceof OperatorError) {
			throw error;
		}
		throw new OperatorError(`${file} cannot be written: ${(error as Error).message}.`);
	}
}

const writers: Record<FileFormat, (documents: ReadDocuments) => Iterable<string>> = {
	*json(documents) {
		let separator = '[\n';
		for (const document of documents()) {
			yield `${separator}${document}`;
			separator = ',\n';
		}
		yield separator.startsWith('[') ? '[]\n' : '\n]\n';
	},

	*ndjson(documents) {
		for (const document of documents()) {
			yield `${document}\n`;
		}
	},

	/** Contacts may have different fields, so a first pass collects the names of all. */
	*csv(documents) {
		const names = new Set<string>();
		for (const document of documents()) {
			for (const name of Object.keys(parse(document))) {
				names.add(name);
			}
		}
		yield csvLine([...names]);
		for (const document of documents()) {
			const contact = parse(document);
			yield csvLine([...names].map((name) => contact[name]));
		}
	},
};

function parse(document: string): Record<string, unknown> {
	return JSON.parse(document) as Record<string, unknown>;
}

/** RFC 4180; values other than strings are written as JSON. */
function csvLine(values: unknown[]): string {
	const cells = values.map((value) => {
		const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
		return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	});
	return `${cells.join(',')}\r\n`;
}
