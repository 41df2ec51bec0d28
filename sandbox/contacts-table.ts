import Table from 'cli-table3';

/**
 * Formats contacts as a table with as many columns as fit.
 *
 * @param contacts of any shape; the scalar fields of the first one become the columns
 * @param width of the terminal, in characters
 */
export function contactsTable(contacts: object[], width: number): string {
	const fields = Object.entries(contacts[0] ?? {})
		.filter(([, value]) => typeof value !== 'object' || value === null)
		.map(([name]) => name);
	const cells = (contact: object) =>
		fields.map((field) => asText((contact as Record<string, unknown>)[field]));
	const rows = contacts.map(cells);
	const shown = fittingColumns([fields, ...rows], width);
	const table = new Table({
		head: fields.slice(0, shown),
		style: { head: [], border: [], compact: true },
	});
	table.push(...rows.map((row) => row.slice(0, shown)));
	return table.toString();
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}

/** @returns the number of leading columns that fit, at least one */
function fittingColumns(rows: string[][], width: number): number {
	let taken = 1;
	let count = 0;
	for (const column of rows[0]!.keys()) {
		// Each cell has a space on both sides and a border on one.
		taken += Math.max(...rows.map((row) => row[column]!.length)) + 3;
		if (taken > width) break;
		count += 1;
	}
	return Math.max(count, 1);
}
