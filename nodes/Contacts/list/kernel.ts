/**
 * What a list believes. Everything else in this folder only proposes: which page to request next, and why
 * a response should be that page, or the end. A proposal may be wrong; that costs a request or ends in an
 * error. Only this file can make an accepted page or an end, and it does so for the reasons below alone.
 */

/** Why a response is believed to be the next page. */
export const PAGE_REASONS = {
	first: 'The request names no page',
	stated: 'The page before states its link, its cursor or its number',
	overlap: 'It was requested to start with known contacts, and starts with exactly these',
	counted: 'The number of this page brings this page again, the next number only new contacts',
	echoed: 'It states the position that was requested',
	setByHand: 'The settings say how to request it',
} as const;

/** Why a list is believed to be whole. */
export const END_REASONS = {
	said: 'The response says that there are no more contacts, and nothing in it contradicts that',
	noLongerSaid:
		'The link, cursor or flag that led from page to page is gone, and nothing says that there is more',
	wouldBeSaid:
		'The service says that there is more when one contact is held back, but not on this page',
	pastTheEnd: 'The next position of a proven way is empty or is refused',
	onlyOverlap: 'The page one contact back has that contact alone',
	allHaveCome: 'As many contacts have come as the service states on every page',
	pageSize: 'A larger page has all contacts, and fewer than were requested',
	short: 'The page does not look full, and the service says nothing about pages',
	setByHand: 'The settings, or the field that they name, say so',
} as const;

export type PageReason = keyof typeof PAGE_REASONS;
export type EndReason = keyof typeof END_REASONS;

declare const accepted: unique symbol;
declare const ended: unique symbol;

/** A page of the list, with the contacts that come after those that are known. */
export interface AcceptedPage<T = unknown> {
	readonly [accepted]: true;
	readonly reason: PageReason;
	readonly contacts: readonly T[];
}

/** The end of a list. */
export interface End {
	readonly [ended]: true;
	readonly reason: EndReason;
}

// Comparison

/** Looks up the keys of contacts that have come. */
export interface Known {
	has(key: number): boolean;
}

/** What is known of a list, to compare a response with. */
export interface Read {
	known: Known;
	/** The keys of the contacts that came last, in their order. */
	last: readonly number[];
	/** The number of contacts on the last page. */
	lastCount: number;
	/** Whether a page with exactly these contacts was read. */
	wasRead: (keys: readonly number[]) => boolean;
}

/** How a response compares with what is known. */
export interface Facts {
	/** Contacts in the response. */
	count: number;
	/** Whether the page as a whole was read before. */
	isSame: boolean;
	/** The possible overlaps: how many of the last contacts it may start with; never 0. */
	overlaps: number[];
	/** The indexes of the contacts in the response that are known. */
	known: readonly number[];
	/** Whether the position that the response states is the requested one; undefined if it states none. */
	position: 'there' | 'elsewhere' | undefined;
}

/** Compares the contacts of a response with those that are known. */
export function compare(keys: readonly number[], read: Read, position: Facts['position']): Facts {
	const known: number[] = [];
	keys.forEach((key, index) => {
		if (read.known.has(key)) known.push(index);
	});
	return {
		count: keys.length,
		isSame: read.lastCount > 0 && keys.length > 0 && read.wasRead(keys),
		overlaps: known.length === 0 ? [] : overlapsOf(keys, read),
		known,
		position,
	};
}

function overlapsOf(keys: readonly number[], { last, lastCount, wasRead }: Read): number[] {
	const longest = Math.min(keys.length, last.length);
	const all = Array.from({ length: longest }, (_, index) => index + 1);
	const fitting = all.filter((overlap) =>
		last.slice(-overlap).every((key, index) => key === keys[index]),
	);
	// Only the last contacts are remembered one by one, but a page as a whole is, too.
	const startsWithPage =
		lastCount > last.length && keys.length > lastCount && wasRead(keys.slice(0, lastCount));
	return startsWithPage ? [...fitting, lastCount] : fitting;
}

// Pages

/** Why a response should be the next page. */
export interface PageClaim {
	reason: PageReason;
	/** With how many of the last contacts it has to start. */
	overlap: number;
	/** Whether no other part of the list starts so: contacts without IDs may equal each other. */
	isUnique?: boolean;
	/** Whether a page that was requested in the same way has been accepted. */
	isProven?: boolean;
	/** Whether the number of this page has brought this page again. */
	isConfirmed?: boolean;
	/** Whether the overlap may be missing, as the settings say. */
	mayLackOverlap?: boolean;
	/** Whether the list may have a contact more than once, as the settings say. */
	mayRepeat?: boolean;
}

/** Why a response is not the next page, and how many of its contacts came before. */
export interface Refutation {
	refutation: 'pageRepeated' | 'contactsRepeated' | 'positionUnexpected' | 'unproven';
	known: number;
}

