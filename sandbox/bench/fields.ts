import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BenchService } from './bench-service.ts';
import { measurePeak, type StartN8n } from './peak-memory.ts';
import { formatMegabytes, formatRange, median, printTable } from './report.ts';

const CONTACTS = 100_000;
const RUNS = 3;

const FIELDS = { 'All fields': undefined, 'id and email': ['id', 'email'] };

/**
 * Prints what the option Fields saves: peak memory, and size of the stored execution.
 *
 * @param userFolder user folder of n8n
 */
export async function measureFields(
	startN8n: StartN8n,
	service: BenchService,
	userFolder: string,
): Promise<void> {
	service.setPageStyle('cursor');
	const rows: string[][] = [];
	for (const [name, fields] of Object.entries(FIELDS)) {
		const task = {
			origins: service.direct,
			contacts: CONTACTS,
			pageSize: 1_000,
			pageStyle: 'cursor',
			fields,
		} as const;
		const peaks: number[] = [];
		for (let run = 0; run < RUNS; run++) {
			const measured = await measurePeak(startN8n, (n8n) => n8n.publish('Contacts node', task));
			peaks.push(measured!.peak);
		}
		const stored = { ...task, isStored: true };
		// n8n stores the execution before it stops.
		await measurePeak(startN8n, (n8n) => n8n.publish('Contacts node', stored));
		rows.push([
			...[name, formatMegabytes(median(peaks)), formatRange(peaks, formatMegabytes)],
			formatMegabytes(lastExecutionSize(userFolder)),
		]);
	}
	printTable(
		`Fields of ${CONTACTS.toLocaleString('en')} contacts, median of ${RUNS} runs: peak memory over the idle n8n, range, stored execution`,
		rows,
	);
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
