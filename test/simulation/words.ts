/** Names in the styles of services, and fields that have nothing to do with pages. */
import type { Template } from '../../sandbox/service/shapes/template.ts';
import type { Random } from './random';

/** Converts names, whose words are separated by spaces. */
export const styles = {
	camel: (name: string) => name.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
	pascal: (name: string) =>
		name.replace(/(?:^| )(.)/g, (_, letter: string) => letter.toUpperCase()),
	snake: (name: string) => name.replaceAll(' ', '_'),
	kebab: (name: string) => name.replaceAll(' ', '-'),
	upper: (name: string) => name.replaceAll(' ', '_').toUpperCase(),
	flat: (name: string) => name.replaceAll(' ', '').toLowerCase(),
};

/** A field that every response has, at the top or in an object of its own. */
export interface Decoy {
	path: string[];
	value: Template;
}

const decoy = (path: string, value: Template): Decoy => ({ path: path.split('.'), value });

const decoys = (values: Record<string, Template>) =>
	Object.entries(values).map(([path, value]) => decoy(path, value));

export const FIXED_DECOYS = decoys({
	...{ 'more options': false, 'done tutorial': true, 'last invoice sent': true },
	...{ 'exhausted horses': true, 'next winner': false, 'seats left': 0 },
});

/** Words that are about pages, in objects that are not, or alone and too short to mean anything. */
export const KNOWN_WORDS = [
	...decoys({
		...{ 'status.done': true, 'sync.complete': true, 'view.last': true, final: true, done: true },
		...{ end: true, complete: true, remaining: 0, 'limits.remaining': 0, 'rate limit.left': 0 },
		...{ 'job.has more': false, 'export.is last page': true, 'export.has next page': true },
		...{ 'totals.total': 3, 'storage.total count': 1, 'invoices.total pages': 1 },
		...{ 'invoices.page': 1, 'account.links.next': null, 'billing.next': null },
	}),
	decoy('billing.next', '/v1/audit?page=2'),
	...decoys({ 'audit.next page token': 'cG9zaXRpb246MTIz', 'tour.next': 'welcome' }),
];

const EMPTY_NAMES = [
	...['contact', 'contacts', 'people', 'related people', 'results', 'search results'],
	...['query results', 'items', 'data', 'records', 'users', 'ads', 'tags', 'included', 'errors'],
];

/** Fields that are named like the list, or like any other, and are empty. */
export const EMPTY_NAMESAKES: Decoy[] = EMPTY_NAMES.flatMap((name) => [
	decoy(name, []),
	decoy(name, null),
]);

const ORGANIZATIONS = ['Acme', 'Globex', 'Initech'].map((name, index) => ({
	id: `org_${index + 1}`,
	name,
	domain: `${name.toLowerCase()}.example`,
}));

const USUAL_NAMES = 'records data profiles items results users people contacts'.split(' ');

/** Names that nobody gives to a list of contacts. */
const OTHER_NAMES = ['organizations', 'included', 'owners'];

const secondLists = (names: string[], count: number) =>
	names.map((name) => decoy(name, ORGANIZATIONS.slice(0, count)));

/** Lists of something else, the same in every response. */
export const SECOND_LISTS = {
	one: secondLists([...USUAL_NAMES, ...OTHER_NAMES], 1),
	several: secondLists([...USUAL_NAMES, ...OTHER_NAMES], 3),
	/** Those that are not taken for the list where that is empty. */
	besideEmpty: secondLists(OTHER_NAMES, 1),
};

/** Ordinary words, none of which says anything about pages. */
export const ORDINARY = `
	apple autumn bakery balloon banjo barrel basket beach bicycle biscuit blanket blossom bottle
	bracelet breakfast bridge brother butter button cabin candle canoe carpet castle cattle cellar
	chapter cherry chimney church cinema cloud coat coffee cousin cricket curtain dancer desert dinner
	dolphin donkey dragon drawer driver eagle engine evening falcon farmer feather festival flower
	forest fountain galaxy garage garden garlic ginger giraffe glacier glove goat guitar hammer harbor
	harvest helmet honey horse hospital hunter invoice island jacket jungle kettle kitchen ladder lake
	lantern lemon lesson library lizard lunch magnet market meadow medal melon mirror monkey morning
	mountain museum mushroom needle notebook ocean olive onion orchard owl oyster painter palace parade
	parrot passport peach pencil penguin pepper piano picnic pillow pilot pirate planet pocket potato
	prize pumpkin puzzle rabbit radio railway river robot rocket saddle sailor salad sandwich school
	seat shadow shelter shoe silver singer soldier spider spoon squirrel stadium station storm summer
	swan teacher temple tent theatre ticket tiger tomato tower tractor treasure trumpet tunnel
	turtle tutorial umbrella valley village violin volcano wallet whale window winner winter wizard
	yoghurt zebra`
	.trim()
	.split(/\s+/);

const PAGING = 'more next last done left remaining total has end complete final finished'.split(
	' ',
);

const VALUES: Template[] = [true, false, 0, 1, 5, '', null, 'text'];

/** What looks like a lead to the next page. */
const FALSE_LEADS = [
	'https://docs.example.com/contacts',
	'https://api.example.com/v1/contacts?sort=name',
	'cG9zaXRpb246MTIz',
];

/** A name that an ordinary word and a word about pages make up, with any value. */
export function randomDecoy(random: Random, values = VALUES): Decoy {
	const words = [random.pick(ORDINARY), random.pick(PAGING)];
	const name = (random.chance(0.5) ? words : words.reverse()).join(' ');
	const path = random.chance(0.3) ? [random.pick(ORDINARY), name] : [name];
	return { path, value: random.pick(values) };
}

/** What of a planned service decides whether another list can be told from its own. */
interface Listed {
	list: string[];
	signs: Decoy[];
	decoys: Decoy[];
	empty: string;
	form: string;
	sizes: { fixedPageSize?: number };
	counts: Record<string, number>;
}

/** Fields that look like the list, or none; words are separated by spaces. */
export function falseListsOf(random: Random, plan: Listed): Decoy[] {
	const { list, signs, decoys, empty, form, sizes, counts } = plan;
	if (list.length === 0) return [];
	const taken = [{ path: list }, ...signs, ...decoys].map(({ path }) => plain(path[0]!));
	const isFree = ({ path: [name] }: Decoy) => !taken.includes(plain(name!));
	// A contact that is held back tells the list from others; else their names do.
	const isShrinking =
		sizes.fixedPageSize === undefined && Object.values(counts).every((count) => count > 1);
	const seconds = [...SECOND_LISTS.one, ...SECOND_LISTS.several];
	const mayHaveSecond = empty === 'list' && form === 'list';
	const namesake = random.chance(0.15) ? [random.pick(EMPTY_NAMESAKES)] : [];
	const second = random.chance(0.1)
		? [random.pick(isShrinking ? seconds : SECOND_LISTS.besideEmpty)]
		: [];
	const all = [...namesake, ...(mayHaveSecond ? second : [])].filter(isFree);
	return all.slice(0, 1);
}

const plain = (name: string) => name.toLowerCase().replace(/ if .*|[^a-z]/g, '');

/** Some fields, or none. */
export function decoysOf(random: Random): Decoy[] {
	return [
		...(random.chance(0.3) ? [random.pick(FIXED_DECOYS)] : []),
		...(random.chance(0.3) ? [randomDecoy(random)] : []),
		...(random.chance(0.2) ? [random.pick(KNOWN_WORDS)] : []),
		...(random.chance(0.05) ? [randomDecoy(random, FALSE_LEADS)] : []),
	];
}
