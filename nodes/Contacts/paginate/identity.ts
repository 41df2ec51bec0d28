import { OF_CONTACT } from './conventions';
import { isObject, valueAt } from './json';
import type { Contact } from './page';

/** What tells the contacts of a list apart. */
export interface Identity {
	/** The field with their ID; undefined when their content identifies them. */
	idField?: string | undefined;
	/** Fields that change by themselves, such as the time of the request. */
	unstable: readonly string[];
}

/** Further names are not looked at: no contact has more fields that could be its ID. */
const MAX_NAMES = 500;

/** The identity of contacts by the first usual ID field that differs in each of them. */
export function identityOf(contacts: readonly Contact[]): Identity {
	const names = Object.keys(contacts[0] ?? {}).slice(0, MAX_NAMES);
	const idField = names.find((name) => {
		if (name.length > 20 || !OF_CONTACT.id.test(name)) return false;
		const ids = contacts.map((contact) => contact[name]);
		return ids.every(isId) && new Set(ids).size === ids.length;
	});
	return { ...(idField !== undefined && { idField }), unstable: [] };
}

/** Whether a contact has a field that is usual for an ID. */
export function hasId(value: unknown): boolean {
	return isObject(value) && identityOf([value]).idField !== undefined;
}

/** JSON rounds larger numbers, so that several contacts have the same. */
export function isId(value: unknown): value is string | number {
	return typeof value === 'string' || Number.isSafeInteger(value);
}

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
	{ idField }: Identity,
): Identity | undefined {
	const unstable = new Set<string>();
	let left = MAX_CELLS;
	for (const [n, one] of again.entries()) {
		for (const name of Object.keys({ ...contacts[n], ...one })) {
			if (left-- <= 0) return undefined;
			if (!unstable.has(name) && differ(one[name], contacts[n]?.[name])) unstable.add(name);
		}
	}
	if (idField !== undefined && !unstable.has(idField)) return { idField, unstable: [...unstable] };
	// Encrypted IDs may be others in each response; then the rest has to tell the contacts apart as well.
	const identity = { unstable: [...unstable] };
	const count = (keys: number[]) => new Set(keys).size;
	const isEnough =
		count(printsOf(contacts, identity)) === count(keysOf(contacts, { idField, unstable: [] }));
	return isEnough ? identity : undefined;
}

function differ(one: unknown, other: unknown): boolean {
	if (typeof one !== 'object' || one === null) return one !== other;
	return JSON.stringify(one) !== JSON.stringify(other);
}

/** The keys of contacts, in their order: hashes of their IDs, or of their content. */
export function keysOf(contacts: readonly Contact[], identity: Identity): number[] {
	const { idField } = identity;
	if (idField === undefined) return printsOf(contacts, identity);
	return contacts.map((contact) => {
		const id = valueAt(contact, idField);
		return isId(id) ? hashOf(String(id)) : printOf(contact, new Set(identity.unstable));
	});
}

/** Hashes of the content of contacts, without the fields that change by themselves. */
export function printsOf(contacts: readonly Contact[], { unstable }: Identity): number[] {
	const ignored = new Set(unstable);
	return contacts.map((contact) => printOf(contact, ignored));
}

function printOf(contact: Contact, ignored: ReadonlySet<string>): number {
	const isAll = ignored.size === 0;
	const stable = isAll ? contact : Object.entries(contact).filter(([name]) => !ignored.has(name));
	return hashOf(JSON.stringify(stable));
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
export function isSame(keys: readonly number[], others: readonly number[]): boolean {
	return keys.length === others.length && keys.every((key, n) => key === others[n]);
}
