import { hasStatedEnd, statedTotal } from './remaining';
import type { Candidate, History, Page, PageWay } from './page';
import { inStyleOf, type ParameterSign, type Signs } from './readSigns';

/** As many as requests at a time are possible. */
const MAX_PAGES_AHEAD = 20;

/** Requests that a list may cost to find out how its service counts pages. */
export const MAX_TRIES = 16;

/** What services call the parameter, most usual first. */
const USUAL_PARAMETERS: ReadonlyArray<{
	kind: 'page' | 'offset';
	parameter: string;
	/**
	 * What the first page or contact may be. From 0 before from 1: a service that counts from 1 answers
	 * with contacts that it sent before, while one that counts from 0 would skip some.
	 */
	firsts: number[];
}> = [
	{ kind: 'page', parameter: 'page', firsts: [0, 1] },
	{ kind: 'offset', parameter: 'offset', firsts: [0] },
	{ kind: 'offset', parameter: 'skip', firsts: [0] },
	{ kind: 'offset', parameter: 'start', firsts: [0] },
	{ kind: 'page', parameter: 'pageNumber', firsts: [0, 1] },
	{ kind: 'offset', parameter: 'startIndex', firsts: [0, 1] },
	{ kind: 'offset', parameter: 'from', firsts: [0] },
	{ kind: 'page', parameter: 'page[number]', firsts: [0, 1] },
	{ kind: 'page', parameter: '_page', firsts: [0, 1] },
	{ kind: 'offset', parameter: '$skip', firsts: [0] },
];

const USUAL_PAGE_PARAMETERS = ['page', '_page'];

/** What services call the parameter for a cursor that has another name in the response. */
const USUAL_CURSOR_PARAMETERS = ['cursor', 'after', 'pageToken', 'startCursor', 'offset'];

/** What the service sends for the next page, but for links: cursors, then numbers. */
export function sentNext(page: Page, history: History, signs: Signs): Candidate[] {
	const known = history.way?.kind === 'cursor' ? [history.way.parameter] : undefined;
	const [cursor] = signs.cursors;
	if (cursor) {
		return withParameters(page, known ?? parametersOf(cursor), cursor.value);
	}
	const [number] = [...signs.nextPages, ...signs.nextOffsets];
	if (!number) return [];
	const usual = number.value === page.collected ? ['offset'] : USUAL_PAGE_PARAMETERS;
	return withParameters(page, known ?? [...ownParametersOf(number), ...usual], number.value);
}

/** The parameter of the table, the field's own name, and what others call it, in the style of the name. */
function parametersOf(sign: ParameterSign<unknown>): string[] {
	const styled = USUAL_CURSOR_PARAMETERS.map((name) => inStyleOf(sign.name, name));
	return [...ownParametersOf(sign), ...styled, ...USUAL_CURSOR_PARAMETERS.slice(0, 1)];
}

function ownParametersOf({ name, parameter }: ParameterSign<unknown>): string[] {
	return [parameter, name.slice(name.lastIndexOf('.') + 1)];
}

function withParameters(page: Page, names: string[], value: string | number): Candidate[] {
	return [...new Set(names)].map((parameter, index) =>
		byParameter(page, { kind: 'cursor', parameter }, value, index > 0),
	);
}

/** The next page by counting on from the position that the page states. */
export function countedNext(page: Page, history: History): Candidate[] {
	const { way } = history;
	if (way?.kind === 'page' || way?.kind === 'offset') return [countOn(page, way)];
	const { pageNumbers, offsets } = page.signs;
	const fromSigns = [
		...pageNumbers.slice(0, 1).flatMap((sign) => fromPosition(page, 'page', sign)),
		...offsets.slice(0, 1).flatMap((sign) => fromPosition(page, 'offset', sign)),
	];
	if (!hasStatedEnd(page, history)) return fromSigns.slice(0, 1);
	const usual = USUAL_PARAMETERS.flatMap(({ kind, parameter, firsts }) =>
		firsts.map((first) =>
			counted(page, { kind, parameter, value: first + step(page, kind), first }, true),
		),
	);
	return uniqueByUrl([...fromSigns, ...usual]).slice(0, MAX_TRIES);
}

function uniqueByUrl(candidates: Candidate[]): Candidate[] {
	const seen = new Set<string>();
	return candidates.filter(({ url: { href } }) => !seen.has(href) && seen.add(href));
}

/** The page after one that was asked for by its number or offset. */
export function countOn(page: Page, way: PageWay & { kind: 'page' | 'offset' }): Candidate {
	const by = step(page, way.kind);
	const { echo } = way;
	return counted(page, {
		...way,
		value: way.value + by,
		...(echo && { echo: { ...echo, value: echo.value + by } }),
	});
}

/**
 * The pages after a candidate that are certain to be asked for: those of a counted list up to the end that
 * the service states, or up to the limit.
 */
export function pagesAfter(
	page: Page,
	{ way, isGuess }: Candidate,
	history: History,
	limit: number,
): URL[] {
	if ((way.kind !== 'page' && way.kind !== 'offset') || isGuess) return [];
	// A page in mid-list may be shorter than the others.
	const size = Math.max(page.contacts.length, history.firstCount);
	const total = Math.min(statedTotal(page, history)?.value ?? Infinity, limit);
	const [pages] = page.signs.pages;
	const left = Math.min(
		Math.ceil((total - page.collected) / size),
		pages ? pages.value - page.number : Infinity,
	);
	const count = Number.isFinite(left) && size > 0 ? Math.min(left - 1, MAX_PAGES_AHEAD) : 0;
	const by = way.kind === 'page' ? 1 : size;
	return Array.from({ length: Math.max(0, count) }, (_, index) => {
		const value = way.value + by * (index + 1);
		return byParameter(page, { ...way, value }, value).url;
	});
}

/** A request for the page at another value, with the same position expected. */
export function shifted(
	page: Page,
	way: PageWay & { kind: 'page' | 'offset' },
	by: number,
): Candidate {
	const corrected = { ...way, value: way.value - by, first: way.first - by };
	return { ...counted(page, corrected, true), isCorrected: true };
}

/** The value that goes into a parameter of the next request. */
export function byParameter(
	{ url }: Pick<Page, 'url'>,
	way: PageWay & { parameter: string },
	value: string | number,
	isGuess = false,
): Candidate {
	const next = new URL(url);
	next.searchParams.set(way.parameter, String(value));
	return { url: next, way, isGuess };
}

function counted(
	page: Page,
	way: PageWay & { kind: 'page' | 'offset' },
	isGuess = false,
): Candidate {
	return byParameter(page, way, way.value, isGuess);
}

function step({ contacts }: Page, kind: 'page' | 'offset'): number {
	return kind === 'page' ? 1 : contacts.length;
}

/**
 * A first page states 0 or 1, or where the next one is. Anything else is not a position. The parameter
 * may have the field's own name, too.
 */
function fromPosition(
	page: Page,
	kind: 'page' | 'offset',
	{ name, value, parameter }: ParameterSign<number>,
): Candidate[] {
	const by = step(page, kind);
	const isNext = value > 1 && (value === by || value === by + 1);
	if (value > 1 && !isNext) return [];
	const next = isNext ? value : value + by;
	const isEnd = isNext && kind === 'offset';
	const echo = isEnd ? { name, value, isEnd } : { name, value: value + by };
	const own = name.slice(name.lastIndexOf('.') + 1);
	const others = kind === 'page' ? ['page'] : ['offset'];
	return [...new Set([parameter, own, ...others])].map((candidate, n) =>
		counted(page, { kind, parameter: candidate, value: next, first: next - by, echo }, n > 0),
	);
}
