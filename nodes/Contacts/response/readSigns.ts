import { parseJson } from '../../../credentials/contactsApi/parseJson';
import type { ListLocation } from './pageResponse';
import { fieldsBeside } from './keyedList';
import { isEmpty, isName, isObject, type JsonObject, MAX_NAME_BYTES, valueAtKeys } from './json';
import { PAGE_RELATIONS, readLinkHeader } from './linkHeader';
import {
	isForeign,
	isLastFlag,
	isOpaque,
	kindOf,
	type Meaning,
	meaningOf,
	saysSuccess,
	toFlag,
	toSafeInteger,
	wordsOfList,
} from './meanings';
import { type Family, familyOf, lastKey, normalize, split, wordsIn } from './words';

/** Something that a response says about pages outside the list. Plain data. */
export interface Sign {
	meaning: Meaning;
	/** Dot path in the response, or the name of the header. */
	name: string;
	/** A number, a flag or a text, as the meaning says. */
	value: string | number | boolean;
	/** Steps from the object that holds the list; headers come last. */
	distance: number;
	/** Whether its name, or that of an object it is in, has a word that is not known. */
	isForeign?: true;
	/** Whether the settings name the field. */
	isConfigured?: true;
	/** Whether it is the status of the response. */
	isStatus?: true;
	/** Whether a larger value is as right: `{ "value": 10000, "relation": "gte" }`. */
	isMinimum?: true;
	/** Whether the name has a word about pages; only for what is unread or foreign. */
	isPaging?: boolean;
}

/** Nested objects below this depth are not read. */
const MAX_DEPTH = 4;

/** More fields than any envelope has, so that a hostile response costs no more than a plain one. */
const MAX_FIELDS = 500;

/** Longer values cannot be sent back: servers refuse URLs of 8 to 16 KB. */
const MAX_VALUE_LENGTH = 16_384;

/** Ranks headers after the fields of the body. */
export const HEADER_DISTANCE = 10;

/** Fields of objects that wrap a number. */
const WRAPPED = ['value', 'count', '$t', '#text', '_text'];

/** People whose objects are not about the list: those that ask, or own it. */
const PEOPLE = /^(user|customer|person|contact|member)$/;

/** Names of fields, and of objects whose fields are likely to be about pages. */
const PAGING_NAME = /pag(e|ing|ination)|cursor|scroll|next|continu/;
const NEXT_NAME = /cursor|scroll|next|continu/;

/** Families of words in names that are likely to be about pages. */
const PAGING_FAMILIES = split(
	'next cursor more remaining page total offset last limited',
) as Family[];

/** Meanings of names that are too common in headers, such as `Status` or `X-Remaining`. */
const NOT_IN_HEADERS: Array<Meaning | undefined> = ['remaining', 'failure', 'unread'];

/** `contacts 0-49/230` (RFC 9110, section 14.4, in other units than bytes) and `1-50 of 230`. */
const RANGE = /^(?:(?!bytes\b)\S+ )?(?:(\d+)-\d+|\*)(?:\/| of )(\d+|\*)$/i;

/**
 * Reads what a response says about pages, nearest to the list first.
 *
 * @param status HTTP status
 * @param body parsed JSON; undefined for a response without a body
 * @param location where the list of contacts is, which is skipped
 */
export function readSigns(
	status: number,
	body: unknown,
	headers: Headers,
	location?: Pick<ListLocation, 'path'>,
): Sign[] {
	const path = location?.path ?? onlyPathIn(body);
	const reader = new SignReader(path.at(-1) ?? '');
	path.forEach((key, depth) => {
		const above = path.slice(0, depth);
		const distance = path.length - 1 - depth;
		reader.readFields(valueAtKeys(body, above), { ...BESIDE, path: above, distance }, key);
	});
	const value = valueAtKeys(body, path);
	reader.readFields(location ? fieldsBeside(value) : value, { ...BESIDE, path });
	headers.forEach((value, name) => reader.readHeader(name, value));
	if (reader.fieldsLeft < 0) reader.add('unread', true, inside(BESIDE, '…'), { isPaging: true });
	// Partial Content (RFC 9110, section 15.3.7).
	const place = inside(IN_HEADERS, 'status 206');
	if (status === 206) reader.add('more', true, place, { isStatus: true });
	return reader.signs.sort((a, b) => a.distance - b.distance);
}

