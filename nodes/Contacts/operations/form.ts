import type { INodeProperties } from 'n8n-workflow';

import { chosenOrTyped, number } from './fieldKinds';
import { paginationFields } from './paginationForm';

export const pageSizeField: INodeProperties = {
	name: 'pageSize',
	...number('Page Size', 50, { minValue: 1 }),
	description: 'Number of contacts to request per page',
};

export const limitField: INodeProperties = {
	name: 'limit',
	...number('Limit', 50, { minValue: 1 }),
	description: 'Max number of results to return',
	hint: "Applies even when 'Return All' is on: to get all contacts, remove it",
};

export const intervalField: INodeProperties = {
	name: 'requestInterval',
	// Up to an hour: timers hold at most 2^31 - 1 ms, and fire at once beyond.
	...number('Request Interval (Ms)', 0, { minValue: 0, maxValue: 3_600_000 }),
	description: 'Minimum time between the starts of two requests',
};

export const concurrencyField: INodeProperties = {
	name: 'concurrency',
	// With ten, 100 input items on a slow line take no longer than all at once.
	...number('Max Concurrent Requests', 10, { minValue: 1, maxValue: 20 }),
	description: 'Maximum number of requests in flight, for all input items together',
};

/** The options of all operations that read contacts, and others, in alphabetical order. */
export function optionsField(...others: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...commonOptions, ...others].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}

const commonOptions: INodeProperties[] = [
	{
		name: 'contactsField',
		...chosenOrTyped('Contacts Field', 'getContactLists', '', 'e.g. data.contacts'),
		description:
			'Path to the list of contacts in the response, e.g. data.contacts, or edges[].node if each element wraps a contact; detected if empty',
	},
	{
		displayName: 'Fields to Return',
		name: 'fields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getContactFields' },
		default: [],
		description:
			'Fields of each contact to keep, in dot notation, e.g. address.city; all if empty; an expression may return a list, e.g. ["email"]. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Pagination',
		name: 'pagination',
		type: 'fixedCollection',
		// Opens the settings. With `{}`, the editor drops the option when another one is added.
		default: { settings: {} },
		placeholder: 'Set pagination',
		description:
			'How to request further pages if the node cannot <a href="https://www.npmjs.com/package/n8n-nodes-contacts-api#operations">find out</a> by itself',
		options: [{ displayName: 'Pagination', name: 'settings', values: paginationFields }],
	},
	intervalField,
	concurrencyField,
	{
		displayName: 'Skip Checks',
		name: 'skipChecks',
		type: 'multiOptions',
		default: [],
		description: 'Checks to turn off for this service',
		options: [
			{
				name: 'Repeated Contacts',
				value: 'repeats',
				description: 'Accept contacts that come on more than one page',
			},
			{
				name: 'Total',
				value: 'total',
				description: 'Accept a number of contacts other than the total that the service states',
			},
		],
	},
];
