import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../system/ports.ts';
import type { BenchN8n } from './bench-n8n.ts';
import type { BenchService } from './bench-service.ts';
import { collectGarbage, resetPeak, residentMegabytes } from './process-memory.ts';
import { formatMegabytes, formatRange, median, printTable } from './report.ts';
import { LISTERS } from './workflows.ts';

const CONTACTS = 100_000;
const PAGE_SIZES = [100, 1_000];
const RUNS = 3;

/** Until n8n has nothing more to load after its start. */
const SETTLE_MS = 5_000;

/** From the connection's end to n8n's. */
const EXIT_MS = 5_000;

export type StartN8n = (environment: Record<string, string>) => Promise<BenchN8n>;

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
			const measured = await measurePeak(startN8n, (n8n) => n8n.publish(lister, task));
			peaks.push(measured!.peak);
		}
	}
	printTable(
		`Peak memory over the idle n8n, ${CONTACTS.toLocaleString('en')} contacts, median of ${RUNS} runs`,
		cases.map(({ pageSize, lister, peaks }) => [
			...[
				`pages of ${pageSize}`,
				lister,
				formatMegabytes(median(peaks)),
				formatRange(peaks, formatMegabytes),
			],
		]),
	);
}

/**
 * Runs a workflow once in an n8n of its own.
 *
 * @param publish gives what is measured
 * @param nodeOptions for n8n's process
 * @returns memory in MB over what n8n has when it is idle, at its peak and after a collection of garbage
 *   at the end, and the time in ms; undefined when n8n has run out of memory
 */
export async function measurePeak(
	startN8n: StartN8n,
	publish: (n8n: BenchN8n) => Promise<() => Promise<unknown>>,
	nodeOptions = '',
): Promise<{ peak: number; held: number; durationMs: number } | undefined> {
	const [inspectPort] = await freePorts(1);
	const n8n = await startN8n({ NODE_OPTIONS: `--inspect-port=${inspectPort} ${nodeOptions}` });
	try {
		const run = await publish(n8n);
		await delay(SETTLE_MS);
		// What is left of the start would otherwise be collected, or not, while contacts are listed.
		await collectGarbage(n8n.pid, inspectPort!);
		const { now: idle } = await residentMegabytes(n8n.pid);
		await resetPeak(n8n.pid);
		const startedAt = performance.now();
		try {
			await run();
		} catch (error) {
			// V8 ends a process that is out of memory with SIGABRT.
			const exit = await Promise.race([n8n.exited, delay(EXIT_MS)]);
			if (exit?.signal === 'SIGABRT') return undefined;
			throw error;
		}
		const durationMs = performance.now() - startedAt;
		const { peak } = await residentMegabytes(n8n.pid);
		await collectGarbage(n8n.pid, inspectPort!);
		const { now: held } = await residentMegabytes(n8n.pid);
		return { peak: peak - idle, held: held - idle, durationMs };
	} finally {
		await n8n.stop();
	}
}
