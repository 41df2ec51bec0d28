import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isOn, toText } from '../list/pagination';
import { ReadAhead } from '../request/readAhead';
import { queryParametersField } from './queryParameters';
import { readList } from './readPages';
import {
	foundSettingsHint,
	isTool,
	type OperationResult,
	optionsField,
	pageSizeField,
	prepareReading,
	type SharedByItems,
	showFor,
} from './readingParameters';
import { matcherOf, searchField } from './search';

export const listOption: INodePropertyOptions = {
	name: 'List',
	value: 'list',
	action: 'List contacts',
	description:
		"Get contacts as one item each: one page, or as many as 'Return All', 'Limit' or 'Search' asks for",
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	hint: "Also with 'Return All'",
};

export const listFields: INodeProperties[] = showFor('list', [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		...pageSizeField,
		description:
			"Contacts to request per page; without 'Return All' and 'Limit', one page is all that is returned",
	},
	queryParametersField,
	optionsField(limitField, searchField),
]);

/**
 * Lists contacts for one input item.
 *
 * @returns one item per contact
 * @throws ExplainedError rather than return a part of the list
 */
export async function listContacts(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: SharedByItems,
): Promise<OperationResult> {
	const { reader, requestPage, fields, options } = await prepareReading(context, itemIndex, shared);
	const { request } = reader;
	const search = toText(options.search);
	const matches = matcherOf(search);
	const isReadOn = matches !== undefined || request.limit < Infinity;
	const readAll = isReadOn || isOn(context.getNodeParameter('returnAll', itemIndex));
	const ahead = new ReadAhead(requestPage, shared.readAheadBudget);
	const listReader = { ...reader, fetchPage: ahead.fetchPage };
	try {
		const { contacts, hasMore, foundSettings } = await readList(
			listReader,
			readAll,
			fields.select,
			matches,
		);
		const pairedItem = { item: itemIndex };
		const isForModel = isTool(context);
		const nothingFound = matches && contacts.length === 0;
		return {
			items: contacts.map((contact) => ({ json: contact as IDataObject, pairedItem })),
			notes: [
				...(nothingFound ? ['None of the contacts contains the text that was searched for.'] : []),
				...MORE_NOTES[hasMore].map((note) => (isForModel ? note : `${note} ${GET_MORE}`)),
				...fields.missingFieldsNote(isForModel),
			],
			hints: foundSettingsHint(shared.secrets.hideIn(foundSettings)),
			request: JSON.stringify([request, readAll, fields.names, search]),
		};
	} finally {
		ahead.close();
	}
}

/** For a person: the parameters that a model can set are those that its person has left to it. */
const GET_MORE = "Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.";

const MORE_NOTES = {
	no: [],
	yes: ['The service has more contacts than these.'],
	maybe: ['The service may have more contacts than these.'],
};
