/** An object of parsed JSON, not an array. */
export type JsonObject = Record<string, unknown>;

/**
 * Finds a field of parsed JSON by its name or dot path, e.g. `meta.next`. Keys may contain dots
 * themselves (`@odata.nextLink`). Inherited properties are ignored.
 *
 * @returns the keys that lead to it; undefined when there is no such field
 */
export function keysOf(value: unknown, path: string): string[] | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (Object.hasOwn(value, path)) return [path];
	for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
		const key = path.slice(0, dot);
		if (!Object.hasOwn(value, key)) continue;
		const rest = keysOf((value as JsonObject)[key], path.slice(dot + 1));
		if (rest) return [key, ...rest];
	}
	return undefined;
}

/** Reads a field of parsed JSON by its name or dot path; undefined when there is no such field. */
export function valueAt(value: unknown, path: string): unknown {
	if (isObject(value) && Object.hasOwn(value, path)) return value[path];
	const keys = keysOf(value, path);
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

/** The number of bytes of a value as JSON in UTF-8. */
export function sizeOf(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value));
}

/** Bytes of the longest dot path that is read: it has to fit into a continuation several times. */
export const MAX_NAME_BYTES = 200;

/** Whether a key of the object at a path may lead to contacts, or say something about pages. */
export function isName(path: readonly string[], key: string): boolean {
	return key.length <= MAX_NAME_BYTES && sizeOf([...path, key].join('.')) <= MAX_NAME_BYTES;
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is missing, null, an empty text, {} or, as PHP writes {}, []. */
export function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	const isNothing = value === undefined || value === null || value === '';
	return isNothing || (typeof value === 'object' && Object.keys(value).length === 0);
}
