/** Services that are made from a seed, as plain data that a failing run prints. */
import type { Sizes } from '../../sandbox/corpus/page.ts';
import type { Position } from '../../sandbox/corpus/positions.ts';
import type { Description } from '../../sandbox/corpus/service.ts';
import type { Template } from '../../sandbox/corpus/template.ts';
import { decoysOf, falseListsOf, styles } from './decoys';
import type { Habit } from './habits';
import type { Random } from './random';
import * as sent from './sent';
import { type Trouble, troubleOf } from './troubles';
import * as words from './words';

export interface Plan {
	by: Position;
	/** Keys that lead to the list; none where the body is the list. */
	list: string[];
	signs: Sign[];
	headers: Record<string, Template>;
	/** Fields with the same value in every response. */
	decoys: Field[];
	/** How an empty list is sent, and what comes after the last page. */
	empty: 'list' | 'null' | 'object' | 'absent' | 'no content' | 'message';
	form: sent.ListForm;
	pastTheEnd: 'empty' | 'first page' | 400 | 404;
	/** What the service does with malformed positions, and with parameters that it does not know. */
	malformed: 'refused' | 'first page';
	unknown: NonNullable<Description['unknownParameters']>;
	/** The largest page size that it does not refuse. */
	refusesAbove: number | undefined;
	/** The page size to request, what the service makes of it, and the length of its pages. */
	pageSize: number;
	sizes: Sizes;
	pageLength: number;
	dropsPageSize: boolean;
	/** The number of the first page in responses. */
	firstNumber: 0 | 1;
	data: sent.DataKind;
	/** The number of contacts in each list of the service. */
	counts: Record<string, number>;
	faults: { kind: sent.FaultKind; share: number } | undefined;
	trouble: Trouble | undefined;
	habit: Habit;
}

export interface Field {
	path: string[];
	/** With the values of a page, see `service.ts`. */
	value: Template;
}

/** A field that says something about pages. */
interface Sign extends Field {
	kind: SignKind;
}

export type SignKind = keyof typeof words.SIGNS | 'next';
type By = keyof typeof words.WAYS;

/** Whether responses say nothing about pages. */
export function isSilent({ signs, headers }: Plan): boolean {
	return signs.length === 0 && Object.keys(headers).length === 0;
}

const EMPTY_LISTS = ['list', 'list', 'null', 'object', 'absent', 'no content', 'message'] as const;
const UNKNOWN = ['refused', 'refused if marked', 'filter'] as const;

/** The query parameter that asks for another list of the service, and its values. */
export const FILTER = 'segment';
export const FILTERS = ['', 'a', 'b'];

/**
 * Not made are services of which nobody can know that a page is not the whole list: they say nothing and
 * take an unusual parameter, or are wrong in all that they say.
 */
