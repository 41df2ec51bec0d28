import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { textsOf } from './form-texts';

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
