/** Reads a page from stdin as List does, and stores its items as n8n does. */
import { buffer } from 'node:stream/consumers';

import { stringify } from 'flatted';

import { readList } from '../../../../nodes/Contacts/operations/readPages';
import { parseWithinBudget } from '../../../../nodes/Contacts/response/parseWithinBudget';
import { listRequest, readerOf } from '../read';

/** What n8n takes of its heap while it is idle. */
const IDLE_BYTES = 180e6;

async function main(): Promise<void> {
	const idle: object[] = [];
	while (process.memoryUsage().heapUsed < IDLE_BYTES) {
		idle.push(Array.from({ length: 1_000 }, (_, n) => ({ n, text: `${n} ${Math.random()}` })));
	}
	const parsed = parseWithinBudget(await buffer(process.stdin));
	if ('failure' in parsed) throw new Error(parsed.failure);
	const service = { respond: () => ({ body: parsed.value }) };
	const { contacts } = await readList(
		readerOf(service, listRequest({ pageSize: 50 })).reader,
		false,
	);
	const items = contacts.map((json) => ({ json, pairedItem: { item: 0 } }));
	const stored = stringify({ Contacts: [{ data: { main: [items] } }] });
	console.log(JSON.stringify({ read: items.length > 0 && stored !== '' && idle.length > 0 }));
}

void main();
