/** Services that are made from a seed, as plain data that a failing run prints. */
import type { Row, Service as Sizes } from '../../sandbox/service/shapes/shape.ts';
import type { Random } from './random';
import { type Decoy, FALSE_LEADS, FIXED_DECOYS, ORDINARY, randomDecoy, styles } from './words';

export interface Plan {
	by: Exclude<Row['by'], unknown[]>;
	/** Keys that lead to the list; none where the body is the list. */
	list: string[];
	signs: Sign[];
	headers: HeaderKind[];
	/** Fields with the same value in every response. */
	decoys: Array<{ path: string[]; value: unknown }>;
	/** How an empty list is sent, and what comes after the last page. */
	empty: (typeof EMPTY_LISTS)[number];
	pastTheEnd: 'empty' | 'first page' | 400 | 404;
	/** What the service does with malformed positions, and with parameters that it does not know. */
	malformed: 'refused' | 'first page';
	unknown: 'ignored' | 'refused' | 'filter';
	/** The page size to request, what the service makes of it, and the length of its pages. */
	pageSize: number;
	sizes: Sizes;
	pageLength: number;
	defaultSize: number;
	dropsPageSize: boolean;
	/** The number of the first page in responses. */
	firstNumber: 0 | 1;
	data: DataKind;
	/** The number of contacts in each list of the service. */
	counts: Record<string, number>;
	faults: { kind: FaultKind; share: number } | undefined;
}

/** A field that says something about pages. */
export interface Sign {
	kind: SignKind;
	path: string[];
	format: 'plain' | 'text' | 'digit';
	/** The lead of the last page; `stays` for one to a page that is empty. */
	end: (typeof ENDS)[number];
	/** Whether the first page lacks it. */
	isLate: boolean;
}

export type By = 'page' | 'offset' | 'cursor' | 'lastContact';
export type SignKind = keyof typeof SIGN_NAMES | Lie | 'next';
export type HeaderKind = (typeof HEADERS)[number];
export type DataKind = (typeof WITH_IDS)[number] | (typeof WITHOUT_IDS)[number];
export type PassingFault = (typeof PASSING)[number];
export type LastingFault = (typeof LASTING)[number];
export type FaultKind = PassingFault | LastingFault;

const PARAMETERS: Record<By, string[]> = {
	page: ['page', 'page', 'page number', 'page index', 'current page', 'p'],
	offset: ['offset', 'offset', 'skip', 'start', 'start index', 'from'],
	cursor: ['cursor', 'cursor', 'page token', 'after', 'continuation', 'starting after'],
	lastContact: ['after', 'starting after', 'after id', 'last id', 'since id'],
};

/** Those of services that say nothing. */
const PLAIN_PARAMETERS = { page: ['page'], offset: ['offset', 'skip', 'start'] };

const NEXT_NAMES: Record<By, string[]> = {
	page: ['next', 'next page', 'next page number'],
	offset: ['next', 'next offset', 'next start', 'next skip'],
	cursor: ['next', 'next cursor', 'cursor', 'next page token', 'continuation', 'end cursor'],
	lastContact: ['next', 'next cursor', 'next starting after'],
};

const SIGN_NAMES = {
	nextLink: ['next', 'next link', 'next url', 'next page', 'next page url', 'next href'],
	more: ['has more', 'has next', 'has next page', 'more', 'more records', 'more items'],
	last: ['last', 'is last', 'is last page', 'done'],
	total: ['total', 'total count', 'total items', 'total records', 'total results', 'count'],
	pages: ['total pages', 'page count', 'pages', 'last page', 'number of pages'],
	number: ['page', 'current page', 'page number', 'page index', 'number'],
	offset: ['offset', 'skip', 'start', 'start index', 'from'],
	size: ['page size', 'per page', 'limit', 'items per page', 'size'],
	count: ['count', 'number of elements', 'item count', 'length', 'returned'],
};

/** Signs that are wrong, always beside one that is right. */
const LIE_NAMES = {
	/** The total, up to 100. */
	window: SIGN_NAMES.total,
	/** The total, but for a few. */
	off: SIGN_NAMES.total,
	/** The default page size, on every page. */
	constant: ['results', 'count', 'records', 'size', 'number of results'],
	/** True only where the page is smaller than requested. */
	truncated: ['truncated', 'is truncated', 'partial'],
	/** True only where the page is as large as requested. */
	moreIfFull: SIGN_NAMES.more,
};

type Lie = keyof typeof LIE_NAMES;

