import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import type { FetchPage } from '../request/fetchPage';
import { isRejection } from '../request/requestErrors';
import { type Count, type Evidence, evidenceOf, totalsIn } from '../response/evidence';
import { hashOf, type Identity, keysOfContacts } from '../response/identity';
import {
	type Contact,
	type KnownPlace,
	laterPageOf,
	type Page,
	type PageResponse,
} from '../response/page';
import { type AcceptedPage, acceptPage, compare, type End, type PageClaim } from './kernel';
import type { ListRequest } from './pagination';
import { numberOf, type Position, type SharedWays, type Size, urlOf, type Way } from './ways';

/** What a list read depends on. */
export interface Reader {
	request: ListRequest;
	fetchPage: FetchPage;
	/** Ways that lists of the same run have found. */
	ways: SharedWays;
	/** Receives a line for each request: how it was made, and what came. */
	log: (line: string) => void;
}

/** What to request next, and what has to come. */
export interface Step extends PageClaim {
	position: Position;
	size: Size;
	/** The response, if the search for the way has brought it. */
	response?: PageResponse;
}

/** A page with contacts that came for the first time. */
export type ListPage = AcceptedPage<Contact>;

/** What to request next, or why there is nothing. */
export type Next = Step | End;

/** What is known of a list, as plain data of a bounded size that a continuation can hold. */
export class Progress {
	pages = 0;
	received = 0;
	identity: Identity = { unstable: [] };
	place: KnownPlace = { path: [], contactPath: '', like: [], beside: [] };
	/** The key of the first contact of all. */
	first = 0;
	/** Hashes of the first page, also with fewer contacts, of one in between, and of the last one. */
	seen: number[] = [];
	/** Totals by their names that were the same on all pages. */
	totals: ReadonlyMap<string, number> = new Map();
	/** The number of contacts of the longest page. */
	longest = 0;
	/** Whether the last page may have had no room for more contacts, and whether it said that there are more. */
	isFull = false;
	saysMore = false;
	emptyPages = 0;
}

/** Contacts and keys to remember: more than an overlap ever needs. */
const RECENT = 32;

/** Lines of a trace that an error keeps. */
const TRACE_LENGTH = 8;

/** A list that is being read. */
export class Reading {
	readonly request: ListRequest;
	progress = new Progress();
	/** How the pages are requested, once that is known, and where the last page was. */
	way?: Way;
	position?: Position;
	/** The size that the last page was requested with. */
	size: Size;
	/** The last page that came, and the keys of its contacts. */
	page!: Page;
	keys: readonly number[] = [];
	/** Contacts that came last, and the keys of the last ones. */
	lastContacts: readonly Contact[] = [];
	last: readonly number[] = [];
	/** Requests that were sent to find the way. */
	asked = 0;
	/** Whether contacts come only with a smaller page size, or without one. */
	isResized = false;
	readonly trace: string[] = [];
	readonly #known = new Set<number>();
	/** Answers to questions: the next page may be one of them. */
	readonly answers = new Map<string, PageResponse | undefined>();

	constructor(readonly reader: Reader) {
		this.request = reader.request;
		this.size = { contacts: this.request.pageSize };
	}

	isKnown(key: number): boolean {
		return this.#known.has(key);
	}

