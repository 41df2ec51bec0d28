import { ListError } from '../errors';
import { normalize } from './fieldNames';
import { isObject, type JsonObject, keysOf, valueAt, valueAtKeys } from './jsonPath';
import type { Signs } from './signs';

/** A contact as the service sends it; the contract shows no fields. */
export type Contact = JsonObject;

/** Where the list of contacts is in a response. */
export interface ListLocation {
	/** Keys that lead to the list; empty when the response is the list. */
	path: readonly string[];
	/** Dot path of the contact in an element (`node` in `edges`); empty when the element is the contact. */
	contactPath: string;
	/** Top-level keys of the first response with the list. */
	keys: readonly string[];
}

interface FoundContacts {
	contacts: Contact[];
	/** Undefined when an empty response has no list. */
	location: ListLocation | undefined;
}

/** Nested objects below this depth are not searched. */
const MAX_DEPTH = 4;

/** More fields than any envelope has. */
const MAX_FIELDS = 500;

/** Names such as `contacts`, as in the path of the request. */
const CONTACTS_KEY = /^(all|my)?contacts?(list|data)?$/;

/** What services call the list of any resource. */
const LIST_KEYS = new Set(
	`data items results result records value values entries entities elements objects resources rows list
	content contents nodes edges hits docs documents people persons users members customers leads clients
	connections collection payload response page`.split(/\s+/),
);

/** The list keys whose value may be null or {} for an empty list. */
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

/** Lists of something other than contacts. */
const OTHER_LISTS = new Set(
	`error errors warning warnings message messages notices links link included includes schemas facets
	aggregations suggestions columns fields headers breadcrumbs sort sorting orderby filters scopes
	expand actions deleted`.split(/\s+/),
);

/**
 * Finds the contacts in a response. On later pages they must be where the first page had them; a page
 * without a list is empty.
 *
 * @param body parsed JSON; undefined for a response without a body
 * @param page number of the page, from 1, for messages
 * @param field the setting 'Contacts Field': dot path of the list, followed by `[]` and a path when each
 * element wraps a contact, e.g. `data.edges[].node`; empty to recognize the list
 * @param signs what the response says about pages; it may allow for a missing list
 * @param known where an earlier page had the list
 * @throws ListError that names the keys seen, when there is no list or more than one
 */
export function findContacts(
	body: unknown,
	page: number,
	field: string,
	signs: Signs,
	known?: ListLocation,
): FoundContacts {
	const mayLackList = isBlank(body) || explainsMissingList(signs);
	const found =
		known ?? (field === '' ? recognizeList(body, page, mayLackList) : locationAt(body, field));
	const location = found && { keys: keysIn(body), ...found };
	const value = location && valueAtKeys(body, location.path);
	if (Array.isArray(value)) {
		return { contacts: contactsIn(value, page, location!.contactPath), location };
	}
	if (value === undefined) {
		const lists = filledListsIn(body);
		// An error response shares no keys with the first page.
		const isOmitted = known
			? keysIn(body).some((key) => known.keys.includes(key))
			: field !== '' && isBlank(parentOf(body, field));
		if (lists.length === 0 && (mayLackList || isOmitted)) return { contacts: [], location };
		if (known && lists.length > 0) {
			throw new ListError('listMoved', page, pathOf(known), lists.map(pathOf));
		}
	} else if (isBlank(value)) {
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

interface Candidate {
	path: string[];
	list: unknown[];
	/** How unlikely the name is that of contacts; 0 is best. */
	tier: number;
}

function recognizeList(body: unknown, page: number, mayLackList: boolean): Place | undefined {
	if (Array.isArray(body)) return { path: [], contactPath: '' };
	const { lists, empty } = candidatesIn(body);
	const found = bestOf(lists);
	const isUnsure = found.some(({ tier, list }) => tier === OTHER_TIER && list.length > 0);
	const candidates =
		found.length === 0 ? empty.slice(0, 1) : isUnsure ? [...found, ...empty] : found;
	if (candidates.length > 1) throw new ListError('manyLists', page, candidates.map(pathOf));
	const [candidate] = candidates;
	if (candidate) return { path: candidate.path, contactPath: contactPathIn(candidate) };
	if (mayLackList) return undefined;
	throw new ListError('noList', page, keysIn(body));
}

/** The candidates of the best tier; if some of them have elements, only these. */
function bestOf(candidates: Candidate[]): Candidate[] {
	const bestTier = Math.min(...candidates.map(({ tier }) => tier));
	const best = candidates.filter(({ tier }) => tier === bestTier);
	const filled = best.filter(({ list }) => list.length > 0);
	return filled.length > 0 ? filled : best.slice(0, 1);
}

/** Tiers of names, best first. Inside an object named like contacts, they are divided by ten. */
const CONTACTS_TIER = 0;
const LIST_TIER = 1;
const OTHER_TIER = 2;

/**
 * Collects the lists of objects, except those named like something else, and the fields that may be
 * empty lists: some services send null (Go) or {} (PHP) for them.
 */
function candidatesIn(body: unknown): { lists: Candidate[]; empty: Candidate[] } {
	const found = { lists: [] as Candidate[], empty: [] as Candidate[] };
	let fieldsLeft = MAX_FIELDS;
	const search = (value: unknown, path: string[], weight: number) => {
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
			} else if (isBlank(field)) {
				if (name === 'contacts') found.lists.push(candidate);
				else if (EMPTY_LISTS.has(name)) found.empty.push(candidate);
			} else {
				search(field, candidate.path, isContacts ? weight / 10 : weight);
			}
		}
	};
	search(body, [], 1);
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

/** Whether the signs explain a missing list: a count of 0, or a next link or cursor. */
function explainsMissingList({ totals, counts, links, cursors }: Signs): boolean {
	return totals[0]?.value === 0 || counts[0]?.value === 0 || links.length + cursors.length > 0;
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
	return isObject(body) ? Object.keys(body) : [];
}
