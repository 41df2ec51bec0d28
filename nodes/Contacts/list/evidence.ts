import { type Failure, failure } from '../response/failure';
import { lastKey, split, wordsIn } from '../response/words';
import type { Sign } from '../response/readSigns';
import { modeOf } from './modes';
import { hintsOf, leadsOf, signsOf } from './signs';
import { endOf, isCounted, type ListRequest, type ListState } from './state';

/** What the last page says about the end of the list. */
interface Evidence {
	/** Whether a plausible sign says that there are more contacts. */
	isMore: boolean;
	/** Whether a plausible sign says that there are none, and no sign contradicts. */
	isEnd: boolean;
	/** The flag nearest to the list: whether there are more pages. */
	flag: Sign | undefined;
	/** The number of all contacts, if it is plausible. */
	total?: number;
	/** The number of all pages, if it is plausible. */
	pages?: number;
}

/**
 * Common maximum and default page sizes: a page with this many contacts may be full although another
 * number was requested.
 */
export const COMMON_PAGE_SIZES: ReadonlySet<number> = new Set([
	10, 20, 25, 30, 50, 100, 200, 250, 300, 500, 1_000, 2_000, 2_500, 5_000, 10_000,
]);

/** No service sends fewer contacts where it chooses the page size. */
const SMALLEST_DEFAULT = 5;

/** Whether the page has as many contacts as were requested, or as a common limit allows. */
export function isFull(
	{ pages, count, firstCount, pageSize: own }: ListState,
	{ pageSize }: ListRequest,
): boolean {
	if (count === 0) return false;
	if (pages > 1) return count >= firstCount;
	if (pageSize === undefined || own === 'none') return count >= SMALLEST_DEFAULT;
	return count === pageSize || COMMON_PAGE_SIZES.has(count);
}

/** Whether the page is shorter than those before it. */
export function isShort({ pages, count, firstCount }: ListState): boolean {
	return count === 0 || (pages > 1 && count < firstCount);
}

/**
 * Weighs what the last page says. A sign whose value cannot be right says nothing: a total below what has
 * come, one that counts the contacts of the page, no pages where contacts are.
 */
export function weigh(state: ListState, request: ListRequest): Evidence {
	const flag = flagOf(state);
	const totals = plausibleTotals(state, request);
	const pages = plausiblePages(state, totals, request);
	const statements = [
		...(flag ? [flag.value as boolean] : []),
		...signsOf(state, 'more')
			.filter(({ isConfigured }) => isConfigured)
			.map(({ value }) => value as boolean),
		...statementsOfTotals(state, totals),
		...pages.map((number) => hasPageAfter(state, number)),
		...signsOf(state, 'lastPage')
			.slice(0, 1)
			.map(({ value }) => isBeforeLast(state, value as number)),
		...(state.received > 0 ? signsOf(state, 'remaining') : [])
			.slice(0, 1)
			.map(({ value }) => (value as number) - pageIn(value as number, state, totals) > 0),
	];
	// Services that use status 206 also use it for the last page.
	if (statements.length === 0 && state.signs.some(({ isStatus }) => isStatus)) {
		statements.push(true);
	}
	if (statements.length === 0 && hasNoNext(state, request)) statements.push(false);
	const exact = totals.find(({ isMinimum }) => !isMinimum);
	return {
		isMore: statements.includes(true),
		isEnd: statements.includes(false) && !statements.includes(true),
		flag,
		total: exact?.value as number | undefined,
		pages: pages[0],
	};
}

/** What remains may include the contacts of this page, as a total shows. */
function pageIn(remaining: number, state: ListState, totals: Sign[]): number {
	const { count } = state;
	return totals.some(({ value }) => remaining - count === (value as number) - endOf(state))
		? count
		: 0;
}

function statementsOfTotals(state: ListState, totals: Sign[]): boolean[] {
	const end = endOf(state);
	const isNone = end === 0 && totals.some(({ value }) => value === 0);
	return totals.flatMap(({ value, isMinimum }) => {
		const isAbove = (value as number) > end;
		// Beside a total of 0, another number is one of something else.
		if (isAbove && isNone) return [];
		return isAbove ? [true] : isMinimum ? [] : [false];
	});
}

/** An empty string or null stands for a missing next page; a number may be 0 on every page. */
function hasNoNext(state: ListState, request: ListRequest): boolean {
	const [noNext] = signsOf(state, 'noNext');
	const isPositional =
		isCounted(state.way) || modeOf(request.pagination.mode).counted !== undefined;
	return noNext !== undefined && !isPositional && (noNext.value === '' || !isFull(state, request));
}