	/** Accepts a response as the next page, or says why it is none. */
	accept(claim: PageClaim, page: Page, keys: readonly number[]) {
		const known = { contacts: this.#known, last: this.last };
		const mayRepeat = !this.request.pagination.checkRepeats;
		return acceptPage({ mayRepeat, ...claim }, compare(keys, claim.overlap, known), page.contacts);
	}

	/** Identifies the contacts of the first page in another way. */
	identify(identity: Identity): void {
		this.progress.identity = identity;
		this.keys = this.keysOf(this.page);
		this.last = this.keys;
		this.#known.clear();
		for (const key of this.keys) this.#known.add(key);
		this.#noteSeen();
	}

	keysOf(page: Page): number[] {
		return keysOfContacts(page.contacts, this.progress.identity);
	}

	/** What a page says about the end, if it is the last one that has come. */
	evidence(page = this.page, count: Partial<Count> = {}): Evidence {
		const { received, totals, pages } = this.progress;
		const pageNumber = this.position ? numberOf(this.position) : pages === 1 ? 1 : undefined;
		const known = this.request.pagination.checkTotal ? totals : new Map<string, number>();
		return evidenceOf(page, { received, pageNumber, totals: known, ...count });
	}

	/**
	 * How many of the last contacts to go back, so that only one place in the list can start with them. One
	 * with an ID is enough; equal contacts without IDs also fit one contact later, two different ones do not.
	 *
	 * @returns Infinity where all of them are equal
	 */
	get overlap(): number {
		const { last } = this;
		if (this.progress.identity.idField !== undefined && last.length > 0) return 1;
		const index = last.findLastIndex((key) => key !== last.at(-1));
		return index === -1 ? Infinity : last.length - index;
	}

	/**
	 * How many contacts of the first page to hold back. A page of three has no room for two that come again,
	 * and another one.
	 */
	get held(): number {
		return this.keys.length === 3 && new Set(this.keys).size === 3 ? 1 : this.overlap;
	}

	/** A size that brings the first page again: pages may start by a requested one that the service has cut. */
	get sizeOfFirst(): Size {
		const { contacts } = this.size;
		return { ...this.size, contacts: contacts && Math.min(contacts, this.keys.length) };
	}

	/** Whether the service knows no page size, and this page is not as long as one of its own: 50, 100, 200 or so. */
	get isUnsized(): boolean {
		return this.keys.length > (this.size.contacts ?? Infinity) && this.keys.length % 50 !== 0;
	}

	/** Adds a page to the list. @param keys those of all its contacts */
	add(page: Page, keys: readonly number[], { contacts }: AcceptedPage<Contact>): void {
		const { progress } = this;
		const { length } = keys;
		const fresh = keys.slice(length - contacts.length);
		for (const key of fresh) this.#known.add(key);
		this.page = page;
		this.keys = keys;
		this.last = [...this.last, ...fresh].slice(-Math.max(RECENT, fresh.length));
		const all = page.contacts.length > 1 ? page.contacts : [...this.lastContacts, ...contacts];
		this.lastContacts = (all.length > 0 ? all : page.contacts).slice(-RECENT);
		progress.pages++;
		progress.received += contacts.length;
		progress.emptyPages = length === 0 ? progress.emptyPages + 1 : 0;
		// Without the page size of the user, the service chooses one that is not known.
		const requested = this.size.contacts ?? (this.request.pageSize === undefined ? length : 0);
		progress.isFull = length > 0 && (length === requested || length === progress.longest);
		progress.longest = Math.max(progress.longest, length);
		this.#noteSigns();
		if (length > 0) this.#noteSeen();
	}

	#noteSigns(): void {
		const { progress } = this;
		const totals = totalsIn(this.page);
		const isSame = ([name, total]: [string, number]) => (totals.get(name) ?? total) === total;
		const isFirst = progress.pages === 1;
		progress.totals = isFirst ? totals : new Map([...progress.totals].filter(isSame));
		const { saysMore, lead } = this.evidence();
		const leadsOn = typeof lead?.value === 'string' || (isFirst && lead !== undefined);
		progress.saysMore = saysMore || leadsOn;
	}

	/**
	 * Brent's way to find a circle of any length: the page in between moves on at each power of two. A list
	 * that goes in a circle meets it again.
	 */
	#noteSeen(): void {
		const { pages, seen } = this.progress;
		const now = hashOf(this.keys);
		const isMark = Number.isInteger(Math.log2(pages));
		if (pages === 1) this.progress.first = this.keys[0]!;
		const [between = now] = isMark ? [] : seen.slice(-2);
		this.progress.seen = [...(pages > 1 ? seen.slice(0, -2) : [now]), between, now];
	}

	/** Goes on where a continuation ends. */
	resume(progress: Progress, last: readonly number[]): void {
		this.progress = progress;
		this.last = last;
		for (const key of [progress.first, ...last]) this.#known.add(key);
	}

	/** The address of a page; of the first one where there is no position. */
	urlOf(size: Size, ...positions: Position[]): URL {
		return urlOf(this.request, size, ...positions);
	}

	async get(url: URL, upcoming?: readonly URL[]): Promise<PageResponse> {
		return await this.reader.fetchPage(url, this.progress.pages + 1, upcoming);
	}

	/** Reads a response as a page after the first. @throws ContactsError */
	read(response: PageResponse): Page {
		return laterPageOf(response, this.progress.place, this.progress.pages + 1);
	}

	/** Sends a request that may be answered with a refusal, once. @returns undefined if it is */
	async tryToGet(url: URL): Promise<PageResponse | undefined> {
		if (this.answers.has(url.href)) return this.answers.get(url.href);
		this.asked++;
		const response = await this.get(url).catch((error: unknown) => {
			if (!isRejection(error)) throw error;
			return undefined;
		});
		this.answers.set(url.href, response);
		return response;
	}

	/** @returns undefined for a response that cannot be a page of the list */
	tryToRead(response: PageResponse | undefined): Page | undefined {
		return response && orUndefined(() => this.read(response));
	}

	log(line: string): void {
		this.reader.log(line);
		this.trace.push(line);
		if (this.trace.length > TRACE_LENGTH) this.trace.shift();
	}
}
