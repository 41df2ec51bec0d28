/** @returns what the function returns; undefined if it throws */
export function orUndefined<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch {
		return undefined;
	}
}
