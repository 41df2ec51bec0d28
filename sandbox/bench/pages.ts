import { readFile } from 'node:fs/promises';
import type { WorkflowInput } from '../n8n/rest-client.ts';
import type { BenchN8n } from './bench-n8n.ts';
import type { BenchService } from './bench-service.ts';
import { measurePeak, type StartN8n } from './memory.ts';
import { formatMegabytes, formatSeconds, printTable } from './report.ts';
import { type ListTask, pagesWorkflow } from './workflows.ts';

const CONTACTS = [100_000, 1_000_000];

/**
 * With gigabytes to use, V8 collects garbage late, and the peak is that of garbage. Idle, n8n uses
 * about 180 MB of this.
 */
const HEAP_LIMIT = '--max-old-space-size=400';

/** As the example has it. */
const PAGE_SIZE = 1_000;

/**
 * Prints the peak memory of working through contacts page by page in a sub-workflow, and of listing
 * them all, each time in an n8n of its own.
 *
 * @param exampleFile the example that works page by page
 */
export async function measurePages(
	startN8n: StartN8n,
	service: BenchService,
	exampleFile: string,
): Promise<void> {
	service.setPageStyle('cursor');
	const example = JSON.parse(await readFile(exampleFile, 'utf8')) as WorkflowInput;
	const ways = {
		'Get Page in a sub-workflow': async (n8n: BenchN8n, task: ListTask) => {
			const run = await n8n.publishWorkflow<{ contacts: number }>(
				(credential) => pagesWorkflow(example, credential),
				task,
			);
			return async () => {
				const { contacts } = await run();
				if (contacts !== task.contacts) throw new Error(`Only ${contacts} contacts came.`);
			};
		},
		'List with Return All': (n8n: BenchN8n, task: ListTask) => n8n.publish('Contacts node', task),
	};
	const rows: string[][] = [];
	for (const [name, publish] of Object.entries(ways)) {
		for (const contacts of CONTACTS) {
			const task: ListTask = {
				origins: service.direct,
				contacts,
				pageSize: PAGE_SIZE,
				pageStyle: 'cursor',
			};
			const start = (n8n: BenchN8n) => publish(n8n, task);
			const measured = await measurePeak(startN8n, start, HEAP_LIMIT);
			const outcome = measured
				? [
						...[formatMegabytes(measured.peak), formatMegabytes(measured.held)],
						formatSeconds(measured.durationMs),
					]
				: ['out of memory'];
			rows.push([name, contacts.toLocaleString('en'), ...outcome]);
		}
	}
	printTable(
		`Pages of 1,000, n8n with ${HEAP_LIMIT}: contacts, memory over the idle n8n at its peak and held at the end, time`,
		rows,
	);
}
