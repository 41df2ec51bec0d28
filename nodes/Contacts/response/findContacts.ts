import { type Failure, failure } from './failure';
import { isName, isObject, type JsonObject, keysOf, valueAt, valueAtKeys } from './json';
import { RESPONSE_LIMITS } from './parseWithinBudget';
import { familyOf, normalize, split, wordsIn } from './words';

/** A contact as the service sends it; the contract shows no fields. */
export type Contact = JsonObject;

/** Where the list of contacts is in a response. */
export interface ListLocation {
	/** Keys that lead to the list; empty when the response is the list. */
	path: readonly string[];
	/** Dot path of the contact in an element (`node` in `edges`); empty when the element is the contact. */
	contactPath: string;
	/** Some top-level keys of the first response with the list. */
	keys: readonly string[];
}

interface FoundContacts {
	contacts: Contact[];
	/** Undefined when an empty response has no list. */
	location: ListLocation | undefined;
}

type Explains = (what: 'no list' | 'no contacts') => boolean;

/** Nested objects below this depth are not searched. */
const MAX_DEPTH = 4;

/** More fields than any envelope has. */
const MAX_FIELDS = 500;

/** Enough keys to recognize an envelope, and more than a message shows. */
const MAX_KEYS = 30;

/** Names such as `contacts`, as in the path of the request. */
const CONTACTS_KEY = /^(all|my)?contacts?(list|data)?$/;

/** What services call the list of any resource. */
const LIST_KEYS = new Set(
	split(`data items results result records value values entries entities elements objects resources rows list
	content contents nodes edges hits docs documents people persons users members customers leads clients
	connections collection payload response page`),
);

/** The list keys whose value may be null or {} for an empty list. */
const EMPTY_LISTS = new Set(split('data items results records value entries rows list'));

/** Lists of something other than contacts. */
const OTHER_LISTS = new Set(
	split(`error errors warning warnings links link schemas facets aggregations columns fields headers sort
	sorting orderby expand`),
);

/** Objects with what contacts refer to. */
const SIDELOADED = /^(linked|included?s?)$/;

/** Words in the names of lists of something other than contacts. */
const OTHER_WORDS =
	/relat|referenc|suggest|similar|recommend|facet|bucket|search|filter|sort|tag|categor|deleted|licen|messages?$|notice|includ|linked|breadcrumb|scope|action/;

/**
 * Finds the contacts in a response. On later pages they must be where the first page had them; a page
 * without a list is empty.
 *
 * @param body parsed JSON; undefined for a response without a body
 * @param field the setting 'Contacts Field': dot path of the list, followed by `[]` and a path when each
 * element wraps a contact, e.g. `data.edges[].node`; empty to recognize the list
 * @param explains whether the rest of the response explains that there is no list, or that it is empty
 * @param known where an earlier page had the list
 * @returns a failure that names the keys seen, when there is no list or more than one
 */
export function findContacts(
	body: unknown,
	field: string,
	explains: Explains,
	known?: ListLocation,
): FoundContacts | Failure {
	const found = known ?? (field === '' ? recognizeList(body, explains) : locationAt(body, field));
	if (found && 'reason' in found) return found;
	const value = found && valueAtKeys(body, found.path);
	if (Array.isArray(value)) {
		return contactsIn(value, { keys: keysIn(body), ...found! });
	}
	const location = found && { keys: keysIn(body), ...found };
	if (value !== undefined) {
		if (isBlank(value)) return { contacts: [], location };
		return failure('notAListAt', field || pathOf(location!), keysIn(body));
	}
	const lists = filledListsIn(body);
	// An error response shares no keys with the first page.
	const isOmitted = known
		? keysIn(body).some((key) => known.keys.includes(key))
		: field !== '' && isBlank(parentOf(body, field));
	if (lists.length === 0 && (isBlank(body) || isOmitted || explains('no list'))) {
		return { contacts: [], location };
	}
	if (known && lists.length > 0) return failure('listMoved', pathOf(known), lists.map(pathOf));
	if (known || field !== '') {
		return failure('notAListAt', field || pathOf(known!), keysIn(body));
	}
	return failure('noList', keysIn(body));
}

function contactsIn(list: unknown[], location: ListLocation): FoundContacts | Failure {
	if (list.length > RESPONSE_LIMITS.contacts) return failure('tooManyContacts');
	const { contactPath } = location;
	const contacts = contactPath === '' ? list : list.map((element) => valueAt(element, contactPath));
	const invalidIndex = contacts.findIndex((contact) => !isObject(contact));
	if (invalidIndex !== -1) return failure('notAContact', invalidIndex + 1);
	return { contacts: contacts as Contact[], location };
}

/** Resolves `data.edges[].node` to the keys of `data.edges` and the contact path `node`. */
function locationAt(body: unknown, field: string): Place | undefined {
	const [list, contactPath = ''] = field.split('[]');
	if (list === '' && Array.isArray(body)) return { path: [], contactPath: contactPath.slice(1) };
	const path = keysOf(body, list!);
	return path && { path, contactPath: contactPath.replace(/^\./, '') };
}

/** The object that should have the configured field. */
function parentOf(body: unknown, field: string): unknown {
	const dot = field.lastIndexOf('.');
	return dot === -1 ? body : valueAt(body, field.slice(0, dot));
}

type Place = Omit<ListLocation, 'keys'>;

