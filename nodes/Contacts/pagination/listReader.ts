import { type ErrorReason, ListError } from '../errors';
import type { FetchPage } from '../request/fetchPage';
import { adviceFor } from './advice';
import { correctFirst, upcomingPages } from './candidates';
import { findContacts, type ListLocation } from './findContacts';
import { toSafeInteger, valueAt } from './jsonPath';
import type { ListMemory } from './listMemory';
import { nextPage } from './nextPage';
import type { Candidate, History, NextPage, Page, PageLocator } from './page';
import type { Pagination, SuggestedSettings } from './pagination';
import { readSigns } from './readSigns';
import { hasRemaining, isFull, moreFlag, startHistory, statedTotal } from './remaining';
import { emptySigns, type Sign, type Signs } from './signs';
import { Totals } from './totals';

/** Give up after this many consecutive empty pages; some services send a few in the middle of a list. */
const MAX_EMPTY_PAGES = 10;

/** What to read and how. */
export interface ListRequest {
	/** The first page, with its query. */
	url: URL;
	/** As sent; undefined when the service decides. */
	pageSize: number | undefined;
	/** Number of contacts to read at most. */
	limit: number;
	/** Where the contacts are in a response, see `findContacts`; empty to recognize the list. */
	contactsField: string;
	pagination: Pagination;
}

/** What is known of a list after a page. Plain data, so that it fits into a continuation. */
export interface ListState {
	/** Number of the last page read, from 1. */
	number: number;
	collected: number;
	/** The total that the page stated. */
	total?: number;
	emptyPages: number;
	location?: ListLocation;
	history: History;
	totals?: { min: number; max: number };
	/** Requests to try for the next page. */
	candidates: Candidate[];
}

/**
 * Reads a list page by page and checks each page against those before it. Methods throw ListError rather
 * than take a part of the list for all of it.
 */
export class ListReader {
	/** Settings found by guessing, which the user can set to save these requests. */
	detectedSettings: SuggestedSettings | undefined;

	#history!: History;

	#location: ListLocation | undefined;

	#collected = 0;

	#emptyPages = 0;

	#totals = new Totals();

	constructor(
		private readonly request: ListRequest,
		private readonly fetchPage: FetchPage,
		private readonly memory: ListMemory,
	) {}

	async readFirst(): Promise<Page> {
		const page = await this.#read(this.request.url, 1);
		this.memory.addRequest(page.url);
		this.#history = startHistory(page);
		return this.#accept(page);
	}

	/**
	 * Reads the page after another one.
	 *
	 * @param candidates what `finishPage` returned for that page
	 */
	async readNext(page: Page, candidates: Candidate[]): Promise<Page> {
		return this.#accept(await this.#tryAll(page, candidates));
	}

	/** Reads the next page of a list that another reader has read up to a state. */
	async resume(state: ListState): Promise<Page> {
		const { number, collected, total, emptyPages, location, history, totals } = state;
		this.#history = history;
		this.#location = location;
		this.#collected = collected;
		this.#emptyPages = emptyPages;
		this.#totals = new Totals(totals);
		const page: Page = {
			// Only a correction of the first page's position builds on this URL.
			url: this.request.url,
			number,
			body: undefined,
			headers: new Headers(),
			signs: { ...emptySigns(), totals: total === undefined ? [] : [totalSign('total', total)] },
			contacts: [],
			location,
			collected,
			pageSize: this.request.pageSize,
		};
		return await this.readNext(page, state.candidates);
	}

