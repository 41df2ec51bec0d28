/** As many columns as people read at a glance, where the width is limited. */
const MAX_COLUMNS = 5;

/**
 * Formats records as lines with aligned columns, below a line with the names of their fields.
 *
 * @param width if given, only the first fields are shown, and values are cut to an equal share of it
 */
export function formatTable(records: object[], width = Infinity): string {
	const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
	const head = width === Infinity ? names : names.slice(0, MAX_COLUMNS);
	const share = Math.floor(width / head.length) - 2;
	const rows = (records as Array<Record<string, unknown>>).map((record) =>
		head.map((name) => cut(asText(record[name]), share)),
	);
	const widths = head.map((name, column) =>
		Math.max(name.length, ...rows.map((row) => row[column]!.length)),
	);
	return [head, ...rows]
		.map((row) =>
			row
				.map((text, column) => text.padEnd(widths[column]! + 2))
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
