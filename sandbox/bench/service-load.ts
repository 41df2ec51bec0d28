/**
 * Load test of GET /v1/contacts with 1,000,000 contacts: `npm run bench:service [-- --seconds 300]`.
 *
 * The service runs in its own process, on one thread; this process generates the load. The first run
 * generates the contacts (a minute or two, 450 MB), and later runs reuse them.
 */
import autocannon from 'autocannon';
import Table from 'cli-table3';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Agent, request } from 'undici';
import { withProgressBar } from '../service/commands/progress-bar.ts';
import type { Settings } from '../service/settings.ts';
import { openStore, type Store } from '../service/storage/store.ts';

const DATA_DIR = resolve(import.meta.dirname, '../../.cache/service-bench');
const ORGANIZATION = 'org_demo';
const CONTACTS = 1_000_000;
const PAGE_SIZE = 50;
const CONNECTIONS = 50;
/** Requests per second of the measurement at a steady rate. */
const TARGET_RATE = 3000;
/** Time to open connections and compile the code. */
const WARM_UP_SECONDS = 5;
/** Number of pages to request in turn, spread over all contacts. */
const PAGES = 997;
/** Number of sequential requests for a large page at each end of the list. */
const LARGE_PAGES = 200;
const LARGE_PAGE_SIZE = 1000;
/** Each sample starts a process, which slows the load a little. */
const MEMORY_INTERVAL_MS = 2000;

