import type { Contact } from '../response/page';
import type { INodeProperties } from 'n8n-workflow';

export const searchField: INodeProperties = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
	description:
		'Return only contacts with this text in any of their values, without case and accents',
	hint: "The node reads the list to find them; a filter of the service, in 'Query Parameters', is cheaper",
};

/** Returns whether a contact has a text in its values, nested ones included; undefined for no text. */
export function matcherOf(text: string): ((contact: Contact) => boolean) | undefined {
	const wanted = fold(text);
	if (wanted === '') return undefined;
	return (contact) => {
		const values = Object.values(contact) as JsonValue[];
		for (const value of values) {
			if (value === null) continue;
			if (typeof value === 'object') for (const inner of Object.values(value)) values.push(inner);
			else if (fold(String(value)).includes(wanted)) return true;
		}
		return false;
	};
}

type JsonValue = string | number | boolean | null | { [key: string]: JsonValue };

/** Upper case, because it makes "ß" and "SS" the same; lower case keeps them apart. */
function fold(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFC')
		.toUpperCase();
}
