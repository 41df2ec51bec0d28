import type { BenchN8n } from './bench-n8n.ts';
import { type BenchService, type PageStyle, ROUND_TRIP_MS } from './bench-service.ts';
import type { Group } from './chart.ts';
import { formatTable } from '../system/format-table.ts';
import { formatRange, formatSeconds, median } from './report.ts';
import { LISTERS, type Listing, type ListTask } from './workflows.ts';

/** A comparison and its targets. */
interface TimeCase extends Omit<ListTask, 'origins'> {
	title: string;
	over: 'line' | 'direct';
	/** Target: the node is at least this many times as fast as HTTP Request + Split Out. */
	minSpeedup: number;
	/** Target: the node takes at most this many times as long as the fetch loop. */
	maxOverhead?: number;
}

const LINE = { over: 'line', contacts: 10_000, pageSize: 100 } as const;
const LOOPBACK = { over: 'direct', contacts: 100_000, pageStyle: 'cursor' } as const;

/** By the names for `--only`. */
export const TIME_CASES = {
	line: [
		{
			title: `${ROUND_TRIP_MS} ms round trip: 10,000 contacts, pages of 100 by cursor`,
			...LINE,
			pageStyle: 'cursor',
			minSpeedup: 2.5,
			maxOverhead: 1.15,
		},
	],
	numbered: [
		{
			title: `${ROUND_TRIP_MS} ms round trip: 10,000 contacts, numbered pages of 100`,
			...LINE,
			pageStyle: 'pageNumber',
			minSpeedup: 8,
			maxOverhead: 0.4,
		},
	],
	items: [
		{
			title: `${ROUND_TRIP_MS} ms round trip: 100 input items, one page of 100 each`,
			...LINE,
			pageStyle: 'cursor',
			inputItems: 100,
			minSpeedup: 1,
		},
	],
	loopback: [
		{
			title: 'Loopback: 100,000 contacts, pages of 100 by cursor',
			...LOOPBACK,
			pageSize: 100,
			minSpeedup: 3.5,
			maxOverhead: 1.4,
		},
		{
			title: 'Loopback: 100,000 contacts, pages of 1,000 by cursor',
			...LOOPBACK,
			pageSize: 1_000,
			minSpeedup: 1.6,
			maxOverhead: 2.2,
		},
	],
} satisfies Record<string, TimeCase[]>;

/** One of the compared ways to list contacts. */
interface Contender {
	label: string;
	list: () => Promise<Listing>;
	/** @param ratio time of this one divided by that of the node */
	isTargetMet?: (ratio: number) => boolean;
}

/** Prints the times of the node and of its contenders. @returns them for the chart */
export async function measureTimes(
	timeCase: TimeCase,
	n8n: BenchN8n,
	service: BenchService,
	runs: number,
): Promise<Group> {
	service.setPageStyle(timeCase.pageStyle);
	const contenders = await prepareContenders(timeCase, n8n, service);
	const times = await takeTurns(contenders, runs);
	const results = contenders.map(({ label, isTargetMet }, index) => {
		const ms = median(times[index]!);
		const ratio = ms / median(times[0]!);
		return {
			label,
			ms,
			time: formatSeconds(ms),
			range: formatRange(times[index]!, formatSeconds),
			ratio: isTargetMet ? `${ratio.toFixed(2)} ×` : '',
			target: isTargetMet ? (isTargetMet(ratio) ? 'met' : 'missed') : '',
		};
	});
	const rows = results.map(({ ms: _, ...row }) => row);
	console.log(`\n${timeCase.title}; median of ${runs} runs\n${formatTable(rows)}`);
	return {
		title: timeCase.title,
		bars: results.map(({ label, ms, time, ratio }) => ({
			label,
			ms,
			note: ratio ? `${time} (${ratio})` : time,
		})),
	};
}

/** @returns the node, followed by its contenders */
async function prepareContenders(
	{ over, minSpeedup, maxOverhead, ...listing }: TimeCase,
	n8n: BenchN8n,
	service: BenchService,
): Promise<Contender[]> {
	const task = { origins: service[over], ...listing };
	const [node, httpRequest] = LISTERS;
	const contenders: Contender[] = [
		{ label: node, list: await n8n.publish(node, task) },
		{
			label: httpRequest,
			list: await n8n.publish(httpRequest, task),
			isTargetMet: (ratio) => ratio >= minSpeedup,
		},
	];
	if (maxOverhead !== undefined) {
		const accessToken = await exchange(service, task.contacts);
		contenders.push({
			label: 'Fetch loop',
			list: () => listWithFetch(accessToken, task),
			isTargetMet: (ratio) => 1 / ratio <= maxOverhead,
		});
	}
	return contenders;
}

/** Runs the contenders in turns, so that a busy machine affects all alike. @returns their times in ms */
async function takeTurns(contenders: Contender[], runs: number): Promise<number[][]> {
	const times: number[][] = contenders.map(() => []);
	// The first round is a warm-up: it loads code, opens connections and fills caches.
	for (let round = 0; round <= runs; round++) {
		const listings: Listing[] = [];
		for (const { list } of contenders) listings.push(await list());
		if (new Set(listings.map(({ lastId }) => lastId)).size > 1) {
			throw new Error('The contenders did not list the same contacts.');
		}
		if (round > 0) listings.forEach(({ durationMs }, index) => times[index]!.push(durationMs));
	}
	return times;
}

async function exchange({ direct, client }: BenchService, contacts: number): Promise<string> {
	const { clientId, refreshToken } = await client(contacts);
	const response = await fetch(`${direct.authUrl}/token`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ clientId, refreshToken }),
	});
	return ((await response.json()) as { accessToken: string }).accessToken;
}

interface Page {
	contacts: Array<{ id: string }>;
	/** With the page style `cursor`. */
	nextCursor: string | null;
	/** With the page style `pageNumber`. */
	page: number;
	totalPages: number;
}

/** The query parameter for the page after this one; null at the end. */
const NEXT_QUERY: Record<PageStyle, (page: Page) => string | null> = {
	cursor: ({ nextCursor }) => nextCursor && `cursor=${nextCursor}`,
	pageNumber: ({ page, totalPages }) => (page < totalPages ? `page=${page + 1}` : null),
};

/** Only reads and collects all pages, with Node.js's fetch, which keeps its connection. */
async function listWithFetch(
	accessToken: string,
	{ origins, pageSize, pageStyle }: ListTask,
): Promise<Listing> {
	const contacts: Page['contacts'] = [];
	const startedAt = performance.now();
	for (let query: string | null = ''; query !== null;) {
		const response: Response = await fetch(
			`${origins.baseUrl}/v1/contacts?pageSize=${pageSize}&${query}`,
			{ headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' } },
		);
		const page = (await response.json()) as Page;
		for (const contact of page.contacts) contacts.push(contact);
		query = NEXT_QUERY[pageStyle](page);
	}
	return { durationMs: performance.now() - startedAt, lastId: contacts.at(-1)!.id };
}
