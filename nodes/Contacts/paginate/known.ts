import { hashOf, type Identity, identityByBoth, identityOf, keysOf, printsOf } from './identity';
import type { Contact, Page } from './page';
import { type Come, isCounted, isLed, paginatorOf, type Position, type Way } from './paginators';
import { sameTotals, signalsOf, type Totals, totalsIn } from './signals';
import type { ListRequest } from './settings';

/** What is known of a list. Only `proofs.ts` changes it, with the functions of this file. */

/** What a continuation holds: plain data of a bounded size. */
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

/** A request for a page. */
export interface PageRequest {
	/** None for the first page; several where ways are tried at once. */
	positions: readonly Position[];
	/** With how many of the last contacts the page has to start. */
	overlap: number;
}

/** What came instead of a response that could be a page. */
export type Absence = 'missing' | 'refused';

/** A page with the keys of its contacts. */
export interface Seen {
	page: Page;
	keys: readonly number[];
}

const NOTHING = {
	isSizeCommon: false,
	pages: 0,
	received: 0,
	emptyPages: 0,
	full: 0,
	isFull: false,
	parts: 0,
	saysMore: false,
	saysEnd: false,
	first: 0,
	last: [],
	identity: { unstable: [] },
	totals: new Map<string, number>(),
	beside: 0,
	print: 0,
};

/** The memory, and what else was seen in the same run. */
export class Known {
	memory: Memory;
	/** The last page; undefined where a continuation starts. */
	page?: Seen;
	/** The first page without its last contact. */
	heldBack?: Seen | undefined;
	/** At least two, if so many have come. */
	lastContacts: readonly Contact[] = [];
	/** What the last page was requested with. */
	value?: Position['value'] | undefined;
	/** What other readings of the first page have shown. */
	isReread = false;
	isSizeIgnored = false;
	isOwnLength = false;
	/** Whether a question was answered with anything but the first page. */
	hasReacted = false;
	/** Positions that have brought the first page again. */
	readonly again: Position[] = [];
	/** Values that have brought nothing new. */
	readonly past = new Set<unknown>();
	/** Values that pages were requested with. */
	readonly values = new Set<unknown>();
	/** The first new contact that each value of a question has brought. */
	readonly brought = new Map<unknown, number>();
	readonly keys: Set<number>;

	constructor(
		readonly list: ListRequest,
		memory?: Memory,
	) {
		this.memory = memory ?? { ...NOTHING, size: list.pageSize };
		this.keys = new Set(memory && [memory.first, ...memory.last]);
	}
}

/** Recognizes the contacts of a page. The first page shows by which field. */
export function see(known: Known, page: Page): Seen {
	if (known.memory.pages === 0) {
		known.memory = { ...known.memory, identity: identityOf(page.contacts) };
	}
	return { page, keys: keysOf(page.contacts, known.memory.identity) };
}

/** Adds a page that was accepted. */
export function add(known: Known, { positions: [position], overlap }: PageRequest, seen: Seen) {
	const { memory, heldBack } = known;
	const { page, keys } = seen;
	const way = position?.way ?? memory.way;
	const isResized = heldBack && way && !paginatorOf(way).isSizeBound;
	const ownSize = isResized ? ownSizeOf(known) : {};
	known.page = seen;
	known.heldBack = undefined;
	known.value = position?.value;
	known.values.add(position?.value);
	known.memory = {
		...memory,
		pages: memory.pages + 1,
		received: memory.received + keys.length - overlap,
		emptyPages: keys.length === 0 ? memory.emptyPages + 1 : 0,
		totals: sameTotals(memory.totals, page.fields),
		...(way && { way }),
		...ownSize,
		...(memory.pages === 0 && factsOfFirst(known, seen)),
	};
	if (keys.length > 0) addContacts(known, seen, overlap);
}

function factsOfFirst({ memory: { identity, size } }: Known, { page, keys }: Seen) {
	const { length } = keys;
	// A number that repeats the page size is no total.
	const isTotal = (total: number) => total !== size || length === size;
	return {
		full: length,
		first: keys[0] ?? 0,
		beside: besideOf(page),
		print: printOfFirst(page, identity),
		totals: new Map([...totalsIn(page.fields)].filter(([, total]) => isTotal(total))),
	};
}

function addContacts(known: Known, { page, keys }: Seen, overlap: number): void {
	const { contacts, fields } = page;
	const { length } = keys;
	known.lastContacts = length > 1 ? contacts : [...known.lastContacts.slice(-1), ...contacts];
	remember(known, keys.slice(overlap));
	const { list, memory } = known;
	// Another parameter of the user's may be the page size of this service.
	const sizes = [...list.url.searchParams.values()];
	const isFirstFull =
		(length === list.pageSize && memory.size !== undefined) || sizes.includes(String(length));
	const isFull = memory.pages === 1 ? isFirstFull : length >= memory.full;
	const { saysMore, saysEnd } = saidBy(known, page);
	const parts = memory.parts + Number(signalsOf(fields).part);
	known.memory = { ...memory, isFull, parts, saysMore, saysEnd };
}