	/**
	 * Decides where the list goes on after a page, and remembers the page's contacts.
	 *
	 * @returns requests to try for the next page; none when the list has ended
	 * @throws ListError when the next page is unknown, or fewer or more contacts came than were stated
	 */
	finishPage(page: Page): Candidate[] {
		const next = this.#nextAfter(page);
		this.#totals.add(statedTotal(page, this.#history)?.value);
		this.#totals.check(page.collected, false);
		if (next.kind === 'unknown') throw unknownNext(page, next, this.request.url);
		if (next.kind === 'end' || this.#isRepeatedEnd(page, next.candidates)) {
			this.#totals.check(page.collected, true);
			return [];
		}
		this.#emptyPages = page.contacts.length === 0 ? this.#emptyPages + 1 : 0;
		if (this.#emptyPages === MAX_EMPTY_PAGES) {
			throw new ListError('tooManyEmptyPages', page.number, this.#emptyPages);
		}
		this.memory.addContacts(page.contacts);
		return next.candidates;
	}

	/**
	 * The state to resume from.
	 *
	 * @param candidates what `finishPage` returned for the page
	 */
	stateAfter(page: Page, candidates: Candidate[]): ListState {
		return {
			number: page.number,
			collected: page.collected,
			total: statedTotal(page, this.#history)?.value,
			emptyPages: this.#emptyPages,
			location: this.#location,
			history: this.#history,
			totals: this.#totals.range,
			candidates,
		};
	}

	/** Whether the service has more contacts after a page; `maybe` after a full page without signs. */
	hasMoreAfter(page: Page): 'yes' | 'no' | 'maybe' {
		const next = this.#nextAfter(page);
		if (next.kind === 'end') return 'no';
		if (next.kind === 'request') {
			return next.isStated ? 'yes' : isFull(page, this.#history) ? 'maybe' : 'no';
		}
		return next.reason === 'endUnknown' || next.reason === 'signsUnread' ? 'maybe' : 'yes';
	}

	#nextAfter(page: Page): NextPage {
		return nextPage(page, this.#history, this.request.pagination);
	}

	#accept(page: Page): Page {
		this.#collected = page.collected;
		this.#location = page.location;
		return page;
	}

	async #read(url: URL, number: number, upcoming?: URL[]): Promise<Page> {
		const { contactsField, pageSize, pagination } = this.request;
		const { body, headers } = await this.fetchPage(url, number, upcoming);
		// Finding the list takes the signs of the whole response; their distance from it is known only then.
		const outerSigns = readSigns(body, headers, []);
		checkSuccess(number, outerSigns);
		const { contacts, location } = findContacts(
			body,
			number,
			contactsField,
			outerSigns,
			this.#location,
		);
		const path = location?.path ?? [];
		const signs = path.length > 0 ? readSigns(body, headers, path) : outerSigns;
		setTotals(signs, body, pagination);
		const collected = this.#collected + contacts.length;
		return { url, number, body, headers, signs, contacts, location, collected, pageSize };
	}

	/** Reads the page of the first candidate that turns out to be the next page. */
	async #tryAll(page: Page, candidates: Candidate[]): Promise<Page> {
		let firstError: ListError | undefined;
		for (const candidate of candidates) {
			const next = await this.#try(page, candidate);
			if (!(next instanceof ListError)) return next;
			firstError ??= next;
		}
		throw candidates.length > 1
			? unknownNext(page, { kind: 'unknown', reason: 'nextUnknown' }, this.request.url)
			: firstError!;
	}

