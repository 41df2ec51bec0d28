import { isEmpty } from './json';
import { type Family, familyOf, lastKey, split, wordsIn } from './words';

/** What a field or header says about pages. */
export type Meaning =
	/** Address of the next page. */
	| 'link'
	/** Value to send back for the next page. */
	| 'cursor'
	| 'nextPage'
	| 'nextOffset'
	/** A field for the next link, cursor or number that is present but empty. */
	| 'noNext'
	/** Whether there are more pages. */
	| 'more'
	/** Number of all contacts. */
	| 'total'
	/** Number of contacts, of the page or of the whole list. */
	| 'count'
	/** Number of contacts after the page. */
	| 'remaining'
	/** Number of pages. */
	| 'pages'
	/** Number of the last page, which counts from the same first number as `page`. */
	| 'lastPage'
	/** Number of this page. */
	| 'page'
	/** Number of contacts before this page. */
	| 'offset'
	/** Maximum number of contacts on a page. */
	| 'size'
	/** Report of a failed request. */
	| 'failure'
	/** Not understood. */
	| 'unread';

type ValueKind = 'empty' | 'flag' | 'number' | 'negative' | 'link' | 'text' | 'other';

/** A whole URL, a path or a query. */
const LINK = /^(https?:\/\/|[/?])/i;

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
	listWords: ReadonlySet<string> = NO_WORDS,
): Meaning | undefined {
	const own = words.filter((word) => familyOf(word) !== 'neutral');
	const families = new Set(
		own.map((word) => (listWords.has(word) && !familyOf(word) ? 'item' : familyOf(word))),
	);
	const has = (...wanted: Family[]) => wanted.some((family) => families.has(family));
	const kind = kindOf(value);

	if (has('failure') || (own.length <= 2 && has('success'))) {
		const hasFailed = has('failure') ? isFailure(value) : isNoSuccess(own, value);
		return hasFailed ? 'failure' : undefined;
	}
	for (const { when, is } of RULES) {
		const meaning = when(has, own) ? is(kind, has, value, own) : undefined;
		if (meaning !== undefined) return meaning === 'nothing' ? undefined : meaning;
	}
	return kind === 'empty' ? undefined : 'unread';
}

const NO_WORDS: ReadonlySet<string> = new Set();

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

type Has = (...wanted: Family[]) => boolean;

interface Rule {
	when: (has: Has, words: readonly string[]) => boolean;
	/** @returns undefined when the value does not fit, so that the next rule is asked */
	is: (
		kind: ValueKind,
		has: Has,
		value: unknown,
		words: readonly string[],
	) => Meaning | 'nothing' | undefined;
}

const numberIs =
	(meaning: Meaning) =>
	(kind: ValueKind): Meaning | 'nothing' | undefined =>
		kind === 'number' ? meaning : kind === 'empty' || kind === 'negative' ? 'nothing' : undefined;

const PAGES = new Set(split('pages paginas pagine seiten sider sidor'));

const SIZES = new Set(split('size limit limite tamanho tamano taille per take top len length'));

function nextNumber(has: Has, words: readonly string[]): Meaning {
	if (has('offset', 'item') && !words.includes('after')) return 'nextOffset';
	return has('cursor') ? 'cursor' : 'nextPage';
}

/** Words of fields such as `order_by`, `sortOrder` and `dir`. */
const SORTING = new Set(split('order ordering orderby sort sorting sortby direction dir by'));

