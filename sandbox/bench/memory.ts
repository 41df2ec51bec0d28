import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WorkflowInput } from '../n8n/rest-client.ts';
import { formatTable } from '../system/format-table.ts';
import type { BenchN8n } from './bench-n8n.ts';
import type { BenchService } from './bench-service.ts';
import { measurePeak, type StartN8n } from './peak-memory.ts';
import { formatMegabytes, formatRange, formatSeconds, median } from './report.ts';
import { LISTERS, type ListTask, pagesWorkflow } from './workflows.ts';

interface MemoryCase {
	label: string;
	/** What lists the contacts, or the example that works through them page by page. */
	by: (typeof LISTERS)[number] | 'example';
	task: Omit<ListTask, 'origins' | 'pageStyle'>;
	runs: number;
	nodeOptions?: string;
}

/**
 * With gigabytes available, V8 collects garbage late, and the peak would consist of garbage. The idle
 * n8n uses about 180 MB of this.
 */
const V8_LIMITS = '--max-old-space-size=400 --max-semi-space-size=4';

const LIST = { contacts: 100_000, pageSize: 1_000 };

/** By the names for `--only`. */
export const MEMORY_CASES = {
	memory: [100, 1_000].flatMap((pageSize) =>
		LISTERS.map((by) => ({
			label: `${by}, pages of ${pageSize}`,
			by,
			runs: 3,
			task: { ...LIST, pageSize },
		})),
	),
	pages: [100_000, 1_000_000].flatMap((contacts) =>
		(['example', 'Contacts node'] as const).map((by) => ({
			label: `${by}, ${contacts} contacts, ${V8_LIMITS}`,
			by,
			runs: 1,
			task: { ...LIST, contacts },
			nodeOptions: V8_LIMITS,
		})),
	),
	fields: [undefined, ['id', 'email']].flatMap((fields) =>
		[false, true].map((isStored) => ({
			label: `${fields ? 'id and email' : 'all fields'}${isStored ? ', execution stored' : ''}`,
			by: 'Contacts node' as const,
			runs: isStored ? 1 : 3,
			task: { ...LIST, isStored, ...(fields ? { fields } : {}) },
		})),
	),
} satisfies Record<string, MemoryCase[]>;

interface Environment {
	startN8n: StartN8n;
	service: BenchService;
	/** n8n's user folder. */
	userFolder: string;
	/** The example that works page by page. */
	exampleFile: string;
}

/** Prints the memory over that of the idle n8n, each time in a new n8n. */
export async function measureMemory(cases: MemoryCase[], environment: Environment): Promise<void> {
	const { startN8n, service, userFolder, exampleFile } = environment;
	service.setPageStyle('cursor');
	const example = JSON.parse(await readFile(exampleFile, 'utf8')) as WorkflowInput;
	const rows: object[] = [];
	for (const { label, by, task, runs, nodeOptions } of cases) {
		const listTask: ListTask = { ...task, origins: service.direct, pageStyle: 'cursor' };
		const publish = (n8n: BenchN8n) =>
			by === 'example' ? publishExample(example, n8n, listTask) : n8n.publish(by, listTask);
		const measured = [];
		for (let run = 0; run < runs; run++) {
			measured.push(await measurePeak(startN8n, publish, nodeOptions));
		}
		const done = measured.filter((outcome) => outcome !== undefined);
		const peaks = done.map(({ peak }) => peak);
		rows.push(
			done.length < runs
				? { label, peak: 'out of memory' }
				: {
						label,
						peak: formatMegabytes(median(peaks)),
						range: formatRange(peaks, formatMegabytes),
						retained: formatMegabytes(median(done.map(({ retained }) => retained))),
						time: formatSeconds(median(done.map(({ durationMs }) => durationMs))),
						// n8n stores the execution before it stops.
						...(task.isStored ? { stored: formatMegabytes(lastExecutionSize(userFolder)) } : {}),
					},
		);
	}
	console.log(`\nMemory over the idle n8n, medians\n${formatTable(rows)}`);
}

async function publishExample(example: WorkflowInput, n8n: BenchN8n, task: ListTask) {
	const run = await n8n.publishWorkflow<{ contacts: number }>(
		(credential) => pagesWorkflow(example, credential),
		task,
	);
	return async () => {
		const { contacts } = await run();
		if (contacts !== task.contacts) throw new Error(`Only ${contacts} contacts were processed.`);
	};
}

/** @returns the size in MB */
function lastExecutionSize(userFolder: string): number {
	const database = new DatabaseSync(join(userFolder, '.n8n/database.sqlite'), { readOnly: true });
	try {
		const query =
			'SELECT length(CAST(data AS BLOB)) AS size FROM execution_data ORDER BY executionId DESC LIMIT 1';
		return Number(database.prepare(query).get()!.size) / 1024 / 1024;
	} finally {
		database.close();
	}
}