/** Each of these says whether there is more. */
export const TELLING = ['next', 'nextLink', 'more', 'last', 'total', 'pages'] as const;
const OTHERS = ['number', 'offset', 'size', 'count'] as const;
const HEADERS = ['link', 'next', 'more', 'total', 'pages'] as const;

const LISTS = ['contacts', 'items', 'results', 'people', 'contact list'];
const AROUND_LIST = ['data', 'result', 'response', 'payload', 'body'];
const AROUND_SIGNS = ['meta', 'pagination', 'paging', 'page info', 'info', 'metadata'];
const EMPTY_LISTS = ['list', 'list', 'list', 'null', 'object', 'absent', 'no content'] as const;
const ENDS = ['absent', 'null', 'empty', 'stays'] as const;

const WITH_IDS = ['numbers', 'texts', 'uuid', 'from 0', 'from 1'] as const;
const WITHOUT_IDS = ['distinct', 'equal', 'blank', 'columns'] as const;

/** Faults of the first tries; and of all of them, some only in the middle of a list. */
const PASSING = ['429', '429 and a pause', '500', 'dropped', 'broken off'] as const;
const LASTING = [
	...(['403 for good', '500 for good', 'dropped for good', '429 and a long pause'] as const),
	...(['202', '204', 'null', 'message'] as const),
];

/** The query parameter that asks for another list of the service, and its values. */
export const FILTER = 'segment';
export const FILTERS = ['', 'a', 'b'];

/**
 * Not made are services of which nobody can know that a page is not the whole list: they say nothing and
 * take an unusual parameter, or are wrong in all that they say.
 */
export function planOf(random: Random): Plan {
	const kind = random.pick(['page', 'page', 'offset', 'offset', 'cursor', 'cursor', 'lastContact']);
	const by = kind as By;
	const isSilent = (by === 'page' || by === 'offset') && random.chance(0.15);
	const isBare = random.chance(0.05);
	const named = random.pick(Object.values(styles));
	const list = isBare ? [] : [...random.some(AROUND_LIST, 0, 2), random.pick(LISTS)];
	const fields = isBare ? { signs: [], decoys: [] } : fieldsOf(random, by, list, isSilent);
	const parameter = isSilent
		? random.pick(PLAIN_PARAMETERS[by])
		: named(random.pick(PARAMETERS[by]));
	const pageSize = random.chance(0.5) ? 50 : random.int(2, 100);
	const sizes = sizesOf(random, isSilent ? 10 : 3);
	const pageLength = sizes.fixedPageSize ?? Math.min(pageSize, sizes.maxPageSize);
	// Where the service says nothing, an unusual number of contacts is worth a few questions only.
	const isUnusual = pageLength !== pageSize && !USUAL_SIZES.includes(pageLength);
	const isShort = isSilent && isUnusual;
	return {
		by: positionOf(random, by, parameter),
		list: list.map(named),
		signs: fields.signs.map(({ path, ...sign }) => ({ ...sign, path: path.map(named) })),
		headers: isBare && !isSilent ? headersOf(random, by) : [],
		decoys: fields.decoys.map(({ path, value }) => ({ path: path.map(named), value })),
		empty: isSilent ? 'list' : random.pick(EMPTY_LISTS),
		pastTheEnd: isShort
			? 'empty'
			: random.pick(['empty', 'empty', 'empty', 'first page', 400, 404]),
		malformed: random.pick(['refused', 'first page']),
		unknown: isSilent || random.chance(0.9) ? 'ignored' : random.pick(['refused', 'filter']),
		pageSize,
		sizes,
		pageLength,
		defaultSize: random.pick([10, 20, 25, 50]),
		dropsPageSize: random.chance(0.3),
		firstNumber: random.pick([0, 1]),
		data: isShort ? random.pick(WITH_IDS) : dataOf(random, by, isSilent),
		counts: Object.fromEntries(FILTERS.map((filter) => [filter, countOf(random, pageLength)])),
		faults: faultsOf(random, isSilent),
	};
}

function positionOf(random: Random, by: By, parameter: string): Plan['by'] {
	const first = random.pick([0, 1]);
	if (by === 'page') return { page: parameter, first };
	if (by === 'offset') return { offset: parameter, first };
	const token =
		by === 'lastContact' ? '{last.id}' : random.pick(['{position}', 'c{start}', '{start}']);
	return { cursor: parameter, token };
}

