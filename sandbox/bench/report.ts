/** A comparison and the median time of each contender. */
export interface Group {
	/** Short, for the chart. */
	name: string;
	/** For the table. */
	title: string;
	results: Result[];
}

interface Result {
	label: string;
	ms: number;
	/** The time divided by that of the Contacts node. */
	ratio: number;
}

export function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @returns a chart, which GitHub draws with Mermaid, and a table, in Markdown */
export function formatReport(title: string, groups: Group[]): string {
	const results = groups.flatMap((group) =>
		group.results.map(({ label, ms, ratio }) => {
			const seconds = (ms / 1000).toFixed(2);
			const row = `| ${group.title} | ${label} | ${seconds} s | ${ratio.toFixed(2)} × |`;
			return { bar: `"${group.name}: ${label}"`, seconds, row };
		}),
	);
	const longest = Math.ceil(Math.max(...results.map(({ seconds }) => Number(seconds))));
	return [
		'```mermaid',
		'---',
		'config:',
		'    xyChart: { width: 900, height: 640 }',
		'    themeVariables: { xyChart: { plotColorPalette: "#0f8f87" } }',
		'---',
		'xychart-beta horizontal',
		`    title "${title}"`,
		`    x-axis [${results.map(({ bar }) => bar).join(', ')}]`,
		`    y-axis "Seconds" 0 --> ${longest}`,
		`    bar [${results.map(({ seconds }) => seconds).join(', ')}]`,
		'```',
		'',
		'| What | With | Median | Compared with the node |',
		'| --- | --- | --- | --- |',
		...results.map(({ row }) => row),
	].join('\n');
}

/** Replaces what is between the marks of a document. */
export function replaceReport(document: string, report: string): string {
	return document.replace(
		/(<!-- bench -->\n)[^]*(<!-- bench end -->)/,
		(_all, start: string, end: string) => `${start}\n${report}\n\n${end}`,
	);
}
