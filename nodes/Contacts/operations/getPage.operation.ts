import type { IDataObject } from 'n8n-workflow';

import { contactsError } from '../contactsError';
import { continuationsOf } from './continuation';
import { optionsField, pageSizeField } from './form';
import { queryParametersField } from './queryParameters';
import { readPageAt } from './readPages';
import { type Operation, prepareReading } from './readingParameters';
import { readText } from './values';

/** Gets a page of contacts as one item `{ contacts, continuation }`. */
export const getPage: Operation = {
	option: {
		name: 'Get Page',
		value: 'getPage',
		action: 'Get page of contacts',
		description: 'Get one page of contacts as one item, with a continuation for the next page',
	},
	fields: [
		{ ...pageSizeField, hint: 'The same for all pages of a list' },
		{
			displayName: 'Continuation',
			name: 'continuation',
			type: 'string',
			default: '={{ $json.continuation ?? "" }}',
			description:
				'Empty for the first page, then the continuation of the previous page, until that is null',
		},
		queryParametersField,
		optionsField(),
	],
	async run(context, itemIndex, shared) {
		const { source, fields, settings, resultOf } = await prepareReading(context, itemIndex, shared);
		const given = readText('Continuation', context.getNodeParameter('continuation', itemIndex, ''));
		const continuations = continuationsOf(source.request, settings);
		const start = continuations.read(given);
		if (given !== '' && !start) throw contactsError('continuationInvalid');
		const { contacts, step, notes } = await readPageAt(source, start);
		const json = {
			contacts: contacts.map(fields.select) as IDataObject[],
			continuation: step ? continuations.write(step) : null,
		};
		return resultOf([json], notes, given);
	},
};
