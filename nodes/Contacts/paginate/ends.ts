import { USUAL_SIZES } from './conventions';
import { isSame } from './identity';
import { textOf } from './json';
import type { Known } from './known';
import { type Absence, besideOf, type PageRequest, SMALLEST_CAP } from './memory';
import type { Page } from './page';
import { isFirstBefore, leadsOn } from './pageProofs';
import { isLed, isPlaceable, paginatorOf, type Position } from './paginators';
import { type Field, isAddress, isLead, isNoLead, isOpaque, leadsIn } from './signals';
import { isUnread } from './unread';

/** Whether a list has ended. */

/** A request for the next page, and what came for it, if nothing new did; empty where there was none. */
interface Next {
	nothing?: Nothing | undefined;
	page?: Page | undefined;
	position?: Position | undefined;
}

type Nothing = Absence | 'empty' | 'again' | 'overlap' | 'ignored';

/** Why a list is believed to be whole. In each case, nothing says that there is more. */
const END_REASONS = {
	/** The settings say so. */
	off: ({ wanted, leads }) => wanted.pagination.mode === 'off' && leads.length === 0,
	/** The page is not full, and says that it is the last one. */
	said: (known) => {
		const { memory, isCut, mayCountPages, said, leads } = known;
		const isLast = said.saysEnd && !leads.some(({ value }) => isAddress(value));
		return isLast && !memory.isFull && !isCut && !mayCountPages && !mayAlwaysSayEnd(known);
	},
	/** The page is not full, and as many contacts have come as the service states. */
	allHaveCome: (known) => {
		const { memory, leads } = known;
		// What counts the rows of a page may be met by chance; a number that leads on may be the next offset.
		const isStrong = ({ value }: Field) =>
			memory.pages === 1 || isAddress(value) || isOpaque(value);
		return !memory.isFull && hasAll(known) && !leads.some(isStrong);
	},
	/** The link or cursor that led from page to page is gone. */
	gone: (known) => {
		const { page, wanted } = known;
		const { way } = known.memory;
		if (!page || !way || !isLed(way)) return false;
		// "NO" may be the cursor of Norway, and a cursor may be too long to be sent.
		const value = page.page.lookUp(way.field!)?.value;
		const isKnown = isLead(value) || isNoLead(value);
		return isKnown && paginatorOf(way).next(way, known.come(), wanted) === undefined;
	},
	/** There are fewer contacts than the service cuts pages to, and it honors the page size. */
	fewer: (known) => {
		const { isHeldBack, memory, leads } = known;
		const isHonored = isHeldBack && !memory.isSizeCommon;
		return !memory.isFull && isFew(known) && isHonored && leads.length === 0;
	},
	/** The page one contact back has room for more, and that contact alone. */
	onlyOverlap: (known, next) => {
		const isLast = next.nothing === 'overlap' && !namesOther(next) && !movesOn(known, next);
		return isLast && (known.leads.length === 0 || isProven(known, next));
	},
	/** The page after the last one is empty, missing, or the last one again: and so is the next, or the last one was not full. */
	pastTheEnd: (known, next) => {
		const isLast = !known.mayBeFull || known.said.saysEnd;
		if (next.nothing === 'refused') return isLast;
		const isNext = next.nothing === 'empty' && leadsTo(known, next);
		return isPast(next) && (isLast || known.past.size > 1 || isNext);
	},
	/** The page is not full, nothing may lead on, and the service ignores all usual parameters. */
	short: (known, { nothing }) => {
		const { memory, mayBeFull, isHeldBack, leads } = known;
		const isShort = nothing === 'ignored' && !memory.isFull && !(mayBeFull && isHeldBack);
		return isShort && leads.length === 0 && !mayHaveMore(known);
	},
	/** No contact has come, and the page leads to no other one, or says that it is the last one. */
	none: ({ said, leads }) => said.saysEnd || leads.length === 0,
} satisfies Record<string, (known: Known, next: Next) => boolean>;

export type EndReason = keyof typeof END_REASONS;

/** Whether nothing says that there is more, and one of these reasons holds. */
export function provenEnd(
	known: Known,
	reasons: EndReason[],
	next: Next = {},
): EndReason | undefined {
	return saysMore(known, next) ? undefined : reasons.find((one) => END_REASONS[one](known, next));
}

/** Whether the position after one that has brought nothing new can tell more. */
export function isUnsure(known: Known, next: Next): boolean {
	const { stride } = paginatorOf(next.position!.way);
	const mayTell = stride ? isPast(next) : next.nothing === 'overlap' && movesOn(known, next);
	return mayTell && !saysMore(known, next);
}