export function planOf(random: Random): Plan {
	const ways = ['page', 'page', 'offset', 'offset', 'cursor', 'cursor', 'lastContact'] as const;
	const by = random.pick(ways);
	const isSilent = by in words.PLAIN && random.chance(0.15);
	const named = random.pick(Object.values(styles));
	const parameters = words.WAYS[by].parameters.map(named);
	const sizes = sizesOf(random, isSilent ? 10 : 3);
	const { pageSize, pageLength } = sizes;
	// Where the service says nothing, an unusual number of contacts is worth a few questions only.
	const isHard = isSilent && pageLength !== pageSize && !words.USUAL_SIZES.includes(pageLength);
	const mayKnow = isSilent || random.chance(0.9);
	const unknown = mayKnow ? 'ignored' : random.pick(UNKNOWN);
	const chosen = dataOf(random, by, isSilent, isHard);
	// Shorter pages have no room for equal contacts that come again, and others.
	const mayEqual = pageLength > 4 || (chosen !== 'equal' && chosen !== 'blank');
	const data = mayEqual ? chosen : 'distinct';
	const plan: Plan = {
		by: positionOf(random, by, random.pick(isSilent ? words.PLAIN[by]! : parameters), data),
		...responseOf(random, by, isSilent, named),
		pastTheEnd: random.pick(isHard ? ['empty'] : ['empty', 'empty', 'first page', 400, 404]),
		malformed: random.pick(['refused', 'first page']),
		unknown,
		refusesAbove: !isSilent && random.chance(0.05) ? random.pick([10, 50, 100]) : undefined,
		...sizes,
		dropsPageSize: random.chance(0.3),
		firstNumber: random.pick([0, 1]),
		data,
		counts: Object.fromEntries(FILTERS.map((filter) => [filter, countOf(random, pageLength)])),
		faults: faultsOf(random, isSilent),
		trouble: undefined,
		habit: {},
	};
	const trouble = plan.faults ? undefined : troubleOf(random, plan);
	if (trouble?.kind === 'window') plan.counts[''] = trouble.at + random.int(1, 2 * pageLength);
	const falseLists = inStyle(named, falseListsOf(random, plan));
	return { ...plan, trouble, decoys: [...plan.decoys, ...falseLists] };
}

const inStyle = (named: (name: string) => string, fields: Field[]): Field[] =>
	fields.map(({ path, value }) => ({ path: path.map(named), value }));

function positionOf(random: Random, by: By, parameter: string, data: sent.DataKind): Plan['by'] {
	const first = random.pick([0, 1]);
	if (by === 'page' || by === 'offset') return { kind: by, parameter, first };
	const id = data === 'keys' ? '{last.contact_key}' : '{last.id}';
	const tokens = by === 'lastContact' ? [id] : ['{position}', 'c{start}', '{start}'];
	return { kind: 'cursor', parameter, token: random.pick(tokens) };
}

/** What a response has; one that is the list alone says what it says in headers. */
function responseOf(random: Random, by: By, isSilent: boolean, named: (name: string) => string) {
	const empty = isSilent ? 'list' : random.pick(EMPTY_LISTS);
	if (random.chance(0.05)) {
		const headers = isSilent ? {} : headersOf(random, by);
		return { list: [], signs: [], headers, decoys: [], empty, form: 'list' as const };
	}
	const form: sent.ListForm = !isSilent && random.chance(0.1) ? random.key(sent.FORMS) : 'list';
	const list = [...random.some(words.AROUND_LIST, 0, 2), random.pick(words.LISTS)].map(named);
	const signs = isSilent ? [] : signsOf(random, by, list, named);
	const others = inStyle(named, decoysOf(random));
	const other = named(random.pick(words.OTHER_LISTS));
	const beside = { path: [...list.slice(0, -1), other], value: words.LABELS };
	// Without the list, nobody can know that the other one is not it.
	const mayHaveOther = ['list', 'null', 'object'].includes(empty);
	const decoys: Field[] = mayHaveOther && random.chance(0.03) ? [beside, ...others] : others;
	const taken = new Set([list.join('/')]);
	const isFree = ({ path }: Field) =>
		!taken.has(path[0]!) && taken.size < taken.add(path.join('/')).size;
	const fields = { signs: signs.filter(isFree), decoys: decoys.filter(isFree) };
	return { list, ...fields, headers: {}, empty, form };
}

