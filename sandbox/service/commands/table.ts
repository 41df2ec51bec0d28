import Table from 'cli-table3';

/** In characters; fits a terminal and a code block. */
const MAX_WIDTH = 100;

/** No lines between the rows. */
const WITHOUT_LINES = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** @returns a table that is at most 100 characters wide; wide cells are wrapped, between words if possible */
export function formatTable(head: string[], rows: Array<Array<string | number>>): string {
	const cells = [head, ...rows.map((row) => row.map(String))];
	const widths = head.map((_, column) =>
		Math.max(...cells.flatMap((row) => row[column]!.split('\n').map(({ length }) => length))),
	);
	// Each cell has a space on both sides and a border on one.
	const room = MAX_WIDTH - 1 - 3 * head.length;
	while (widths.reduce((sum, width) => sum + width, 0) > room) {
		widths[widths.indexOf(Math.max(...widths))]! -= 1;
	}
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

function wrap(text: string, width: number): string {
	const parts = new RegExp(`.{1,${width}}(\\s+|$)|.{1,${width}}`, 'g');
	return (text.match(parts) ?? []).map((part) => part.trimEnd()).join('\n');
}

/** @returns an ISO 8601 time as `YYYY-MM-DD HH:MM:SS`, in UTC; an empty string for `null` */
export function formatTime(time: string | null): string {
	return time === null ? '' : time.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}
