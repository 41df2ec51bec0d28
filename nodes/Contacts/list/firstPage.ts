import { ContactsError } from '../contactsError';
import { totalsIn } from '../response/evidence';
import { type Identity, identityOf, keysOfContacts, unstableFields } from '../response/identity';
import { valueAtKeys } from '../response/json';
import { type Candidate, hasId, isInside, isUsual, MANY, pathOf, USUAL } from '../response/lists';
import {
	emptyPageOf,
	hasRows,
	keysIn,
	knownPlaceOf,
	listsOf,
	otherListsIn,
	type Page,
	pageAt,
	type PageResponse,
	throwIfNotEmpty,
} from '../response/page';
import { pageError } from '../response/pageErrors';
import type { ListPage, Reading } from './reading';

/** Reads the first page of a list. @throws ExplainedError if it has none */
export async function readFirst(reading: Reading): Promise<ListPage> {
	const response = await getFirst(reading);
	let page = await firstPageOf(reading, response);
	// Some services filter by every parameter that they do not know.
	const isSized = reading.size.contacts !== undefined;
	if (page.contacts.length === 0 && isSized) {
		page = (await readUnsized(reading)) ?? page;
	}
	throwIfNotEmpty(page);
	reading.progress.place = knownPlaceOf(page);
	reading.progress.identity = identityOf(page.contacts);
	const keys = reading.keysOf(page);
	// Contacts without IDs may equal each other, but nothing is known before the first page.
	const claim = { reason: 'first', overlap: 0, mayRepeat: true } as const;
	const accepted = reading.accept(claim, page, keys) as ListPage;
	reading.add(page, keys, accepted);
	reading.log(`Page 1, the first: ${keys.length} contacts`);
	return accepted;
}

async function readUnsized(reading: Reading): Promise<Page | undefined> {
	const size = { contacts: undefined };
	const response = await getUnlessRefused(reading, size);
	const page = response && (await firstPageOf(reading, response));
	if (!page || page.contacts.length === 0) return undefined;
	reading.size = size;
	reading.isResized = true;
	return page;
}

/** A page size that services accept which refuse larger ones. */
const COMMON_MAXIMUM = 100;

/** Requests the first page; with a smaller page size or none if the service refuses the one of the user. */
async function getFirst(reading: Reading): Promise<PageResponse> {
	const { request } = reading;
	const { pageSize = 0 } = request;
	const smaller = pageSize > COMMON_MAXIMUM ? [COMMON_MAXIMUM] : [];
	for (const contacts of pageSize > 0 ? [...smaller, undefined] : []) {
		const response = await getUnlessRefused(reading, reading.size);
		if (response) return response;
		reading.size = { contacts };
		reading.isResized = true;
	}
	return await reading.get(reading.urlOf(reading.size));
}

async function getUnlessRefused(
	reading: Reading,
	size: Reading['size'],
): Promise<PageResponse | undefined> {
	return await reading.get(reading.urlOf(size)).catch((error: unknown) => {
		if (!(error instanceof ContactsError) || error.reason !== 'refused') throw error;
		return undefined;
	});
}

/** Reads the contacts of the first response. Where several lists may have them, another size shows which. */
async function firstPageOf(reading: Reading, response: PageResponse): Promise<Page> {
	const { contactsField } = reading.request;
	const [likeliest, ...others] = listsOf(response, contactsField);
	if (!likeliest) return emptyPageOf(response, contactsField, 1);
	const { rank, elements } = likeliest;
	// A list is another one where there are no contacts, unless the user has set it.
	const isOther = contactsField === '' && elements.length > 0 && saysNone(response, likeliest);
	// Rows that are lists have no fields, and what stands beside them is about their columns.
	const isTable = rank > USUAL && hasRows(response.body);
	const first = { ...likeliest, isDoubtful: likeliest.isDoubtful || isOther || isTable };
	const isCertain = others.length === 0 && !first.isDoubtful;
	const list = isCertain ? first : await chooseList(reading, response, [first, ...others]);
	return pageAt(response, list, 1);
}

function saysNone(response: PageResponse, list: Candidate): boolean {
	return [...totalsIn(pageAt(response, list, 1)).values()].includes(0);
}

/** The list that becomes shorter when fewer contacts are requested. */
async function chooseList(
	reading: Reading,
	first: PageResponse,
	lists: readonly Candidate[],
): Promise<Candidate> {
	const lengths = lists.map(({ elements }) => elements.length).filter((length) => length > 1);
	const contacts = Math.min(...lengths) - 1;
	for (const underAll of lengths.length > 0 ? [false, true] : []) {
		const response = await reading.tryToGet(reading.urlOf({ contacts, underAll }));
		const cut = lists.filter(({ path, elements }) => {
			const after = valueAtKeys(response?.body, path);
			return Array.isArray(after) && after.length === contacts && elements.length > contacts;
		});
		if (cut.length === 1) return cut[0]!;
	}
	if (lists[0]!.isDoubtful) {
		throw pageError('noList', 1, keysIn(first.body), otherListsIn(first.body));
	}
	return likeliestOf(first, lists);
}

