import Table from 'cli-table3';

/** As many columns as people read at a glance, where the width is limited. */
const MAX_COLUMNS = 5;

const BETWEEN_COLUMNS = '  ';

const CHARACTERS = Object.fromEntries(
	['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
		['', '-mid', '-left', '-right'].map((corner) => [side + corner, '']),
	),
);

/**
 * Formats records as lines with aligned columns, below a line with the names of their fields.
 *
 * @param width if given, only the first fields are shown, and long values are cut unless all fit into so
 *   many characters
 */
export function formatTable(records: object[], width?: number): string {
	const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
	const head = names.slice(0, width === undefined ? names.length : MAX_COLUMNS);
	const rows = (records as Array<Record<string, unknown>>).map((record) =>
		head.map((name) => asText(record[name])),
	);
	const lengths = head.map((_, column) =>
		Math.max(...[head, ...rows].map((row) => row[column]!.length + BETWEEN_COLUMNS.length)),
	);
	const isTooWide = lengths.reduce((sum, length) => sum + length, 0) > (width ?? Infinity);
	const share = Math.floor((width ?? 0) / head.length);
	const table = new Table({
		head,
		chars: { ...CHARACTERS, middle: BETWEEN_COLUMNS },
		style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
		colWidths: lengths.map((length) =>
			isTooWide && length > share ? share - BETWEEN_COLUMNS.length : null,
		),
	});
	table.push(...rows);
	return table.toString().replaceAll(/ +$/gm, '');
}

/** A value on one line; lists of words without brackets. */
export function asText(value: unknown): string {
	if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
		return value.join(' ');
	}
	return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}
