import { type Contact, findContacts } from './contactList';
import { ListError } from './errors';
import { nextPage, type Page, type Pagination, totalOf } from './nextPage';

/** Some services send empty pages in mid-list (filters, shards); more in a row do not end. */
const MAX_EMPTY_PAGES = 10;

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

/** Gets one page: its parsed body and its headers in lower case. */
export type PageRequest = (
	url: URL,
	number: number,
) => Promise<{ body: unknown; headers: Record<string, unknown> }>;

/**
 * Reads a list of contacts, page by page.
 *
 * @returns the contacts as they came, and whether the service says that it has more than the one page
 * that was asked for
 * @throws ListError rather than return a part of the list as if it were all
 */
export async function readContacts(
	request: ListRequest,
	requestPage: PageRequest,
): Promise<{ contacts: Contact[]; hasMore: boolean }> {
	const contacts: Contact[] = [];
	const requested = new Set<string>();
	const totals: number[] = [];
	let previous: Contact[] = [];
	let emptyPages = 0;
	let { url } = request;

	for (let number = 1; ; number++) {
		requested.add(url.href);
		const { body, headers } = await requestPage(url, number);
		const list = findContacts(body, number, request.contactsField);
		if (isSame(list, previous)) throw new ListError('pageRepeated', number);
		for (const contact of list) contacts.push(contact);

		const page: Page = {
			body,
			link: headers.link as string | undefined,
			url,
			number,
			count: list.length,
			collected: contacts.length,
		};
		const next = nextPage(page, request.pagination);
		if (!request.returnAll || contacts.length >= request.limit) {
			const hasMore = !request.returnAll && isMore(next);
			return { contacts: contacts.slice(0, request.limit), hasMore };
		}

		const total = totalOf(page, request.pagination.totalField);
		if (total !== undefined) totals.push(total);
		if (next === 'more') throw new ListError('nextUnknown', number);
		if (next === undefined && mayGoOn(page, request.pageSize)) {
			throw new ListError('endUnknown', number);
		}
		if (next === 'end' || next === undefined) {
			checkTotal(contacts.length, totals);
			return { contacts, hasMore: false };
		}

		url = resolve(next.link, page, request.url.origin);
		if (requested.has(url.href)) throw new ListError('nextRepeated', number);
		emptyPages = list.length === 0 ? emptyPages + 1 : 0;
		if (emptyPages === MAX_EMPTY_PAGES) {
			throw new ListError('tooManyEmptyPages', number, emptyPages);
		}
		previous = list;
	}
}

function isMore(next: ReturnType<typeof nextPage>): boolean {
	return next === 'more' || typeof next === 'object';
}

/**
 * Whether a page without any sign may have a successor. A later page was found by a sign, so that its
 * absence is the end; a first page with fewer contacts than asked for is the whole list.
 */
function mayGoOn({ number, count }: Page, pageSize: number | undefined): boolean {
	return number === 1 && count > 0 && (pageSize === undefined || count >= pageSize);
}

function resolve(link: string, { url, number }: Page, origin: string): URL {
	if (!URL.canParse(link, url.href)) throw new ListError('nextMalformed', number);
	const next = new URL(link, url);
	if (next.origin !== origin || next.username + next.password !== '') {
		throw new ListError('nextElsewhere', number, origin);
	}
	return next;
}

/** The list may change while it is read: any number between the totals seen will do. */
function checkTotal(received: number, totals: number[]): void {
	if (totals.length > 0 && (received < Math.min(...totals) || received > Math.max(...totals))) {
		throw new ListError('totalDiffers', received, totals.at(-1)!);
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
