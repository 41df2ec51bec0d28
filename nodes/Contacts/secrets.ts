import { orUndefined } from '../../credentials/contactsApi/orUndefined';
import { HIDDEN } from './quotableName';
import { isObject } from './response/json';

/** Shorter tokens would hide ordinary words, and shorter parts of a token give nothing away. */
const MIN_LENGTH = 8;

/** No ordinary name has as many characters of a token in a row. */
const LONG_PART = 12;

/** Names and paths of names, also those in a line of a trace. */
const NAME = /[\p{L}\p{M}\p{N}_\-.$@:[\]]+/gu;

/**
 * The tokens that a run has sent. A service may return them as the names of fields or scopes, which
 * messages show, so these are compared with the tokens. They do not show when this is inspected.
 */
export class Secrets {
	readonly #tokens = new Set<string>();

	/** @param token an access token or a refresh token */
	add(token: string): void {
		this.#tokens.add(token);
	}

	/** Whether a text has a token or a long part of one in it, as it is or in a usual encoding. */
	areIn(text: string): boolean {
		const decoded = decode(text);
		const texts = [text, decoded, decode(decoded)].flatMap((one) => [one, normalize(one)]);
		const parts = new Set(texts.flatMap((one) => partsOf(one, LONG_PART)));
		const isThere = (form: string) =>
			form.length > LONG_PART
				? partsOf(form, LONG_PART).some((part) => parts.has(part))
				: texts.some((one) => one.includes(form));
		return [...this.#tokens].some((token) => [token, ...encodings(token)].some(isThere));
	}

	/** Hides tokens, and names that are parts of them, in the texts of plain data at all levels. */
	hideIn<T>(data: T): T {
		if (typeof data === 'string') return this.#hideInText(data) as T;
		if (Array.isArray(data)) return data.map((element: unknown) => this.hideIn(element)) as T;
		if (!isObject(data)) return data;
		const fields = Object.entries(data).map(([key, value]) => [key, this.hideIn(value)]);
		return Object.fromEntries(fields) as T;
	}

	#hideInText(text: string): string {
		const tokens = [...this.#tokens].filter(({ length }) => length >= MIN_LENGTH);
		const whole = tokens.reduce((rest, token) => rest.replaceAll(token, HIDDEN), text);
		const forms = tokens.map(normalize).filter(Boolean);
		return whole.replace(NAME, (name) => {
			const parts = [name, ...name.split('.')].map(normalize);
			const isToken = parts.some((part) => forms.some((form) => overlap(part, form)));
			return isToken ? HIDDEN : name;
		});
	}
}

/** The node derives names of parameters from names of fields, in other styles. */
function normalize(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a name is a part of a token, or has a token or a long part of one in it. */
function overlap(name: string, token: string): boolean {
	if (name.length < MIN_LENGTH) return false;
	const parts = partsOf(name, Math.min(name.length, LONG_PART));
	return name.includes(token) || parts.some((part) => token.includes(part));
}

/** All parts of a text that have this length. */
function partsOf(text: string, length: number): string[] {
	return Array.from({ length: text.length - length + 1 }, (_, start) =>
		text.slice(start, start + length),
	);
}

/** A token as it is, in hexadecimal and in Base64, normalized; without what is too short to tell. */
function encodings(token: string): string[] {
	const bytes = Buffer.from(token);
	// The three ways in which Base64 may divide it; what mixes with its neighbors is left out.
	const base64 = [0, 1, 2].map((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		return text.slice(before === 0 ? 0 : 4, (before + bytes.length) % 3 === 0 ? undefined : -4);
	});
	const forms = [token, bytes.toString('hex'), ...base64].map(normalize);
	return forms.filter(({ length }) => length >= MIN_LENGTH);
}

/** Undoes percent-encoding, HTML entities and the escapes of JSON, once. */
function decode(text: string): string {
	const fromHex = (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
	return text
		.replace(/(%[\da-f]{2})+/gi, (part) => orUndefined(() => decodeURIComponent(part)) ?? part)
		.replace(/&#(\d{1,4});/g, (_, decimal: string) => String.fromCharCode(Number(decimal)))
		.replace(/&#x([\da-f]{1,4});/gi, fromHex)
		.replace(/\\u([\da-f]{4})/gi, fromHex)
		.replace(/\\[bfnrt]/g, '');
}
