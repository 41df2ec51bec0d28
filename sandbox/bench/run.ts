/**
 * Benchmarks of the node: `npm run bench`, with `--runs N` (5) and `--only CASE`, which can be repeated.
 * Without it, the chart and the table in docs/limits-and-speed.md are replaced. The cases are in times.ts.
 *
 * Contenders are the Contacts node and HTTP Request with Split Out, in the n8n that `npm start` installs.
 * The Contacts service (HTTPS) and the relay that adds latency (relay.ts) are in this process.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installCommunityPackage, packPackage } from '../n8n/community-package.ts';
import { defaultCacheFolder, installN8n } from '../n8n/install.ts';
import { startBenchN8n } from './bench-n8n.ts';
import { startBenchService } from './bench-service.ts';
import { formatReport, type Group, replaceReport } from './report.ts';
import { measureTimes, TIME_CASES } from './times.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/bench');
const DOCUMENT = join(ROOT, 'docs/limits-and-speed.md');

const { values: options } = parseArgs({
	options: {
		runs: { type: 'string', default: '5' },
		only: { type: 'string', multiple: true, default: [] },
	},
});
const runs = Number(options.runs);
const cases = Object.entries(TIME_CASES).filter(
	([name]) => options.only.length === 0 || options.only.includes(name),
);
if (cases.length === 0) {
	console.error(`Give --only with one of ${Object.keys(TIME_CASES).join(', ')}.`);
	process.exit(2);
}

await rm(FOLDER, { recursive: true, force: true });
const userFolder = join(FOLDER, 'n8n');
await mkdir(userFolder, { recursive: true });
const installation = await installN8n({
	manifestFolder: join(ROOT, 'sandbox/n8n'),
	cacheFolder: defaultCacheFolder(process.env),
	report: (line) => console.log(line),
});
const tarball = await packPackage({ packageFolder: ROOT, into: join(FOLDER, 'package') });
await installCommunityPackage({ tarball, userFolder });
const service = await startBenchService();
try {
	const logFile = join(FOLDER, 'n8n.log');
	const n8n = await startBenchN8n({ installation, service, userFolder, logFile });
	try {
		const groups: Group[] = [];
		for (const [name, timeCase] of cases) {
			console.log(`${name} ...`);
			groups.push(await measureTimes(name, timeCase, n8n, service, runs));
		}
		const title = `Time to list contacts over HTTPS in n8n ${installation.version}`;
		const report = formatReport(title, groups);
		console.log(report);
		if (options.only.length === 0) {
			await writeFile(DOCUMENT, replaceReport(await readFile(DOCUMENT, 'utf8'), report));
		}
	} finally {
		await n8n.stop();
	}
} finally {
	await service.stop();
}
