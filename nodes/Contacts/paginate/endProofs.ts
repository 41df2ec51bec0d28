import { type EndFacts, endFactsOf, type Next, type Nothing } from './endFacts';
import { isSame } from './identity';
import type { Known } from './known';
import { type Absence, besideOf, type PageRequest, SMALLEST_CAP } from './memory';
import type { Page } from './page';
import { isFirstBefore, leadsOn } from './pageProofs';
import { isLed, paginatorOf, type Position } from './paginators';
import { signalsOf } from './signals';

/** Whether a list has ended. */

const PAST: readonly unknown[] = ['empty', 'missing', 'again'];

/** Why a list is believed to be whole. In each case, nothing says that there is more. */
export const END_REASONS = {
	/** The page is not full, and says that it is the last one. */
	said: ({ isFull, isCut, mayCountPages, saysEnd, linksOn }: EndFacts) =>
		!isFull && !isCut && !mayCountPages && saysEnd && !linksOn,
	/** The page is not full, and as many contacts have come as the service states. */
	allHaveCome: ({ isFull, hasAll, isSecond, leadsOn }: EndFacts) =>
		!isFull && hasAll && (isSecond || !leadsOn),
	/** The link or cursor that led from page to page is gone; that of the settings is empty. */
	gone: ({ isGone, isNull, leadsOn }: EndFacts) => isGone || (isNull && !leadsOn),
	/** There are fewer contacts than the service cuts pages to, and it honors the page size. */
	fewer: ({ isFull, isFew, leadsOn }: EndFacts) => !isFull && isFew && !leadsOn,
	/** The page one contact back has room for more, and that contact alone. */
	onlyOverlap: ({ nothing, isProven, leadsOn, namesOther, movesOn }: EndFacts) =>
		nothing === 'overlap' && !namesOther && !movesOn && (isProven || !leadsOn),
	/** The page after the last one is empty, missing, or the last one again: and so is the next, or the last one was not full. */
	pastTheEnd: ({ nothing, mayBeFull, saysEnd, isTwice, isNext, leadsElsewhere }: EndFacts) =>
		(PAST.includes(nothing) && (!mayBeFull || saysEnd || isTwice)) ||
		(nothing === 'refused' && !leadsElsewhere && (!mayBeFull || saysEnd)) ||
		(nothing === 'empty' && isNext),
	/** The page is not full, nothing may lead on, and the service ignores all usual parameters. */
	short: ({
		nothing,
		isFull,
		mayBeFull,
		isSizeHonored,
		isStatedLength,
		leadsOn,
		mayHaveMore,
	}: EndFacts) =>
		nothing === 'ignored' &&
		!isFull &&
		!(mayBeFull && isSizeHonored) &&
		!leadsOn &&
		(isStatedLength || !mayHaveMore()),
	/** The first page is empty, also without a page size, and has no cursor or says that it is the last one. */
	none: ({ nothing, saysEnd, hasCursor }: EndFacts) =>
		nothing === 'empty' && (saysEnd || !hasCursor),
	/** The settings say so. */
	off: ({ isOff, leadsOn }: EndFacts) => isOff && !leadsOn,
};

export type EndReason = keyof typeof END_REASONS;

/** Whether nothing says that there is more, and one of these reasons holds. */
export function provenEnd(known: Known, reasons: EndReason[], next?: Next): EndReason | undefined {
	const facts = endFactsOf(known, next);
	return facts.saysMore ? undefined : reasons.find((one) => END_REASONS[one](facts));
}

/** Whether the position after one that has brought nothing new can tell more. */
export function isUnsure(known: Known, next: Next): boolean {
	const { isTwice, saysMore, movesOn, nothing } = endFactsOf(known, next);
	const { stride } = paginatorOf(next.position!.way);
	const mayTell = stride ? PAST.includes(nothing) && !isTwice : nothing === 'overlap' && movesOn;
	return mayTell && !saysMore;
}

/** What shows that a response has no new contacts; undefined where it may have some, or proves nothing. */
export function nothingAt(
	known: Known,
	request: PageRequest,
	came: Page | Absence,
): Nothing | undefined {
	const [position] = request.positions as [Position];
	const nothing = typeof came === 'string' ? came : nothingIn(known, request, came);
	// A link or a cursor that is refused leads somewhere; one contact back, there is a page.
	const isRefused =
		typeof came === 'string' &&
		(request.overlap > 0 || (came === 'refused' && isLed(position.way)));
	if (!nothing || isRefused) return undefined;
	return known.memory.pages > 1 || isPlaced(known, position, nothing) ? nothing : undefined;
}

function nothingIn(
	known: Known,
	{ positions, overlap }: PageRequest,
	page: Page,
): Nothing | undefined {
	const { keys } = known.see(page);
	const { full, last, beside } = known.memory;
	if (keys.length > 0) {
		if (overlap === 0) return knownAgain(known, keys);
		return keys.length < full && isSame(keys, last.slice(-overlap)) ? 'overlap' : undefined;
	}
	const isOther = overlap > 0 || besideOf(page) !== beside;
	if (isOther || leadsOn(known, positions[0]!, page)) return undefined;
	// A list that is left out is as weak a sign as a refusal.
	return page.isListed ? 'empty' : 'refused';
}

/** Whether the last page came again, or the first one. */
function knownAgain(known: Known, keys: readonly number[]): Nothing | undefined {
	const { pages, first, last, full } = known.memory;
	if (pages < 2) return undefined;
	const isLast = last.slice(-2).every((key, n, { length }) => keys.at(n - length) === key);
	if (known.page ? isSame(keys, known.page.keys) : isLast) return 'again';
	// A continuation knows no more of the first page.
	const isKnown = !known.page || keys.every((key) => known.keys.has(key));
	return keys[0] === first && keys.length === full && isKnown ? 'refused' : undefined;
}

/** Whether the number before the requested one brings the first page, or the request is placed otherwise. */
function isPlaced(known: Known, position: Position, nothing: Nothing): boolean {
	const { way, value } = position;
	const isFew = known.memory.received < SMALLEST_CAP;
	const isLink = way.parameter === undefined;
	const isStated = isLink || (isLed(way) && nothing === 'missing' && isFew);
	if (nothing === 'overlap' || isStated) return true;
	return isFirstBefore(known, position) || value === known.onward;
}

/** Whether there are more contacts than those that have come; `maybe` where the service does not say. */
export function outlookOf(known: Known): 'yes' | 'maybe' | 'no' {
	const { saysMore, leadsOn, saysEnd, isFull, isCut } = endFactsOf(known);
	if (saysMore || leadsOn) return 'yes';
	const isSaid = saysEnd || signalsOf(known.page!.page.fields, 1).end;
	return (isFull || isCut) && !isSaid ? 'maybe' : 'no';
}
