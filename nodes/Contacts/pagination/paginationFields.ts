import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { PaginationMode, SuggestedSettings } from './pagination';

/** The fields of the 'Pagination' option. */
export const paginationFields: INodeProperties[] = [
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		noDataExpression: true,
		default: 'automatic',
		description: 'How to request the next page, as the documentation of the service says',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Recognize the next page from the response',
			},
			{
				name: 'Cursor',
				value: 'cursor',
				description: 'The response has a value that is sent back in a query parameter',
			},
			{
				name: 'Last Contact',
				value: 'lastContact',
				description: 'A query parameter takes a field of the last contact, such as its ID',
			},
			{
				name: 'Link Header',
				value: 'linkHeader',
				description: 'The Link header has the address of the next page',
			},
			{
				name: 'Next Link',
				value: 'nextLink',
				description: 'A field of the response has the address of the next page',
			},
			{
				name: 'Off',
				value: 'off',
				description: 'The service sends the whole list in one response',
			},
			{
				name: 'Offset',
				value: 'offset',
				description: 'A query parameter says how many contacts to skip',
			},
			{
				name: 'Page Number',
				value: 'pageNumber',
				description: 'A query parameter has the number of the page',
			},
		],
	},
	{
		displayName: 'Cursor Field',
		name: 'cursorField',
		type: 'string',
		default: 'nextCursor',
		placeholder: 'e.g. meta.nextCursor',
		description: 'Name or dot path of the field, or name of the header, with the cursor',
		displayOptions: shownFor('cursor'),
	},
	{
		displayName: 'Last Contact Field',
		name: 'lastContactField',
		type: 'string',
		default: 'id',
		placeholder: 'e.g. contactId',
		description: 'Name or dot path of the field of the last contact that is sent as the cursor',
		displayOptions: shownFor('lastContact'),
	},
	{
		displayName: 'Cursor Parameter',
		name: 'cursorParameter',
		type: 'string',
		default: 'cursor',
		placeholder: 'e.g. starting_after',
		description: 'Name of the query parameter that the cursor is sent in',
		displayOptions: shownFor('cursor', 'lastContact'),
	},
	{
		displayName: 'Next Link Field',
		name: 'nextLinkField',
		type: 'string',
		default: 'next',
		placeholder: 'e.g. links.next',
		description: 'Name or dot path of the field with the address of the next page',
		displayOptions: shownFor('nextLink'),
	},
	{
		displayName: 'Offset Parameter',
		name: 'offsetParameter',
		type: 'string',
		default: 'offset',
		placeholder: 'e.g. offset',
		description: 'Name of the query parameter for the number of contacts to skip',
		displayOptions: shownFor('offset'),
	},
	{
		displayName: 'First Offset',
		name: 'firstOffset',
		type: 'number',
		default: 0,
		description: 'Number of the first contact: 0, or 1 where the service counts from 1',
		displayOptions: shownFor('offset'),
	},
	{
		displayName: 'Page Parameter',
		name: 'pageParameter',
		type: 'string',
		default: 'page',
		placeholder: 'e.g. page',
		description: 'Name of the query parameter for the number of the page',
		displayOptions: shownFor('pageNumber'),
	},
	{
		displayName: 'First Page',
		name: 'firstPage',
		type: 'number',
		default: 1,
		description: 'Number of the first page, usually 1 or 0',
		displayOptions: shownFor('pageNumber'),
	},
	{
		displayName: 'Total Pages Field',
		name: 'totalPagesField',
		type: 'string',
		default: '',
		placeholder: 'e.g. meta.totalPages',
		description: 'Name or dot path of the field with the number of pages; empty to detect the end',
		displayOptions: shownFor('pageNumber'),
	},
	{
		displayName: 'Has More Field',
		name: 'hasMoreField',
		type: 'string',
		default: '',
		placeholder: 'e.g. pageInfo.hasNextPage',
		description:
			'Name or dot path of the field that is true while there are more pages; with a ! before it, false',
		displayOptions: shownFor('cursor', 'lastContact', 'offset', 'pageNumber'),
	},
	{
		displayName: 'Check Repeats',
		name: 'checkRepeats',
		type: 'boolean',
		default: true,
		description: 'Whether a contact that comes on two pages is an error',
	},
	{
		displayName: 'Check Total',
		name: 'checkTotal',
		type: 'boolean',
		default: true,
		description: 'Whether fewer or more contacts than the service states are an error',
	},
	{
		displayName: 'Total Field',
		name: 'totalField',
		type: 'string',
		default: '',
		placeholder: 'e.g. meta.total',
		description:
			'Name or dot path of the field with the number of all contacts; empty to detect it',
		displayOptions: { show: { checkTotal: [true] } },
	},
];

/**
 * Describes settings by the labels of the form.
 *
 * @returns e.g. `Cursor ('Cursor Field' vid-offset, 'Has More Field' has-more)`
 */
export function formatSuggestion({ mode, ...settings }: SuggestedSettings): string {
	const modes = paginationFields[0]!.options!;
	const label = modes.find((option) => 'value' in option && option.value === mode)!.name;
	const entered = Object.entries(settings)
		.filter(([name, value]) => name !== 'contactsField' && value !== null && value !== '')
		.map(([name, value]) => `'${labelOf(name)}' ${String(value)}`);
	return entered.length > 0 ? `${label} (${entered.join(', ')})` : label;
}

function labelOf(name: string): string {
	return paginationFields.find((field) => field.name === name)!.displayName;
}

function shownFor(...modes: PaginationMode[]): IDisplayOptions {
	return { show: { mode: modes } };
}
