import { normalize } from './fieldNames';
import { toSafeInteger } from './jsonPath';
import type { Meaning } from './signNames';
import type { ParameterSign, Sign, Signs, SignSource } from './signs';
import { isLink } from './soundsLikePaging';

/** The field or header, and the query parameter that its value would go into. */
type ValueSource = SignSource & { parameter: string };

/**
 * Reads a value as the meaning of its name suggests, and adds it to the signs.
 *
 * @param value parsed JSON, or the text of a header
 * @returns false when the value does not fit the meaning
 */
export function readValue(
	signs: Signs,
	meaning: Meaning,
	source: ValueSource,
	value: unknown,
): boolean {
	return READERS[meaning](signs, source, value);
}

/** Reads a flag such as `true`, `"true"`, `1`, `"1"`, `"yes"`, `"y"`, or one of their opposites. */
export function toFlag(value: unknown): boolean | undefined {
	return FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value);
}

/** Whether a value is null, an empty string, an empty list or an empty object. */
export function isEmpty(value: unknown): boolean {
	return (
		value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
	);
}

type Reader = (signs: Signs, source: ValueSource, value: unknown) => boolean;

const READERS: Record<Meaning, Reader> = {
	next: (signs, source, value) => {
		const number = toSafeInteger(value);
		if (isEmpty(value) || number === 0) signs.noNext.push(source);
		else if (typeof value === 'boolean') signs.more.push({ ...source, value });
		else if (number !== undefined) {
			signs.nextPages.push({ ...source, value: number, parameter: 'page' });
		} else if (typeof value !== 'string') return false;
		else if (isLink(value)) signs.links.push({ ...source, value });
		else signs.cursors.push({ ...source, value });
		return true;
	},
	nextLink: (signs, source, value) => {
		if (isEmpty(value) || value === false || value === 0) signs.noNext.push(source);
		else if (typeof value === 'string') signs.links.push({ ...source, value });
		else return false;
		return true;
	},
	cursor: (signs, source, value) => {
		if (isEmpty(value) || value === 0 || value === false) signs.noNext.push(source);
		else if (typeof value === 'string' && ABSOLUTE_LINK.test(value)) {
			signs.links.push({ ...source, value });
		} else if (typeof value === 'string' || Number.isSafeInteger(value)) {
			signs.cursors.push({ ...source, value: String(value) });
		} else return false;
		return true;
	},
	nextPage: (signs, source, value) => readNextNumber(signs, signs.nextPages, source, value),
	nextOffset: (signs, source, value) => readNextNumber(signs, signs.nextOffsets, source, value),
	more: (signs, source, value) => readFlag(signs, source, value, (flag) => flag),
	lastPage: (signs, source, value) => readNumber(signs.lastPages, source, value),
	last: (signs, source, value) => readFlag(signs, source, value, (flag) => !flag),
	total: (signs, source, value) => readNumber(signs.totals, source, value),
	remaining: (signs, source, value) => readNumber(signs.remaining, source, value),
	pages: (signs, source, value) => readNumber(signs.pages, source, value),
	// Text is the cursor of this page, which says nothing about the next one.
	page: (signs, source, value) =>
		readNumber(signs.pageNumbers, source, value) || typeof value === 'string',
	offset: (signs, source, value) => readOffset(signs, source, value),
	pageSize: (signs, source, value) => readNumber(signs.pageSizes, source, value),
	count: (signs, source, value) =>
		readNumber(signs.counts, source, value) || typeof value === 'object',
	failure: (signs, source, value) => {
		if (source.isNear && !isEmpty(value) && toFlag(value) !== false) signs.failures.push(source);
		return true;
	},
	success: (signs, source, value) => {
		const isStatus = typeof value === 'number' && normalize(source.name).endsWith('status');
		const isFailed = isStatus
			? value >= 400
			: toFlag(value) === false || FAILURE_WORDS.has(String(value).toLowerCase());
		if (source.isNear && isFailed) signs.failures.push(source);
		return true;
	},
	nothing: () => true,
};

const FAILURE_WORDS: ReadonlySet<string> = new Set(['error', 'fail', 'failed', 'failure']);

function readNextNumber(
	signs: Signs,
	numbers: Array<ParameterSign<number>>,
	source: ValueSource,
	value: unknown,
): boolean {
	const number = toSafeInteger(value);
	if (isEmpty(value) || value === false || Number(value) <= 0) signs.noNext.push(source);
	else if (number !== undefined) numbers.push({ ...source, value: number });
	else if (typeof value !== 'string') return false;
	else if (isLink(value)) signs.links.push({ ...source, value });
	else signs.cursors.push({ ...source, value });
	return true;
}

/** An empty value means that the service does not know. */
function readFlag(
	signs: Signs,
	source: SignSource,
	value: unknown,
	toMore: (flag: boolean) => boolean,
): boolean {
	const flag = toFlag(value);
	if (flag !== undefined) signs.more.push({ ...source, value: toMore(flag) });
	return flag !== undefined || isEmpty(value);
}

/** An empty or negative value means that the service does not know. */
function readNumber(numbers: Array<Sign<number>>, source: SignSource, value: unknown): boolean {
	const number = toSafeInteger(value);
	if (number !== undefined) numbers.push({ ...source, value: number });
	return number !== undefined || isEmpty(value) || Number(value) < 0;
}

/** Some services, such as Airtable, call a cursor an offset. */
function readOffset(signs: Signs, source: ValueSource, value: unknown): boolean {
	if (readNumber(signs.offsets, source, value)) return true;
	if (typeof value !== 'string' || isLink(value)) return false;
	signs.cursors.push({ ...source, value });
	return true;
}

const ABSOLUTE_LINK = /^https?:\/\//i;

const FLAGS = new Map<unknown, boolean>([
	...[true, 'true', 1, '1', 'yes', 'y'].map((yes) => [yes, true] as const),
	...[false, 'false', 0, '0', 'no', 'n'].map((no) => [no, false] as const),
]);
