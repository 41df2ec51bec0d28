/** Parses JSON from a server. @returns undefined for other text; the parser's error would quote it */
export function parseJson(text: string): unknown {
	return orUndefined((): unknown => JSON.parse(text));
}

/** @returns what the function returns; undefined if it throws */
export function orUndefined<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch {
		return undefined;
	}
}
