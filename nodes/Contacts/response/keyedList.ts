import { isObject, type JsonObject } from './json';

/** Fields of an element that are compared with a key or with those of another element. */
const MAX_FIELDS = 30;

/** The elements of a list, which may be an object whose keys are numbers or IDs. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isObject(value)) return undefined;
	return isKeyedList(value) ? Object.values(value) : numberedIn(value);
}

/** What an object has beside its numbered elements: `{ "total": 230, "1": { … }, "2": { … } }`. */
export function fieldsBeside(value: unknown): JsonObject {
	if (!isObject(value) || isKeyedList(value) || !numberedIn(value)) return {};
	return Object.fromEntries(Object.entries(value).filter(([key]) => !NUMBER.test(key)));
}

/** Whether an object is a list: `{ "12": { "id": 12, … }, "Person::13": { "id": 13, … } }`. */
function isKeyedList(value: JsonObject): boolean {
	const elements = Object.values(value);
	// A single object may have the name of its kind: `{ "user": { "type": "user", … } }`.
	const isField = (name: string) => elements.length > 1 || isIdName(name);
	const hasKey = ([key, element]: [string, JsonObject]) => {
		// The key may name the kind of the element, too.
		const keys = [key, key.split(':').at(-1)];
		const fields = Object.keys(element).slice(0, MAX_FIELDS).filter(isField);
		const ids = fields.map((field) => element[field]);
		return ids.some((id) => /string|number/.test(typeof id) && keys.includes(String(id)));
	};
	return (
		areAlike(elements) &&
		Object.entries(value as Record<string, JsonObject>).every(
			(entry) => NUMBER.test(entry[0]) || hasKey(entry),
		)
	);
}

const NUMBER = /^\d+$/;

/** Whether there are elements, all of them objects with at least half of the fields of the first one. */
function areAlike(elements: readonly unknown[]): elements is JsonObject[] {
	const [first] = elements;
	if (!isObject(first)) return false;
	const fields = Object.keys(first);
	return elements.every(
		(element) =>
			isObject(element) &&
			fields.filter((field) => Object.hasOwn(element, field)).length * 2 >= fields.length,
	);
}

/** The numbered elements of an object with other fields but lists, which count from 0 or 1. */
function numberedIn(value: JsonObject): JsonObject[] | undefined {
	if (Object.values(value).some(Array.isArray)) return undefined;
	const numbers = Object.keys(value).filter((key) => NUMBER.test(key));
	const elements = numbers.map((key) => value[key]);
	const first = Number(numbers[0]);
	const isInOrder = first <= 1 && Number(numbers.at(-1)) === first + numbers.length - 1;
	return isInOrder && areAlike(elements) ? elements : undefined;
}

export function hasId(element: JsonObject): boolean {
	return Object.keys(element).some(isIdName);
}

function isIdName(name: string): boolean {
	return /^_?u?u?id$|[a-z_]I[dD]$|_id$/.test(name);
}
