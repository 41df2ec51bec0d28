/** An object of parsed JSON, not an array. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is missing, null, an empty text, {} or, as PHP writes {}, []. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	if (Array.isArray(value)) return value.length === 0;
	if (typeof value !== 'object') return false;
	for (const _ in value) return false;
	return true;
}

/** A value as text; '' for objects and lists, which may not be convertible. */
export function textOf(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** More of a text does not say what it is. */
const MAX_START = 200;

/** The start of a value as text: long ones cost as much as they are long to compare. */
export function startOf(value: unknown): string {
	return textOf(value).slice(0, MAX_START);
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
	const isPath = path.length <= MAX_NAME && path.split('.').length <= MAX_PARTS;
	return isPath ? pathIn(value, path) : undefined;
}

function pathIn(value: unknown, path: string): string[] | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (Object.hasOwn(value, path)) return [path];
	for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
		const key = path.slice(0, dot);
		if (!Object.hasOwn(value, key)) continue;
		const rest = pathIn((value as JsonObject)[key], path.slice(dot + 1));
		if (rest) return [key, ...rest];
	}
	return undefined;
}

/** Reads a field of parsed JSON by its name or dot path; undefined when there is no such field. */
export function valueAt(value: unknown, path: string): unknown {
	if (isObject(value) && Object.hasOwn(value, path)) return value[path];
	const keys = pathTo(value, path);
	return keys && valueAtKeys(value, keys);
}

/** Reads a field of parsed JSON by the keys that lead to it; undefined when there is no such field. */
export function valueAtKeys(value: unknown, keys: readonly string[]): unknown {
	return keys.reduce<unknown>(
		(parent, key) =>
			typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
				? (parent as JsonObject)[key]
				: undefined,
		value,
	);
}
