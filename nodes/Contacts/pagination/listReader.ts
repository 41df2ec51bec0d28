import { type ErrorReason, ListError } from '../errors';
import type { FetchPage } from '../pageFetcher';
import { adviceFor } from './advice';
import { pagesAfter, shifted } from './candidates';
import { findContacts, type ListLocation } from './findContacts';
import { toSafeInteger, valueAt } from './jsonPath';
import type { ListMemory } from './listMemory';
import { nextPage } from './nextPage';
import { type Candidate, type History, type NextPage, type Page, type PageWay } from './page';
import type { Pagination, SuggestedSettings } from './pagination';
import { noSigns, readSigns, type Signs } from './readSigns';
import { hasRemaining, isFull, moreFlag, startHistory, statedTotal } from './remaining';
import { Totals } from './totals';

/** Some services send empty pages in mid-list (filters, shards). Give up after this many in a row. */
const MAX_EMPTY_PAGES = 10;

/** What to read and how. */
export interface ListRequest {
	/** The first page, with its query. */
	url: URL;
	/** As sent; undefined when the service decides. */
	pageSize: number | undefined;
	/** At most this many contacts. */
	limit: number;
	/** Where the contacts are in a response, see `findContacts`; empty to recognize the list. */
	contactsField: string;
	pagination: Pagination;
}

/** What is known of a list after a page, as plain data: the list can be continued from it. */
export interface ListState {
	/** Number of the page that was read last, from 1. */
	number: number;
	collected: number;
	/** The number of all contacts that it stated. */
	total?: number;
	emptyPages: number;
	location?: ListLocation;
	history: History;
	totals?: { min: number; max: number };
	/** Where the next page may be. */
	candidates: Candidate[];
}

/**
 * Reads a list page by page and holds what comes against what was expected. Its methods throw ListError
 * rather than take a part of the list for all of it.
 */
export class ListReader {
	/** Settings that were found by trying, for a person to set for good. */
	found: SuggestedSettings | undefined;

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

	/** Reads the page after one, where `conclude` says that it may be. */
	async readNext(page: Page, candidates: Candidate[]): Promise<Page> {
		return this.#accept(await this.#follow(page, candidates));
	}

	/** Continues a list that another reader has read so far. */
	async resume(state: ListState): Promise<Page> {
		const { number, collected, total, emptyPages, location, history, totals } = state;
		this.#history = history;
		this.#location = location;
		this.#collected = collected;
		this.#emptyPages = emptyPages;
		this.#totals = new Totals(totals);
		const signs = noSigns();
		if (total !== undefined) {
			signs.totals.push({ name: 'total', value: total, isNear: true, distance: 0, rank: 0 });
		}
		const page: Page = {
			// Only the first page's address is counted on from, to put a guess right.
			url: this.request.url,
			number,
			body: undefined,
			headers: new Headers(),
			signs,
			contacts: [],
			collected,
			pageSize: this.request.pageSize,
		};
		return await this.readNext(page, state.candidates);
	}

	#nextAfter(page: Page): NextPage {
		return nextPage(page, this.#history, this.request.pagination);
	}

