/** Any object of parsed JSON that is not a list. */
export type JsonObject = Record<string, unknown>;

/**
 * Reads a field of parsed JSON by its name or dot path, e.g. `meta.next`. A key that has dots itself
 * (`@odata.nextLink`) is found by its whole name. Only own properties count.
 *
 * @returns undefined when there is no such field
 */
export function valueAt(value: unknown, path: string): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	if (Object.hasOwn(value, path)) return (value as JsonObject)[path];
	const dot = path.indexOf('.');
	return dot === -1 ? undefined : valueAt(valueAt(value, path.slice(0, dot)), path.slice(dot + 1));
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
