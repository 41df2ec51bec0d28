/** Lists services whose responses all have the same field, which has nothing to do with the list. */
import { shapes } from '../../../sandbox/service/shapes/table.ts';
import { runs, someOf } from '../../support/runs';
import { Random } from '../../simulation/random';
import {
	type Decoy,
	EMPTY_NAMESAKES,
	FIXED_DECOYS,
	KNOWN_WORDS,
	randomDecoy,
	SECOND_LISTS,
	styles,
} from '../../simulation/words';
import { type Contact, type Outcome, readWhole, type Service } from './read';
import { instead, withAudit } from './services';
import { serve } from './shapes/serve';
import { type Situation, situations } from './shapes/situations';
import { operations } from './world/operations';
import { emulate } from './world/service';

const services = [...shapes, ...operations.map(emulate)];

/** More pages of a maximum length show nothing about a field. */
const SITUATIONS = situations.filter(({ name }) => !['cut to 60', 'cut to 100'].includes(name));

/** Share of the lists that may fail because of the field. */
const MAX_LOST = 0.05;

/** The decoys of a kind, for lists of so many contacts. */
const KINDS: Record<string, (random: Random, total: number) => Decoy> = {
	'a foreign word': (random) =>
		random.chance(0.5) ? random.pick(FIXED_DECOYS) : randomDecoy(random),
	'a known word in another object': (random) => random.pick(KNOWN_WORDS),
	'an empty field named like a list': (random) => random.pick(EMPTY_NAMESAKES),
	'a second list of one object': (random, total) =>
		random.pick(SECOND_LISTS[total > 0 ? 'one' : 'besideEmpty']),
	'a second list of several objects': (random, total) =>
		random.pick(SECOND_LISTS[total > 0 ? 'several' : 'besideEmpty']),
};

/** Readings of a kind: each service in each situation. */
const ALL_READINGS = services.length * SITUATIONS.length;

it.each(Object.entries(KINDS).map(([kind, pick], index) => ({ kind, pick, index })))(
	'$kind makes no list come out in part or altered, and hardly any fail',
	async ({ pick, index }) => {
		const { numRuns, seed } = runs(ALL_READINGS);
		const random = new Random(seed * 10 + index);
		const silent: string[] = [];
		const lost: string[] = [];
		let readings = 0;
		for (const shape of services) {
			for (const situation of SITUATIONS) {
				if (!random.chance(numRuns / ALL_READINGS)) continue;
				const service = serve(shape, situation.total, situation.service);
				const decoy = pick(random, situation.total);
				const placed = withDecoy(service, decoy, random);
				if (placed === undefined) continue;
				readings++;
				const result = await resultOf(placed.service, situation);
				if (result === 'whole') continue;
				// Most lists are whole without the field.
				if ((await resultOf(service, situation)) !== 'whole') continue;
				const name = `${result}: ${shape.name}, ${situation.name}, ${JSON.stringify(placed.field)}`;
				if (result !== 'error') silent.push(name);
				// Where the page size is ignored, names alone would decide which list it is.
				else if (isWord(decoy) || honorsPageSize(service)) lost.push(name);
			}
		}
		expect(silent).toEqual([]);
		expect(lost.slice(Math.floor(MAX_LOST * readings))).toEqual([]);
	},
	1_200_000,
);

/** Constants whose words are about pages, but which say nothing about the next one. */
const CONSTANTS = {
	...{ done: true, finished: true, truncated: false, partial: false, incomplete_results: false },
	...{ hasMoreDetails: false, moreInfo: false, nextView: false, lastContext: true },
	...{ user_id: 5, current_user_id: 5, maxResults: 1000, itemLimit: 1000 },
};

/** The line about a page that a link, a cursor or an ID led to. */
const LED = /^Page 2, by (the link in|.* from) /;