/** The list that its name and its length alone show to be the one with the contacts. */
function likeliestOf(response: PageResponse, [first, ...others]: readonly Candidate[]): Candidate {
	const { elements, rank } = first!;
	const rivals = others.filter((other) => {
		// A contact has few of anything in it, and an ID rather than a list of a usual name.
		const isDirect = other.path.length === first!.path.length + 2;
		const isWrapper =
			isUsual(other.path.at(-1)!) && (isDirect || !hasId({ ...(elements[0] as object) }));
		if (isInside(other, first!)) return other.elements.length >= MANY || isWrapper;
		const isOfOthers = other.rank > USUAL + 1;
		if (elements.length === 0) {
			return other.elements.length > 0 && !isOfOthers && !saysNone(response, first!);
		}
		// A list of one object beside an empty one may be something else.
		if (other.elements.length === 0) {
			return elements.length < MANY && other.rank <= Math.max(rank, USUAL);
		}
		return other.rank === rank || other.elements.length >= Math.max(elements.length, 2);
	});
	if (rivals.length === 0) return first!;
	throw pageError('manyLists', 1, [first!, ...rivals].map(pathOf));
}

// The first page again, with fewer contacts

/** The first page, read again with fewer contacts. */
export interface Shorter {
	page: Page;
	size: Reading['size'];
	/** How many contacts it has: the next page has to start with the one after them. */
	count: number;
}

/**
 * Reads the first page once more with fewer contacts: under the contract's name of the page size, then
 * under all usual ones.
 *
 * @returns undefined where the service ignores or refuses that
 */
export async function readShorter(reading: Reading): Promise<Shorter | undefined> {
	const { page } = reading;
	const count = page.contacts.length - reading.held;
	if (!(count > 0)) return undefined;
	const isIgnored = page.contacts.length > (reading.size.contacts ?? Infinity);
	for (const underAll of isIgnored ? [true] : [false, true]) {
		const size = { contacts: count, underAll };
		const { asked } = reading;
		const response = await reading.tryToGet(reading.urlOf(size));
		const shorter = reading.tryToRead(response);
		const line = `Page 1 with ${count} contacts${underAll ? ' under all usual names' : ''}`;
		const came = shorter?.contacts.length ?? 'refused';
		// The answer may be one that was kept.
		if (asked !== reading.asked) reading.log(`${line}: ${came}`);
		if (!shorter) continue;
		if (startsAsFirst(reading, shorter) && shorter.contacts.length === count) {
			dropTotals(reading, { page: shorter, count });
			return { page: shorter, size, count };
		}
	}
	return undefined;
}

/** Reads the first page with as many contacts as it has: some services say more only if as many came as requested. */
export async function readAtItsLength(reading: Reading): Promise<void> {
	const { page, sizeOfFirst } = reading;
	const again = reading.tryToRead(await reading.tryToGet(reading.urlOf(sizeOfFirst)));
	if (again?.contacts.length !== page.contacts.length || !startsAsFirst(reading, again)) return;
	reading.page = again;
	reading.size = sizeOfFirst;
}

/** No service has pages of fewer contacts, unless it is asked for them. */
export const LEAST_CUT = 10;

/** Whether the first page is as long as pages of a service may be: they are cut at round numbers. */
export function mayBeCut({ progress: { longest, isFull } }: Reading): boolean {
	return longest >= LEAST_CUT && (longest % 5 === 0 || isFull);
}

/** Drops totals that may count the contacts of the page, not those of the list: they fall with the page. */
export async function checkTotals(reading: Reading): Promise<void> {
	const { received, totals } = reading.progress;
	if (![...totals.values()].includes(received) || (await readShorter(reading))) return;
	// A page whose size the service ignores cannot show it.
	if (received >= LEAST_CUT && !reading.isUnsized) dropTotals(reading);
}

/** @param shorter the page that shows which fall; without it, none is believed */
function dropTotals({ progress }: Reading, shorter?: Pick<Shorter, 'page' | 'count'>): void {
	const { received, totals } = progress;
	const isOfList = ([name, total]: [string, number]) =>
		total !== received || (shorter && totalsIn(shorter.page).get(name) !== shorter.count);
	progress.totals = new Map([...totals].filter(isOfList));
}

/** Finds the fields that change by themselves, where contacts are identified by their content. */
export async function noteUnstable(reading: Reading): Promise<void> {
	const { progress, answers } = reading;
	if (progress.received === 0 || progress.identity.idField !== undefined) return;
	if (await readShorter(reading)) return;
	// Answers of another length have shown them.
	if ([...answers.values()].some((answer) => reading.tryToRead(answer)?.contacts.length)) return;
	const again = reading.tryToRead(await reading.tryToGet(reading.urlOf(reading.size)));
	if (again) startsAsFirst(reading, again);
}

/**
 * The size with which the second page starts with the contacts of the first one that are held back.
 * Without IDs, equal contacts start any page where the service ignores the size.
 */
export async function witnessSize(reading: Reading): Promise<Reading['size'] | undefined> {
	if (reading.progress.identity.idField === undefined) return (await readShorter(reading))?.size;
	const contacts = reading.keys.length - reading.held;
	return contacts > 0 ? { ...reading.size, contacts } : undefined;
}

/** Whether a page starts as the first one does, if fields that change by themselves are left out. */
function startsAsFirst(reading: Reading, page: Page): boolean {
	const length = Math.min(reading.page.contacts.length, page.contacts.length);
	const [first, again] = [reading.page, page].map(({ contacts }) => contacts.slice(0, length));
	const isSameBy = (identity: Identity) => {
		const keys = keysOfContacts(again!, identity);
		return keysOfContacts(first!, identity).every((key, index) => key === keys[index]);
	};
	const { identity } = reading.progress;
	if (length === 0) return false;
	if (isSameBy(identity)) return true;
	const unstable = identity.idField === undefined ? unstableFields(first!, again!) : [];
	if (unstable.length === 0 || !isSameBy({ unstable })) return false;
	reading.identify({ unstable });
	return true;
}
