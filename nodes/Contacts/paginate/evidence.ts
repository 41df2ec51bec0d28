import { identityOf, keysOf } from './identity';
import type { Contact, Page } from './page';
import {
	isByLink,
	isByNumber,
	isCounted,
	isLed,
	isPlaceable,
	paginatorOf,
	type Position,
	type Progress,
	type Way,
} from './paginators';
import { type Field, isAddress, leadsElsewhere, ownNumberIn, signalsOf } from './signals';
import { countsWith, Memory, type Nothing, type Seen } from './memory';
import type { ListRequest } from './source';
import { linkIn, ownSizeIn } from './urls';

/** No service is known that cuts pages to fewer contacts than these. */
const SMALLEST_CAP = 10;

/** What is known of a list: the memory, and what else was seen in the same run. Only the kernel changes it. */
export class Evidence {
	memory: Memory;
	/** The last page; undefined where a continuation starts. */
	page?: Seen;
	/** The first page without its last contacts. */
	heldBack?: Seen | undefined;
	/** The contacts of the last page; at least two, if that many have come. */
	lastContacts: readonly Contact[] = [];
	/** What the last page was requested with. */
	value?: Position['value'] | undefined;
	/** What other readings of the first page have shown. */
	isSizeIgnored = false;
	isOwnLength = false;
	/** Whether a question was answered with anything but the first page. */
	hasReacted = false;
	/** Positions that follow the first page, as the numbers beside them have shown. */
	readonly following: Position[] = [];
	/** What values have brought instead of new contacts, and the value after the last of these. */
	readonly past = new Map<unknown, Nothing>();
	onward?: Position['value'] | undefined;
	/** Values that pages were requested with. */
	readonly values = new Set<unknown>();
	/** Contacts that were in answers which were no page, and have not come yet. */
	readonly awaited = new Set<number>();
	readonly keys: Set<number>;
	/** The largest page size in the user's own parameters; 0 where there is none, or pageSize is known to have an effect. */
	ownSize: number;

	constructor(
		readonly wanted: ListRequest,
		memory?: Memory,
	) {
		this.memory = memory ?? { ...new Memory(), size: wanted.pageSize };
		this.keys = new Set(memory && [memory.first, ...memory.last]);
		this.ownSize = ownSizeIn(wanted.url);
	}

	/** Recognizes the contacts of a page. The first page shows by which field. */
	see(page: Page): Seen {
		if (this.memory.pages === 0) this.set({ identity: identityOf(page.contacts) });
		return { page, keys: keysOf(page.contacts, this.memory.identity) };
	}

	protected set(changes: Partial<Memory>): void {
		this.memory = { ...this.memory, ...changes };
	}

	/** Adds a page that was accepted. */
	protected addPage(seen: Seen, overlap: number, position?: Position): void {
		const { keys, page } = seen;
		const { contacts } = page;
		if (position) this.set({ way: position.way, size: this.sizeFor(position.way) });
		this.page = seen;
		this.heldBack = undefined;
		this.value = position?.value;
		this.values.add(position?.value);
		this.set(countsWith(this.memory, seen, overlap));
		if (keys.length === 0) return;
		this.lastContacts = [...this.lastContacts, ...contacts].slice(-Math.max(2, contacts.length));
		this.remember(keys.slice(overlap));
		const { length } = keys;
		const full = Math.max(this.memory.full, length);
		this.set({ full, isFull: this.isFullPage(length) });
		this.set(this.endSignalsOf(page));
	}

	protected isFullPage(length: number): boolean {
		const { pages, full, isUneven } = this.memory;
		if (pages > 1) return length >= full || isUneven;
		// Beside pageSize, any parameter of the user may be the page size of this service; a 1 is rather a flag.
		const values = length > 1 ? [...this.wanted.url.searchParams.values()] : [];
		return this.isSize(length) || values.includes(String(length));
	}

	/** Whether so many contacts were requested. */
	protected isSize(length: number): boolean {
		return length === this.wanted.pageSize || length === this.ownSize;
	}

	protected remember(keys: readonly number[]): void {
		for (const key of keys) {
			this.keys.add(key);
			this.awaited.delete(key);
		}
		this.set({ last: [...this.memory.last.slice(-2), ...keys] });
	}

	/** The size to request along a way that is proven: where pages may have any, no less than was asked for. */
	protected sizeFor(way: Way, size = this.memory.size): number | undefined {
		return size && isPlaceable(way) ? Math.max(size, this.wanted.pageSize ?? 0) : size;
	}

	/** The first page as it is read on from: without its last contacts, if these are held back. */
	get current(): Seen | undefined {
		return this.heldBack ?? this.page;
	}

	get isHeldBack(): boolean {
		return this.heldBack !== undefined;
	}

