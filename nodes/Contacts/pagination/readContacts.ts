import { type ErrorReason, ListError } from '../errors';
import type { FetchPage } from '../pageFetcher';
import { adviceFor } from './advice';
import { pagesAfter, shifted } from './candidates';
import { type Contact, findContacts, type ListLocation } from './findContacts';
import { toSafeInteger, valueAt } from './jsonPath';
import { nextPage } from './nextPage';
import type { Candidate, History, NextPage, Page, PageWay } from './page';
import type { Pagination, SuggestedSettings } from './pagination';
import { readSigns, type Signs } from './readSigns';
import { hasRemaining, isFull, startHistory, statedTotal } from './remaining';
import { isSamePage, SeenContacts } from './seenContacts';
import { Totals } from './totals';

/** Some services send empty pages in mid-list (filters, shards). Give up after this many in a row. */
const MAX_EMPTY_PAGES = 10;

/** What to read and how. */
export interface ListRequest {
	/** The first page, with its query. */
	url: URL;
	/** As sent; undefined when the service decides. */
	pageSize: number | undefined;
	/** Whether to read on after the first page. */
	readAll: boolean;
	/** At most this many contacts. */
	limit: number;
	/** Where the contacts are in a response, see `findContacts`; empty to recognize the list. */
	contactsField: string;
	pagination: Pagination;
}

export interface ContactList {
	contacts: Contact[];
	/** Whether the service has more than the page that was asked for; `maybe` where it does not say. */
	hasMore: 'yes' | 'no' | 'maybe';
	/** Settings that were found by trying, for a person to set for good. */
	found?: SuggestedSettings;
}

/**
 * Reads a list of contacts, page by page.
 *
 * @returns the contacts as they came, in their order
 * @throws ListError rather than return a part of the list as if it were all
 */
export async function readContacts(
	request: ListRequest,
	fetchPage: FetchPage,
): Promise<ContactList> {
	return await new ListReader(request, fetchPage).readList();
}

class ListReader {
	readonly #contacts: Contact[] = [];

	readonly #requested = new Set<string>();

	readonly #totals = new Totals();

	readonly #seen = new SeenContacts();

	#location: ListLocation | undefined;

	#found: SuggestedSettings | undefined;

	constructor(
		private readonly request: ListRequest,
		private readonly fetchPage: FetchPage,
	) {}

	async readList(): Promise<ContactList> {
		const { url, readAll, limit, pagination } = this.request;
		let page = await this.#read(url, 1);
		this.#requested.add(url.href);
		const history = startHistory(page);
		for (let emptyPages = 0; ;) {
			for (const contact of page.contacts) this.#contacts.push(contact);
			const next = nextPage(page, history, pagination);
			if (!readAll || page.collected >= limit) {
				const hasMore =
					readAll || page.collected > limit ? 'no' : hasMoreAfter(page, next, history);
				return { contacts: this.#contacts.slice(0, limit), hasMore, found: this.#found };
			}
			this.#totals.add(statedTotal(page, history)?.value);
			this.#totals.check(page.collected, false);
			if (next.kind === 'unknown') throw unknownNext(page, next, url);
			if (next.kind === 'end' || this.#isRepeatedEnd(page, next.candidates, history)) {
				this.#totals.check(page.collected, true);
				return { contacts: this.#contacts, hasMore: 'no', found: this.#found };
			}
			emptyPages = page.contacts.length === 0 ? emptyPages + 1 : 0;
			if (emptyPages === MAX_EMPTY_PAGES) {
				throw new ListError('tooManyEmptyPages', page.number, emptyPages);
			}
			this.#seen.add(page.contacts);
			page = await this.#follow(page, next.candidates, history);
		}
	}

	async #read(url: URL, number: number, upcoming?: URL[]): Promise<Page> {
		const { contactsField, pageSize, pagination } = this.request;
		const { body, headers } = await this.fetchPage(url, number, upcoming);
		const outerSigns = readSigns(body, headers, []);
		checkSuccess(number, outerSigns);
		const found = findContacts(body, number, contactsField, outerSigns, this.#location);
		const { contacts, location } = found;
		this.#location = location;
		const signs = readSigns(body, headers, location?.path ?? []);
		setTotals(signs, body, pagination);
		const collected = this.#contacts.length + contacts.length;
		return { url, number, body, headers, signs, contacts, collected, pageSize };
	}

	/** Reads the first of the candidates that brings the next page. */
	async #follow(page: Page, candidates: Candidate[], history: History): Promise<Page> {
		let firstError: ListError | undefined;
		for (const candidate of candidates) {
			const next = await this.#try(page, candidate, history);
			if (!(next instanceof ListError)) return next;
			firstError ??= next;
		}
		throw candidates.length > 1
			? unknownNext(page, { kind: 'unknown', reason: 'nextUnknown' }, this.request.url)
			: firstError!;
	}

	/** @returns the next page, or what shows that it is not the next page */
	async #try(page: Page, candidate: Candidate, history: History): Promise<Page | ListError> {
		if (this.#requested.has(candidate.url.href)) {
			return new ListError('nextRepeated', page.number, adviceFor(page));
		}
		const upcoming = this.#isCertain(page, candidate)
			? pagesAfter(page, candidate, history, this.request.limit)
			: [];
		const next = await this.#read(candidate.url, page.number + 1, upcoming).catch((error: Error) =>
			candidate.isGuess && isRejection(error) ? error : Promise.reject(error),
		);
		if (next instanceof ListError) return next;
		const by = otherPosition(next, candidate);
		const corrected = this.#corrected(page, candidate, by ?? 1);
		if (by !== undefined && by !== 0 && corrected) return await this.#try(page, corrected, history);
		if (by === undefined && next.contacts.length === 0 && corrected) {
			// An empty page that does not state its position may be one too far.
			const other = await this.#try(page, corrected, history);
			if (!(other instanceof ListError)) return other;
		}
		const error = this.#mismatch(page, next, candidate, by, history);
		if (error) return error;
		this.#requested.add(candidate.url.href);
		history.way = candidate.way;
		if (candidate.isGuess) this.#found = settingsOf(candidate.way, page);
		return next;
	}

	/**
	 * What is set by hand or stated by the first page is certain from the start, what else is recognized
	 * once it has brought a page.
	 */
	#isCertain({ number }: Page, { way }: Candidate): boolean {
		const isStated = 'echo' in way && way.echo !== undefined;
		return number > 1 || isStated || this.request.pagination.mode !== 'automatic';
	}

	/** A position that is off from the start tells where counting begins. */
	#corrected(page: Page, { way, isCorrected }: Candidate, by: number): Candidate | undefined {
		const canCorrect =
			page.number === 1 &&
			this.request.pagination.mode === 'automatic' &&
			!isCorrected &&
			(way.kind === 'page' || way.kind === 'offset') &&
			way.value >= by;
		return canCorrect ? shifted(page, way, by) : undefined;
	}

	#mismatch(
		page: Page,
		next: Page,
		candidate: Candidate,
		by: number | undefined,
		history: History,
	): ListError | undefined {
		const { number, contacts } = next;
		const known = this.#seen.countKnown(contacts);
		const isRepeated = contacts.length > 0 && known === contacts.length;
		if (isRepeated || (!this.#seen.hasIds && isSamePage(contacts, page.contacts))) {
			return new ListError('pageRepeated', number, adviceFor(page));
		}
		if (by) return new ListError('positionUnexpected', number, adviceFor(page));
		if (known > 0 && (candidate.isGuess || this.request.pagination.checkRepeats)) {
			return new ListError('contactsRepeated', number, known, adviceFor(page));
		}
		const isExpected = !candidate.isGuess || hasExpectedCount(next, page, history);
		return isExpected ? undefined : new ListError('nextUnknown', number, adviceFor(page));
	}

	/** Solr and others send the last cursor again with an empty page. */
	#isRepeatedEnd(page: Page, candidates: Candidate[], history: History): boolean {
		return (
			page.contacts.length === 0 &&
			hasRemaining(page, history) !== true &&
			candidates.every(({ url }) => this.#requested.has(url.href))
		);
	}
}

