import { isEmpty } from './json';
import { FAMILIES, type Family, familyOf, lastKey, split, wordsIn } from './words';

/** What a field or header says about pages. */
export type Meaning =
	| 'link' // Address of the next page
	| 'cursor' // Value to send back for the next page
	| 'nextPage'
	| 'nextOffset'
	| 'noNext' // A field for the next link, cursor or number is present but empty
	| 'more' // Whether there are more pages
	| 'total' // Number of all contacts
	| 'count' // Number of contacts, of the page or of the whole list
	| 'remaining' // Number of contacts after the page
	| 'pages' // Number of pages
	| 'lastPage' // Number of the last page, which counts from the same first number as `page`
	| 'page' // Number of this page
	| 'offset' // Number of contacts before this page
	| 'size' // Maximum number of contacts on a page
	| 'failure' // Report of a failed request
	| 'unread'; // Not understood

type ValueKind = 'empty' | 'flag' | 'number' | 'negative' | 'link' | 'text' | 'other';

/** A kind of value, or a case of one that a rule may tell apart. */
type ValueCase =
	ValueKind | 'blank' | '0' | '1' | 'true' | 'false' | 'sentence' | 'query' | 'opaque' | 'any';

/** A whole URL, a path or a query, which some start with `&`. */
const LINK = /^(https?:\/\/|[/?&])/i;

const FLAGS = new Map<unknown, boolean>([
	...[true, 'true', 1, '1', 'yes', 'y'].map((yes) => [yes, true] as const),
	...[false, 'false', 0, '0', 'no', 'n'].map((no) => [no, false] as const),
]);

/** Reads a flag such as `true`, `"true"`, `1`, `"1"`, `"yes"`, `"y"`, or one of their opposites. */
export function toFlag(value: unknown): boolean | undefined {
	return FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value);
}