/** The first rule that fits decides. */
const RULES: Rule[] = [
	{
		when: (has) => has('previous'),
		is: () => 'nothing',
	},
	{
		when: () => true,
		is: (kind, has) => {
			if (kind !== 'other') return undefined;
			return has('next', 'cursor', 'more') ? 'unread' : 'nothing';
		},
	},
	{
		// The cursor or the address of this page.
		when: (has) => has('current'),
		is: (kind) => (kind === 'text' || kind === 'link' ? 'nothing' : undefined),
	},
	{
		// `"nextLink": "Contacts?$skiptoken=20"` is relative to the list's folder.
		when: (has) => has('next') && has('link'),
		is: (kind, _has, value) =>
			kind === 'text' && String(value).includes('?') ? 'link' : undefined,
	},
	{
		when: (has) => has('next'),
		is: (kind, has, value, words) => {
			if (kind === 'flag') return 'more';
			if (kind === 'link') return 'link';
			// `next: { "limit": 50, "offset": 50 }`
			if (words.some((word) => SIZES.has(word))) return 'nothing';
			if (has('has') && toFlag(value) !== undefined) return 'more';
			if (kind === 'empty' || kind === 'negative' || Number(value) === 0) return 'noNext';
			if (kind === 'text') return 'cursor';
			return nextNumber(has, words);
		},
	},
	{
		when: (has) => has('first') && !has('offset', 'item', 'number'),
		is: () => 'nothing',
	},
	{
		when: (_has, words) => words.length > 0 && words.every((word) => SORTING.has(word)),
		is: () => 'nothing',
	},
	{
		// That a parameter was not sent.
		when: (_has, words) => /^start(ing)? after$/.test(words.join(' ')),
		is: (kind) => (kind === 'empty' ? 'nothing' : undefined),
	},
	{
		// The cursor of the page's first contact, for reading backwards.
		when: (has, words) => has('cursor') && words[0] === 'start' && !words.includes('after'),
		is: (kind) => (kind === 'text' || kind === 'number' ? 'nothing' : undefined),
	},
	{
		when: (has) => has('cursor'),
		is: (kind, has, value) => {
			if (kind === 'link') return 'link';
			if (kind === 'flag') return 'nothing';
			if (kind === 'empty' || kind === 'negative' || Number(value) === 0) return 'noNext';
			return has('page') && kind === 'number' ? undefined : 'cursor';
		},
	},
	{
		when: (has) => has('more'),
		is: (kind, has, value, words) => {
			if (toFlag(value) !== undefined) return 'more';
			// `moreInfo` links to something else.
			if (kind === 'link') {
				return words.length === 1 || has('link', 'page', 'item') ? 'link' : 'nothing';
			}
			// In xAPI, `more` is the address of the next page.
			if (words.length === 1 && (value === '' || value === null)) return 'noNext';
			return kind === 'number' ? 'remaining' : kind === 'text' ? 'unread' : 'nothing';
		},
	},
	{
		// That something is complete may be said of the page.
		when: (has) => has('complete'),
		is: (kind, _has, value) =>
			kind === 'flag' ? (toFlag(value) === false ? 'more' : 'nothing') : undefined,
	},
	{
		// `{ from: 1, to: 50, of: 230 }`
		when: (_has, words) => words.at(-1) === 'of',
		is: numberIs('total'),
	},
	{
		// That no limit was reached, or that a search was not partial, says nothing about the end.
		when: (has) => has('limited') && !has('end'),
		is: (kind, _has, value) =>
			toFlag(value) === true ? 'more' : kind === 'number' ? 'unread' : 'nothing',
	},
	{
		when: (_has, words) => /^(p|pg|pn)$/.test(words.join(' ')),
		is: numberIs('page'),
	},
	{
		when: (has) => has('remaining'),
		is: (kind) => (kind === 'flag' ? 'more' : numberIs('remaining')(kind)),
	},
	{
		when: (has, words) =>
			has('last') && words.some((word) => /^(available|exists?|has)$/.test(word)),
		is: () => 'nothing',
	},
	{
		when: (has) => has('last', 'end'),
		is: (kind, has, value) => {
			if (kind === 'flag') return 'more';
			if (kind === 'number') {
				// `lastIndex` is the position of the last contact of the page, or where the next one starts.
				if (has('item', 'offset') && !has('page')) {
					return Number(value) === 0 ? 'nothing' : 'unread';
				}
				if (!has('end', 'has')) return has('naming') ? undefined : 'lastPage';
				return toFlag(value) === undefined ? undefined : 'more';
			}
			return kind === 'text' && !has('page')
				? isOpaque(value as string)
					? 'cursor'
					: 'unread'
				: 'nothing';
		},
	},
	{
		when: (_has, words) => words.some((word) => /^(per|por|par)$/.test(word)),
		is: numberIs('size'),
	},
	{
		when: (has, words) => has('page') && words.some((word) => SIZES.has(word)),
		is: numberIs('size'),
	},
	{
		when: (has, words) =>
			has('page') && has('item', 'received') && !/^(index|idx)$/.test(words.at(-1)!),
		is: numberIs('count'),
	},
	{
		when: (has, words) =>
			has('page') &&
			(words.some((word) => PAGES.has(word)) ||
				has('total', 'size') ||
				/^(count|cnt|anzahl|antall|antal|cantidad|quantidade)$/.test(words.at(-1)!)),
		is: numberIs('pages'),
	},
	{
		when: (has, words) => has('page') && has('offset') && !/^(index|idx)$/.test(words.at(-1)!),
		is: numberIs('offset'),
	},
	{
		when: (has) => has('page'),
		// Text is the cursor or the address of this page, which says nothing about the next one.
		is: (kind, _has, _value, words) =>
			numberIs('page')(kind) ?? (kind === 'flag' || words.length > 1 ? undefined : 'nothing'),
	},
	{
		when: (_has, words) => /^(current|number)$/.test(words.join(' ')),
		is: numberIs('page'),
	},
	{
		when: (has) => has('received'),
		is: numberIs('count'),
	},
	{
		// `X-Max-Hits` is no number of contacts.
		when: (has) => has('total'),
		is: (kind, _has, _value, words) =>
			words.includes('max') ? 'nothing' : numberIs('total')(kind),
	},
	{
		when: (has) => has('offset'),
		is: (kind, _has, value) => {
			if (kind === 'text') return /\s/.test(String(value)) ? 'unread' : 'cursor';
			return kind === 'number' ? 'offset' : 'nothing';
		},
	},
	{
		when: (has) => has('size') && !has('item'),
		is: numberIs('size'),
	},
	{
		// `user_id` is no count, and `result: 200` is a status.
		when: (has) => has('number', 'item', 'size') && !has('naming'),
		is: (kind, has, _value, words) => {
			if (kind !== 'number') return undefined;
			return has('number', 'size') || words.some((word) => isPlural(word)) ? 'count' : 'nothing';
		},
	},
];