/**
 * Accepts a response as the next page.
 *
 * @param contacts those of the response, in their order
 * @returns the page, with the contacts that are new
 */
export function acceptPage<T>(
	claim: PageClaim,
	facts: Facts,
	contacts: readonly T[],
): AcceptedPage<T> | Refutation {
	const overlap = overlapOf(claim, facts);
	const known = knownAfter(overlap ?? 0, facts);
	const refutation =
		overlap === undefined ? 'positionUnexpected' : refutationOf(claim, facts, overlap);
	if (refutation !== undefined) return { refutation, known };
	return { reason: claim.reason, contacts: contacts.slice(overlap) } as unknown as AcceptedPage<T>;
}

function knownAfter(overlap: number, { known }: Facts): number {
	return known.filter((index) => index >= overlap).length;
}

/** @returns undefined where the response does not start as it has to */
function overlapOf({ overlap, mayLackOverlap }: PageClaim, facts: Facts): number | undefined {
	if (overlap === 0 || facts.overlaps.includes(overlap)) return overlap;
	return mayLackOverlap ? 0 : undefined;
}

function refutationOf(
	claim: PageClaim,
	facts: Facts,
	overlap: number,
): Refutation['refutation'] | undefined {
	const fresh = facts.count - overlap;
	const known = knownAfter(overlap, facts);
	const areAllKnown = known > 0 && known === fresh && !claim.mayRepeat;
	if (facts.isSame || areAllKnown) return 'pageRepeated';
	if (facts.position === 'elsewhere') return 'positionUnexpected';
	// Even where contacts may come twice, half a page of them shows that pages overlap.
	const isTooMany = !claim.mayRepeat || (known > 1 && known * 2 > fresh);
	if (known > 0 && isTooMany) return 'contactsRepeated';
	return claim.isProven || PROVES[claim.reason](claim, facts) ? undefined : 'unproven';
}

/** What it takes to believe a way of which no page has been accepted. */
const PROVES: Record<PageReason, (claim: PageClaim, facts: Facts) => boolean> = {
	first: () => true,
	stated: () => true,
	overlap: ({ overlap, isUnique }) => overlap > 0 && isUnique === true,
	counted: ({ isConfirmed }, { count }) => isConfirmed === true && count > 0,
	echoed: (_claim, { position, count }) => position === 'there' && count > 0,
	setByHand: () => true,
};

// Ends

/** What speaks for and against the end after the last page. */
export interface EndFacts {
	/** Whether signs that are understood say that there is more, that there is none, or lead further. */
	saysMore: boolean;
	saysEnd: boolean;
	leadsOn: boolean;
	/** Whether something that is not understood may say that there is more. */
	mayLeadOn: boolean;
	/** Whether the page has as many contacts as a page may have. */
	isFull: boolean;
	/** Whether pages were accepted that the page before led to, or that were counted. */
	wasLed: boolean;
	wasCounted: boolean;
	/** Whether as many contacts have come as a field has stated on every page. */
	isTotal: boolean;
	/** Whether the settings, or a field that they name, say that this is the last page. */
	isSetByHand: boolean;
	/** What came for the next position; undefined where none was requested. */
	next?: 'empty' | 'refused' | 'overlap';
	/** Whether a page with one contact less, at the same place, said that there is more. */
	wouldSayMore?: boolean;
	/** Whether a larger page came short, and as many as came no longer say that there is more. */
	isWholeOnLargerPage?: boolean;
	/** Whether an answer to a question has differed from the page. */
	hasReacted?: boolean;
}

/** @returns undefined if the facts do not prove the end for this reason */
export function acceptEnd(reason: EndReason, facts: EndFacts): End | undefined {
	return PROVES_END[reason](facts) ? ({ reason } as unknown as End) : undefined;
}

const PROVES_END: Record<EndReason, (facts: EndFacts) => boolean> = {
	said: ({ saysEnd, saysMore, leadsOn, next }) =>
		saysEnd && !saysMore && (!leadsOn || next !== undefined),
	noLongerSaid: ({ wasLed, saysMore, leadsOn }) => wasLed && !saysMore && !leadsOn,
	wouldBeSaid: ({ wouldSayMore, saysMore, leadsOn }) =>
		wouldSayMore === true && !saysMore && !leadsOn,
	pastTheEnd: ({ next, saysMore, wasCounted }) =>
		wasCounted && (next === 'empty' || (next === 'refused' && !saysMore)),
	onlyOverlap: ({ next, saysMore, leadsOn }) => next === 'overlap' && !saysMore && !leadsOn,
	allHaveCome: ({ isTotal }) => isTotal,
	pageSize: ({ isWholeOnLargerPage }) => isWholeOnLargerPage === true,
	short: ({ saysMore, leadsOn, mayLeadOn, isFull, hasReacted }) =>
		![saysMore, leadsOn, mayLeadOn, isFull, hasReacted].includes(true),
	setByHand: ({ isSetByHand, saysMore }) => isSetByHand && !saysMore,
};
