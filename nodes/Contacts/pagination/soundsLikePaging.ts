/** Words that names about paging are made of. */
const PAGING_WORDS = new Set(
	`next more page pages paging cursor cursors token continue continuation offset skip start startat total
	totals count counts remain remaining left last scroll after marker position index final done end window
	batch chunk number num range`.split(/\s+/),
);

/** Words that make a name one about something else: `lastModified`, `pageTitle`, `accessToken`. */
const OTHER_WORDS = new Set(
	`access account active api at auth authorization browser build cache content correlation created csrf date day days
	description duration edge expires forwarded html image language login message modified ms name on order path
	phone powered quota rate ratelimit refresh request requested retry run runtime seen session sync synced time
	timestamp title took trace type updated user version xsrf`.split(/\s+/),
);

/** How a name without word boundaries begins, or ends, when it is about paging. */
const PAGING_PREFIX =
	/^(next|more|hasmore|hasnext|page|pagin|cursor|continu|offset|skip|scroll|remain|marker|total)/;
const PAGING_SUFFIX = /(cursor|token|offset|marker|more|next)$/;

/** Words of a name that counts something. */
const QUANTITY_WORDS = new Set(['total', 'totals', 'count', 'counts', 'number', 'num', 'size']);

/** Words of a name whose value says something when it is `false` or 0, too. */
const LAST_WORDS = new Set(['last', 'final', 'done', 'end']);
const POSITION_WORDS = new Set(['page', 'offset', 'skip', 'start', 'position', 'index']);

/** Words of a name whose date is a cursor. */
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

/** Whether a field or header of that name is likely to be about pages. */
export function soundsLikePaging(name: string): boolean {
	const words = wordsIn(name);
	if (words.some(isUnrelated)) return false;
	return words.some(
		(word) => PAGING_WORDS.has(word) || PAGING_PREFIX.test(word) || PAGING_SUFFIX.test(word),
	);
}

/** Whether a word makes a name one about something else than pages. */
export function isUnrelated(word: string): boolean {
	return OTHER_WORDS.has(word);
}

/** Whether the name is one of a number of contacts, and not of a place in the list. */
export function isQuantity(name: string): boolean {
	return wordsIn(name.slice(name.lastIndexOf('.') + 1)).some((word) => QUANTITY_WORDS.has(word));
}

export type ValueKind = 'link' | 'text' | 'number' | 'flag' | 'other';

/**
 * What kind of thing a field about pages holds.
 *
 * @returns undefined when it holds nothing: null, empty, and `false` or 0 where that means no more
 */
export function kindOf(value: unknown, name: string): ValueKind | undefined {
	const words = wordsIn(name.slice(name.lastIndexOf('.') + 1));
	if (value === false) return words.some((word) => LAST_WORDS.has(word)) ? 'flag' : undefined;
	if (value === 0) return words.some((word) => POSITION_WORDS.has(word)) ? 'number' : undefined;
	if (value === true) return 'flag';
	if (typeof value === 'number') return 'number';
	if (typeof value === 'string') {
		const isDate = ISO_DATE.test(value) && !words.some((word) => CURSOR_WORDS.has(word));
		if (value === '' || isDate) return undefined;
		return LINK.test(value) ? 'link' : 'text';
	}
	return typeof value === 'object' && Object.keys(value ?? {}).length > 0 ? 'other' : undefined;
}

/** The words of a name in camel, snake or kebab case, in lower case. */
export function wordsIn(name: string): string[] {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.split(/[^A-Za-z\d]+/)
		.filter(Boolean)
		.map((word) => word.toLowerCase());
}
