import { type Contact, findContacts } from './contactList';
import { ListError } from './errors';
import { counterOf, type Next, nextPage, type Page, type Pagination, totalOf } from './nextPage';
import type { FetchPage } from './pageFetcher';

/** Some services send empty pages in mid-list (filters, shards); more in a row do not end. */
const MAX_EMPTY_PAGES = 10;

/** Services cut page sizes down to such numbers: a page of so many may be full though more were asked for. */
const USUAL_MAXIMA = new Set([100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000]);

/** What to read and how. */
export interface ListRequest {
	/** The first page, with its query. */
	url: URL;
	/** As sent; undefined when the service decides. */
	pageSize: number | undefined;
	/** Off: the first page only. */
	returnAll: boolean;
	/** At most this many contacts. */
	limit: number;
	/** Dot path of the list in a response; empty to recognise it. */
	contactsField: string;
	pagination: Pagination;
}

/**
 * Reads a list of contacts, page by page.
 *
 * @returns the contacts as they came, and whether the service says that it has more than the one page
 * that was asked for
 * @throws ListError rather than return a part of the list as if it were all
 */
export async function readContacts(
	request: ListRequest,
	fetchPage: FetchPage,
): Promise<{ contacts: Contact[]; hasMore: boolean }> {
	const { pageSize, returnAll, limit, contactsField, pagination } = request;
	const contacts: Contact[] = [];
	const requested = new Set<string>();
	const totals = new Totals();
	let previous: Contact[] = [];
	let emptyPages = 0;
	let isCounted = false;
	let counter: number | undefined;
	let { url } = request;

	for (let number = 1; ; number++) {
		requested.add(url.href);
		const { body, headers } = await fetchPage(url, number);
		const list = findContacts(body, number, contactsField);
		if (isSame(list, previous)) throw new ListError('pageRepeated', number);
		for (const contact of list) contacts.push(contact);

		const link = headers.get('link');
		const collected = contacts.length;
		const page: Page = { body, link, url, number, count: list.length, collected };
		const next = nextPage(page, pagination);
		if (!returnAll || collected >= limit) {
			const hasMore = !returnAll && collected < limit && isMore(next);
			return { contacts: contacts.slice(0, limit), hasMore };
		}

		totals.add(totalOf(page, pagination.totalField));
		totals.check(collected, false);
		const previousCounter = counter;
		counter = counterOf(page);
		if (isCounted && counter !== undefined && counter === previousCounter) {
			throw new ListError('pageRepeated', number);
		}
		if (next === 'more') throw new ListError('nextUnknown', number);
		if (next === undefined && (number === 1 || isCounted) && isFull(page, pageSize)) {
			throw new ListError('endUnknown', number);
		}
		if (next === undefined || next === 'end') {
			totals.check(collected, true);
			return { contacts, hasMore: false };
		}

		if ('unusable' in next) throw new ListError('nextMalformed', number, next.unusable);
		isCounted = next.isCounted === true;
		url = resolve(next.link, page, request.url.origin);
		if (requested.has(url.href)) throw new ListError('nextRepeated', number);
		emptyPages = list.length === 0 ? emptyPages + 1 : 0;
		if (emptyPages === MAX_EMPTY_PAGES) {
			throw new ListError('tooManyEmptyPages', number, emptyPages);
		}
		previous = list;
	}
}

function isMore(next: Next): boolean {
	return typeof next === 'object' ? !('isGuess' in next) : next === 'more';
}

/** Without a page size, one contact may be as many as the service sends at a time. */
function isFull({ count }: Page, pageSize = 1): boolean {
	return count >= pageSize || USUAL_MAXIMA.has(count);
}

function resolve(link: string, { url, number }: Page, origin: string): URL {
	const next = new URL(link, url);
	if (next.origin !== origin || next.username + next.password !== '') {
		throw new ListError('nextElsewhere', number, origin);
	}
	// It is not sent, and would hide that the page was read before.
	next.hash = '';
	return next;
}

/** The totals that the pages of a list named. */
class Totals {
	#least = Infinity;

	#most = -Infinity;

	add(total: number | undefined): void {
		if (total === undefined) return;
		this.#least = Math.min(this.#least, total);
		this.#most = Math.max(this.#most, total);
	}

	/** The list may change while it is read: any number between the totals will do. */
	check(received: number, isWhole: boolean): void {
		const isNamed = this.#least <= this.#most;
		const isShort = isWhole && received < this.#least;
		if (isNamed && (isShort || received > this.#most)) {
			throw new ListError('totalDiffers', received, this.#most);
		}
	}
}

/** Compares the ends first: whole pages are written out only when those are the same. */
function isSame(list: Contact[], previous: Contact[]): boolean {
	const ends = (contacts: Contact[]) => JSON.stringify([contacts[0], contacts.at(-1)]);
	return (
		list.length > 0 &&
		list.length === previous.length &&
		ends(list) === ends(previous) &&
		JSON.stringify(list) === JSON.stringify(previous)
	);
}
