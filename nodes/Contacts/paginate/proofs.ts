import { arrivalOf, type EndReason, isUnsure, provenEnd, saysMore } from './ends';
import { type Absence, type Memory, sameTotals, type Seen, statesFewer } from './memory';
import { Evidence } from './evidence';
import { type Identity, identityByBoth, isSame, keysOf } from './identity';
import type { Contact, Page } from './page';
import {
	type PageFacts,
	pageFactsOf,
	type PageReason,
	type Refutation,
	verdictOn,
} from './pageProofs';
import { followersOf, isStated, valueAfter } from './stated';
import { isByLink, isLed, paginatorOf, type Position, type Way } from './paginators';

export type { Absence, Memory, Refutation };

const judged = Symbol('judged');
declare const ended: unique symbol;

/** A page of the list, with the contacts that come after those that are known. */
export interface AcceptedPage {
	readonly [judged]: PageFacts;
	readonly reason: PageReason;
	readonly contacts: readonly Contact[];
}

/** The end of a list. */
export interface End {
	readonly [ended]: true;
	readonly end: EndReason;
}

/** What was judged: the next page, the end, or why neither; 'unsure' if the position after it can tell. */
export type Verdict = AcceptedPage | End | 'unsure' | Refutation | Absence;

export const isEnd = (value: object): value is End => 'end' in value;

const endBy = (reason: EndReason | undefined) => reason && ({ end: reason } as unknown as End);

/**
 * Whether so many contacts of a first page may be read on from: as many as were requested, or fewer, where some are
 * hidden. Those that are held back have to fit into the next page, with another one.
 */
const isStart = (length: number, size: number, received: number) =>
	length === size || (length < size && received < 2 * length);

/**
 * What a list believes. It holds the only memory of the list: it is shown each request with what came for
 * it, and computes from that whether this is the next page, or the list has ended. Everything else in this
 * folder only proposes requests. A wrong proposal costs a request, or ends in an error.
 */
export class Proofs extends Evidence {
	// Pages

	/**
	 * Judges what came. To accept a page does not move the list on; `add` does.
	 *
	 * @param positions none for the first page, and several for a question that tries as many ways at once
	 */
	judge(came: Page): AcceptedPage | Refutation;
	judge(came: Page | Absence, ...positions: Position[]): Verdict;
	judge(came: Page | Absence, ...positions: Position[]): Verdict {
		const seen = typeof came === 'string' ? came : this.see(came);
		const [first, ...others] = positions;
		const only = others.length === 0 ? first : undefined;
		const end = only && this.#endAt(only, seen);
		if (end) return end;
		if (typeof seen !== 'string') return this.#judgePage(seen, first?.overlap, only);
		this.hasReacted ||= seen === 'failed' || !this.#isRefusedAnyway(first!.way);
		return seen;
	}

