import { isSame } from './identity';
import { textOf } from './json';
import {
	type Absence,
	besideOf,
	comeOf,
	isCut,
	isOdd,
	isPart,
	type Known,
	leadsOn,
	type PageRequest,
	saidBy,
	see,
	SMALLEST_CAP,
	totalAbove,
	totalsOf,
} from './known';
import { LINK_HEADER } from './links';
import type { Page } from './page';
import { isFirstBefore } from './pageProofs';
import { isLed, paginatorOf, type Position, type Way, wayByHand } from './paginators';
import { isAddress, isOpaque, isUnread, leadsIn, signalsOf, USUAL_SIZES } from './signals';

/** Whether a list has ended. */

/** What came for the next position, if nothing new did. */
type Nothing = Absence | 'empty' | 'again' | 'overlap' | 'ignored';

/** What is known beside the list itself: a request for the next page, and what came for it. */
interface Next {
	nothing?: Nothing | undefined;
	page?: Page | undefined;
	position?: Position | undefined;
}

interface EndFacts {
	nothing?: Nothing | undefined;
	/** Whether the page has as many contacts as were requested, or as the first page of its size. */
	isFull: boolean;
	/** Whether the first page has another length than was requested, so that it may be full. */
	isOdd: boolean;
	/** Whether what it says may be computed from the requested length. */
	isCut: boolean;
	/** Whether the service has sent one contact less when it was asked for it. */
	isSizeHonored: boolean;
	/** Whether the page, or a number of contacts, says that there is more, or that there is none. */
	saysMore: boolean;
	saysEnd: boolean;
	/** Whether as many contacts have come as the service states, beyond what is on a single page. */
	hasAll: boolean;
	/** Whether a number of contacts is that of a page that is longer than requested. */
	isStatedLength: boolean;
	isSecond: boolean;
	/** Whether something in the page may lead to another one; whether that is an address, or a cursor. */
	leadsOn: boolean;
	linksOn: boolean;
	hasCursor: boolean;
	/** Whether what came names a contact other than its own as the next one. */
	namesOther: boolean;
	/** Whether the link or cursor that led to the page is gone, or the settings name one that is empty. */
	isGone: boolean;
	isNull: boolean;
	/** Whether the service would have sent more of its contacts if it had them. */
	isFew: boolean;
	isProven: boolean;
	/** Whether the last page leads to what came, so that nothing can be between them. */
	isNext: boolean;
	/** Whether two positions after the end have brought nothing new. */
	isTwice: boolean;
	isOff: boolean;
	mayHaveMore: boolean;
}

const PAST: readonly unknown[] = ['empty', 'missing', 'again'];

/** Why a list is believed to be whole. In each case, nothing says that there is more. */
export const END_REASONS = {
	/** The page is not full, and says that it is the last one. */
	said: ({ isFull, isCut, saysEnd, linksOn }: EndFacts) => !isFull && !isCut && saysEnd && !linksOn,
	/** The page is not full, and as many contacts have come as the service states. */
	allHaveCome: ({ isFull, hasAll, isSecond, leadsOn }: EndFacts) =>
		!isFull && hasAll && (isSecond || !leadsOn),
	/** The link or cursor that led from page to page is gone; that of the settings is empty. */
	gone: ({ isGone, isNull, leadsOn }: EndFacts) => isGone || (isNull && !leadsOn),
	/** There are fewer contacts than the service cuts pages to, and it honors the page size. */
	fewer: ({ isFull, isFew, leadsOn }: EndFacts) => !isFull && isFew && !leadsOn,
	/** The page one contact back has room for more, and that contact alone. */
	onlyOverlap: ({ nothing, isProven, leadsOn, namesOther }: EndFacts) =>
		nothing === 'overlap' && !namesOther && (isProven || !leadsOn),
	/** The page after the last one is empty, missing, or the last one again: and so is the next, or the last one was not full. */
	pastTheEnd: ({ nothing, isOdd, isFull, saysEnd, isTwice, isNext }: EndFacts) =>
		(PAST.includes(nothing) && (!(isFull || isOdd) || saysEnd || isTwice)) ||
		(nothing === 'refused' && (!(isFull || isOdd) || saysEnd)) ||
		(nothing === 'empty' && isNext),
	/** The page is not full, nothing may lead on, and the service ignores all usual parameters. */
	short: ({
		isFull,
		isOdd,
		isSizeHonored,
		leadsOn,
		nothing,
		mayHaveMore,
		isStatedLength,
	}: EndFacts) =>
		nothing === 'ignored' &&
		!isFull &&
		!(isOdd && isSizeHonored) &&
		(isStatedLength || (!leadsOn && !mayHaveMore)),
	/** The first page is empty, also without a page size, and its cursor brings nothing. */
	none: ({ nothing, saysEnd, hasCursor }: EndFacts) =>
		nothing === 'empty' && (saysEnd || !hasCursor),
	/** The settings say so. */
	off: ({ isOff, leadsOn }: EndFacts) => isOff && !leadsOn,
};

export type EndReason = keyof typeof END_REASONS;

/** Whether nothing says that there is more, and one of these reasons holds. */
export function provenEnd(known: Known, reasons: EndReason[], next?: Next): EndReason | undefined {
	const facts = factsOf(known, next);
	return facts.saysMore ? undefined : reasons.find((one) => END_REASONS[one](facts));
}

/** Whether the position after one that has brought nothing new can tell more. */
export function isUnsure(known: Known, { nothing, page, position }: Next): boolean {
	const isTold = !paginatorOf(position!.way).stride || !PAST.includes(nothing);
	return !isTold && known.past.size === 1 && !saidAtEnd(known, page).saysMore;
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
	const { keys } = see(known, page);
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
	return isFirstBefore(known, position) || known.past.has(Number(value) - 1);
}

