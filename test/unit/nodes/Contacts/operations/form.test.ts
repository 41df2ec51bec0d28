import { NodeHelpers } from 'n8n-workflow';

import { Contacts } from '../../../../../nodes/Contacts/Contacts.node';

const { properties } = new Contacts().description;

it.each([
	['contact', 'list', 'resource operation returnAll pageSize? queryParameters options'],
	['contact', 'getPage', 'resource operation pageSize? continuation queryParameters options'],
	['other', 'list', 'resource'],
])('The form of %s: %s has its fields only', (resource, operation, names) => {
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter({ resource, operation }, field, null, null),
	);
	const described = shown.map(({ name, hint }) => (hint ? `${name}?` : name));
	expect(described.join(' ')).toBe(names);
});
