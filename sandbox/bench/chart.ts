/** A group of bars, for example all measurements with pages of 100. */
export interface Group {
	title: string;
	bars: Array<{ label: string; ms: number; note: string }>;
}

const WIDTH = 720;
const LABEL_WIDTH = 190;
const NOTE_WIDTH = 150;
const BAR_HEIGHT = 24;
const ROW_HEIGHT = 32;
const TITLE_HEIGHT = 40;
/** The first one, of the node, stands out. */
const COLORS = ['#0f8f87', '#9aa5b1', '#ced5dc'];

/** Draws medians as horizontal bars on one scale. @returns an SVG for light and dark pages */
export function drawChart(title: string, groups: Group[]): string {
	const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ ms }) => ms)));
	const scale = (WIDTH - LABEL_WIDTH - NOTE_WIDTH) / longest;
	const parts: string[] = [];
	let y = TITLE_HEIGHT;
	for (const group of groups) {
		parts.push(`<text x="0" y="${y + 20}" class="group">${group.title}</text>`);
		y += ROW_HEIGHT;
		group.bars.forEach(({ label, ms, note }, index) => {
			const width = (ms * scale).toFixed(1);
			const middle = y + BAR_HEIGHT / 2 + 5;
			parts.push(
				`<text x="${LABEL_WIDTH - 10}" y="${middle}" text-anchor="end">${label}</text>`,
				`<rect x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT}" rx="3" fill="${COLORS[index]}"/>`,
				`<text x="${LABEL_WIDTH + Number(width) + 8}" y="${middle}">${note}</text>`,
			);
			y += ROW_HEIGHT;
		});
		y += ROW_HEIGHT / 2;
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${title}">
<style>
text { font: 14px system-ui, sans-serif; fill: #24292f; }
.title { font-size: 17px; font-weight: 600; }
.group { font-weight: 600; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } }
</style>
<text x="0" y="20" class="title">${title}</text>
${parts.join('\n')}
</svg>
`;
}