/** Fills the database, starts the service, generates load and prints the results. */
async function run(seconds: number) {
	const store = await openStore({ dataDir: DATA_DIR, initialContacts: 0 });
	await fill(store);
	const service = spawn(
		process.execPath,
		[
			...[join(import.meta.dirname, '../service/cli.ts'), '--data-dir', DATA_DIR, '--json'],
			...['start', '--auth-port', '0', '--api-port', '0'],
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	try {
		const addresses = JSON.parse(String((await once(service.stdout, 'data'))[0])) as Addresses;
		await measure(store, addresses, service.pid!, seconds);
	} finally {
		service.kill();
		store.close();
	}
}

interface Addresses {
	authUrl: string;
	baseUrl: string;
	caFile: string;
}

async function fill({ operator }: Store) {
	const [organization] = operator.listOrganizations();
	const missing = CONTACTS - (organization?.contacts ?? 0);
	if (missing > 0) {
		await withProgressBar(missing, 'contacts', (onProgress) =>
			operator.fillContacts({ orgId: ORGANIZATION, count: missing, onProgress }),
		);
	}
}

async function measure(
	store: Store,
	{ authUrl, baseUrl, caFile }: Addresses,
	pid: number,
	seconds: number,
) {
	const ca = readFileSync(caFile, 'utf8');
	const headers = { authorization: `Bearer ${await exchange(store, authUrl, ca)}` };
	const pages = Array.from({ length: PAGES }, (_, page) => ({
		path: `/v1/contacts?pageSize=${PAGE_SIZE}&offset=${Math.floor((page * CONTACTS) / PAGES)}`,
	}));
	const load = (duration: number, rate?: number, requests = pages) =>
		autocannon({
			// The measured time includes opening the connections: with a correction for coordinated
			// omission, their TLS handshakes would count as delays of thousands of requests.
			...(rate === undefined ? {} : { overallRate: rate, ignoreCoordinatedOmission: true }),
			url: baseUrl,
			connections: CONNECTIONS,
			duration,
			headers,
			tlsOptions: { ca },
			requests,
		});

	store.settings.change({ pageStyle: 'offset' });
	await load(WARM_UP_SECONDS);
	const steady = await load(seconds, TARGET_RATE);
	const cpuBefore = await readCpuSeconds(pid);
	const stolenBefore = readStolenSeconds();
	const full = await load(seconds);
	const cpu = (await readCpuSeconds(pid)) - cpuBefore;
	const stolen = readStolenSeconds() - stolenBefore;
	const memory = watchMemory(pid);
	const mixed = await whileChangingSettings(store, () =>
		load(seconds, TARGET_RATE, withDescriptions(pages)),
	);
	const samples = await memory.stop();
	const tenth = Math.ceil(samples.length / 10);
	const row = (name: string, read: (result: autocannon.Result) => number, target = '') => [
		name,
		read(steady),
		read(full),
		read(mixed),
		target,
	];
	console.log(
		`\npageSize ${PAGE_SIZE}, ${CONNECTIONS} connections, ${seconds} s, pages of all depths`,
	);
	show(
		['', `${TARGET_RATE} per second`, 'Maximum rate', 'With changes', 'Target'],
		[
			row('Requests per second', ({ requests }) => requests.average, 'at least 3000'),
			row('Latency p50, ms', ({ latency }) => latency.p50),
			row('Latency p90, ms', ({ latency }) => latency.p90),
			row('Latency p99, ms', ({ latency }) => latency.p99, 'under 30'),
			row('Latency maximum, ms', ({ latency }) => latency.max),
			row('Errors', ({ errors, non2xx }) => errors + non2xx, '0'),
			['CPU of the service, cores', '', (cpu / seconds).toFixed(2), '', 'at most 1'],
			['CPU steal time, cores', '', (stolen / seconds).toFixed(2), '', ''],
			['Memory, first tenth of the time, MB', '', '', meanOf(samples.slice(0, tenth)), ''],
			['Memory, last tenth of the time, MB', '', '', meanOf(samples.slice(-tenth)), 'the same'],
		],
	);
	console.log(
		'With changes: a tenth of the requests is for /openapi.json, and a setting changes every second.',
	);

	console.log(`\npageSize ${LARGE_PAGE_SIZE}, sequential requests, median time in ms`);
	const rows: string[][] = [];
	for (const [pageStyle, query] of Object.entries(pageQueries)) {
		store.settings.change({ pageStyle: pageStyle as keyof typeof pageQueries });
		const time = (offset: number) =>
			timePage(`${baseUrl}/v1/contacts?pageSize=${LARGE_PAGE_SIZE}&${query(offset)}`, headers, ca);
		const first = await time(0);
		const last = await time(CONTACTS - LARGE_PAGE_SIZE);
		rows.push([pageStyle, first.toFixed(2), last.toFixed(2)]);
	}
	store.settings.change({ pageStyle: 'cursor' });
	show(['Page style', 'First page', 'Last page'], rows);
}

/** Makes every tenth request one for the OpenAPI description. */
function withDescriptions(pages: Array<{ path: string }>): Array<{ path: string }> {
	return pages.flatMap((page, index) =>
		index % 9 === 8 ? [page, { path: '/openapi.json' }] : [page],
	);
}

/** Changes a setting every second during the work, as an operator's command would. */
async function whileChangingSettings<Result>({ settings }: Store, work: () => Promise<Result>) {
	const timer = setInterval(() => {
		const { defaultPageSize } = settings.current();
		settings.change({ defaultPageSize: defaultPageSize === 50 ? 51 : 50 });
	}, 1000);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Query parameter of each page style for the page with an offset. */
const pageQueries = {
	cursor: (offset: number) => `cursor=${Buffer.from(`after:${offset}`).toString('base64url')}`,
	pageNumber: (offset: number) => `page=${offset / LARGE_PAGE_SIZE + 1}`,
	offset: (offset: number) => `offset=${offset}`,
} satisfies Partial<Record<Settings['pageStyle'], (offset: number) => string>>;

async function exchange({ operator }: Store, authUrl: string, ca: string): Promise<string> {
	const { clientId, refreshToken } = operator.provisionClient({ orgId: ORGANIZATION });
	const dispatcher = new Agent({ connect: { ca } });
	const { body } = await request(`${authUrl}/token`, {
		dispatcher,
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ clientId, refreshToken }),
	});
	const { accessToken } = (await body.json()) as { accessToken: string };
	await dispatcher.close();
	return accessToken;
}

/** @returns the median time of many requests for the page, on one connection, in ms */
async function timePage(url: string, headers: Record<string, string>, ca: string) {
	const dispatcher = new Agent({ connect: { ca } });
	const times: number[] = [];
	for (let sent = 0; sent < LARGE_PAGES; sent += 1) {
		const start = performance.now();
		const { body } = await request(url, { dispatcher, headers });
		await body.bytes();
		times.push(performance.now() - start);
	}
	await dispatcher.close();
	return times.sort((one, other) => one - other)[LARGE_PAGES / 2]!;
}

/** Samples the resident memory of the service's process, in MB, until stopped. */
function watchMemory(pid: number) {
	const stopped = new AbortController();
	const watch = async () => {
		const samples: number[] = [];
		while (!stopped.signal.aborted) {
			samples.push(await readMemory(pid));
			await setTimeout(MEMORY_INTERVAL_MS);
		}
		return samples;
	};
	const watching = watch();
	return {
		stop: () => {
			stopped.abort();
			return watching;
		},
	};
}

function meanOf(samples: number[]): number {
	return Math.round(samples.reduce((sum, sample) => sum + sample, 0) / samples.length);
}

async function readMemory(pid: number): Promise<number> {
	return Number(await readProcess(pid, 'rss')) / 1024;
}

/** @returns the processor time that the service's process has used so far */
async function readCpuSeconds(pid: number): Promise<number> {
	// [[DD-]hh:]mm:ss
	const [days, clock] = /^(?:(\d+)-)?(.*)$/.exec(await readProcess(pid, 'time'))!.slice(1);
	const parts = clock!.split(':').map(Number);
	return parts.reduce((sum, part) => sum * 60 + part, Number(days ?? 0) * 24);
}

/**
 * @returns the steal time of this virtual machine (proc_stat(5)), summed over its processors: time in
 *   which the host withheld a processor, which delays requests; 0 if unknown
 */
function readStolenSeconds(): number {
	const ticksPerSecond = 100;
	const [first = ''] = existsSync('/proc/stat')
		? readFileSync('/proc/stat', 'utf8').split('\n')
		: [];
	return Number(first.split(/\s+/)[8] ?? 0) / ticksPerSecond;
}

async function readProcess(pid: number, column: string): Promise<string> {
	const { stdout } = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]);
	return stdout.trim();
}

function show(head: string[], rows: Array<Array<string | number>>) {
	const table = new Table({ head, style: { head: [], border: [] } });
	table.push(...rows);
	console.log(table.toString());
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const seconds = Number(values.seconds);
if (Number.isSafeInteger(seconds) && seconds > 0) {
	await run(seconds);
} else {
	console.error('--seconds must be a whole number of at least 1.');
	process.exitCode = 2;
}
