import { parseJson } from '../../../credentials/contactsApi/parseJson';
import type { ListLocation } from './findContacts';
import { fieldsBeside } from './keyedList';
import { isEmpty, isName, isObject, MAX_NAME_BYTES, valueAtKeys } from './json';
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
import { familyOf, lastKey, normalize, split, wordsIn } from './words';

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
	/** Whether the name has a word about pages; only for what is unread. */
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

/** Objects about other pages than the next one. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['previous', 'first', 'last']);

/** Objects whose fields are about the page that they name. */
const INHERITED: ReadonlySet<string> = new Set(['next', 'current', 'more']);

/** People whose objects are not about the list: those that ask, or own it. */
const PEOPLE = /^(user|customer|person|contact|member)$/;

/** Names of fields, and of objects whose fields are likely to be about pages. */
const PAGING_NAME = /pag(e|ing|ination)|cursor|scroll|next|continu/;
const NEXT_NAME = /cursor|scroll|next|continu/;

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
		const place = { distance: path.length - 1 - depth, depth: 0 };
		reader.readFields(valueAtKeys(body, above), above, place, key);
	});
	const value = valueAtKeys(body, path);
	const beside = location ? fieldsBeside(value) : value;
	reader.readFields(beside, path, { distance: 0, depth: 0 });
	headers.forEach((value, name) => reader.readHeader(name, value));
	// Partial Content (RFC 9110, section 15.3.7).
	if (status === 206) {
		reader.push({
			meaning: 'more',
			name: 'status 206',
			value: true,
			distance: HEADER_DISTANCE,
			isStatus: true,
		});
	}
	return reader.sorted();
}

/** The way to the list of a response without one, as far as each object has only one object in it. */
function onlyPathIn(body: unknown): string[] {
	const [only, ...others] = isObject(body)
		? Object.keys(body).filter((key) => isObject(body[key]))
		: [];
	const isNamed = only !== undefined && others.length === 0 && isName([], only);
	return isNamed && Object.keys(body as object).length === 1
		? [only, ...onlyPathIn((body as Record<string, unknown>)[only])].slice(0, MAX_DEPTH)
		: [];
}

/** Where a field is, relative to the list. */
interface Place {
	distance: number;
	/** Steps below the objects that hold the list. */
	depth: number;
	isForeign?: true;
	/** Words that the names of the fields inherit from the object: `next` in `next.after`. */
	inherited?: string[];
	isPaging?: boolean;
	/** Whether the object is about the next page. */
	isOfNext?: boolean;
	countsPages?: boolean;
	/** Whether a text beside the field says that all is well, so that a number does not say otherwise. */
	saysSuccess?: boolean;
}

class SignReader {
	readonly #signs: Sign[] = [];

	readonly #listWords: ReadonlySet<string>;

	#fieldsLeft = MAX_FIELDS;

	constructor(listName: string) {
		this.#listWords = wordsOfList(listName);
	}

