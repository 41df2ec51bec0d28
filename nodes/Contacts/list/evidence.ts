import { type Failure, failure } from '../response/failure';
import { lastKey, split, wordsIn } from '../response/words';
import type { Meaning } from '../response/meanings';
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
	const { signs, received } = state;
	const flag = flagOf(state);
	const totals = plausibleTotals(state, request);
	const pages = plausiblePages(state, totals, request);
	const lastPages = numbersOf(state, 'lastPage').slice(0, 1);
	const remaining = received > 0 ? numbersOf(state, 'remaining').slice(0, 1) : [];
	const statements = [
		...signsOf(state, 'more')
			.filter((sign) => sign === flag || sign.isConfigured)
			.map(({ value }) => value as boolean),
		...statementsOfTotals(state, totals),
		...pages.map((number) => hasPageAfter(state, number)),
		...lastPages.map((number) => isBeforeLast(state, number)),
		...remaining.map((number) => number > pageIn(number, state, totals)),
	];
	// Services that use status 206 also use it for the last page.
	if (statements.length === 0 && signs.some(({ isStatus }) => isStatus)) statements.push(true);
	if (statements.length === 0 && hasNoNext(state, request)) statements.push(false);
	const isMore = statements.includes(true);
	return {
		isMore,
		isEnd: statements.includes(false) && !isMore,
		flag,
		total: totals.find(({ isMinimum }) => !isMinimum)?.value as number | undefined,
		pages: pages[0],
	};
}

function numbersOf(state: ListState, meaning: Meaning): number[] {
	return signsOf(state, meaning).map(({ value }) => value as number);
}

/** What remains may include the contacts of this page, as a total shows. */
function pageIn(remaining: number, state: ListState, totals: Sign[]): number {
	const after = remaining - state.count + endOf(state);
	return totals.some(({ value }) => value === after) ? state.count : 0;
}

function statementsOfTotals(state: ListState, totals: Sign[]): boolean[] {
	const end = endOf(state);
	// Beside a total of 0, another number is one of something else.
	const isNone = end === 0 && totals.some(({ value }) => value === 0);
	return totals
		.map(({ value, isMinimum }) => ({ isAbove: (value as number) > end, isMinimum }))
		.filter(({ isAbove, isMinimum }) => (isAbove ? !isNone : !isMinimum))
		.map(({ isAbove }) => isAbove);
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
function plausibleTotals(state: ListState, request: ListRequest): Sign[] {
	const { pages, count, totalNames } = state;
	const received = endOf(state);
	return signsOf(state, 'total', 'count').filter(({ meaning, name, value, isMinimum }) => {
		if (meaning === 'count' && !totalNames.includes(name)) return false;
		if (isMinimum || value !== received) return isMinimum || (value as number) > received;
		// On the first page, it may count the contacts of the page.
		return received === 0 || pages > 1 || value !== count || !mayCountPage(state, request);
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
	const stated = (meaning: Meaning, number: number) =>
		signsOf({ signs }, meaning).some(({ value }) => value === number);
	if (stated('pages', 1) && stated('count', count)) return [];
	return signsOf({ signs }, 'count')
		.filter(({ value }) => (value as number) > count && value !== pageSize)
		.map(({ name }) => name)
		.filter((name) => !wordsIn(lastKey(name)).some((word) => OF_PAGE.has(word)));
}

/** Words in names of numbers that are never those of the whole list. */
const OF_PAGE: ReadonlySet<string> = new Set(split('length len page on size limit max maximum'));

/**
 * The numbers of pages that may be right: where contacts are, there is a page. One that is a number of
 * contacts instead would have more of them than the total.
 */
function plausiblePages(state: ListState, totals: Sign[], { pageSize }: ListRequest): number[] {
	const { pages: read, received, count, firstCount } = state;
	const least = received > 0 ? Math.max(1, read) : 0;
	const isOfContacts = (number: number) =>
		[received, count, firstCount, pageSize].includes(number) &&
		totals.some(({ value }) => (value as number) <= (number - 1) * firstCount);
	return numbersOf(state, 'pages').filter((number) => number >= least && !isOfContacts(number));
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
	const [page] = numbersOf(state, 'page');
	return page === undefined ? hasPageAfter(state, lastPage) : page < lastPage;
}
