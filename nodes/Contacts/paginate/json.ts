/** An object of parsed JSON, not an array. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keys and values of an object or an array; none of anything else. */
export const entriesIn = (value: unknown): Array<[key: string, value: unknown]> =>
	typeof value === 'object' ? Object.entries(value ?? {}) : [];

/** More keys would not fit into a message, and are in no envelope. */
const MAX_KEYS = 200;

export const keysIn = (value: unknown): string[] =>
	isObject(value) ? Object.keys(value).slice(0, MAX_KEYS) : [];

/** Whether a value is missing, null, an empty text, {} or, as PHP writes {}, []. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	if (typeof value !== 'object') return false;
	for (const _ in value) return false;
	return true;
}

/** More of a text does not say what it is. */
const MAX_START = 200;

/**
 * The start of a value as text: long ones cost as much as they are long to compare. '' for objects and lists,
 * which may not be convertible.
 */
export function startOf(value: unknown): string {
	const isText = ['string', 'number', 'boolean'].includes(typeof value);
	return isText ? String(value).slice(0, MAX_START) : '';
}

/** Longer names, or paths with more parts, are not looked up: each dot could start a path. */
export const MAX_NAME = 120;
const MAX_PARTS = 10;

/**
 * Finds a field of parsed JSON by its name or dot path, e.g. `meta.next`. Keys may contain dots
 * themselves (`@odata.nextLink`). Inherited properties are ignored.
 *
 * @returns the keys that lead to it; undefined when there is no such field
 */
export function pathTo(value: unknown, path: string): string[] | undefined {
	if (value === undefined) return undefined;
	if (valueIn(value, path) !== undefined) return [path];
	const parts = path.split('.');
	if (path.length > MAX_NAME || parts.length > MAX_PARTS) return undefined;
	for (let n = 1; n < parts.length; n++) {
		const key = parts.slice(0, n).join('.');
		const rest = pathTo(valueIn(value, key), parts.slice(n).join('.'));
		if (rest) return [key, ...rest];
	}
	return undefined;
}

const valueIn = (value: unknown, key: string) =>
	Object.hasOwn(Object(value) as object, key) ? (value as JsonObject)[key] : undefined;

/** Reads a field of parsed JSON by its name or dot path; undefined when there is no such field. */
export function valueAt(value: unknown, path: string): unknown {
	const keys = pathTo(value, path);
	return keys && valueAtKeys(value, keys);
}

/** Reads a field of parsed JSON by the keys that lead to it; undefined when there is no such field. */
export const valueAtKeys = (value: unknown, keys: readonly string[]): unknown =>
	keys.reduce(valueIn, value);
