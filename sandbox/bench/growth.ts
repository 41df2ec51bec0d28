import type { BenchN8n } from './bench-n8n.ts';
import type { BenchService } from './bench-service.ts';
import { formatSeconds, median, printTable } from './report.ts';

const CONTACTS = [10_000, 100_000, 400_000];

/** Prints how the node's time grows with the number of contacts. */
export async function measureGrowth(
	n8n: BenchN8n,
	service: BenchService,
	runs: number,
): Promise<void> {
	service.setPageStyle('cursor');
	const rows = [];
	for (const contacts of CONTACTS) {
		const task = {
			origins: service.direct,
			contacts,
			pageSize: 1_000,
			pageStyle: 'cursor',
		} as const;
		const list = await n8n.publish('Contacts node', task);
		await list();
		const times = [];
		for (let run = 0; run < runs; run++) times.push((await list()).durationMs);
		const time = median(times);
		const perContact = `${((time / contacts) * 1000).toFixed(1)} µs`;
		rows.push([contacts.toLocaleString('en'), formatSeconds(time), perContact]);
	}
	printTable('Contacts node, pages of 1,000: contacts, time, time per contact', rows);
}
