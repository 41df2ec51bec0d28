import type { History, Page } from './page';
import type { Sign, Signs } from './readSigns';
import { isQuantity } from './soundsLikePaging';

/**
 * Numbers that services cut page sizes down to, or send when they ignore what was asked for: a page of so
 * many contacts may be full although another number was requested.
 */
const COMMON_PAGE_LIMITS: ReadonlySet<number> = new Set([
	10, 20, 25, 50, 100, 200, 250, 300, 500, 1_000, 2_000, 2_500, 5_000, 10_000,
]);

/** What the first page tells about the numbers that services state. */
export function startHistory({ contacts: { length }, signs }: Page): History {
	const { totals, counts, links, cursors, nextPages, nextOffsets } = signs;
	// Where one field has the number of the contacts on the page, another one may have that of all.
	const total =
		(totals.length > 0 ? totals : counts).find(
			({ value, isNear }, index) => value > length && (isNear || index === 0),
		) ?? totals[0];
	const saysMore =
		moreFlag(signs) === true || [links, cursors, nextPages, nextOffsets].flat().length > 0;
	return {
		firstCount: length,
		totalField: total?.name,
		isTotalOfPage: total?.value === length && length > 0 && saysMore,
		unread: signs.unread.map(({ name }) => name),
	};
}

/** The number of all contacts as the response states it. */
export function statedTotal(
	{ signs: { totals, counts } }: Page,
	{ totalField, isTotalOfPage }: History,
): Sign<number> | undefined {
	if (isTotalOfPage) return undefined;
	return [...totals, ...counts].find(({ name }) => name === totalField) ?? totals[0];
}

/** Whether the response states where the list ends, by a number of contacts or of pages. */
export function hasStatedEnd(page: Page, history: History): boolean {
	return statedTotal(page, history) !== undefined || page.signs.pages.length > 0;
}

/**
 * Whether there is more after the page, as the flag nearest to the list says. That there is none counts
 * only near the list.
 */
export function moreFlag({ more }: Signs): boolean | undefined {
	const [nearest] = more;
	if (!nearest) return undefined;
	const beside = more.filter(({ distance }) => distance === nearest.distance);
	if (beside.some(({ value }) => value)) return true;
	return nearest.isNear ? false : undefined;
}

/**
 * Whether there is more after the page, as numbers of contacts and pages say: true when one of them says
 * so, false when all say no.
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
 * The last page's number is counted from where the page's own number is. A `last` of 0 may also be a flag:
 * on page 0 it can mean either, and says nothing.
 */
function isBeforeLast({ signs, number, contacts }: Page, lastPage: number): boolean | undefined {
	const position = signs.pageNumbers[0]?.value ?? number;
	if (lastPage > 0 || contacts.length === 0) return position < lastPage;
	return position > 0 || undefined;
}

/**
 * Whether the page may be full, so that another may follow it: as the service states the size of its
 * pages, else as it was requested and as services limit it.
 */
export function isFull(page: Page, { firstCount }: History): boolean {
	const { contacts, pageSize, signs, number } = page;
	const count = contacts.length;
	if (number > 1) return count >= firstCount && count > 0;
	const stated = signs.pageSizes.find(({ isNear }) => isNear)?.value;
	// A stated size beyond the requested one is what the service could send, not what it did.
	const isLimit = stated !== undefined && stated >= count && stated > 0;
	if (isLimit && (pageSize === undefined || stated <= Math.max(pageSize, count))) {
		return count === stated;
	}
	if (pageSize === undefined) return count > 0;
	return count === pageSize || COMMON_PAGE_LIMITS.has(count);
}

/**
 * Whether something that sounds like paging was not understood. A number that is the one of the contacts
 * on the page says nothing about others.
 */
export function hasUnread({ signs: { unread }, contacts }: Page): boolean {
	return unread.some(({ name, value }) => value !== contacts.length || !isQuantity(name));
}

/** Whether a page that was reached by a link or cursor has something unread in place of the next. */
export function hasNewUnread({ signs: { unread } }: Page, history: History): boolean {
	return unread.some(({ name }) => !history.unread.includes(name));
}

/** Whether the service counts pages and states neither their size nor an end: then only an empty page ends the list. */
export function isUnsized({ signs }: Page): boolean {
	const positions = [...signs.pageNumbers, ...signs.offsets];
	return positions.some(({ isNear }) => isNear) && signs.pageSizes.length === 0;
}
