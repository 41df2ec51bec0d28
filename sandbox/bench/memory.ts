import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../system/ports.ts';
import type { BenchN8n } from './bench-n8n.ts';
import type { BenchService } from './bench-service.ts';
import { collectGarbage, residentMegabytes, resetPeak } from './process-memory.ts';
import { formatRange, median, printTable } from './report.ts';
import { type Lister, LISTERS, type ListTask } from './workflows.ts';

const CONTACTS = 100_000;
const PAGE_SIZES = [100, 1_000];
const RUNS = 3;

/** Until n8n has nothing more to load after its start. */
const SETTLE_MS = 5_000;

type StartN8n = (environment: Record<string, string>) => Promise<BenchN8n>;

/** Prints the peak memory of listing, each time in an n8n of its own, which has done nothing before. */
export async function measureMemory(startN8n: StartN8n, service: BenchService): Promise<void> {
	service.setPageStyle('cursor');
	const cases = PAGE_SIZES.flatMap((pageSize) =>
		LISTERS.map((lister) => ({ pageSize, lister, peaks: [] as number[] })),
	);
	for (let run = 0; run < RUNS; run++) {
		for (const { pageSize, lister, peaks } of cases) {
			const task = {
				origins: service.direct,
				contacts: CONTACTS,
				pageSize,
				pageStyle: 'cursor',
			} as const;
			peaks.push(await measurePeak(startN8n, lister, task));
		}
	}
	const megabytes = (value: number) => `${value.toFixed(0)} MB`;
	printTable(
		`Peak memory over the idle n8n, ${CONTACTS.toLocaleString('en')} contacts, median of ${RUNS} runs`,
		cases.map(({ pageSize, lister, peaks }) => [
			...[`pages of ${pageSize}`, lister, megabytes(median(peaks)), formatRange(peaks, megabytes)],
		]),
	);
}

/** @returns MB over what n8n has when it is idle */
async function measurePeak(startN8n: StartN8n, lister: Lister, task: ListTask): Promise<number> {
	const [inspectPort] = await freePorts(1);
	const n8n = await startN8n({ NODE_OPTIONS: `--inspect-port=${inspectPort}` });
	try {
		const list = await n8n.publish(lister, task);
		await delay(SETTLE_MS);
		// What is left of the start would otherwise be collected, or not, while contacts are listed.
		await collectGarbage(n8n.pid, inspectPort!);
		const { now: idle } = await residentMegabytes(n8n.pid);
		await resetPeak(n8n.pid);
		await list();
		const { peak } = await residentMegabytes(n8n.pid);
		return peak - idle;
	} finally {
		await n8n.stop();
	}
}