	/** Reads the fields of an object and of its nested objects, except the one that leads to the list. */
	readFields(value: unknown, path: readonly string[], place: Place, listKey?: string): void {
		if (Array.isArray(value) && listKey !== undefined) {
			// `[{ "total": 230 }, [{ … }, …]]`
			this.readFields(value[0], [...path, '0'], place);
		}
		if (!isObject(value)) return;
		const here = saysSuccess(value) ? { ...place, saysSuccess: true } : place;
		for (const key of Object.keys(value)) {
			if (key === listKey) continue;
			if (this.#fieldsLeft-- === 0) this.add('unread', '…', true, { ...place, isPaging: true });
			if (this.#fieldsLeft < 0) return;
			if (isName(path, key)) this.#readField([...path, key], value[key], here);
		}
	}

	readHeader(header: string, value: string): void {
		const place = { distance: HEADER_DISTANCE, depth: 0 };
		const words = wordsIn(header);
		const name = header === 'content-range' ? 'Content-Range' : header;
		if (words.includes('range') && this.#readRange(name, value, place)) return;
		const isOfPages = words.some((word) => HEADER_FAMILIES.has(familyOf(word)!));
		if (header === 'link') this.#readLinkHeader(value, place);
		else if (value.startsWith('{') && isOfPages) {
			this.readFields(parseJson(value), [header], place);
		} else this.#readOtherHeader(header, value, words, place);
	}

	#readLinkHeader(value: string, place: Place): void {
		const { next, isPaged } = readLinkHeader(value);
		if (next !== undefined) this.add('link', 'Link', next, place);
		else if (isPaged) this.add('noNext', 'Link', '', place);
	}

	#readOtherHeader(header: string, value: string, words: string[], place: Place): void {
		const meaning = meaningOf(words, value, this.#listWords);
		const isOther = isForeign(words, value, this.#listWords);
		const meanings = isOther ? FOREIGN_HEADER_MEANINGS : HEADER_MEANINGS;
		if (meaning === undefined || !meanings.has(meaning)) return;
		const here: Place = isOther ? { ...place, isForeign: true } : place;
		this.#addAs(meaning, header, value, here, words);
	}

	sorted(): Sign[] {
		return this.#signs.sort((a, b) => a.distance - b.distance);
	}

	add(
		meaning: Meaning,
		name: string,
		value: Sign['value'],
		{ distance, isForeign: isOther, isPaging }: Omit<Place, 'depth'>,
	): void {
		this.push({
			...{ meaning, name, value, distance },
			...(isOther && { isForeign: true }),
			...(isPaging && { isPaging }),
		});
	}

	push(sign: Sign): void {
		this.#signs.push(sign);
	}

	#readField(path: readonly string[], value: unknown, place: Place): void {
		const key = path.at(-1)!;
		const name = path.join('.');
		const words = [...(place.inherited ?? []), ...wordsIn(withoutPrefix(key))];
		const here = this.#placeOf(words, value, place);
		if (Array.isArray(value) && value.length > 0) {
			this.#readList(path, value, words, here);
		} else if (isObject(value) && !isEmpty(value)) {
			this.#readObject(path, value, words, here);
		} else if (!this.#readRange(name, value, here)) {
			const meaning = this.#meaningOf(key, words, value, place);
			if (meaning !== undefined) this.#addAs(meaning, name, value, here, words);
		}
	}

	#meaningOf(key: string, words: string[], value: unknown, place: Place): Meaning | undefined {
		const meaning = meaningOf(words, value, this.#listWords);
		if (meaning === 'total' && key === 'total' && place.countsPages) return 'pages';
		const isWell = meaning === 'failure' && place.saysSuccess && kindOf(value) === 'number';
		return isWell ? undefined : meaning;
	}

	#placeOf(words: string[], value: unknown, place: Place): Place {
		// In `next: { "to": "b3Bh" }`, the object says what its field is about.
		const isLead = place.isOfNext && !place.isForeign && /string|number/.test(typeof value);
		const isOther = !isLead && isForeign(words, value, this.#listWords);
		return isOther ? { ...place, isForeign: true } : place;
	}

	#readObject(path: readonly string[], value: object, words: string[], place: Place): void {
		const key = path.at(-1)!;
		const name = path.join('.');
		const families = new Set(words.map(familyOf));
		if (families.has('failure')) {
			if (meaningOf(words, value) === 'failure') this.#addAs('failure', name, true, place);
			return;
		}
		// The key of DynamoDB has fields that cannot be sent one by one.
		if (normalize(key) === 'lastevaluatedkey') {
			this.add('unread', name, true, { ...place, isPaging: true });
			return;
		}
		if ([...OTHER_PAGES].some((family) => families.has(family as never))) return;
		if (place.depth >= MAX_DEPTH) return;
		// Search engines and feeds wrap numbers: `total: { value: 230, relation: 'eq' }`, `{ $t: 230 }`.
		const wrapped = this.#wrappedNumber(value, words);
		if (wrapped) this.push({ name, ...wrapped, ...signPlace(place) });
		else this.#readInside(path, value as Record<string, unknown>, words, place);
	}

	#readInside(
		path: readonly string[],
		value: Record<string, unknown>,
		words: string[],
		place: Place,
	): void {
		const key = path.at(-1)!;
		const isPaging = PAGING_NAME.test(normalize(key));
		const inner: Place = {
			...((place.isForeign || PEOPLE.test(key)) && { isForeign: true }),
			distance: place.distance + 1,
			depth: place.depth + 1,
			inherited: words.filter((word) => INHERITED.has(familyOf(word)!)).slice(0, 1),
			isPaging,
			isOfNext: NEXT_NAME.test(normalize(key)),
			// Beside the number of this page, the total is one of pages.
			countsPages: isPaging && toSafeInteger(value.current) !== undefined,
		};
		this.readFields(value, path, inner);
		this.#readMissingNext(value, normalize(key), path.join('.'), inner);
	}

