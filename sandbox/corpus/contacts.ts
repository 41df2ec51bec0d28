import { compile, type Template, valueAt } from './template.ts';

/** A contact as in a response. */
export type Contact = Record<string, unknown>;

/** All contacts of a list; an array, or what makes only those that a page needs. */
export type ContactList = Pick<Contact[], 'length' | 'slice'>;

/** @returns a function that makes the n-th contact, from 0; of several templates, each in turn */
export function contactMaker(templates: Template[]): (n: number) => Contact {
	const fills = templates.map((template) => compile(template, ([name]) => name! in valuesOf(0)));
	return (n) => fills[n % fills.length]!(valuesOf(n)) as Contact;
}

function valuesOf(n: number) {
	const number = numberOf(n);
	return { n, number, countdown: numberOf(-n), email: `contact${number}@example.com` };
}

/** A number that identifies the n-th contact, from 0. */
export function numberOf(n: number): number {
	return 1_000 + n;
}

/** @returns so many contacts, which are made when they are read. Fractions are cut off, as by arrays */
export function lazyContacts(length: number, contactAt: (n: number) => Contact): ContactList {
	return {
		length,
		slice: (start = 0, end = length) => {
			const first = Math.trunc(start);
			const count = Math.max(0, Math.min(Math.trunc(end), length) - first);
			return Array.from({ length: count }, (_, index) => contactAt(first + index));
		},
	};
}

/** Whether contacts of one of the templates have the field. Without templates, they may have any. */
export function mayHave(templates: Template[], path: string[]): boolean {
	return (
		templates.length === 0 || templates.some((template) => valueAt(path, template) !== undefined)
	);
}
