import { type Failure, failure } from './failure';
import { isObject, type JsonObject, valueAtKeys } from './json';
import { elementsOf, hasId } from './keyedList';
import {
	isNamedLikeList,
	LIST_TIER,
	listsIn,
	type NamedList,
	OTHER_TIER,
	pathOf,
	PEOPLE,
} from './listsIn';
import { saysSuccess } from './meanings';
import type { PageResponse, Place } from './pageResponse';
import {
	explainsNoList,
	isAboutPages,
	isOnlyAboutPages,
	statesNone,
	statesOne,
} from './statements';
import { normalize } from './words';

/** More objects than any envelope has. */
const MAX_OBJECTS = 20;

/** Fields of an object that tell it from a wrapper are among these. */
const MAX_FIELDS = 30;

/** Fields of a wrapper that are not about pages, such as its name and its type. */
const MAX_LABELS = 2;

const STATUS_MESSAGE = /^status_?message$/i;

/** @returns where the contacts are; a failure if several lists may have them */
export function recognizeList(response: PageResponse): Place | Failure | undefined {
	const { lists, empty, others, objects } = listsIn(response.body);
	const isNone = () => statesNone(response);
	const all = candidatesIn(withoutPages(lists, empty, response), empty, isNone);
	const alone = onlyElements(objects);
	const isWithoutList = all.every(({ list, tier }) => list.length === 0 && tier > LIST_TIER);
	const [only] = isWithoutList && alone.length === 1 ? alone : [];
	if (only && statesOne(response, only)) return { path: only.path, contactPath: '' };
	const [first] = all;
	if (!first) return withoutObjects(others, response);
	const outer = onlyElements(objects, 0).find((one) => isInside(first, one));
	if (outer && isInOnlyContact(first, outer, response)) {
		return { path: outer.path, contactPath: '' };
	}
	const isRival = (one: NamedList) => isNamedLikeList(one) && !isInside(first, one);
	const found = first.tier < LIST_TIER ? all : [...all, ...alone.filter(isRival)];
	return found.length > 1 ? failure('manyLists', found.map(pathOf)) : placeIn(first);
}

/** A list of texts or numbers has no contacts, unless something else says that there are none. */
function withoutObjects([list]: NamedList[], response: PageResponse): Failure | undefined {
	if (!list || explainsNoList(response)) return undefined;
	const index = list.list.findIndex((element) => !isObject(element));
	return failure('notAContact', index + 1, pathOf(list));
}

/** Whether a list is one in the only contact, which stands in place of its list. */
function isInOnlyContact({ list, tier }: NamedList, outer: NamedList, response: PageResponse) {
	return tier >= OTHER_TIER && list.length > 1 && statesOne(response, outer, ['total']);
}

/**
 * The outermost objects that may each be the only element of a list, and stand in its place.
 *
 * @param maxLabels how many fields of its own a wrapper has at most, if its name is not that of a list
 */
export function onlyElements(objects: readonly NamedList[], maxLabels = MAX_LABELS): NamedList[] {
	const likely = objects.slice(0, MAX_OBJECTS).filter((one) => {
		const value = one.list[0] as JsonObject;
		return !isAboutPages(value) && isContent(value, isNamedLikeList(one) ? 0 : maxLabels);
	});
	return likely.filter((one) => !likely.some((outer) => isInside(one, outer)));
}

function isInside({ path }: NamedList, outer: NamedList): boolean {
	return outer.path.length < path.length && outer.path.every((key, index) => key === path[index]);
}

/** Whether an object is a contact or a part of one: with an ID, or more fields than a wrapper has. */
function isContent(value: JsonObject, maxLabels = MAX_LABELS): boolean {
	const labels = Object.keys(value)
		.slice(0, MAX_FIELDS)
		.filter((key) => typeof value[key] !== 'object' && !isOnlyAboutPages({ [key]: value[key] }));
	return hasId(value) || labels.length > maxLabels;
}

/** Whether a list has only `{ "total": 230, "start": 1 }`, or `{ "error": "Nothing found" }`. */
export function isOneAboutPages(list: readonly unknown[]): boolean {
	const [element] = list;
	return (
		list.length === 1 &&
		isObject(element) &&
		Object.values(element).every((value) => typeof value !== 'object') &&
		!hasId(element) &&
		isAboutPages(element)
	);
}