function isPlural(word: string): boolean {
	return familyOf(word) === 'item' && /s$|^(treff|value)$/.test(word);
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
		text.length >= 4 &&
		text.length <= 4_096 &&
		!/\s/.test(text) &&
		/[\d=_]|[a-z][A-Z]/.test(text) &&
		!/^\d{4}-\d\d-\d\d|^v?\d+(\.\d+)+$/.test(text)
	);
}

/** Words that say that all is well, although the field is called an error. */
const NO_FAILURES: ReadonlySet<string> = new Set(
	split(
		'ok okay success successful succeeded none no noerror noerrors no_error false null 0 200 n/a na [] {}',
	),
);

const FAILURE_WORDS: ReadonlySet<string> = new Set(
	split('error err fail failed failure fault exception'),
);

function isFailure(value: unknown): boolean {
	if (isEmpty(value) || toFlag(value) === false) return false;
	if (Array.isArray(value)) return !value.every(isEmpty);
	// `{ "code": "ok", "message": "" }`, `{ "count": 0 }`
	if (typeof value === 'object') {
		return 'code' in value! ? isFailure(value.code) : Object.values(value!).some(isFailure);
	}
	if (typeof value === 'number') return value < 200 || value >= 300;
	const text = typeof value === 'string' ? value.toLowerCase().replace(/ /g, '') : '';
	return !NO_FAILURES.has(text) && !/^0+$/.test(text);
}

function isNoSuccess(words: readonly string[], value: unknown): boolean {
	const isStatus = words.includes('status');
	if (typeof value === 'number' && isStatus) return value >= 400;
	if (toFlag(value) === false) return true;
	return typeof value === 'string' && FAILURE_WORDS.has(value.toLowerCase());
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
