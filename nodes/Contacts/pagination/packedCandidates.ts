import { byParameter } from './candidates';
import type { Candidate, Echo, PageWay } from './page';

/** Candidates in few characters, as plain data. Many of them differ in the name of a parameter only. */
export interface PackedCandidates {
	/** Values of parameters. */
	values: string[];
	candidates: Packed[];
}

type Packed = [
	isGuess: boolean,
	/** Which value the parameter has in the address of the list, or a path with its query. */
	target: number | string,
	kind: PageWay['kind'],
	parameter?: string,
	value?: number,
	first?: number,
	echo?: Echo,
];

/** @param listUrl address of the first page; all candidates are on its origin */
export function packCandidates(candidates: Candidate[], listUrl: URL): PackedCandidates {
	const values: string[] = [];
	const targetOf = (url: URL, way: PageWay): number | string => {
		const value = 'parameter' in way ? url.searchParams.get(way.parameter)! : undefined;
		if (value === undefined || targetBy(way, value, listUrl).href !== url.href) {
			return url.href.slice(url.origin.length);
		}
		if (!values.includes(value)) values.push(value);
		return values.indexOf(value);
	};
	const packed = candidates.map(({ url, way, isGuess }): Packed => {
		const target = targetOf(url, way);
		if (way.kind === 'link') return [isGuess, target, way.kind];
		if (way.kind === 'cursor') return [isGuess, target, way.kind, way.parameter];
		return [isGuess, target, way.kind, way.parameter, way.value, way.first, way.echo];
	});
	return { values, candidates: packed };
}

export function unpackCandidates(
	{ values, candidates }: PackedCandidates,
	listUrl: URL,
): Candidate[] {
	return candidates.map(([isGuess, target, kind, parameter, value, first, echo]) => {
		const way = {
			kind,
			...(parameter !== undefined && { parameter }),
			...(value !== undefined && { value, first }),
			...(echo && { echo }),
		} as PageWay;
		const url =
			typeof target === 'string'
				? new URL(listUrl.origin + target)
				: targetBy(way, values[target]!, listUrl);
		return { url, way, isGuess };
	});
}

function targetBy(way: PageWay, value: string, url: URL): URL {
	return byParameter({ url }, way as PageWay & { parameter: string }, value).url;
}
