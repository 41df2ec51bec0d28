import { ABOUT, NAMES, POSITIONS } from './conventions';
import { isEmpty, MAX_NAME, startOf } from './json';

/** A value outside the list of contacts. */
export interface Field {
	/** Dot path, or name of the header. */
	name: string;
	/** The keys that lead to it. */
	path: readonly string[];
	/** The last one of these, as names are compared. */
	word: string;
	value: unknown;
	/** Whether the settings name it as the flag that says whether there is more. */
	isSetting?: boolean;
	/** Whether it is in the list's own object, in one around it, or in one that is named as being about pages. */
	isNear: boolean;
}

/** A field near the list, under its path if it has no other name. */
export function fieldAt(path: readonly string[], value: unknown, others?: Partial<Field>): Field {
	const word = wordOf(path.at(-1)!);
	return { name: path.join('.'), path, word, value, isNear: true, ...others };
}

/** Whether one of the keys to a field has such a name: that of an object holds for what is in it. */
export const hasWord = (path: readonly string[], names: RegExp) =>
	path.some((key) => names.test(wordOf(key)));

/** Whether the keys to a field may say where the next page is. */
export const saysNext = (path: readonly string[]) =>
	hasWord(path, ABOUT.next) && !isOtherPage(path);

/** Whether the keys to a field name another page than the next one, or later changes. */
export const isOtherPage = (path: readonly string[]) =>
	hasWord(path, ABOUT.other) || hasWord(path, ABOUT.later);

/** Whether an object of this name is about pages. */
export const isAboutPages = (key: string) => ABOUT.objects.test(wordOf(key));

/** Whether a field of this name changes from page to page, whatever its value. */
export function isAboutPosition(key: string): boolean {
	const word = wordOf(key);
	return (
		saysNext([key]) ||
		ABOUT.position.test(word) ||
		ABOUT.later.test(word) ||
		Object.values(NAMES).some((name) => name.test(word))
	);
}

/** A key in lower case without separators and prefixes: `X-Next-Page` and `next_page` are the same. */
export function wordOf(key: string): string {
	if (key.length > MAX_NAME) return '';
	return key
		.replace(/^x-|^@?odata\.|^.*[:@$](?=\w)/i, '')
		.replace(/[^\p{L}]/gu, '')
		.toLowerCase();
}

/**
 * What a page says about the end, by the names of its fields: whether there is more, whether it states
 * further pages, whether it is not all of its page, and whether it is the last one.
 *
 * @param page the number of the page from 1; undefined where pages are not requested by number
 * @param count the number of its contacts
 */
export function signalsOf(fields: readonly Field[], page = NaN, count = NaN) {
	const flags = (name: keyof typeof NAMES, isSet: boolean) =>
		fields.filter((field) => NAMES[name].test(field.word) && setFlagOf(field) === isSet);
	const none = flags('more', false);
	// PageHelper says of an empty page after the end that it is not the last one.
	const isPastEnd = count === 0 && none.length > 0;
	const notLast = isPastEnd ? [] : [...flags('last', false), ...flags('finished', false)];
	const more = [...flags('more', true), ...notLast];
	const last = [...none, ...flags('last', true)].filter(({ isNear }) => isNear);
	const pages = pageCountsIn(fields, count);
	const isNumberOfLast = pages.includes(page) && isFromOne(fields, page);
	const seemsLast =
		(emptyLeadsIn(fields).length > 0 || isNumberOfLast) && leadsIn(fields).length === 0;
	const statesPages = pages.some((number) => number > page);
	return {
		more: more.length > 0 || statesPages,
		pages: statesPages,
		part: flags('part', true).length > 0,
		end: last.length > 0 || seemsLast,
	};
}

/** Whether pages are counted from 1: otherwise, `lastPage: 2` may be the number of the page after the second one. */
const isFromOne = (fields: readonly Field[], page: number) =>
	page > 1
		? ownNumberIn(fields) !== page - 1
		: fields.some(
				({ word, value, isNear }) => isNear && numberIn(value) === 1 && ABOUT.firstPage.test(word),
			);

/** The numbers of pages that a page states. @param count the number of its contacts, which some call the page count */
export function pageCountsIn(fields: readonly Field[], count: number): number[] {
	const isOfContacts = ({ word, value }: Field) =>
		word === 'pagecount' && numberIn(value) === count;
	return fields
		.filter((field) => field.isNear && NAMES.pages.test(field.word) && !isOfContacts(field))
		.map(({ value }) => numberIn(value) ?? NaN);
}

