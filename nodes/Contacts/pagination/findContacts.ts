import { ListError } from '../errors';
import { isObject, type JsonObject, keysOf, valueAt, valueAtKeys } from './jsonPath';
import type { Signs } from './readSigns';
import { normalize } from './signNames';

/** A contact as the service sends it: its fields are not shown in the contract. */
export type Contact = JsonObject;

/** Where the list of contacts is in a response. */
export interface ListLocation {
	/** Keys that lead to the list. */
	path: readonly string[];
	/** Dot path of the contact in each element (`node` of `edges`); empty where the element is the contact. */
	contactPath: string;
	/** Keys of the response that had the list. */
	keys: readonly string[];
}

export interface FoundContacts {
	contacts: Contact[];
	/** Undefined when an empty response has no list. */
	location: ListLocation | undefined;
}

/** Lists in objects beyond this are not looked for. */
const MAX_DEPTH = 4;

/** More fields than any envelope has. */
const MAX_FIELDS = 500;

/** What the path of the request calls them. */
const CONTACTS_KEY = /^(all|my)?contacts?(list|data)?$/;

/** What services call a list of whatever was asked for. */
const LIST_KEYS = new Set(
	`data items results result records value values entries entities elements objects resources rows list
	content contents nodes edges hits docs documents people persons users members customers leads clients
	connections collection payload response page`.split(/\s+/),
);

/** Those of them that stand for an empty list where they hold nothing. */
const EMPTY_LISTS = new Set([
	'data',
	'items',
	'results',
	'records',
	'value',
	'entries',
	'rows',
	'list',
]);

/** Lists of something else. */
const OTHER_LISTS = new Set(
	`error errors warning warnings message messages notices links link included includes schemas facets
	aggregations suggestions columns fields headers breadcrumbs sort sorting orderby filters scopes
	expand actions deleted`.split(/\s+/),
);

/**
 * Finds the contacts in a response. On later pages they are where the first page had them, and a page
 * that lacks them there is empty, unless it has a list elsewhere.
 *
 * @param body parsed JSON; undefined for a response without a body
 * @param page number of the page, from 1, for messages
 * @param field set by hand: dot path of the list, with `[]` and a path behind it where each element wraps
 * a contact, e.g. `data.edges[].node`; empty to recognize the list
 * @param signs what the response says about pages: a service may leave out an empty list
 * @param known where an earlier page had the list
 * @throws ListError that names the keys seen when there is no list or more than one
 */
export function findContacts(
	body: unknown,
	page: number,
	field: string,
	signs: Signs,
	known?: ListLocation,
): FoundContacts {
	const isNoList = isNothing(body) || saysEmpty(signs);
	const found =
		known ?? (field === '' ? recognizeList(body, page, isNoList) : locationAt(body, field));
	const location = found && { keys: keysIn(body), ...found };
	const value = location && valueAtKeys(body, location.path);
	if (Array.isArray(value)) {
		return { contacts: contactsIn(value, page, location!.contactPath), location };
	}
	if (value === undefined) {
		const lists = filledListsIn(body);
		// An error in place of a page has none of the keys that the first page had.
		const isLeftOut = known
			? keysIn(body).some((key) => known.keys.includes(key))
			: field !== '' && isNothing(parentOf(body, field));
		if (lists.length === 0 && (isNoList || isLeftOut)) return { contacts: [], location };
		if (known && lists.length > 0)
			throw new ListError('listMoved', page, pathOf(known), lists.map(pathOf));
	} else if (isNothing(value)) {
		return { contacts: [], location };
	}
	throw new ListError('notAListAt', page, field || pathOf(location!), keysIn(body));
}

function contactsIn(list: unknown[], page: number, contactPath: string): Contact[] {
	const contacts = contactPath === '' ? list : list.map((element) => valueAt(element, contactPath));
	const invalidIndex = contacts.findIndex((contact) => !isObject(contact));
	if (invalidIndex !== -1) throw new ListError('notAContact', page, invalidIndex + 1);
	return contacts as Contact[];
}

/** `data.edges[].node` → the keys of `data.edges`, and `node`. */
function locationAt(body: unknown, field: string): Place | undefined {
	const [list, contactPath = ''] = field.split('[]');
	if (list === '' && Array.isArray(body)) return { path: [], contactPath: contactPath.slice(1) };
	const path = keysOf(body, list!);
	return path && { path, contactPath: contactPath.replace(/^\./, '') };
}

