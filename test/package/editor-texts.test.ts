import type { INodeProperties } from 'n8n-workflow';

import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';

/** A text of the form, with the path of names that leads to it. */
type Text = [path: string, text: string];

interface Texts {
	names: Text[];
	descriptions: Text[];
	placeholders: Text[];
	booleans: Text[];
}

const { description: node } = new Contacts();
const credential = new ContactsApi();
const { names, descriptions, placeholders, booleans } = textsOf([
	...credential.properties,
	...node.properties,
]);

// n8n's guidelines for the texts of its editor.
describe("The editor's texts", () => {
	it.each([...names, ['credential', credential.displayName], ['node', node.displayName]])(
		'name %s in title case: %s',
		(_path, text) => {
			expect(text).toMatch(/^[A-Z]\w*( ([A-Z]\w*|\(contacts\.\w+\)))*$/);
		},
	);

	it.each([...descriptions, ['node', node.description]])(
		'describe %s in one sentence without a full stop: %s',
		(_path, text) => {
			expect(text).toMatch(/^[A-Z]/);
			expect(text).not.toMatch(/\.$|\. [A-Z]/);
		},
	);

	it.each(placeholders)('give an example at %s: %s', (_path, text) => {
		expect(text).toMatch(/^e\.g\. \S/);
	});

	it.each(booleans)('say of %s whether it is on: %s', (_path, text) => {
		expect(text).toMatch(/^Whether /);
	});

	it('describe every field that is not a choice of one', () => {
		const described = new Set(descriptions.map(([path]) => path));
		const missing = names.map(([path]) => path).filter((path) => !described.has(path));
		expect(missing).toEqual([
			'scopes.contacts.read',
			'scopes.contacts.write',
			'resource',
			'resource.contact',
			'operation',
			'options',
			'options.pagination.settings',
		]);
	});
});

function textsOf(properties: INodeProperties[], prefix = ''): Texts {
	const texts: Texts = { names: [], descriptions: [], placeholders: [], booleans: [] };
	for (const property of properties) {
		const { displayName, name, type, description, placeholder, options = [] } = property;
		const path = prefix + name;
		texts.names.push([path, displayName]);
		if (description) texts.descriptions.push([path, description]);
		if (description && type === 'boolean') texts.booleans.push([path, description]);
		if (placeholder && type === 'string') texts.placeholders.push([path, placeholder]);
		for (const option of options) {
			add(texts, textsOf(fieldsIn(option), `${path}.`));
		}
	}
	return texts;
}

/** The options of a list are named otherwise than fields, and those of a collection hold more. */
function fieldsIn(option: NonNullable<INodeProperties['options']>[number]): INodeProperties[] {
	if ('values' in option) {
		const { displayName, name, values } = option;
		const fields = values.map((field) => ({ ...field, name: `${name}.${field.name}` }));
		return [{ displayName, name } as INodeProperties, ...fields];
	}
	if ('value' in option) {
		const { name, value, description } = option;
		return [{ displayName: name, name: String(value), description } as INodeProperties];
	}
	return [option];
}

function add(texts: Texts, more: Texts): void {
	for (const kind of Object.keys(texts) as Array<keyof Texts>) texts[kind].push(...more[kind]);
}