it('A constant beside a link or cursor ends no list, and makes none fail', async () => {
	const failed: string[] = [];
	const [first, short] = [situations[0]!, situations.at(-1)!];
	for (const [index, shape] of shapes.entries()) {
		const { lines } = await readWhole(serve(shape, first.total, first.service), first);
		if (!lines.some((line) => LED.test(line))) continue;
		for (const situation of [first, short]) {
			const service = serve(shape, situation.total, situation.service);
			// Some services take the page size for a filter, and send nothing.
			if ((await resultOf(service, situation)) !== 'whole') continue;
			for (const [name, value] of someOf(Object.entries(CONSTANTS), 3, index)) {
				const result = await resultOf(withField(service, { [name]: value }), situation);
				if (result !== 'whole') failed.push(`${result}: ${shape.name}, ${situation.name}, ${name}`);
			}
		}
	}
	expect(failed).toEqual([]);
});

async function resultOf(service: Service, { pageSize }: Situation): Promise<Outcome['result']> {
	return (await readWhole(service, { pageSize })).result;
}

/** Responses with a decoy at the top, or beside the list, before the other fields or after them. */
function withDecoy(service: Service, { path, value }: Decoy, random: Random) {
	const named = random.pick(Object.values(styles));
	const nest = (inner: unknown, key: string) => ({ [named(key)]: inner });
	const field = path.reduceRight<unknown>(nest, value) as Contact;
	const { body } = service.respond({ url: new URL(FIRST_PAGE) });
	if (!isObject(body)) return undefined;
	const around = keysToList(body, service.contacts[0]);
	const place = random.chance(0.5) ? around.slice(0, -1) : [];
	const parent = place.reduce<Contact>((object, key) => object[key] as Contact, body);
	const [name] = Object.keys(field) as [string];
	const isTaken = Object.keys(parent).some((key) => plain(key) === plain(name));
	// An empty list that is left out cannot be told from the second one.
	const isSecond = Array.isArray(value) && value.length > 0;
	if (isTaken || (isSecond && service.contacts.length === 0 && !hasEmptyList(body))) {
		return undefined;
	}
	const decoyed = withField(service, field, random.chance(0.5), place);
	return { field, service: withAudit(decoyed, service.contacts) };
}

const isWord = ({ path, value }: Decoy) =>
	path.length > 1 || (value !== null && !Array.isArray(value));

const FIRST_PAGE = 'https://api.example.com/v1/contacts?pageSize=50';

/** Whether the list becomes shorter on request, which tells it from others. */
function honorsPageSize({ respond }: Service): boolean {
	const [two, three] = [2, 3].map((size) => {
		const url = new URL(`/v1/contacts?pageSize=${size}`, FIRST_PAGE);
		return JSON.stringify(respond({ url }).body).length;
	});
	return two! < three!;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

function isObject(value: unknown): value is Contact {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keys that lead to the list with the contact; none where it is not there. */
function keysToList(value: Contact, contact: Contact | undefined): string[] {
	for (const [key, inner] of Object.entries(value)) {
		if (Array.isArray(inner) && contact !== undefined && inner[0] === contact) return [key];
		const keys = isObject(inner) ? keysToList(inner, contact) : [];
		if (keys.length > 0) return [key, ...keys];
	}
	return [];
}

function hasEmptyList(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return isObject(value) && Object.values(value).some(hasEmptyList);
}

/** Adds a field to an object of each response, unless it has one of this name. */
function withField(
	service: Service,
	field: Contact,
	isFirst = true,
	place: string[] = [],
): Service {
	return instead(service, (response) => {
		const body = withFieldAt(response.body, place);
		return body && { ...response, body };
	});

	function withFieldAt(value: unknown, [key, ...rest]: string[]): Contact | undefined {
		if (!isObject(value)) return undefined;
		// What is there stays as it is, and where it is.
		if (key === undefined) {
			return isFirst ? { ...field, ...value } : { ...value, ...field, ...value };
		}
		const inner = withFieldAt(value[key], rest);
		return inner && { ...value, [key]: inner };
	}
}