/** Fields of a response, each in a place of its own. */
function fieldsOf(random: Random, by: By, list: string[], isSilent: boolean) {
	const telling = isSilent ? [] : tellingKinds(random, by);
	const others = isSilent ? [] : random.some(OTHERS, 0, 2);
	// A wrong total needs something else that is right.
	const isLying = telling.some((kind) => kind !== 'total') && random.chance(0.2);
	const used = new Set<string>();
	const isFree = ({ path }: { path: string[] }) =>
		!used.has(path[0]!) && used.size < used.add(path.join('/')).size;
	const above = () => (random.chance(0.5) ? list.slice(0, -1) : []);
	const place = () => (random.chance(0.5) ? [...above(), random.pick(AROUND_SIGNS)] : above());
	const signs = [...telling, ...others].map((kind, index) => {
		const names = kind === 'next' ? NEXT_NAMES[by] : SIGN_NAMES[kind];
		// The first one always says it in words that everybody knows.
		const isForeign = index > 0 && random.chance(0.1);
		const isLate = index > 0 && index < telling.length && random.chance(0.1);
		return { ...signOf(random, kind, place(), isForeign ? ORDINARY : names), isLate };
	});
	if (isLying) {
		const lie = random.pick(Object.keys(LIE_NAMES) as Lie[]);
		// Beside a lead, a flag would be right.
		signs.push(signOf(random, lie, [random.pick(['about', 'summary'])], LIE_NAMES[lie]));
	}
	const decoys: Decoy[] = [
		...(random.chance(0.3) ? [random.pick(FIXED_DECOYS)] : []),
		...(random.chance(0.3) ? [randomDecoy(random)] : []),
		...(random.chance(0.05) ? [randomDecoy(random, FALSE_LEADS)] : []),
	];
	const decoyFields = decoys.map(({ name, value, inside = [] }) => ({
		path: [inside, name].flat(),
		value,
	}));
	return { signs: signs.filter(isFree), decoys: decoyFields.filter(isFree) };
}

function tellingKinds(random: Random, by: By) {
	const kinds = random.some(TELLING, 1, 3);
	// Nobody can make up a cursor.
	const isLeading = kinds.includes('next') || kinds.includes('nextLink');
	return by === 'cursor' && !isLeading
		? [...kinds, random.pick(['next', 'nextLink'] as const)]
		: kinds;
}

function signOf(random: Random, kind: SignKind, place: string[], names: string[]): Sign {
	const name = random.pick(names);
	// `last: 0` and `more: 1` may be numbers.
	const isFlag = FLAGS.includes(kind) && name !== 'last' && name !== 'more';
	const formats = ['plain', 'plain', 'plain', 'text', isFlag ? 'digit' : 'plain'] as const;
	return {
		kind,
		path: [...place, name],
		format: random.pick(formats),
		end: random.pick(ENDS),
		isLate: false,
	};
}

const FLAGS: SignKind[] = ['more', 'last', 'truncated', 'moreIfFull'];

function headersOf(random: Random, by: By): HeaderKind[] {
	const headers = random.some(HEADERS, 1, 2);
	return by === 'cursor' ? [...new Set<HeaderKind>(['link', ...headers])] : headers;
}

/** A page size that is honored, has a maximum, is fixed, or is ignored. */
function sizesOf(random: Random, min: number): Sizes {
	const size = random.chance(0.5) ? random.int(min, 60) : random.pick([10, 15, 20, 25, 50, 75]);
	const honored = { maxPageSize: 1_000 };
	const maximum = { maxPageSize: size };
	const fixed = { ...honored, fixedPageSize: random.chance(0.5) ? size : 1_000 };
	return random.pick([honored, honored, maximum, maximum, fixed]);
}

function dataOf(random: Random, by: By, isSilent: boolean): DataKind {
	if (by === 'lastContact') return random.pick(['numbers', 'texts', 'from 0', 'from 1']);
	const kind = random.pick(random.chance(0.6) ? WITH_IDS : WITHOUT_IDS);
	// Pages of equal contacts look like those of a service that ignores the parameter.
	return kind === 'blank' && isSilent ? 'distinct' : kind;
}

const USUAL_SIZES = [10, 20, 25, 50, 100];

/** Where a page may end, and anywhere else. */
function countOf(random: Random, pageLength: number): number {
	const size = Math.min(pageLength, 100);
	const usual = random.pick(USUAL_SIZES);
	const count = random.pick([0, 1, size, size, size * random.int(2, 4), usual]);
	return random.chance(0.5) ? count : random.int(0, 4 * size);
}

function faultsOf(random: Random, isSilent: boolean): Plan['faults'] {
	if (random.chance(0.75)) return undefined;
	// Who says nothing may answer in any way what does not exist.
	if (isSilent || random.chance(0.6)) return { kind: random.pick(PASSING), share: 0.3 };
	return { kind: random.pick(LASTING), share: 0.2 };
}
