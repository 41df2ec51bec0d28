import type { INodeProperties } from 'n8n-workflow';

import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import { contactsError } from '../contactsError';
import { isObject, type JsonObject } from '../paginate';

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/** A value of an expression or a model as text; undefined for what is not text, a number, a boolean or a date. */
export function plainText(value: unknown): string | undefined {
	if (isMissing(value)) return '';
	// Dates, also those of Luxon, are text in JSON.
	const plain = orUndefined((): unknown => JSON.parse(JSON.stringify(value)));
	return ['string', 'number', 'boolean'].includes(typeof plain) ? String(plain) : undefined;
}

/** Reads text, without the whitespace around it. @throws ContactsError for an object or a list */
export function readText(label: string, value: unknown): string {
	// What was chosen from a list or typed; n8n wraps it in a resource locator.
	const { __rl: isLocator, value: chosen } = Object(value) as { __rl?: unknown; value?: unknown };
	const text = plainText(isLocator ? chosen : value);
	if (text === undefined) throw contactsError('valueInvalid', label, 'text, a number or a date');
	return text.trim();
}

/** Texts that people, models and expressions write for a flag. */
const ON = ['true', 'yes', 'on', '1'];
const OFF = ['', 'false', 'no', 'off', '0', 'null', 'undefined'];

/** Reads a flag. @throws ContactsError for what is not one */
export function readFlag(label: string, value: unknown): boolean {
	const text = readText(label, value).toLowerCase();
	if (ON.includes(text) || OFF.includes(text)) return ON.includes(text);
	throw contactsError('valueInvalid', label, 'true or false');
}

/** Reads a whole number within the limits of its field; undefined if it is empty. @throws ContactsError */
export function readNumber(field: INodeProperties, value: unknown): number | undefined {
	if (isMissing(value)) return undefined;
	const { minValue, maxValue = Infinity } = field.typeOptions!;
	const isDigits = typeof value === 'string' && /^\s*\d+\s*$/.test(value);
	const number = (isDigits ? Number(value) : value) as number;
	if (Number.isSafeInteger(number) && minValue! <= number && number <= maxValue) return number;
	const range = maxValue < Infinity ? `from ${minValue} to ${maxValue}` : `of at least ${minValue}`;
	throw contactsError('valueInvalid', field.displayName, `a whole number ${range}`);
}

/** Reads a group of fields; empty if it was not added. @throws ContactsError for anything else */
export function readGroup(label: string, value: unknown): JsonObject {
	if (isMissing(value)) return {};
	if (isObject(value)) return value;
	throw contactsError('valueInvalid', label, 'an object with its fields');
}