	/** @returns the next page, or why what came is not the next page */
	async #try(page: Page, candidate: Candidate): Promise<Page | ListError> {
		if (this.memory.wasRequested(candidate.url)) {
			return new ListError('nextRepeated', page.number, adviceFor(page));
		}
		const upcoming = this.#isCertain(page, candidate)
			? upcomingPages(page, candidate, this.#history, this.request.limit)
			: [];
		const next = await this.#read(candidate.url, page.number + 1, upcoming).catch((error: Error) =>
			candidate.isGuess && isRejection(error) ? error : Promise.reject(error),
		);
		if (next instanceof ListError) return next;
		const difference = positionDifference(next, candidate);
		const corrected = this.#correct(page, candidate, difference ?? 1);
		if (difference !== undefined && difference !== 0 && corrected) {
			return await this.#try(page, corrected);
		}
		if (difference === undefined && next.contacts.length === 0 && corrected) {
			// An empty page that does not state its position may be one too far.
			const other = await this.#try(page, corrected);
			if (!(other instanceof ListError)) return other;
		}
		const error = this.#mismatch(page, next, candidate, difference);
		if (error) return error;
		this.memory.addRequest(candidate.url);
		this.#history.locator = candidate.locator;
		if (candidate.isGuess && candidate.locator.kind !== 'link') {
			this.detectedSettings = settingsOf(candidate.locator);
		}
		return next;
	}

	/** Whether the page is certain to be the next: stated, configured, or addressed like the last page. */
	#isCertain({ number }: Page, { locator }: Candidate): boolean {
		const isStated = 'echo' in locator && locator.echo !== undefined;
		return number > 1 || isStated || this.request.pagination.mode !== 'automatic';
	}

	/** On the second page, a wrong position shows that the service counts from another first value. */
	#correct(page: Page, { locator, isCorrected }: Candidate, by: number): Candidate | undefined {
		const canCorrect =
			page.number === 1 &&
			this.request.pagination.mode === 'automatic' &&
			!isCorrected &&
			(locator.kind === 'page' || locator.kind === 'offset') &&
			locator.value >= by;
		return canCorrect ? correctFirst(page, locator, by) : undefined;
	}

	#mismatch(
		page: Page,
		next: Page,
		candidate: Candidate,
		difference: number | undefined,
	): ListError | undefined {
		const { number, contacts } = next;
		const known = this.memory.countKnown(contacts);
		const isRepeated = contacts.length > 0 && known === contacts.length;
		if (isRepeated || this.memory.isPreviousPage(contacts, page.contacts)) {
			return new ListError('pageRepeated', number, adviceFor(page));
		}
		if (difference) return new ListError('positionUnexpected', number, adviceFor(page));
		if (known > 0 && (candidate.isGuess || this.request.pagination.checkRepeats)) {
			return new ListError('contactsRepeated', number, known, adviceFor(page));
		}
		const isExpected = !candidate.isGuess || hasExpectedCount(next, page, this.#history);
		return isExpected ? undefined : new ListError('nextUnknown', number, adviceFor(page));
	}

	/** Some services, such as Solr, end a list with an empty page that repeats the last cursor. */
	#isRepeatedEnd(page: Page, candidates: Candidate[]): boolean {
		return (
			page.contacts.length === 0 &&
			moreFlag(page.signs) !== true &&
			hasRemaining(page, this.#history) !== true &&
			candidates.every(
				({ url, locator }) => locator.kind !== 'offset' && this.memory.wasRequested(url),
			)
		);
	}
}

/** How a service may answer a parameter that it does not know. */
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

/** @throws ListError when a response with a 2xx status reports a failure */
function checkSuccess(page: number, { failures }: Signs): void {
	if (failures.length > 0) {
		throw new ListError(
			'failedWithSuccess',
			page,
			failures.map(({ name }) => name),
		);
	}
}

/** Replaces recognized totals by the configured one; drops them all when 'Check Total' is off. */
function setTotals(signs: Signs, body: unknown, { totalField, checkTotal }: Pagination): void {
	const value = toSafeInteger(valueAt(body, totalField));
	const isSet = totalField !== '' && value !== undefined;
	if (checkTotal && !isSet) return;
	signs.counts = [];
	signs.totals = checkTotal && isSet ? [totalSign(totalField, value)] : [];
}

function totalSign(name: string, value: number): Sign<number> {
	return { name, value, isNear: true, distance: 0, rank: 0 };
}

/**
 * Compares the position that a page states with the expected one.
 *
 * @returns stated minus expected; 0 when nothing is expected, undefined when the page states no position
 */
function positionDifference({ signs, contacts }: Page, { locator }: Candidate): number | undefined {
	const echo = 'echo' in locator ? locator.echo : undefined;
	if (!echo) return 0;
	const stated = [...signs.pageNumbers, ...signs.offsets].find(({ name }) => name === echo.name);
	if (!stated) return undefined;
	return stated.value - echo.value - (echo.isEnd ? contacts.length : 0);
}

/** Whether a page that was found by guessing has as many contacts as the next page should have. */
function hasExpectedCount(next: Page, page: Page, history: History): boolean {
	const total = statedTotal(page, history)?.value;
	const count = next.contacts.length;
	if (total === undefined) return count > 0 && count <= history.firstCount;
	return count === Math.min(history.firstCount, total - page.collected);
}

function settingsOf(locator: Exclude<PageLocator, { kind: 'link' }>): SuggestedSettings {
	const { parameter } = locator;
	switch (locator.kind) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: parameter, firstPage: locator.first };
		case 'offset':
			return { mode: 'offset', offsetParameter: parameter, firstOffset: locator.first };
		case 'cursor':
			return { mode: 'cursor', cursorParameter: parameter };
	}
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
