import type { INodeProperties } from 'n8n-workflow';

import type { Contact } from '../paginate';
import { text } from './fieldKinds';

export const searchField: INodeProperties = {
	name: 'search',
	...text('Search', '', 'e.g. Ada Lovelace'),
	description:
		'Return only contacts whose values contain every word of this text, whatever the case, accents or format of a phone number',
	hint: "The node reads the whole list, or until it has found Limit contacts. If your service can filter, use 'Query Parameters' instead",
};

/**
 * Returns what says whether each word of a text is part of some value of a contact; of a phone number, only the
 * digits count. Returns undefined for an empty text.
 */
export function matcherOf(text: string): ((contact: Contact) => boolean) | undefined {
	const isNumber = LONG_NUMBER.test(text);
	const normalize = isNumber ? joinDigits : fold;
	// Commas and semicolons may stand between words, as in "Lovelace, Ada".
	const words = isNumber ? [text.trim()] : text.match(/[^\s,;]+/g);
	if (!words) return undefined;
	const wanted = words.map((word) => ({ word: normalize(word), asEntered: word.toUpperCase() }));
	return (contact) => {
		let missing = wanted;
		for (const value of textsIn(contact)) {
			const isLong = value.length > MAX_FOLDED;
			const own = isLong ? value.toUpperCase() : normalize(value);
			missing = missing.filter(({ word, asEntered }) => !own.includes(isLong ? asEntered : word));
			if (missing.length === 0) return true;
		}
		return false;
	};
}

/** In longer values, such as documents, accents and the format of numbers count: folding takes its time. */
const MAX_FOLDED = 20_000;

/** What people write between the digits of a phone number. */
const SEPARATORS = '\\s()+./\\u2010-\\u2015-';

/** At least five digits: fewer are in too many values. */
const LONG_NUMBER = new RegExp(`^[${SEPARATORS}]*(\\d[${SEPARATORS}]*){5,}$`);

const BETWEEN_DIGITS = new RegExp(`(?<=^|\\d)[${SEPARATORS}]+(?=\\d|$)`, 'g');

/** Removes the separators between digits, and those around the text. */
const joinDigits = (text: string) => fold(text).replace(BETWEEN_DIGITS, '');

/** Apostrophes and dashes that keyboards do not have, and letters that Unicode does not decompose. */
const PLAIN: Array<[RegExp, string]> = [
	[/[\u2018\u2019\u02bc\u2032\u00b4`]/g, "'"],
	[/[\u2010-\u2015]/g, '-'],
	[/[Øø]/g, 'O'],
	[/[Łł]/g, 'L'],
	[/[Đđ]/g, 'D'],
	// More marks on a letter than any script has: putting n of them in order takes n * n steps.
	[/(\p{M}{8})\p{M}+/gu, '$1'],
];

const ACCENTS = /[\u0300-\u036f]/g;

/** Upper case, because it makes "ß" and "SS" the same; lower case keeps them apart. */
function fold(text: string): string {
	const plain = PLAIN.reduce((folded, [pattern, by]) => folded.replace(pattern, by), text);
	return plain.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toUpperCase();
}

type JsonValue = string | number | boolean | object | null;

/** All values in a contact as text, level by level: contacts may be nested too deep for recursion. */
function* textsIn(contact: Contact): Generator<string> {
	const values = Object.values(contact) as JsonValue[];
	for (const value of values) {
		if (typeof value !== 'object') yield String(value);
		else for (const inner of Object.values(value ?? {}) as JsonValue[]) values.push(inner);
	}
}
