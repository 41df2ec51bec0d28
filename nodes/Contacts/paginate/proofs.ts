import { type EndReason, isUnsure, nothingAt, provenEnd, saysMore } from './ends';
import { type Absence, type Memory, type PageRequest, type Seen, SMALLEST_CAP } from './memory';
import type { Contact, Page } from './page';
import {
	isFirstAgain,
	isPageReason,
	overlapShown,
	type PageReason,
	type Refutation,
	verdictOn,
} from './pageProofs';
import { Rereading } from './rereading';
import { isStated, valueAfter } from './stated';
import { isByLink, isLed, type Next, paginatorOf, type Position, type Way } from './paginators';

export type { Absence, Memory, PageRequest, Refutation };

declare const accepted: unique symbol;
declare const ended: unique symbol;

/** A page of the list, with the contacts that come after those that are known. */
export interface AcceptedPage {
	readonly [accepted]: true;
	readonly reason: PageReason;
	readonly contacts: readonly Contact[];
}

/** The end of a list. */
export interface End {
	readonly [ended]: true;
	readonly end: EndReason;
}

export const isEnd = (value: object): value is End => 'end' in value;

const endBy = (reason: EndReason | undefined) => reason && ({ end: reason } as unknown as End);

/**
 * What a list believes. It holds the only memory of the list: it is shown each request with what came for
 * it, and computes from that whether this is the next page, or the list has ended. Everything else in this
 * folder only proposes requests. A wrong proposal costs a request, or ends in an error.
 */
export class Proofs extends Rereading {
	readonly #judged = new WeakMap<AcceptedPage, { request: PageRequest; seen: Seen }>();

	// Pages

	/** Judges a response. To accept it does not move the list on; `add` does. */
	judge(asked: PageRequest, page: Page): AcceptedPage | Refutation {
		const seen = this.see(page);
		const isAgain = isFirstAgain(this, seen);
		if (isAgain) {
			if (asked.positions.length === 1) this.again.push(...asked.positions);
			return 'again';
		}
		this.hasReacted ||= this.memory.received >= SMALLEST_CAP;
		const request = { ...asked, overlap: overlapShown(this, asked, seen) };
		const reason = verdictOn(this, request, seen);
		if (!isPageReason(reason)) {
			for (const key of seen.keys) if (!this.keys.has(key)) this.awaited.add(key);
			return reason;
		}
		const contacts = page.contacts.slice(request.overlap);
		const verdict = { reason, contacts } as unknown as AcceptedPage;
		this.#judged.set(verdict, { request, seen });
		return verdict;
	}

	/** Notes how a question was refused. A service that has sent all, or says so, refuses cursors that it has not stated. */
	refused({ positions }: PageRequest, how: Absence | 'failed'): void {
		const { received } = this.memory;
		const isForeign = positions.every(({ way }) => way.field !== undefined);
		const seemsWhole = this.endSignals.saysEnd || received > (this.wanted.pageSize ?? Infinity);
		const isExpected = received < SMALLEST_CAP || (isForeign && seemsWhole);
		this.hasReacted ||= how === 'failed' || !isExpected;
	}

	/** Moves the list on. */
	add(verdict: AcceptedPage): void {
		const { request, seen } = this.#judged.get(verdict)!;
		this.addPage(request, seen);
	}

	/** Shows the first page once more, in a later call. @returns whether it is the same */
	refresh(page: Page): boolean {
		const seen = this.see(page);
		this.page = seen;
		const { first, last } = this.memory;
		return seen.keys[0] === first && seen.keys.at(-1) === last.at(-1);
	}

	// Ends

	/** The end after the last page, where that needs no request. */
	end(): End | undefined {
		const some: EndReason[] = ['off', 'said', 'allHaveCome', 'gone', 'nowhere', 'fewer'];
		return endBy(provenEnd(this, this.memory.received === 0 ? ['none'] : some));
	}

	/**
	 * The end, by what came for the next position.
	 *
	 * @returns 'unsure' if the position after that can tell; undefined where there may be more
	 */
	endAt(request: PageRequest, came: Page | Absence): End | 'unsure' | undefined {
		const nothing = nothingAt(this, request, came);
		if (!nothing) return undefined;
		// The page before came: what is refused is this one.
		this.hasReacted ||= nothing === 'refused';
		const [position] = request.positions as [Position];
		const page = typeof came === 'string' ? undefined : came;
		if (nothing !== 'refused') {
			this.past.add(position.value);
			this.onward = valueAfter(this, position, page);
		}
		const next = { nothing, position, page };
		const end = endBy(provenEnd(this, ['onlyOverlap', 'pastTheEnd'], next));
		return end ?? (isUnsure(this, next) ? 'unsure' : undefined);
	}

	/** The end of a first page after which no way was found. */
	endOfSearch(): End | undefined {
		return endBy(provenEnd(this, ['short']));
	}

	// What others propose requests by

	/** Sets the page size to request; undefined to leave it out. */
	setSize(size: number | undefined): void {
		this.memory = { ...this.memory, size };
	}

	get isSized(): boolean {
		return this.memory.size !== undefined;
	}

	/** Whether the first page was read with one contact fewer, or at least again. */
	get isReread(): boolean {
		return this.isHeldBack || this.isSizeIgnored;
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
	resume(way: Way): { next: Next; memory: Memory; isTaken: boolean } | undefined {
		const { page, wanted } = this;
		const size = this.sizeFor(way);
		const progress = { ...this.progress(), page: page!.page, full: size.full, isHeldBack: false };
		const next = paginatorOf(way).next(way, progress, wanted);
		if (!next || next === 'elsewhere') return undefined;
		const isTaken = isLed(way) && !isByLink(way) && !this.isHeldBack;
		return { next, memory: { ...this.memory, ...size, way }, isTaken };
	}
}
