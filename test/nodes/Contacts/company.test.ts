/** Compares lists that are read in one run, and share what is found out, with the same lists alone. */
import { type Row, shape, type Shape } from '../../../sandbox/service/shapes/shape.ts';
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
import { cursor, lastId, offset, page } from './world/positions';
import { emulate } from './world/service';

/** Share of the lists that may be whole alone and fail in company. */
const MAX_LOST = 0.01;

const PAGE_SIZE = 50;

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

const CONTACT = { id: '{number}', email: '{email}' };

/** How plain services request pages; nobody guesses the last parameter. */
const POSITIONS: Record<string, Row['by']> = {
	'page numbers': page('page', 1),
	offsets: offset('offset', 0),
	cursors: cursor('cursor'),
	'the last ID': lastId('starting_after'),
	'a hidden parameter': page('zq', 1),
};

const BODIES: Record<string, Row['body']> = {
	'the list': '{list}',
	nothing: { contacts: '{list}' },
	'a flag': { contacts: '{list}', hasMore: '{hasMore}' },
	'a flag if true': { contacts: '{list}', 'hasMore if hasMore': true },
	'a total': { contacts: '{list}', total: '{total}' },
	'the next value': { contacts: '{list}', next: '{next ?? null}' },
	'the next link': { contacts: '{list}', next: '{nextLink ?? null}' },
};

const UNKNOWN: Array<NonNullable<Row['unknown']>> = ['ignored', 'refused', 'filter'];

/**
 * Services by the way to request their pages. The lists of one service may say different things about it.
 * Some are not readable at all: they must not come out in part because of others.
 */
const plain: Shape[][] = Object.entries(POSITIONS).flatMap(([position, by]) =>
	UNKNOWN.map((unknown) =>
		Object.entries(BODIES).map(([says, body]) =>
			shape(`${position}, ${says}, unknown parameters ${unknown}`, {
				by,
				body,
				unknown,
				contact: CONTACT,
			}),
		),
	),
);

interface Planned {
	shape: Shape;
	total: number;
	sizes: string;
	pageSize: number;
}

/** Lists of one run. Some have another page size, or come from a part of the service with other habits. */
function planRun(random: Random, service: Shape[]): Planned[] {
	const shape = random.pick(service);
	const sizes = random.pick(Object.keys(SIZES));
	return range(random.int(2, 4)).map(() => ({
		shape: random.chance(0.15) ? random.pick(service) : shape,
		total: random.pick(TOTALS),
		sizes: random.chance(0.1) ? random.pick(Object.keys(SIZES)) : sizes,
		pageSize: random.chance(0.1) ? random.int(2, 100) : PAGE_SIZE,
	}));
}

function nameOf({ shape: { name }, total, sizes, pageSize }: Planned): string {
	return `${total} contacts of ${name}, page size ${pageSize}, ${sizes}`;
}

interface List {
	service: Service;
	pageSize: number;
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
async function readTogether(
	lists: List[],
	areSideBySide: boolean,
): Promise<Array<Outcome['result']>> {
	const ways = new SharedWays();
	const readings: Array<ReturnType<typeof readOne>> = [];
	for (const [index, list] of lists.entries()) {
		readings.push(readOne(list, index, ways));
		if (!areSideBySide) await readings[index];
	}
	return await Promise.all(readings);
}

/** What each list has come out as alone, since most come again. */
const alone = new Map<string, Outcome['result']>();

async function readAlone(list: List, name: string): Promise<Outcome['result']> {
	const result = alone.get(name) ?? (await readOne(list, 0, new SharedWays()));
	alone.set(name, result);
	return result;
}

const single = (shape: Shape) => [shape];

it.each<[string, Shape[][]]>([
	['the own shapes', shapes.map(single)],
	['the operations of public APIs', operations.map(emulate).map(single)],
	['plain services', plain],
])(
	'Lists of %s come out in one run as they do alone',
	async (_name, services) => {
		const { numRuns, seed } = runs(1_500);
		const random = new Random(seed);
		const misled: string[] = [];
		const lost: string[] = [];
		let whole = 0;
		for (let run = 0; run < numRuns; run++) {
			const plan = planRun(random, random.pick(services));
			const lists = plan.map(({ shape, total, sizes, pageSize }) => ({
				service: serve(shape, total, SIZES[sizes]!),
				pageSize,
			}));
			const names = plan.map(nameOf);
			const areSideBySide = random.chance(0.5);
			const results = await readTogether(lists, areSideBySide);
			for (const [index, result] of results.entries()) {
				const before = await readAlone(lists[index]!, names[index]!);
				if (before === 'whole') whole++;
				if (result === before || result === 'whole') continue;
				const where = `${areSideBySide ? 'beside' : 'after'} others, [${names.join('; ')}]`;
				const name = `${before} alone, ${result} as list ${index + 1} ${where}`;
				if (result !== 'error') misled.push(name);
				else if (before === 'whole') lost.push(name);
			}
		}
		expect(misled).toEqual([]);
		expect(lost.slice(Math.floor(MAX_LOST * whole))).toEqual([]);
	},
	600_000,
);
