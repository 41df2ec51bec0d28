import { countOf, type Field, flagOf, isAddress, says, wordsOf } from './fields';
import type { Page } from './page';

/** What the fields of a page with well-known names say about the end of the list. */
export interface Evidence {
	saysMore: boolean;
	saysEnd: boolean;
	/** Whether a number says that this is the end, not only a flag or an empty link. */
	isCounted: boolean;
	/** The field with a link or a cursor to the next page. */
	lead?: Field;
	/** The total that is above the contacts that have come. */
	missing?: number;
}

/** What has to be known of a list to read its numbers. */
export interface Count {
	/** Contacts that have come, those of the page included. */
	received: number;
	/** Number of the page, if pages are requested by their number. */
	pageNumber?: number;
	/** Totals by their names that were the same on all pages. */
	totals: ReadonlyMap<string, number>;
}

/** The numbers of all contacts that a page states. */
export function totalsIn({ fields }: Page): Map<string, number> {
	const totals = fields.flatMap((field): Array<[string, number]> => {
		const total = countOf(field.value);
		const isTotal = field.isNear && says.total(field) && total !== undefined;
		return isTotal && !isMinimum(field, fields) ? [[field.name, total]] : [];
	});
	return new Map(totals);
}

/** `{ "total": 10000, "relation": "gte" }` */
function isMinimum({ name, key }: Field, fields: readonly Field[]): boolean {
	const relation = `${name.slice(0, name.length - key.length)}relation`;
	return fields.some((field) => field.name === relation && field.value === 'gte');
}

/** Reads what a page says. Only fields in the list's own object or in one for pages count. */
export function evidenceOf(page: Page, { received, pageNumber, totals }: Count): Evidence {
	const near = page.fields.filter(({ isNear }) => isNear);
	const flags = near.flatMap((field) => {
		const flag = flagOf(field.value);
		// Where `more` has the address of the next page, or a text, it is empty on the last one.
		const hasText = typeof field.value === 'string' && /more/i.test(field.key);
		if (says.more(field) && (flag !== undefined || field.value === null || hasText)) {
			return [flag ?? hasText];
		}
		const isFlag = /^(true|false)$/i.test(String(field.value));
		if (!isFlag) return [];
		// Other names may mean anything, but not the end where they are false.
		return says.last(field) ? [!flag] : isOfEnd(field) && !flag ? [true] : [];
	});
	const lead = near.find((field) => isLead(field) && says.next(field));
	const all = [...totals.values()];
	const missing = Math.max(...all.filter((total) => total > received));
	const pages = pageNumber === undefined ? [] : pagesIn(page);
	const hasNoLead = near.some((field) => says.next(field) && isNothing(field));
	const isCounted =
		((received > 0 || page.hasList) && all.includes(received)) ||
		pages.some((number) => number <= pageNumber!);
	return {
		isCounted,
		saysMore: flags.includes(true) || missing > 0 || pages.some((number) => number > pageNumber!),
		saysEnd: flags.includes(false) || hasNoLead || isCounted,
		...(lead && { lead }),
		...(missing > 0 && { missing }),
	};
}

/** Whether a field may say, by its name, that something is at its end. */
function isOfEnd({ key }: Field): boolean {
	return /^(is)?_?(done|complete[d]?|finished|final|end(ed)?|last|eof|exhausted)$/i.test(key);
}

/** The numbers of all pages that a page states. */
export function pagesIn({ fields }: Page): number[] {
	const stated = fields.filter((field) => field.isNear && says.pages(field));
	return stated.flatMap(({ value }) => countOf(value) ?? []);
}

/** Whether a field has a link or a cursor to a next page. */
export function isLead({ saysNext, value, key }: Field): boolean {
	if (!saysNext || isNothing({ value })) return false;
	if (typeof value === 'boolean' || value === 'true' || NOT_OF_THIS_LIST.test(key)) return false;
	return typeof value === 'string' || !/size|count|total|limit/i.test(key);
}

/** What leads to later changes of the list, not to its next page. */
const NOT_OF_THIS_LIST = /sync|delta|future|poll|refresh|date|time|billing|expires|message/i;

/** Whether a value says that there is nothing next. */
export function isNothing({ value }: Pick<Field, 'value'>): boolean {
	return value === null || value === false || ['false', 'null', '0', '-1'].includes(String(value));
}