/** The way to the list of a response without one, as far as each object has only one object in it. */
function onlyPathIn(body: unknown): string[] {
	if (!isObject(body) || Object.keys(body).length !== 1) return [];
	const [only] = Object.keys(body) as [string];
	return isObject(body[only]) && isName([], only)
		? [only, ...onlyPathIn(body[only])].slice(0, MAX_DEPTH)
		: [];
}

/** Where a field is, relative to the list. */
interface Place {
	path: readonly string[];
	/** Of its name, after the one that it inherits from its object: `next` in `next.after`. */
	words: readonly string[];
	/** Steps from the object that holds the list to the one around it. */
	distance: number;
	/** Steps below that object. */
	depth: number;
	isForeign?: boolean;
	/** The object that has the field. */
	object?: JsonObject;
}

const BESIDE: Place = { path: [], words: [], distance: 0, depth: 0 };
const IN_HEADERS: Place = { ...BESIDE, distance: HEADER_DISTANCE };

function inside(place: Place, key: string): Place {
	return { ...place, path: [...place.path, key] };
}

class SignReader {
	readonly signs: Sign[] = [];

	readonly #listWords: ReadonlySet<string>;

	/** Negative once a field was not read. */
	fieldsLeft = MAX_FIELDS;

	constructor(listName: string) {
		this.#listWords = wordsOfList(listName);
	}

	/**
	 * Reads the fields of an object and of its nested objects, except the one that leads to the list.
	 *
	 * @param place of the object; its words are those that the fields inherit
	 */
	readFields(object: unknown, place: Place, listKey?: string): void {
		// `[{ "total": 230 }, [{ … }, …]]`
		const isInArray = Array.isArray(object) && listKey !== undefined;
		if (isInArray) this.readFields(object[0], inside(place, '0'));
		if (!isObject(object)) return;
		for (const key of Object.keys(object).filter((name) => name !== listKey)) {
			if (--this.fieldsLeft < 0) return;
			if (isName(place.path, key)) this.#readField(object[key], { ...inside(place, key), object });
		}
	}

