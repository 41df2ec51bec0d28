import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ListRequests } from '../pageFetcher';
import { formatSuggestion } from '../pagination/advice';
import { type ContactList, readContacts } from '../pagination/readContacts';
import { missingFieldsHint } from './fieldSelection';
import {
	isOn,
	type OperationResult,
	pageSizeField,
	prepareReading,
	readingOptions,
	showFor,
} from './readingParameters';

export const listOption: INodePropertyOptions = {
	name: 'List',
	value: 'list',
	action: 'List contacts',
	description: 'Retrieve one page, a number or all of the contacts, one item per contact',
};

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: showFor('list'),
	},
	{ ...pageSizeField, displayOptions: showFor('list') },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: showFor('list'),
		options: readingOptions({
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
		}),
	},
];

/**
 * Lists contacts for one input item: one item per contact.
 *
 * @throws ListError or ContactsApiError, before any item is returned
 */
export async function listContacts(
	context: IExecuteFunctions,
	itemIndex: number,
	requests: ListRequests,
): Promise<OperationResult> {
	const { request, fetchPage, fields } = await prepareReading(context, itemIndex, requests);
	const readAll =
		request.limit < Infinity || isOn(context.getNodeParameter('returnAll', itemIndex));
	const list = await readContacts(request, fetchPage, readAll, fields.select);
	const pairedItem = { item: itemIndex };
	return {
		items: list.contacts.map((contact) => ({ json: contact as IDataObject, pairedItem })),
		hints: [...hintsOf(list), ...missingFieldsHint(fields, list.contacts.length)],
		request: JSON.stringify([request, readAll, fields.names]),
	};
}

function hintsOf({ hasMore, found }: ContactList): string[] {
	return [
		...(hasMore === 'no' ? [] : [MORE_HINTS[hasMore]]),
		...(found
			? [
					`The service does not say how pages are asked for. It was found by trying. To save these requests, set 'Pagination' in the 'Options' to ${formatSuggestion(found)}.`,
				]
			: []),
	];
}

const MORE_HINTS = {
	yes: "The service has more contacts than these. Turn on 'Return All' to get all of them.",
	maybe: "The service may have more contacts than these. Turn on 'Return All' to get all of them.",
};
