import { lastKey, wordsIn } from './fieldNames';

/** Words in names that are about paging. */
const PAGING_WORDS = new Set(
	`next more page pages paging cursor cursors token continue continuation offset skip start startat total
	totals count counts remain remaining left last scroll after marker position index final done end window
	batch chunk number num range`.split(/\s+/),
);

/** Words in names that are about something else: `lastModified`, `pageTitle`, `accessToken`. */
const OTHER_WORDS = new Set(
	`access account active api at auth authorization browser build cache content correlation created csrf date day days
	description duration edge expires forwarded html image language login message modified ms name on order path
	phone powered quota rate ratelimit refresh request requested retry run runtime seen session sync synced time
	timestamp title took trace type updated user version xsrf`.split(/\s+/),
);

/** Names without word boundaries, such as `hasmoredata`. */
const PAGING_PREFIX =
	/^(next|more|hasmore|hasnext|page|pagin|cursor|continu|offset|skip|scroll|remain|marker|total)/;
const PAGING_SUFFIX = /(cursor|token|offset|marker|more|next)$/;

/** Words in names of quantities. */
const QUANTITY_WORDS = new Set(['total', 'totals', 'count', 'counts', 'number', 'num', 'size']);

/** Words in names of flags that are false, and of positions that are 0, before the end of the list. */
const LAST_WORDS = new Set(['last', 'final', 'done', 'end']);
const POSITION_WORDS = new Set(['page', 'offset', 'skip', 'start', 'position', 'index']);

/** Words in names of cursors: a date there is a cursor as well. */
const CURSOR_WORDS = new Set([
	'next',
	'cursor',
	'continue',
	'continuation',
	'token',
	'marker',
	'after',
]);

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
const LINK = /^(https?:\/\/|[/?])/i;

/** Whether a field or header of this name is likely to be about pages. */
export function soundsLikePaging(name: string): boolean {
	const words = wordsIn(name);
	if (words.some(isUnrelated)) return false;
	return words.some(
		(word) => PAGING_WORDS.has(word) || PAGING_PREFIX.test(word) || PAGING_SUFFIX.test(word),
	);
}

/** Whether a name with this word is about something else than pages. */
export function isUnrelated(word: string): boolean {
	return OTHER_WORDS.has(word);
}

/** Whether the name is that of a number of things, and not of a position in the list. */
export function isQuantity(name: string): boolean {
	return wordsIn(lastKey(name)).some((word) => QUANTITY_WORDS.has(word));
}

export type ValueKind = 'link' | 'text' | 'number' | 'flag' | 'other';

/**
 * Classifies the value of a field about pages.
 *
 * @param name name or dot path of the field
 * @returns undefined for null, an empty value, a date, and `false` or 0 where they mean that nothing
 * follows
 */
export function kindOf(value: unknown, name: string): ValueKind | undefined {
	const words = wordsIn(lastKey(name));
	if (value === false) return words.some((word) => LAST_WORDS.has(word)) ? 'flag' : undefined;
	if (value === 0) return words.some((word) => POSITION_WORDS.has(word)) ? 'number' : undefined;
	if (value === true) return 'flag';
	if (typeof value === 'number') return 'number';
	if (typeof value === 'string') {
		const isDate = ISO_DATE.test(value) && !words.some((word) => CURSOR_WORDS.has(word));
		if (value === '' || isDate) return undefined;
		return isLink(value) ? 'link' : 'text';
	}
	return typeof value === 'object' && Object.keys(value ?? {}).length > 0 ? 'other' : undefined;
}

/** Whether a text is a whole URL, a path or a query. */
export function isLink(text: string): boolean {
	return LINK.test(text);
}
