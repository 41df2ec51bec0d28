import { parseJson } from '../../../credentials/contactsApi/parseJson';
import { inStyleOf, normalize, toCamelCase, wordsIn } from './fieldNames';
import { isObject, valueAtKeys } from './jsonPath';
import { PAGE_RELATIONS, readLinkHeader } from './linkHeader';
import {
	type Meaning,
	meaningsOf,
	meaningsOfHeader,
	PAGE_CONTAINERS,
	type SignName,
	UNRELATED_CONTAINERS,
} from './signNames';
import { emptySigns, type Signs, type SignSource } from './signs';
import { isEmpty, readValue } from './signValues';
import { isQuantity, kindOf, soundsLikePaging } from './soundsLikePaging';

/** Nested objects below this depth are not read. */
const MAX_DEPTH = 4;

/** More fields than any envelope has, so that a hostile response costs no more than a plain one. */
const MAX_FIELDS = 500;

/** Ranks headers after the fields of the body. */
const HEADER_DISTANCE = 10;

/**
 * Reads what the body and headers of a response say about pages.
 *
 * @param body parsed JSON; undefined for a response without a body
 * @param listPath keys that lead to the list of contacts, which is skipped
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

/** Where a field is, relative to the list. */
interface Place {
	isNear: boolean;
	distance: number;
	/** Steps below the objects that hold the list. */
	depth: number;
	/** Whether the object sounds like paging, so that its unknown fields are unread signs. */
	isUnread?: boolean;
}

class SignReader {
	readonly #signs = emptySigns();

	#fieldsLeft = MAX_FIELDS;

	/** Reads the fields of an object and of its nested objects, except the one that leads to the list. */
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
			if (this.#fieldsLeft-- === 0) {
				this.#signs.unread.push({ name: '…', kind: 'other', value: undefined });
			}
			if (this.#fieldsLeft < 0) return;
			this.#readField(parent, [...path, key], field, place);
		}
		if (LINK_LISTS.has(parent)) this.#readMissingNext(value, path.join('.'), place);
	}

	readHeader(header: string, value: string): void {
		const place = { isNear: true, distance: HEADER_DISTANCE, depth: 0 };
		const name = header.replace(/^x-/, '');
		if (header === 'link') {
			const { next, isPaged } = readLinkHeader(value);
			if (next !== undefined) this.#signs.links.push(sourceOf('Link', place, { value: next }));
			else if (isPaged) this.#signs.noNext.push(sourceOf('Link', place, {}));
		} else if (header === 'content-range') {
			this.#readContentRange(value, place);
		} else if (value.startsWith('{') && soundsLikePaging(name)) {
			this.readFields(parseJson(value), [header], place);
		} else {
			const rows = meaningsOfHeader(header)?.filter(({ meaning }) => HEADER_MEANINGS.has(meaning));
			if (rows?.length) {
				const ownName = toCamelCase(wordsIn(name));
				this.#readMeaning(rows, header, value, place, (parameter) => parameter ?? ownName);
			} else if (header.startsWith('x-') && soundsLikePaging(name)) {
				this.#addUnread(header, value);
			}
		}
	}

	sorted(): Signs {
		const { unread, ...signs } = this.#signs;
		for (const list of Object.values<SignSource[]>(signs)) {
			list.sort((a, b) => a.distance - b.distance || a.rank - b.rank);
		}
		return { ...signs, unread };
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
				// Feeds wrap numbers: `totalResults: { $t: 230 }`.
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
			this.#readMeaning(rows, name, value, place, (parameter) =>
				parameter === undefined ? key : inStyleOf(key, parameter),
			);
		} else if (soundsLikePaging(key) || place.isUnread) {
			this.#addUnread(name, value);
		}
	}

	/** Reads `contacts 0-49/230` (RFC 9110, section 14.4, in other units than bytes). */
	#readContentRange(value: string, place: Place): void {
		const [, first, total] = /^(?:(?!bytes\b)\S+ )?(?:(\d+)-\d+|\*)\/(\d+|\*)$/i.exec(value) ?? [];
		const name = 'Content-Range';
		if (total && total !== '*') {
			this.#signs.totals.push(sourceOf(name, place, { value: Number(total) }));
		}
		if (first) {
			const sign = { value: Number(first), parameter: 'offset' };
			this.#signs.offsets.push(sourceOf(name, place, sign));
		}
	}

	/** Reads links in a list: `[{ "rel": "next", "href": "…" }]`. */
	#readLinkList(list: unknown[], name: string, place: Place): void {
		const links = new Map<string, unknown>();
		for (const link of list.slice(0, MAX_FIELDS).filter(isObject)) {
			for (const relation of [link.rel ?? link.relation].flat()) {
				links.set(String(relation).toLowerCase(), link.href ?? link.url ?? link.uri);
			}
		}
		const next = links.get('next');
		if (typeof next === 'string') {
			this.#signs.links.push(sourceOf(`${name}.next`, place, { value: next }));
		} else {
			this.#readMissingNext(Object.fromEntries(links), name, place);
		}
	}

	/** On the last page, services link to other pages but not to a next one. */
	#readMissingNext(links: Record<string, unknown>, name: string, place: Place): void {
		const relations = Object.keys(links).map(normalize);
		const isPaged = relations.some((relation) => PAGE_RELATIONS.has(relation));
		if (isPaged && !relations.includes('next')) {
			this.#signs.noNext.push(sourceOf(`${name}.next`, place, {}));
		}
	}

	/** Reads a value by the first meaning of its name that fits; without any, the field is unread. */
	#readMeaning(
		rows: readonly SignName[],
		name: string,
		value: unknown,
		place: Place,
		toParameter: (parameter: string | undefined) => string,
	): void {
		const isRead = rows.some(({ meaning, parameter, rank }) => {
			const source = { ...sourceOf(name, place, {}), rank, parameter: toParameter(parameter) };
			return readValue(this.#signs, meaning, source, value);
		});
		if (!isRead) this.#addUnread(name, value);
	}

	#addUnread(name: string, value: unknown): void {
		const kind = kindOf(value, name);
		if (kind !== undefined) this.#signs.unread.push({ name, kind, value });
	}
}

function sourceOf<Rest extends object>(
	name: string,
	{ isNear, distance }: Place,
	rest: Rest,
): Rest & SignSource {
	return { name, isNear, distance, rank: 0, ...rest };
}

const LINK_LISTS: ReadonlySet<string> = new Set(['links', 'link']);

/** Objects with these meanings or names hold nothing but what comes next. */
const NEXT_MEANINGS: ReadonlySet<Meaning> = new Set(['next', 'nextLink', 'cursor', 'nextPage']);
const NEXT_CONTAINERS: ReadonlySet<string> = new Set(['next', 'continue', 'cursors']);

/** The other meanings have names that are too common in headers, such as `Status` or `X-Size`. */
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
