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
		if (token.length >= MIN_LENGTH) this.#tokens.add(token);
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
		const tokens = [...this.#tokens];
		const whole = tokens.reduce((rest, token) => rest.replaceAll(token, HIDDEN), text);
		const forms = tokens.map(normalize);
		return whole.replace(NAME, (name) => {
			const parts = [name, ...name.split('.')].map(normalize);
			const isToken = parts.some((part) => forms.some((form) => overlap(part, form)));
			return isToken ? HIDDEN : name;
		});
	}
}

/** The node derives names of parameters from names of fields, in other styles. */
function normalize(text: string): string {
	return text.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Whether a name is a part of a token, or has a token or a long part of one in it. */
function overlap(name: string, token: string): boolean {
	if (name.length < MIN_LENGTH) return false;
	const length = Math.min(name.length, LONG_PART);
	const parts = Array.from({ length: name.length - length + 1 }, (_, start) =>
		name.slice(start, start + length),
	);
	return name.includes(token) || parts.some((part) => token.includes(part));
}
