import { ListFailure } from './failures';
import { fieldsOf, type PageResponse } from './fields';
import { hasId } from './identity';
import { isEmpty, isObject, valueAtKeys } from './json';
import type { List } from './list';
import {
	elementsOf,
	type List as Found,
	hasObjects,
	isBeside,
	isContacts,
	isGeneric,
	isInside,
	isUsual,
	listsIn,
	type Place,
} from './lists';
import { emptyPage, type Page, pageAt, placeNamed, reasonsOfEmptiness } from './page';
import { urlOf } from './paginators';
import type { AcceptedPage } from './proofs';
import { totalsIn } from './signals';

/** Reads the first page, and finds the list in it. @throws ListFailure where that is not certain */
export async function readFirstPage(list: List): Promise<AcceptedPage> {
	const { proofs } = list;
	let page = await firstPage(list);
	// Some services refuse what they do not know, or filter by it.
	if (page.contacts.length === 0 && proofs.memory.size !== undefined) {
		const again = await list.withoutSize(() => firstPage(list));
		if (again && again.contacts.length > 0) page = again;
	}
	const verdict = proofs.judge({ positions: [], overlap: 0 }, page);
	if (typeof verdict === 'string') throw list.failure(verdict);
	proofs.add(verdict);
	list.log(`page 1: ${page.contacts.length} contacts`);
	return verdict;
}

async function firstPage(list: List): Promise<Page> {
	const { contactsField } = list.request;
	const response = await list.first();
	const place =
		contactsField === '' ? await findPlace(list, response) : placeNamed(contactsField, response);
	const page = place ? pageAt(response, place, 1, list.flag) : emptyPage(response, list.flag);
	if (place) list.place = place;
	if (page.contacts.length > 0) return page;
	const names = reasonsOfEmptiness(response, list.place, page);
	if (names.length > 0) throw new ListFailure('emptyDoubtful', { page: 1, names });
	return page;
}

/** Where the contacts are; undefined where there seem to be none. */
async function findPlace(list: List, response: PageResponse): Promise<Place | undefined> {
	const lists = listsIn(response.body);
	if (!lists) throw new ListFailure('tooManyFields', { page: 1 });
	const full = lists.filter((one) => hasObjects(one) && !isSummary(one));
	const named = lists.filter(isContacts);
	if (named.length === 1 && full.every((one) => one === named[0])) return named[0];
	const single = lists.find(isSingleContact);
	if (single) return single;
	const rivals = lists.filter((one) => !isBeside(one) || hasObjects(one));
	if (full.length === 0) {
		const empty = rivals.filter(({ elements }) => elements.length === 0);
		return lists.find(isUsual) ?? (empty.length === 1 ? empty[0] : undefined);
	}
	const [only] = full;
	if (full.length === 1 && isOnly(only!, rivals)) return only;
	const shrinking = await listThatShrinks(list, full);
	return shrinking ?? (named.length === 1 ? named[0] : likeliestList(list, response, full, lists));
}

/** Whether a list can only be that of the contacts: it is alone, or has the name that lists of anything have. */
function isOnly(only: Found, rivals: readonly Found[]): boolean {
	const isWrapper = rivals.some((other) => isInside(other.path, only.path) && isUsual(other));
	if (isBeside(only) || isWrapper) return false;
	const hasRival = rivals.some((other) => other !== only && isUsual(other));
	return (
		(isGeneric(only) && !hasRival) ||
		(rivals.length === 1 && (only.elements.length > 1 || isUsual(only)))
	);
}

/** A single object with numbers alone, such as `[{ "total": 0 }]`. */
function isSummary({ elements: [one, other] }: Found): boolean {
	const isNumber = (value: unknown) => typeof value === 'number' || isEmpty(value);
	return other === undefined && isObject(one) && !hasId(one) && Object.values(one).every(isNumber);
}

/** A list of one contact, whose own lists are not those of contacts. */
function isSingleContact(list: Found, _: number, all: readonly Found[]): boolean {
	const { elements, path } = list;
	const isOne = elements.length === 1 && isUsual(list) && hasId(elements[0]);
	return (
		isOne && all.every((other) => other === list || (isInside(other.path, path) && !isUsual(other)))
	);
}

/** More lists of different lengths than these are not told apart. */
const MAX_LENGTHS = 3;

/** The list with the contacts has one element less when the page has room for one less. */
async function listThatShrinks(list: List, lists: readonly Found[]): Promise<Found | undefined> {
	// A service that does not know the page size shows nothing by it.
	if (!list.proofs.isSized && list.request.pageSize !== undefined) return undefined;
	const lengths = new Set(
		lists.map(({ elements }) => elements.length).filter((length) => length > 1),
	);
	for (const length of [...lengths].slice(0, MAX_LENGTHS)) {
		const response = await list.ask(urlOf(list.request, length - 1, []));
		const shorter = lists.filter(({ path, elements }) => {
			const again = elementsOf(valueAtKeys(response?.body, path));
			return elements.length === length && again?.length === length - 1;
		});
		if (shorter.length === 1) return shorter[0];
	}
	return undefined;
}

/** The list that names speak for, where the contacts do not: it may be too short, or the size ignored. */
function likeliestList(
	{ request }: List,
	response: PageResponse,
	full: readonly Found[],
	lists: readonly Found[],
): Found | undefined {
	const totals = [...totalsIn(fieldsOf(response, full[0]!) ?? []).values()];
	const [named, ...others] = lists.filter(isUsual);
	const isLongest = (one: Found) =>
		full.every(
			({ elements, path }) => elements.length <= one.elements.length || isInside(path, one.path),
		);
	const isAlone =
		named && lists.every((one) => one === named || isBeside(one) || isInside(one.path, named.path));
	if (named && others.length === 0 && isLongest(named) && (isGeneric(named) || isAlone)) {
		return named;
	}
	const [only] = full as [Found];
	const isCounted =
		only.elements.length === request.pageSize ||
		totals.some((total) => total >= only.elements.length);
	return full.length === 1 && !lists.some(isUsual) && isCounted ? only : undefined;
}
