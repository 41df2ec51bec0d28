import { orUndefined, parseJson } from '../../../../credentials/contactsApi/parseJson';

/**
 * Limits of a response, checked before anything is built from what is beyond them. An n8n with a heap of
 * 512 MB, of which it uses about 180 MB when idle, survives the worst pages within these limits, also
 * while it stores the execution: see heap.test.ts.
 */
export const RESPONSE_LIMITS = {
	/** Size, decoded: 6,000 contacts of 5 KB each have 30 MB. */
	mebibytes: 32,
	/** Objects, lists, texts and so on, at all levels: 10,000 contacts with 100 fields have a million. */
	values: 1_000_000,
	/** Levels of objects and lists. JSON.stringify and its like overflow the stack at a few thousand. */
	depth: 512,
	/** Bytes of a field's name, as written, which is copied into paths, columns and messages. */
	nameBytes: 10_000,
	/** Contacts on a page, each of which becomes an item; `findContacts` counts them. */
	contacts: 100_000,
};

export type ResponseLimits = typeof RESPONSE_LIMITS;

/** Keep nothing between two responses. The first one throws for invalid bytes. */
const decoder = new TextDecoder('utf-8', { fatal: true });
const lenientDecoder = new TextDecoder();

type ExceededLimit = 'tooManyValues' | 'nestedTooDeep' | 'nameTooLong' | 'numberTooLarge';

/**
 * Parses the JSON of a response if it is within the limits, other than that of its size. Never throws.
 *
 * @param json the decoded body, in UTF-8
 * @returns the value, or why there is none
 */
export function parseWithinBudget(
	json: Uint8Array,
	limits = RESPONSE_LIMITS,
): { value: unknown } | { failure: 'notJson' | 'textInvalid' | ExceededLimit } {
	const exceeded = findExceededLimit(json, limits);
	if (exceeded) return { failure: exceeded };
	const text = orUndefined(() => decoder.decode(json));
	const value = parseJson(text ?? lenientDecoder.decode(json));
	if (value === undefined) return { failure: 'notJson' };
	return text === undefined ? { failure: 'textInvalid' } : { value };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

const ZERO = 0x30;
const NINE = 0x39;

/** `[` and `]`; braces differ from them in one bit. */
const OPENING = 0x5b;
const CLOSING = 0x5d;
const BRACKET_BITS = 0xdf;

/**
 * Scans the bytes once, at some hundred MB per second. Bytes of other characters never look like those of
 * JSON's syntax in UTF-8. Text that is not JSON gets any answer: parsing it fails anyway.
 */
function findExceededLimit(json: Uint8Array, limits: ResponseLimits): ExceededLimit | undefined {
	const { length } = json;
	// A comma or an opening bracket comes before every value but the outermost one.
	let valuesLeft = limits.values - 1;
	let levelsLeft = limits.depth;
	let wasOpened = false;
	for (let at = 0; at < length; at++) {
		const byte = json[at]!;
		if (byte === COMMA) {
			// What was opened last may turn out to be empty.
			if (--valuesLeft < 0) return 'tooManyValues';
		} else if ((byte & BRACKET_BITS) === OPENING) {
			if (--levelsLeft < 0) return 'nestedTooDeep';
			valuesLeft--;
			wasOpened = true;
			continue;
		} else if ((byte & BRACKET_BITS) === CLOSING) {
			levelsLeft++;
			// There is no value in an empty object or list.
			valuesLeft += Number(wasOpened);
		} else {
			const end = endOfToken(json, at, limits);
			if (typeof end === 'string') return end;
			at = end;
		}
		wasOpened &&= byte <= SPACE;
	}
	return valuesLeft < 0 ? 'tooManyValues' : undefined;
}

/** The index of the last byte of a string, a number or a part of anything else. */
function endOfToken(
	json: Uint8Array,
	start: number,
	{ nameBytes }: ResponseLimits,
): number | ExceededLimit {
	const byte = json[start]!;
	if (byte === QUOTE) {
		const end = endOfString(json, start);
		return end - start - 1 > nameBytes && isName(json, end) ? 'nameTooLong' : end;
	}
	return byte < ZERO || byte > NINE ? start : endOfNumber(json, start);
}

/** The index of the quote that ends the string which begins at a quote. */
function endOfString(json: Uint8Array, start: number): number {
	let at = start + 1;
	while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
	return at;
}

/** Whether a colon follows the string that ends here. */
function isName(json: Uint8Array, end: number): boolean {
	let at = end + 1;
	while (at < json.length && json[at]! <= SPACE) at++;
	return json[at] === COLON;
}

/** Bytes of a number after its first digit. */
const IN_NUMBER = Uint8Array.from({ length: 128 }, (_, byte) =>
	Number('0123456789+-.eE'.includes(String.fromCharCode(byte))),
);

/** The index of the last byte of a number, if JavaScript can hold it. */
function endOfNumber(json: Uint8Array, start: number): number | 'numberTooLarge' {
	let at = start;
	let exponentAt = Infinity;
	for (; IN_NUMBER[json[at + 1]!]; at++) if (json[at + 1]! > NINE) exponentAt = at + 1;
	// With 200 digits, and two of the exponent, it is below 1e300.
	if (at - start < 200 && at - exponentAt < 3) return at;
	const number = Number(lenientDecoder.decode(json.subarray(start, at + 1)));
	return number < Infinity ? at : 'numberTooLarge';
}
