import type { BenchN8n } from './bench-n8n.ts';
import { type BenchService, ROUND_TRIP_MS } from './bench-service.ts';
import { type Group, median } from './report.ts';
import { LISTERS, type Listing, type ListTask } from './workflows.ts';

interface TimeCase extends Omit<ListTask, 'origins'> {
	title: string;
	over: 'line' | 'direct';
}

const LINE = { over: 'line', contacts: 10_000, pageSize: 100 } as const;
const LOOPBACK = { over: 'direct', contacts: 100_000, pageStyle: 'cursor' } as const;

/** By the names for `--only` and the chart. */
export const TIME_CASES: Record<string, TimeCase> = {
	cursor: {
		title: `${ROUND_TRIP_MS} ms round trip: 10,000 contacts, pages of 100 by cursor`,
		...LINE,
		pageStyle: 'cursor',
	},
	numbered: {
		title: `${ROUND_TRIP_MS} ms round trip: 10,000 contacts, numbered pages of 100`,
		...LINE,
		pageStyle: 'page number',
	},
	items: {
		title: `${ROUND_TRIP_MS} ms round trip: 100 input items, one page of 100 each`,
		...LINE,
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

/** Measures the times of the node and of its contenders. */
export async function measureTimes(
	name: string,
	{ title, over, ...listing }: TimeCase,
	n8n: BenchN8n,
	service: BenchService,
	runs: number,
): Promise<Group> {
	service.setPageStyle(listing.pageStyle);
	const task = { origins: service[over], ...listing };
	const contenders = [];
	for (const lister of LISTERS) contenders.push(await n8n.publish(lister, task));
	const times = await takeTurns(contenders, runs);
	const results = LISTERS.map((label, index) => ({
		label,
		ms: median(times[index]!),
		ratio: median(times[index]!) / median(times[0]!),
	}));
	return { name, title, results };
}

/** Runs the contenders in turns, so that a busy machine affects all alike. @returns their times in ms */
async function takeTurns(
	contenders: Array<() => Promise<Listing>>,
	runs: number,
): Promise<number[][]> {
	const times: number[][] = contenders.map(() => []);
	// The first round is a warm-up: it loads code, opens connections and fills caches.
	for (let round = 0; round <= runs; round++) {
		const listings: Listing[] = [];
		for (const list of contenders) listings.push(await list());
		if (new Set(listings.map(({ lastId }) => lastId)).size > 1) {
			throw new Error('The contenders did not list the same contacts.');
		}
		if (round > 0) listings.forEach(({ durationMs }, index) => times[index]!.push(durationMs));
	}
	return times;
}
