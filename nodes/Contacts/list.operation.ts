import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { parseSettings } from '../../credentials/contactsApi/settings';
import { type ListRequest, readContacts } from './contactPages';
import { ListError } from './errors';
import { isMode, type Pagination } from './nextPage';
import { createPageFetcher } from './pageFetcher';

/** The contract names the scope, not which call needs it: listing reads. */
const NEEDED_SCOPE = 'contacts.read';

const showForList: IDisplayOptions = { show: { resource: ['contact'], operation: ['list'] } };

export const listOption: INodePropertyOptions = {
	name: 'List',
	value: 'list',
	action: 'List contacts',
	description: 'Retrieve one page or all of the contacts, one item per contact',
};

function shownFor(...modes: Array<Pagination['mode']>): IDisplayOptions {
	return { show: { mode: modes } };
}

const paginationFields: INodeProperties[] = [
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		noDataExpression: true,
		default: 'automatic',
		description: 'How the next page is asked for, as the documentation of the service says',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Recognise the next page from the response',
			},
			{
				name: 'Cursor',
				value: 'cursor',
				description: 'The response has a value that is sent back in a query parameter',
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
		description: 'Name or dot path of the field with the cursor of the next page',
		displayOptions: shownFor('cursor'),
	},
	{
		displayName: 'Cursor Parameter',
		name: 'cursorParameter',
		type: 'string',
		default: 'cursor',
		placeholder: 'e.g. cursor',
		description: 'Name of the query parameter that the cursor is sent in',
		displayOptions: shownFor('cursor'),
	},
	{
		displayName: 'Has More Field',
		name: 'hasMoreField',
		type: 'string',
		default: '',
		placeholder: 'e.g. pageInfo.hasNextPage',
		description:
			'Name or dot path of a field that is true while there are more pages; leave empty if the list ends where the cursor is empty',
		displayOptions: shownFor('cursor'),
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
		description:
			'Name or dot path of the field with the number of pages; leave empty to read pages until one is empty',
		displayOptions: shownFor('pageNumber'),
	},
	{
		displayName: 'Total Field',
		name: 'totalField',
		type: 'string',
		default: '',
		placeholder: 'e.g. meta.total',
		description:
			'Name or dot path of the field with the number of all contacts, which is compared with what came; leave empty to recognise it, or enter a name that the response does not have to compare nothing',
	},
];

/** The fields of the operation, in the order of the form. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: showForList,
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description:
			'Number of contacts to request per page, up to what the service allows; with Return All off, one page is all that is returned',
		displayOptions: showForList,
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: showForList,
		options: [
			{
				displayName: 'Contacts Field',
				name: 'contactsField',
				type: 'string',
				default: '',
				placeholder: 'e.g. data.contacts',
				description:
					'Name or dot path of the list of contacts in the response, e.g. data.contacts; leave empty to recognise it',
			},
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 50,
				description: 'Max number of results to return',
			},
			{
				displayName: 'Pagination',
				name: 'pagination',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Set pagination',
				description: 'How further pages are asked for when Return All is on',
				options: [{ displayName: 'Pagination', name: 'settings', values: paginationFields }],
			},
		],
	},
];

/** What the form or an expression gives. */
type Given = string | number | boolean | null | undefined;

interface Options {
	contactsField?: Given;
	limit?: Given;
	pagination?: { settings?: Record<string, Given> };
}

/**
 * Lists contacts for one input item: one item per contact, its fields untouched.
 *
 * @throws ListError or ContactsApiError, before any item is returned
 */
export async function listContacts(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<{ items: INodeExecutionData[]; hasMore: boolean }> {
	const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(
		'contactsApi',
		itemIndex,
	);
	const request = listRequest(context, itemIndex, parseSettings(credentials).baseUrl);
	const fetchPage = createPageFetcher(context, credentials, NEEDED_SCOPE);
	const { contacts, hasMore } = await readContacts(request, fetchPage);
	const pairedItem = { item: itemIndex };
	const items = contacts.map((contact) => ({ json: contact as IDataObject, pairedItem }));
	return { items, hasMore };
}

function listRequest(context: IExecuteFunctions, itemIndex: number, baseUrl: string): ListRequest {
	const pageSize = wholeNumber(context.getNodeParameter('pageSize', itemIndex), 'pageSizeInvalid');
	const options = context.getNodeParameter('options', itemIndex) as Options;
	const url = new URL(`${baseUrl}/v1/contacts`);
	if (pageSize !== undefined) url.searchParams.set('pageSize', String(pageSize));
	return {
		url,
		pageSize,
		returnAll: isOn(context.getNodeParameter('returnAll', itemIndex)),
		limit: wholeNumber(options.limit, 'limitInvalid') ?? Infinity,
		contactsField: text(options.contactsField),
		pagination: paginationOf(options.pagination?.settings ?? {}),
	};
}

/** What is left empty has the default of the form. */
function paginationOf(settings: Record<string, Given>): Pagination {
	const values = paginationFields.map(({ name, default: value }) => [
		name,
		text(settings[name]) || value,
	]);
	const { firstPage, ...names } = Object.fromEntries(values) as Pagination;
	if (!isMode(names.mode)) throw new ListError('modeUnknown');
	return { ...names, firstPage: wholeNumber(firstPage, 'firstPageInvalid', 0)! };
}

/** Expressions give text, too, and "false" would be true. */
function isOn(value: Given): boolean {
	return !['', '0', 'false'].includes(text(value).toLowerCase());
}

function text(value: Given): string {
	return String(value ?? '').trim();
}

/** Expressions give numbers as text, too. Nothing means: not set. */
function wholeNumber(
	value: unknown,
	problem: 'pageSizeInvalid' | 'limitInvalid' | 'firstPageInvalid',
	least = 1,
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	if (!Number.isSafeInteger(number) || (number as number) < least) throw new ListError(problem);
	return number as number;
}