/** Reads a whole number from 0 to 2^53 - 1, also from a string. JSON rounds larger numbers. */
export function toSafeInteger(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

export function kindOf(value: unknown): ValueKind {
	if (isEmpty(value)) return 'empty';
	if (toSafeInteger(value) !== undefined) return 'number';
	if (toFlag(value) !== undefined) return 'flag';
	// An object may have a field named `toString`, and a long list takes long to convert.
	if (typeof value !== 'string' && typeof value !== 'number') return 'other';
	if (Number(value) < 0) return 'negative';
	if (typeof value === 'number') return 'other';
	return LINK.test(value) ? 'link' : 'text';
}

/**
 * What the name of a field means, given its value. Rules over families of words take the place of a list
 * of names: `nextPageToken`, `next_cursor` and `NextMarker` are all a word for "next" and one for a
 * cursor.
 *
 * @param words of the name; `next` first for a field in an object about the next page
 * @param listWords words of the name of the list of contacts, which may be part of a total's name
 * @returns undefined for a field that has nothing to do with pages
 */
export function meaningOf(
	words: readonly string[],
	value: unknown,
	listWords: ReadonlySet<string> = new Set(),
): Meaning | undefined {
	const own = words.filter((word) => familyOf(word) !== 'neutral');
	const has = traitsOf(own, listWords);
	if (has('failure') || (has('success') && own.length <= 2)) {
		const hasFailed = has('failure') ? isFailure(value) : isNoSuccess(own, value);
		return hasFailed ? 'failure' : undefined;
	}
	const kind = kindOf(value);
	const cases = [caseOf(kind, value as string), kind, 'any'] as ValueCase[];
	for (const { meanings, fits } of RULES) {
		const found = cases.find((name) => meanings[name]);
		if (!found || !fits(has)) continue;
		const meaning = meanings[found]!;
		return meaning === 'nothing' ? undefined : meaning;
	}
	return ['empty', 'negative', 'other'].includes(kind) ? undefined : 'unread';
}

function caseOf(kind: ValueKind, value: string | number | null): string {
	if (value === null || value === '') return 'blank';
	if (kind === 'number') return String(value);
	if (kind === 'flag') return String(toFlag(value));
	if (kind !== 'text') return kind;
	const text = String(value);
	if (/\s/.test(text)) return 'sentence';
	if (text.includes('?')) return 'query';
	return isOpaque(text) ? 'opaque' : kind;
}

type Has = (trait: string) => boolean;

/** Whether a name has a word of a family, or is like one of the phrases. */
function traitsOf(words: readonly string[], listWords: ReadonlySet<string>): Has {
	const text = words.join(' ');
	const families = words.map((word) => familyOf(word) ?? (listWords.has(word) && 'item'));
	return (trait) => families.includes(trait as Family) || PHRASES.get(trait)?.test(text) === true;
}

/**
 * Whether a name has a word that is not known: nobody can tell what the field is about, so that it may
 * only raise questions. A flag is not about pages either if its name names a value: `lastName`.
 */
export function isForeign(
	words: readonly string[],
	value: unknown,
	listWords: ReadonlySet<string>,
): boolean {
	return words.some((word) => {
		const family = familyOf(word);
		if (family === 'naming') return typeof value === 'boolean';
		return family === undefined && !listWords.has(word);
	});
}

/** The words of the name of a list, in the plural and the singular. */
export function wordsOfList(name: string): ReadonlySet<string> {
	return new Set(wordsIn(name).flatMap((word) => [word, word.replace(/s$/, '')]));
}

const ITEMS = split(FAMILIES.item).filter((word) => /s$|^(treff|value)$/.test(word));

/** What rules ask of a name beside its families. A space separates the words. */
const PHRASES = new Map(
	Object.entries({
		alone: /^\S+$/,
		sorting: /^((order|ordering|orderby|sort|sorting|sortby|direction|dir|by)( |$))+$/,
		after: /\bafter\b/,
		startAfter: /^start(ing)? after$/,
		startFirst: /^start\b/,
		of: /\bof$/,
		exists: /\b(available|exists?|has)\b/,
		per: /\b(per|por|par)\b/,
		sized: /\b(size|limit|limite|tamanho|tamano|taille|per|take|top|len|length)\b/,
		index: /\b(index|idx)$/,
		pages: /\b(pages|paginas|pagine|seiten|sider|sidor)\b/,
		counted: /\b(count|cnt|anzahl|antall|antal|cantidad|quantidade)$/,
		pageNumber: /^(p|pg|pn|current|number|numero|nummer)$/,
		max: /\bmax\b/,
		items: new RegExp(`\\b(${ITEMS.join('|')})\\b`),
	}),
);

/** The first rule that fits the name and knows the value decides. */
const RULES = [
	rule('previous', { any: 'nothing' }),
	rule('next|cursor|more', { other: 'unread' }),
	// The cursor or the address of this page.
	rule('current', { text: 'nothing', link: 'nothing' }),
	// `"nextLink": "Contacts?$skiptoken=20"` is relative to the list's folder.
	rule('next link', { query: 'link' }),
	rule('next', { flag: 'more', link: 'link' }),
	// `next: { "limit": 50, "offset": 50 }`
	rule('next sized|counted', { any: 'nothing' }),
	rule('next has', { 0: 'more', 1: 'more' }),
	rule('next', { empty: 'noNext', negative: 'noNext', 0: 'noNext', text: 'cursor' }),
	rule('next offset|item !after', { number: 'nextOffset' }),
	rule('next cursor', { number: 'cursor' }),
	rule('next', { number: 'nextPage' }),
	rule('first !offset|item|number', { any: 'nothing' }),
	rule('sorting', { any: 'nothing' }),
	// That a parameter was not sent.
	rule('startAfter', { empty: 'nothing' }),
	// The cursor of the page's first contact, for reading backwards.
	rule('cursor startFirst !after', { text: 'nothing', number: 'nothing' }),
	rule('cursor', { link: 'link', flag: 'nothing', text: 'cursor' }),
	rule('cursor', { empty: 'noNext', negative: 'noNext', 0: 'noNext' }),
	rule('cursor !page', { number: 'cursor' }),
	rule('more', { flag: 'more', 0: 'more', 1: 'more', number: 'remaining', text: 'unread' }),
	rule('more alone|link|page|item', { link: 'link' }),
	// In xAPI, `more` is the address of the next page.
	rule('more alone', { blank: 'noNext' }),
	// `moreInfo` links to something else.
	rule('more', { any: 'nothing' }),
	// That something is complete may be said of the page.
	rule('complete', { false: 'more', true: 'nothing' }),
	// `{ from: 1, to: 50, of: 230 }`
	rule('of', { number: 'total' }),
	// That no limit was reached, or that a search was not partial, says nothing about the end.
	rule('limited !end', { true: 'more', 1: 'more', number: 'unread', any: 'nothing' }),
	rule('pageNumber', { number: 'page' }),
	rule('remaining', { flag: 'more', number: 'remaining' }),
	rule('last exists', { any: 'nothing' }),
	rule('last|end', { flag: 'more' }),
	// `lastIndex` is the position of the last contact of the page, or where the next one starts.
	rule('last|end item|offset !page', { 0: 'nothing', number: 'unread' }),
	rule('last|end end|has', { 0: 'more', 1: 'more' }),
	rule('last !end|has|naming', { number: 'lastPage' }),
	rule('last|end !page', { opaque: 'cursor', text: 'unread' }),
	rule('last|end', { text: 'nothing', link: 'nothing' }),
	rule('per', { number: 'size' }),
	rule('page sized', { number: 'size' }),
	rule('page item|received !index', { number: 'count' }),
	rule('page pages|total|size|counted', { number: 'pages' }),
	rule('page offset !index', { number: 'offset' }),
	rule('page', { number: 'page' }),
	// The cursor or the address of this page.
	rule('page alone', { text: 'nothing', link: 'nothing' }),
	rule('received', { number: 'count' }),
	// `X-Max-Hits` is no number of contacts.
	rule('total max', { any: 'nothing' }),
	rule('total', { number: 'total' }),
	rule('offset', { number: 'offset', sentence: 'unread', text: 'cursor', any: 'nothing' }),
	rule('size !item', { number: 'size' }),
	rule('number|size|items !naming', { number: 'count' }),
	// `user_id` is no count, and `result: 200` is a status.
	rule('item !naming', { number: 'nothing' }),
];

/** @param condition traits of the name; `a|b` is one of two, `!a|b` none of them */
function rule(condition: string, meanings: Partial<Record<ValueCase, Meaning | 'nothing'>>) {
	const terms = condition.split(' ').map((term) => ({
		isWanted: !term.startsWith('!'),
		traits: term.replace('!', '').split('|'),
	}));
	const fits = (has: Has) => terms.every(({ isWanted, traits }) => traits.some(has) === isWanted);
	return { meanings, fits };
}

/** Whether a field that says whether there are more pages is, by its name, true on the last one. */
export function isLastFlag(name: string): boolean {
	return wordsIn(lastKey(name)).some(
		(word) => word === 'no' || /^(last|end|complete)$/.test(familyOf(word) ?? ''),
	);
}

/** Whether a text may be a cursor: neither a sentence, a word, a date nor a version. */
export function isOpaque(text: string): boolean {
	return (
		/^\S{4,4096}$/.test(text) &&
		/[\d=_]|[a-z][A-Z]/.test(text) &&
		!/^\d{4}-\d\d-\d\d|^v?\d+(\.\d+)+$/.test(text)
	);
}

/** Texts that say that all is well, although the field is called an error. Spaces are left out. */
const NO_FAILURE =
	/^(ok(ay)?|success(ful)?|succeeded|no(ne|_?errors?)?|false|null|0+|200|n\/?a|\[\]|\{\})$/i;

const FAILURE = /^(err(or)?|fail(ed|ure)?|fault|exception)$/i;

function isFailure(value: unknown): boolean {
	if (isEmpty(value) || toFlag(value) === false) return false;
	if (Array.isArray(value)) return !value.every(isEmpty);
	// `{ "code": "ok", "message": "" }`, `{ "count": 0 }`
	if (typeof value === 'object') {
		return 'code' in value! ? isFailure(value.code) : Object.values(value!).some(isFailure);
	}
	if (typeof value === 'number') return value < 200 || value >= 300;
	return typeof value !== 'string' || !NO_FAILURE.test(value.replace(/ /g, ''));
}

function isNoSuccess(words: readonly string[], value: unknown): boolean {
	if (typeof value === 'number' && words.includes('status')) return value >= 400;
	return toFlag(value) === false || (typeof value === 'string' && FAILURE.test(value));
}

/** Whether a message says that all is well: `{ "status": 20000, "status_message": "Ok." }`. */
export function saysSuccess(value: Record<string, unknown>): boolean {
	return MESSAGES.some((name) => {
		const text = value[name];
		return typeof text === 'string' && SUCCESS.test(text) && !NO_SUCCESS.test(text);
	});
}

const MESSAGES = split('message msg status_message statusMessage statusmessage statusText');
const SUCCESS = /\b(ok|success(ful(ly)?)?|succeeded)\b/i;
const NO_SUCCESS = /\b(not?|fail\w*|errors?)\b/i;
