import { OF_CONTACT } from './conventions';
import { isEmpty, isObject } from './json';
import type { Contact } from './page';

/** What tells the contacts of a list apart. */
export interface Identity {
	/** The field with their ID; undefined when their content identifies them. */
	idField?: string | undefined;
	/** Fields that change by themselves, such as the time of the request. */
	unstable: readonly string[];
}

/** No contact has more fields that could be its ID, and no such field a longer name. */
const MAX_IDS = 50;
const MAX_NAME = 20;

const isIdName = (name: string) => name.length <= MAX_NAME && OF_CONTACT.id.test(name);

/** The identity of contacts by the first usual ID field that differs in each of them. */
export function identityOf(contacts: readonly Contact[]): Identity {
	const all = Object.keys(contacts[0] ?? {}).filter(isIdName);
	// Of a single contact, the ID of its owner may come before its own.
	const names = contacts.length === 1 && all.length > 1 ? [] : all;
	const idField = names.slice(0, MAX_IDS).find((name) => {
		const ids = contacts.map((contact) => contact[name]);
		return ids.every(isId) && new Set(ids).size === ids.length;
	});
	return { idField, unstable: [] };
}

/** Whether a contact has a field that is usual for an ID. */
export const hasId = (value: unknown) =>
	isObject(value) && Object.keys(value).some((name) => isIdName(name) && !isEmpty(value[name]));

/** JSON rounds larger numbers, so that several contacts have the same. */
export const isId = (value: unknown): value is string | number =>
	typeof value === 'string' || Number.isSafeInteger(value);

/** More comparisons than these show nothing that fewer do not. */
const MAX_CELLS = 200_000;

/**
 * The identity of contacts that were read twice: without the fields that differ between the two readings.
 *
 * @returns undefined for other contacts: some services sort differently with another page size
 */
export function identityByBoth(
	contacts: readonly Contact[],
	again: readonly Contact[],
	{ idField, unstable: known }: Identity,
): Identity | undefined {
	const unstable = differingIn(contacts, again, known);
	if (!unstable) return undefined;
	if (idField !== undefined && !unstable.includes(idField)) return { idField, unstable };
	// Encrypted IDs may be others in each response; then the rest has to tell the contacts apart as well.
	const count = (identity: Identity) => new Set(keysOf(contacts, identity)).size;
	// Of a single contact, one of several IDs is enough.
	const isStable = (name: string) => isIdName(name) && !unstable.includes(name);
	const isSure = contacts.length > 1 || Object.keys(contacts[0]!).some(isStable);
	const isTold = isSure && count({ unstable }) === count({ idField, unstable: [] });
	return isTold ? { unstable } : undefined;
}

/** The fields that differ between readings; undefined where these are too many to be compared. */
function differingIn(
	contacts: readonly Contact[],
	again: readonly Contact[],
	known: readonly string[],
): string[] | undefined {
	const differing = new Set(known);
	let left = MAX_CELLS;
	for (const [n, one] of again.entries()) {
		for (const name of Object.keys({ ...contacts[n], ...one })) {
			if (left-- <= 0) return undefined;
			if (!differing.has(name) && differ(one[name], contacts[n]?.[name])) differing.add(name);
		}
	}
	return [...differing];
}

const differ = (one: unknown, other: unknown) =>
	typeof one === 'object' ? JSON.stringify(one) !== JSON.stringify(other) : one !== other;

/** The keys of contacts, in their order: hashes of their IDs, or of their content but for what changes by itself. */
export function keysOf(contacts: readonly Contact[], { idField, unstable }: Identity): number[] {
	const ignored = new Set(unstable);
	const isStable = ([name]: [string, unknown]) => !ignored.has(name);
	const contentOf = (contact: Contact) =>
		ignored.size === 0 ? contact : Object.entries(contact).filter(isStable);
	return contacts.map((contact) => {
		const id = idField === undefined ? undefined : contact[idField];
		return hashOf(isId(id) ? String(id) : JSON.stringify(contentOf(contact)));
	});
}

/** A hash in 53 bits (cyrb53): in one of 18,000 lists of a million contacts, two of them collide. */
export function hashOf(text: string): number {
	const { imul } = Math;
	let a = 0xdeadbeef;
	let b = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		a = imul(a ^ code, 2_654_435_761);
		b = imul(b ^ code, 1_597_334_677);
	}
	a = imul(a ^ (a >>> 16), 2_246_822_507) ^ imul(b ^ (b >>> 13), 3_266_489_909);
	b = imul(b ^ (b >>> 16), 2_246_822_507) ^ imul(a ^ (a >>> 13), 3_266_489_909);
	return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}

/** Whether two lists have the same contacts in the same order. */
export const isSame = (keys: readonly number[], others: readonly number[]): boolean =>
	keys.length === others.length && keys.every((key, n) => key === others[n]);
