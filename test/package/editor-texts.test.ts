import type { INodeProperties } from 'n8n-workflow';

import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';

/** n8n's rules require it in descriptions of fields with loaded options. */
const LOADED_OPTIONS =
	'. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** In characters; about a line in the editor. */
const MAX_LENGTH = 135;

type Part = Partial<INodeProperties> & { values?: Part[] };

/** @returns the fields and choices of a form, each with those within it */
function partsOf(properties: Part[]): Part[] {
	return properties.flatMap((part) => [
		part,
		...partsOf([...((part.options as Part[]) ?? []), ...(part.values ?? [])]),
	]);
}

// As n8n's UX guidelines say; its verification scan checks the other rules.
it('Texts in the editor are one short sentence, and examples are marked', () => {
	const { description, properties } = new Contacts().description;
	const parts = partsOf([{ description }, ...new ContactsApi().properties, ...properties]);
	const texts = parts.flatMap((part) => part.description?.replace(LOADED_OPTIONS, '') ?? []);
	expect(texts.filter((text) => /\. [A-Z]/.test(text))).toEqual([]);
	expect(texts.filter((text) => text.replace(/<[^>]+>/g, '').length > MAX_LENGTH)).toEqual([]);
	const examples = parts.flatMap((part) => (part.type === 'string' && part.placeholder) || []);
	expect(examples.filter((example) => !/^e\.g\. \S/.test(example))).toEqual([]);
	expect(texts.length).toBeGreaterThan(40);
	expect(examples.length).toBeGreaterThan(5);
});