	#wrappedNumber(
		value: object,
		words: string[],
	): Pick<Sign, 'meaning' | 'value' | 'isMinimum'> | undefined {
		const keys = Object.keys(value);
		const inner = ['value', 'count', '$t', '#text', '_text'].find((key) => keys.includes(key));
		const number = toSafeInteger(inner && (value as Record<string, unknown>)[inner]);
		if (number === undefined || keys.length > 2) return undefined;
		const { relation } = value as { relation?: unknown };
		const meaning = relation === undefined ? meaningOf(words, number, this.#listWords) : 'total';
		if (meaning === undefined || meaning === 'unread') return undefined;
		// `pageInfo: { count: 230 }` is not the number of a page.
		if (inner === 'count' && meaning === 'page') return undefined;
		return {
			meaning,
			value: number,
			...(typeof relation === 'string' && /^gte?$/i.test(relation) && { isMinimum: true as const }),
		};
	}

	/** Reads `contacts 0-49/230` (RFC 9110, section 14.4, in other units than bytes) and `1-50 of 230`. */
	#readRange(name: string, value: unknown, place: Place): boolean {
		const [range, first, total] = (typeof value === 'string' && RANGE.exec(value)) || [];
		if (total && total !== '*') this.add('total', name, Number(total), place);
		if (first) this.add('offset', name, Number(first), place);
		return range !== undefined;
	}

	#readList(path: readonly string[], list: unknown[], words: string[], place: Place): void {
		const name = path.join('.');
		if (this.#readLinks(list, name, place)) return;
		// `pagination: [{ "total": 230 }]`
		const [only, second] = list;
		const isAboutPages = words.every((word) => PAGING_LISTS.has(familyOf(word)!));
		if (isAboutPages && isObject(only) && second === undefined) {
			this.#readObject([...path, '0'], only, words, place);
		}
		const meaning = meaningOf(words, list);
		if (meaning === 'failure') this.#addAs(meaning, name, true, place);
		// A cursor of several values cannot be sent.
		else if (meaning && !list.some(isObject)) this.#addAs(meaning, name, list, place, words);
	}

	/**
	 * Reads links in a list of any name: `[{ "rel": "next", "href": "…" }]`.
	 *
	 * @returns whether there are any
	 */
	#readLinks(list: unknown[], name: string, place: Place): boolean {
		const links = new Map(list.slice(0, MAX_FIELDS).flatMap(relationsOf));
		const next = links.get('next') ?? links.get('nextpage');
		if (next === '') this.add('noNext', `${name}.next`, '', place);
		else if (typeof next === 'string') this.add('link', `${name}.next`, next, place);
		else this.#readMissingNext(Object.fromEntries(links), 'links', name, place);
		return links.size > 0;
	}

	/** On the last page, services link to other pages but not to a next one. */
	#readMissingNext(links: Record<string, unknown>, key: string, name: string, place: Place): void {
		if (!/links?$/.test(key)) return;
		const relations = Object.keys(links).map(normalize);
		const isPaged = relations.some((relation) => PAGE_RELATIONS.has(relation));
		if (isPaged && !relations.some((relation) => relation.startsWith('next'))) {
			this.add('noNext', `${name}.next`, '', place);
		}
	}

	#addAs(meaning: Meaning, name: string, value: unknown, place: Place, words: string[] = []): void {
		switch (meaning) {
			case 'more': {
				this.add(meaning, name, toFlag(value) !== isLastFlag(name), place);
				return;
			}
			case 'link':
			case 'cursor':
				if (String(value).length > MAX_VALUE_LENGTH) {
					this.#addUnread(name, value, place, words);
				} else {
					const here = { ...place, isPaging: isLikely(words) };
					this.add(meaning, name, value as string | number, here);
				}
				return;
			case 'failure':
				if (!place.isForeign) this.add(meaning, name, true, place);
				return;
			case 'noNext':
				this.add(meaning, name, value === null ? '' : (value as string | number), place);
				return;
			case 'unread':
				this.#addUnread(name, value, place, words);
				return;
			default:
				this.add(meaning, name, toSafeInteger(value)!, place);
		}
	}

	#addUnread(name: string, value: unknown, place: Place, words: string[]): void {
		const isPaging =
			place.isPaging ||
			PAGING_NAME.test(normalize(lastKey(name))) ||
			words.some((word) => PAGING_FAMILIES.has(familyOf(word) ?? 'neutral'));
		const isSure = isPaging && (!place.isForeign || place.isOfNext === true);
		const shown = unreadValue(value, isPaging, isSure);
		if (shown !== undefined) this.add('unread', name, shown, { ...place, isPaging });
	}
}

