import type { Contact } from '../response/pageResponse';
import { valueAt } from '../response/json';
import { split } from '../response/words';
import type { Known } from './kernel';

/**
 * What a list remembers of its pages. Plain data of a bounded size: enough to notice that pages shift,
 * that a service ignores the parameter, or that a list starts over.
 */
export interface Memory {
	/** The field that identifies contacts; undefined when their content does. */
	idField?: string;
	/** Hashes of the requests, of the pages, and keys of the contacts that came last. */
	requests: number[];
	pages: number[];
	contacts: number[];
	/** Some contacts of the first page, and of a later one: a list that goes in a circle meets one again. */
	landmarks: number[];
	landmarkPages: number[];
	/** While only one page was read: its hash without the last contact. */
	withoutLast?: number;
}

/** Number of requests, pages and contacts to remember. */
const RECENT = 32;

/** Contacts of a page to remember for as long as the list is read. */
const LANDMARKS = 4;

/** Fields that identify a contact, most common first. */
export const ID_FIELDS = split(
	'id _id Id ID uuid UUID guid uid contactId contact_id ContactId ContactID vid resourceName ' +
		'objectId recordId sys_id sys.id $id node.id resource.id attributes.id data.id user.id ' +
		'member.id cursor key',
);

export const EMPTY_MEMORY: Memory = {
	requests: [],
	pages: [],
	contacts: [],
	landmarks: [],
	landmarkPages: [],
};

/** More fields for IDs than contacts have; to compare all values of one takes memory and time. */
const MAX_COMPARED = 5;

/** The first ID field that has a different ID in each contact. */
export function idFieldOf(contacts: readonly Contact[]): string | undefined {
	return contacts.length > 0 ? distinctField(ID_FIELDS, contacts) : undefined;
}

/** Another field that may have the ID of each contact: it may be sent, but does not identify contacts. */
export function likelyIdFieldOf(contacts: readonly Contact[]): string | undefined {
	// As they are: a name of many parts takes long to look up.
	const names = Object.keys(contacts[0]!).filter(
		(name) => LIKELY_ID.test(name) && contacts.every((contact) => Object.hasOwn(contact, name)),
	);
	return distinctField(names, contacts);
}

function distinctField(fields: readonly string[], contacts: readonly Contact[]) {
	// Both searches stop at the first contact that does not fit.
	return fields
		.filter((field) => contacts.every((contact) => isId(valueAt(contact, field))))
		.slice(0, MAX_COMPARED)
		.find((field) => {
			const ids = new Set<unknown>();
			return contacts.every((contact) => ids.size < ids.add(valueAt(contact, field)).size);
		});
}

const LIKELY_ID = /(id|key|identifier)$/i;

/** JSON rounds larger numbers, so that several contacts have the same. */
export function isId(value: unknown): value is string | number {
	return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The keys of contacts, in their order: hashes of their IDs, or of their content. */
export function keysOfContacts(
	contacts: readonly Contact[],
	idField: string | undefined,
): number[] {
	return contacts.map((contact) => {
		const id = idField === undefined ? undefined : valueAt(contact, idField);
		if (isId(id)) return keyOfId(id);
		const content = new Hash();
		for (const key in contact) content.add(key).add(textOf(contact[key]));
		return content.digest();
	});
}

export function keyOfId(id: string | number): number {
	return hash([id]);
}

/** Texts, which most fields are, need no serializer. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : String(JSON.stringify(value));
}

export function hashOfPage(keys: readonly number[]): number {
	return hash(keys);
}

/** Looks contacts up among those that a memory holds. */
export function knownIn({ contacts, landmarks }: Memory): Known {
	return new Set([...contacts, ...landmarks]);
}

export function wasRequested({ requests }: Pick<Memory, 'requests'>, url: URL): boolean {
	return requests.includes(hashOfRequest(url));
}

export function hashOfRequest({ href }: URL): number {
	return hash([href]);
}

export function wasRead({ pages, landmarkPages }: Memory, keys: readonly number[]): boolean {
	const page = hashOfPage(keys);
	return pages.includes(page) || landmarkPages.includes(page);
}

/**
 * How many of the last contacts to go back, so that only one place in the list can start with them. One
 * with an ID is enough; equal contacts without IDs also fit one contact later, two different ones do not.
 *
 * @returns Infinity where all that are remembered are equal
 */
export function uniqueOverlap({ idField, contacts }: Memory): number {
	if (idField !== undefined) return 1;
	const last = contacts.at(-1);
	const index = contacts.findLastIndex((key) => key !== last);
	return index === -1 ? Infinity : contacts.length - index;
}

/** Adds a request to a memory. */
export function withRequest(memory: Memory, url: URL): Memory {
	return { ...memory, requests: [...memory.requests, hashOfRequest(url)].slice(-RECENT) };
}

/**
 * Adds a page to a memory.
 *
 * @param number of the page, from 1
 * @param keys of all contacts in the response
 */
export function withPage(memory: Memory, number: number, keys: readonly number[]): Memory {
	if (keys.length === 0) return memory;
	const isFirst = memory.pages.length === 0;
	const page = hashOfPage(keys);
	// Brent's way to find a circle of any length: the landmark moves on at each power of two.
	const isLandmark = isFirst || Number.isInteger(Math.log2(number));
	const landmarks = keys.slice(0, LANDMARKS);
	return {
		...memory,
		pages: [...memory.pages, page].slice(-RECENT),
		contacts: [...memory.contacts, ...keys.slice(-RECENT)].slice(-RECENT),
		landmarks: isLandmark
			? [...memory.landmarks.slice(0, LANDMARKS), ...landmarks]
			: memory.landmarks,
		landmarkPages: isLandmark ? [...memory.landmarkPages.slice(0, 1), page] : memory.landmarkPages,
		withoutLast: isFirst ? hashOfPage(keys.slice(0, -1)) : undefined,
	};
}

function hash(parts: ReadonlyArray<string | number>): number {
	const whole = new Hash();
	for (const part of parts) whole.add(part);
	return whole.digest();
}

// Looked up once: `Hash` reads every character of every contact.
const { imul } = Math;

/**
 * A hash of several parts in 53 bits (cyrb53): in one of 18,000 lists of a million contacts, two of them
 * collide. That is an error, which goes away without 'Check Repeats'.
 */
class Hash {
	#a = 0xdeadbeef;
	#b = 0x41c6ce57;

	add(part: string | number): this {
		if (typeof part === 'number') {
			this.#a = imul(this.#a ^ part, 2_654_435_761);
			this.#b = imul(this.#b ^ Math.floor(part / 4_294_967_296), 1_597_334_677);
			return this;
		}
		// The length tells texts that follow each other apart, and texts from numbers.
		let a = imul(this.#a ^ part.length, 2_246_822_507);
		let b = imul(this.#b ^ ~part.length, 3_266_489_909);
		for (let index = 0; index < part.length; index++) {
			const code = part.charCodeAt(index);
			a = imul(a ^ code, 2_654_435_761);
			b = imul(b ^ code, 1_597_334_677);
		}
		this.#a = a;
		this.#b = b;
		return this;
	}

	digest(): number {
		const a =
			imul(this.#a ^ (this.#a >>> 16), 2_246_822_507) ^
			imul(this.#b ^ (this.#b >>> 13), 3_266_489_909);
		const b = imul(this.#b ^ (this.#b >>> 16), 2_246_822_507) ^ imul(a ^ (a >>> 13), 3_266_489_909);
		return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
	}
}
