/** Services and how they are read, made from a seed, as plain data that a failing run prints. */
import type { Random } from './random';
import { type Decoy, FIXED_DECOYS, randomDecoy, type Style, styles, UNRELATED } from './words';

export interface Plan {
	style: Style;
	by: 'page' | 'offset' | 'cursor' | 'lastContact';
	/** Name of the request parameter, and the number of the first page or contact. */
	parameter: string;
	first: 0 | 1;
	/** Whether cursors are numbers. */
	hasNumbers: boolean;
	/** The number of the first page or contact in responses. */
	firstNumber: 0 | 1;
	/** Keys that lead to the list; none where the body is the list. */
	list: string[];
	/** The field of an entry that has the contact; undefined where entries are contacts. */
	wrapper?: string;
	signs: Sign[];
	headers: HeaderKind[];
	/** Fields that every response has. */
	constants: Array<{ path: string[]; value: unknown }>;
	/** How an empty list is sent, and what comes after the last page. */
	empty: 'list' | 'null' | 'object' | 'absent' | 'no content';
	pastTheEnd: 'empty' | 'first page' | 'last page' | 400 | 404;
	/** What the service does with malformed positions, and with parameters that it does not know. */
	malformed: 'refused' | 'first page';
	unknown: 'ignored' | 'refused' | 'filter';
	/** What becomes of the requested page size. */
	cut: { kind: 'honored' | 'maximum' | 'fixed' | 'ignored'; size: number };
	/** The page size to request, and that of the service. */
	pageSize: number;
	pageLength: number;
	defaultSize: number;
	dropsPageSize: boolean;
	data: DataKind;
	/** The lists of the service, by the query parameter that asks for them, with their contacts. */
	counts: Record<string, number>;
	faults: { kind: FaultKind; share: number } | undefined;
}

/** A field or header that says something about pages. */
export interface Sign {
	kind: SignKind;
	path: string[];
	format: 'plain' | 'text' | 'digit';
	/** The lead of the last page; `stays` for one to a page that is empty. */
	end: 'absent' | 'null' | 'empty' | 'stays';
}

export type SignKind = keyof typeof SIGN_NAMES | 'next' | Lie;
export type HeaderKind = (typeof HEADERS)[number];
export type DataKind = (typeof WITH_IDS)[number] | (typeof WITHOUT_IDS)[number];
export type FaultKind = (typeof PASSING)[number] | (typeof LASTING)[number] | (typeof ODD)[number];

const PARAMETERS: Record<Plan['by'], string[]> = {
	page: ['page', 'page', 'page number', 'page index', 'current page', 'p'],
	offset: ['offset', 'offset', 'skip', 'start', 'start index', 'from'],
	cursor: ['cursor', 'cursor', 'page token', 'after', 'continuation', 'starting after'],
	lastContact: ['after', 'starting after', 'after id', 'last id', 'since id'],
};

