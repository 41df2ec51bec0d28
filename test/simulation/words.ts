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

export const FIXED_DECOYS: Decoy[] = [
	{ path: ['more options'], value: false },
	{ path: ['done tutorial'], value: true },
	{ path: ['last invoice sent'], value: true },
	{ path: ['exhausted horses'], value: true },
	{ path: ['next winner'], value: false },
	{ path: ['seats left'], value: 0 },
];

const decoy = (path: string, value: Template): Decoy => ({ path: path.split('.'), value });

/** Words that are about pages, in objects that are not, or alone and too short to mean anything. */
export const KNOWN_WORDS: Decoy[] = [
	decoy('status.done', true),
	decoy('sync.complete', true),
	decoy('view.last', true),
	decoy('final', true),
	decoy('done', true),
	decoy('end', true),
	decoy('complete', true),
	decoy('remaining', 0),
	decoy('limits.remaining', 0),
	decoy('rate limit.left', 0),
	decoy('job.has more', false),
	decoy('export.is last page', true),
	decoy('export.has next page', true),
	decoy('totals.total', 3),
	decoy('storage.total count', 1),
	decoy('invoices.total pages', 1),
	decoy('invoices.page', 1),
	decoy('account.links.next', null),
	decoy('billing.next', null),
	decoy('billing.next', '/v1/audit?page=2'),
	decoy('audit.next page token', 'cG9zaXRpb246MTIz'),
	decoy('tour.next', 'welcome'),
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
	apple balloon bicycle blanket bridge button castle cattle cinema coffee cousin dancer driver engine
	feather festival garden guitar horse invoice island kitchen ladder library market mirror monkey
	mountain museum ocean painter peach penguin piano pirate planet pocket rabbit radio river robot
	school seat silver singer spider station storm summer teacher ticket tower tunnel turtle tutorial
	village wallet window winner winter`
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

/** Some fields, or none. */
export function decoysOf(random: Random): Decoy[] {
	return [
		...(random.chance(0.3) ? [random.pick(FIXED_DECOYS)] : []),
		...(random.chance(0.3) ? [randomDecoy(random)] : []),
		...(random.chance(0.2) ? [random.pick(KNOWN_WORDS)] : []),
		...(random.chance(0.05) ? [randomDecoy(random, FALSE_LEADS)] : []),
	];
}
