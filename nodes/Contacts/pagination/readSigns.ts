import { isObject, toSafeInteger, valueAtKeys } from './jsonPath';
import { PAGE_RELATIONS, readLinkHeader } from './linkHeader';
import {
	type Meaning,
	meaningsOf,
	meaningsOfHeader,
	normalize,
	PAGE_CONTAINERS,
	type SignName,
	UNRELATED_CONTAINERS,
} from './signNames';
import { isQuantity, kindOf, soundsLikePaging, type ValueKind, wordsIn } from './soundsLikePaging';

/** Objects in objects beyond this are not looked into. */
const MAX_DEPTH = 4;

/** More fields than any envelope has: a hostile response costs no more than a plain one. */
const MAX_FIELDS = 500;

/** Headers count after the fields of the body. */
const HEADER_DISTANCE = 10;

/** A field or header that says something about pages. */
interface Named {
	/** Dot path in the response, or the header's name. */
	name: string;
	/** Whether it may say that the list ends: it is beside the list, in an object about pages, or a header. */
	isNear: boolean;
	/** Steps from the object that holds the list. */
	distance: number;
	rank: number;
}

export interface Sign<Value> extends Named {
	value: Value;
}

/** A value for the next request, or to count on from, and the query parameter that takes it. */
export interface ParameterSign<Value> extends Sign<Value> {
	parameter: string;
}

export interface UnreadSign {
	name: string;
	kind: ValueKind;
	value: unknown;
}

/** Everything that a response says about pages, outside the list of contacts; nearest first. */
export interface Signs {
	links: Array<Sign<string>>;
	cursors: Array<ParameterSign<string>>;
	nextPages: Array<ParameterSign<number>>;
	nextOffsets: Array<ParameterSign<number>>;
	/** Links, cursors and numbers of a next page that are there and empty. */
	noNext: Named[];
	more: Array<Sign<boolean>>;
	totals: Array<Sign<number>>;
	remaining: Array<Sign<number>>;
	pages: Array<Sign<number>>;
	lastPages: Array<Sign<number>>;
	pageNumbers: Array<ParameterSign<number>>;
	offsets: Array<ParameterSign<number>>;
	pageSizes: Array<Sign<number>>;
	counts: Array<Sign<number>>;
	/** What says that the request failed. */
	failures: Named[];
	/** What sounds like paging and is not understood. */
	unread: UnreadSign[];
}

/**
 * Reads what a response says about pages.
 *
 * @param listPath keys that lead to the list of contacts, which is not looked into
 */
export function readSigns(body: unknown, headers: Headers, listPath: readonly string[]): Signs {
	const reader = new SignReader();
	listPath.forEach((key, depth) => {
		const path = listPath.slice(0, depth);
		const distance = listPath.length - 1 - depth;
		reader.readFields(valueAtKeys(body, path), path, { isNear: true, distance, depth: 0 }, key);
	});
	if (listPath.length === 0) reader.readFields(body, [], { isNear: true, distance: 0, depth: 0 });
	headers.forEach((value, name) => reader.readHeader(name, value));
	return reader.sorted();
}

interface Place {
	isNear: boolean;
	distance: number;
	/** Steps below the objects that hold the list. */
	depth: number;
	/** Whether it is in an object that sounds like paging: what is not understood in it is unread. */
	isUnread?: boolean;
}

class SignReader {
	readonly #signs = noSigns();

	#fieldsLeft = MAX_FIELDS;