	#judgePage(seen: Seen, overlap = 0, position?: Position): AcceptedPage | Refutation {
		const { keys, page } = seen;
		const isFirst = this.#isFirstAgain(keys);
		if (position) this.following.push(...followersOf(this, position, keys, isFirst));
		if (isFirst) return 'again';
		this.hasReacted ||= !this.isFew;
		const facts = pageFactsOf(this, seen, overlap, position);
		const verdict = verdictOn(facts);
		if (typeof verdict === 'object') {
			return { ...verdict, [judged]: facts, contacts: page.contacts.slice(facts.overlap) };
		}
		for (const key of keys) if (!this.keys.has(key)) this.awaited.add(key);
		return verdict;
	}

	#isFirstAgain(keys: readonly number[]): boolean {
		return this.memory.pages === 1 && keys.length > 0 && isSame(keys, this.current?.keys ?? []);
	}

	/** A service that has sent all, or says so, refuses cursors that it has not stated. */
	#isRefusedAnyway(way: Way): boolean {
		const seemsWhole = this.endSignals.saysEnd || this.isLonger;
		return this.isFew || (way.field !== undefined && seemsWhole);
	}

	/** Moves the list on. */
	add({ [judged]: facts }: AcceptedPage): void {
		this.addPage(facts.seen, facts.overlap, facts.position);
	}

	// Other readings of the first page: which size has an effect, and what changes by itself

	/** Shows the first page once more, in a later call. @returns whether it is the same */
	refresh(page: Page): boolean {
		const seen = this.see(page);
		this.page = seen;
		this.lastContacts = page.contacts;
		const { first, last } = this.memory;
		return seen.keys[0] === first && seen.keys.at(-1) === last.at(-1);
	}

	/** Shows the first page once more, requested with another size: one contact fewer, or its own length. */
	reread(size: number, page: Page, isSizeCommon: boolean): void {
		// Some services take a size that they do not know for a filter.
		if (page.contacts.length === 0) return;
		const first = this.page!.page;
		const [{ length }, { length: count }] = [page.contacts, first.contacts];
		const again = page.contacts.slice(0, count);
		const identity = identityByBoth(first.contacts, again, this.memory.identity);
		this.hasReacted ||= length > count;
		// What is called like a page size may be a filter, or the most contacts of all pages.
		const isOtherList = isSizeCommon && statesFewer(this.memory, page);
		if (!identity || isOtherList) return;
		this.#identify(first, identity);
		const seen = this.see(page);
		// A number that grows as pages get shorter counts pages, not contacts.
		const { totals } = this.memory;
		const raised = [...totals].map(([name, [total]]) => {
			const most = Math.max(total, page.totals.get(name) ?? 0);
			return [name, [most, most]] as const;
		});
		// Some totals count one contact past the page.
		this.set({ totals: sameTotals(new Map(raised), page.totals, size + 1) });
		this.#setSize(seen, size, isSizeCommon);
	}

	#setSize(seen: Seen, size: number, isSizeCommon: boolean): void {
		const { length } = seen.keys;
		const { received, last } = this.memory;
		// Equal contacts without IDs fit at several places.
		const isHeldBack = length < received && !seen.keys.includes(last.at(-1)!);
		if (isHeldBack && isStart(length, size, received)) {
			this.heldBack = seen;
			this.isSizeIgnored = false;
			if (!isSizeCommon) this.ownSize = 0;
			this.set({ size, full: length, isSizeCommon });
			this.set({ isFull: this.isFullPage(received) });
		} else if (length === size && length === received) {
			this.heldBack = undefined;
			this.page = seen;
			// What is computed from the user's own size, which was not changed, stays in doubt.
			this.isOwnLength = isSizeCommon || this.ownSize <= size;
			this.set({ size, full: length, isSizeCommon });
		} else this.isSizeIgnored ||= length >= received;
	}

	/** Tells the contacts of the first page apart by what did not change by itself. */
	#identify(page: Page, identity: Identity): void {
		const keys = keysOf(page.contacts, identity);
		if (!isSame(keys, this.page!.keys)) this.awaited.clear();
		this.set({ identity, first: keys[0]!, last: [] });
		this.page = { page, keys };
		this.remember(keys);
	}

	// Ends

	/** The end after the last page, where that needs no request. */
	end(): End | undefined {
		const reasons = ['none', 'off', 'said', 'allHaveCome', 'gone', 'nowhere', 'fewer'] as const;
		return endBy(provenEnd(this, reasons));
	}

	/** The end, by what came for the next position; undefined where there may be more. */
	#endAt(requested: Position, came: Seen | Absence): End | 'unsure' | undefined {
		const next = arrivalOf(this, requested, came);
		if (!next || came === 'failed') return undefined;
		const { nothing, position, page } = next;
		if (nothing !== 'refused') {
			this.past.set(position.value, nothing);
			this.onward = valueAfter(this, position, page);
		}
		const end = endBy(provenEnd(this, ['onlyOverlap', 'pastTheEnd', 'nothingMore'], next));
		return end ?? (isUnsure(this, next) ? 'unsure' : undefined);
	}

	/** The end of a first page after which no way was found. */
	endOfSearch(): End | undefined {
		return endBy(provenEnd(this, ['short']));
	}

	// What others propose requests by

	/** Sets the page size to request; undefined to leave it out. */
	setSize(size: number | undefined): void {
		this.set({ size });
	}

	/** Whether there are more contacts than those that have come; `maybe` where the service does not say. */
	get outlook(): 'yes' | 'maybe' | 'no' {
		const { mayBeFull, endSignals, leads } = this;
		if (saysMore(this) || leads.length > 0) return 'yes';
		return mayBeFull && !endSignals.saysEnd ? 'maybe' : 'no';
	}

	/** Whether the last page states the value of a position, so that its page can be requested at once. */
	isStated(position: Position): boolean {
		return isStated(this, position);
	}

	/** Whether a page leads to itself, and its contacts may only seem to be new: nothing identifies them. */
	leadsToItself({ way, value }: Position): boolean {
		const { idField } = this.memory.identity;
		return isLed(way) && idField === undefined && value === this.value;
	}

	/**
	 * Where another call goes on with a way that a question has proven: from the first page as it came, since
	 * the answer is not kept.
	 *
	 * @returns undefined where only the first page with a contact held back leads on
	 */
	resume(way: Way): { position: Position; memory: Memory; isTaken: boolean } | undefined {
		const { memory, heldBack } = this;
		const { page, keys } = this.page!;
		// With hidden contacts, the first page as it came has no size.
		if (heldBack && heldBack.keys.length !== memory.size) return undefined;
		const progress = { ...this.progress(), page, full: keys.length, heldBackCount: 0 };
		const position = paginatorOf(way).next(way, progress, this.wanted);
		if (!position || position === 'elsewhere') return undefined;
		const isTaken = isLed(way) && !isByLink(way);
		const size = this.sizeFor(way, heldBack ? keys.length : memory.size);
		return { position, memory: { ...memory, way, size, full: keys.length }, isTaken };
	}
}
