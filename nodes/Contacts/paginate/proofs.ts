import {
	hashOf,
	type Identity,
	identityByBoth,
	identityOf,
	isSame,
	keysOf,
	printsOf,
} from './identity';
import { textOf } from './json';
import { LINK_HEADER } from './links';
import type { Contact, Page } from './page';
import {
	type Come,
	isCounted,
	isLed,
	isSameWay,
	type Next,
	paginatorOf,
	type Position,
	type Way,
	wayByHand,
} from './paginators';
import {
	echoes,
	type Field,
	isAddress,
	isOpaque,
	isUnread,
	leadsIn,
	sameTotals,
	signalsOf,
	type Totals,
	totalsIn,
	USUAL_SIZES,
} from './signals';
import type { ListRequest } from './settings';

/**
 * What a list believes. It holds the only memory of the list: it is shown each request with what came for
 * it, and computes from that whether this is the next page, or the list has ended. Everything else in this
 * folder only proposes requests. A wrong proposal costs a request, or ends in an error.
 */

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

/** A request for a page. */
export interface PageRequest {
	/** None for the first page; several where ways are tried at once. */
	positions: readonly Position[];
	/** With how many of the last contacts the page has to start. */
	overlap: number;
}

/** What came instead of a response that could be a page. */
export type Absence = 'missing' | 'refused';

/** What is known of a list, as plain data of a bounded size that a continuation can hold. */
export interface Memory {
	/** The page size to request; undefined where the service chooses. */
	size: number | undefined;
	/** Whether the size is sent under all common names. */
	isSizeCommon: boolean;
	pages: number;
	received: number;
	/** Pages without contacts, one after another. */
	emptyPages: number;
	/** The number of contacts of a full page, and whether the last page with contacts was full. */
	full: number;
	isFull: boolean;
	/** Pages that have said that they are not all. */
	parts: number;
	/** What the last page said about the end. */
	saysMore: boolean;
	saysEnd: boolean;
	/** Keys of the first contact and of the last ones. */
	first: number;
	last: readonly number[];
	identity: Identity;
	/** Numbers of contacts that were the same on all pages. */
	totals: Totals;
	/** A hash of what stands beside the list. */
	beside: number;
	/** A hash of the first contacts without their IDs. */
	print: number;
	/** The way that has brought a page. */
	way?: Way;
}

const NOTHING = {
	pages: 0,
	received: 0,
	emptyPages: 0,
	full: 0,
	first: 0,
	beside: 0,
	print: 0,
	parts: 0,
};

/** No service is known that cuts pages to fewer contacts than these. */
export const SMALLEST_CAP = 10;

// Pages

interface PageFacts {
	isFirst: boolean;
	/** Whether a page that was requested in the same way has been accepted. */
	isProven: boolean;
	overlap: number;
	/** Contacts after the overlap, none of which is known. */
	fresh: number;
	/** Whether the page says itself that the list goes on. */
	leadsOn: boolean;
	/** Whether the page before has the address or the cursor. */
	isStated: boolean;
	isLink: boolean;
	/** Whether the number shows in the response, or the number before brings the first page. */
	isCounted: boolean;
}

