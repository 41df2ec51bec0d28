import { keysIn, ListFailure } from './failures';
import { fieldsOf, type PageResponse } from './fields';
import { hasId } from './identity';
import { type JsonObject, valueAtKeys } from './json';
import type { List } from './list';
import {
	areGroupsOfPeople,
	type Candidate,
	elementsOf,
	formatPlace,
	isInside,
	listsIn,
	MANY,
	type Place,
	RANK,
	rankOf,
} from './lists';
import { emptyPage, type Page, pageAt, placeNamed, reasonsOfEmptiness, saysNone } from './page';
import type { AcceptedPage } from './proofs';
import { type Field, isAboutPosition } from './signals';
import { isRefusal } from './source';
import { urlOf } from './urls';

/** Reads the first page, and finds the list in it. @throws ListFailure where that is not certain */
export async function readFirstPage(list: List): Promise<AcceptedPage> {
	const { proofs } = list;
	let page = await firstPage(list, await list.first());
	if (page.contacts.length === 0) {
		// Some services take what they do not know for a filter.
		const response = await list.withoutSize();
		const again = response && (await firstPage(list, response));
		if (again && again.contacts.length > 0) page = again;
	}
	const verdict = proofs.judge({ overlap: 0 }, page);
	if (typeof verdict === 'string') throw list.failure(verdict);
	return verdict;
}

async function firstPage(list: List, response: PageResponse): Promise<Page> {
	const { contactsField, pagination } = list.request;
	const place =
		contactsField === '' ? await findPlace(list, response) : placeNamed(contactsField, response);
	const page = place ? pageAt(response, place, 1, pagination) : emptyPage(response, pagination);
	if (place) list.place = place;
	if (page.contacts.length > 0) return page;
	const names = reasonsOfEmptiness(response, list.place, page);
	if (names.length > 0) throw new ListFailure('emptyDoubtful', { page: 1, names });
	if (!saysNone(page.fields)) return page;
	// `{ "start": 0, "count": 50, "total": 0 }`: the other number is the page size.
	const isSize = ({ word, value }: Field) => value === list.request.pageSize && !/total/.test(word);
	return { ...page, fields: page.fields.filter((field) => !isSize(field)) };
}

/** Where the contacts are; undefined where there seem to be none. */
async function findPlace(list: List, response: PageResponse): Promise<Place | undefined> {
	const found = listsIn(response.body);
	if (!found) throw new ListFailure('tooManyFields', { page: 1 });
	const lists = likelyLists(found);
	const [first] = lists;
	// What stands beside a list is none by itself: the list may be left out because it is empty.
	if (!first || first.rank === RANK.beside) return undefined;
	const isNone = saysNone(fieldsOf(response, first) ?? []);
	return isCertain(lists, isNone) ? first : await findAmong(list, lists, isNone, response);
}

/** The list of several that can be the one: that which gets shorter, or that which names speak for. */
async function findAmong(
	list: List,
	lists: readonly Candidate[],
	isNone: boolean,
	response: PageResponse,
): Promise<Candidate> {
	const first = lists[0]!;
	const shrinking = await listThatShrinks(list, lists);
	// A list called contacts may be a short one.
	const isOther = shrinking !== first && first.rank === RANK.contacts;
	if (shrinking) return onlyOne(isOther ? [shrinking, first] : [shrinking]);
	const ones = isNone ? emptyIn(lists) : contenders(lists);
	if (ones.length === 0) throw withoutList(lists, response);
	return onlyOne(ones);
}

/** @throws ListFailure if there are several lists */
function onlyOne(lists: readonly Candidate[]): Candidate {
	if (lists.length === 1) return lists[0]!;
	throw new ListFailure('manyLists', { page: 1, names: lists.map(formatPlace) });
}

/** The failure of a response that has no list, or none that has to be that of the contacts. */
function withoutList(lists: readonly Candidate[], { body }: PageResponse): ListFailure {
	// What is in an element with a number is in each of these.
	const doubtful = lists.filter(
		({ isList, elements, path }) =>
			isList && elements.length > 0 && !path.some((key) => /^\d+$/.test(key)),
	);
	return doubtful.length > 0
		? new ListFailure('listDoubtful', { page: 1, names: doubtful.map(formatPlace) })
		: new ListFailure('noList', { page: 1, names: keysIn(body) });
}

/** Whether nothing but the likeliest list can be the one, whatever the contacts show. */
function isCertain(lists: readonly Candidate[], isNone: boolean): boolean {
	const { elements, isList, isDoubtful } = lists[0]!;
	const isSure = elements.length === 0 || (lists.length === 1 && !isNone);
	return (
		isList && !isDoubtful && isSure && !lists.slice(1).some((other) => isRival(other, lists[0]!))
	);
}

