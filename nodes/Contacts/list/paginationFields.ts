import type { INodeProperties } from 'n8n-workflow';

import { MODES } from './modes';
import type { Pagination } from './pagination';

const fields: INodeProperties[] = [
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		noDataExpression: true,
		default: 'automatic',
		description: 'How to request the next page, as the documentation of the service says',
		options: MODES.map(({ name, value, description }) => ({ name, value, description })),
	},
	{
		displayName: 'Cursor Field',
		name: 'cursorField',
		type: 'string',
		default: 'nextCursor',
		placeholder: 'e.g. meta.nextCursor',
		description: 'Name or dot path of the field, or name of the header, with the cursor',
	},
	{
		displayName: 'Last Contact Field',
		name: 'lastContactField',
		type: 'string',
		default: 'id',
		placeholder: 'e.g. contactId',
		description: 'Name or dot path of the field of the last contact that is sent as the cursor',
	},
	{
		displayName: 'Cursor Parameter',
		name: 'cursorParameter',
		type: 'string',
		default: 'cursor',
		placeholder: 'e.g. starting_after',
		description: 'Name of the query parameter that the cursor is sent in',
	},
	{
		displayName: 'Next Link Field',
		name: 'nextLinkField',
		type: 'string',
		default: 'next',
		placeholder: 'e.g. links.next',
		description: 'Name or dot path of the field with the address of the next page',
	},
	{
		displayName: 'Offset Parameter',
		name: 'offsetParameter',
		type: 'string',
		default: 'offset',
		placeholder: 'e.g. skip',
		description: 'Name of the query parameter for the number of contacts to skip',
	},
	{
		displayName: 'First Offset',
		name: 'firstOffset',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Number of the first contact: 0, or 1 where the service counts from 1',
	},
	{
		displayName: 'Page Parameter',
		name: 'pageParameter',
		type: 'string',
		default: 'page',
		placeholder: 'e.g. pageNumber',
		description: 'Name of the query parameter for the number of the page',
	},
	{
		displayName: 'First Page',
		name: 'firstPage',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description: 'Number of the first page, usually 1 or 0',
	},
	{
		displayName: 'Has More Field',
		name: 'hasMoreField',
		type: 'string',
		default: '',
		placeholder: 'e.g. pageInfo.hasNextPage',
		description:
			'Name or dot path of the field, or name of the header, that says whether there are more pages',
	},
	{
		displayName: 'Has More Is True On',
		name: 'hasMoreOn',
		type: 'options',
		default: 'detect',
		description: "The pages on which 'Has More Field' is true",
		displayOptions: { show: { hasMoreField: [{ _cnd: { exists: true } }] } },
		options: [
			{ name: 'Detect From Its Name', value: 'detect' },
			{ name: 'All Pages but the Last', value: 'morePages' },
			{ name: 'The Last Page', value: 'lastPage' },
		],
	},
	{
		displayName: 'Cursor Is Inclusive',
		name: 'isInclusive',
		type: 'boolean',
		default: false,
		description:
			'Whether a page starts with the last contact of the page before, which is then left out',
	},
];

/** The fields of the 'Pagination' option. Those of single modes are shown for these only. */
export const paginationFields: INodeProperties[] = fields.map((field) => {
	const modes = MODES.filter((mode) => mode.fields.includes(field.name as keyof Pagination));
	const mode = modes.map(({ value }) => value);
	return mode.length > 0
		? { ...field, displayOptions: { show: { mode, ...field.displayOptions?.show } } }
		: field;
});
