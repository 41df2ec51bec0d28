import { orUndefined } from './orUndefined';

/** Parses JSON from a server. @returns undefined for other text; the parser's error would quote it */
export function parseJson(text: string): unknown {
	return orUndefined((): unknown => JSON.parse(text));
}
