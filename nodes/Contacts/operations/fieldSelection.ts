import type { Contact } from '../pagination/findContacts';
import { isObject, keysOf, valueAtKeys } from '../pagination/jsonPath';

/** Objects at this depth are offered as one field. */
const MAX_DEPTH = 3;

/** Keeps the chosen fields of contacts, and tracks which of them no contact had. */
export class FieldSelection {
	readonly #missing: Set<string>;

	/** @param names names or dot paths of fields; none for all fields */
	constructor(readonly names: readonly string[]) {
		this.#missing = new Set(names);
	}

	/** Fields that no contact has had so far. */
	get missing(): string[] {
		return [...this.#missing];
	}

	/** @returns a contact with the chosen fields only; nested fields stay nested */
	select = (contact: Contact): Contact => {
		if (this.names.length === 0) return contact;
		const selected: Contact = {};
		for (const field of this.names) {
			const keys = keysOf(contact, field);
			if (!keys) continue;
			this.#missing.delete(field);
			put(selected, keys, valueAtKeys(contact, keys));
		}
		return selected;
	};
}

/** Hints at fields that no contact has: they are probably typing errors. */
export function missingFieldsHint({ missing }: FieldSelection, contacts: number): string[] {
	return contacts > 0 && missing.length > 0
		? [
				`None of the contacts has ${missing.join(', ')}. Check 'Field Names or IDs' in the 'Options'.`,
			]
		: [];
}

/** Names and dot paths of the fields of a contact, for the user to choose from. */
export function fieldsOf(contact: Contact, prefix = '', depth = 1): string[] {
	return Object.entries(contact).flatMap(([key, value]) =>
		isObject(value) && depth < MAX_DEPTH && Object.keys(value).length > 0
			? fieldsOf(value, `${prefix}${key}.`, depth + 1)
			: [prefix + key],
	);
}

function put(target: Contact, keys: readonly string[], value: unknown): void {
	const [key, ...rest] = keys;
	// Assignment would set the prototype for a field named `__proto__`.
	const define = (fieldValue: unknown) =>
		Object.defineProperty(target, key!, {
			value: fieldValue,
			enumerable: true,
			writable: true,
			configurable: true,
		});
	if (rest.length === 0) {
		define(value);
		return;
	}
	const inner = Object.hasOwn(target, key!) ? target[key!] : undefined;
	if (!isObject(inner)) define({});
	put(target[key!] as Contact, rest, value);
}
