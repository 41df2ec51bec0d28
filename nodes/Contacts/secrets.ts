import { HIDDEN } from './quotableName';
import { isObject } from './paginate';

/** Shorter tokens would hide ordinary words, and shorter parts of a token give nothing away. */
const MIN_LENGTH = 8;

/** No ordinary name has as many characters of a token in a row. */
const LONG_PART = 12;

/** Neither messages nor lists of options show longer names. */
const MAX_NAME_LENGTH = 200;

/** More than a message shows of a list. */
const MAX_ELEMENTS = 100;

/** Names and paths of names, also those in a line of a trace. */
const NAME = /[\p{L}\p{M}\p{N}_\-.$@:[\]]+/gu;

/**
 * The tokens that a run has sent. A service may return them as the names of fields or scopes, which
 * messages show, so these are compared with the tokens. They do not show when this is inspected.
 */
export class Secrets {
	readonly #tokens = new Map<string, Form>();

	/** @param token an access token or a refresh token */
	add(token: string): void {
		if (token.length < MIN_LENGTH || this.#tokens.has(token)) return;
		const text = normalize(token);
		this.#tokens.set(token, { text, parts: new Set(partsOf(text)) });
	}

	/**
	 * Hides tokens, names that are parts of them, and long names in the texts of plain data at all levels.
	 * Lists are cut.
	 */
	hideIn<T>(data: T): T {
		if (typeof data === 'string') return this.#hideInText(data) as T;
		if (Array.isArray(data)) {
			const shown = data.slice(0, MAX_ELEMENTS) as unknown[];
			return shown.map((element) => this.hideIn(element)) as T;
		}
		if (!isObject(data)) return data;
		const fields = Object.entries(data).map(([key, value]) => [key, this.hideIn(value)]);
		return Object.fromEntries(fields) as T;
	}

	#hideInText(text: string): string {
		let whole = text;
		for (const token of this.#tokens.keys()) whole = whole.replaceAll(token, HIDDEN);
		return whole.replace(NAME, (name) => {
			if (name.length > MAX_NAME_LENGTH) return HIDDEN;
			const parts = [name, ...name.split('.')].map(normalize);
			const isToken = parts.some((part) =>
				[...this.#tokens.values()].some((token) => overlap(part, token)),
			);
			return isToken ? HIDDEN : name;
		});
	}
}

/** The node derives names of parameters from names of fields, in other styles. */
function normalize(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** A token without its separators, and all of its long parts. */
interface Form {
	text: string;
	parts: ReadonlySet<string>;
}

/** Whether a name is a part of a token, or has a token or a long part of one in it. */
function overlap(name: string, { text, parts }: Form): boolean {
	if (name.length < MIN_LENGTH || text === '') return false;
	if (name.length <= LONG_PART) return text.includes(name) || name.includes(text);
	return name.includes(text) || partsOf(name).some((part) => parts.has(part));
}

/** All parts of a text that are long enough to tell. */
function partsOf(text: string): string[] {
	const count = Math.max(0, text.length - LONG_PART + 1);
	return Array.from({ length: count }, (_, start) => text.slice(start, start + LONG_PART));
}
