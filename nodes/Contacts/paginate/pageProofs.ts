/** Whether a response is the next page. */
import { isSame } from './identity';
import { startOf } from './json';
import type { Evidence } from './evidence';
import { besideOf, printOfFirst, type Seen, statesFewer } from './memory';
import { areApart, type Contact, type Page } from './page';
import { isByLink, isCounted, isLed, isPlaceable, isSameWay, type Position } from './paginators';
import { goesOn, isFollowing, isStated } from './stated';
import { isOpaque } from './signals';

/** What is known of a response, by the request that it came for. */
export type PageFacts = ReturnType<typeof pageFactsOf>;

export function pageFactsOf(evidence: Evidence, seen: Seen, known: number, position?: Position) {
	const { last, way } = evidence.memory;
	const { page, keys } = seen;
	const isProven = position !== undefined && way !== undefined && isSameWay(position.way, way);
	const isDue = isProven || (position !== undefined && !way && isStated(evidence, position));
	const overlap = Math.max(known, isDue ? overlapShown(evidence, keys) : 0);
	const hasOverlap = isSame(last.slice(last.length - overlap), keys.slice(0, overlap));
	return {
		evidence,
		seen,
		page,
		position,
		overlap,
		/** Whether it starts with the contacts that have to come again, and the keys of the others. */
		hasOverlap,
		rest: keys.slice(hasOverlap ? overlap : 0),
		/** Whether a page that was requested in the same way has been accepted. */
		isProven,
	};
}

/**
 * How many of the last known contacts a page starts with, where others have come in front of them meanwhile.
 * Without IDs, equal contacts may be others; without a total, nothing shows whether one has changed places
 * with a contact that is then left out.
 */
function overlapShown({ memory, total }: Evidence, keys: readonly number[]): number {
	const { last, identity } = memory;
	const at = last.indexOf(keys[0]!);
	const shown = last.length - at;
	const isChecked = identity.idField !== undefined && total !== undefined;
	return isChecked && at !== -1 && shown < keys.length ? shown : 0;
}

/** Why a response is believed to be the next page. In each case, it has only contacts that are new, unless `checkRepeats` is off. */
const PAGE_REASONS = {
	/** The request names no page. */
	first: ({ evidence }) => evidence.memory.pages === 0,
	/** A page that was requested in the same way has been accepted. */
	proven: (facts) => facts.isProven && isMore(facts),
	/** It was requested to start with the last known contact, does, and goes on. */
	overlap: ({ overlap, rest }) => overlap > 0 && rest.length > 0,
	/** The page before states its address, or a cursor that only its service can read. */
	stated: (facts) => {
		const { evidence, position, rest } = facts;
		if (!position || !isStated(evidence, position)) return false;
		return rest.length > 0 || (isByLink(position.way) && isMore(facts));
	},
	/** The number before brings the first page again. */
	counted: (facts) => {
		const { evidence, position } = facts;
		if (!position || !isCounted(position.way) || evidence.isCut) return false;
		return isFollowing(evidence, position) && isMore(facts);
	},
} satisfies Record<string, (facts: PageFacts) => boolean>;

export type PageReason = keyof typeof PAGE_REASONS;

/** Whether there are contacts after the overlap, or the page says itself that the list goes on. */
const isMore = ({ evidence, position, page, rest }: PageFacts) =>
	rest.length > 0 || goesOn(evidence, position!, page);

/** Why a response is not the next page, whatever else is known of it. */
const REFUTATIONS = [
	['pageRepeated', isRepeated],
	['positionUnexpected', ({ hasOverlap }) => !hasOverlap],
	['contactsRepeated', hasRepeats],
	['manyLists', ({ evidence, page }) => hasMoreLists(evidence, page)],
	['failedWithSuccess', hasFailed],
	[
		'positionUnexpected',
		({ evidence, page }) => page.contacts.some((one) => isNoContact(evidence, one)),
	],
	['pageRepeated', isRenamed],
	['listChanged', hasMoved],
	['pageRepeated', leadsBack],
	['unproven', isFilter],
] as const satisfies ReadonlyArray<[why: string, holds: (facts: PageFacts) => boolean]>;

export type Refutation = 'again' | 'unproven' | (typeof REFUTATIONS)[number][0];

