import { explainsEmptiness, isAside, ListFailure, throwIfAny } from './failures';
import { fieldsOf, type PageResponse } from './fields';
import { hasId } from './identity';
import { entriesIn, isEmpty, isObject, type JsonObject, keysIn, valueAtKeys } from './json';
import type { List } from './list';
import {
	areGroups,
	type Candidate,
	elementsOf,
	formatPlace,
	isFilled,
	isInside,
	listsIn,
	MANY,
	type Place,
	RANK,
} from './lists';
import { type Page, pageAt, placeNamed, saysNone } from './page';
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
	const verdict = proofs.judge(page);
	if (typeof verdict === 'string') throw list.failure(verdict);
	return verdict;
}

async function firstPage(list: List, response: PageResponse): Promise<Page> {
	const { contactsField, pagination } = list.request;
	const place =
		contactsField === '' ? await findPlace(list, response) : placeNamed(contactsField, response);
	if (place) list.place = place;
	const leftOut = response.body === null ? WHOLE : LEFT_OUT;
	const page = pageAt(response, place ?? leftOut, 1, pagination);
	if (page.contacts.length > 0) return page;
	const isNone = saysNone(page.fields);
	if (!place && !isNone && !isEmpty(response.body)) throw withoutList([], response);
	// Something other than the absence of contacts may have made the list empty.
	const isReason = (field: Field) => isAside(field) && explainsEmptiness(field, isNone);
	throwIfAny(page.fields.filter(isReason), 'emptyDoubtful', 1);
	return page;
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
	const rivals = others.filter((other) => isRival(other, first));
	const named = first.kind === 'list' ? [first, ...rivals] : [];
	// Nothing else can be the list, whatever the contacts show.
	const isCertain = first.elements.length === 0 || (others.length === 0 && !isNone);
	if (isCertain && named.length === 1) return named;
	const shrinking = await listThatShrinks(list, lists);
	if (shrinking) {
		return [shrinking, ...lists.slice(0, lists.indexOf(shrinking)).filter(mayHaveContacts)];
	}
	// The empty list of a response that says that there are no contacts, unless a likelier one has some.
	const empty = lists.filter(({ elements, rank }) => elements.length === 0 && rank === first.rank);
	return isNone ? empty.slice(0, 1) : named;
}

/** Whether a list is called contacts, or something else may have them in groups, or by their IDs. */
const mayHaveContacts = ({ rank, kind, elements }: Candidate) =>
	rank === RANK.contacts ||
	areGroups(elements) ||
	(kind === 'other' && elements.flatMap(entriesIn).some(([, inner]) => isObject(inner)));

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
	const filled = lists.filter(isFilled);
	const found = new Set<Candidate>();
	const lengths = filled.map(({ elements }) => elements.length).filter((length) => length > 1);
	for (const length of [...new Set(lengths)].sort((a, b) => b - a).slice(0, MAX_LENGTHS)) {
		const size = length - 1;
		const url = urlOf(list.request, { size, isSizeCommon: true }, []);
		const answer = await list.answerTo(url);
		const body = isRefusal(answer) ? undefined : answer.body;
		const left = ({ path }: Candidate) => elementsOf(valueAtKeys(body, path))?.length ?? 0;
		const shorter = filled.filter((one) => left(one) < one.elements.length);
		// What has another length depends on the contacts, or has them in groups.
		const isSure = shorter.every((one) => left(one) === size && !areGroups(one.elements));
		if (isSure) for (const one of shorter) found.add(one);
	}
	const [only] = found;
	return found.size === 1 ? only : undefined;
}

// Which of several lists

/** The lists that may be the one with the contacts, the likeliest first. */
function likelyLists(found: readonly Candidate[]): Candidate[] {
	const isNone = ({ elements }: Candidate) => Number(elements.length === 0);
	const filled = found.filter((one) => !isNone(one));
	const isBeside = ({ rank }: Candidate) => rank === RANK.beside;
	const others = found.filter((one) => !isBeside(one) && (!isNone(one) || one.kind === 'list'));
	const likely = filled.every(isBeside) ? [...others, ...filled] : others;
	return likely.sort((a, b) => a.rank - b.rank || isNone(a) - isNone(b));
}

/** Whether a list may be the one instead of one that is as likely or likelier. */
function isRival(other: Candidate, one: Candidate): boolean {
	if (isInside(other.path, one.path)) return isWrapped(other, one);
	const [{ length }, { length: own }] = [other.elements, one.elements];
	if (other.rank === RANK.beside) return own === 0 && one.rank > RANK.contacts && length >= MANY;
	if (length === 0) return other.rank <= Math.max(one.rank, RANK.usual);
	// A long list may stand beside shorter ones; beside another long one, only if it is called contacts.
	const isClear = own >= MANY && own > length && (length < MANY || one.rank === RANK.contacts);
	return !isClear || one.rank === other.rank;
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
