import Table from 'cli-table3';

/** In characters; fits a terminal and a code block. */
const MAX_WIDTH = 100;

/** Longer words may be broken. The service's identifiers are shorter. */
const LONGEST_WORD = 20;

/** No lines between the rows. */
const WITHOUT_LINES = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** @returns a table that is at most 100 characters wide; wide cells are wrapped */
export function formatTable(head: string[], rows: Array<Array<string | number>>): string {
	const cells = [head, ...rows.map((row) => row.map(String))];
	const widths = chooseWidths(head.map((_, column) => cells.map((row) => row[column] ?? '')));
	const [wrappedHead, ...wrappedRows] = cells.map((row) =>
		row.map((cell, column) => wrap(cell, widths[column]!)),
	);
	const table = new Table({
		head: wrappedHead!,
		chars: WITHOUT_LINES,
		style: { head: [], border: [] },
	});
	table.push(...wrappedRows);
	return table.toString();
}

/** Narrows the widest columns first, and breaks words only if that is not enough. */
function chooseWidths(columns: string[][]): number[] {
	// Each cell has a space on both sides and a border on one.
	const room = MAX_WIDTH - 1 - 3 * columns.length;
	const lineWidths = columns.map((cells) => longest(cells.join('\n'), /\n/));
	const wordWidths = columns.map((cells) =>
		Math.min(longest(cells.join('\n'), /\s/), LONGEST_WORD),
	);
	for (const minimums of [wordWidths, columns.map(() => 1)]) {
		for (let cap = room; cap > 0; cap -= 1) {
			const widths = lineWidths.map((width, at) => Math.max(minimums[at]!, Math.min(width, cap)));
			if (widths.reduce((sum, width) => sum + width, 0) <= room) {
				return widths;
			}
		}
	}
	return columns.map(() => 1);
}

function longest(text: string, separator: RegExp): number {
	return Math.max(1, ...text.split(separator).map(({ length }) => length));
}

function wrap(text: string, width: number): string {
	const parts = new RegExp(`.{1,${width}}(\\s+|$)|.{1,${width}}`, 'g');
	return (text.match(parts) ?? []).map((part) => part.trimEnd()).join('\n');
}

/** @returns an ISO 8601 time as `YYYY-MM-DD HH:MM:SS`, in UTC; an empty string for `null` */
export function formatTime(time: string | null): string {
	return time === null ? '' : time.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}
