import { lastKey, wordsIn } from '../response/words';
import type { Sign } from '../response/readSigns';
import { modeOf } from './modes';
import { isConfigured, leadsOf, signsOf } from './signs';
import type { ListRequest, ListState } from './state';

/** What the last page says about the end of the list. */
interface Evidence {
	/** Whether a plausible sign says that there are more contacts. */
	isMore: boolean;
	/** Whether a plausible sign says that there are none, and no sign contradicts. */
	isEnd: boolean;
	/** The flag nearest to the list: whether there are more pages. */
	flag?: boolean;
	/** The number of all contacts, if it is plausible. */
	total?: number;
	/** The number of all pages, if it is plausible. */
	pages?: number;
}

/**
 * Common maximum and default page sizes: a page with this many contacts may be full although another
 * number was requested.
 */
const COMMON_PAGE_SIZES: ReadonlySet<number> = new Set([
	10, 20, 25, 30, 50, 100, 200, 250, 300, 500, 1_000, 2_000, 2_500, 5_000, 10_000,
]);

/** Whether the page has as many contacts as were requested, or as a common limit allows. */
export function isFull(
	{ pages, count, firstCount }: ListState,
	{ pageSize }: ListRequest,
): boolean {
	if (count === 0) return false;
	if (pages > 1) return count >= firstCount;
	return pageSize === undefined || count === pageSize || COMMON_PAGE_SIZES.has(count);
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
	const statements: boolean[] = [];
	const flag = flagOf(state);
	if (flag !== undefined) statements.push(flag);
	const configured = signsOf(state, 'more').find(isConfigured);
	if (configured) statements.push(configured.value as boolean);

	const totals = plausibleTotals(state, request, flag === true);
	const isNone = state.received === 0 && totals.some(({ value }) => value === 0);
	for (const { value, isMinimum, isFar } of totals) {
		const total = value as number;
		// Beside a total of 0, another number is one of something else.
		if (total > state.received && isNone) continue;
		if (total > state.received) statements.push(true);
		else if (!isMinimum && !isFar) statements.push(false);
	}
	const pages = plausiblePages(state);
	for (const number of pages) statements.push(hasPageAfter(state, number));
	const isBefore = signsOf(state, 'lastPage')
		.map(({ value }) => isBeforeLast(state, value as number, isFull(state, request)))
		.find((statement) => statement !== undefined);
	if (isBefore !== undefined) statements.push(isBefore);
	const [remaining] = signsOf(state, 'remaining');
	if (remaining && !remaining.isFar && state.received > 0) {
		statements.push((remaining.value as number) > 0);
	}
	// Services that answer with Partial Content do so for the last part, too.
	if (statements.length === 0 && state.signs.some(({ name }) => name === PARTIAL)) {
		statements.push(true);
	}

	const exact = totals.find(({ isMinimum, isFar }) => !isMinimum && !isFar);
	return {
		isMore: statements.includes(true),
		isEnd: statements.includes(false) && !statements.includes(true),
		flag,
		total: exact?.value as number | undefined,
		pages: pages[0],
	};
}

/** Whether the service says that there is more, or names what leads there. */
export function saysMore(state: ListState, request: ListRequest): boolean {
	return leadsOf(state).length > 0 || weigh(state, request).isMore;
}

/** The sign of the status 206. */
const PARTIAL = 'status 206';

/** Whether there are more pages according to the flag nearest to the list. */
function flagOf(state: ListState): boolean | undefined {
	const flags = signsOf(state, 'more').filter(
		(sign) => !isConfigured(sign) && sign.name !== PARTIAL,
	);
	const [nearest] = flags;
	if (!nearest) return undefined;
	if (flags.some(({ distance, value }) => distance === nearest.distance && value)) return true;
	return nearest.isFar ? undefined : false;
}

/**
 * The signs that may state the number of all contacts.
 *
 * @param hasFlag whether a flag says that there is more
 */
export function plausibleTotals(state: ListState, request: ListRequest, hasFlag = false): Sign[] {
	const { pages, received, count, totalNames } = state;
	return signsOf(state, 'total', 'count').filter(({ meaning, name, value, isMinimum }) => {
		if (meaning === 'count' && !totalNames.includes(name)) return false;
		if (isMinimum) return true;
		if ((value as number) < received) return false;
		if (value !== received || received === 0) return true;
		if (hasFlag) return false;
		// On the first page, it may count the contacts of the page.
		return pages > 1 || value !== count || !mayCountPage(state, request);
	});
}

function mayCountPage(state: ListState, request: ListRequest): boolean {
	return (
		modeOf(request.pagination.mode).isCounted === true ||
		Boolean(state.offered) ||
		isFull(state, request) ||
		leadsOf(state).length > 0 ||
		signsOf(state, 'unread').some(({ isPaging }) => isPaging)
	);
}

/** Counts on the first page that can only be those of the whole list. */
export function totalNamesOf(signs: Sign[], count: number, pageSize: number | undefined): string[] {
	return signs
		.filter(
			({ meaning, name, value }) =>
				meaning === 'count' &&
				(value as number) > count &&
				value !== pageSize &&
				!wordsIn(lastKey(name)).some((word) => OF_PAGE.has(word)),
		)
		.map(({ name }) => name);
}

/** Words in names of numbers that are never those of the whole list. */
const OF_PAGE: ReadonlySet<string> = new Set(['length', 'len', 'page', 'on']);

/** The numbers of pages that may be right: where contacts are, there is a page. */
function plausiblePages(state: ListState): number[] {
	const least = state.received > 0 ? Math.max(1, state.pages) : 0;
	return signsOf(state, 'pages')
		.filter(({ isFar }) => !isFar)
		.map(({ value }) => value as number)
		.filter((pages) => pages >= least);
}

/** Whether pages follow, by the number of pages. Where contacts are counted, pages may be cut otherwise. */
function hasPageAfter({ pages: read, received, firstCount, way, count }: ListState, pages: number) {
	if (way?.kind === 'offset' || way?.kind === 'lastContact') {
		if (received <= (pages - 1) * firstCount) return true;
		return received < pages * firstCount && count >= firstCount;
	}
	return read < pages;
}

/**
 * The number of the last page counts from the same first value as that of this page. A `last` of 0 may
 * also be a flag; on page 0 it is ambiguous.
 */
function isBeforeLast(
	state: ListState,
	lastPage: number,
	isFullPage: boolean,
): boolean | undefined {
	const [page] = signsOf(state, 'page');
	if (!page && lastPage > 0) return hasPageAfter(state, lastPage);
	const position = page ? (page.value as number) : state.pages;
	if (lastPage > 0 || state.received === 0) return position < lastPage;
	return position > 0 || isFullPage || undefined;
}