	/**
	 * Where the list goes on after a page.
	 *
	 * @returns the candidates for the next page; none when the list has ended
	 * @throws ListError when that is not known, or the number of contacts is not the stated one
	 */
	conclude(page: Page): Candidate[] {
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

	/** For `resume`, after `conclude`. */
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

	/** Whether there is more after a page, as far as its numbers tell. */
	hasMoreAfter(page: Page): 'yes' | 'no' | 'maybe' {
		const next = this.#nextAfter(page);
		if (next.kind === 'end') return 'no';
		if (next.kind === 'request') {
			return next.isStated ? 'yes' : isFull(page, this.#history) ? 'maybe' : 'no';
		}
		return next.reason === 'endUnknown' || next.reason === 'signsUnread' ? 'maybe' : 'yes';
	}

	#accept(page: Page): Page {
		this.#collected = page.collected;
		return page;
	}

	async #read(url: URL, number: number, upcoming?: URL[]): Promise<Page> {
		const { contactsField, pageSize, pagination } = this.request;
		const { body, headers } = await this.fetchPage(url, number, upcoming);
		const outerSigns = readSigns(body, headers, []);
		checkSuccess(number, outerSigns);
		const found = findContacts(body, number, contactsField, outerSigns, this.#location);
		const { contacts, location } = found;
		this.#location = location;
		const path = location?.path ?? [];
		const signs = path.length > 0 ? readSigns(body, headers, path) : outerSigns;
		setTotals(signs, body, pagination);
		const collected = this.#collected + contacts.length;
		return { url, number, body, headers, signs, contacts, collected, pageSize };
	}

	/** Reads the first of the candidates that brings the next page. */
	async #follow(page: Page, candidates: Candidate[]): Promise<Page> {
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

	/** @returns the next page, or what shows that it is not the next page */
	async #try(page: Page, candidate: Candidate): Promise<Page | ListError> {
		if (this.memory.wasRequested(candidate.url)) {
			return new ListError('nextRepeated', page.number, adviceFor(page));
		}
		const upcoming = this.#isCertain(page, candidate)
			? pagesAfter(page, candidate, this.#history, this.request.limit)
			: [];
		const next = await this.#read(candidate.url, page.number + 1, upcoming).catch((error: Error) =>
			candidate.isGuess && isRejection(error) ? error : Promise.reject(error),
		);
		if (next instanceof ListError) return next;
		const by = otherPosition(next, candidate);
		const corrected = this.#corrected(page, candidate, by ?? 1);
		if (by !== undefined && by !== 0 && corrected) return await this.#try(page, corrected);
		if (by === undefined && next.contacts.length === 0 && corrected) {
			// An empty page that does not state its position may be one too far.
			const other = await this.#try(page, corrected);
			if (!(other instanceof ListError)) return other;
		}
		const error = this.#mismatch(page, next, candidate, by);
		if (error) return error;
		this.memory.addRequest(candidate.url);
		this.#history.way = candidate.way;
		if (candidate.isGuess && candidate.way.kind !== 'link') {
			this.found = settingsOf(candidate.way);
		}
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
	): ListError | undefined {
		const { number, contacts } = next;
		const known = this.memory.countKnown(contacts);
		const isRepeated = contacts.length > 0 && known === contacts.length;
		if (isRepeated || this.memory.isLastPage(contacts, page.contacts)) {
			return new ListError('pageRepeated', number, adviceFor(page));
		}
		if (by) return new ListError('positionUnexpected', number, adviceFor(page));
		if (known > 0 && (candidate.isGuess || this.request.pagination.checkRepeats)) {
			return new ListError('contactsRepeated', number, known, adviceFor(page));
		}
		const isExpected = !candidate.isGuess || hasExpectedCount(next, page, this.#history);
		return isExpected ? undefined : new ListError('nextUnknown', number, adviceFor(page));
	}

	/** Solr and others send the last cursor again with an empty page. */
	#isRepeatedEnd(page: Page, candidates: Candidate[]): boolean {
		return (
			page.contacts.length === 0 &&
			moreFlag(page.signs) !== true &&
			hasRemaining(page, this.#history) !== true &&
			candidates.every(({ url, way }) => way.kind !== 'offset' && this.memory.wasRequested(url))
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

/** A total at the field that is set takes the place of those recognized; none counts where it is not checked. */
function setTotals(signs: Signs, body: unknown, { totalField, checkTotal }: Pagination): void {
	const value = toSafeInteger(valueAt(body, totalField));
	const isSet = totalField !== '' && value !== undefined;
	if (checkTotal && !isSet) return;
	signs.counts = [];
	signs.totals =
		checkTotal && isSet ? [{ name: totalField, value, isNear: true, distance: 0, rank: 0 }] : [];
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

function settingsOf(way: Exclude<PageWay, { kind: 'link' }>): SuggestedSettings {
	switch (way.kind) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: way.parameter, firstPage: way.first };
		case 'offset':
			return { mode: 'offset', offsetParameter: way.parameter, firstOffset: way.first };
		case 'cursor':
			return { mode: 'cursor', cursorParameter: way.parameter };
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
