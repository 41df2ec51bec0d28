import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { Continuations } from '../list/continuation';
import { toText } from '../list/pagination';
import { START } from '../list/step';
import { ParameterError } from './parameterErrors';
import { queryParametersField } from './queryParameters';
import { readPageAt } from './readPages';
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

export const getPageOption: INodePropertyOptions = {
	name: 'Get Page',
	value: 'getPage',
	action: 'Get page of contacts',
	description:
		'Get one page of contacts as one item, with the continuation that gets the next page',
};

export const getPageFields: INodeProperties[] = showFor('getPage', [
	{
		...pageSizeField,
		description: 'Contacts to request per page, the same for all pages of a list',
	},
	{
		displayName: 'Continuation',
		name: 'continuation',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.continuation }}',
		description:
			'Empty for the first page; then the continuation that came with the page before, until that is null',
	},
	queryParametersField,
	optionsField(),
]);

/**
 * Gets a page of contacts for one input item.
 *
 * @returns one item `{ contacts, continuation }`
 * @throws ExplainedError
 */
export async function getContactPage(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: SharedByItems,
): Promise<OperationResult> {
	const { reader, fields, settings } = await prepareReading(context, itemIndex, shared);
	const { request } = reader;
	const continuation = toText(context.getNodeParameter('continuation', itemIndex, ''));
	const continuations = new Continuations(request, settings);
	const place = continuation === '' ? START : continuations.read(continuation);
	if (typeof place === 'string') throw new ParameterError(place);
	const page = await readPageAt(reader, place);
	const contacts = page.contacts.map(fields.select) as IDataObject[];
	const json = { contacts, continuation: page.place ? continuations.write(page.place) : null };
	return {
		items: [{ json, pairedItem: { item: itemIndex } }],
		notes: fields.missingFieldsNote(isTool(context)),
		hints: foundSettingsHint(shared.secrets.hideIn(page.foundSettings)),
		request: JSON.stringify([request, fields.names, continuation]),
	};
}
