/** Prints how long responses made to cost time block the process, beside 8 times their JSON.parse. */
import { spawnSync } from 'node:child_process';

interface Line {
	name: string;
	outcome: string;
	milliseconds: number;
	parseMilliseconds: number;
}

/** With the heap of a process with 512 MB, without what n8n takes of it. */
const OPTIONS = ['--max-old-space-size=332', '--require', './test/support/run-typescript.cjs'];

export function reportHostile(root: string): string {
	const parameters = [...OPTIONS, 'test/corpus/readHostile.ts', '--time'];
	const { stdout } = spawnSync(process.execPath, parameters, { cwd: root, encoding: 'utf8' });
	const lines = stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Line);
	const rows = lines.map(({ name, outcome, milliseconds, parseMilliseconds }) => {
		const times = [milliseconds, 8 * parseMilliseconds].map((ms) => ms.toFixed(1).padStart(9));
		return `${name.padEnd(56)}${times.join('')}  ${outcome}`;
	});
	const title = 'Longest blocking in ms, and 8 times JSON.parse of the same response';
	return [title, ...rows].join('\n');
}
