import { type Failure, failure } from './failure';
import { type Contact, findContacts, type ListLocation } from './findContacts';
import { isObject } from './json';
import { hasId } from './keyedList';
import type { Meaning } from './meanings';
import { readSigns, type Sign } from './readSigns';

/** A response, with its body parsed. */
export interface PageResponse {
	/** HTTP status. */
	status: number;
	/** Names in lower case. */
	headers: Headers;
	/** Parsed JSON; undefined for a response without a body (204). */
	body: unknown;
}

/** What a response holds. */
export interface Page {
	contacts: Contact[];
	/** Where the contacts are; undefined when an empty response has no list. */
	location: ListLocation | undefined;
	/** Whether the list is there, if only as an empty one. */
	hasList: boolean;
	/** What it says about pages, nearest to the list first. */
	signs: Sign[];
	response: PageResponse;
}

/**
 * Reads a response: the contacts in it, and what it says about pages.
 *
 * @param contactsField where the contacts are, see `findContacts`; empty to recognize the list
 * @param known where an earlier page had the list
 */
export function readPage(
	response: PageResponse,
	contactsField: string,
	known?: ListLocation,
): Page | Failure {
	const { status, headers } = response;
	const body = contactsField === '' ? withoutPageElement(response.body) : response.body;
	const readOuterSigns = () => readSigns(status, body, headers);
	const explains = {
		noList: (hasObject = false) =>
			statesCount(0, readOuterSigns()) ||
			(!hasObject && (statesPages(readOuterSigns()) || isOfListKind(body) || hasOnlyLinks(body))) ||
			// Gmail sends `{ "resultSizeEstimate": 0 }`.
			(hasOneField(body) && statesCount(0, readOuterSigns(), true)),
		noContacts: () => statesCount(0, readOuterSigns(), true),
		oneContact: (place: Pick<ListLocation, 'path'>) =>
			statesCount(1, readSigns(status, body, headers, place)) &&
			!statesCount(0, readOuterSigns(), true),
		isAboutPages,
	};
	const found = findContacts(body, contactsField, explains, known);
	const signs =
		'reason' in found ? readOuterSigns() : readSigns(status, body, headers, found.location);
	const failures = signs.filter(({ meaning }) => meaning === 'failure');
	if (failures.length > 0) {
		return failure(
			'failedWithSuccess',
			failures.map(({ name }) => name),
		);
	}
	return 'reason' in found ? found : { ...found, signs, response };
}

/** Takes what is about pages from the start of a list: `[{ "total": 230 }, { "id": 1 }, …]`. */
function withoutPageElement(body: unknown): unknown {
	if (!Array.isArray(body)) return body;
	const [first, second, ...others] = body as unknown[];
	if (!isObject(first) || hasId(first) || Object.values(first).some(isObject)) return body;
	if (second === undefined) {
		return isOnlyAboutNone(first) ? { '0': first, contacts: [] } : body;
	}
	const isUnlike =
		isObject(second) &&
		Object.values(second).some((value) => typeof value !== 'object') &&
		!Object.keys(first).some((key) => key in second);
	return isUnlike && isAboutPages(first) ? { '0': first, contacts: [second, ...others] } : body;
}

function isOnlyAboutNone(value: unknown): boolean {
	const signs = readSigns(200, value, NO_HEADERS);
	return isAboutPages(value, true) && (statesCount(0, signs) || statesPages(signs));
}

/**
 * Whether a number of contacts is stated. One of a foreign name may only make it unsure which of several
 * lists has the contacts.
 */
function statesCount(count: number, signs: Sign[], mayBeForeign = false): boolean {
	return signs.some(
		({ meaning, value, isForeign }) =>
			(meaning === 'total' || meaning === 'count') &&
			value === count &&
			(mayBeForeign || !isForeign),
	);
}

/** Whether there is a next link or cursor, or that there is none, which some services send without a list. */
function statesPages(signs: Sign[]): boolean {
	return signs.some(({ meaning, name, value, isForeign }) => {
		const isOfPages = ['link', 'cursor', 'noNext'].includes(meaning) || value === false;
		return isOfPages && !isForeign && /next|cursor|link|more/i.test(name);
	});
}

function hasOneField(body: unknown): boolean {
	return isObject(body) && Object.keys(body).length === 1;
}

/** HAL leaves out `_embedded` where it is empty: `{ "_links": { "self": … } }`. */
function hasOnlyLinks(body: unknown): boolean {
	const { _links: links } = (hasOneField(body) ? body : {}) as Record<string, unknown>;
	return isObject(links) && !Object.values(links).some(Array.isArray);
}

/** Whether a response is a list by its `kind`, as those of Google are, which leave out empty ones. */
function isOfListKind(body: unknown): boolean {
	return isObject(body) && /#\w+(s|List)$/.test(String(body.kind));
}

/** Whether an object has fields about pages, as no contact has, or nothing else. */
function isAboutPages(value: unknown, isAll = false): boolean {
	const signs = readSigns(200, value, NO_HEADERS).filter(
		({ meaning, isForeign }) => !isForeign && meaning !== 'unread',
	);
	return isAll
		? isObject(value) && signs.length >= Object.keys(value).length
		: signs.some(({ meaning }) => ABOUT_PAGES.has(meaning));
}

const NO_HEADERS = new Headers();

const ABOUT_PAGES: ReadonlySet<Meaning> = new Set([
	'link',
	'nextOffset',
	'more',
	'total',
	'pages',
	'failure',
]);
