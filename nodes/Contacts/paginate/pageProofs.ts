import { isSame, printsOf } from './identity';
import { textOf } from './json';
import {
	besideOf,
	isCut,
	type Known,
	leadsOn,
	type PageRequest,
	printOfFirst,
	type Seen,
} from './known';
import type { Page } from './page';
import { isCounted, isLed, isSameWay, type Position } from './paginators';
import { echoes, isOpaque, sameTotals } from './signals';

/** Whether a response is the next page. */

interface PageFacts {
	isFirst: boolean;
	/** Whether a page that was requested in the same way has been accepted. */
	isProven: boolean;
	overlap: number;
	/** Whether there are contacts after the overlap, none of which is known. */
	isFresh: boolean;
	/** Whether the page says itself that the list goes on. */
	leadsOn?: boolean;
	/** Whether the page before has the address or the cursor. */
	isStated?: boolean;
	isLink?: boolean;
	/** Whether the number shows in the response, or the number before brings the first page. */
	isCounted?: boolean;
}

/** Why a response is believed to be the next page. In each case, it has only contacts that are new. */
export const PAGE_REASONS = {
	/** The request names no page. */
	first: ({ isFirst }: PageFacts) => isFirst,
	/** A page that was requested in the same way has been accepted. */
	proven: ({ isProven, isFresh, leadsOn: isLed }: PageFacts) => isProven && (isFresh || isLed),
	/** It was requested to start with the last known contact, does, and goes on. */
	overlap: ({ overlap, isFresh }: PageFacts) => overlap > 0 && isFresh,
	/** The page before states its address, or a cursor that only its service can read. */
	stated: ({ isStated, isLink, isFresh, leadsOn: isLed }: PageFacts) =>
		isStated && (isFresh || (isLink && isLed)),
	/** Its number shows in the response, or the number before brings the first page again. */
	counted: ({ isCounted: is, isFresh, leadsOn: isLed }: PageFacts) => is && (isFresh || isLed),
};

export type PageReason = keyof typeof PAGE_REASONS;

/** Why a response is not the next page. */
export type Refutation =
	| 'again'
	| 'pageRepeated'
	| 'contactsRepeated'
	| 'positionUnexpected'
	| 'unproven'
	| 'listChanged'
	| 'failedWithSuccess';

/** Judges a page that is not the first one again. */
export function reasonOf(
	known: Known,
	{ positions, overlap }: PageRequest,
	seen: Seen,
): { reason: PageReason } | Refutation {
	const { pages, last } = known.memory;
	const position = positions.length === 1 ? positions[0] : undefined;
	const isProven = position !== undefined && isAlong(known, position);
	const expected = last.slice(last.length - overlap);
	const hasOverlap = expected.length === overlap && isSame(expected, seen.keys.slice(0, overlap));
	const rest = seen.keys.slice(hasOverlap ? overlap : 0);
	const isSure = (overlap > 0 && hasOverlap) || isProven || pages === 0;
	const refutation =
		refuteContacts(known, rest, hasOverlap, isSure) ??
		refutePage(known, seen.page, position, overlap);
	if (refutation) return refutation;
	const facts: PageFacts = {
		isFirst: pages === 0,
		isProven,
		overlap,
		isFresh: rest.length > 0,
		...(position && placeOf(known, position, seen)),
	};
	const reasons = Object.keys(PAGE_REASONS) as PageReason[];
	const reason = reasons.find((one) => PAGE_REASONS[one](facts));
	return reason ? { reason } : 'unproven';
}

/** Whether this is the first page once more, by its contents: row numbers are the same on each page. */
export function isFirstAgain(known: Known, { page, keys }: Seen): boolean {
	const { identity, pages } = known.memory;
	const before = known.heldBack ?? known.page;
	if (pages !== 1 || !before || keys.length === 0 || !isSame(keys, before.keys)) return false;
	const [prints, others] = [page, before.page].map(({ contacts }) => printsOf(contacts, identity));
	return !known.isReread || isSame(prints!, others!);
}

/** Whether a page has come in this way. */
function isAlong({ memory: { way: known } }: Known, { way }: Position): boolean {
	return known !== undefined && isSameWay(way, known);
}

