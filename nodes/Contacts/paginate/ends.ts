/** Whether a list has ended. */
import { NUMBERS, USUAL_SIZES } from './conventions';
import { isSame } from './identity';
import { isEmpty } from './json';
import type { Evidence } from './evidence';
import { type Absence, besideOf, type Nothing, type Seen } from './memory';
import type { Page } from './page';
import { hasMoreLists } from './pageProofs';
import { isByLink, isByNumber, isByOffset, isLed, type Position, wayByHand } from './paginators';
import { type Field, isAddress, isLead, isNoLead, isOpaque, saysNext } from './signals';
import { hasValue, isPlaced, isUnread, leadsOn, namesOther } from './stated';

/** A request for the next page that has brought nothing new, and what came for it. */
interface Arrival {
	nothing: Nothing;
	page?: Page | undefined;
	position: Position;
}

/** Why a list is believed to be whole. In each case, nothing says that there is more. */
const END_REASONS = {
	/** The settings say so. */
	off: ({ wanted, leads }) => wanted.pagination.mode === 'off' && leads.length === 0,
	/** The page is not full, and says that it is the last one. */
	said: (evidence) => {
		const isLinked = evidence.leads.some(({ value }) => isAddress(value));
		const isLast = evidence.endSignals.saysEnd && !isLinked && !evidence.memory.isFull;
		return isLast && !mayAlwaysSayEnd(evidence);
	},
	/** The page is not full, and as many contacts have come as the service states. */
	allHaveCome: (evidence) => {
		const { memory, leads } = evidence;
		// What counts the rows of a page may be met by chance; a number that leads on may be the next offset.
		const isStrong = ({ value }: Field) =>
			memory.pages === 1 || isAddress(value) || isOpaque(value);
		return !memory.isFull && hasAll(evidence) && !leads.some(isStrong);
	},
	/** The link or cursor that led from page to page is gone. */
	gone: ({ page, memory: { way } }) => {
		if (!page || !way || !isLed(way)) return false;
		// "NO" may be the cursor of Norway, and a cursor may be too long to be sent.
		const value = page.page.lookUp(way.field!)?.value;
		return isNoLead(value) && !isLead(value);
	},
	/** The link or cursor that the settings name is there, and leads nowhere, whatever size is requested. */
	nowhere: ({ page, wanted, isSizeIgnored, leads }) => {
		const way = wayByHand(wanted.pagination);
		const lead = way && isLed(way) ? page!.page.lookUp(way.field!) : undefined;
		// A number or a flag may be about the first page.
		const isNone = lead !== undefined && isEmpty(lead.value) && saysNext(lead.path);
		return isNone && isSizeIgnored && leads.length === 0;
	},
	/** There are fewer contacts than the service cuts pages to, and it honors the page size. */
	fewer: (evidence) => {
		const { heldBackCount, memory, leads } = evidence;
		const isHonored = heldBackCount === 1 && !memory.isSizeCommon;
		return !memory.isFull && isSurelyFew(evidence) && isHonored && leads.length === 0;
	},
	/** The page one contact back has room for more, and that contact alone. Beside several, some may be hidden. */
	onlyOverlap: (evidence, arrival) => {
		const { nothing, position, page } = arrival;
		if (nothing !== 'overlap' || position.overlap > 1 || movesOn(evidence, arrival)) return false;
		return !namesOther(position, page!) && isNoFilter(evidence, arrival);
	},
	/** Nothing new came after a page that was not full, says that it is the last one, or had all that are stated. */
	pastTheEnd: (evidence, arrival) => {
		const isLast = !evidence.mayBeFull || evidence.endSignals.saysEnd || hasAll(evidence);
		return isLast && (arrival.nothing === 'refused' || isPast(evidence, arrival));
	},
	/** Nothing new came, and the position after it brings nothing new either, or nothing else leads on: as in an outage. */
	nothingMore: (evidence, arrival) => {
		const isNext = arrival.nothing === 'empty' && leadsTo(evidence, arrival);
		return isPast(evidence, arrival) && (isSeenTwice(evidence, arrival) || isNext);
	},
	/** The page is not full, nothing may lead on, and the service ignores all usual parameters. */
	short: (evidence) => {
		const { memory, hasReacted, mayBeFull, isHeldBack, leads } = evidence;
		const isShort = !memory.isFull && !(mayBeFull && isHeldBack);
		return isShort && !hasReacted && leads.length === 0 && !mayHaveMore(evidence);
	},
	/** No contact has come, and the page leads to no other one, or says that it is the last one. */
	none: ({ memory, endSignals, leads }) =>
		memory.received === 0 && (endSignals.saysEnd || leads.length === 0),
} satisfies Record<string, (evidence: Evidence, arrival: Arrival) => boolean>;

