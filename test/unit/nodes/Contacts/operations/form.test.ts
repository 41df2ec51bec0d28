import { NodeHelpers } from 'n8n-workflow';

import { Contacts } from '../../../../../nodes/Contacts/Contacts.node';

const { properties } = new Contacts().description;

it.each([
	['contact', 'list', false, 'resource operation returnAll pageSize? queryParameters options'],
	['contact', 'list', true, 'resource operation returnAll pageSize queryParameters options'],
	['contact', 'list', '={{ 1 }}', 'resource operation returnAll pageSize? queryParameters options'],
	[
		'contact',
		'getPage',
		false,
		'resource operation pageSize? continuation queryParameters options',
	],
	['other', 'list', false, 'resource'],
])('The form of %s: %s with %j has its fields only, hints where they help', (...row) => {
	const [resource, operation, returnAll, names] = row;
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter({ resource, operation, returnAll }, field, null, null),
	);
	const described = shown.map(({ name, hint }) => (hint ? `${name}?` : name));
	expect(described.join(' ')).toBe(names);
});
