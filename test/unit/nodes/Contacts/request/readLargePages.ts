/**
 * Reads pages as List does and stores their items as n8n does, one page after another: first one of a
 * megabyte, then one as large as the limits permit. Prints what each of those that are named took.
 */
import { stringify } from 'flatted';

import { readList } from '../../../../../nodes/Contacts/operations/readPages';
import {
	parseWithinBudget,
	RESPONSE_LIMITS,
} from '../../../../../nodes/Contacts/request/parseWithinBudget';
import { listRequest, sourceOf } from '../../../../corpus/read';

const MEGABYTE = 1_000_000;
const MOST = RESPONSE_LIMITS.mebibytes * 1024 * 1024;

const list = (count: number, element: (n: number) => string) =>
	`[${Array.from({ length: count }, (_, n) => element(n)).join()}]`;

/** A contact with a list, at most half of the limit of values, since empty ones count twice. */
const contactWith = (count: number, element: (n: number) => string) =>
	`[{"id":1,"a":${list(Math.min(count, RESPONSE_LIMITS.values / 2 - 6), element)}},{"id":2}]`;

const contact = (id: number) => {
	const address = { city: `City ${id}`, zip: String(id), street: `Street ${id}` };
	const phones = [`+47 ${id}`, `+48 ${id}`];
	return JSON.stringify({ id, address, phones, tags: ['a'], note: 'n'.repeat(300) });
};

const manyNames = (id: number, count: number) => {
	const fields = list(Math.min(count, 50_000), (n) => `"${id}field${n}":"${n}"`);
	return `{"id":${id},${fields.slice(1, -1)}}`;
};

/** Makes pages of up to the given number of bytes. */
const PAGES: Record<string, (bytes: number) => string> = {
	'objects without fields': (bytes) => contactWith(bytes / 3 - 20, () => '{}'),
	// A single character that needs two bytes doubles the memory of a text.
	'long texts': (bytes) => contactWith(32, () => `"漢${'a'.repeat(bytes / 32 - 10)}"`),
	'many names': (bytes) => `{"data":${list(2, (id) => manyNames(id, bytes / 38))}}`,
	'usual contacts': (bytes) => list(Math.min(bytes / 450, 60_000), contact),
};

async function read(page: Buffer): Promise<object[]> {
	const parsed = parseWithinBudget(page);
	if (!('value' in parsed)) throw new Error(JSON.stringify(parsed));
	const service = { respond: () => ({ body: parsed.value }) };
	const { source } = sourceOf(service, listRequest({ pageSize: 50 }));
	const { contacts } = await readList(source, false);
	return contacts.map((json) => ({ json, pairedItem: { item: 0 } }));
}

/** The megabytes that reading a page takes. */
async function measure(page: Buffer): Promise<number> {
	globalThis.gc!();
	const { heapUsed } = process.memoryUsage();
	await read(page);
	return (process.memoryUsage().heapUsed - heapUsed) / MEGABYTE;
}

async function main(): Promise<void> {
	for (const name of process.argv.slice(2)) {
		const build = PAGES[name]!;
		const page = Buffer.from(build(MEGABYTE));
		await read(page);
		// The least of three: under load, garbage stays longer.
		const taken = [await measure(page), await measure(page), await measure(page)];
		console.log(JSON.stringify({ name, megabytes: Math.min(...taken) }));
		const items = await read(Buffer.from(build(MOST)));
		stringify({ Contacts: [{ data: { main: [items] } }] });
		console.log(JSON.stringify({ name }));
	}
}

void main();
