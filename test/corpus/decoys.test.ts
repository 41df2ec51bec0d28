/** Lists services whose responses all have the same field, which has nothing to do with the list. */
import { load } from '../../sandbox/corpus/corpus.ts';
import { runs } from '../support/runs';
import {
	CONSTANT_DECOYS,
	EMPTY_NAMESAKES,
	FIXED_DECOYS,
	KNOWN_WORDS,
	randomDecoy,
	SECOND_LISTS,
	styles,
} from '../simulation/decoys';
import type { Field as Decoy } from '../simulation/plan';
import { Random } from '../simulation/random';
import { type Contact, type Outcome, readWhole, type Service } from './read';
import { instead, withAudit } from './services';
import { serve } from './serve';
import { type Situation, situations } from './situations';

const services = (['public', 'invented', 'operations'] as const).flatMap(load);

/** More pages of a maximum length show nothing about a field. */
const SITUATIONS = situations.filter(({ name }) => !['cut to 60', 'cut to 100'].includes(name));

/** Share of the lists that may fail because of the field. */
const MAX_LOST = 0.06;

/** Another list that is called contacts is an error. */
const isMistakable = ({ path }: Decoy) => path[0] !== 'contacts';

/** The decoys of a kind, for lists of so many contacts. */
const KINDS: Record<string, (random: Random, total: number) => Decoy> = {
	'a foreign word': (random) =>
		random.chance(0.6) ? random.pick([...FIXED_DECOYS, ...CONSTANT_DECOYS]) : randomDecoy(random),
	'a known word in another object': (random) => random.pick(KNOWN_WORDS),
	'an empty field named like a list': (random) => random.pick(EMPTY_NAMESAKES.filter(isMistakable)),
	'a second list': (random, total) =>
		random.pick(
			SECOND_LISTS[total === 0 ? 'besideEmpty' : random.pick(['one', 'several'] as const)].filter(
				isMistakable,
			),
		),
};

const honorsPageSize = ({ total, service }: Situation) => total > 0 && !service.fixedPageSize;

/** The readings of a kind. */
const ALL_READINGS = services.flatMap((shape) =>
	SITUATIONS.map((situation) => ({ shape, situation })),
);

it.each(Object.entries(KINDS).map(([kind, pick], index) => ({ kind, pick, index })))(
	'$kind makes no list come out in part or altered, and hardly any fail',
	async ({ kind, pick, index }) => {
		const { numRuns, seed } = runs(ALL_READINGS.length);
		const random = new Random(seed * 10 + index);
		const silent: string[] = [];
		const lost: string[] = [];
		let readings = 0;
		for (const { shape, situation } of ALL_READINGS) {
			if (!random.chance(numRuns / ALL_READINGS.length)) continue;
			const service = serve(shape, situation.total, situation.service);
			const placed = withDecoy(service, pick(random, situation.total), random);
			if (placed === undefined) continue;
			readings++;
			const result = await resultOf(placed.service, situation);
			// Most lists are whole without the field.
			if (result === 'whole' || (await resultOf(service, situation)) !== 'whole') continue;
			const name = `${result}: ${shape.name}, ${situation.name}, ${JSON.stringify(placed.field)}`;
			if (result !== 'error') silent.push(name);
			// Where the page size is ignored, names alone would decide which list it is.
			else if (!kind.includes('list') || honorsPageSize(situation)) lost.push(name);
		}
		expect(silent).toEqual([]);
		expect(lost.slice(Math.floor(MAX_LOST * readings))).toEqual([]);
	},
);

const FIRST_PAGE = new URL('https://api.example.com/v1/contacts?pageSize=50');

async function resultOf(service: Service, { pageSize }: Situation): Promise<Outcome['result']> {
	return (await readWhole(service, { pageSize })).result;
}

/** Responses with a decoy at the top, or beside the list, before the other fields or after them. */
function withDecoy(service: Service, { path, value }: Decoy, random: Random) {
	const named = random.pick(Object.values(styles));
	const nest = (inner: unknown, key: string) => ({ [named(key)]: inner });
	const field = path.reduceRight<unknown>(nest, value) as Contact;
	const { body } = service.respond({ url: FIRST_PAGE });
	if (!isObject(body)) return undefined;
	const place = random.chance(0.5) ? keysToList(body, service.contacts[0]).slice(0, -1) : [];
	const parent = place.reduce<Contact>((object, key) => object[key] as Contact, body);
	const [name] = Object.keys(field) as [string];
	const isTaken = Object.keys(parent).some((key) => plain(key) === plain(name));
	// An empty list that is left out cannot be told from the second one.
	const isSecond = Array.isArray(value) && value.length > 0;
	const isOnly = isSecond && service.contacts.length === 0 && !/\[\]/.test(JSON.stringify(body));
	if (isTaken || isOnly) return undefined;
	const isFirst = random.chance(0.5);
	const decoyed = instead(service, (response) => {
		const changed = withFieldAt(response.body, place, field, isFirst);
		return changed && { ...response, body: changed };
	});
	return { field, service: withAudit(decoyed, service.contacts) };
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

/** Adds a field, unless there is one of this name; what is there stays as it is, and where it is. */
function withFieldAt(
	value: unknown,
	[key, ...rest]: string[],
	field: Contact,
	isFirst: boolean,
): Contact | undefined {
	if (!isObject(value)) return undefined;
	if (key === undefined) return { ...(isFirst ? field : value), ...field, ...value };
	const inner = withFieldAt(value[key], rest, field, isFirst);
	return inner && { ...value, [key]: inner };
}