/** Of a field that is set by hand, the object that should have it. */
function parentOf(body: unknown, field: string): unknown {
	const dot = field.lastIndexOf('.');
	return dot === -1 ? body : valueAt(body, field.slice(0, dot));
}

type Place = Omit<ListLocation, 'keys'>;

interface Candidate {
	path: string[];
	list: unknown[];
	/** How unlikely the name is one of contacts. */
	tier: number;
}

function recognizeList(body: unknown, page: number, isNoList: boolean): Place | undefined {
	if (Array.isArray(body)) return { path: [], contactPath: '' };
	const { lists, empty } = candidatesIn(body);
	const found = bestOf(lists);
	const isUnsure = found.some(({ tier, list }) => tier === OTHER_TIER && list.length > 0);
	const candidates =
		found.length === 0 ? empty.slice(0, 1) : isUnsure ? [...found, ...empty] : found;
	if (candidates.length > 1) throw new ListError('manyLists', page, candidates.map(pathOf));
	const [candidate] = candidates;
	if (candidate) return { path: candidate.path, contactPath: contactPathIn(candidate) };
	if (isNoList) return undefined;
	throw new ListError('noList', page, keysIn(body));
}

/** Those of the most likely name; where some of them have elements, only these. */
function bestOf(candidates: Candidate[]): Candidate[] {
	const bestTier = Math.min(...candidates.map(({ tier }) => tier));
	const best = candidates.filter(({ tier }) => tier === bestTier);
	const filled = best.filter(({ list }) => list.length > 0);
	return filled.length > 0 ? filled : best.slice(0, 1);
}

/** Tiers of names, best first; within an object that is named for contacts they count a tenth. */
const CONTACTS_TIER = 0;
const LIST_TIER = 1;
const OTHER_TIER = 2;

/**
 * Lists of objects, whose names do not say that they are of something else, and the fields that may be
 * empty lists: services write those as null (Go) or as {} (PHP), too.
 */
function candidatesIn(body: unknown): { lists: Candidate[]; empty: Candidate[] } {
	const found = { lists: [] as Candidate[], empty: [] as Candidate[] };
	let fieldsLeft = MAX_FIELDS;
	const look = (value: unknown, path: string[], weight: number) => {
		if (!isObject(value) || path.length > MAX_DEPTH) return;
		for (const [key, field] of Object.entries(value)) {
			if (fieldsLeft-- <= 0) return;
			const name = normalize(key);
			if (OTHER_LISTS.has(name)) continue;
			const isContacts = CONTACTS_KEY.test(name);
			const tier = isContacts ? CONTACTS_TIER : LIST_KEYS.has(name) ? LIST_TIER : OTHER_TIER;
			const candidate = { path: [...path, key], list: [] as unknown[], tier: tier * weight };
			if (Array.isArray(field)) {
				const isList = tier === CONTACTS_TIER || field.every(isObject);
				if (isList) found.lists.push({ ...candidate, list: field });
			} else if (isNothing(field)) {
				if (name === 'contacts') found.lists.push(candidate);
				else if (EMPTY_LISTS.has(name)) found.empty.push(candidate);
			} else {
				look(field, candidate.path, isContacts ? weight / 10 : weight);
			}
		}
	};
	look(body, [], 1);
	return found;
}

function filledListsIn(body: unknown): Array<Pick<Candidate, 'path'>> {
	if (Array.isArray(body)) return body.length > 0 ? [{ path: [] }] : [];
	return candidatesIn(body).lists.filter(({ list }) => list.length > 0);
}

/** GraphQL connections wrap each contact: `edges: [{ cursor, node: { … } }]`. */
function contactPathIn({ path, list }: Candidate): string {
	const isWrapped =
		path.at(-1) === 'edges' &&
		list.length > 0 &&
		list.every((edge) => isObject(edge) && isObject(edge.node));
	return isWrapped ? 'node' : '';
}

/** Services that leave out an empty list still say that there is none, or where to go on. */
function saysEmpty({ totals, counts, links, cursors }: Signs): boolean {
	return totals[0]?.value === 0 || counts[0]?.value === 0 || links.length + cursors.length > 0;
}

/** No body, null, {} or, as PHP writes it, []. */
function isNothing(value: unknown): boolean {
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
	return isObject(body) ? Object.keys(body) : [];
}
