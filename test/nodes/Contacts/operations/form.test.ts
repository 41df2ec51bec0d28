import { NodeHelpers } from 'n8n-workflow';

import { Contacts } from '../../../../nodes/Contacts/Contacts.node';

const { properties } = new Contacts().description;

it.each([
	[
		'contact',
		'list',
		['resource', 'operation', 'returnAll', 'pageSize', 'queryParameters', 'options'],
	],
	[
		'contact',
		'getPage',
		['resource', 'operation', 'pageSize', 'continuation', 'queryParameters', 'options'],
	],
	['other', 'list', ['resource']],
])('The form of %s: %s has its fields only', (resource, operation, names) => {
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter({ resource, operation }, field, null, null),
	);
	expect(shown.map(({ name }) => name)).toEqual(names);
});

it('The form says below Page Size that List returns one page, and where Limit is', () => {
	const hints = properties.flatMap(({ name, hint }) => (name === 'pageSize' ? [hint] : []));
	const limit =
		"Without 'Return All', List returns one page. For another number of contacts, add 'Limit'";
	expect(hints).toEqual([expect.stringContaining(limit), undefined]);
});
