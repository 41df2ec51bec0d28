import type { INodeProperties } from 'n8n-workflow';

import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';

/** Ends the descriptions of fields with loaded options, as n8n's rules require. */
const LOADED_OPTIONS = /\. Choose from the list, or specify IDs using an <a .*>expression<\/a>\.$/;

type Part = Partial<INodeProperties> & { values?: Part[] };

/** @returns the fields and choices of a form, each with those within it */
const partsOf = (parts: Part[]): Part[] =>
	parts.flatMap((part) => [
		part,
		...partsOf([...((part.options as Part[]) ?? []), ...(part.values ?? [])]),
	]);

// n8n's scan only reads texts that stand in the form, and most come from tables.
it('All texts in the editor follow the rules of n8n: one sentence, and examples are marked', () => {
	const parts = partsOf([
		...new ContactsApi().properties,
		...new Contacts().description.properties,
	]);
	const texts = parts.flatMap(({ description }) => description?.replace(LOADED_OPTIONS, '') ?? []);
	expect(texts.length).toBeGreaterThan(40);
	expect(texts.filter((text) => !/^[A-Z]/.test(text) || /\.$|\. [A-Z]/.test(text))).toEqual([]);
	const examples = parts.flatMap(
		({ type, placeholder }) => (type === 'string' && placeholder) || [],
	);
	expect(examples.filter((example) => !/^e\.g\. \S/.test(example))).toEqual([]);
});