	readHeader(header: string, value: string): void {
		// A cookie of a session has nothing to do with pages.
		if (header === 'set-cookie') return;
		const words = wordsIn(header);
		const place = inside(IN_HEADERS, header === 'content-range' ? 'Content-Range' : header);
		if (words.includes('range') && this.#readRange(value, place)) return;
		if (header === 'link') {
			const { next, isPaged } = readLinkHeader(value);
			this.#addNext(next, isPaged, inside(IN_HEADERS, 'Link'));
		} else if (value.startsWith('{') && words.some(isOf('page', 'neutral', 'next', 'cursor'))) {
			this.readFields(parseJson(value), place);
		} else {
			const meaning = meaningOf(words, value, this.#listWords);
			const isOther = isForeign(words, value, this.#listWords);
			const isRead = isOther
				? meaning === 'link' || meaning === 'cursor'
				: !NOT_IN_HEADERS.includes(meaning);
			if (meaning && isRead) this.add(meaning, value, { ...place, words, isForeign: isOther });
		}
	}

	/** Adds a sign, unless its value says nothing. A value that is too long to be sent back is unread. */
	add(meaning: Meaning, value: unknown, place: Place, notes: Partial<Sign> = {}): void {
		const isLead = meaning === 'link' || meaning === 'cursor';
		if (isLead && String(value).length > MAX_VALUE_LENGTH) return this.add('unread', value, place);
		const shown = shownValue(meaning, value, place);
		if (shown === undefined) return;
		const isPaging = (meaning === 'unread' || place.isForeign) && isAboutPages(place);
		this.signs.push({
			...{ meaning, name: place.path.join('.'), value: shown },
			distance: place.distance + place.depth,
			...(place.isForeign && { isForeign: true }),
			...(isPaging && { isPaging }),
			...notes,
		});
	}

	#readField(value: unknown, outer: Place): void {
		const key = outer.path.at(-1)!;
		const words = [...outer.words, ...wordsIn(withoutPrefix(key))];
		const place = { ...outer, words, isForeign: this.#isForeign(words, value, outer) };
		if (typeof value !== 'object' || isEmpty(value) || words.some(isOf('failure'))) {
			if (this.#readRange(value, place)) return;
			const meaning = meaningOf(words, value, this.#listWords);
			const isOfPages = meaning === 'total' && key === 'total' && countsPages(place);
			if (meaning) this.add(isOfPages ? 'pages' : meaning, value, place);
		} else if (Array.isArray(value)) this.#readList(value, place);
		else this.#readObject(value as JsonObject, place);
	}

	#isForeign(words: string[], value: unknown, outer: Place): boolean {
		// In `next: { "to": "b3Bh" }`, the object says what its field is about.
		const isNamed = NEXT_NAME.test(objectName(outer)) && /string|number/.test(typeof value);
		return outer.isForeign || (!isNamed && isForeign(words, value, this.#listWords));
	}

	#readObject(value: JsonObject, place: Place): void {
		const key = place.path.at(-1)!;
		// The key of DynamoDB has fields that cannot be sent one by one.
		if (normalize(key) === 'lastevaluatedkey') this.add('unread', true, place);
		const isOfOther = place.words.some(isOf('previous', 'first', 'last'));
		if (isOfOther || place.depth >= MAX_DEPTH || this.#readWrapped(value, place)) return;
		const inner: Place = {
			...place,
			words: place.words.filter(isOf('next', 'current', 'more')).slice(0, 1),
			depth: place.depth + 1,
			isForeign: place.isForeign || PEOPLE.test(key),
		};
		this.readFields(value, inner);
		const isLast = /links?$/.test(normalize(key)) && isOfLastPage(Object.keys(value));
		if (isLast) this.add('noNext', '', inside(inner, 'next'));
	}

	/** Reads numbers as search engines and feeds wrap them: `{ value: 230, relation: 'eq' }`, `{ $t: 230 }`. */
	#readWrapped(value: JsonObject, place: Place): boolean {
		const inner = WRAPPED.find((key) => Object.hasOwn(value, key));
		const number = toSafeInteger(inner && value[inner]);
		if (number === undefined || Object.keys(value).length > 2) return false;
		const { relation } = value;
		const meaning =
			relation === undefined ? meaningOf(place.words, number, this.#listWords) : 'total';
		// `pageInfo: { count: 230 }` is not the number of a page.
		const isOfPage = inner === 'count' && meaning === 'page';
		if (!meaning || meaning === 'unread' || isOfPage) return false;
		const isMinimum = typeof relation === 'string' && /^gte?$/i.test(relation);
		this.add(meaning, number, place, isMinimum ? { isMinimum } : {});
		return true;
	}

	/** @returns whether the value is a range */
	#readRange(value: unknown, place: Place): boolean {
		const range = typeof value === 'string' ? RANGE.exec(value) : null;
		if (!range) return false;
		this.add('total', range[2], place);
		this.add('offset', range[1], place);
		return true;
	}

	#readList(list: unknown[], place: Place): void {
		// Links in a list of any name: `[{ "rel": "next", "href": "…" }]`.
		const links = new Map(list.slice(0, MAX_FIELDS).flatMap(relationsOf));
		const next = links.get('next') ?? links.get('nextpage');
		this.#addNext(next, isOfLastPage([...links.keys()]), inside(place, 'next'));
		if (links.size > 0) return;
		// `pagination: [{ "total": 230 }]`
		const isOfPages = place.words.every(isOf('neutral', 'page', 'link'));
		if (isOfPages && list.length === 1 && isObject(list[0])) {
			this.#readObject(list[0], inside(place, '0'));
		}
		// A cursor of several values cannot be sent.
		const meaning = meaningOf(place.words, list, this.#listWords);
		if (meaning && !list.some(isObject)) this.add(meaning, list, place);
	}

	#addNext(next: unknown, isLast: boolean, place: Place): void {
		if (typeof next === 'string' && next !== '') this.add('link', next, place);
		else if (isLast || next === '') this.add('noNext', '', place);
	}
}

/** The name without a namespace: `hydra:next`, `@odata.nextLink`, `openSearch$totalResults`. */
function withoutPrefix(key: string): string {
	return /(?:^|[^.:$@])[.:$@]([A-Za-z]\w*)$/.exec(key)?.[1] ?? key;
}

function isOf(...families: Family[]): (word: string) => boolean {
	return (word) => families.includes(familyOf(word)!);
}

/** The name of the object that a field is in; empty for one that holds the list. */
function objectName({ path, depth }: Place): string {
	return depth === 0 ? '' : normalize(path.at(-2)!);
}

/** Whether the name of a field, or of its object, has a word about pages. */
function isAboutPages(place: Place): boolean {
	const names = [objectName(place), normalize(lastKey(place.path.at(-1)!))];
	const isNamed = names.some((name) => PAGING_NAME.test(name));
	return isNamed || place.words.some(isOf(...PAGING_FAMILIES));
}

/** Beside the number of this page, the total is one of pages: `page: { current: 1, total: 5 }`. */
function countsPages(place: Place): boolean {
	return PAGING_NAME.test(objectName(place)) && toSafeInteger(place.object?.current) !== undefined;
}

/** On the last page, services link to other pages but not to a next one. */
function isOfLastPage(names: string[]): boolean {
	const relations = names.map(normalize);
	const isPaged = relations.some((relation) => PAGE_RELATIONS.has(relation));
	return isPaged && !relations.some((relation) => relation.startsWith('next'));
}

/** The value of a sign, as its meaning says; undefined for one that says nothing. */
function shownValue(meaning: Meaning, value: unknown, place: Place): Sign['value'] | undefined {
	if (meaning === 'more') return toFlag(value) !== isLastFlag(place.path.at(-1)!);
	if (meaning === 'unread') return unreadValue(value, place);
	if (meaning === 'failure') {
		// A text beside a number may say that all is well.
		const isWell = kindOf(value) === 'number' && saysSuccess(place.object!);
		return place.isForeign || isWell ? undefined : true;
	}
	const isText = meaning === 'link' || meaning === 'cursor' || meaning === 'noNext';
	return isText ? ((value ?? '') as Sign['value']) : toSafeInteger(value);
}

/** What is kept of a value that is not understood: true for one that cannot be sent back. */
function unreadValue(value: unknown, place: Place): Sign['value'] | undefined {
	const kind = kindOf(value);
	const isPaging = isAboutPages(place);
	if (kind === 'other' || String(value).length > MAX_VALUE_LENGTH) return isPaging || undefined;
	if (value === false || value === 0) return undefined;
	const isSure = isPaging && (!place.isForeign || NEXT_NAME.test(objectName(place)));
	if (kind === 'text' && !isSure && !isOpaque(value as string)) return undefined;
	return kind === 'flag' ? true : (value as Sign['value']);
}

/** The relations of an element that is a link, with its address. */
function relationsOf(link: unknown): Array<[string, unknown]> {
	if (!isObject(link)) return [];
	const isNext = link.type === 'next' || link.name === 'next';
	const relations = isNext ? 'next' : (link.rel ?? link.relation ?? link.relationship ?? []);
	const target = ['href', 'url', 'uri', 'link'].map((key) => link[key]).find(Boolean) ?? link.href;
	return [relations].flat().flatMap((relation): Array<[string, unknown]> => {
		if (typeof relation !== 'string' || relation.length > MAX_NAME_BYTES) return [];
		// A relation may be a URI, whose end is its name.
		return [[normalize(relation.replace(/^.*[/#]/, '')), target]];
	});
}
