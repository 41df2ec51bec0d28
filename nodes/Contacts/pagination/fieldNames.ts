/** The normalized form in which names are compared: only letters and digits, in lower case. */
export function normalize(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Splits a name in camel, snake or kebab case into its words, in lower case. */
export function wordsIn(name: string): string[] {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.split(/[^A-Za-z\d]+/)
		.filter(Boolean)
		.map((word) => word.toLowerCase());
}

/** The part of a dot path after the last dot. */
export function lastKey(path: string): string {
	return path.slice(path.lastIndexOf('.') + 1);
}

export function toCamelCase(words: readonly string[]): string {
	return words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');
}

/**
 * Writes a parameter in the style of a field's name: next to `next_page_token`, `pageToken` becomes
 * `page_token`.
 *
 * @param name name or dot path of the field
 * @param parameter in camel case
 */
export function inStyleOf(name: string, parameter: string): string {
	const key = lastKey(name);
	const words = wordsIn(parameter);
	if (key.includes('_')) return words.join('_');
	if (key.includes('-')) return words.join('-');
	if (/^[A-Z]/.test(key)) return words.map(capitalize).join('');
	return /[A-Z]/.test(key) ? parameter : words.join('');
}

function capitalize(word: string): string {
	return word.slice(0, 1).toUpperCase() + word.slice(1);
}
