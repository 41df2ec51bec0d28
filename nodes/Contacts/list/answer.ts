import type { Failure } from '../response/failure';
import type { Page } from '../response/readPage';
import { accept, nothing, stateAfter } from './accept';
import { ask, decide, end } from './decide';
import { totalNamesOf } from './evidence';
import type { Facts, Known, PageClaim } from './kernel';
import { hashOfPage, hashOfRequest } from './memory';
import { saysMore } from './leads';
import { readSettings } from './modes';
import { acceptArrival, type Arrival, compareWith } from './pageFacts';
import { urlOfAttempt } from './questions';
import {
	type Attempt,
	type ListRequest,
	type ListState,
	type Next,
	type Outcome,
	requestOf,
	type Step,
	type Way,
} from './state';

/** Reads the answer to a question. */
export class Answer {
	readonly #attempt: Attempt;

	readonly #asked: ListState;

	constructor(
		private readonly state: ListState,
		private readonly next: Next & { kind: 'ask' },
		private readonly request: ListRequest,
	) {
		this.#attempt = next.attempt;
		this.#asked = {
			...state,
			asked: [...state.asked, hashOfRequest(urlOfAttempt(next.attempt, state, request))],
			questionsLeft: state.questionsLeft - 1,
		};
	}

	/**
	 * @param page undefined for an error status
	 * @param isRefused whether that is the status of a page that does not exist
	 */
	read(page: Page | Failure | undefined, known: Known, isRefused: boolean): Step {
		if (!page || 'reason' in page) return this.#goOn(!page && isRefused ? 'refused' : 'error');
		const { question, ways } = this.#attempt;
		const arrival = compareWith(this.state, ways[0], page, this.request, known);
		if (question === 'held back') return this.#readHeldBack(arrival);
		return question === 'larger page' ? this.#readLarger(arrival) : this.#readNext(arrival);
	}

	#goOn(outcome: Outcome): Step {
		const { outcomes } = this.next;
		const { question } = this.#attempt;
		const updated = { ...outcomes, [question]: [...(outcomes[question] ?? []), outcome] };
		return nothing(this.#asked, ask(this.#asked, this.request, updated));
	}

	/** The answer may be the next page. */
	#readNext(arrival: Arrival): Step {
		const { ways, claim, acceptsEmpty } = this.#attempt;
		const { page, facts } = arrival;
		if (!claim || ways.length !== 1) return this.#goOn(outcomeOf(facts, !claim));
		const { way, overlap } = foundWay(ways[0]!, claim, facts);
		const found = { ...arrival, way };
		const full = { ...claim, overlap, mayRepeat: false };
		const result = acceptArrival(full, found, this.state, this.request);
		const isNothing = facts.count === 0 && !acceptsEmpty;
		return isNothing || 'refutation' in result || isConstant(way, page, this.state)
			? this.#goOn(outcomeOf(facts, false))
			: accept({ ...this.#asked, found: way }, found, result, this.request);
	}

	/** The first page with another size: what does the service say if one more contact follows? */
	#readHeldBack({ page, keys, facts }: Arrival): Step {
		const { signs, setValue, count, firstCount, pageSize, memory } = this.state;
		const isShorter = count > 1 && hashOfPage(keys) === memory.withoutLast;
		const isExact = facts.isSame && this.#attempt.pageSize === count;
		const { pageSize: requested } = requestOf(this.request, this.#attempt.pageSize);
		const totalNames = totalNamesOf(page.signs, keys.length, requested);
		const unchanged = totalNames.filter((name) =>
			signs.some((sign) => sign.name === name && sign.value === this.request.pageSize),
		);
		// A count that equals the page size is another one if it stays as it is with another page size.
		this.#asked.totalNames = [...this.state.totalNames, ...unchanged];
		const state: ListState = {
			...this.#asked,
			...readSettings(page, this.request.pagination),
			pageSize: this.#attempt.pageSize,
		};
		if (isExact && saysMore(state, this.request)) {
			return nothing(state, decide(state, this.request));
		}
		if (!isShorter) return this.#goOn(outcomeOf(facts, false));
		const held: ListState = {
			...state,
			count: keys.length,
			firstCount: keys.length,
			held: { signs, setValue, count, firstCount, pageSize },
			memory: { ...memory, pages: [...memory.pages, hashOfPage(keys)] },
		};
		if (!saysMore(held, this.request)) return this.#goOn('shorter');
		const next = decide(held, this.request);
		// What the service does not understand, it understands no better now.
		const ignored = Object.entries(this.next.outcomes).filter(([, all]) =>
			all.every((outcome) => outcome === 'same'),
		);
		const outcomes = Object.fromEntries(ignored);
		return nothing(held, next.kind === 'ask' ? ask(held, this.request, outcomes) : next);
	}

	/** The first page with a larger size; only one with exactly as many contacts as it has is accepted. */
	#readLarger(arrival: Arrival): Step {
		const { claim, pageSize: size } = this.#attempt;
		const { count, overlaps } = arrival.facts;
		const read = readSettings(arrival.page, this.request.pagination);
		const larger: ListState = { ...this.#asked, ...read, count };
		const isMore = saysMore({ ...larger, received: count, firstCount: count }, this.request);
		const isFull = count === requestOf(this.request, size).pageSize;
		const isLonger = overlaps.includes(this.state.count) && (isFull || !isMore);
		if (!claim) return this.#goOn(isLonger ? { longer: count } : 'mixed');
		const result = acceptArrival(claim, arrival, this.state, this.request);
		if (!isLonger || !isFull || isMore || 'refutation' in result) return this.#goOn('mixed');
		const state = stateAfter(larger, arrival, result, this.request);
		const last = end('pageSize', state, this.request, { isWholeOnLargerPage: true });
		return { page: result, keys: arrival.keys, state, next: last };
	}
}

/**
 * Whether a value that is not understood came again, or counts the contacts of each page: that is no
 * cursor, even if the service understands it.
 */
function isConstant(way: Way, { signs, contacts }: Page, { count }: ListState): boolean {
	if (way.kind !== 'cursor') return false;
	const sign = signs.find(({ name }) => name === way.field);
	const isUnread = sign?.meaning === 'unread' || sign?.isForeign;
	const isCount = way.value === count && sign?.value === contacts.length;
	return isUnread === true && (sign?.value === way.value || isCount);
}

/** The way that the overlap of an answer shows: the service may count contacts from 1. */
function foundWay(
	way: Way,
	{ reason, overlap }: PageClaim,
	{ overlaps }: Facts,
): { way: Way; overlap: number } {
	const isFromOne = way.kind === 'offset' && way.first === 0 && overlaps.includes(overlap + 1);
	return reason === 'overlap' && isFromOne && !overlaps.includes(overlap)
		? { way: { ...way, first: 1 }, overlap: overlap + 1 }
		: { way, overlap };
}

function outcomeOf(facts: Facts, isJoint: boolean): Outcome {
	const { count, isSame, overlaps, known, position } = facts;
	if (count === 0) return position === 'there' ? 'emptyThere' : 'empty';
	if (isSame) return 'same';
	if (position === 'elsewhere') return 'elsewhere';
	if (known.length === 0) return 'new';
	const hasNew = known.length < count;
	if (overlaps.length > 0 && (isJoint || hasNew)) return { overlaps, hasNew };
	return hasNew ? 'mixed' : 'known';
}