	/** Reads the fields of an object and of the objects in it, but for the one that leads to the list. */
	readFields(
		value: unknown,
		path: readonly string[],
		place: Place,
		listKey?: string,
		parent = '',
	): void {
		if (!isObject(value)) return;
		for (const [key, field] of Object.entries(value)) {
			if (key === listKey) continue;
			if (this.#fieldsLeft-- === 0)
				this.#signs.unread.push({ name: '…', kind: 'other', value: undefined });
			if (this.#fieldsLeft < 0) return;
			this.#readField(parent, [...path, key], field, place);
		}
		if (LINK_LISTS.has(parent)) this.#readMissingNext(value, path.join('.'), place);
	}

	#readField(parent: string, path: readonly string[], value: unknown, place: Place): void {
		const key = path.at(-1)!;
		const name = path.join('.');
		const normalized = normalize(key);
		const rows = meaningsOf(key, parent);
		if (isObject(value) && !isEmpty(value) && !rows?.some(({ meaning }) => meaning === 'failure')) {
			if (UNRELATED_CONTAINERS.has(normalized)) return;
			if (place.depth < MAX_DEPTH) {
				const isNext = rows?.some(({ meaning }) => NEXT_MEANINGS.has(meaning)) === true;
				const isContainer = PAGE_CONTAINERS.has(normalized);
				// `totalResults: { $t: 230 }`, as feeds have it.
				const isWrapper = Object.keys(value).length === 1 || !isQuantity(key);
				const inner = {
					isNear: place.isNear && (isNext || isContainer),
					distance: place.distance + 1,
					depth: place.depth + 1,
					isUnread:
						place.isUnread ||
						isNext ||
						NEXT_CONTAINERS.has(normalized) ||
						(!rows && !isContainer && soundsLikePaging(key) && isWrapper),
				};
				this.readFields(value, path, inner, undefined, isNext ? 'next' : normalized);
				return;
			}
		}
		if (Array.isArray(value) && LINK_LISTS.has(normalized)) {
			this.#readLinkList(value, name, place);
		} else if (rows) {
			this.#addSign(rows, name, value, place, (parameter) =>
				parameter === undefined ? key : inStyleOf(key, parameter),
			);
		} else if (soundsLikePaging(key) || place.isUnread) {
			this.#addUnread(name, value);
		}
	}

	readHeader(header: string, value: string): void {
		const place = { isNear: true, distance: HEADER_DISTANCE, depth: 0 };
		const name = header.replace(/^x-/, '');
		if (header === 'link') {
			const { next, isPaged } = readLinkHeader(value);
			if (next !== undefined) this.#signs.links.push(named('Link', place, { value: next }));
			else if (isPaged) this.#signs.noNext.push(named('Link', place, {}));
		} else if (header === 'content-range') {
			this.#readContentRange(value, place);
		} else if (value.startsWith('{') && soundsLikePaging(name)) {
			this.readFields(parseJson(value), [header], place);
		} else {
			const rows = meaningsOfHeader(header)?.filter(({ meaning }) => HEADER_MEANINGS.has(meaning));
			const words = wordsIn(name);
			if (rows?.length) {
				const inCamelCase = words.map((word, n) => (n === 0 ? word : capitalized(word))).join('');
				this.#addSign(rows, header, value, place, (parameter) => parameter ?? inCamelCase);
			} else if (header.startsWith('x-') && soundsLikePaging(name)) {
				this.#addUnread(header, value);
			}
		}
	}

	/** `contacts 0-49/230` (RFC 9110, section 14.4, with another unit than bytes). */
	#readContentRange(value: string, place: Place): void {
		const [, first, total] = /^(?:(?!bytes\b)\S+ )?(?:(\d+)-\d+|\*)\/(\d+|\*)$/i.exec(value) ?? [];
		const name = 'Content-Range';
		if (total && total !== '*') {
			this.#signs.totals.push(named(name, place, { value: Number(total) }));
		}
		if (first) {
			const sign = { value: Number(first), parameter: 'offset' };
			this.#signs.offsets.push(named(name, place, sign));
		}
	}

	/** Links as a list: `[{ "rel": "next", "href": "…" }]`. */
	#readLinkList(list: unknown[], name: string, place: Place): void {
		const links = new Map<string, unknown>();
		for (const link of list.slice(0, MAX_FIELDS).filter(isObject)) {
			for (const relation of [link.rel ?? link.relation].flat()) {
				links.set(String(relation).toLowerCase(), link.href ?? link.url ?? link.uri);
			}
		}
		const next = links.get('next');
		if (typeof next === 'string') {
			this.#signs.links.push(named(`${name}.next`, place, { value: next }));
		} else {
			this.#readMissingNext(Object.fromEntries(links), name, place);
		}
	}

	/** Links to other pages without one to the next are those of the last page. */
	#readMissingNext(links: Record<string, unknown>, name: string, place: Place): void {
		const relations = Object.keys(links).map(normalize);
		const isPaged = relations.some((relation) => PAGE_RELATIONS.has(relation));
		if (isPaged && !relations.includes('next')) {
			this.#signs.noNext.push(named(`${name}.next`, place, {}));
		}
	}

	/** Takes the first meaning of the name that fits the value. */
	#addSign(
		rows: readonly SignName[],
		name: string,
		value: unknown,
		place: Place,
		toParameter: (parameter: string | undefined) => string,
	): void {
		const isRead = rows.some(({ meaning, parameter, rank }) => {
			const sign = { ...named(name, place, {}), rank, parameter: toParameter(parameter) };
			return READERS[meaning](this.#signs, sign, value);
		});
		if (!isRead) this.#addUnread(name, value);
	}

	#addUnread(name: string, value: unknown): void {
		const kind = kindOf(value, name);
		if (kind !== undefined) this.#signs.unread.push({ name, kind, value });
	}

	sorted(): Signs {
		const { unread, ...signs } = this.#signs;
		for (const list of Object.values<Named[]>(signs)) {
			list.sort((a, b) => a.distance - b.distance || a.rank - b.rank);
		}
		return { ...signs, unread };
	}
}