export function saysMore(known: Known, { page }: Next = {}): boolean {
	const { said } = known;
	const after = page && known.saidBy(page, 1);
	// An empty page may take back what the page before has computed from its length.
	const isTakenBack = after?.saysEnd === true;
	const isMore = said.isLess || after?.saysMore === true || known.awaited.size > 0;
	return isMore || (said.saysMore && !isTakenBack);
}

// Facts

/** Whether a first page of another length than requested may always say that it is the last one: also with a contact held back. */
function mayAlwaysSayEnd(known: Known): boolean {
	const { memory, wanted, isOdd, heldBack, leads } = known;
	const isCutShort = leads.length === 0 && memory.received < wanted.pageSize!;
	if (!isOdd || !(isCutShort || USUAL_SIZES.has(memory.received))) return false;
	if (!heldBack) return true;
	const { page } = heldBack;
	return leadsIn(page.fields).length === 0 && !known.saidBy(page).saysMore;
}

/** Whether there are fewer contacts than any service cuts pages to. */
const isFew = ({ memory, mayCountPages }: Known) =>
	memory.received < SMALLEST_CAP && !mayCountPages;

/** Names that count more than a page. */
const TOTAL = /total|found|match|hits|of_?records/i;

/** Whether as many contacts have come as the service states, beyond what is on a single page. */
function hasAll(known: Known): boolean {
	const { memory, totals, isHeldBack } = known;
	const { received, pages } = memory;
	if (pages > 1 || isHeldBack) return totals.includes(received);
	// What has another name may be the number of contacts on the page.
	const isTotal = ([name, total]: [string, number]) => total === received && TOTAL.test(name);
	return isFew(known) && totals.includes(received) && [...memory.totals].some(isTotal);
}

const isPast = ({ nothing }: Next) =>
	nothing === 'empty' || nothing === 'missing' || nothing === 'again';

/** Whether what came states another link or cursor. */
const movesOn = ({ onward }: Known, { position }: Next) =>
	isLed(position!.way) && onward !== undefined;

/**
 * Whether a page with room for more leads to anything but its own last contact, or the place after it: by an
 * ID or an offset. Beside a page number, what leads on may be an offset, which cannot be compared with it.
 */
function namesOther({ position, page }: Next): boolean {
	const { way, value } = position!;
	if (!isPlaceable(way)) return false;
	const { contacts, fields } = page!;
	const own = Object.values({ ...contacts.at(-1), value }).map(String);
	const isOffset = paginatorOf(way).stride !== undefined;
	return leadsIn(fields).some(({ value: lead }) =>
		isOffset && !isAddress(lead)
			? Number(lead) > Number(value) + contacts.length + 1
			: !own.includes(String(lead)),
	);
}

/** Whether the value was no filter: the last contact does not have it, and it is a cursor. */
function isProven({ memory, lastContacts }: Known, { position }: Next): boolean {
	if (memory.pages > 1) return true;
	const { way, value } = position!;
	const last = Object.values({ ...lastContacts.at(-1) }).map(textOf);
	return isLed(way) && !last.includes(String(value));
}

/** Whether the last page leads to what came, and to nothing else, so that nothing can be between them. */
function leadsTo({ memory, leads }: Known, { position }: Next): boolean {
	const { size, received, isFull, pages } = memory;
	const { way } = position!;
	if (pages > 1) return !paginatorOf(way).stride;
	const isOnly = way.parameter === undefined && leads.length < 2;
	return isOnly && (isFull || size === received);
}

/**
 * Whether something that is not understood may say that there is more: a number of contacts that services
 * send where they choose, a page count that may count pages, or a field that nobody has understood.
 */
function mayHaveMore({ page, wanted, mayCountPages }: Known): boolean {
	const { contacts, fields } = page!.page;
	const { length } = contacts;
	const isAnyUnread = fields.some((field) => isUnread(field, length, wanted.pageSize));
	return USUAL_SIZES.has(length) || mayCountPages || isAnyUnread;
}

// What came

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

/** Whether the last page came again. */
function knownAgain(known: Known, keys: readonly number[]): Nothing | undefined {
	const { pages, last, isFull } = known.memory;
	if (pages < 2) return undefined;
	// A continuation knows no more of the page; a single contact is a whole one only if that was not full.
	const isPage = keys.length > 1 || !isFull;
	const isLast = isPage && isSame(keys.slice(-2), last.slice(-Math.min(2, keys.length)));
	return (known.page ? isSame(keys, known.page.keys) : isLast) ? 'again' : undefined;
}

/** Whether the number before the requested one brings the first page, or the request is placed otherwise. */
function isPlaced(known: Known, position: Position, nothing: Nothing): boolean {
	const { way, value } = position;
	if (nothing === 'overlap' || way.parameter === undefined) return true;
	return isFirstBefore(known, position) || value === known.onward;
}
