import { HIDDEN } from '../quotableName';
import { isObject } from '../paginate';
import { parseWithinBudget } from './parseWithinBudget';

/** The usual fields, the most specific first (RFC 9457, RFC 6749, JSON:API). */
const FIELDS = ['detail', 'message', 'error_description', 'title'];

const MAX_LENGTH = 200;

/** Longer words may be tokens, keys, hashes or other encoded data. */
const MAX_WORD_LENGTH = 19;

/** n8n shows descriptions as HTML, and the text stands in quotation marks. */
const MARKUP = /[<>&"]/g;

/**
 * Takes the text that a message quotes from the body of a 400 or 422, without control characters, markup and
 * long words. Tokens that are shorter are hidden when the message is built.
 */
export function readExplanation(body: Uint8Array): string | undefined {
	const parsed = parseWithinBudget(body);
	if (!('value' in parsed)) return undefined;
	const errors = isObject(parsed.value) ? parsed.value.errors : undefined;
	const sources = [parsed.value, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
	const text = [...new Set(sources.flatMap(quotedText))].map(cleanUp).filter(Boolean).join('; ');
	// By characters, not by UTF-16 code units.
	const characters = [...text];
	if (characters.length > MAX_LENGTH) return `${characters.slice(0, MAX_LENGTH - 1).join('')}…`;
	return text || undefined;
}

function quotedText(source: unknown): string[] {
	if (!isObject(source)) return [];
	const texts = FIELDS.map((field) => source[field]);
	return texts.filter((text) => typeof text === 'string' && text !== '').slice(0, 1) as string[];
}

function cleanUp(text: string): string {
	const words = text.split(/[\s\p{C}]+/u).filter(Boolean);
	const shown = words.map((word) => (word.length > MAX_WORD_LENGTH ? HIDDEN : word));
	return shown.join(' ').replace(MARKUP, "'");
}
