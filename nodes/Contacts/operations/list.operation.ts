import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { ReadAhead } from '../request/readAhead';
import { readList } from './readPages';
import {
	foundSettingsHint,
	isOn,
	isTool,
	type OperationResult,
	pageSizeField,
	prepareReading,
	readingOptions,
	type SharedByItems,
	showFor,
} from './readingParameters';

export const listOption: INodePropertyOptions = {
	name: 'List',
	value: 'list',
	action: 'List contacts',
	description:
		'Get contacts as one item each: one page, or as many as Return All or Limit asks for',
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
	{
		...pageSizeField,
		description:
			'Contacts to request per page; without Return All and Limit, one page is all that is returned',
		displayOptions: showFor('list'),
	},
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
 * Lists contacts for one input item.
 *
 * @returns one item per contact
 * @throws ListError or ContactsApiError rather than return a part of the list
 */
export async function listContacts(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: SharedByItems,
): Promise<OperationResult> {
	const { reader, requestPage, fields } = await prepareReading(context, itemIndex, shared);
	const { request } = reader;
	const readAll =
		request.limit < Infinity || isOn(context.getNodeParameter('returnAll', itemIndex));
	const ahead = new ReadAhead(requestPage, shared.readAheadBudget);
	try {
		const list = await readList({ ...reader, fetchPage: ahead.fetchPage }, readAll, fields.select);
		const { contacts, hasMore, foundSettings } = list;
		const pairedItem = { item: itemIndex };
		return {
			items: contacts.map((contact) => ({ json: contact as IDataObject, pairedItem })),
			notes: [...MORE_NOTES[hasMore], ...fields.missingFieldsNote(isTool(context))],
			hints: foundSettingsHint(shared.secrets.hideIn(foundSettings)),
			request: JSON.stringify([request, readAll, fields.names]),
		};
	} finally {
		ahead.close();
	}
}

const GET_MORE = "Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";

const MORE_NOTES = {
	no: [],
	yes: [`The service has more contacts than these. ${GET_MORE}`],
	maybe: [`The service may have more contacts than these. ${GET_MORE}`],
};