const NEXT_NAMES: Record<Plan['by'], string[]> = {
	page: ['next', 'next page', 'next page number'],
	offset: ['next', 'next offset', 'next start', 'next skip'],
	cursor: ['next', 'next cursor', 'cursor', 'next page token', 'continuation', 'end cursor'],
	lastContact: ['next', 'next cursor', 'last id', 'next starting after'],
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

/** Each of these says whether there is more. */
const TELLING = ['next', 'nextLink', 'more', 'last', 'total', 'pages'] as const;
const OTHERS = ['number', 'offset', 'size', 'count'] as const;
const HEADERS = ['link', 'next', 'more', 'total', 'pages'] as const;

/** Signs that are wrong, always beside one that is right and not of the same kind. */
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

export type Lie = keyof typeof LIE_NAMES;

const WITH_IDS = ['numbers', 'texts', 'uuid', 'from 0', 'from 1'] as const;
const WITHOUT_IDS = ['distinct', 'equal', 'blank', 'columns'] as const;

/** Faults of the first tries, of all tries, and responses without a list where there should be one. */
const PASSING = ['429', '429 and a pause', '500', 'dropped', 'broken off'] as const;
const LASTING = [
	'403 for good',
	'500 for good',
	'dropped for good',
	'429 and a long pause',
] as const;
const ODD = ['202', '204', 'null', 'message'] as const;

/** The query parameter that asks for another list of the service. */
export const FILTER = 'segment';

export function planOf(random: Random): Plan {
	const by = random.pick([
		'page',
		'page',
		'offset',
		'offset',
		'cursor',
		'cursor',
		'lastContact',
	] as const);
	const isBare = random.chance(0.05);
	const isSilent = (by === 'page' || by === 'offset') && random.chance(0.12);
	const style = random.pick(Object.keys(styles) as Style[]);
	const named = (path: string[]) => path.map(styles[style]);
	const containers = random.some(['data', 'result', 'response', 'payload', 'body'], 0, 2);
	const list = isBare
		? []
		: [...containers, random.pick(['contacts', 'items', 'results', 'people', 'contact list'])];
	const paths = new Paths(list);
	const telling = isSilent ? [] : tellingSigns(random, by, isBare, paths);
	const headers = isBare && !isSilent ? tellingHeaders(random, by) : [];
	const others = isSilent || isBare ? [] : random.some(OTHERS, 0, 2);
	const lies = isBare ? [] : liesBeside(random, telling);
	const signs = [
		...telling,
		...others.flatMap((kind) => paths.signOf(random, kind, SIGN_NAMES[kind])),
		...lies.flatMap((kind) => paths.signOf(random, kind, LIE_NAMES[kind], kind)),
	];
	const decoys = isBare || random.chance(0.5) ? [] : random.some(UNRELATED_DECOYS, 0, 3);
	if (!isBare && random.chance(0.5)) decoys.push(random.pick(FIXED_DECOYS), randomDecoy(random));
	const pageSize = random.chance(0.5) ? 50 : random.int(2, 100);
	const cut = cutOf(random);
	const pageLength = lengthOf(cut, pageSize);
	return {
		style,
		by,
		parameter: styles[style](isSilent ? PARAMETERS[by][0]! : random.pick(PARAMETERS[by])),
		first: random.pick([0, 1]),
		hasNumbers: random.chance(0.15),
		firstNumber: random.pick([0, 1]),
		list: named(list),
		wrapper: random.chance(0.05) ? 'node' : undefined,
		signs: signs.map((sign) => ({ ...sign, path: named(sign.path) })),
		headers,
		constants: paths.free(decoys).map(({ path, value }) => ({ path: named(path), value })),
		empty: isSilent ? 'list' : random.pick(EMPTY_LISTS),
		pastTheEnd: random.pick(['empty', 'empty', 'empty', 'first page', 'last page', 400, 404]),
		malformed: random.pick(['refused', 'first page']),
		unknown: isSilent || random.chance(0.9) ? 'ignored' : random.pick(['refused', 'filter']),
		cut,
		pageSize,
		pageLength,
		defaultSize: random.pick([10, 20, 25, 50]),
		dropsPageSize: random.chance(0.3),
		data: dataOf(random, by, isSilent),
		counts: Object.fromEntries(LISTS.map((list) => [list, countOf(random, pageLength)])),
		faults: faultsOf(random, isSilent),
	};
}

/** The lists of a service: all contacts, and others by the query parameter. */
export const LISTS = ['', 'a', 'b'];

const EMPTY_LISTS = ['list', 'list', 'list', 'null', 'object', 'absent', 'no content'] as const;

const UNRELATED_DECOYS: Decoy[] = Object.entries(UNRELATED).map(([name, value]) => ({
	name,
	value,
}));

/** Places for fields, each of which is used once. */
class Paths {
	readonly #used = new Set<string>();

	constructor(private readonly list: string[]) {
		for (let length = 1; length <= list.length; length++) {
			this.#used.add(list.slice(0, length).join('/'));
		}
	}

	/** @param apart the object to have the sign alone */
	signOf(random: Random, kind: SignKind, names: string[], apart?: string): Sign[] {
		const name = random.pick(names);
		const above = random.chance(0.5) ? this.list.slice(0, -1) : [];
		const inside = apart ?? (random.chance(0.5) ? random.pick(CONTAINERS) : undefined);
		const path = [...above, ...(inside === undefined ? [] : [inside]), name];
		// `last: 0` and `more: 1` may be numbers.
		const formats = kind === 'last' || kind === 'more' ? FLAG_FORMATS : FORMATS;
		const format = name === 'last' || name === 'more' ? 'plain' : random.pick(formats);
		const end = random.pick(['absent', 'null', 'empty', 'stays'] as const);
		return this.#take(path) ? [{ kind, path, format, end }] : [];
	}

	/** The paths of fields that are not there already. */
	free(decoys: Decoy[]): Array<{ path: string[]; value: unknown }> {
		return decoys
			.map(({ name, value, inside }) => ({ path: inside ? [inside, name] : [name], value }))
			.filter(({ path }) => this.#take(path));
	}

	#take(path: string[]): boolean {
		const key = path.join('/');
		if (this.#used.has(key)) return false;
		this.#used.add(key);
		return true;
	}
}

const CONTAINERS = ['meta', 'pagination', 'paging', 'page info', 'info', 'metadata'];
const FORMATS = ['plain', 'plain', 'plain', 'text'] as const;
const FLAG_FORMATS = [...FORMATS, 'digit'] as const;

function tellingSigns(random: Random, by: Plan['by'], isBare: boolean, paths: Paths): Sign[] {
	if (isBare) return [];
	const kinds = random.some(TELLING, 1, 3);
	// Nobody can make up a cursor.
	const isLeading = kinds.some((kind) => kind === 'next' || kind === 'nextLink');
	if (by === 'cursor' && !isLeading) kinds.push(random.pick(['next', 'next', 'nextLink']));
	return kinds.flatMap((kind) =>
		paths.signOf(random, kind, kind === 'next' ? NEXT_NAMES[by] : SIGN_NAMES[kind]),
	);
}

function tellingHeaders(random: Random, by: Plan['by']): HeaderKind[] {
	const headers = random.some(HEADERS, 1, 2);
	return by === 'cursor' ? [...new Set<HeaderKind>(['link', ...headers])] : headers;
}

/** A total that is wrong needs something else that is right, and so does a flag. */
function liesBeside(random: Random, telling: Sign[]): Lie[] {
	const isTotalAlone = telling.every(({ kind }) => kind === 'total');
	if (isTotalAlone || random.chance(0.8)) return [];
	return [random.pick(Object.keys(LIE_NAMES) as Lie[])];
}

function cutOf(random: Random): Plan['cut'] {
	const kind = random.pick([
		'honored',
		'honored',
		'maximum',
		'maximum',
		'fixed',
		'ignored',
	] as const);
	return {
		kind,
		size: random.chance(0.5) ? random.int(3, 60) : random.pick([10, 15, 20, 25, 50, 75]),
	};
}

function lengthOf({ kind, size }: Plan['cut'], pageSize: number): number {
	if (kind === 'honored') return pageSize;
	return kind === 'maximum' ? Math.min(size, pageSize) : size;
}

function dataOf(random: Random, by: Plan['by'], isSilent: boolean): DataKind {
	if (by === 'lastContact') return random.pick(WITH_IDS);
	const kind = random.pick(random.chance(0.6) ? WITH_IDS : WITHOUT_IDS);
	// Pages of equal contacts look like a service that ignores the parameter, unless it says more.
	return kind === 'blank' && isSilent ? 'distinct' : kind;
}

/** Where a page may end, and anywhere else. */
function countOf(random: Random, size: number): number {
	const usual = random.pick([10, 20, 25, 50, 100]);
	const count = random.pick([0, 1, size, size, size * random.int(2, 5), usual, usual]);
	return random.chance(0.5) ? count : random.int(0, 6 * size);
}

function faultsOf(random: Random, isSilent: boolean): Plan['faults'] {
	if (random.chance(0.75)) return undefined;
	// A service that says nothing may answer a page that does not exist in any way.
	if (isSilent || random.chance(0.6)) return { kind: random.pick(PASSING), share: 0.3 };
	return { kind: random.pick([...LASTING, ...ODD]), share: 0.2 };
}
