import { isSame } from './identity';
import type { Evidence } from './evidence';
import {
	besideOf,
	overlapIn,
	type PageRequest,
	printOfFirst,
	type Seen,
	statesFewer,
} from './memory';
import { areApart, type Contact, type Page } from './page';
import { isByLink, isCounted, isLed, isPlaceable, isSameWay, type Position } from './paginators';
import { goesOn, hasValue, isFirstBefore, isStated } from './stated';
import { isOpaque } from './signals';

/** Whether a response is the next page. */

/** What is known of a response, by the request that it came for. */
type PageFacts = ReturnType<typeof pageFactsOf>;

function pageFactsOf(
	evidence: Evidence,
	{ positions, overlap }: PageRequest,
	{ page, keys }: Seen,
) {
	const { last, way, pages } = evidence.memory;
	const expected = last.slice(last.length - overlap);
	const hasOverlap = isSame(expected, keys.slice(0, overlap));
	const rest = keys.slice(hasOverlap ? overlap : 0);
	// Undefined for the first page, and where several ways are tried at once.
	const position = positions.length === 1 ? positions[0] : undefined;
	return {
		evidence,
		page,
		position,
		overlap,
		/** Whether it starts with the contacts that have to come again, and the keys of the others. */
		hasOverlap,
		rest,
		isFirst: pages === 0,
		/** Whether there are contacts after the overlap. */
		isFresh: rest.length > 0,
		/** Whether a page that was requested in the same way has been accepted. */
		isProven: position !== undefined && way !== undefined && isSameWay(position.way, way),
		isLink: position === undefined || isByLink(position.way),
		/** Whether the page before has the address or the cursor. */
		isStated: position !== undefined && isStated(evidence, position),
		/** Whether the number before brings the first page. */
		isInOrder: position !== undefined && isInOrder(evidence, position),
		/** Whether the page says itself that the list goes on. */
		goesOn: () => goesOn(evidence, position!, page),
	};
}

const isInOrder = (evidence: Evidence, position: Position) =>
	isCounted(position.way) && !evidence.mayCountMore && isFirstBefore(evidence, position);