/** One object about pages or an error is no contact, if that is not all that there is. */
function withoutPages(lists: NamedList[], empty: NamedList[], response: PageResponse): NamedList[] {
	const likely = lists.filter(({ list }) => !isOneAboutPages(list));
	const isOther =
		likely.length + empty.length > 0 ||
		statesNone(response) ||
		lists.some(({ list }) => isOnlyAboutPages(list[0]));
	return isOther ? likely : lists;
}

/**
 * The lists that may be the one with the contacts: those of the best tier. Under a usual or
 * unknown name, empty ones beside others may be it, too.
 */
function candidatesIn(lists: NamedList[], empty: NamedList[], isNone = () => false): NamedList[] {
	const bestTier = Math.min(...lists.map(({ tier }) => tier));
	const best = lists.filter(({ tier }) => tier === bestTier);
	const filled = best.filter(({ list }) => list.length > 0);
	if (filled.length === 0) return [...best, ...empty].slice(0, 1);
	if (bestTier !== LIST_TIER && bestTier !== OTHER_TIER) return filled;
	// The elements of another list may refer to people.
	const { path, list } = filled[0]!;
	const isOfPeople = bestTier === LIST_TIER && PEOPLE.has(normalize(path.at(-1) ?? ''));
	const others = isOfPeople ? lists.filter(({ tier }) => tier === OTHER_TIER) : [];
	const mayBeEmpty = others.some((other) => other.list.length === 0) && isNone();
	const isOutnumbered = mayBeEmpty || others.some((other) => other.list.length >= list.length);
	return [...best, ...(isOutnumbered ? others : []), ...empty];
}

/**
 * The place of the contacts in a list. Its only element may hold the list with them:
 * `[{ "total": 230, "records": { "people": […] } }]`.
 */
function placeIn(found: NamedList, maxLabels = MAX_LABELS): Place | Failure {
	const { path, list, tier } = found;
	const [element] = list;
	const here = { path, contactPath: contactPathIn(found) };
	const mayWrap = tier >= LIST_TIER && list.length === 1;
	if (!mayWrap || !isObject(element) || elementsOf(element)) return here;
	const isResult = hasStatusMessage(element);
	if (!isResult && isContent(element, maxLabels)) return here;
	const inner = listsInWrapper(element, isResult).map((one) => ({
		...one,
		path: [...path, '0', ...one.path],
	}));
	if (inner.length > 1) return failure('manyLists', [found, ...inner].map(pathOf));
	return inner[0] ? placeIn(inner[0], isResult ? Infinity : MAX_LABELS) : here;
}

/** Whether an object says that a request was successful, as no contact does. */
function hasStatusMessage(value: JsonObject): boolean {
	const { status } = value;
	const hasMessage = Object.keys(value).some((key) => STATUS_MESSAGE.test(key));
	if (hasMessage && saysSuccess(value)) return true;
	return isObject(status) && saysSuccess(status) && !hasId(value);
}

function listsInWrapper(wrapper: JsonObject, isResult: boolean): NamedList[] {
	const { lists, empty, objects } = listsIn(wrapper);
	const contents = objects.filter(({ list }) => isContent(list[0] as JsonObject));
	const hasOnlyObjects = Object.values(wrapper).every((value) => typeof value === 'object');
	const mayHoldAny = isResult || isAboutPages(wrapper);
	const found = lists.filter(
		(one) =>
			(mayHoldAny || one.tier < LIST_TIER || (hasOnlyObjects && one.tier === LIST_TIER)) &&
			!contents.some((outer) => isInside(one, outer)),
	);
	return candidatesIn(found, mayHoldAny ? empty : []);
}

/** GraphQL connections wrap each contact: `edges: [{ cursor, node: { … } }]`. */
function contactPathIn({ path, list }: NamedList): string {
	const isWrapped = list.every((edge) => isObject(valueAtKeys(edge, ['node'])));
	return path.at(-1) === 'edges' && list.length > 0 && isWrapped ? 'node' : '';
}