/** Judges a page that is not the first one again. */
export function verdictOn(facts: PageFacts): { reason: PageReason } | Refutation {
	const [refutation] = REFUTATIONS.find(([, holds]) => holds(facts)) ?? [];
	if (refutation) return refutation;
	const reasons = Object.keys(PAGE_REASONS) as PageReason[];
	const reason = reasons.find((one) => PAGE_REASONS[one](facts));
	return reason ? { reason } : 'unproven';
}

/** Whether a page has come before. */
function isRepeated({ evidence, rest, isProven }: PageFacts): boolean {
	const { keys, memory, page, wanted } = evidence;
	const startsAgain = rest[0] === memory.first;
	// A continuation knows no more of the first page than its first contact.
	if (startsAgain && !page) return true;
	// Also where contacts may be repeated, two pages do not end alike.
	if (rest.length > 1 && isSame(rest.slice(-2), memory.last.slice(-2))) return true;
	const isKnown = rest.length > 0 && rest.every((key) => keys.has(key));
	return isKnown && (wanted.pagination.checkRepeats || startsAgain || !isProven);
}

function hasRepeats({ evidence, position, rest }: PageFacts): boolean {
	const { keys, memory, wanted } = evidence;
	// An offset also counts contacts that the service hides, on a page that is not full.
	const isAfterGap = memory.pages > 1 && !memory.isFull && position && isPlaceable(position.way);
	if (!wanted.pagination.checkRepeats && !isAfterGap) return false;
	return new Set(rest).size < rest.length || rest.some((key) => keys.has(key));
}

/** Whether a page has lists that the first one had not; a person may have chosen one of several. */
export const hasMoreLists = ({ memory, wanted }: Evidence, { lists }: Page) =>
	memory.pages > 0 && lists.length > memory.listCount && wanted.contactsField === '';

function hasFailed({ evidence: { memory }, page }: PageFacts): boolean {
	return memory.pages > 0 && page.contacts.length === 0 && besideOf(page) !== memory.beside;
}

/** Whether an element is no contact, as what some services send after the last page: `{ "eof": true }`. */
function isNoContact({ memory, lastContacts }: Evidence, one: Contact): boolean {
	const { idField } = memory.identity;
	if (idField !== undefined) return !(idField in one);
	return lastContacts.length > 0 && lastContacts.every((known) => areApart(one, known));
}

/**
 * Whether this is the first page with other IDs, or the last one, which leads to itself: encrypted ones may
 * differ in each response.
 */
function isRenamed({ evidence, page, position }: PageFacts): boolean {
	const { memory, page: last, value } = evidence;
	const printOf = (one: Page) => printOfFirst(one, memory.identity);
	const isItself = position?.value === value && last !== undefined;
	const known = isItself ? printOf(last.page) : memory.print;
	return known !== 0 && printOf(page) === known;
}

/**
 * Whether contacts may have moved to an earlier page unseen, where pages, links or cursors have numbers: there
 * are fewer contacts than before.
 */
function hasMoved({ evidence, page, position, overlap }: PageFacts): boolean {
	if (!position || isPlaceable(position.way) || isOpaque(position.value)) return false;
	const { wanted, memory } = evidence;
	return overlap === 0 && wanted.pagination.checkTotal && statesFewer(memory, page);
}

/** A service that moves on by itself takes the same value again and again, but none after another. */
function leadsBack({ evidence, position }: PageFacts): boolean {
	if (!position || !isLed(position.way)) return false;
	return position.value !== evidence.value && evidence.values.has(position.value);
}

/**
 * Whether all contacts have the value that was sent in a field in which the one before them has another: that is
 * what a filter would bring. Where pages have one contact, its ID may be the number of the page.
 */
function isFilter({ evidence, page, position, isProven }: PageFacts): boolean {
	const { contacts } = page;
	const { lastContacts, memory } = evidence;
	// A continuation does not know the last contact.
	const isComparable = contacts.length > 1 && lastContacts.length > 0;
	if (!position || !(isComparable || isLed(position.way))) return false;
	const hasIt = (one: Contact | undefined, name: string) =>
		startOf(one?.[name]) === startOf(position.value);
	const isFiltered = (name: string) =>
		contacts.every((one) => hasIt(one, name)) && !hasIt(lastContacts.at(-1), name);
	const isTrusted = isProven && memory.pages > 1;
	return !isTrusted && Object.keys({ ...contacts[0] }).some(isFiltered);
}