/** What is kept of a value that is not understood: true for one that cannot be sent back. */
function unreadValue(
	value: unknown,
	isPaging: boolean,
	isSure: boolean,
): Sign['value'] | undefined {
	const kind = kindOf(value);
	if (kind === 'other' || String(value).length > MAX_VALUE_LENGTH) return isPaging || undefined;
	if (kind === 'negative' || value === false || value === 0) return undefined;
	if (kind === 'text' && !isSure && !isOpaque(value as string)) return undefined;
	return kind === 'flag' ? true : (value as Sign['value']);
}

/** The relations of an element that is a link, with its address. */
function relationsOf(link: unknown): Array<[string, unknown]> {
	if (!isObject(link)) return [];
	const isNext = link.type === 'next' || link.name === 'next';
	const relations = isNext ? 'next' : (link.rel ?? link.relation ?? link.relationship ?? []);
	const target = ['href', 'url', 'uri', 'link'].map((key) => link[key]).find(Boolean);
	return (
		[relations]
			.flat()
			.filter((relation) => typeof relation === 'string' && relation.length <= MAX_NAME_BYTES)
			// A relation may be a URI, whose end is its name.
			.map((relation) => [
				normalize((relation as string).replace(/^.*[/#]/, '')),
				target ?? link.href,
			])
	);
}

function signPlace({ distance, isForeign: isOther }: Place): Pick<Sign, 'distance' | 'isForeign'> {
	return { distance, ...(isOther && { isForeign: isOther }) };
}

/** Whether a name with a word that is not known is still likely to be about pages. */
function isLikely(words: readonly string[]): boolean {
	return words.filter((word) => familyOf(word) !== undefined).length > 1;
}

const RANGE = /^(?:(?!bytes\b)\S+ )?(?:(\d+)-\d+|\*)(?:\/| of )(\d+|\*)$/i;

/** Words in the names of lists whose only object may describe pages. */
const PAGING_LISTS: ReadonlySet<string> = new Set(split('neutral page link'));

/** The name without a namespace: `hydra:next`, `@odata.nextLink`, `openSearch$totalResults`. */
function withoutPrefix(key: string): string {
	return /(?:^|[^.:$@])[.:$@]([A-Za-z]\w*)$/.exec(key)?.[1] ?? key;
}

const PAGING_FAMILIES: ReadonlySet<string> = new Set(
	split('next cursor more remaining page total offset last limited'),
);

const HEADER_FAMILIES: ReadonlySet<string> = new Set(split('page neutral next cursor'));

/** The other meanings have names that are too common in headers, such as `Status` or `X-Remaining`. */
const HEADER_MEANINGS: ReadonlySet<Meaning> = new Set([
	'link',
	'cursor',
	'nextPage',
	'nextOffset',
	'noNext',
	'more',
	'total',
	'count',
	'pages',
	'lastPage',
	'page',
	'offset',
	'size',
]);

/** What headers with words that are not known may lead to. */
const FOREIGN_HEADER_MEANINGS: ReadonlySet<Meaning> = new Set(['link', 'cursor']);