/** The numbers that may count all contacts, or those of the page, by the names of the fields. */
export function totalsIn(fields: readonly Field[]): ReadonlyMap<string, number> {
	const totals = new Map<string, number>();
	// Elasticsearch: `"total": { "value": 10000, "relation": "gte" }`
	const ofLeast = fields.filter(({ value }) => value === 'gte');
	const least = ofLeast.map(({ name }) => name.replace(/relation$/, 'value'));
	for (const { name, path, word, value, isNear } of fields) {
		const text = startOf(value);
		const isGrouped = /^[1-9]\d{0,2}(,\d{3})+$/.test(text);
		const total = numberIn(isGrouped ? text.replaceAll(',', '') : value);
		// `total: { value: 230 }`
		const isTotal = isNear && NAMES.total.test(word === 'value' ? wordOf(path.at(-2) ?? '') : word);
		if (isTotal && total !== undefined) totals.set(name, total + Number(least.includes(name)));
	}
	return totals;
}

/** What a small number on the first page is the position of, by the word of its field. */
export function positionIn(word: string): 'number' | 'skipped' | undefined {
	if (POSITIONS.none.test(word)) return undefined;
	if (POSITIONS.skipped.test(word)) return 'skipped';
	return POSITIONS.number.test(word) ? 'number' : undefined;
}

/** The number of a page that it states of itself. */
export const ownNumberIn = (fields: readonly Field[]): number | undefined =>
	numberIn(fields.find(({ word, isNear }) => isNear && positionIn(word) === 'number')?.value);

const FLAGS = new Map(
	Object.entries({ true: true, yes: true, y: true, false: false, no: false, n: false }),
);

/** Reads true and false, also as text. */
export const flagOf = (value: unknown) => FLAGS.get(startOf(value).toLowerCase());

/** A flag of a name that says so may be written as 0 or 1. */
function setFlagOf({ word, value }: Field): boolean | undefined {
	const text = startOf(value);
	const isNumber = /^[01]$/.test(text) && !/^(end|last)(page)?$/.test(word);
	return isNumber ? text === '1' : flagOf(value);
}

/** Reads a whole number, also as text. */
export function numberIn(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && /^\d{1,15}$/.test(startOf(value)) ? Number(value) : value;
	return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** No response leads on in more fields than these. */
const MAX_LEADS = 20;

/** Fields whose names and values may lead to the next page, `next` before `nextBlock`. */
export function leadsIn(fields: readonly Field[]): Field[] {
	const isLeading = ({ path, value, isNear }: Field) => isNear && isLead(value) && saysNext(path);
	const isPlain = ({ word }: Field) => Number(NAMES.next.test(word));
	const leads = fields.filter(isLeading).slice(0, MAX_LEADS);
	return leads.sort((a, b) => isPlain(b) - isPlain(a));
}

/** Whether a name of a field begins with `next`. */
export const isNamedNext = ({ path }: Field) => hasWord(path, /^next/);

/**
 * Whether a page leads on otherwise than the pages before, as to another source: `nextSource`.
 *
 * @param own the field with the link or the cursor that leads from page to page; undefined where nothing does
 */
export function leadsElsewhere(fields: readonly Field[], own?: string): boolean {
	return leadsIn(fields).some((lead) => {
		const { name, word, value } = lead;
		// A time is that of another update.
		if (name === own || !isNamedNext(lead) || /\d\d:\d\d/.test(startOf(value))) return false;
		if (own !== undefined) return numberIn(value) === undefined;
		return isOpaque(value) && !isCursorName(word);
	});
}

/** Fields that would lead to the next page, and say that there is none. */
export const emptyLeadsIn = (fields: readonly Field[]): Field[] =>
	fields.filter(({ word, value, isNear }) => isNear && isNoLead(value) && NAMES.next.test(word));

/** Whether a field that leads to the next page is likelier a cursor than a link. */
export const isCursorName = (word: string) => ABOUT.cursors.test(word);

/** Longer values cannot be sent back: servers refuse addresses of 8 to 16 KB. */
const MAX_LEAD = 8_000;

/** Whether a value may lead to a page: an address, a cursor, or a number. */
export function isLead(value: unknown): value is string | number {
	const number = numberIn(value);
	if (number !== undefined) return number > 0;
	const isText = typeof value === 'string' && value !== '' && value.length <= MAX_LEAD;
	return isText && flagOf(value) === undefined;
}

/** Whether a value says that there is no next page. */
export const isNoLead = (value: unknown) =>
	isEmpty(value) || [false, 0, -1, 'false', '0', '-1'].includes(value as number);

/** Whether a value is a text that only its service can read. */
export const isOpaque = (value: unknown): value is string =>
	isLead(value) && !isAddress(value) && numberIn(value) === undefined;

/** An absolute address, a path, or a query. */
const ADDRESS = /^(https?:\/)?\/|^[?&]|^[\w.-]{1,100}\?[^=]{1,100}=/;

export const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && value.length <= MAX_LEAD && ADDRESS.test(value);

/** Whether a value is a text of several words. */
export const isSentence = (value: unknown) => /^\p{L}[^{<]*\s\p{L}/u.test(startOf(value));
