/**
 * Formats records as lines with aligned columns, below a line with the names of their fields.
 *
 * @param width as many columns are shown as fit into so many characters, at least one
 */
export function formatTable(records: object[], width = Infinity): string {
	const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
	const rows = [
		names,
		...records.map((record) => names.map((name) => asText((record as Fields)[name]))),
	];
	const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
	let end = -GAP.length;
	const shown = Math.max(1, widths.filter((cell) => (end += GAP.length + cell) <= width).length);
	return rows
		.map((row) => row.slice(0, shown).map((cell, column) => cell.padEnd(widths[column]!)))
		.map((cells) => cells.join(GAP).trimEnd())
		.join('\n');
}

/** A value on one line; lists of words without brackets. */
export function asText(value: unknown): string {
	if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
		return value.join(' ');
	}
	return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}

type Fields = Record<string, unknown>;

const GAP = '  ';
