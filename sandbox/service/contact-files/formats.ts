import { extname } from 'node:path';
import { UsageError } from '../errors.ts';

export const fileFormats = ['json', 'ndjson', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

const formatsByExtension: Record<string, FileFormat> = {
	'.json': 'json',
	'.ndjson': 'ndjson',
	'.jsonl': 'ndjson',
	'.csv': 'csv',
};

/** @throws {UsageError} if the file's extension is unknown */
export function formatOf(file: string): FileFormat {
	const format = formatsByExtension[extname(file).toLowerCase()];
	if (format === undefined) {
		throw new UsageError(
			`The format of ${file} is unknown. Give --format ${fileFormats.join(', ')}, or a file name that ends with ${Object.keys(formatsByExtension).join(', ')}.`,
		);
	}
	return format;
}
