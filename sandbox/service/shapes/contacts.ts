import { compile, type Template } from './template.ts';

/** A contact as in a response. */
export type Contact = Record<string, unknown>;

/** All contacts of a list; an array, or what reads or makes only those that a page needs. */
export type ContactList = Pick<Contact[], 'length' | 'slice'>;

/** @returns a function that makes the n-th contact, from 0; of several templates, each in turn */
export function contactMaker(template: Template): (n: number) => Contact {
	const fills = [template].flat().map((one) => compile(one));
	return (n) => {
		const number = numberOf(n);
		const values = { n, number, email: `contact${number}@example.com` };
		return fills[n % fills.length]!(values) as Contact;
	};
}

/** A number that identifies the n-th contact, from 0. */
export function numberOf(n: number): number {
	return 1_000 + n;
}

/** A record with an id under the given name, and a list within it. */
export function record(idName: string, id: Template = '{number}'): Record<string, Template> {
	return {
		[idName]: id,
		name: 'Contact {number}',
		emails: [{ value: '{email}', primary: true }],
		created_at: '2024-05-01T08:00:00Z',
	};
}

export const plain = record('id');

export const textId = record('id', '{number | text}');

/** Without anything that looks like an id. */
export const withoutId = { name: 'Contact {number}', email: '{email}', tags: ['customer'] };

/** PascalCase names, as .NET services have. */
export const pascalCase = { Id: '{number}', FullName: 'Contact {number}', Emails: ['{email}'] };

/** A resource object of JSON:API. */
export const resource = {
	type: 'contacts',
	id: '{number | text}',
	attributes: { email: '{email}', tags: [] },
	links: { self: 'https://api.example.com/contacts/{number}' },
};
