/**
 * Benchmarks of the node: `npm run bench`, with `--runs N` (5), `--chart FILE`, and `--only PART`, which
 * can be repeated. The chart is drawn if the first four parts are measured:
 *
 * - `line`: 10,000 contacts by cursor with a round trip of 40 ms
 * - `numbered`: the same with numbered pages and their total
 * - `items`: 100 input items of one page each, with the same round trip
 * - `loopback`: 100,000 contacts without additional latency
 * - `memory`: peak memory
 * - `pages`: peak memory for up to 1,000,000 contacts, page by page and all at once
 * - `fields`: peak memory and size of the stored execution, with two fields and with all
 *
 * Contenders are the Contacts node and HTTP Request with Split Out, in the n8n that `npm start` installs,
 * and a fetch loop in this process. The Contacts service (HTTPS) and the relay that adds latency
 * (relay.ts) have their own processes.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import { parseArgs } from 'node:util';
import { installCommunityPackage, packPackage } from '../n8n/community-package.ts';
import { defaultCacheFolder, installN8n } from '../n8n/install.ts';
import { type BenchN8n, startBenchN8n } from './bench-n8n.ts';
import { startBenchService } from './bench-service.ts';
import { drawChart, type Group } from './chart.ts';
import { measureMemory, MEMORY_CASES } from './memory.ts';
import { measureTimes, TIME_CASES } from './times.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/bench');

const { values: options } = parseArgs({
	options: {
		runs: { type: 'string', default: '5' },
		chart: { type: 'string', default: join(import.meta.dirname, 'performance.svg') },
		only: { type: 'string', multiple: true, default: [] },
	},
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) {
	exitWith('--runs must be a whole number of at least 1, such as --runs 5.');
}

const groups: Group[] = [];
const names: string[] = Object.keys({ ...TIME_CASES, ...MEMORY_CASES });
for (const name of options.only) {
	if (!names.includes(name)) {
		exitWith(`There is no part ${name}. Give --only with one of ${names.join(', ')}.`);
	}
}

const userFolder = join(FOLDER, 'n8n');
await rm(userFolder, { recursive: true, force: true });
await mkdir(userFolder, { recursive: true });
const installation = await installN8n({
	manifestFolder: join(ROOT, 'sandbox/n8n'),
	cacheFolder: defaultCacheFolder(process.env),
	report: (line) => console.log(line),
});
const tarball = await packPackage({ packageFolder: ROOT, into: join(FOLDER, 'package') });
await installCommunityPackage({ tarball, userFolder });
const service = await startBenchService(join(FOLDER, 'service'));
tls.setDefaultCACertificates([...tls.getCACertificates('default'), service.ca]);
try {
	const isChosen = ([name]: [string, unknown]) =>
		options.only.length === 0 || options.only.includes(name);
	for (const [, cases] of Object.entries(TIME_CASES).filter(isChosen)) {
		const n8n = await startN8n();
		try {
			for (const timeCase of cases) groups.push(await measureTimes(timeCase, n8n, service, runs));
		} finally {
			await n8n.stop();
		}
	}
	if (Object.entries(TIME_CASES).every(isChosen)) {
		const title = `Time to list contacts over HTTPS in n8n ${installation.version}`;
		await writeFile(options.chart, drawChart(title, groups));
	}
	const exampleFile = join(ROOT, 'examples/any-number-of-contacts.json');
	for (const [, cases] of Object.entries(MEMORY_CASES).filter(isChosen)) {
		await measureMemory(cases, { startN8n, service, userFolder, exampleFile });
	}
} finally {
	await service.stop();
}

async function startN8n(environment: Record<string, string> = {}): Promise<BenchN8n> {
	const logFile = join(FOLDER, 'n8n.log');
	return await startBenchN8n({ installation, service, userFolder, logFile, environment });
}

function exitWith(message: string): never {
	console.error(message);
	process.exit(2);
}
