import type { INodeProperties } from 'n8n-workflow';

import { ContactsApi } from '../../../credentials/ContactsApi.credentials';
import { Contacts } from '../../../nodes/Contacts/Contacts.node';

/** Ends the descriptions of fields with loaded options, as n8n's rules require. */
const LOADED_OPTIONS = /\. Choose from the list, or specify IDs using an <a .*>expression<\/a>\.$/;

type Part = Partial<INodeProperties> & { values?: Part[] };

/** @returns the fields and choices of a form, each with those within it */
const partsOf = ({ options = [], values = [], ...part }: Part): Part[] => [
	part,
	...[...(options as Part[]), ...values].flatMap(partsOf),
];

// n8n's scan only reads texts that stand in the form, and most come from tables.
it('All texts in the editor follow the rules of n8n: one sentence, and examples are marked', () => {
	const { properties } = new Contacts().description;
	const parts = [...new ContactsApi().properties, ...properties].flatMap(partsOf);
	const texts = parts.flatMap(({ description }) => description?.replace(LOADED_OPTIONS, '') ?? []);
	expect(texts.length).toBeGreaterThan(40);
	expect(texts.filter((text) => !/^[A-Z]/.test(text) || /\.$|\. [A-Z]/.test(text))).toEqual([]);
	const strings = parts.filter(({ type, placeholder }) => type === 'string' && placeholder);
	expect(strings.filter(({ placeholder }) => !/^e\.g\. \S/.test(placeholder!))).toEqual([]);
});
