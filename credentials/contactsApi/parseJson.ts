/**
 * Parses JSON from a server.
 *
 * @returns undefined when the text is not JSON; the parser's error is dropped, because its message quotes
 * the text
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