function remember(known: Known, keys: readonly number[]): void {
	for (const key of keys) known.keys.add(key);
	known.memory = { ...known.memory, last: [...known.memory.last.slice(-2), ...keys] };
}

/** Adds another reading of the first page, with one contact less or at its own length. */
export function addReading(known: Known, size: number, page: Page, isSizeCommon: boolean): void {
	const { contacts } = known.page!.page;
	const again = page.contacts.slice(0, contacts.length);
	const identity = identityByBoth(contacts, again, known.memory.identity);
	if (!identity || again.length < contacts.length - 1) return;
	// Contacts are told apart by what did not change by itself.
	const keys = keysOf(contacts, identity);
	const totals = sameTotals(known.memory.totals, page.fields);
	known.isReread = true;
	known.page = { page: known.page!.page, keys };
	known.keys.clear();
	known.memory = { ...known.memory, identity, totals, first: keys[0]!, last: [] };
	remember(known, keys);
	const seen = see(known, page);
	const [length, count] = [page.contacts.length, contacts.length];
	if (length === count && size === count) {
		known.page = seen;
		known.heldBack = undefined;
		known.isOwnLength = true;
		known.memory = { ...known.memory, size, full: count };
	} else if (length >= count) known.isSizeIgnored = true;
	// Equal contacts without IDs fit at several places.
	else if (size === length && !seen.keys.includes(keys.at(-1)!)) {
		known.heldBack = seen;
		known.isSizeIgnored = false;
		known.memory = { ...known.memory, full: length, size, isSizeCommon };
	}
}

/** The size to request once the way is proven, and how many contacts that brings: as for the first page. */
export function ownSizeOf({ memory: { size }, page, heldBack }: Known) {
	const full = page!.keys.length;
	return { full, size: heldBack && size !== undefined ? Math.max(size, full) : size };
}

/** What the next request depends on. */
export function comeOf(known: Known, page: Page = (known.heldBack ?? known.page)!.page): Come {
	const { memory, heldBack, lastContacts, value } = known;
	const { pages, received, full } = memory;
	return { page, pages, received, full, isHeldBack: heldBack !== undefined, lastContacts, value };
}

/** What a page says about the end. @param ahead 1 for the page after the last one */
export function saidBy(known: Known, { fields, contacts }: Page, ahead = 0) {
	const { pages, emptyPages, way } = known.memory;
	const isNumbered = !way || isCounted(way) || way.parameter === undefined;
	const number = isNumbered ? Math.max(1, pages - emptyPages) + ahead : undefined;
	const { more, part, end } = signalsOf(fields, number, contacts.length);
	const isLess = part || isPart(known) || totalAbove(known) !== undefined;
	return { saysMore: more || isLess, saysEnd: end && !isCut(known), isLess };
}

/** Whether a page is not all of its list: not where each page but the last one says so. */
export const isPart = ({ memory: { parts, pages } }: Known) => parts > 0 && parts !== pages - 1;

/** The numbers of contacts that the service states, if they are to be compared. */
export function totalsOf({ list, memory }: Known): number[] {
	return list.pagination.checkTotal ? [...memory.totals.values()] : [];
}

/** The number of contacts that the service states, where that is more than have come. */
export function totalAbove(known: Known): number | undefined {
	const above = totalsOf(known).filter((total) => total > known.memory.received);
	return above.length > 0 ? Math.max(...above) : undefined;
}

/** No service is known that cuts pages to fewer contacts than these. */
export const SMALLEST_CAP = 10;

/** Whether the first page has another length than was requested, so that it may be full: services cut pages, or ignore the size. */
export function isOdd({ list: { pageSize = 0 }, memory: { pages, received, isFull } }: Known) {
	const isShorter = received >= SMALLEST_CAP && received < pageSize;
	return pages === 1 && !isFull && (isShorter || (received > pageSize && pageSize > 0));
}

/** Whether flags may say that such a page is the last one, because it is shorter than was requested. */
export const isCut = (known: Known) => isOdd(known) && !known.isOwnLength;

/** Whether a page says itself that the list goes on, and how. */
export function leadsOn(known: Known, { way, value }: Position, page: Page): boolean {
	if (!isLed(way)) return saidBy(known, page, 1).saysMore;
	const come = { ...comeOf(known, page), value, isHeldBack: false };
	return paginatorOf(way).next(way, come, known.list) !== undefined;
}

/** Contacts that tell one page from another. */
const FEW = 3;

/** A hash of the first contacts without their IDs; 0 where these have nothing else. */
export function printOfFirst({ contacts }: Page, { idField, unstable }: Identity): number {
	if (idField === undefined || contacts.length < FEW) return 0;
	const some = contacts.slice(0, FEW);
	const isBare = some.some((contact) => Object.keys(contact).length < 2);
	const prints = printsOf(some, { unstable: [...unstable, idField] });
	return isBare || new Set(prints).size < FEW ? 0 : hashOf(prints.join());
}

/** A hash of what stands beside a list. */
export const besideOf = ({ beside }: Page) => hashOf(JSON.stringify([...beside].sort()));