	/** How many of the last contacts of the first page are held back. */
	get heldBackCount(): number {
		return this.heldBack ? this.page!.keys.length - this.heldBack.keys.length : 0;
	}

	/** What the next request depends on. */
	progress(page: Page = this.current!.page): Progress {
		const { memory, heldBackCount, lastContacts, value } = this;
		const { pages, received, full } = memory;
		return { page, pages, received, full, heldBackCount, lastContacts, value };
	}

	/** The fields of the last page. */
	get fields(): readonly Field[] {
		return this.page?.page.fields ?? [];
	}

	/** Those of them that may lead to a next one. */
	get leads(): readonly Field[] {
		return this.page!.page.leads;
	}

	/** What the last page says about the end. */
	get endSignals(): Pick<Memory, 'saysMore' | 'saysEnd' | 'isIncomplete'> {
		return this.page ? this.endSignalsOf(this.page.page) : this.memory;
	}

	/** What a page says about the end. @param ahead 1 for the page after the last one */
	endSignalsOf(page: Page, ahead = 0) {
		const { fields, contacts } = page;
		const number = this.#pageNumber(fields, ahead);
		const { more, pages: statesPages, part, end } = signalsOf(fields, number, contacts.length);
		const isIncomplete = part || statesPages || this.lacksContacts || this.#leadsElsewhere(fields);
		return {
			saysMore: more || isIncomplete || this.#linksOn(page, ahead),
			saysEnd: end && !this.isCut && !this.memory.isEndWrong,
			isIncomplete,
		};
	}

	/** The number of the last page from 1, or of the page after it; what it states where a cursor leads from page to page. */
	#pageNumber(fields: readonly Field[], ahead: number): number | undefined {
		const { pages, way } = this.memory;
		if (!way || isCounted(way) || isByLink(way)) return pages + ahead;
		return isLed(way) ? ownNumberIn(fields) : undefined;
	}

	#leadsElsewhere(fields: readonly Field[]): boolean {
		const { way } = this.memory;
		const own = way && isLed(way) ? way.field : undefined;
		return this.wanted.pagination.checkTotal && leadsElsewhere(fields, own);
	}

	/** Whether a page has a link to a later one, although pages are requested by number or offset. */
	#linksOn(page: Page, ahead: number): boolean {
		const { wanted, memory } = this;
		const { way } = memory;
		const next = way && isByNumber(way) && paginatorOf(way).next(way, this.progress(page), wanted);
		if (typeof next !== 'object') return false;
		const links = page.leads.map((lead) => lead.value);
		return links.filter(isAddress).some((link) => {
			const target = new URL(linkIn(wanted, link) ?? '', wanted.url);
			const value = Number(target.searchParams.get(next.way.parameter!));
			return value >= Number(next.value) + ahead;
		});
	}

	/** Whether a number that seems to count the contacts of the first page may count pages. */
	get mayCountPages(): boolean {
		return signalsOf(this.fields, 1).more;
	}

	/** Whether the list is known to have more: a total, or parts, which each page but the last one may be. */
	get lacksContacts(): boolean {
		const { parts, pages } = this.memory;
		return this.total !== undefined || (parts > 0 && parts !== pages - 1);
	}

	/** The numbers of contacts that the service states, if they are to be compared. */
	get totals(): Array<[name: string, least: number, last: number]> {
		if (!this.wanted.pagination.checkTotal) return [];
		return [...this.memory.totals].map(([name, counts]) => [name, ...counts]);
	}

	/** The number of contacts that the service states, where that is more than have come. */
	get total(): number | undefined {
		const most = Math.max(0, ...this.totals.map(([, total]) => total));
		return most > this.memory.received ? most : undefined;
	}

	/** Whether there are fewer contacts than any service cuts pages to. */
	get isFew(): boolean {
		return this.memory.received < SMALLEST_CAP;
	}

	/** Whether there are more contacts than were requested. */
	get isLonger(): boolean {
		const { wanted, memory, ownSize } = this;
		return memory.received > (Math.max(wanted.pageSize ?? 0, ownSize) || Infinity);
	}

	/** Whether a first page may be full although no size was requested, or another one: services cut pages, or ignore the size. */
	get mayBeFull(): boolean {
		const { pages, isFull, saysMore } = this.memory;
		return isFull || (pages === 1 && (!this.isFew || saysMore || this.isLonger));
	}

	/** Whether flags may say that such a page is the last one, because it is shorter than was requested. */
	get isCut(): boolean {
		const { received, pages, size } = this.memory;
		const isAsRequested = received >= this.ownSize && this.isSize(received);
		const isSized = size !== undefined || this.ownSize > received;
		return pages === 1 && !isAsRequested && this.mayBeFull && !this.isOwnLength && isSized;
	}
}
