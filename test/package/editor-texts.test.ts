import { ContactsApi } from '../../credentials/ContactsApi.credentials';
import { Contacts } from '../../nodes/Contacts/Contacts.node';
import { partsOf } from './form-texts';

const { description: node } = new Contacts();
const parts = partsOf([...new ContactsApi().properties, ...node.properties]);

/** n8n's rules require it in descriptions of fields with loaded options. */
const LOADED_OPTIONS =
	'. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** The single resource, the list of options, groups of fields, and choices whose names say all. */
const SELF_EXPLANATORY =
	/^(resource(\.contact)?|operation|\w+\.parameters|scopes\..*|options(\.\w+\.\w+(\.hasMoreOn\.\w+)?)?)$/;

/** In characters; about a line in the editor. */
const MAX_LENGTH = 135;

// See n8n's UX guidelines. Its lint rules check that switches begin with "Whether".
it.each([...parts, { path: 'node', description: node.description } as (typeof parts)[number]])(
	'The text of $path is a short sentence without a full stop, and examples are marked',
	({ path, type, description, placeholder }) => {
		if (!description) expect(path).toMatch(SELF_EXPLANATORY);
		const own = (description ?? 'None').replace(LOADED_OPTIONS, '').replace(/<[^>]+>/g, '');
		expect(own).toMatch(/^[A-Z]/);
		expect(own).not.toMatch(/\.$|\. [A-Z]/);
		expect(own.length).toBeLessThanOrEqual(MAX_LENGTH);
		if (type === 'string' && placeholder) expect(placeholder).toMatch(/^e\.g\. \S/);
	},
);