interface NamedList {
	path: string[];
	list: unknown[];
	/** How unlikely the name is that of contacts; 0 is best. */
	tier: number;
}

function recognizeList(body: unknown, explains: Explains): Place | Failure | undefined {
	const { lists, empty } = listsIn(body);
	const found = bestOf(lists);
	const isUnsure = found.some(({ tier, list }) => tier === OTHER_TIER && list.length > 0);
	// The empty lists beside a filled one may be the ones with the contacts.
	const rivals = lists.filter(({ tier }) => tier === OTHER_TIER);
	const isRivaled = isUnsure && found.length === 1 && rivals.length > 1;
	const mayBeNone = isRivaled && (isNeutral(found[0]!) || explains('no contacts'));
	const best = mayBeNone ? rivals : found;
	const all = found.length === 0 ? empty.slice(0, 1) : isUnsure ? [...best, ...empty] : found;
	const [first] = all;
	if (!first) return undefined;
	const contactPath = contactPathIn(first);
	const candidates = contactPath === '' ? [...all, ...listsInWrapper(first)] : all;
	if (candidates.length > 1) return failure('manyLists', candidates.map(pathOf));
	return { path: first.path, contactPath };
}

/** The lists in a list's only element, if it has nothing but objects and lists: `[{ data: { people: [] } }]`. */
function listsInWrapper({ path, list, tier }: NamedList): Array<Pick<NamedList, 'path'>> {
	const [element] = list;
	const isWrapper =
		tier >= LIST_TIER &&
		list.length === 1 &&
		isObject(element) &&
		Object.values(element).every((value) => typeof value === 'object');
	return (isWrapper ? filledListsIn(element) : [])
		.filter((inner) => inner.tier <= LIST_TIER)
		.map((inner) => ({ path: [...path, '0', ...inner.path] }));
}

function isNeutral({ path }: NamedList): boolean {
	return wordsIn(path.at(-1)!).every((word) => familyOf(word) === 'neutral');
}

/** The lists of the best tier; if some of them have elements, only these. */
function bestOf(lists: NamedList[]): NamedList[] {
	const bestTier = Math.min(...lists.map(({ tier }) => tier));
	const best = lists.filter(({ tier }) => tier === bestTier);
	const filled = best.filter(({ list }) => list.length > 0);
	return filled.length > 0 ? filled : best.slice(0, 1);
}

/** Tiers of names, best first. Inside an object named like contacts, they are divided by ten. */
const CONTACTS_TIER = 0;
const LIST_TIER = 1;
const OTHER_TIER = 2;
const UNLIKELY_TIER = 3;

function tierOf(name: string): number {
	if (CONTACTS_KEY.test(name)) return CONTACTS_TIER;
	if (LIST_KEYS.has(name)) return LIST_TIER;
	return OTHER_WORDS.test(name) ? UNLIKELY_TIER : OTHER_TIER;
}

/**
 * Collects the lists of objects, except those named like something else, and the fields that may be
 * empty lists: some services send null (Go) or {} (PHP) for them.
 */
function listsIn(body: unknown): { lists: NamedList[]; empty: NamedList[] } {
	if (Array.isArray(body)) return { lists: [{ path: [], list: body, tier: LIST_TIER }], empty: [] };
	const found = { lists: [] as NamedList[], empty: [] as NamedList[] };
	let fieldsLeft = MAX_FIELDS;
	const search = (value: unknown, path: string[], weight: number) => {
		if (!isObject(value) || path.length > MAX_DEPTH) return;
		for (const key of Object.keys(value)) {
			if (fieldsLeft-- <= 0) return;
			const field = value[key];
			if (!isName(path, key)) continue;
			const name = normalize(key);
			if (OTHER_LISTS.has(name)) continue;
			const tier = tierOf(name);
			const isContacts = tier === CONTACTS_TIER;
			const named = { path: [...path, key], list: [] as unknown[], tier: tier * weight };
			if (Array.isArray(field)) {
				// A list that is named like one is that list although it holds something else, too.
				const isList =
					tier === CONTACTS_TIER ||
					(tier === LIST_TIER ? field.length === 0 || field.some(isObject) : field.every(isObject));
				if (isList) found.lists.push({ ...named, list: field });
			} else if (isBlank(field)) {
				if (name === 'contacts') found.lists.push(named);
				else if (EMPTY_LISTS.has(name)) found.empty.push(named);
			} else {
				const factor = isContacts ? 1 / 10 : SIDELOADED.test(name) ? 10 : 1;
				search(field, named.path, weight * factor);
			}
		}
	};
	search(body, [], 1);
	return found;
}

function filledListsIn(body: unknown): NamedList[] {
	return listsIn(body).lists.filter(({ list }) => list.length > 0);
}

/** GraphQL connections wrap each contact: `edges: [{ cursor, node: { … } }]`. */
function contactPathIn({ path, list }: NamedList): string {
	const isWrapped =
		path.at(-1) === 'edges' &&
		list.length > 0 &&
		list.every((edge) => isObject(edge) && isObject(edge.node));
	return isWrapped ? 'node' : '';
}

/** Whether a value is missing, null, {} or, as PHP writes {}, []. */
function isBlank(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'object' && Object.keys(value).length === 0)
	);
}

function pathOf({ path }: Pick<ListLocation, 'path'>): string {
	return path.join('.') || 'the response itself';
}

function keysIn(body: unknown): string[] {
	return isObject(body) ? Object.keys(body).slice(0, MAX_KEYS) : [];
}
