import { contactsError } from '../contactsError';
import { type Contact, isObject, type JsonObject } from '../paginate';
import type { Note } from './hints';

/** Keeps the chosen fields of contacts, and tracks which of them no contact had. */
export class FieldSelection {
	readonly #missing: Set<string>;
	#firstContact: Contact | undefined;

	/** @param names names or dot paths of fields; none for all fields */
	constructor(readonly names: readonly string[]) {
		this.#missing = new Set(names);
	}

	/** @returns a contact with the chosen fields only; nested fields stay nested */
	select = (contact: Contact): Contact => {
		if (this.names.length === 0) return contact;
		this.#firstContact ??= contact;
		const selected: Contact = {};
		for (const name of this.names) {
			if (copyField(contact, selected, name)) this.#missing.delete(name);
		}
		return selected;
	};

	/** Notes fields that no contact has had. @throws ContactsError for a model that gets none at all */
	missingNotes(isTool: boolean): Note[] {
		const missing = [...this.#missing];
		if (this.#firstContact === undefined || missing.length === 0) return [];
		if (isTool && missing.length === new Set(this.names).size) {
			throw contactsError('fieldsMissing', missing, Object.keys(this.#firstContact));
		}
		const text = `None of the contacts has ${missing.join(', ')}.`;
		return [{ text, advice: "Check 'Fields to Return' in the 'Options'." }];
	}
}

/** Copies a field, if there is one, by its name or dot path. Names may contain dots; lists stay whole. */
function copyField(from: JsonObject, to: JsonObject, path: string): boolean {
	if (Object.hasOwn(from, path)) {
		define(to, path, from[path]);
		return true;
	}
	for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
		const key = path.slice(0, dot);
		const inner = Object.hasOwn(from, key) ? from[key] : undefined;
		if (!isObject(inner)) continue;
		const copied = Object.hasOwn(to, key) ? to[key] : undefined;
		const target = isObject(copied) ? copied : {};
		if (!copyField(inner, target, path.slice(dot + 1))) continue;
		define(to, key, target);
		return true;
	}
	return false;
}

/** Assignment would set the prototype for a field named `__proto__`. */
function define(target: JsonObject, key: string, value: unknown): void {
	const descriptor = { value, enumerable: true, writable: true, configurable: true };
	Object.defineProperty(target, key, descriptor);
}
