import { HIDDEN } from '../quotableName';
import { isObject } from '../response/json';
import { parseWithinBudget } from '../response/parseWithinBudget';
import type { Secrets } from '../secrets';

/** The usual fields, the most specific first (RFC 9457, RFC 6749, JSON:API). */
const FIELDS = ['detail', 'message', 'error_description', 'title'];

const MAX_LENGTH = 200;

/** JWTs, keys, hashes and other encoded data. */
export const OPAQUE_WORD = /eyJ|^(?=.*\d).{20}|.{60}/;

/** n8n shows descriptions as HTML, and the text stands in quotation marks. */
const REPLACED: Record<string, string> = { '<': '‹', '>': '›', '&': '+', '"': "'" };

/**
 * Takes the text that a message quotes from the body of a 400 or 422: at most 200 characters of the usual
 * fields, without control characters, markup and opaque words.
 *
 * @returns undefined if there is no such text, or if a token is anywhere in the body, in any usual encoding
 */
export function readExplanation(body: Uint8Array, secrets: Secrets): string | undefined {
	const parsed = parseWithinBudget(body);
	if (!('value' in parsed) || secrets.areIn(JSON.stringify(parsed.value))) return undefined;
	const errors = isObject(parsed.value) ? parsed.value.errors : undefined;
	const sources = [parsed.value, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
	const text = [...new Set(sources.flatMap(textOf))].map(cleanUp).filter(Boolean).join('; ');
	// By characters, not by UTF-16 code units.
	const characters = [...text];
	if (characters.length > MAX_LENGTH) return `${characters.slice(0, MAX_LENGTH - 1).join('')}…`;
	return text || undefined;
}

function textOf(source: unknown): string[] {
	if (!isObject(source)) return [];
	const texts = FIELDS.map((field) => source[field]);
	return texts.filter((text) => typeof text === 'string' && text !== '').slice(0, 1) as string[];
}

function cleanUp(text: string): string {
	const words = text.split(/[\s\p{C}]+/u).filter(Boolean);
	return words
		.map((word) => (OPAQUE_WORD.test(word) ? HIDDEN : word))
		.join(' ')
		.replace(/[<>&"]/g, (character) => REPLACED[character]!);
}
