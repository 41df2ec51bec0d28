/**
 * Benchmarks of the node: `npm run bench`, with `--runs N` (5) and `--only CASE`, which can be repeated.
 * Without it, the chart and the table in docs/limits-and-speed.md are replaced.
 *
 * Contenders are the Contacts node and HTTP Request with Split Out, in the n8n that `npm start` installs.
 * The Contacts service (HTTPS) and the relay that adds latency (relay.ts) are in this process.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { installCommunityPackage } from '../n8n/community-package.ts';
import { n8nVersion } from '../n8n/install.ts';
import { N8nClient } from '../n8n/rest-client.ts';
import { startN8n } from '../n8n/start-n8n.ts';
import { startService } from '../service/index.ts';
import { reportHostile } from './hostile.ts';
import { startRelay } from './relay.ts';
import { formatReport, type Group, median, replaceReport } from './report.ts';
import { LISTERS, type Listing, listWorkflow, type PageStyle } from './workflows.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/bench');
const DOCUMENT = join(ROOT, 'docs/limits-and-speed.md');

const ROUND_TRIP_MS = 40;

interface TimeCase {
	title: string;
	/** Whether the relay is between n8n and the service. */
	isRemote: boolean;
	contacts: number;
	pageSize: number;
	pageStyle: PageStyle;
	inputItems?: number;
}

const REMOTE = { isRemote: true, contacts: 10_000, pageSize: 100 } as const;
const LOOPBACK = { isRemote: false, contacts: 100_000, pageStyle: 'cursor' } as const;
const REMOTE_TITLE = `${ROUND_TRIP_MS} ms round trip: `;

/** By the names for `--only` and the chart. */
const TIME_CASES: Record<string, TimeCase> = {
	cursor: {
		title: `${REMOTE_TITLE}10,000 contacts, pages of 100 by cursor`,
		...REMOTE,
		pageStyle: 'cursor',
	},
	numbered: {
		title: `${REMOTE_TITLE}10,000 contacts, numbered pages of 100`,
		...REMOTE,
		pageStyle: 'page number',
	},
	items: {
		title: `${REMOTE_TITLE}100 input items, one page of 100 each`,
		...REMOTE,
		pageStyle: 'cursor',
		inputItems: 100,
	},
	'loopback-100': {
		title: 'Loopback: 100,000 contacts, pages of 100 by cursor',
		...LOOPBACK,
		pageSize: 100,
	},
	'loopback-1000': {
		title: 'Loopback: 100,000 contacts, pages of 1,000 by cursor',
		...LOOPBACK,
		pageSize: 1_000,
	},
};

const { values: options } = parseArgs({
	options: {
		runs: { type: 'string', default: '5' },
		only: { type: 'string', multiple: true, default: [] },
	},
});
if (options.only.includes('hostile')) {
	console.log(reportHostile(ROOT));
	process.exit();
}
const cases = Object.entries(TIME_CASES).filter(
	([name]) => options.only.length === 0 || options.only.includes(name),
);
if (cases.length === 0) {
	console.error(`Give --only with one of ${Object.keys(TIME_CASES).join(', ')}, hostile.`);
	process.exit(2);
}

await rm(FOLDER, { recursive: true, force: true });
const userFolder = join(FOLDER, 'n8n');
await mkdir(userFolder, { recursive: true });
await installCommunityPackage(userFolder);
await using stack = new AsyncDisposableStack();
const service = stack.adopt(await startService({ dataDir: join(FOLDER, 'service') }), ({ close }) =>
	close(),
);
const n8n = stack.adopt(
	await startN8n({
		userFolder,
		logFile: join(FOLDER, 'n8n.log'),
		environment: { NODE_EXTRA_CA_CERTS: service.caFile },
	}),
	({ stop }) => stop(),
);
const client = new N8nClient(n8n.url);
await client.logIn({
	email: 'bench@example.com',
	password: 'Bench-on-loopback-1',
	firstName: 'Bench',
	lastName: 'Mark',
});
const groups: Group[] = [];
for (const [name, timeCase] of cases) {
	console.log(`${name} ...`);
	groups.push(await measure(name, timeCase));
}
const report = formatReport(`Time to list contacts over HTTPS in n8n ${n8nVersion}`, groups);
console.log(report);
if (options.only.length === 0) {
	await writeFile(DOCUMENT, replaceReport(await readFile(DOCUMENT, 'utf8'), report));
}

/** Measures the times of the node and of its contenders. */
async function measure(name: string, { title, isRemote, contacts, ...task }: TimeCase) {
	service.configure({ like: `Plain: ${task.pageStyle}` });
	const provisioned = service.operator.provisionClient({ orgId: `org_of_${name}` });
	await service.operator.fillContacts({ orgId: provisioned.orgId, count: contacts });
	const [authUrl, baseUrl] = isRemote
		? [await relayTo(service.authUrl), await relayTo(service.baseUrl)]
		: [service.authUrl, service.baseUrl];
	const data = { authUrl, baseUrl, ...provisioned };
	const { id } = await client.createCredential({ name, type: 'contactsApi', data });
	const urls: string[] = [];
	for (const lister of LISTERS) {
		const { path, ...input } = listWorkflow(lister, { baseUrl, ...task }, { id, name });
		await client.activateWorkflow(await client.createWorkflow(input));
		urls.push(`${n8n.url}/webhook/${path}`);
	}
	const times = (await takeTurns(urls, Number(options.runs))).map(median);
	const results = LISTERS.map((label, index) => {
		return { label, ms: times[index]!, ratio: times[index]! / times[0]! };
	});
	return { name, title, results };
}

async function relayTo(origin: string): Promise<string> {
	return `https://127.0.0.1:${await startRelay(Number(new URL(origin).port), ROUND_TRIP_MS)}`;
}

/** Runs the contenders in turns, so that a busy machine affects all alike. @returns their times in ms */
async function takeTurns(urls: string[], runs: number): Promise<number[][]> {
	const times: number[][] = urls.map(() => []);
	// The first round is a warm-up: it loads code, opens connections and fills caches.
	for (let round = 0; round <= runs; round++) {
		const listings: Listing[] = [];
		for (const url of urls) listings.push(await callWebhook(url));
		if (new Set(listings.map(({ lastId }) => lastId)).size > 1) {
			throw new Error('The contenders did not list the same contacts.');
		}
		if (round > 0) listings.forEach(({ durationMs }, index) => times[index]!.push(durationMs));
	}
	return times;
}

async function callWebhook(url: string): Promise<Listing> {
	// n8n closes kept connections after a few seconds, perhaps while a request is on its way.
	const request = { headers: { Connection: 'close' } };
	let response = await fetch(url, request);
	// n8n responds to the activation before the webhook is registered.
	for (let tries = 0; response.status === 404 && tries < 100; tries++) {
		await delay(100);
		response = await fetch(url, request);
	}
	const answer = (await response.json()) as Listing & { message?: string };
	if (!response.ok) throw new Error(`${url}: ${answer.message}`);
	return answer;
}
