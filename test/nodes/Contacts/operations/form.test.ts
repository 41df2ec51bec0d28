import { type INodePropertyCollection, NodeHelpers } from 'n8n-workflow';

import { Contacts } from '../../../../nodes/Contacts/Contacts.node';

const { properties } = new Contacts().description;

it.each([
	['contact', 'list', ['resource', 'operation', 'returnAll', 'pageSize', 'options']],
	['contact', 'getPage', ['resource', 'operation', 'pageSize', 'continuation', 'options']],
	['other', 'list', ['resource']],
])('The form of %s: %s has its fields only', (resource, operation, names) => {
	const shown = properties.filter((field) =>
		NodeHelpers.displayParameter({ resource, operation }, field, null, null),
	);
	expect(shown.map(({ name }) => name)).toEqual(names);
});

const END = ['hasMoreField', 'hasMoreOn', 'endsWithError'];

it.each([
	['automatic', []],
	['off', []],
	['linkHeader', []],
	['nextLink', ['nextLinkField']],
	['cursor', ['cursorField', 'cursorParameter', 'isInclusive', ...END]],
	['lastContact', ['lastContactField', 'cursorParameter', 'isInclusive', ...END]],
	['pageNumber', ['pageParameter', 'firstPage', 'totalPagesField', ...END]],
	['offset', ['offsetParameter', 'firstOffset', ...END]],
])('Pagination asks for the settings of the mode %s', (mode, names) => {
	const options = properties.find(({ name }) => name === 'options')!.options!;
	const pagination = options.find(({ name }) => name === 'pagination') as { options: unknown };
	const { values } = (pagination.options as INodePropertyCollection[])[0]!;
	const shown = values
		.filter((field) => NodeHelpers.displayParameter({ mode, checkTotal: true }, field, null, null))
		.map(({ name }) => name);
	const always = ['mode', 'checkRepeats', 'checkTotal', 'totalField'];
	expect(shown.sort()).toEqual([...always, ...names].sort());
});
