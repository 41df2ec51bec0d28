import type { History, Page } from './page';
import type { Sign, Signs } from './signs';
import { isQuantity } from './soundsLikePaging';

/**
 * Common maximum and default page sizes: a page with this many contacts may be full although another
 * number was requested.
 */
const COMMON_PAGE_LIMITS: ReadonlySet<number> = new Set([
	10, 20, 25, 50, 100, 200, 250, 300, 500, 1_000, 2_000, 2_500, 5_000, 10_000,
]);

/** Derives from the first page what the numbers of this service mean. */
export function startHistory({ contacts: { length }, signs }: Page): History {
	const { totals, counts, links, cursors, nextPages, nextOffsets } = signs;
	// When one field counts the contacts on the page, another one may have the total.
	const total =
		(totals.length > 0 ? totals : counts).find(
			({ value, isNear }, index) => value > length && (isNear || index === 0),
		) ?? totals[0];
	const indicatesMore =
		moreFlag(signs) === true || [links, cursors, nextPages, nextOffsets].flat().length > 0;
	return {
		firstCount: length,
		totalField: total?.name,
		isTotalOfPage: total?.value === length && length > 0 && indicatesMore,
		unread: signs.unread.map(({ name }) => name),
	};
}

/** The field in which the response states the number of all contacts. */
export function statedTotal(
	{ signs: { totals, counts } }: Page,
	{ totalField, isTotalOfPage }: History,
): Sign<number> | undefined {
	if (isTotalOfPage) return undefined;
	return [...totals, ...counts].find(({ name }) => name === totalField) ?? totals[0];
}

/** Whether the response states where the list ends, as a number of contacts or of pages. */
export function hasStatedEnd(page: Page, history: History): boolean {
	return statedTotal(page, history) !== undefined || page.signs.pages.length > 0;
}

/**
 * Whether there are more pages according to the flag nearest to the list. Only a flag near the list can
 * end it.
 */
export function moreFlag({ more }: Signs): boolean | undefined {
	const [nearest] = more;
	if (!nearest) return undefined;
	const beside = more.filter(({ distance }) => distance === nearest.distance);
	if (beside.some(({ value }) => value)) return true;
	return nearest.isNear ? false : undefined;
}

/**
 * Whether there are more pages according to the numbers of contacts and pages.
 *
 * @returns true when any number says so, false when all deny it, undefined without numbers
 */
export function hasRemaining(page: Page, history: History): boolean | undefined {
	const { signs, number, collected } = page;
	const statements: Array<
		[sign: Sign<number> | undefined, isMore: (value: number) => boolean | undefined]
	> = [
		[statedTotal(page, history), (value) => collected < value],
		[signs.pages[0], (value) => number < value],
		[signs.lastPages[0], (value) => isBeforeLast(page, value)],
		[signs.remaining[0], (value) => value > 0],
	];
	let isEnd: false | undefined;
	for (const [sign, isMore] of statements) {
		const says = sign && isMore(sign.value);
		if (says) return true;
		if (says === false && sign!.isNear) isEnd = false;
	}
	return isEnd;
}

/**
 * The number of the last page counts from the same first value as that of this page. A `last` of 0 may
 * also be a flag; on page 0 it is ambiguous.
 */
function isBeforeLast({ signs, number, contacts }: Page, lastPage: number): boolean | undefined {
	const position = signs.pageNumbers[0]?.value ?? number;
	if (lastPage > 0 || contacts.length === 0) return position < lastPage;
	return position > 0 || undefined;
}

/**
 * Whether a page has as many contacts as pages can have: as many as the first page, on that page as many
 * as stated, or else as many as requested or a common limit.
 */
export function isFull(page: Page, { firstCount }: History): boolean {
	const { contacts, pageSize, signs, number } = page;
	const count = contacts.length;
	if (number > 1) return count >= firstCount && count > 0;
	const stated = signs.pageSizes.find(({ isNear }) => isNear)?.value;
	// A stated size above the requested one is the service's maximum, not the size of this page.
	const isLimit = stated !== undefined && stated >= count && stated > 0;
	if (isLimit && (pageSize === undefined || stated <= Math.max(pageSize, count))) {
		return count === stated;
	}
	if (pageSize === undefined) return count > 0;
	return count === pageSize || COMMON_PAGE_LIMITS.has(count);
}

/**
 * Whether a sign was not understood. A quantity that equals the number of contacts on the page does not
 * count: it says nothing about other pages.
 */
export function hasUnread({ signs: { unread }, contacts }: Page): boolean {
	return unread.some(({ name, value }) => value !== contacts.length || !isQuantity(name));
}

/** Whether there is an unread sign that the first page did not have, perhaps the next link or cursor. */
export function hasNewUnread({ signs: { unread } }: Page, history: History): boolean {
	return unread.some(({ name }) => !history.unread.includes(name));
}

/** Whether the service states positions but no page size, so that only an empty page ends the list. */
export function hasUnknownPageSize({ signs }: Page): boolean {
	const positions = [...signs.pageNumbers, ...signs.offsets];
	return positions.some(({ isNear }) => isNear) && signs.pageSizes.length === 0;
}
