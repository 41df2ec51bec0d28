import { hashOf, type Identity, keysOf } from './identity';
import type { Page } from './page';
import type { Way } from './paginators';
import { ABOUT } from './conventions';
import { type Field, hasWord, isAddress, isNamedNext, pageCountsIn, signalsOf } from './signals';

/** What a continuation holds: plain data. */
export class Memory {
	/** The page size to request; undefined where the service chooses. */
	size?: number | undefined;
	/** Whether the size is sent under other names, too: the user's, or all common ones. */
	isSizeCommon = false;
	pages = 0;
	received = 0;
	/** Pages without contacts, one after another. */
	emptyPages = 0;
	/** The number of contacts of a full page, and whether the last page with contacts was full. */
	full = 0;
	isFull = false;
	/** Whether a page has come after one that was not full: then a short page is no sign of the end. */
	isUneven = false;
	/** Pages that have said that they are not all. */
	parts = 0;
	/** What the last page said about the end. */
	saysMore = false;
	/** Whether the last page may lead to a next one. */
	leadsOn = false;
	/** In how many fields the first page may have led to a next one, or had links to one before it. */
	leadCount = 0;
	/** Whether it stated further pages, or was a part, or the total says that there are more. */
	isIncomplete = false;
	saysEnd = false;
	/** Whether a page has come after one that said that it was the last. */
	isEndWrong = false;
	/** Keys of the first contact and of the last ones. */
	first = 0;
	last: readonly number[] = [];
	identity: Identity = { unstable: [] };
	/** Numbers of all contacts, by name: the least of those that the pages have stated, and the last. */
	totals: Totals = new Map();
	/** Whether a page has stated fewer contacts or pages in all than those before. */
	isFewer = false;
	/** How many pages there are, as the last one has stated; 0 where it has not. */
	pageCount = 0;
	/** The number of lists that may have contacts on the first page. */
	listCount = 0;
	/** A hash of what stands beside the list. */
	beside = 0;
	/** A hash of the first contacts without their IDs. */
	print = 0;
	/** The way that has brought a page. */
	way?: Way;
}

/** What came instead of a response that could be a page; a failure of the server says nothing of the list. */
export type Absence = 'missing' | 'refused' | 'failed';

/** What came without new contacts. */
export type Nothing = Absence | 'empty' | 'again' | 'overlap';

/** A page with the keys of its contacts. */
export interface Seen {
	page: Page;
	keys: readonly number[];
}

/** The memory with another page: what it counts, and what follows from the page before. */
export function countsWith(memory: Memory, seen: Seen, overlap: number): Partial<Memory> {
	const { pages, received, emptyPages, parts, totals, full } = memory;
	const { isFewer, isUneven, isEndWrong } = memory;
	const { page, keys } = seen;
	const { length } = keys;
	return {
		pages: pages + 1,
		received: received + length - overlap,
		emptyPages: length === 0 ? emptyPages + 1 : 0,
		totals: sameTotals(totals, page.totals, Math.max(full, length)),
		isFewer: isFewer || statesFewer(memory, page),
		pageCount: pageCountOf(page) || memory.pageCount,
		isUneven: isUneven || (pages > 1 && !memory.isFull),
		isEndWrong: isEndWrong || memory.saysEnd,
		parts: parts + Number(signalsOf(page.fields).part),
		leadsOn: page.leads.some(isNamedNext),
		...(pages === 0 && factsOfFirst(memory, seen)),
	};
}

/** What the memory keeps of the first page. */
const factsOfFirst = ({ identity }: Memory, { page, keys }: Seen): Partial<Memory> => ({
	full: keys.length,
	first: keys[0] ?? 0,
	listCount: page.lists.length,
	beside: besideOf(page),
	print: printOfFirst(page, identity),
	totals: totalsOfFirst(page),
	leadCount: page.leads.length + page.fields.filter(isLinkBack).length,
});

/** Whether a field is a link to the page before. */
const isLinkBack = ({ path, value }: Field) => isAddress(value) && hasWord(path, ABOUT.before);

/** The largest number of pages that a page states; 0 if it states none. */
function pageCountOf({ fields, contacts }: Page): number {
	return Math.max(0, ...pageCountsIn(fields, contacts.length).filter(Number.isInteger));
}

/** What pages have stated, by the names of the fields. */
type Totals = ReadonlyMap<string, readonly [least: number, last: number]>;

/** What is less than the contacts of the page counts something else, such as pages. */
function totalsOfFirst({ totals, contacts }: Page): Totals {
	const known = [...totals].filter(([, total]) => total >= contacts.length);
	return new Map(known.map(([name, total]) => [name, [total, total]]));
}

/**
 * The totals that another page has, too. Those that differ count the contacts of a page, unless they are
 * larger: a total may change in the meantime.
 *
 * @param most what a number of contacts on a page is at most
 */
export function sameTotals(totals: Totals, stated: Page['totals'], most: number): Totals {
	const kept = new Map<string, [number, number]>();
	for (const [name, [least, last]] of totals) {
		// Some count the contacts for the first page only, and state 0 with the others.
		const total = stated.get(name) || last;
		if ([least, last].includes(total) || total > most) {
			kept.set(name, [Math.min(least, total), total]);
		}
	}
	return kept;
}

/** Whether a page states fewer contacts or pages in all than the one before. */
export function statesFewer({ totals, full, pageCount }: Memory, page: Page): boolean {
	const isFewer = [...totals].some(
		([name, [least, last]]) => least > full && (page.totals.get(name) || last) < last,
	);
	return isFewer || (pageCountOf(page) || pageCount) < pageCount;
}

/** Contacts that tell one page from another. */
const FEW = 3;

/** A hash of the first contacts without their IDs; 0 where these have nothing else. */
export function printOfFirst({ contacts }: Page, { idField, unstable }: Identity): number {
	if (idField === undefined) return 0;
	const prints = keysOf(contacts.slice(0, FEW), { unstable: [...unstable, idField] });
	return new Set(prints).size < FEW ? 0 : hashOf(prints.join());
}

/** A hash of what stands beside a list. */
export const besideOf = ({ beside }: Page) => hashOf(JSON.stringify([...beside].sort()));
