import { inStyleOf, lastKey } from './fieldNames';
import type { Candidate, History, Page, PageLocator, Position } from './page';
import { hasStatedEnd, statedTotal } from './remaining';
import type { ParameterSign, Signs } from './signs';

/** As many requests as the node sends at a time at most. */
const MAX_PAGES_AHEAD = 20;

/** Requests that a list may cost to find out how its service counts pages. */
export const MAX_GUESSES = 16;

/** What services call the parameter, most common first. */
const COMMON_PARAMETERS: ReadonlyArray<{
	kind: Position['kind'];
	parameter: string;
	/**
	 * What the first page or contact may be. Try 0 before 1: where counting starts at 1, that repeats
	 * contacts, which is detected; the other way around, contacts would be skipped.
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

const COMMON_PAGE_PARAMETERS = ['page', '_page'];

/** What services call the parameter of a cursor that has another name in the response. */
const COMMON_CURSOR_PARAMETERS = ['cursor', 'after', 'pageToken', 'startCursor', 'offset'];

/** Requests with the cursor or the next number that the service sent; links are not included. */
export function candidatesFromSigns(page: Page, history: History, signs: Signs): Candidate[] {
	const known = history.locator?.kind === 'cursor' ? [history.locator.parameter] : undefined;
	const [cursor] = signs.cursors;
	if (cursor) {
		return withParameters(page, known ?? parametersOf(cursor), cursor.value);
	}
	const [number] = [...signs.nextPages, ...signs.nextOffsets];
	if (!number) return [];
	const common = number.value === page.collected ? ['offset'] : COMMON_PAGE_PARAMETERS;
	return withParameters(page, known ?? [...ownParametersOf(number), ...common], number.value);
}

/** Requests for the position after the page: the one it states, or else guesses if an end is stated. */
export function candidatesByCounting(page: Page, history: History): Candidate[] {
	const { locator } = history;
	if (locator?.kind === 'page' || locator?.kind === 'offset') {
		return [nextByIncrement(page, locator)];
	}
	const { pageNumbers, offsets } = page.signs;
	const fromSigns = [
		...pageNumbers.slice(0, 1).flatMap((sign) => candidatesFromPosition(page, 'page', sign)),
		...offsets.slice(0, 1).flatMap((sign) => candidatesFromPosition(page, 'offset', sign)),
	];
	if (!hasStatedEnd(page, history)) return fromSigns.slice(0, 1);
	const common = COMMON_PARAMETERS.flatMap(({ kind, parameter, firsts }) =>
		firsts.map((first) =>
			candidateAt(page, { kind, parameter, value: first + step(page, kind), first }, true),
		),
	);
	return uniqueByUrl([...fromSigns, ...common]).slice(0, MAX_GUESSES);
}

/** The request for the page after one that was addressed by its position. */
export function nextByIncrement(page: Page, position: Position): Candidate {
	const by = step(page, position.kind);
	const { echo } = position;
	return candidateAt(page, {
		...position,
		value: position.value + by,
		...(echo && { echo: { ...echo, value: echo.value + by } }),
	});
}

/** The request with a value in a parameter, which replaces the one in the URL of the page. */
export function candidateWithParameter(
	{ url }: Pick<Page, 'url'>,
	locator: PageLocator & { parameter: string },
	value: string | number,
	isGuess = false,
): Candidate {
	const next = new URL(url);
	next.searchParams.set(locator.parameter, String(value));
	return { url: next, locator, isGuess };
}

/** The same page under a value that is lower by `by`: the service counts from another first value. */
export function correctFirst(page: Page, position: Position, by: number): Candidate {
	const corrected = { ...position, value: position.value - by, first: position.first - by };
	return { ...candidateAt(page, corrected, true), isCorrected: true };
}

/**
 * The pages that are certain to be requested after a candidate: those of a counted list, up to the end
 * that the service states or up to the limit.
 *
 * @param limit number of contacts
 */
export function upcomingPages(
	page: Page,
	{ locator, isGuess }: Candidate,
	history: History,
	limit: number,
): URL[] {
	if ((locator.kind !== 'page' && locator.kind !== 'offset') || isGuess) return [];
	// Pages in the middle of a list may be shorter than the first.
	const size = Math.max(page.contacts.length, history.firstCount);
	const total = Math.min(statedTotal(page, history)?.value ?? Infinity, limit);
	const [pages] = page.signs.pages;
	const left = Math.min(
		Math.ceil((total - page.collected) / size),
		pages ? pages.value - page.number : Infinity,
	);
	const count = Number.isFinite(left) && size > 0 ? Math.min(left - 1, MAX_PAGES_AHEAD) : 0;
	const by = locator.kind === 'page' ? 1 : size;
	return Array.from({ length: Math.max(0, count) }, (_, index) => {
		const value = locator.value + by * (index + 1);
		return candidateWithParameter(page, { ...locator, value }, value).url;
	});
}

/** The parameter of the table, the field's own name, and common names in the style of that name. */
function parametersOf(sign: ParameterSign<unknown>): string[] {
	const styled = COMMON_CURSOR_PARAMETERS.map((name) => inStyleOf(sign.name, name));
	return [...ownParametersOf(sign), ...styled, ...COMMON_CURSOR_PARAMETERS.slice(0, 1)];
}

function ownParametersOf({ name, parameter }: ParameterSign<unknown>): string[] {
	return [parameter, lastKey(name)];
}

function withParameters(page: Page, names: string[], value: string | number): Candidate[] {
	return [...new Set(names)].map((parameter, index) =>
		candidateWithParameter(page, { kind: 'cursor', parameter }, value, index > 0),
	);
}

/**
 * On a first page, a field that may be a position states 0, 1 or where the next page starts; any other
 * value is not a position.
 */
function candidatesFromPosition(
	page: Page,
	kind: Position['kind'],
	{ name, value, parameter }: ParameterSign<number>,
): Candidate[] {
	const by = step(page, kind);
	const isNext = value > 1 && (value === by || value === by + 1);
	if (value > 1 && !isNext) return [];
	const next = isNext ? value : value + by;
	const isEnd = isNext && kind === 'offset';
	const echo = isEnd ? { name, value, isEnd } : { name, value: value + by };
	// The parameter may also be called like the field, or like in most services.
	const parameters = new Set([parameter, lastKey(name), kind]);
	return [...parameters].map((candidate, index) =>
		candidateAt(
			page,
			{ kind, parameter: candidate, value: next, first: next - by, echo },
			index > 0,
		),
	);
}

function candidateAt(page: Page, position: Position, isGuess = false): Candidate {
	return candidateWithParameter(page, position, position.value, isGuess);
}

function step({ contacts }: Page, kind: Position['kind']): number {
	return kind === 'page' ? 1 : contacts.length;
}

function uniqueByUrl(candidates: Candidate[]): Candidate[] {
	const seen = new Set<string>();
	return candidates.filter(({ url: { href } }) => !seen.has(href) && seen.add(href));
}