function signsOf(random: Random, by: By, list: string[], named: (name: string) => string): Sign[] {
	const telling: SignKind[] = random.some(words.TELLING, 1, 3);
	// Nobody can make up a cursor.
	const isLeading = telling.includes('next') || telling.includes('nextLink');
	if (by === 'cursor' && !isLeading) telling.push(random.pick(['next', 'nextLink']));
	const above = () => (random.chance(0.5) ? list.slice(0, -1) : []);
	const place = () =>
		random.chance(0.5) ? [...above(), named(random.pick(words.AROUND_SIGNS))] : above();
	const signOf = (kind: SignKind, index: number, where = place()): Sign => {
		const next = { names: words.WAYS[by].next, values: words.NEXT_VALUES };
		const { names, values } = kind === 'next' ? next : words.SIGNS[kind];
		// The first one is on every page, in words that everybody knows.
		const name = random.pick(index > 0 && random.chance(0.15) ? words.ORDINARY : names);
		// Where a name is as short as that, text may be anything.
		const isShort = name === 'last' || name === 'more';
		const isLate = index > 0 && random.chance(0.15);
		const path = [...where, isLate ? `${named(name)} if hasPrevious` : named(name)];
		return { kind, path, value: isShort ? values[0]! : random.pick<Template>(values) };
	};
	const signs = [...telling, ...random.some(words.OTHERS, 0, 2)].map((kind, index) =>
		signOf(kind, index),
	);
	// What is wrong needs something else that is right; in one object with a lead, a flag would count.
	const isLying = telling.some((kind) => kind !== 'total') && random.chance(0.2);
	return isLying ? [...signs, signOf(random.pick(words.LIES), 0, [named('about')])] : signs;
}

function headersOf(random: Random, by: By): Plan['headers'] {
	const names = random.some(Object.keys(words.HEADERS), 1, 2);
	const all = by === 'cursor' ? ['Link', ...names] : names;
	return Object.fromEntries(all.map((name) => [name, words.HEADERS[name]!]));
}

/** A page size to request, which is honored, has a maximum, is fixed, ignored, or has another name. */
function sizesOf(random: Random, min: number) {
	const defaultSize = random.pick([10, 20, 25, 50]);
	const pageSize = random.chance(0.5) ? 50 : random.int(2, 100);
	const size = random.chance(0.5) ? random.int(min, 60) : random.pick([10, 15, 20, 25, 50, 75]);
	const honored: Sizes = { maxPageSize: 1_000 };
	const maximum: Sizes = { maxPageSize: size };
	const fixed: Sizes = { ...honored, fixedPageSize: random.chance(0.5) ? size : 1_000 };
	const chosen = random.pick([honored, honored, maximum, maximum, fixed]);
	const sizeParameter = random.chance(0.5) ? 'pageSize' : random.pick(words.PAGE_SIZES);
	const sizes: Sizes = { ...chosen, sizeParameter, defaultSize };
	const read = sizeParameter === 'pageSize' ? pageSize : defaultSize;
	const pageLength = sizes.fixedPageSize ?? Math.min(read, sizes.maxPageSize);
	return { pageSize, sizes, pageLength };
}

function dataOf(random: Random, by: By, isSilent: boolean, isHard: boolean): sent.DataKind {
	if (by === 'lastContact') return random.pick(['numbers', 'texts', 'from 0', 'from 1', 'keys']);
	const kind =
		isHard || random.chance(0.6) ? random.key(sent.WITH_IDS) : random.key(sent.WITHOUT_IDS);
	// Pages of equal contacts look like those of a service that ignores the parameter.
	return kind === 'blank' && isSilent ? 'distinct' : kind;
}

/** Where a page may end, and anywhere else. */
function countOf(random: Random, pageLength: number): number {
	const size = Math.min(pageLength, 100);
	const maxPages = size < 25 ? 10 : 4;
	const several = size * random.int(2, maxPages);
	const atAnEnd = [0, 1, size, size, several, random.pick(words.USUAL_SIZES)];
	return random.chance(0.5) ? random.pick(atAnEnd) : random.int(0, maxPages * size);
}

function faultsOf(random: Random, isSilent: boolean): Plan['faults'] {
	if (random.chance(0.75)) return undefined;
	// Who says nothing may answer in any way what does not exist.
	if (isSilent || random.chance(0.6)) return { kind: random.key(sent.PASSING), share: 0.3 };
	return { kind: random.key(sent.LASTING), share: 0.2 };
}