/** The fields with an address or a value that may lead to the next page, the likeliest first. */
export function leadsIn(fields: readonly Field[]): { addresses: Field[]; values: Field[] } {
	const addresses = fields.filter(({ value, key }) => isAddress(value) && !NO_LEAD.test(key));
	const values = fields.filter((field) => {
		const isOther =
			NO_LEAD.test(field.key) ||
			NOT_OF_THIS_LIST.test(field.key) ||
			says.total(field) ||
			says.pages(field);
		return isValue(field.value) && !isOther;
	});
	const likely = (field: Field) =>
		(field.saysNext ? 2 : CURSOR.test(field.key) ? 1 : 0) + Number(field.isNear) / 2;
	const byLikelihood = (one: Field, other: Field) => likely(other) - likely(one);
	return { addresses: addresses.sort(byLikelihood), values: values.sort(byLikelihood) };
}

/** What changes with every request, or is never sent back. */
const NO_LEAD =
	/request.?id|trace|correlation|etag|hash|checksum|signature|nonce|time|date|took|duration|elapsed|_ms$|expires|message|^prev|previous|first|self|current|count|total|size|limit|per.?page|items$|results$|records$|returned|length|number.?of|elements$|^last$/i;

/** Whether a field is, by its name, likely to have a cursor. */
export function isNamedForCursor({ key }: Field): boolean {
	return CURSOR.test(key);
}

const CURSOR = /cursor|token|after|contin|marker|bookmark|scroll|offset|last|end|position/i;

function isValue(value: Field['value']): boolean {
	if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
	if (typeof value !== 'string' || isAddress(value) || flagOf(value) !== undefined) return false;
	return value.length <= MAX_LENGTH && !/[\n\r]/.test(value);
}

/** Longer values cannot be sent back: servers refuse URLs of 8 to 16 KB. */
const MAX_LENGTH = 4_096;

/** Whether a value that is not understood may be about the next page. */
export function isUnread({ key, value }: Field): boolean {
	const isOfChanges = NOT_OF_THIS_LIST.test(key) && /next|token|link/i.test(key);
	if (NO_LEAD.test(key) || isOfChanges) return false;
	return isAddress(value) || isValue(value);
}

/**
 * The number of contacts that a field may state, as in `1,200`, `120 contacts`, `1 to 50 of 120` and `1/8`.
 *
 * @returns Infinity where it may say that there are more
 */
export function countIn(field: Field): number {
	if (mayPromise(field)) return Infinity;
	const text = String(field.value)
		.replace(/\b(\d{1,3})[,.' ](?=\d{3}\b)/g, '$1')
		.replace(/^(\d+) ?\/ ?(?=\d+$)/, '$1 of ');
	const number = countOf(text);
	if (number !== undefined) return isCount(field) ? number : 0;
	const [, part, all] = /(?:^|(\d{0,15}) ?\bof )(\d{1,15})(?: \p{L}+)?$/iu.exec(text) ?? [];
	// `Page 1 of 8`
	return field.isNear && Number(part) < Number(all) ? Infinity : Number(all ?? 0);
}

/** Whether a flag, by its name or a word in it, may say that there is more, or that this is not all. */
function mayPromise(field: Field): boolean {
	const { key, value, isNear } = field;
	if (!isNear) return says.more(field) && value === true;
	const words = wordsOf(key);
	const isMore =
		/\b(more|left|additional|continues?|exceeded|reached|limited|partial|truncated|incomplete)\b/i;
	const isAll = /\b(last|end(ed)?|eo[fl]|done|completed?|finished|final|all|loaded|exhausted)\b/i;
	const flag = flagOf(value);
	if (flag === false) return isAll.test(words);
	return (flag === true || Number(value) > 1) && isMore.test(words);
}

function isCount(field: Field): boolean {
	const isTotal = says.total(field) || /total|found|hits/i.test(field.key);
	return isTotal || (field.isNear && says.count(field));
}

/** Whether a field states the page size, by its name: a page of as many contacts is full. */
export function isPageSize(key: string): boolean {
	return /^(limit|per_?page|page_?(size|limit)|max_?(items|page_?size))$/i.test(key);
}

/** Whether a number may be a cursor, by its name. */
export function isNumberAfter({ key, value, isNear }: Field): boolean {
	return isNear && /cursor|token|continu|after|marker/i.test(key) && Number(value) > 0;
}

/** Whether a text looks made up: no word, date, version or sentence. */
export function looksOpaque(value: Field['value']): boolean {
	if (typeof value !== 'string' || !isValue(value)) return false;
	return (
		/^\S{4,}$/.test(value) &&
		/[\d=_]|[a-z][A-Z]/.test(value) &&
		!/^\d{4}-\d\d-\d\d|^v?\d+(\.\d+)+$/.test(value)
	);
}

/** Whether a text looks like a cursor, where no contact was held back to show whether it changes. */
export function mayBeCursor(field: Field, mayBePart: boolean): boolean {
	const { value, isNear } = field;
	if (!isNear || typeof value !== 'string') return false;
	return isNamedForCursor(field) || (mayBePart && looksOpaque(value) && value.length >= 8);
}