export type EndReason = keyof typeof END_REASONS;

/** Whether nothing says that there is more, and one of these reasons holds. */
export function provenEnd(
	evidence: Evidence,
	reasons: readonly EndReason[],
	arrival?: Arrival,
): EndReason | undefined {
	if (saysMore(evidence, arrival?.page)) return undefined;
	return reasons.find((one) => END_REASONS[one](evidence, arrival!));
}

/** Whether the position after one that has brought nothing new can tell more. */
export function isUnsure(evidence: Evidence, arrival: Arrival): boolean {
	const { nothing, position, page } = arrival;
	const isNumber = isByNumber(position.way);
	const isOpen = isNumber ? position.overlap > 1 : movesOn(evidence, arrival);
	const mayTell = nothing === 'overlap' ? isOpen : isNumber && isPast(evidence, arrival);
	return mayTell && !saysMore(evidence, page);
}

/** @param page what came after the last page, without new contacts */
export function saysMore(evidence: Evidence, page?: Page): boolean {
	const { endSignals } = evidence;
	const after = page && evidence.endSignalsOf(page, 1);
	// An empty page may correct a flag that the page before has computed from its length.
	const isTakenBack = after?.saysEnd === true;
	const isMore = endSignals.isIncomplete || after?.saysMore === true || evidence.awaited.size > 0;
	return isMore || (endSignals.saysMore && !isTakenBack);
}

// Facts

/** Whether a first page of another length than requested may say that it is the last one whatever comes: it also does with contacts held back. */
function mayAlwaysSayEnd(evidence: Evidence): boolean {
	const { memory, isLonger, mayBeFull, heldBack } = evidence;
	if (!mayBeFull || (isLonger && !USUAL_SIZES.has(memory.received))) return false;
	if (seemsCut(evidence)) return true;
	if (!heldBack) return true;
	const again = evidence.endSignalsOf(heldBack.page);
	return again.saysEnd || (!again.saysMore && heldBack.page.leads.length === 0);
}

/** Whether a service may cut to so many contacts, also where it looks for one more than were requested. */
const seemsCut = ({ memory: { received, isSizeCommon }, ownSize }: Evidence) =>
	USUAL_SIZES.has(received) && (!isSizeCommon || ownSize > received);

/** Whether there are few contacts, and no number may say that they are one page of several. */
const isSurelyFew = ({ isFew, mayCountPages }: Evidence) => isFew && !mayCountPages;

/** Whether as many contacts have come as the service states, beyond what is on a single page. */
function hasAll(evidence: Evidence): boolean {
	const { memory, totals, isHeldBack } = evidence;
	const isSure = memory.pages > 1 || isHeldBack;
	// What has another name may be the number of contacts on the page, of which some are hidden; what grows by
	// pages is the least there are.
	const isAll = ([name, least, last]: Evidence['totals'][number]) =>
		least === memory.received &&
		last - least < memory.pages &&
		(isHeldBack || least > 2 * memory.full || NUMBERS.ofAll.test(name));
	return (isSure || isSurelyFew(evidence)) && totals.some(isAll);
}

/** Whether nothing came. A page that came again may be another one, if it has a number, and leads on. */
function isPast({ memory }: Evidence, { nothing, position }: Arrival): boolean {
	const isLast = !memory.leadsOn || !isByNumber(position.way);
	return nothing === 'empty' || nothing === 'missing' || (nothing === 'again' && isLast);
}