/** Why a response is believed to be the next page. In each case, it has only contacts that are new, unless `checkRepeats` is off. */
const PAGE_REASONS = {
	/** The request names no page. */
	first: ({ isFirst }: PageFacts) => isFirst,
	/** A page that was requested in the same way has been accepted. */
	proven: ({ isProven, isFresh, goesOn }: PageFacts) => isProven && (isFresh || goesOn()),
	/** It was requested to start with the last known contact, does, and goes on. */
	overlap: ({ overlap, isFresh }: PageFacts) => overlap > 0 && isFresh,
	/** The page before states its address, or a cursor that only its service can read. */
	stated: ({ isStated, isFresh, isLink, goesOn }: PageFacts) =>
		isStated && (isFresh || (isLink && goesOn())),
	/** The number before brings the first page again. */
	counted: (facts: PageFacts) => facts.isInOrder && (facts.isFresh || facts.goesOn()),
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
	| 'failedWithSuccess'
	| 'manyLists';

/** Judges a page that is not the first one again. */
export function verdictOn(
	evidence: Evidence,
	request: PageRequest,
	seen: Seen,
): PageReason | Refutation {
	const facts = pageFactsOf(evidence, request, seen);
	const reasons = Object.keys(PAGE_REASONS) as PageReason[];
	return (
		refuteContacts(facts) ??
		refutePage(facts) ??
		refutePosition(facts) ??
		reasons.find((one) => PAGE_REASONS[one](facts)) ??
		'unproven'
	);
}

export const isPageReason = (verdict: PageReason | Refutation): verdict is PageReason =>
	verdict in PAGE_REASONS;

/**
 * How many of the last known contacts a page starts with: more than were requested, if others have come in
 * front of them meanwhile. Without IDs, equal contacts may be others; without a total, nothing shows whether
 * one has changed places with a contact that is then left out.
 */
export function overlapShown(
	evidence: Evidence,
	{ positions: [position, ...others], overlap }: PageRequest,
	{ keys }: Seen,
): number {
	const { memory, total } = evidence;
	const { way, identity } = memory;
	const isChecked = identity.idField !== undefined && total !== undefined;
	if (!position || others.length > 0 || !isChecked) return overlap;
	const isProven = way ? isSameWay(position.way, way) : isStated(evidence, position);
	const shown = overlapIn(memory, keys);
	return isProven && shown < keys.length ? Math.max(shown, overlap) : overlap;
}

/** Whether this is the first page once more. */
export function isFirstAgain({ memory, current }: Evidence, { keys }: Seen): boolean {
	return memory.pages === 1 && keys.length > 0 && isSame(keys, current?.keys ?? []);
}

function refuteContacts(facts: PageFacts): Refutation | undefined {
	const { evidence, rest, hasOverlap } = facts;
	const repeated = rest.filter((key) => evidence.keys.has(key)).length;
	if (isRepeated(facts, repeated)) return 'pageRepeated';
	if (!hasOverlap) return 'positionUnexpected';
	const hasRepeats = repeated > 0 || new Set(rest).size < rest.length;
	const isChecked = evidence.wanted.pagination.checkRepeats || isAfterGap(facts);
	return hasRepeats && isChecked ? 'contactsRepeated' : undefined;
}

/** Whether a page follows one that was not full: an offset also counts contacts that the service hides there. */
const isAfterGap = ({ evidence: { memory }, position }: PageFacts) =>
	position !== undefined && isPlaceable(position.way) && memory.pages > 1 && !memory.isFull;

/** Whether a page has come before. @param repeated how many of its contacts are known */
function isRepeated({ evidence, rest, isProven }: PageFacts, repeated: number): boolean {
	const startsAgain = rest[0] === evidence.memory.first;
	// A continuation knows no more of the first page than its first contact.
	if (startsAgain && !evidence.page) return true;
	const isAll = repeated > 0 && repeated === rest.length;
	return isAll && (evidence.wanted.pagination.checkRepeats || startsAgain || !isProven);
}

function refutePage({ evidence, page }: PageFacts): Refutation | undefined {
	const { pages, beside, identity, print } = evidence.memory;
	if (pages === 0) return undefined;
	if (hasMoreLists(evidence, page)) return 'manyLists';
	if (page.contacts.length === 0 && besideOf(page) !== beside) return 'failedWithSuccess';
	if (page.contacts.some((one) => isOther(evidence, one))) return 'positionUnexpected';
	// Encrypted IDs may be others in each response.
	if (print !== 0 && printOfFirst(page, identity) === print) return 'pageRepeated';
	return undefined;
}

/** Whether an element is no contact, as what some services send after the last page: `{ "eof": true }`. */
function isOther({ memory, lastContacts }: Evidence, one: Contact): boolean {
	const { idField } = memory.identity;
	if (idField !== undefined) return !(idField in one);
	return lastContacts.length > 0 && lastContacts.every((known) => areApart(one, known));
}

/** Whether a page has lists that the first one had not; a person may have chosen one of several. */
export const hasMoreLists = ({ memory, wanted }: Evidence, { lists }: Page) =>
	lists.length > memory.lists && wanted.contactsField === '';

function refutePosition(facts: PageFacts): Refutation | undefined {
	const { evidence, page, position, overlap, isProven } = facts;
	if (!position) return undefined;
	const { way, value } = position;
	if (overlap === 0 && hasMoved(evidence, position, page)) return 'listChanged';
	// A service that moves on by itself takes the same value again and again, but none after another.
	if (isLed(way) && value !== evidence.value && evidence.values.has(value)) return 'pageRepeated';
	const isTrusted = isProven && evidence.memory.pages > 1;
	return isFilter(position, page) && !isTrusted ? 'unproven' : undefined;
}

/**
 * Whether contacts may have moved to an earlier page unseen, where pages, links or cursors have numbers: there
 * are fewer contacts than before.
 */
function hasMoved(evidence: Evidence, { way, value }: Position, page: Page): boolean {
	if (isPlaceable(way) || isOpaque(value)) return false;
	const { wanted, memory, page: last } = evidence;
	return wanted.pagination.checkTotal && statesFewer(memory, page, last?.page);
}

/** Whether an answer is a single contact with the value that was sent: that is what a filter would bring. */
function isFilter({ way, value }: Position, { contacts }: Page): boolean {
	const [contact, ...others] = contacts;
	if (!isLed(way) || !contact || others.length > 0) return false;
	return hasValue(contact, value);
}
