/** Names in the styles of services, and fields that have nothing to do with pages. */
import type { Random } from './random';

/** Converts names, whose words are separated by spaces. */
export const styles = {
	camel: (name: string) => name.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
	pascal: (name: string) =>
		name.replace(/(?:^| )(.)/g, (_, letter: string) => letter.toUpperCase()),
	snake: (name: string) => name.replaceAll(' ', '_'),
	kebab: (name: string) => name.replaceAll(' ', '-'),
	upper: (name: string) => name.replaceAll(' ', '_').toUpperCase(),
};

/** A field that every response has. */
export interface Decoy {
	name: string;
	value: unknown;
	/** The object that has it; undefined at the top. */
	inside?: string;
}

export const FIXED_DECOYS: Decoy[] = [
	{ name: 'more options', value: false },
	{ name: 'done tutorial', value: true },
	{ name: 'last invoice sent', value: true },
	{ name: 'exhausted horses', value: true },
	{ name: 'next winner', value: false },
	{ name: 'seats left', value: 0 },
];

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

const VALUES: unknown[] = [true, false, 0, 1, 5, '', null, 'text'];

/** What looks like a lead to the next page. */
export const FALSE_LEADS = [
	'https://docs.example.com/contacts',
	'https://api.example.com/v1/contacts?sort=name',
	'cG9zaXRpb246MTIz',
];

/** A name that an ordinary word and a word about pages make up. */
export function randomDecoy(random: Random, values = VALUES): Decoy {
	const words = [random.pick(ORDINARY), random.pick(PAGING)];
	const name = (random.chance(0.5) ? words : words.reverse()).join(' ');
	const inside = random.chance(0.3) ? random.pick(ORDINARY) : undefined;
	return { name, value: random.pick(values), inside };
}