/** The flag nearest to the list that says whether there are more pages; one that is true comes first. */
function flagOf(state: ListState): Sign | undefined {
	const flags = signsOf(state, 'more').filter((sign) => !sign.isConfigured && !sign.isStatus);
	const [nearest] = flags;
	return flags.find(({ distance, value }) => distance === nearest!.distance && value) ?? nearest;
}

/** The signs that may state the number of all contacts. */
export function plausibleTotals(state: ListState, request: ListRequest): Sign[] {
	const { pages, count, totalNames } = state;
	const received = endOf(state);
	return signsOf(state, 'total', 'count').filter(({ meaning, name, value, isMinimum }) => {
		if (meaning === 'count' && !totalNames.includes(name)) return false;
		if (isMinimum) return true;
		if ((value as number) < received) return false;
		if (value !== received || received === 0) return true;
		// On the first page, it may count the contacts of the page.
		return pages > 1 || value !== count || !mayCountPage(state, request);
	});
}

function mayCountPage(state: ListState, request: ListRequest): boolean {
	return (
		modeOf(request.pagination.mode).counted !== undefined ||
		state.setValue.kind === 'value' ||
		// A page size that the service chooses is a common one.
		isFull(state, { ...request, pageSize: request.pageSize ?? 0 }) ||
		leadsOf(state).length > 0 ||
		hintsOf(state).length > 0
	);
}

/** Fewer or more contacts than were stated. */
export function totalFailure(state: ListState): Failure | undefined {
	const { totals, firstCount, received } = state;
	// Beside a total of 0, another number is one of something else.
	const isNone = signsOf(state, 'total', 'count').some(({ value }) => value === 0);
	if (received === 0 && isNone) return undefined;
	// A number that was never above the first page's counts the contacts of a page.
	const stated = totals.filter(({ max }) => max > firstCount || received <= max);
	const isRight = stated.some(({ min, max }) => received >= min && received <= max);
	return stated.length === 0 || isRight
		? undefined
		: failure('totalDiffers', received, stated[0]!.max);
}

/** Counts on the first page that can only be those of the whole list. */
export function totalNamesOf(signs: Sign[], count: number, pageSize: number | undefined): string[] {
	// Beside one page in all, a larger number is the size of a page: `{ pages: 1, count: 7, items: 20 }`.
	const isOnlyPage = signs.some(
		({ meaning, value, isForeign }) => meaning === 'pages' && value === 1 && !isForeign,
	);
	const isCounted = ({ meaning, value }: Sign) => meaning === 'count' && value === count;
	if (isOnlyPage && signs.some(isCounted)) return [];
	return signs
		.filter(
			({ meaning, name, value, isForeign }) =>
				!isForeign &&
				meaning === 'count' &&
				(value as number) > count &&
				value !== pageSize &&
				!wordsIn(lastKey(name)).some((word) => OF_PAGE.has(word)),
		)
		.map(({ name }) => name);
}

/** Words in names of numbers that are never those of the whole list. */
const OF_PAGE: ReadonlySet<string> = new Set(split('length len page on size limit max maximum'));

/** The numbers of pages that may be right: where contacts are, there is a page. */
function plausiblePages(state: ListState, totals: Sign[], request: ListRequest): number[] {
	const least = state.received > 0 ? Math.max(1, state.pages) : 0;
	return signsOf(state, 'pages')
		.map(({ value }) => value as number)
		.filter((pages) => pages >= least && !isOfContacts(pages, state, totals, request));
}

/** Whether a number of pages is one of contacts instead: so many pages have more of them than the total. */
function isOfContacts(
	number: number,
	{ received, count, firstCount }: ListState,
	totals: Sign[],
	{ pageSize }: ListRequest,
): boolean {
	const isTooMany = totals.some(({ value }) => (value as number) <= (number - 1) * firstCount);
	return isTooMany && [received, count, firstCount, pageSize].includes(number);
}

/** Whether pages follow, by the number of pages. Where contacts are counted, pages may be cut otherwise. */
function hasPageAfter({ pages: read, received, firstCount, way, count }: ListState, pages: number) {
	if (way?.kind === 'offset' || way?.kind === 'lastContact') {
		if (received <= (pages - 1) * firstCount) return true;
		return received < pages * firstCount && count >= firstCount;
	}
	return read < pages;
}

/** The number of the last page counts from the same first value as that of this page. */
function isBeforeLast(state: ListState, lastPage: number): boolean {
	const [page] = signsOf(state, 'page');
	return page ? (page.value as number) < lastPage : hasPageAfter(state, lastPage);
}
