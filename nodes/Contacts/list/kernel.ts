/**
 * What a list believes. Everything else in this folder only proposes: which page to request next, and why
 * a response should be that page, or the end. A proposal may be wrong; that costs a request or ends in an
 * error. Only this file can make an accepted page or an end, and it does so for the reasons below alone.
 */

/** Why a response is believed to be the next page. */
export const PAGE_REASONS = {
	first: 'The request names no page',
	stated: 'The page before states its address or its cursor, and it has only new contacts',
	overlap: 'It was requested to start with known contacts, and starts with exactly these',
	counted: 'The number of the page before brings that page again, and this one only new contacts',
	setByHand: 'The settings say how to request it',
} as const;

/** Why a list is believed to be whole. */
export const END_REASONS = {
	said: 'The page does not have the requested length and says that it is the last one, and nothing contradicts that',
	wouldBeSaid:
		'The service says that there is more when one contact is held back, but not on this page',
	gone: 'The link or cursor that led from page to page is gone, and nothing says that there is more',
	onlyOverlap: 'The page one contact back has that contact alone',
	pastTheEnd: 'The page with the next number is empty, does not exist, or is the last page again',
	allHaveCome: 'As many contacts have come as the service states on every page',
	short:
		'The page does not have the requested length, nothing in it is about pages, and the service ignores all usual parameters',
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
	readonly end: EndReason;
}

export function isEnd(value: object): value is End {
	return 'end' in value;
}

// Pages

/** What is known of a list, to compare a response with. */
interface Known {
	/** Looks up the keys of contacts that have come. */
	contacts: { has(key: number): boolean };
	/** The keys of the contacts that came last, in their order. */
	last: readonly number[];
}

/** How a response compares with what is known. */
export interface Facts {
	/** Contacts in the response. */
	count: number;
	/** Whether it starts with the last `overlap` known contacts. */
	hasOverlap: boolean;
	/** Contacts after the overlap that are known. */
	repeated: number;
	/** Contacts after the overlap. */
	fresh: number;
}

/**
 * Compares the contacts of a response with those that are known.
 *
 * @param overlap how many of the last contacts it should start with
 */
export function compare(keys: readonly number[], overlap: number, known: Known): Facts {
	// A response may end within the overlap, if the overlap is the end of the list.
	const expected = known.last.slice(known.last.length - overlap);
	const hasOverlap =
		overlap <= known.last.length &&
		keys.length >= overlap &&
		expected.every((key, index) => key === keys[index]);
	const rest = keys.slice(hasOverlap ? overlap : 0);
	return {
		count: keys.length,
		hasOverlap,
		repeated: rest.filter((key) => known.contacts.has(key)).length,
		fresh: rest.length,
	};
}

/** Why a response should be the next page. */
export interface PageClaim {
	reason: PageReason;
	/** With how many of the last contacts it has to start. */
	overlap: number;
	/** Whether a page that was requested in the same way has been accepted. */
	isProven?: boolean;
	/** Whether the number of the page before has brought that page again. */
	isConfirmed?: boolean;
	/** Whether the overlap may be missing, as the settings say. */
	mayLackOverlap?: boolean;
	/** Whether the list may have a contact more than once, as the settings say. */
	mayRepeat?: boolean;
}

/** Why a response is not the next page. */
export type Refutation = 'pageRepeated' | 'contactsRepeated' | 'positionUnexpected';

/**
 * Accepts a response as the next page.
 *
 * @param contacts those of the response, in their order
 * @returns the page, with the contacts after the overlap
 */
export function acceptPage<T>(
	claim: PageClaim,
	facts: Facts,
	contacts: readonly T[],
): AcceptedPage<T> | Refutation {
	const { reason, overlap } = claim;
	const refutation = refutationOf(claim, facts);
	if (refutation) return refutation;
	const page = { reason, contacts: contacts.slice(facts.hasOverlap ? overlap : 0) };
	return page as unknown as AcceptedPage<T>;
}

function refutationOf(claim: PageClaim, facts: Facts): Refutation | undefined {
	const { reason, isProven, mayLackOverlap, mayRepeat } = claim;
	const { hasOverlap, repeated, fresh } = facts;
	const mayBeAll = mayRepeat && (isProven || reason === 'first');
	if (repeated > 0 && repeated === fresh && !mayBeAll) return 'pageRepeated';
	if (!hasOverlap && !mayLackOverlap) return 'positionUnexpected';
	if (repeated > 0 && !mayRepeat) return 'contactsRepeated';
	return isProven || PROVES[reason](claim, facts) ? undefined : 'positionUnexpected';
}

/** What it takes to believe a way of which no page has been accepted. */
const PROVES: Record<PageReason, (claim: PageClaim, facts: Facts) => boolean> = {
	first: () => true,
	stated: () => true,
	overlap: ({ overlap }) => overlap > 0,
	counted: ({ isConfirmed }, { count }) => isConfirmed === true && count > 0,
	setByHand: () => true,
};

// Ends

/** What speaks for and against the end after the last page. */
export interface EndFacts {
	/** Whether the page has as many contacts as were requested. */
	isFull: boolean;
	/** Whether fields with well-known names say that there is more, or that there is none. */
	saysMore: boolean;
	saysEnd: boolean;
	/** Whether the page has a link or a cursor to a next one. */
	leadsOn: boolean;
	/** Whether pages were accepted to which a link or a cursor led, or that were counted. */
	wasLed: boolean;
	wasCounted: boolean;
	/** Whether as many contacts have come as a field has stated on every page. */
	isTotal: boolean;
	/** Whether the settings, or a field that they name, say that this is the last page. */
	isSetByHand: boolean;
	/** What came for the next position; undefined where none was requested. */
	next?: 'empty' | 'missing' | 'refused' | 'lastAgain' | 'overlap';
	/** Whether the end of the list was seen in the middle of a page. */
	isEndSeen?: boolean;
	/** Whether the first page with one contact less says that there is more. */
	wouldSayMore?: boolean;
	/** Whether something that is not understood may say that there is more. */
	mayHaveMore?: boolean;
}

/** @returns undefined if the facts do not prove the end for this reason */
export function acceptEnd(reason: EndReason, facts: EndFacts): End | undefined {
	if (facts.saysMore || (facts.leadsOn && reason !== 'setByHand')) return undefined;
	return PROVES_END[reason](facts) ? ({ end: reason } as unknown as End) : undefined;
}

const PROVES_END: Record<EndReason, (facts: EndFacts) => boolean> = {
	said: ({ isFull, saysEnd }) => !isFull && saysEnd,
	wouldBeSaid: ({ wouldSayMore, isFull, mayHaveMore }) =>
		wouldSayMore === true && (isFull || !mayHaveMore),
	gone: ({ wasLed }) => wasLed,
	onlyOverlap: ({ next }) => next === 'overlap',
	pastTheEnd: ({ next, wasCounted, isFull, isEndSeen }) =>
		wasCounted &&
		(next === 'empty' ||
			next === 'missing' ||
			next === 'lastAgain' ||
			(next === 'refused' && (!isFull || isEndSeen === true))),
	allHaveCome: ({ isTotal }) => isTotal,
	short: ({ isFull, wouldSayMore, mayHaveMore }) => !isFull && !wouldSayMore && !mayHaveMore,
	setByHand: ({ isSetByHand }) => isSetByHand,
};
