import { candidateWithParameter } from './candidates';
import type { Candidate, Echo, PageLocator } from './page';

/** Candidates in few characters, as plain data. Many differ only in the name of a parameter. */
export interface PackedCandidates {
	/** Values of parameters, which candidates refer to by index. */
	values: string[];
	candidates: Packed[];
}

type Packed = [
	isGuess: boolean,
	/** Index of the value to set in the URL of the list, or else a path with its query. */
	target: number | string,
	kind: PageLocator['kind'],
	parameter?: string,
	value?: number,
	first?: number,
	echo?: Echo,
];

/** @param listUrl URL of the first page; all candidates are on its origin */
export function packCandidates(candidates: Candidate[], listUrl: URL): PackedCandidates {
	const values: string[] = [];
	const targetOf = (url: URL, locator: PageLocator): number | string => {
		const value = 'parameter' in locator ? url.searchParams.get(locator.parameter)! : undefined;
		if (value === undefined || urlWith(locator, value, listUrl).href !== url.href) {
			return url.href.slice(url.origin.length);
		}
		if (!values.includes(value)) values.push(value);
		return values.indexOf(value);
	};
	const packed = candidates.map(({ url, locator, isGuess }): Packed => {
		const { kind } = locator;
		const target = targetOf(url, locator);
		if (kind === 'link') return [isGuess, target, kind];
		if (kind === 'cursor') return [isGuess, target, kind, locator.parameter];
		const { parameter, value, first, echo } = locator;
		return [isGuess, target, kind, parameter, value, first, echo];
	});
	return { values, candidates: packed };
}

/** Reverses `packCandidates`. */
export function unpackCandidates(
	{ values, candidates }: PackedCandidates,
	listUrl: URL,
): Candidate[] {
	return candidates.map(([isGuess, target, kind, parameter, value, first, echo]) => {
		const locator = {
			kind,
			...(parameter !== undefined && { parameter }),
			...(value !== undefined && { value, first }),
			...(echo && { echo }),
		} as PageLocator;
		const url =
			typeof target === 'string'
				? new URL(listUrl.origin + target)
				: urlWith(locator, values[target]!, listUrl);
		return { url, locator, isGuess };
	});
}

function urlWith(locator: PageLocator, value: string, url: URL): URL {
	return candidateWithParameter({ url }, locator as PageLocator & { parameter: string }, value).url;
}
