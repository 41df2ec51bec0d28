import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import { parameterError } from './parameterErrors';

/**
 * A value of the form as text; expressions and models return anything.
 *
 * @returns an empty text for nothing; undefined for what is neither text, a number, a boolean nor a date
 */
export function plainText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	// Dates, also those of Luxon, are text in JSON.
	const plain = orUndefined((): unknown => JSON.parse(JSON.stringify(value)));
	return ['string', 'number', 'boolean'].includes(typeof plain) ? String(plain) : undefined;
}

/** Reads text, without the whitespace around it. @throws ContactsError for an object or a list */
export function readText(label: string, value: unknown): string {
	const text = plainText(locatorValue(value));
	if (text === undefined) throw parameterError('valueInvalid', label, 'text, a number or a date');
	return text.trim();
}

/** What was chosen from a list or typed; fields that n8n calls resource locators wrap it. */
function locatorValue(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator && 'value' in value ? value.value : value;
}

/** Texts that people, models and expressions write for a flag. */
const ON = ['true', 'yes', 'on', '1'];
const OFF = ['', 'false', 'no', 'off', '0', 'null', 'undefined'];

/** Reads a flag. @throws ContactsError for what is not one */
export function readFlag(label: string, value: unknown): boolean {
	const text = plainText(value)?.trim().toLowerCase();
	if (text !== undefined && ON.includes(text)) return true;
	if (text !== undefined && OFF.includes(text)) return false;
	throw parameterError('valueInvalid', label, 'true or false');
}

/** Reads a group of fields; empty if it was not added. @throws ContactsError for anything else */
export function readGroup<Group extends object>(label: string, value: unknown): Partial<Group> {
	if (value === undefined || value === null || value === '') return {};
	if (typeof value === 'object' && !Array.isArray(value)) return value;
	throw parameterError('valueInvalid', label, 'an object with its fields');
}