/** Whether two positions have brought nothing: once missing, or the page before, it may be the fault of one request. */
const isSeenTwice = ({ past }: Evidence, { nothing }: Arrival) =>
	past.size > 1 &&
	[...past.values()].every((one) => one === nothing || !['missing', 'again'].includes(one));

/** Whether what came states another link or cursor. */
const movesOn = ({ onward }: Evidence, { position }: Arrival) =>
	isLed(position.way) && onward !== undefined;

/** Whether the value was no filter: where pages lead on, or it is an offset, the last contact does not have it. */
function isNoFilter({ memory, lastContacts }: Evidence, { position }: Arrival): boolean {
	const { way, value } = position;
	if (memory.pages > 1) return true;
	const isOwn = hasValue(lastContacts.at(-1), value);
	if (memory.leadCount > 0) return isLed(way) && !isOwn;
	return !isOwn || !isByOffset(way);
}

/** Whether the last page leads to what came, and to nothing else, so that nothing can be between them. */
function leadsTo({ memory }: Evidence, { position: { way } }: Arrival): boolean {
	const { size, received, isFull, pages, leadCount } = memory;
	if (pages > 1) return !isByNumber(way);
	const isOnly = isByLink(way) && leadCount < 2;
	return isOnly && (isFull || size === received);
}

/**
 * Whether something that is not understood may say that there is more: a number of contacts that services
 * send where they choose, on a page that does not say that it is the last one, a page count that may count
 * pages, or a field that nobody has understood.
 */
function mayHaveMore({ page, wanted, mayCountPages, endSignals }: Evidence): boolean {
	const { length } = page!.keys;
	const isUsual = USUAL_SIZES.has(length) && !endSignals.saysEnd;
	if (isUsual || mayCountPages) return true;
	return page!.page.fields.some((field) => isUnread(field, length, wanted.pageSize ?? 0));
}

// What came

/** What came without new contacts; undefined where there may be some, or nothing is proven. */
export function arrivalOf(
	evidence: Evidence,
	position: Position,
	came: Seen | Absence,
): Arrival | undefined {
	const nothing = typeof came === 'object' ? nothingIn(evidence, position, came) : came;
	// A link or a cursor that is refused leads somewhere; one contact back, there is a page.
	const isSomewhere = position.overlap > 0 || (came === 'refused' && isLed(position.way));
	if (!nothing || (nothing === came && isSomewhere)) return undefined;
	if (nothing !== 'overlap' && !isPlaced(evidence, position)) return undefined;
	return { nothing, position, page: typeof came === 'object' ? came.page : undefined };
}

function nothingIn(
	evidence: Evidence,
	position: Position,
	{ page, keys }: Seen,
): Nothing | undefined {
	if (hasMoreLists(evidence, page)) return undefined;
	const { overlap } = position;
	if (keys.length > 0) {
		return isOverlapAlone(evidence, overlap, keys)
			? 'overlap'
			: knownAgain(evidence, position, keys);
	}
	const isOther = overlap > 0 || besideOf(page) !== evidence.memory.beside;
	if (isOther || leadsOn(evidence, position, page)) return undefined;
	// A list that is left out is as weak a sign as a refusal.
	return page.isListed ? 'empty' : 'refused';
}

/** Whether the contacts held back came alone, with room for more. */
const isOverlapAlone = ({ memory }: Evidence, overlap: number, keys: readonly number[]) =>
	overlap > 0 && memory.full > overlap && isSame(keys, memory.last.slice(-overlap));

/** Whether the last page came again. The first one counts only by a link, and if it has all that are stated. */
function knownAgain(evidence: Evidence, { way, overlap }: Position, keys: readonly number[]) {
	const { pages, last, isFull } = evidence.memory;
	if (overlap > 0 || (pages < 2 && !(isByLink(way) && hasAll(evidence)))) return undefined;
	// A continuation knows no more of the page; a single contact is a whole one only if that was not full.
	const isPage = keys.length > 1 || !isFull;
	const isLast = isPage && isSame(keys.slice(-2), last.slice(-Math.min(2, keys.length)));
	return (evidence.page ? isSame(keys, evidence.page.keys) : isLast) ? 'again' : undefined;
}
