import { valueAt } from './json';
import type { Contact } from './page';

/** What tells the contacts of a list apart. */
export interface Identity {
	/** The field with their ID; undefined when their content identifies them. */
	idField?: string;
	/** Fields that change by themselves, such as the time of the request. */
	unstable: readonly string[];
}

/** Fields that identify a contact, most common first. */
const ID_FIELDS =
	`id _id Id ID uuid UUID guid uid contactId contact_id ContactId ContactID vid resourceName objectId recordId sys_id
	sys.id node.id resource.id attributes.id data.id user.id member.id cursor key`.split(/\s+/);

/** A field that may have the ID of each contact: it may be sent, but does not identify contacts. */
const LIKELY_ID = /(id|key|identifier)$/i;

/** More fields for IDs than contacts have; to compare all values of one takes memory and time. */
const MAX_COMPARED = 5;

/** The identity of contacts by the first usual ID field that has a different ID in each of them. */
export function identityOf(contacts: readonly Contact[]): Identity {
	return { idField: distinctField(ID_FIELDS, contacts), unstable: [] };
}

/** The fields with an ID of each contact that may be sent to ask for those after it. */
export function sendableIds(contacts: readonly Contact[], { idField }: Identity): string[] {
	const names = Object.keys(contacts[0] ?? {}).filter((name) => LIKELY_ID.test(name));
	const likely = distinctField(names, contacts);
	return [...new Set([idField, likely])].filter((name) => name !== undefined);
}

function distinctField(fields: readonly string[], contacts: readonly Contact[]) {
	if (contacts.length === 0) return undefined;
	// Both searches stop at the first contact that does not fit.
	return fields
		.filter((field) => contacts.every((contact) => isId(valueAt(contact, field))))
		.slice(0, MAX_COMPARED)
		.find((field) => {
			const ids = new Set<unknown>();
			return contacts.every((contact) => ids.size < ids.add(valueAt(contact, field)).size);
		});
}

/** JSON rounds larger numbers, so that several contacts have the same. */
export function isId(value: unknown): value is string | number {
	return typeof value === 'string' || Number.isSafeInteger(value);
}

/**
 * The fields that differ between two readings of the same contacts, in at least half of them.
 *
 * @returns none where most fields differ: these are other contacts
 */
export function unstableFields(contacts: readonly Contact[], again: readonly Contact[]): string[] {
	const names = Object.keys(contacts[0]!);
	const unstable = names.filter((name) => {
		const differs = (contact: Contact, index: number) =>
			textOf(contact[name]) !== textOf(again[index]![name]);
		return contacts.filter(differs).length * 2 >= contacts.length;
	});
	return unstable.length * 2 <= names.length ? unstable : [];
}

/** The keys of contacts, in their order: hashes of their IDs, or of their content. */
export function keysOfContacts(
	contacts: readonly Contact[],
	{ idField, unstable }: Identity,
): number[] {
	return contacts.map((contact) => {
		const id = idField === undefined ? undefined : valueAt(contact, idField);
		if (isId(id)) return new Hash().add(id).digest();
		const content = new Hash();
		for (const key in contact) {
			if (!unstable.includes(key)) content.add(key).add(textOf(contact[key]));
		}
		return content.digest();
	});
}

/** Texts, which most fields are, need no serializer. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : String(JSON.stringify(value));
}

export function hashOf(keys: ReadonlyArray<number | string>): number {
	const whole = new Hash();
	for (const key of keys) whole.add(key);
	return whole.digest();
}

// Looked up once: `Hash` reads every character of every contact.
const { imul } = Math;

/**
 * A hash of several parts in 53 bits (cyrb53): in one of 18,000 lists of a million contacts, two of them
 * collide. That is an error, which goes away with 'Repeated Contacts' in 'Skip Checks'.
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
