import { readFile } from 'node:fs/promises';
import type { WorkflowInput } from '../n8n/rest-client.ts';
import type { BenchN8n } from './bench-n8n.ts';
import type { BenchService } from './bench-service.ts';
import { measurePeak, type StartN8n } from './peak-memory.ts';
import { formatMegabytes, formatSeconds, printTable } from './report.ts';
import { type ListTask, pagesWorkflow } from './workflows.ts';

const CONTACTS = [100_000, 1_000_000];

/**
 * With gigabytes available, V8 collects garbage late, and the peak would consist of garbage. The idle
 * n8n uses about 180 MB of this.
 */
const V8_LIMITS = '--max-old-space-size=400 --max-semi-space-size=4';

/** The same as in the example. */
const PAGE_SIZE = 1_000;

/**
 * Prints the peak memory of processing contacts page by page in a sub-workflow, and of listing them all,
 * each time in a new n8n.
 *
 * @param exampleFile path of the example that works page by page
 */
export async function measurePages(
	startN8n: StartN8n,
	service: BenchService,
	exampleFile: string,
): Promise<void> {
	service.setPageStyle('cursor');
	const example = JSON.parse(await readFile(exampleFile, 'utf8')) as WorkflowInput;
	const variants = {
		'Get Page in a sub-workflow': async (n8n: BenchN8n, task: ListTask) => {
			const run = await n8n.publishWorkflow<{ contacts: number }>(
				(credential) => pagesWorkflow(example, credential),
				task,
			);
			return async () => {
				const { contacts } = await run();
				if (contacts !== task.contacts) {
					throw new Error(`Only ${contacts} contacts were processed.`);
				}
			};
		},
		'List with Return All': (n8n: BenchN8n, task: ListTask) => n8n.publish('Contacts node', task),
	};
	const rows: string[][] = [];
	for (const [name, publish] of Object.entries(variants)) {
		for (const contacts of CONTACTS) {
			const task: ListTask = {
				origins: service.direct,
				contacts,
				pageSize: PAGE_SIZE,
				pageStyle: 'cursor',
			};
			const start = (n8n: BenchN8n) => publish(n8n, task);
			const measured = await measurePeak(startN8n, start, V8_LIMITS);
			const outcome = measured
				? [
						...[formatMegabytes(measured.peak), formatMegabytes(measured.retained)],
						formatSeconds(measured.durationMs),
					]
				: ['out of memory'];
			rows.push([name, contacts.toLocaleString('en'), ...outcome]);
		}
	}
	printTable(
		`Pages of 1,000, n8n with ${V8_LIMITS}: contacts, peak memory over the idle n8n, memory retained at the end, time`,
		rows,
	);
}