/** Why a response is believed to be the next page. In each case, it has only contacts that are new. */
export const PAGE_REASONS = {
	/** The request names no page. */
	first: ({ isFirst }: PageFacts) => isFirst,
	/** A page that was requested in the same way has been accepted. */
	proven: ({ isProven, fresh, leadsOn }: PageFacts) => isProven && (fresh > 0 || leadsOn),
	/** It was requested to start with the last known contact, does, and goes on. */
	overlap: ({ overlap, fresh }: PageFacts) => overlap > 0 && fresh > 0,
	/** The page before states its address, or a cursor that only its service can read. */
	stated: ({ isStated, isLink, fresh, leadsOn }: PageFacts) =>
		isStated && (fresh > 0 || (isLink && leadsOn)),
	/** Its number shows in the response, or the number before brings the first page again. */
	counted: ({ isCounted: is, fresh, leadsOn }: PageFacts) => is && (fresh > 0 || leadsOn),
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
	| 'failedWithSuccess';

// Ends

/** What came for the next position, if nothing new did. */
type Nothing = Absence | 'empty' | 'again' | 'overlap' | 'ignored';

interface EndFacts {
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
	isSecond: boolean;
	/** Whether a number of contacts is that of a page that is longer than requested. */
	isStatedLength: boolean;
	/** Whether something in the page may lead to another one; whether that is an address. */
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
	nothing?: Nothing | undefined;
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

interface Seen {
	page: Page;
	keys: readonly number[];
}

export class Proofs {
	memory: Memory;
	/** The last page, and the first one without its last contact. */
	#page?: Seen;
	#heldBack?: Seen | undefined;
	/** The last contacts: at least two, if so many have come. */
	#contacts: readonly Contact[] = [];
	/** What the readings of the first page with other sizes have shown. */
	/** What the last page was requested with. */
	#value?: Position['value'] | undefined;
	#isReread = false;
	#isSizeIgnored = false;
	#isOwnLength = false;
	/** Whether a question was answered with anything but the first page. */
	#hasReacted = false;
	/** Positions that brought the first page again, and values that brought nothing new. */
	readonly #again: Position[] = [];
	readonly #past = new Set<unknown>();
	/** The first contact that each value has brought. */
	readonly #brought = new Map<unknown, number | undefined>();
	readonly #known = new Set<number>();
	/** What pages were requested with. */
	readonly #values = new Set<unknown>();
	readonly #judged = new WeakMap<AcceptedPage, { request: PageRequest; seen: Seen }>();

	constructor(
		private readonly list: ListRequest,
		memory?: Memory,
	) {
		const empty = { last: [], identity: { unstable: [] }, totals: new Map() };
		this.memory = memory ?? {
			size: list.pageSize,
			isSizeCommon: false,
			...NOTHING,
			...empty,
			isFull: false,
			saysMore: false,
			saysEnd: false,
		};
		if (memory) for (const key of [memory.first, ...memory.last]) this.#known.add(key);
	}

	// Pages

	/** Judges what came for a request; that it is accepted moves nothing on. */
	judge(request: PageRequest, page: Page): AcceptedPage | Refutation {
		const seen = this.#see(page);
		const isAgain = this.#isAgain(seen);
		if (this.memory.pages === 1) this.#note(request, seen, isAgain);
		if (isAgain) return 'again';
		const facts = this.#compare(request, seen);
		if (typeof facts === 'string') return facts;
		const reasons = Object.keys(PAGE_REASONS) as PageReason[];
		const reason = reasons.find((one) => PAGE_REASONS[one](facts));
		if (!reason) return 'unproven';
		const contacts = page.contacts.slice(request.overlap);
		const verdict = { reason, contacts } as unknown as AcceptedPage;
		this.#judged.set(verdict, { request, seen });
		return verdict;
	}

	/** Notes that a question was refused. A service that has sent all refuses cursors that it has not stated. */
	refused(): void {
		const { received } = this.memory;
		const isWhole = received > (this.list.pageSize ?? Infinity) || received < SMALLEST_CAP;
		this.#hasReacted ||= !isWhole;
	}

	#see(page: Page): Seen {
		const { pages, identity } = this.memory;
		if (pages === 0) this.memory = { ...this.memory, identity: identityOf(page.contacts) };
		return { page, keys: keysOf(page.contacts, pages === 0 ? this.memory.identity : identity) };
	}

	/** Whether this is the first page once more, by its contents: row numbers are the same on each page. */
	#isAgain({ page, keys }: Seen): boolean {
		const before = this.#heldBack ?? this.#page;
		if (this.memory.pages !== 1 || !before || keys.length === 0) return false;
		if (!isSame(keys, before.keys)) return false;
		const { identity } = this.memory;
		const prints = [page, before.page].map(({ contacts }) => printsOf(contacts, identity));
		return !this.#isReread || isSame(prints[0]!, prints[1]!);
	}

	#note({ positions: [position, ...others] }: PageRequest, { keys }: Seen, isAgain: boolean): void {
		const isNothing = keys.length === 0 && this.memory.received < SMALLEST_CAP;
		if (!isAgain && !isNothing) this.#hasReacted = true;
		const isNew = keys[0] !== undefined && !this.#known.has(keys[0]);
		if (isNew && !this.#brought.has(position?.value)) this.#brought.set(position?.value, keys[0]);
		const isFirst = isAgain || (this.#page !== undefined && isSame(keys, this.#page.keys));
		if (position && others.length === 0 && isFirst) this.#again.push(position);
	}

	#compare(request: PageRequest, seen: Seen): PageFacts | Refutation {
		const { overlap, positions } = request;
		const { page, keys } = seen;
		const { pages, last } = this.memory;
		const expected = last.slice(last.length - overlap);
		const hasOverlap = isSame(expected, keys.slice(0, overlap)) && expected.length === overlap;
		const rest = keys.slice(hasOverlap ? overlap : 0);
		const [position, ...others] = positions;
		const single = others.length === 0 ? position : undefined;
		const isProven = single !== undefined && this.#isAlong(single);
		const isSure = (overlap > 0 && hasOverlap) || isProven || pages === 0;
		const refutation =
			this.#refuteContacts(rest, hasOverlap, isSure) ?? this.#refutePage(page, single, overlap);
		const none = {
			isFirst: pages === 0,
			isStated: false,
			isLink: false,
			leadsOn: false,
			isCounted: false,
		};
		const placed = single ? this.#place(single, seen) : none;
		return refutation ?? { ...placed, isProven, overlap, fresh: rest.length };
	}

	/** Whether a page has come in this way. */
	#isAlong({ way }: Position): boolean {
		const known = this.memory.way;
		return known !== undefined && isSameWay(way, known);
	}

	/** @param isSure whether the page is the next one even if all of its contacts are known */
	#refuteContacts(
		rest: readonly number[],
		hasOverlap: boolean,
		isSure: boolean,
	): Refutation | undefined {
		const { checkRepeats } = this.list.pagination;
		const repeated = rest.filter((key) => this.#known.has(key)).length;
		const isAll = repeated > 0 && repeated === rest.length;
		const isFirst = rest[0] === this.memory.first && hasOverlap;
		// A continuation knows no more of the first page.
		if (isFirst && !this.#page && rest.length === this.memory.full) return 'pageRepeated';
		if (isAll && (checkRepeats || !isSure || isFirst)) return 'pageRepeated';
		if (!hasOverlap) return 'positionUnexpected';
		const isRepeated = repeated > 0 || new Set(rest).size < rest.length;
		return isRepeated && checkRepeats ? 'contactsRepeated' : undefined;
	}

	#refutePage(page: Page, position: Position | undefined, overlap: number): Refutation | undefined {
		const { pages, beside } = this.memory;
		const isEmpty = page.contacts.length === 0;
		if (isEmpty && pages > 0 && besideOf(page) !== beside) return 'failedWithSuccess';
		if (this.#isFirstAgain(page)) return 'pageRepeated';
		if (!position) return undefined;
		const isMoved = overlap === 0 && isMovable(position) && this.#hasChanged(page);
		if (isMoved) return 'listChanged';
		// A service that moves on by itself takes the same value again and again, but none after another.
		const { value } = position;
		if (isLed(position.way) && value !== this.#value && this.#values.has(value))
			return 'pageRepeated';
		const isProven = pages > 1 && this.#isAlong(position);
		return !isProven && isFilter(position, page) ? 'unproven' : undefined;
	}

	/** What shows that a page is the one at its position. */
	#place(position: Position, { page, keys }: Seen) {
		return {
			isFirst: false,
			isStated: this.#isStated(position, keys[0]),
			isLink: position.way.parameter === undefined,
			leadsOn: this.#leadsOn(position, page),
			isCounted: this.#isCounted(position, page),
		};
	}

	/** Whether an empty page says itself that the list goes on, and how. */
	#leadsOn({ way, value }: Position, page: Page): boolean {
		if (!isLed(way)) return this.#signals(page, 1).saysMore;
		const come = { ...this.come(page), value, isHeldBack: false };
		return paginatorOf(way).next(way, come, this.list) !== undefined;
	}

	/** Whether the page before has the link or the cursor, and is not cut to fewer contacts than were requested. */
	#isStated({ way, value }: Position, first: number | undefined): boolean {
		const field = isLed(way) && this.#page?.page.lookUp(way.field!);
		if (!field || this.isCut) return false;
		// A service that moves on by itself answers the same value with another page.
		const brought = this.#brought.get(value);
		if (brought !== undefined && brought !== first) return false;
		return way.parameter === undefined || (field.value === value && isOpaque(value));
	}

	#isCounted({ way, value }: Position, page: Page): boolean {
		const before = Number(value) - 1;
		const isBefore = (one: Position) => isSameWay(one.way, way) && one.value === before;
		const first = (this.#heldBack ?? this.#page)?.page;
		if (!isCounted(way) || !first || this.isCut) return false;
		return this.#again.some(isBefore) || echoes(first.fields, page.fields, before);
	}

	/** Whether the number before the requested one brings the first page, or the request is placed otherwise. */
	#isPlaced({ positions: [position] }: PageRequest, nothing: Nothing): boolean {
		const isFew = this.memory.received < SMALLEST_CAP;
		const isLink = position!.way.parameter === undefined;
		const isStated = isLink || (isLed(position!.way) && nothing === 'missing' && isFew);
		if (nothing === 'overlap' || isStated) return true;
		const isBefore = (one: Position) =>
			isSameWay(one.way, position!.way) && one.value === Number(position!.value) - 1;
		return this.#again.some(isBefore) || this.#past.has(Number(position!.value) - 1);
	}

	/** Whether the number of all contacts is another than before: with page numbers, some moved up unseen. */
	#hasChanged({ fields }: Page): boolean {
		const { totals, full } = this.memory;
		const kept = sameTotals(totals, fields);
		const isChanged = [...totals].some(([name, total]) => total > full && !kept.has(name));
		return isChanged && this.list.pagination.checkTotal;
	}

	/** Whether a page is the first one with other IDs: encrypted IDs may be others in each response. */
	#isFirstAgain(page: Page): boolean {
		const { pages, print, identity } = this.memory;
		return pages > 0 && print !== 0 && printOfFirst(page, identity) === print;
	}

	/** Moves the list on. */
	add(verdict: AcceptedPage): void {
		const { request, seen } = this.#judged.get(verdict)!;
		const { memory } = this;
		const { length } = seen.keys;
		const [position] = request.positions;
		const way = position?.way ?? memory.way;
		const isResized = this.#heldBack && way && !paginatorOf(way).isSizeBound;
		const ownSize = isResized ? this.#ownSize : {};
		this.#page = seen;
		this.#value = position?.value;
		this.#values.add(position?.value);
		this.#heldBack = undefined;
		this.memory = {
			...memory,
			pages: memory.pages + 1,
			received: memory.received + verdict.contacts.length,
			emptyPages: length === 0 ? memory.emptyPages + 1 : 0,
			totals: sameTotals(memory.totals, seen.page.fields),
			...(way && { way }),
			...ownSize,
			...(memory.pages === 0 && this.#first(seen)),
		};
		if (length > 0) this.#addContacts(seen, request.overlap, memory.pages === 0);
	}

	/** What is known of a list by its first page. */
	#first({ page, keys }: Seen) {
		return {
			full: keys.length,
			first: keys[0] ?? 0,
			beside: besideOf(page),
			print: printOfFirst(page, this.memory.identity),
			totals: totalsOf(page, this.memory.size),
		};
	}

	#addContacts({ page, keys }: Seen, overlap: number, isFirst: boolean): void {
		const { length } = keys;
		this.#contacts = length > 1 ? page.contacts : [...this.#contacts.slice(-1), ...page.contacts];
		this.#remember(keys.slice(overlap));
		const isFull = isFirst ? this.#isFirstFull(length) : length >= this.memory.full;
		const { saysMore, saysEnd } = this.#signals(page);
		const parts = this.memory.parts + Number(signalsOf(page.fields).part);
		this.memory = { ...this.memory, isFull, parts, saysMore, saysEnd };
	}

	/** Another parameter of the user's may be the page size of this service. */
	#isFirstFull(length: number): boolean {
		const sizes = [...this.list.url.searchParams.values()];
		return (length === this.list.pageSize && this.isSized) || sizes.includes(String(length));
	}

	/** The size to request once the way is proven, and how many contacts that brings: as for the first page. */
	get #ownSize(): Pick<Memory, 'size' | 'full'> {
		const full = this.#page!.keys.length;
		const { size } = this.memory;
		return { full, size: this.#heldBack && size !== undefined ? Math.max(size, full) : size };
	}

	#remember(keys: readonly number[]): void {
		for (const key of keys) this.#known.add(key);
		this.memory = { ...this.memory, last: [...this.memory.last.slice(-2), ...keys] };
	}

	// Other readings of the first page

	/** Shows the first page once more, requested with another size: one contact less, or its own length. */
	reread(size: number, page: Page, isSizeCommon: boolean): void {
		const { contacts } = this.#page!.page;
		const again = page.contacts.slice(0, contacts.length);
		const identity = identityByBoth(contacts, again, this.memory.identity);
		if (!identity || again.length < contacts.length - 1) return;
		this.#isReread = true;
		this.#identify(identity);
		const seen = this.#see(page);
		this.memory = { ...this.memory, totals: sameTotals(this.memory.totals, page.fields) };
		const [length, count] = [page.contacts.length, contacts.length];
		if (length === count && size === count) {
			this.#page = seen;
			this.#heldBack = undefined;
			this.#isOwnLength = true;
			this.memory = { ...this.memory, size, full: count };
		} else if (length >= count) this.#isSizeIgnored = true;
		// Equal contacts without IDs fit at several places.
		else if (size === length && !seen.keys.includes(this.#page!.keys.at(-1)!)) {
			this.#heldBack = seen;
			this.#isSizeIgnored = false;
			this.memory = { ...this.memory, full: length, size, isSizeCommon };
		}
	}

	/** Tells the contacts of the first page apart by what did not change by itself. */
	#identify(identity: Identity): void {
		const keys = keysOf(this.#page!.page.contacts, identity);
		this.#page = { page: this.#page!.page, keys };
		this.#known.clear();
		this.memory = { ...this.memory, identity, first: keys[0]!, last: [] };
		this.#remember(keys);
	}

	// Ends

	/** The end after the last page, where that needs no request. */
	end(): End | undefined {
		const { pages, received } = this.memory;
		if (pages === 1 && received === 0) return this.#prove(['off']);
		return this.#prove(['off', 'said', 'allHaveCome', 'gone', 'fewer']);
	}

	/**
	 * The end, by what came for the next position.
	 *
	 * @returns 'unsure' if the position after that can tell; undefined where there may be more
	 */
	endAt(request: PageRequest, came: Page | Absence): End | 'unsure' | undefined {
		const nothing = typeof came === 'string' ? came : this.#nothingIn(request, came);
		// One contact back, there is a page.
		const [{ way, value }] = request.positions as [Position];
		// A link or a cursor that is refused leads somewhere.
		const isRefused = came === 'refused' && isLed(way);
		if (!nothing || isRefused || (typeof came === 'string' && request.overlap > 0))
			return undefined;
		if (this.memory.pages === 1 && !this.#isPlaced(request, nothing)) return undefined;
		this.#past.add(value);
		const page = typeof came === 'string' ? undefined : came;
		const end = this.#prove(['onlyOverlap', 'pastTheEnd'], nothing, page, request.positions[0]);
		const isTold = !paginatorOf(way).stride || !PAST.includes(nothing) || this.#past.size > 1;
		if (end || isTold) return end;
		const { saysMore } = this.#facts(nothing, page);
		return saysMore ? undefined : 'unsure';
	}

	/** The end of a first page after which no way was found. */
	endOfSearch(): End | undefined {
		return this.#prove(['short'], this.#hasReacted ? undefined : 'ignored');
	}

	/** The end of a first page without contacts, which has none without a page size, too. */
	endOfNothing(): End | undefined {
		return this.#prove(['none'], 'empty');
	}

	#prove(
		reasons: EndReason[],
		nothing?: Nothing,
		page?: Page,
		position?: Position,
	): End | undefined {
		const facts = this.#facts(nothing, page, position);
		const reason = facts.saysMore ? undefined : reasons.find((one) => END_REASONS[one](facts));
		return reason && ({ end: reason } as unknown as End);
	}

	/** What shows that a response has no new contacts; undefined where it may have some. */
	#nothingIn({ positions, overlap }: PageRequest, page: Page): Nothing | undefined {
		const [position] = positions as [Position];
		const { keys } = this.#see(page);
		const { first, last, full, beside } = this.memory;
		if (keys.length === 0) {
			const isOther = overlap > 0 || besideOf(page) !== beside;
			if (isOther || this.#leadsOn(position, page)) return undefined;
			// A list that is left out is as weak a sign as a refusal.
			return page.isListed ? 'empty' : 'refused';
		}
		if (overlap === 0) {
			const isLast = last.slice(-2).every((key, n, { length }) => keys.at(n - length) === key);
			const isAgain = this.#page ? isSame(keys, this.#page.keys) : isLast;
			if (isAgain && this.memory.pages > 1) return 'again';
			const isFirst = keys[0] === first && keys.length === full && this.memory.pages > 1;
			// A continuation knows no more of the first page.
			const isKnown = !this.#page || keys.every((key) => this.#known.has(key));
			return isFirst && isKnown ? 'refused' : undefined;
		}
		return keys.length < full && isSame(keys, last.slice(-overlap)) ? 'overlap' : undefined;
	}

	#facts(nothing?: Nothing, came?: Page, position?: Position): EndFacts {
		const { memory } = this;
		const page = this.#page?.page;
		const leads = page ? leadsIn(page.fields) : [];
		const isSecond = memory.pages > 1;
		return {
			isFull: memory.isFull,
			isOdd: this.#isOdd,
			isCut: this.isCut,
			isSizeHonored: this.isHeldBack,
			...this.#saidBy(page, came),
			isSecond,
			hasAll: this.#isTotalKnown && this.#totals.includes(memory.received),
			isStatedLength:
				memory.received > (this.list.pageSize ?? Infinity) &&
				this.#totals.includes(memory.received),
			leadsOn: leads.length > 0,
			linksOn: leads.some(({ value }) => isAddress(value)),
			hasCursor: leads.some(({ value }) => isOpaque(value)),
			namesOther: came !== undefined && position !== undefined && namesOther(position, came),
			isGone: this.#isGone(),
			isNull: this.#isNullByHand(),
			isFew: this.isHeldBack && !isSecond && memory.received < SMALLEST_CAP,
			isProven: isSecond || (position !== undefined && !this.#isOwnValue(position)),
			isNext: position !== undefined && this.#isNext(position.way),
			nothing,
			isTwice: this.#past.size > 1,
			isOff: this.list.pagination.mode === 'off',
			mayHaveMore: page !== undefined && this.#mayHaveMore(page),
		};
	}

	/** What the last page and the one after it say about the end. */
	#saidBy(page: Page | undefined, came: Page | undefined) {
		const { memory, total } = this;
		const isLess = this.#isPart || total !== undefined;
		const last = page ? this.#signals(page) : { ...memory, isLess };
		const next = came && this.#signals(came, 1);
		// An empty page may take back what the page before has computed from its length.
		const isTakenBack = next?.saysEnd === true;
		const saysMore = last.isLess || next?.saysMore === true || (last.saysMore && !isTakenBack);
		return { saysMore, saysEnd: last.saysEnd };
	}

	/** Whether nothing can be between the last page and one that was requested in this way. */
	#isNext(way: Way): boolean {
		const isLink = way.parameter === undefined;
		const { pages, isFull, size, received } = this.memory;
		const isComputed = isFull || size === received;
		return pages > 1 ? !paginatorOf(way).stride : isLink && isComputed;
	}

	/** Whether a value may have been taken for a filter: the last contact has it, or it is no cursor. */
	#isOwnValue({ way, value }: Position): boolean {
		const last = Object.values(this.#contacts.at(-1) ?? {}).map(textOf);
		return !isLed(way) || last.includes(String(value));
	}

	#isGone(): boolean {
		const { pages, way } = this.memory;
		const isOpen = pages < 2 || way === undefined || !isLed(way) || !this.#page;
		return !isOpen && paginatorOf(way).next(way, this.come(), this.list) === undefined;
	}

	/** Whether a field that the settings name is empty, and not for the lack of contacts on a cut page. */
	#isNullByHand(): boolean {
		const field = wayByHand(this.list.pagination)?.field;
		const isOpen = this.memory.isFull && !this.#isSizeIgnored;
		if (!field || field === LINK_HEADER || isOpen || this.isCut || this.memory.pages > 1) {
			return false;
		}
		const found = this.#page?.page.lookUp(field);
		return found !== undefined && ['', null, false].includes(found.value as null);
	}

	/** What a page says about the end. @param ahead 1 for the page after the last one */
	#signals(
		{ fields, contacts }: Page,
		ahead = 0,
	): { saysMore: boolean; saysEnd: boolean; isLess: boolean } {
		const { pages, emptyPages, way } = this.memory;
		const isNumbered = !way || isCounted(way) || way.parameter === undefined;
		const number = isNumbered ? Math.max(1, pages - emptyPages) + ahead : undefined;
		const { more, part, end } = signalsOf(fields, number, contacts.length);
		const isLess = part || this.#isPart || this.total !== undefined;
		return { saysMore: more || isLess, saysEnd: end && !this.isCut, isLess };
	}

	/** Whether the first page has another length than was requested, so that it may be full: services cut pages, or ignore the size. */
	get #isOdd(): boolean {
		const { pages, received, isFull } = this.memory;
		const { pageSize = 0 } = this.list;
		const isCut = received >= SMALLEST_CAP && received < pageSize;
		return pages === 1 && !isFull && (isCut || (received > pageSize && pageSize > 0));
	}

	/** Whether flags may say that such a page is the last one, because it is shorter than was requested. */
	get isCut(): boolean {
		return this.#isOdd && !this.#isOwnLength;
	}

	/** Whether a page is not all of its list: not where each page but the last one says so. */
	get #isPart(): boolean {
		const { parts, pages } = this.memory;
		return parts > 0 && parts !== pages - 1;
	}

	/** Whether the totals are known not to count the contacts of a page. */
	get #isTotalKnown(): boolean {
		const { pages, received } = this.memory;
		return pages > 1 || this.#heldBack !== undefined || received < SMALLEST_CAP;
	}

	/** The number of contacts that the service states, where that is more than have come. */
	get total(): number | undefined {
		const above = this.#totals.filter((total) => total > this.memory.received);
		return above.length > 0 ? Math.max(...above) : undefined;
	}

	get #totals(): number[] {
		return this.list.pagination.checkTotal ? [...this.memory.totals.values()] : [];
	}

	/**
	 * Whether something that is not understood may say that there is more: a number of contacts that services
	 * send where they choose, a number that counts neither this page nor what was requested, or a text that
	 * changes with the page.
	 */
	#mayHaveMore({ contacts, fields }: Page): boolean {
		const again = new Map(this.#heldBack?.page.fields.map(({ name, value }) => [name, value]));
		const page = { length: contacts.length, pageSize: this.list.pageSize, again };
		const hasCursors = contacts[0]?.cursor !== undefined;
		return (
			USUAL_SIZES.has(contacts.length) ||
			hasCursors ||
			fields.some((field) => isUnread(field, page))
		);
	}

	/** Whether a reading at its own length has to show what the first page says of the end, or of the next page. */
	get isDoubtful(): boolean {
		const page = this.#page?.page;
		if (!page || !this.isCut) return false;
		const { more, end } = signalsOf(page.fields, 1);
		return more || end || leadsIn(page.fields).length > 0;
	}

	/** Whether the field that the settings name says that this is the end, and the response says that it is not. */
	get isFlagWrong(): boolean {
		const page = this.#page?.page;
		const set = page?.fields.find(({ isSetting }) => isSetting);
		if (!set) return false;
		const others = page!.fields.filter((field) => field !== set);
		const isEnd = signalsOf([set]).end;
		return (
			isEnd &&
			(this.total !== undefined ||
				signalsOf(others, this.memory.pages).more ||
				leadsIn(others).length > 0)
		);
	}

	get isPageKnown(): boolean {
		return this.#page !== undefined;
	}

	get isHeldBack(): boolean {
		return this.#heldBack !== undefined;
	}

	get isSized(): boolean {
		return this.memory.size !== undefined;
	}

	/** Whether the first page was read with one contact less, or at least again. */
	get isReread(): boolean {
		return this.#heldBack !== undefined || this.#isSizeIgnored;
	}

	/** Whether the last page states the value of a position, so that its page can be requested at once. */
	isStated(position: Position): boolean {
		return this.#isStated(position, undefined);
	}

	/** The fields of the last page, and those that may lead to a next one. */
	get fields(): readonly Field[] {
		return this.#page?.page.fields ?? [];
	}

	get leads(): Field[] {
		return leadsIn(this.come().page.fields);
	}

	/**
	 * Where another call goes on with a way that a question has proven: from the first page as it came, since
	 * the answer is not kept.
	 *
	 * @returns undefined where only the first page with a contact held back leads on
	 */
	resume(way: Way): { next: Next; memory: Memory; isTaken: boolean } | undefined {
		const { full } = this.#ownSize;
		const come = { ...this.come(), page: this.#page!.page, full, isHeldBack: false };
		const next = paginatorOf(way).next(way, come, this.list);
		if (!next || next === 'elsewhere') return undefined;
		const isTaken = isLed(way) && way.parameter !== undefined && this.#heldBack === undefined;
		return { next, memory: { ...this.memory, ...this.#ownSize, way }, isTaken };
	}

	/** Shows the first page once more, in a later call. @returns whether it is the same */
	refresh(page: Page): boolean {
		const seen = this.#see(page);
		this.#page = seen;
		const { first, last } = this.memory;
		return seen.keys[0] === first && seen.keys.at(-1) === last.at(-1);
	}

	/** Whether there are more contacts than those that have come; `maybe` where the service does not say. */
	get outlook(): 'yes' | 'maybe' | 'no' {
		const { saysMore, leadsOn, saysEnd, isFull, isCut } = this.#facts();
		if (saysMore || leadsOn) return 'yes';
		const isSaid = saysEnd || signalsOf(this.fields, 1).end;
		return (isFull || isCut) && !isSaid ? 'maybe' : 'no';
	}

	/** What the next request depends on. */
	come(page: Page = (this.#heldBack ?? this.#page)!.page): Come {
		const { pages, received, full } = this.memory;
		const isHeldBack = this.#heldBack !== undefined;
		const lastContacts = this.#contacts;
		return { page, pages, received, full, isHeldBack, lastContacts, value: this.#value };
	}
}

/** Whether contacts may move to an earlier page unseen: where pages have numbers, or links may have. */
const isMovable = ({ way, value }: Position) =>
	isCounted(way) || way.parameter === undefined || (isLed(way) && !isOpaque(value));

/** Whether an answer is a single contact with the value that was sent: that is what a filter would bring. */
function isFilter({ way, value }: Position, { contacts }: Page): boolean {
	const [contact, ...others] = contacts;
	if (!isLed(way) || way.parameter === undefined || !contact || others.length > 0) return false;
	return Object.values(contact).some((own) => textOf(own) === String(value));
}

/** Contacts that tell one page from another. */
const FEW = 3;

/** Whether a page with room for more leads to a contact that is not the one after its own. */
function namesOther({ way, value }: Position, { contacts, fields }: Page): boolean {
	if (paginatorOf(way).trust !== 'nothing') return false;
	const own = Object.values(contacts.at(-1) ?? {});
	const isNext = (lead: unknown) =>
		paginatorOf(way).stride
			? Number(lead) <= Number(value) + contacts.length + 1
			: own.includes(lead);
	const isOther = (lead: unknown) =>
		!isOpaque(lead) && String(lead) !== String(value) && !isNext(lead);
	return leadsIn(fields).some(({ value: lead }) => isOther(lead));
}

/** A hash of the first contacts without their IDs; 0 where these have nothing else. */
function printOfFirst({ contacts }: Page, { idField, unstable }: Identity): number {
	if (idField === undefined || contacts.length < FEW) return 0;
	const some = contacts.slice(0, FEW);
	const isBare = some.some((contact) => Object.keys(contact).length < 2);
	const prints = printsOf(some, { unstable: [...unstable, idField] });
	return isBare || new Set(prints).size < FEW ? 0 : hashOf(prints.join());
}

/** The numbers of contacts that a first page states, but for the page size that it repeats. */
function totalsOf({ fields, contacts: { length } }: Page, size: number | undefined): Totals {
	return new Map([...totalsIn(fields)].filter(([, total]) => total !== size || length === size));
}

/** A hash of what stands beside a list. */
function besideOf({ beside }: Page): number {
	return hashOf(JSON.stringify([...beside].sort()));
}