function factsOf(known: Known, next: Next = {}): EndFacts {
	const { list, memory, heldBack } = known;
	const page = known.page?.page;
	const leads = leadsIn(page?.fields ?? []);
	const { received, isFull } = memory;
	const isSecond = memory.pages > 1;
	const isStated = totalsOf(known).includes(received);
	return {
		nothing: next.nothing,
		isFull,
		isOdd: isOdd(known),
		isCut: isCut(known),
		isSizeHonored: heldBack !== undefined,
		...saidAtEnd(known, next.page),
		...placeOf(known, next),
		hasAll: isStated && (isSecond || heldBack !== undefined || received < SMALLEST_CAP),
		isStatedLength: isStated && received > (list.pageSize ?? Infinity),
		isSecond,
		leadsOn: leads.length > 0,
		linksOn: leads.some(({ value }) => isAddress(value)),
		hasCursor: leads.some(({ value }) => isOpaque(value)),
		isGone: isGone(known),
		isNull: isNullByHand(known),
		isFew: heldBack !== undefined && !isSecond && received < SMALLEST_CAP,
		isTwice: known.past.size > 1,
		isOff: list.pagination.mode === 'off',
		mayHaveMore: mayHaveMore(known),
	};
}

/** What the position shows that was requested after the last page. */
function placeOf(known: Known, { page, position }: Next) {
	if (!position) return { namesOther: false, isNext: false, isProven: known.memory.pages > 1 };
	return {
		namesOther: page !== undefined && namesOther(position, page),
		isNext: isNext(known, position.way),
		isProven: known.memory.pages > 1 || !isOwnValue(known, position),
	};
}

/** What the last page and the one after it say about the end. */
function saidAtEnd(known: Known, came?: Page): { saysMore: boolean; saysEnd: boolean } {
	const { memory, page } = known;
	const isLess = isPart(known) || totalAbove(known) !== undefined;
	const last = page ? saidBy(known, page.page) : { ...memory, isLess };
	const next = came && saidBy(known, came, 1);
	// An empty page may take back what the page before has computed from its length.
	const isTakenBack = next?.saysEnd === true;
	const saysMore = last.isLess || next?.saysMore === true || (last.saysMore && !isTakenBack);
	return { saysMore, saysEnd: last.saysEnd };
}

/** Whether nothing can be between the last page and one that was requested in this way. */
function isNext({ memory: { pages, isFull, size, received } }: Known, way: Way): boolean {
	const isLink = way.parameter === undefined;
	const isComputed = isFull || size === received;
	return pages > 1 ? !paginatorOf(way).stride : isLink && isComputed;
}

/** Whether a value may have been taken for a filter: the last contact has it, or it is no cursor. */
function isOwnValue({ lastContacts }: Known, { way, value }: Position): boolean {
	const last = Object.values(lastContacts.at(-1) ?? {}).map(textOf);
	return !isLed(way) || last.includes(String(value));
}

/** Whether a page with room for more leads to a contact that is not the one after its own. */
function namesOther({ way, value }: Position, { contacts, fields }: Page): boolean {
	const { trust, stride } = paginatorOf(way);
	if (trust !== 'nothing') return false;
	const own = Object.values({ ...contacts.at(-1) });
	const isNextOne = (lead: unknown) =>
		stride ? Number(lead) <= Number(value) + contacts.length + 1 : own.includes(lead);
	const isOther = (lead: unknown) =>
		!isOpaque(lead) && String(lead) !== String(value) && !isNextOne(lead);
	return leadsIn(fields).some(({ value: lead }) => isOther(lead));
}

function isGone(known: Known): boolean {
	const { pages, way } = known.memory;
	if (pages < 2 || way === undefined || !isLed(way) || !known.page) return false;
	return paginatorOf(way).next(way, comeOf(known), known.list) === undefined;
}

/** Whether a field that the settings name is empty, and not for the lack of contacts on a cut page. */
function isNullByHand(known: Known): boolean {
	const { isFull, pages } = known.memory;
	const field = wayByHand(known.list.pagination)?.field;
	const isOpen = (isFull && !known.isSizeIgnored) || isCut(known) || pages > 1;
	if (!field || field === LINK_HEADER || isOpen) return false;
	const found = known.page?.page.lookUp(field);
	return found !== undefined && ['', null, false].includes(found.value as null);
}

/**
 * Whether something that is not understood may say that there is more: a number of contacts that services
 * send where they choose, a number that counts neither this page nor what was requested, or a text that
 * changes with the page.
 */
function mayHaveMore({ page: last, heldBack, list }: Known): boolean {
	const { contacts, fields } = last?.page ?? { contacts: [], fields: [] };
	const { length } = contacts;
	const again = new Map(heldBack?.page.fields.map(({ name, value }) => [name, value]));
	const page = { length, pageSize: list.pageSize, again };
	const hasCursors = contacts[0]?.cursor !== undefined;
	return USUAL_SIZES.has(length) || hasCursors || fields.some((field) => isUnread(field, page));
}

/** Whether there are more contacts than those that have come; `maybe` where the service does not say. */
export function outlookOf(known: Known): 'yes' | 'maybe' | 'no' {
	const { saysMore, leadsOn: isLeading, saysEnd, isFull, isCut: isShort } = factsOf(known);
	if (saysMore || isLeading) return 'yes';
	const isSaid = saysEnd || signalsOf(known.page!.page.fields, 1).end;
	return (isFull || isShort) && !isSaid ? 'maybe' : 'no';
}