/** @param isSure whether the page is the next one even if all of its contacts are known */
function refuteContacts(
	known: Known,
	rest: readonly number[],
	hasOverlap: boolean,
	isSure: boolean,
): Refutation | undefined {
	const { checkRepeats } = known.list.pagination;
	const { first, full } = known.memory;
	const repeated = rest.filter((key) => known.keys.has(key)).length;
	const isAll = repeated > 0 && repeated === rest.length;
	const isFirst = rest[0] === first && hasOverlap;
	// A continuation knows no more of the first page.
	const isFirstAgain = isFirst && !known.page && rest.length === full;
	const isKnown = isAll && [checkRepeats, !isSure, isFirst].includes(true);
	if (isFirstAgain || isKnown) return 'pageRepeated';
	if (!hasOverlap) return 'positionUnexpected';
	const isRepeated = repeated > 0 || new Set(rest).size < rest.length;
	return isRepeated && checkRepeats ? 'contactsRepeated' : undefined;
}

function refutePage(
	known: Known,
	page: Page,
	position: Position | undefined,
	overlap: number,
): Refutation | undefined {
	const { pages, beside, identity, print } = known.memory;
	const isEmpty = page.contacts.length === 0;
	if (isEmpty && pages > 0 && besideOf(page) !== beside) return 'failedWithSuccess';
	// Encrypted IDs may be others in each response.
	if (pages > 0 && print !== 0 && printOfFirst(page, identity) === print) return 'pageRepeated';
	return position && refutePlace(known, page, position, overlap);
}

function refutePlace(
	known: Known,
	page: Page,
	position: Position,
	overlap: number,
): Refutation | undefined {
	const { way, value } = position;
	if (overlap === 0 && isMovable(position) && hasChanged(known, page)) return 'listChanged';
	// A service that moves on by itself takes the same value again and again, but none after another.
	if (isLed(way) && value !== known.value && known.values.has(value)) return 'pageRepeated';
	const isProven = known.memory.pages > 1 && isAlong(known, position);
	return !isProven && isFilter(position, page) ? 'unproven' : undefined;
}

/** Whether contacts may move to an earlier page unseen: where pages have numbers, or links may have. */
const isMovable = ({ way, value }: Position) =>
	isCounted(way) || way.parameter === undefined || (isLed(way) && !isOpaque(value));

/** Whether the number of all contacts is another than before: with page numbers, some moved up unseen. */
function hasChanged({ list, memory: { totals, full } }: Known, { fields }: Page): boolean {
	const kept = sameTotals(totals, fields);
	const isChanged = [...totals].some(([name, total]) => total > full && !kept.has(name));
	return isChanged && list.pagination.checkTotal;
}

/** Whether an answer is a single contact with the value that was sent: that is what a filter would bring. */
function isFilter({ way, value }: Position, { contacts }: Page): boolean {
	const [contact, ...others] = contacts;
	if (!isLed(way) || way.parameter === undefined || !contact || others.length > 0) return false;
	return Object.values(contact).some((own) => textOf(own) === String(value));
}

/** What shows that a page is the one at its position. */
function placeOf(known: Known, position: Position, { page, keys }: Seen) {
	return {
		isStated: isStated(known, position, keys[0]),
		isLink: position.way.parameter === undefined,
		leadsOn: leadsOn(known, position, page),
		isCounted: isShown(known, position, page),
	};
}

/** Whether the page before has the link or the cursor, and is not cut to fewer contacts than were requested. */
export function isStated(known: Known, { way, value }: Position, first?: number): boolean {
	const field = isLed(way) && known.page?.page.lookUp(way.field!);
	if (!field || isCut(known)) return false;
	// A service that moves on by itself answers the same value with another page.
	const brought = known.brought.get(value);
	if (brought !== undefined && brought !== first) return false;
	return way.parameter === undefined || (field.value === value && isOpaque(value));
}

function isShown(known: Known, position: Position, page: Page): boolean {
	const first = (known.heldBack ?? known.page)?.page;
	if (!isCounted(position.way) || !first || isCut(known)) return false;
	const before = Number(position.value) - 1;
	return isFirstBefore(known, position) || echoes(first.fields, page.fields, before);
}

/** Whether the number before a position has brought the first page. */
export function isFirstBefore({ again }: Known, { way, value }: Position): boolean {
	return again.some((one) => isSameWay(one.way, way) && one.value === Number(value) - 1);
}