/** A response that says nothing. */
export function noSigns(): Signs {
	return {
		links: [],
		cursors: [],
		nextPages: [],
		nextOffsets: [],
		noNext: [],
		more: [],
		totals: [],
		remaining: [],
		pages: [],
		lastPages: [],
		pageNumbers: [],
		offsets: [],
		pageSizes: [],
		counts: [],
		failures: [],
		unread: [],
	};
}

function named<Rest extends object>(
	name: string,
	{ isNear, distance }: Place,
	rest: Rest,
): Named & Rest {
	return { name, isNear, distance, rank: 0, ...rest };
}

const LINK_LISTS: ReadonlySet<string> = new Set(['links', 'link']);

/** Objects of which every field is about what comes next. */
const NEXT_MEANINGS: ReadonlySet<Meaning> = new Set(['next', 'nextLink', 'cursor', 'nextPage']);
const NEXT_CONTAINERS: ReadonlySet<string> = new Set(['next', 'continue', 'cursors']);

/** What a header can say; others of its names are too common (`Status`, `X-Size`). */
const HEADER_MEANINGS: ReadonlySet<Meaning> = new Set([
	'next',
	'nextLink',
	'cursor',
	'nextPage',
	'nextOffset',
	'more',
	'total',
	'pages',
	'page',
	'offset',
	'pageSize',
	'nothing',
]);

type Reader = (signs: Signs, sign: Named & { parameter: string }, value: unknown) => boolean;

/** How a value is read for each meaning; false where the value does not fit. */
const READERS: Record<Meaning, Reader> = {
	next: (signs, sign, value) => {
		const number = toSafeInteger(value);
		if (isEmpty(value) || number === 0) signs.noNext.push(sign);
		else if (typeof value === 'boolean') signs.more.push({ ...sign, value });
		else if (number !== undefined) {
			signs.nextPages.push({ ...sign, value: number, parameter: 'page' });
		} else if (typeof value !== 'string') return false;
		else if (isLink(value)) signs.links.push({ ...sign, value });
		else signs.cursors.push({ ...sign, value });
		return true;
	},
	nextLink: (signs, sign, value) => {
		if (isEmpty(value) || value === false || value === 0) signs.noNext.push(sign);
		else if (typeof value === 'string') signs.links.push({ ...sign, value });
		else return false;
		return true;
	},
	cursor: (signs, sign, value) => {
		if (isEmpty(value) || value === 0 || value === false) signs.noNext.push(sign);
		else if (typeof value === 'string' && ABSOLUTE_LINK.test(value)) {
			signs.links.push({ ...sign, value });
		} else if (typeof value === 'string' || Number.isSafeInteger(value)) {
			signs.cursors.push({ ...sign, value: String(value) });
		} else return false;
		return true;
	},
	nextPage: (signs, sign, value) => readNextNumber(signs, signs.nextPages, sign, value),
	nextOffset: (signs, sign, value) => readNextNumber(signs, signs.nextOffsets, sign, value),
	more: (signs, sign, value) => readFlag(signs, sign, value, (flag) => flag),
	lastPage: (signs, sign, value) => readNumber(signs.lastPages, sign, value),
	last: (signs, sign, value) => readFlag(signs, sign, value, (flag) => !flag),
	total: (signs, sign, value) => readNumber(signs.totals, sign, value),
	remaining: (signs, sign, value) => readNumber(signs.remaining, sign, value),
	pages: (signs, sign, value) => readNumber(signs.pages, sign, value),
	// A cursor of this page, in text, says nothing about the next.
	page: (signs, sign, value) =>
		readNumber(signs.pageNumbers, sign, value) || typeof value === 'string',
	offset: (signs, sign, value) => readOffset(signs, sign, value),
	pageSize: (signs, sign, value) => readNumber(signs.pageSizes, sign, value),
	count: (signs, sign, value) => readNumber(signs.counts, sign, value) || typeof value === 'object',
	failure: (signs, sign, value) => {
		if (sign.isNear && !isEmpty(value) && toFlag(value) !== false) signs.failures.push(sign);
		return true;
	},
	success: (signs, sign, value) => {
		const isStatus = typeof value === 'number' && normalize(sign.name).endsWith('status');
		const isFailed = isStatus
			? value >= 400
			: toFlag(value) === false || FAILED.has(String(value).toLowerCase());
		if (sign.isNear && isFailed) signs.failures.push(sign);
		return true;
	},
	nothing: () => true,
};

