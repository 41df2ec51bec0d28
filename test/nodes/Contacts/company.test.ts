/** Compares lists that are read in one run, and share what is found out, with the same lists alone. */
import type { Shape } from '../../../sandbox/service/shapes/shape.ts';
import { shapes } from '../../../sandbox/service/shapes/table.ts';
import { ExplainedError } from '../../../credentials/contactsApi/explainedError';
import { SharedWays } from '../../../nodes/Contacts/list/ways';
import { readList } from '../../../nodes/Contacts/operations/readPages';
import { Random } from '../../simulation/random';
import { runs } from '../../support/runs';
import { listRequest, type Outcome, readerOf, type Service } from './read';
import { range } from './services';
import { compare } from './shapes/compare';
import { serve } from './shapes/serve';
import { operations } from './world/operations';
import { emulate } from './world/service';

/** Share of the lists that may be whole alone and fail in company. */
const MAX_LOST = 0.01;

/** What a service makes of the page size. */
const SIZES: Record<string, Parameters<typeof serve>[2]> = {
	honored: { maxPageSize: 1_000 },
	'cut to 20': { maxPageSize: 20 },
	'cut to 37': { maxPageSize: 37 },
	'always 37': { maxPageSize: 1_000, fixedPageSize: 37 },
	'always 50': { maxPageSize: 1_000, fixedPageSize: 50 },
	'called limit': { maxPageSize: 1_000, sizeParameter: 'limit', defaultSize: 25 },
};

/** Empty, short, full and long lists, for each of the page sizes. */
const TOTALS = [0, 1, 7, 20, 25, 30, 36, 37, 50, 74, 100, 120];

interface List {
	name: string;
	service: Service;
	pageSize: number;
}

/** Lists of one run. Some have another page size, or come from a part of the service with other habits. */
function listsOf(random: Random, shape: Shape): List[] {
	const common = random.pick(Object.keys(SIZES));
	return range(random.int(2, 4)).map(() => {
		const total = random.pick(TOTALS);
		const sizes = random.chance(0.1) ? random.pick(Object.keys(SIZES)) : common;
		const pageSize = random.chance(0.1) ? random.int(2, 100) : 50;
		const name = `${total} contacts of ${shape.name}, page size ${pageSize}, ${sizes}`;
		return { name, service: serve(shape, total, SIZES[sizes]!), pageSize };
	});
}

/**
 * The query parameter that chooses the list. Services do not see it: it is part of the address that the
 * reader requests, and each list has a service of its own.
 */
const FILTER = 'segment';

async function readOne({ service, pageSize }: List, index: number, ways: SharedWays) {
	const request = listRequest({ pageSize });
	request.url.searchParams.set(FILTER, `s${index}`);
	const respond = ({ url }: { url: URL }) => {
		const seen = new URL(url);
		seen.searchParams.delete(FILTER);
		return service.respond({ url: seen });
	};
	try {
		const { contacts } = await readList(readerOf({ respond }, request, ways).reader, true);
		return compare(contacts, service.contacts, service);
	} catch (error) {
		if (!(error instanceof ExplainedError)) throw error;
		return 'error' as const;
	}
}

/** @returns the result of each list, which shares with the others what is found out about the service */
async function readTogether(lists: List[], areSideBySide: boolean) {
	const ways = new SharedWays();
	const readings: Array<Promise<Outcome['result']>> = [];
	for (const [index, list] of lists.entries()) {
		readings.push(readOne(list, index, ways));
		if (!areSideBySide) await readings[index];
	}
	return await Promise.all(readings);
}

// The lists of made-up services are read together in the simulation.
it.each<[string, Shape[]]>([
	['the own shapes', shapes],
	['the operations of public APIs', operations.map(emulate)],
])(
	'Lists of %s come out in one run as they do alone',
	async (_name, services) => {
		const { numRuns, seed } = runs(1_500);
		const random = new Random(seed);
		const misled: string[] = [];
		const lost: string[] = [];
		let whole = 0;
		for (let run = 0; run < numRuns; run++) {
			const lists = listsOf(random, random.pick(services));
			const areSideBySide = random.chance(0.5);
			for (const [index, result] of (await readTogether(lists, areSideBySide)).entries()) {
				const before = await readOne(lists[index]!, 0, new SharedWays());
				if (before === 'whole') whole++;
				if (result === before || result === 'whole') continue;
				const names = lists.map(({ name }) => name).join('; ');
				const where = `list ${index + 1}${areSideBySide ? ', side by side,' : ''} of ${names}`;
				if (result !== 'error') misled.push(`${before} alone, ${result} as ${where}`);
				else if (before === 'whole') lost.push(where);
			}
		}
		expect(misled).toEqual([]);
		expect(lost.slice(Math.floor(MAX_LOST * whole))).toEqual([]);
	},
	600_000,
);
