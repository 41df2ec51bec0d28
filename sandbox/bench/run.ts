/**
 * How fast the node lists contacts: `npm run bench`, with `--runs N` (5) and `--chart FILE`.
 *
 * In the n8n that `npm start` installs, and against one Contacts service in a process of its own:
 * the Contacts node, n8n's HTTP Request node with pagination and Split Out behind it, and, as the
 * floor, a bare fetch loop in this process. All take turns, so that a busy machine slows all alike.
 *
 * Once over HTTPS, as the contract has it, and once over HTTP on loopback. n8n's HTTP client makes a
 * new connection for every request, and the fetch loop does not: the difference between the two is
 * what TLS handshakes cost.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import tls from 'node:tls';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { installCommunityPackage, packPackage } from '../n8n/community-package.ts';
import { defaultCacheFolder, installN8n } from '../n8n/install.ts';
import { launchN8n, type RunningN8n } from '../n8n/launch.ts';
import { freePorts } from '../system/ports.ts';
import { N8nClient } from '../n8n/rest-client.ts';
import { type Scheme, SCHEMES, startBenchServices } from './bench-service.ts';
import { drawChart } from './chart.ts';
import { listWithFetch } from './floor.ts';
import { collectGarbage, residentMegabytes, resetPeak } from './memory.ts';
import { LISTERS, listWorkflow, type Lister, type Run } from './workflows.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/bench');
const N8N_FOLDER = join(import.meta.dirname, '../n8n');

/** As n8n loads it. */
const { ContactsApi } = createRequire(import.meta.url)('../../dist/index.js') as {
	ContactsApi: new () => { authenticate(credentials: object, options: object): Promise<unknown> };
};

const CONTACTS = 100_000;
const GROWTH = [10_000, 100_000, 400_000];
const PAGE_SIZES = [100, 1_000];
/** At least this many times as fast as HTTP Request + Split Out; at most this many times the floor. */
const TARGETS: Record<number, { faster: number; floor: number }> = {
	100: { faster: 3.2, floor: 1.5 },
	1_000: { faster: 1.6, floor: 2.2 },
};
const AUTHENTICATE_CALLS = 100_000;
/** A tenth of a second apart. */
const WEBHOOK_TRIES = 100;
const MEMORY_RUNS = 3;
/** Until n8n has nothing more to load after its start. */
const SETTLE_MS = 5_000;

