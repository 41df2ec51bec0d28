import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { formatReport, replaceReport } from '../../../sandbox/bench/report.ts';

const DOCUMENT = readFileSync(join(__dirname, '../../../docs/limits-and-speed.md'), 'utf8');

it('has a bar and a row for each result', () => {
	const results = [
		{ label: 'Contacts node', ms: 1234, ratio: 1 },
		{ label: 'HTTP Request', ms: 3702, ratio: 3 },
	];
	const report = formatReport('Times', [{ name: 'cursor', title: 'By cursor', results }]);

	expect(report).toContain('x-axis ["cursor: Contacts node", "cursor: HTTP Request"]\n');
	expect(report).toContain('y-axis "Seconds" 0 --> 4\n    bar [1.23, 3.70]\n');
	expect(report).toContain('\n| By cursor | Contacts node | 1.23 s | 1.00 × |');
});

it('takes the place of the last report in the document, and nothing else', () => {
	const replaced = replaceReport(DOCUMENT, 'NEW');

	expect(replaced).toContain('<!-- bench -->\n\nNEW\n\n<!-- bench end -->');
	expect(replaced).not.toContain('xychart');
	expect(replaceReport(replaced, 'OLD').replace('OLD', 'NEW')).toBe(replaced);
	expect(DOCUMENT.startsWith(replaced.split('<!-- bench -->')[0]!)).toBe(true);
	expect(DOCUMENT.endsWith(replaced.split('<!-- bench end -->')[1]!)).toBe(true);
});
