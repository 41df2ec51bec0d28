import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { partsOf } from './form-texts';

const { description: node } = new Contacts();
const credential = new ContactsApi();
const parts = partsOf([...credential.properties, ...node.properties]);

/** @returns the path and the text of each part that has this text */
const textsOf = (text: 'displayName' | 'description' | 'placeholder', from = parts) =>
	from.flatMap((part): Array<[string, string]> => (part[text] ? [[part.path, part[text]]] : []));

const names = textsOf('displayName');
const descriptions = textsOf('description');
const textFields = parts.filter(({ type }) => type === 'string');

/** n8n's rules require it in descriptions of fields with loaded options. */
const LOADED_OPTIONS =
	'. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** The single resource, the list of options, groups of fields, and choices whose names say all. */
const SELF_EXPLANATORY =
	/^(resource(\.contact)?|operation|\w+\.parameters|scopes\..*|options(\.\w+\.\w+(\.hasMoreOn\.\w+)?)?)$/;

/** In characters; about a line in the editor. */
const MAX_LENGTH = 105;

// See n8n's UX guidelines. Its lint rules check that switches begin with "Whether".
describe("The editor's texts", () => {
	it.each([...descriptions, ['node', node.description]])(
		'describe %s in one short sentence without a full stop: %s',
		(_path, text) => {
			const own = text.replace(LOADED_OPTIONS, '').replace(/<[^>]+>/g, '');
			expect(own).toMatch(/^[A-Z]/);
			expect(own).not.toMatch(/\.$|\. [A-Z]/);
			expect(own.length).toBeLessThanOrEqual(MAX_LENGTH);
		},
	);

	it.each(textsOf('placeholder', textFields))('give an example at %s: %s', (_path, text) => {
		expect(text).toMatch(/^e\.g\. \S/);
	});

	it('describe every field except self-explanatory choices and groups of fields', () => {
		const described = new Set(descriptions.map(([path]) => path));
		const missing = names.map(([path]) => path).filter((path) => !described.has(path));
		expect(missing.filter((path) => !SELF_EXPLANATORY.test(path))).toEqual([]);
	});
});
