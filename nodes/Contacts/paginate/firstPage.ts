import { explainsEmptiness, isAside, keysIn, ListFailure } from './failures';
import { fieldsOf, type PageResponse } from './fields';
import { hasId } from './identity';
import { isEmpty, type JsonObject, valueAtKeys } from './json';
import type { List } from './list';
import {
	areGroups,
	type Candidate,
	elementsOf,
	formatPlace,
	isInside,
	listsIn,
	MANY,
	type Place,
	RANK,
} from './lists';
import { type Page, pageAt, placeNamed, saysNone } from './page';
import type { AcceptedPage } from './proofs';
import { isAboutPosition } from './signals';
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
	const verdict = proofs.judge(page);
	if (typeof verdict === 'string') throw list.failure(verdict);
	return verdict;
}

async function firstPage(list: List, response: PageResponse): Promise<Page> {
	const { contactsField, pagination } = list.request;
	const place =
		contactsField === '' ? await findPlace(list, response) : placeNamed(contactsField, response);
	if (place) list.place = place;
	const page = pageAt(
		response,
		place ?? (response.body === null ? WHOLE : LEFT_OUT),
		1,
		pagination,
	);
	if (page.contacts.length > 0) return page;
	const isNone = saysNone(page.fields);
	if (!place && !isNone && !isEmpty(response.body)) throw withoutList([], response);
	throwIfDoubtful(page, isNone);
	return page;
}

/** @throws ListFailure where something other than the absence of contacts may have made the list empty */
function throwIfDoubtful({ fields }: Page, isNone: boolean): void {
	const reasons = fields.filter((field) => isAside(field) && explainsEmptiness(field, isNone));
	const names = reasons.map(({ name }) => name);
	if (names.length > 0) throw new ListFailure('emptyDoubtful', { page: 1, names });
}

/** Where a list is taken to be that a response leaves out, or sends as null (Go). */
const LEFT_OUT: Place = { path: ['contacts'], inner: '' };
const WHOLE: Place = { path: [], inner: '' };

/** Where the contacts are; undefined where there seem to be none. */
async function findPlace(list: List, response: PageResponse): Promise<Place | undefined> {
	const found = listsIn(response.body);
	if (!found) throw new ListFailure('tooManyFields', { page: 1 });
	const lists = likelyLists(found);
	const [first] = lists;
	// What stands beside a list is none by itself: the list may be left out because it is empty.
	if (!first || first.rank === RANK.beside) return undefined;
	const isNone = saysNone(fieldsOf(response, first) ?? []);
	const ones = await listsAmong(list, lists, isNone);
	if (ones.length === 0) throw withoutList(lists, response);
	if (ones.length === 1) return ones[0];
	throw new ListFailure('manyLists', { page: 1, names: ones.map(formatPlace) });
}

/** Those of several lists that can be the one: that which gets shorter, or those that names speak for. */
async function listsAmong(
	list: List,
	lists: readonly Candidate[],
	isNone: boolean,
): Promise<Candidate[]> {
	const [first, ...others] = lists as [Candidate];
	const named = contenders(first, others);
	// Nothing else can be the list, whatever the contacts show.
	const isCertain = first.elements.length === 0 || (others.length === 0 && !isNone);
	if (isCertain && named.length === 1) return named;
	const shrinking = await listThatShrinks(list, lists);
	// A list called contacts may be a short one.
	const isOther = shrinking !== first && first.rank === RANK.contacts;
	if (shrinking) return isOther ? [shrinking, first] : [shrinking];
	// The empty list of a response that says that there are no contacts, unless a likelier one has some.
	const empty = lists.filter(({ elements, rank }) => elements.length === 0 && rank === first.rank);
	return isNone ? empty.slice(0, 1) : named;
}

/** The failure of a response that has no list, or none that has to be that of the contacts. */
function withoutList(lists: readonly Candidate[], { body }: PageResponse): ListFailure {
	const names = lists.filter(isFilled).map(formatPlace);
	return names.length > 0
		? new ListFailure('listDoubtful', { page: 1, names })
		: new ListFailure('noList', { page: 1, names: keysIn(body) });
}

/** More lists of different lengths than these are not told apart. */
const MAX_LENGTHS = 3;

/** The list with the contacts has one element less when the page has room for one less. */
async function listThatShrinks(
	list: List,
	lists: readonly Candidate[],
): Promise<Candidate | undefined> {
	const lengths = lists.map(({ elements }) => elements.length).filter((length) => length > 1);
	for (const length of [...new Set(lengths)].sort((a, b) => b - a).slice(0, MAX_LENGTHS)) {
		const answer = await list.answerTo(
			urlOf(list.request, { size: length - 1, isSizeCommon: true }, []),
		);
		const shrunk = isRefusal(answer) ? undefined : shrunkIn(answer.body, lists, length);
		if (shrunk) return shrunk;
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
	const all = lists.filter(isFilled);
	const [one, ...others] = all.filter(
		(list) => list.elements.length === length && left(list).length === length - 1,
	);
	if (!one || others.length > 0) return undefined;
	// Where another one is gone, or each has contacts of its own, the contacts are in groups.
	const isGrouped = all.some((list) => left(list).length === 0) || areGroups(one.elements);
	return isGrouped ? undefined : one;
}

// Which of several lists

const isFilled = ({ kind, elements }: Candidate) => kind !== 'other' && elements.length > 0;

/** The lists that may be the one with the contacts, the likeliest first. */
function likelyLists(found: readonly Candidate[]): Candidate[] {
	const isNone = ({ elements }: Candidate) => Number(elements.length === 0);
	const filled = found.filter((one) => !isNone(one));
	const isBeside = ({ rank }: Candidate) => rank === RANK.beside;
	const others = found.filter((one) => !isBeside(one) && (!isNone(one) || one.kind === 'list'));
	const likely = filled.every(isBeside) ? [...others, ...filled] : others;
	return likely.sort((a, b) => a.rank - b.rank || isNone(a) - isNone(b));
}

/** The likeliest list, and those that may be the one instead; none if that is doubtful. */
const contenders = (first: Candidate, others: readonly Candidate[]): Candidate[] =>
	first.kind === 'list' ? [first, ...others.filter((other) => isRival(other, first))] : [];

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
function isWrapped({ path, rank }: Candidate, outer: Candidate): boolean {
	const [one] = outer.elements as [JsonObject];
	const key = path[outer.path.length + 1]!;
	const isOther = (name: string) => name !== key && !isAboutPosition(name) && name !== 'status';
	const isWrapper = Array.isArray(one[key]) && !Object.keys(one).some(isOther);
	// A contact may have lists of its own.
	const isOfContact = outer.rank <= (hasId(one) ? RANK.usual : RANK.contacts);
	return isWrapper || rank <= (isOfContact ? RANK.contacts : RANK.usual);
}
