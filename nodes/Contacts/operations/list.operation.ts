import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readAhead } from '../request/readAhead';
import { limitField, optionsField, pageSizeField } from './form';
import type { Note } from './hints';
import { queryParametersField } from './queryParameters';
import { readList } from './readPages';
import { type Operation, prepareReading } from './readingParameters';
import { matcherOf, searchField } from './userFilter';
import { readFlag, readText } from './values';

/** Lists contacts as one item each, and fails rather than return a part of the list. */
export const list: Operation = {
	option: {
		name: 'List',
		value: 'list',
		action: 'List contacts',
		description:
			"List one page of contacts, or more with 'Return All', 'Limit' or 'Search', as one item each",
	},
	fields: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			...pageSizeField,
			hint: "Without 'Return All', List returns one page. For another number of contacts, add 'Limit' in the 'Options'",
		},
		queryParametersField,
		optionsField(limitField, searchField),
	],
	async run(context, itemIndex, shared) {
		const reading = await prepareReading(context, itemIndex, shared);
		const { fields, options, resultOf } = reading;
		const search = readText('Search', options.search);
		const matches = matcherOf(search);
		if (!matches && isFromItem(context, itemIndex)) return resultOf([], [EMPTY_SEARCH], itemIndex);
		const isMore = matches !== undefined || reading.source.request.limit < Infinity;
		const readAll =
			isMore || readFlag('Return All', context.getNodeParameter('returnAll', itemIndex));
		const send = readAhead(reading.source.send, shared.readAheadBudget, shared.signal);
		const source = { ...reading.source, send };
		const { contacts, notes } = await readList(source, readAll, fields.select, matches);
		return resultOf(contacts as IDataObject[], notes, readAll, search);
	},
};

const EMPTY_SEARCH: Note = {
	text: 'The search is empty, so no contacts were listed.',
	advice:
		"Correct the expression of 'Search', or remove 'Search' from the 'Options' to list all contacts.",
};

/** Whether 'Search' is an expression about the item, which a model does not fill in. */
function isFromItem(context: IExecuteFunctions, itemIndex: number): boolean {
	const raw = { rawExpressions: true };
	const search = context.getNodeParameter('options.search', itemIndex, '', raw);
	return typeof search === 'string' && search.startsWith('=') && !/\$fromAI/i.test(search);
}