/** More lists of different lengths than these are not told apart. */
const MAX_LENGTHS = 3;

/** The list with the contacts has one element less when the page has room for one less. */
async function listThatShrinks(
	list: List,
	lists: readonly Candidate[],
): Promise<Candidate | undefined> {
	// A service that does not know the page size shows nothing by it.
	if (!list.proofs.isSized && list.request.pageSize !== undefined) return undefined;
	const lengths = lists.map(({ elements }) => elements.length).filter((length) => length > 1);
	for (const length of [...new Set(lengths)].sort((a, b) => b - a).slice(0, MAX_LENGTHS)) {
		for (const isSizeCommon of [false, true]) {
			const answer = await list.answerTo(
				urlOf(list.request, { size: length - 1, isSizeCommon }, []),
			);
			const shrunk = isRefusal(answer) ? undefined : shrunkIn(answer.body, lists, length);
			if (shrunk) return shrunk;
		}
	}
	return undefined;
}

/** The only list of a length that has one element less in another response. */
function shrunkIn(
	body: unknown,
	lists: readonly Candidate[],
	length: number,
): Candidate | undefined {
	const left = ({ path }: Candidate) => elementsOf(valueAtKeys(body, path)) ?? [];
	const all = lists.filter(({ isList, elements }) => isList && elements.length > 0);
	const [one, ...others] = all.filter(
		(list) => list.elements.length === length && left(list).length === length - 1,
	);
	if (!one || others.length > 0) return undefined;
	// Where another one is gone, or each has contacts of its own, the contacts are in groups.
	const areGroups = all.some((list) => left(list).length === 0) || areGroupsOfPeople(one.elements);
	return areGroups ? undefined : one;
}

// Which of several lists

/** The lists that may be the one with the contacts, the likeliest first. */
function likelyLists(found: readonly Candidate[]): Candidate[] {
	const filled = found.filter(({ elements }) => elements.length > 0);
	const others = filled.filter(({ rank }) => rank < RANK.beside);
	const best = others.length > 0 ? others : filled;
	const isEmptyList = ({ elements, rank, isDoubtful }: Candidate) =>
		elements.length === 0 && rank < RANK.beside && !isDoubtful;
	const likely = [...best, ...found.filter(isEmptyList)];
	return likely.sort((a, b) => a.rank - b.rank);
}

/** Whether a list may be the one instead of one that is as likely or likelier. */
function isRival(other: Candidate, one: Candidate): boolean {
	if (isInside(other.path, one.path)) return isWrapped(other, one);
	const [{ length }, { length: own }] = [other.elements, one.elements];
	if (other.rank === RANK.beside) return own === 0 && one.rank > RANK.contacts && length >= MANY;
	if (length === 0) return other.rank <= Math.max(one.rank, RANK.usual);
	// A long list may stand beside shorter ones.
	return own < MANY || own <= length || one.rank === other.rank;
}

/** Whether a list in the only element of another one may be the list, and that element a wrapper of it. */
function isWrapped({ path }: Candidate, { path: outer, elements, rank }: Candidate): boolean {
	const [one] = elements as [JsonObject];
	if (isWrapper(one, path[outer.length + 1]!)) return rankOf(path) <= RANK.other;
	// A contact may have lists of its own.
	const isOfContact = rank <= (hasId(one) ? RANK.usual : RANK.contacts);
	return rankOf(path) <= (isOfContact ? RANK.contacts : RANK.usual);
}

/** Whether an object has nothing of its own beside a list. */
function isWrapper(one: JsonObject, key: string): boolean {
	const isOther = (name: string) => name !== key && !isAboutPosition(name) && name !== 'status';
	return Array.isArray(one[key]) && !Object.keys(one).some(isOther);
}

/** The lists that names speak for, where the contacts do not: several are not told apart. */
function contenders(lists: readonly Candidate[]): Candidate[] {
	const [first, ...others] = lists;
	if (!first?.isList || first.isDoubtful) return [];
	return [first, ...others.filter((other) => isRival(other, first))];
}

/** The empty list of a response that says that there are no contacts, unless a likelier one has some. */
function emptyIn(lists: readonly Candidate[]): Candidate[] {
	const empty = lists.find(({ elements }) => elements.length === 0);
	return empty && lists.every(({ rank }) => rank >= empty.rank) ? [empty] : [];
}
