/** Names in the styles of services, and fields that have nothing to do with pages. */
import type { Template } from '../../sandbox/corpus/template.ts';
import type { Field, Plan } from './plan';
import type { Random } from './random';
import * as words from './words';

/** Converts names, whose words are separated by spaces. */
export const styles = {
	camel: (name: string) => name.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
	pascal: (name: string): string => styles.camel(` ${name}`),
	snake: (name: string) => name.replaceAll(' ', '_'),
	kebab: (name: string) => name.replaceAll(' ', '-'),
	upper: (name: string) => name.replaceAll(' ', '_').toUpperCase(),
	flat: (name: string) => name.replaceAll(' ', '').toLowerCase(),
};

const fieldsOf = (rows: Array<[Template, string]>): Field[] =>
	rows.flatMap(([value, paths]) =>
		paths.split(', ').map((path) => ({ path: path.split('.'), value })),
	);

export const FIXED_DECOYS = fieldsOf(words.FIXED);

export const CONSTANT_DECOYS = fieldsOf(words.CONSTANTS);

export const KNOWN_WORDS = fieldsOf(words.KNOWN);

export const EMPTY_NAMESAKES = words.EMPTY_NAMES.flatMap((name) => [
	{ path: [name], value: [] },
	{ path: [name], value: null },
]);

const secondLists = (names: string[], count: number) =>
	names.map((name) => ({ path: [name], value: words.ORGANIZATIONS.slice(0, count) }));

/** Lists of something else, the same in every response. */
export const SECOND_LISTS = {
	one: secondLists([...words.USUAL_NAMES, ...words.OTHER_NAMES], 1),
	several: secondLists([...words.USUAL_NAMES, ...words.OTHER_NAMES], 3),
	/** Those that are not taken for the list where that is empty. */
	besideEmpty: secondLists(words.OTHER_NAMES, 1),
};

/** A name that an ordinary word and a word about pages make up, with any value. */
export function randomDecoy(random: Random, values: Template[] = words.VALUES): Field {
	const both = [random.pick(words.ORDINARY), random.pick(words.PAGING)];
	const name = (random.chance(0.5) ? both : both.reverse()).join(' ');
	const path = random.chance(0.3) ? [random.pick(words.ORDINARY), name] : [name];
	return { path, value: random.pick(values) };
}

/** A field that looks like the list, or none. */
export function falseListsOf(random: Random, plan: Plan): Field[] {
	const { list, signs, decoys, empty, form, sizes, counts } = plan;
	if (list.length === 0) return [];
	const taken = [{ path: list }, ...signs, ...decoys].map(({ path }) => plain(path[0]!));
	const isFree = ({ path: [name] }: Field) => !taken.includes(plain(name!));
	// A contact that is held back tells the list from others; else their names do.
	const isShrinking =
		sizes.fixedPageSize === undefined && Object.values(counts).every((count) => count > 1);
	const seconds = [...SECOND_LISTS.one, ...SECOND_LISTS.several];
	const mayHaveSecond = empty === 'list' && form === 'list';
	const namesake: Field[] = random.chance(0.15) ? [random.pick(EMPTY_NAMESAKES)] : [];
	const second = random.chance(0.1)
		? [random.pick(isShrinking ? seconds : SECOND_LISTS.besideEmpty)]
		: [];
	return [...namesake, ...(mayHaveSecond ? second : [])].filter(isFree).slice(0, 1);
}

const plain = (name: string) => name.toLowerCase().replace(/ if .*|[^a-z]/g, '');

/** Some fields, or none. */
export function decoysOf(random: Random): Field[] {
	return [
		...(random.chance(0.3) ? [random.pick(FIXED_DECOYS)] : []),
		...(random.chance(0.3) ? [randomDecoy(random)] : []),
		...(random.chance(0.2) ? [random.pick(KNOWN_WORDS)] : []),
		...(random.chance(0.05) ? [randomDecoy(random, words.FALSE_LEADS)] : []),
	];
}
