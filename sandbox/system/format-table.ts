/** As many columns as people read at a glance, where the width is limited. */
const MAX_COLUMNS = 5;

/**
 * Formats records as lines with aligned columns, below a line with the names of their fields.
 *
 * @param width if given, only the first fields are shown, and long values are cut unless all fit into so
 *   many characters
 */
export function formatTable(records: object[], width = Infinity): string {
	const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
	const head = width === Infinity ? names : names.slice(0, MAX_COLUMNS);
	const rows = (records as Array<Record<string, unknown>>).map((record) =>
		head.map((name) => asText(record[name])),
	);
	const lines = [head, ...rows];
	const widths = head.map(
		(_, column) => Math.max(...lines.map((line) => line[column]!.length)) + 2,
	);
	const isTooWide = widths.reduce((sum, one) => sum + one, 0) > width;
	const columns = widths.map((one) =>
		isTooWide ? Math.min(one, Math.floor(width / head.length)) : one,
	);
	return lines
		.map((line) => line.map((text, column) => cut(text, columns[column]! - 2)))
		.map((line) =>
			line
				.map((text, column) => text.padEnd(columns[column]!))
				.join('')
				.trimEnd(),
		)
		.join('\n');
}

/** A value on one line; lists of words without brackets. */
export function asText(value: unknown): string {
	if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
		return value.join(' ');
	}
	return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}

function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