const { values: options } = parseArgs({
	options: {
		runs: { type: 'string', default: '5' },
		chart: { type: 'string', default: join(import.meta.dirname, 'performance.svg') },
	},
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) {
	console.error('--runs is not a whole number of at least 1. Give one such as --runs 5.');
	process.exit(2);
}

await rm(join(FOLDER, 'n8n'), { recursive: true, force: true });
await mkdir(join(FOLDER, 'n8n'), { recursive: true });
const installation = await installN8n({
	manifestFolder: N8N_FOLDER,
	cacheFolder: defaultCacheFolder(process.env),
	report: (line) => console.log(line),
});
const tarball = await packPackage({ packageFolder: ROOT, into: join(FOLDER, 'package') });
await installCommunityPackage({ tarball, userFolder: join(FOLDER, 'n8n') });
console.log('Filling the service (once) ...');
const services = await startBenchServices(join(FOLDER, 'service'), GROWTH);
const { ca, caFile } = services.origins.https;
tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
try {
	await compareTimes();
	await compareMemory();
	await showGrowth();
	await timeAuthenticate();
} finally {
	await services.stop();
}

async function compareTimes(): Promise<void> {
	const n8n = await startN8n();
	try {
		const groups = [];
		for (const scheme of SCHEMES) {
			const accessToken = await exchange(scheme);
			const rows = [];
			for (const pageSize of PAGE_SIZES) {
				const { node, http, floor } = await compareOn(n8n, scheme, accessToken, pageSize);
				const [nodeMs, httpMs, floorMs] = [median(node), median(http), median(floor)];
				const target = TARGETS[pageSize]!;
				rows.push(
					[`pages of ${pageSize}`, LISTERS[0], seconds(nodeMs), spread(node), ''],
					[
						...['', LISTERS[1], seconds(httpMs), spread(http)],
						`node is ${ratio(httpMs, nodeMs)} times as fast (to reach: ${target.faster})`,
					],
					[
						...['', 'fetch loop (floor)', seconds(floorMs), spread(floor)],
						`node takes ${ratio(nodeMs, floorMs)} times as long (at most: ${target.floor})`,
					],
				);
				groups.push({
					title: `${scheme.toUpperCase()}, pages of ${pageSize.toLocaleString('en')}`,
					bars: [
						{ label: LISTERS[0], ms: nodeMs, note: seconds(nodeMs) },
						{
							label: LISTERS[1],
							ms: httpMs,
							note: `${seconds(httpMs)} (${ratio(httpMs, nodeMs)} ×)`,
						},
						{
							label: 'Bare fetch loop',
							ms: floorMs,
							note: `${seconds(floorMs)} (${ratio(floorMs, nodeMs)} ×)`,
						},
					],
				});
			}
			const many = CONTACTS.toLocaleString('en');
			show(`Listing ${many} contacts over ${scheme.toUpperCase()}, median of ${runs} runs`, rows);
		}
		const title = `Time to list ${CONTACTS.toLocaleString('en')} contacts in n8n ${installation.version}`;
		await writeFile(options.chart, drawChart(title, groups));
	} finally {
		await n8n.running.stop();
	}
}

/** @returns times in ms, one for each run */
async function compareOn(n8n: LoggedIn, scheme: Scheme, accessToken: string, pageSize: number) {
	const callNode = await activate(n8n, LISTERS[0], scheme, pageSize, CONTACTS);
	const callHttp = await activate(n8n, LISTERS[1], scheme, pageSize, CONTACTS);
	const times = { node: [] as number[], http: [] as number[], floor: [] as number[] };
	// The first round loads code, opens connections and warms the caches; it does not count.
	for (let round = 0; round <= runs; round++) {
		const { baseUrl } = services.origins[scheme];
		const floor = await listWithFetch(baseUrl, accessToken, pageSize);
		const node = await callNode();
		const http = await callHttp();
		for (const { last } of [node, http]) {
			if (last.id !== floor.last.id) throw new Error('not all contacts were listed');
		}
		if (round === 0) continue;
		times.floor.push(floor.durationMs);
		times.node.push(node.endedAt - node.startedAt);
		times.http.push(http.endedAt - http.startedAt);
	}
	return times;
}

/** Each time in an n8n of its own, which has done nothing before. */
async function compareMemory(): Promise<void> {
	const cases = PAGE_SIZES.flatMap((pageSize) =>
		LISTERS.map((lister) => ({ pageSize, lister, peaks: [] as number[] })),
	);
	for (let run = 0; run < MEMORY_RUNS; run++) {
		for (const { pageSize, lister, peaks } of cases) peaks.push(await peakOf(lister, pageSize));
	}
	const rows = cases.map(({ pageSize, lister, peaks }) => [
		...[`pages of ${pageSize}`, lister, `${median(peaks).toFixed(0)} MB`],
		`${Math.min(...peaks).toFixed(0)} to ${Math.max(...peaks).toFixed(0)} MB`,
	]);
	show(`Peak memory over the idle n8n, HTTPS, median of ${MEMORY_RUNS} runs`, rows);
}

/** @returns MB over what n8n has when it is idle */
async function peakOf(lister: Lister, pageSize: number): Promise<number> {
	const [inspectPort] = await freePorts(1);
	const n8n = await startN8n({ NODE_OPTIONS: `--inspect-port=${inspectPort}` });
	const { pid } = n8n.running;
	try {
		const call = await activate(n8n, lister, 'https', pageSize, CONTACTS);
		await delay(SETTLE_MS);
		// What is left of the start would otherwise be collected, or not, while contacts are listed.
		await collectGarbage(pid, inspectPort!);
		const { now: idle } = await residentMegabytes(pid);
		await resetPeak(pid);
		await call();
		const { peak } = await residentMegabytes(pid);
		return peak - idle;
	} finally {
		await n8n.running.stop();
	}
}

async function showGrowth(): Promise<void> {
	const n8n = await startN8n();
	try {
		const rows = [];
		for (const contacts of GROWTH) {
			const call = await activate(n8n, 'Contacts node', 'https', 1_000, contacts);
			await call();
			const times = [];
			for (let run = 0; run < runs; run++) {
				const { startedAt, endedAt } = await call();
				times.push(endedAt - startedAt);
			}
			const time = median(times);
			rows.push([
				contacts.toLocaleString('en'),
				seconds(time),
				`${((time / contacts) * 1000).toFixed(1)} µs`,
			]);
		}
		show('Contacts node, pages of 1000: contacts, time, time per contact', rows);
	} finally {
		await n8n.running.stop();
	}
}

/** The cost of the credential for each request when the token is there. */
async function timeAuthenticate(): Promise<void> {
	const { authUrl, baseUrl } = services.origins.https;
	const credentials = { authUrl, baseUrl, ...services.client(CONTACTS) };
	const { authenticate } = new ContactsApi();
	const request = { method: 'GET', url: `${baseUrl}/v1/contacts?pageSize=100`, json: true };
	const times = [];
	for (let run = 0; run <= runs; run++) {
		const startedAt = performance.now();
		for (let call = 0; call < AUTHENTICATE_CALLS; call++) await authenticate(credentials, request);
		if (run > 0) times.push(((performance.now() - startedAt) / AUTHENTICATE_CALLS) * 1000);
	}
	show('authenticate with the token at hand', [
		[`${median(times).toFixed(1)} µs a call`, 'below 10'],
	]);
}

interface LoggedIn {
	running: RunningN8n;
	client: N8nClient;
}

async function startN8n(environment: Record<string, string> = {}): Promise<LoggedIn> {
	const [port] = await freePorts(1);
	const running = await launchN8n({
		installation,
		launcherFolder: N8N_FOLDER,
		userFolder: join(FOLDER, 'n8n'),
		port: port!,
		logFile: join(FOLDER, 'n8n.log'),
		environment: { NODE_EXTRA_CA_CERTS: caFile, ...environment },
	});
	const client = new N8nClient(running.url);
	await client.logIn({
		email: 'bench@example.com',
		password: 'Bench-on-loopback-1',
		firstName: 'Bench',
		lastName: 'Mark',
	});
	return { running, client };
}

/** Makes credential and workflow; the function returned runs it once. */
async function activate(
	{ running, client }: LoggedIn,
	lister: Lister,
	scheme: Scheme,
	pageSize: number,
	contacts: number,
): Promise<() => Promise<Run>> {
	const { authUrl, baseUrl } = services.origins[scheme];
	const name = `Contacts API, ${contacts}, ${lister}`;
	const data = { authUrl, baseUrl, ...services.client(contacts) };
	const { id } = await client.createCredential({ name, type: 'contactsApi', data });
	const { path, ...input } = listWorkflow(lister, baseUrl, pageSize, { id, name });
	const workflow = await client.createWorkflow(input);
	await client.activateWorkflow(workflow);
	const url = `${running.url}/webhook/${path}`;
	return async () => {
		let response = await fetch(url);
		// n8n answers the activation before the webhook is there.
		for (let tries = 0; response.status === 404 && tries < WEBHOOK_TRIES; tries++) {
			await delay(100);
			response = await fetch(url);
		}
		const run = (await response.json()) as Run & { message?: string };
		if (!response.ok) throw new Error(`${lister}: ${run.message}`);
		return run;
	};
}

async function exchange(scheme: Scheme): Promise<string> {
	const { clientId, refreshToken } = services.client(CONTACTS);
	const response = await fetch(`${services.origins[scheme].authUrl}/token`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ clientId, refreshToken }),
	});
	return ((await response.json()) as { accessToken: string }).accessToken;
}

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(2)} s`;
}

function spread(times: number[]): string {
	return `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`;
}

function ratio(one: number, other: number): string {
	return (one / other).toFixed(2);
}

function show(title: string, rows: string[][]): void {
	const table = new Table({ style: { head: [], border: [] } });
	table.push(...rows);
	console.log(`\n${title}\n${table.toString()}`);
}
