import type { BenchService } from './bench-service.ts';
import { measurePeak, type StartN8n } from './peak-memory.ts';
import { formatMegabytes, formatRange, median, printTable } from './report.ts';
import { LISTERS } from './workflows.ts';

const CONTACTS = 100_000;
const PAGE_SIZES = [100, 1_000];
const RUNS = 3;

/** Prints the peak memory of listing contacts, each time in a new n8n. */
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
