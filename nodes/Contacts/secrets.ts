import { isObject } from './paginate';
import { HIDDEN } from './quotableName';

/** Shorter tokens would hide ordinary words. */
const MIN_LENGTH = 8;

/** No ordinary name has as many characters of a token in a row. */
const PART_LENGTH = 12;

/** Neither messages nor lists of options show longer names. */
const MAX_NAME_LENGTH = 200;

/** Names and paths of names, also those in a line of a trace. */
const NAME = /[\p{L}\p{M}\p{N}_\-.$@:[\]]+/gu;

/**
 * The tokens that a run has sent. A service may return them as the names of fields or scopes, which messages
 * show, so these are compared with the tokens. They do not show when this is inspected.
 */
export class Secrets {
	readonly #tokens = new Set<string>();
	readonly #parts = new Set<string>();

	/** @param token an access token or a refresh token */
	add(token: string): void {
		if (token.length < MIN_LENGTH || this.#tokens.has(token)) return;
		this.#tokens.add(token);
		for (const part of partsOf(token)) this.#parts.add(part);
	}

	/** Hides tokens, names that have a part of one in them, and long names, in all texts of plain data. */
	hideIn<T>(data: T): T {
		if (typeof data === 'string') return this.#hideInText(data) as T;
		if (Array.isArray(data)) return data.map((element: unknown) => this.hideIn(element)) as T;
		if (!isObject(data)) return data;
		const fields = Object.entries(data).map(([key, value]) => [key, this.hideIn(value)]);
		return Object.fromEntries(fields) as T;
	}

	#hideInText(text: string): string {
		let shown = text;
		for (const token of this.#tokens) shown = shown.replaceAll(token, HIDDEN);
		return shown.replace(NAME, (name) => {
			const isLong = name.length > MAX_NAME_LENGTH;
			return isLong || partsOf(name).some((part) => this.#parts.has(part)) ? HIDDEN : name;
		});
	}
}

/** All parts of a text of this length, in one style: the node derives names of parameters from fields. */
function partsOf(text: string): string[] {
	const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	const count = Math.max(0, plain.length - PART_LENGTH + 1);
	return Array.from({ length: count }, (_, start) => plain.slice(start, start + PART_LENGTH));
}