const FAILED: ReadonlySet<string> = new Set(['error', 'fail', 'failed', 'failure']);

function readNextNumber(
	signs: Signs,
	numbers: Array<ParameterSign<number>>,
	sign: Named & { parameter: string },
	value: unknown,
): boolean {
	const number = toSafeInteger(value);
	if (isEmpty(value) || value === false || Number(value) <= 0) signs.noNext.push(sign);
	else if (number !== undefined) numbers.push({ ...sign, value: number });
	else if (typeof value !== 'string') return false;
	else if (isLink(value)) signs.links.push({ ...sign, value });
	else signs.cursors.push({ ...sign, value });
	return true;
}

/** Empty flags and numbers, and numbers below 0, are what services send when they do not know. */
function readFlag(
	signs: Signs,
	sign: Named,
	value: unknown,
	toMore: (flag: boolean) => boolean,
): boolean {
	const flag = toFlag(value);
	if (flag !== undefined) signs.more.push({ ...sign, value: toMore(flag) });
	return flag !== undefined || isEmpty(value);
}

function readNumber(numbers: Array<Sign<number>>, sign: Named, value: unknown): boolean {
	const number = toSafeInteger(value);
	if (number !== undefined) numbers.push({ ...sign, value: number });
	return number !== undefined || isEmpty(value) || Number(value) < 0;
}

/** An offset that is text (Airtable) is a cursor. */
function readOffset(signs: Signs, sign: Named & { parameter: string }, value: unknown): boolean {
	if (readNumber(signs.offsets, sign, value)) return true;
	if (typeof value !== 'string' || isLink(value)) return false;
	signs.cursors.push({ ...sign, value });
	return true;
}

const ABSOLUTE_LINK = /^https?:\/\//i;

function isLink(text: string): boolean {
	return ABSOLUTE_LINK.test(text) || /^[/?]/.test(text);
}

function isEmpty(value: unknown): boolean {
	return (
		value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
	);
}

const FLAGS = new Map<unknown, boolean>([
	...[true, 'true', 1, '1', 'yes', 'y'].map((yes) => [yes, true] as const),
	...[false, 'false', 0, '0', 'no', 'n'].map((no) => [no, false] as const),
]);

/** Services write flags as `true`, `"true"`, `1`, `"1"`, `"yes"` and their opposites. */
export function toFlag(value: unknown): boolean | undefined {
	return FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Writes a camel-case parameter as the service writes the field's name. */
export function inStyleOf(name: string, parameter: string): string {
	const key = name.slice(name.lastIndexOf('.') + 1);
	const words = wordsIn(parameter);
	if (key.includes('_')) return words.join('_');
	if (key.includes('-')) return words.join('-');
	if (/^[A-Z]/.test(key)) return words.map(capitalized).join('');
	return /[A-Z]/.test(key) ? parameter : words.join('');
}

function capitalized(word: string): string {
	return word.slice(0, 1).toUpperCase() + word.slice(1);
}
