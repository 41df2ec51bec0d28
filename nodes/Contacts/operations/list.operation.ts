import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { ReadAhead } from '../request/readAhead';
import { settingHints } from './findings';
import { optionsField, pageSizeField, showFor } from './form';
import { emptySearch, notesOn } from './listNotes';
import { explainFixedPage, queryParametersField } from './queryParameters';
import { readList } from './readPages';
import { isTool, type Operation, prepareReading } from './readingParameters';
import { matcherOf, searchField } from './userFilter';
import { readFlag, readText } from './values';

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	hint: "Applies even when 'Return All' is on: to get all contacts, remove it",
};

/** Lists contacts as one item each, and fails rather than return a part of the list. */
export const list: Operation = {
	option: {
		name: 'List',
		value: 'list',
		action: 'List contacts',
		description:
			"List one page of contacts, or more with 'Return All', 'Limit' or 'Search', as one item each",
	},
	fields: showFor('list', [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			...pageSizeField,
			displayOptions: { show: { returnAll: [false] } },
			hint: "Without 'Return All', List returns one page. For another number of contacts, add 'Limit' in the 'Options'",
		},
		// While Return All is an expression, the one above is shown.
		{
			...pageSizeField,
			displayOptions: { hide: { returnAll: [false, { _cnd: { startsWith: '=' } }] } },
		},
		queryParametersField,
		optionsField(limitField, searchField),
	]),
	async run(context, itemIndex, shared) {
		const prepared = await prepareReading(context, itemIndex, shared);
		const { reader, fields, options, resultOf } = prepared;
		const isForModel = isTool(context);
		const search = readText('Search', options.search);
		const matches = matcherOf(search);
		if (!matches && isFromItem(context, itemIndex)) {
			return resultOf([], [emptySearch(isForModel)], [], itemIndex);
		}
		const isReadOn = matches !== undefined || reader.request.limit < Infinity;
		const readAll =
			isReadOn || readFlag('Return All', context.getNodeParameter('returnAll', itemIndex));
		const ahead = new ReadAhead(reader.fetchPage, shared.readAheadBudget);
		const listReader = { ...reader, fetchPage: ahead.fetchPage };
		try {
			const read = await readList(listReader, readAll, fields.select, matches);
			const contacts = read.contacts as IDataObject[];
			const isSearch = matches !== undefined;
			const notes = notesOn({ ...read, request: reader.request, isSearch, isForModel });
			return resultOf(contacts, notes, settingHints(read.findings), readAll, search);
		} catch (error) {
			throw explainFixedPage(error, reader.request.url);
		} finally {
			ahead.close();
		}
	},
};

/** Whether 'Search' is an expression about the item, which a model does not fill in. */
function isFromItem(context: IExecuteFunctions, itemIndex: number): boolean {
	const raw = { rawExpressions: true };
	const search = context.getNodeParameter('options.search', itemIndex, '', raw);
	return typeof search === 'string' && search.startsWith('=') && !/\$fromAI/i.test(search);
}