/** What a service may answer to a parameter that it does not know. */
const REJECTIONS: ReadonlySet<ErrorReason> = new Set([
	'notFound',
	'refused',
	'failedWithSuccess',
	'notJson',
	'noList',
	'listMoved',
	'notAListAt',
]);

function isRejection(error: Error): error is ListError {
	return error instanceof ListError && REJECTIONS.has((error as ListError).reason);
}

/** @throws ListError when a response says that it failed although its status is 200 */
function checkSuccess(page: number, { failures }: Signs): void {
	if (failures.length > 0) {
		throw new ListError(
			'failedWithSuccess',
			page,
			failures.map(({ name }) => name),
		);
	}
}

/** A total that is set by hand takes the place of what is recognized; one that is not checked counts for nothing. */
function setTotals(signs: Signs, body: unknown, { totalField, checkTotal }: Pagination): void {
	if (checkTotal && totalField === '') return;
	signs.counts = [];
	const value = checkTotal ? toSafeInteger(valueAt(body, totalField)) : undefined;
	signs.totals =
		value === undefined ? [] : [{ name: totalField, value, isNear: true, distance: 0, rank: 0 }];
}

/**
 * By how much the position that a page states differs from the one that was asked for; undefined where it
 * should state one and does not.
 */
function otherPosition({ signs, contacts }: Page, { way }: Candidate): number | undefined {
	const echo = 'echo' in way ? way.echo : undefined;
	if (!echo) return 0;
	const stated = [...signs.pageNumbers, ...signs.offsets].find(({ name }) => name === echo.name);
	if (!stated) return undefined;
	return stated.value - echo.value - (echo.isEnd ? contacts.length : 0);
}

/** Whether a page that was found by trying has as many contacts as the next page should have. */
function hasExpectedCount(next: Page, page: Page, history: History): boolean {
	const total = statedTotal(page, history)?.value;
	const count = next.contacts.length;
	if (total === undefined) return count > 0 && count <= history.firstCount;
	return count === Math.min(history.firstCount, total - page.collected);
}

function settingsOf(way: PageWay, { contacts }: Page): SuggestedSettings {
	switch (way.kind) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: way.parameter, firstPage: way.value - 1 };
		case 'offset': {
			const firstOffset = way.value - contacts.length;
			return { mode: 'offset', offsetParameter: way.parameter, firstOffset };
		}
		case 'cursor':
			return { mode: 'cursor', cursorParameter: way.parameter };
		case 'link':
			return { mode: 'nextLink' };
	}
}

function hasMoreAfter(page: Page, next: NextPage, history: History): ContactList['hasMore'] {
	if (next.kind === 'end') return 'no';
	if (next.kind === 'request') {
		return next.isStated ? 'yes' : isFull(page, history) ? 'maybe' : 'no';
	}
	return next.reason === 'endUnknown' || next.reason === 'signsUnread' ? 'maybe' : 'yes';
}

function unknownNext(
	page: Page,
	{ reason, name }: NextPage & { kind: 'unknown' },
	{ origin }: URL,
): ListError {
	const advice = adviceFor(page);
	switch (reason) {
		case 'nextMalformed':
			return new ListError(reason, page.number, name!, advice);
		case 'nextElsewhere':
			return new ListError(reason, page.number, origin, advice);
		default:
			return new ListError(reason, page.number, advice);
	}
}
