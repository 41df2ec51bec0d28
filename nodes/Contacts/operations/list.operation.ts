import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { ReadAhead } from '../request/readAhead';
import { settingHints } from './findings';
import { optionsField, pageSizeField, showFor } from './form';
import { explainFixedPage, queryParametersField } from './queryParameters';
import { type More, readList } from './readPages';
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
		const { reader, requestPage, fields, options, resultOf } = prepared;
		const search = readText('Search', options.search);
		const matches = matcherOf(search);
		if (!matches && isFromItem(context, itemIndex)) {
			return resultOf([], [emptySearch(isTool(context))], [], itemIndex);
		}
		const isReadOn = matches !== undefined || reader.request.limit < Infinity;
		const readAll =
			isReadOn || readFlag('Return All', context.getNodeParameter('returnAll', itemIndex));
		const ahead = new ReadAhead(requestPage, shared.readAheadBudget);
		const listReader = { ...reader, fetchPage: ahead.fetchPage };
		try {
			const read = await readList(listReader, readAll, fields.select, matches);
			const contacts = read.contacts as IDataObject[];
			const notes = matches && contacts.length === 0 ? [NOTHING_FOUND] : [];
			const { hasMore, isLimited } = read;
			const [isSearch, isForModel] = [matches !== undefined, isTool(context)];
			if (hasMore !== 'no') notes.push(moreNote({ hasMore, isLimited, isSearch, isForModel }));
			return resultOf(contacts, notes, settingHints(read.findings), readAll, search);
		} catch (error) {
			throw explainFixedPage(error, reader.request.url);
		} finally {
			ahead.close();
		}
	},
};

const NOTHING_FOUND = 'No contact contains every word of the search.';

/** Whether 'Search' is an expression about the item, which a model does not fill in. */
function isFromItem(context: IExecuteFunctions, itemIndex: number): boolean {
	const raw = { rawExpressions: true };
	const search = context.getNodeParameter('options.search', itemIndex, '', raw);
	return typeof search === 'string' && search.startsWith('=') && !/\$fromAI/i.test(search);
}

function emptySearch(isForModel: boolean): string {
	const note = 'The search is empty, so no contacts were listed.';
	return isForModel
		? note
		: `${note} Correct the expression of 'Search', or remove 'Search' from the 'Options' to list all contacts.`;
}

const MORE = {
	contacts: {
		yes: 'The service has more contacts than these.',
		maybe: 'The service may have more contacts than these.',
	},
	matches: {
		yes: 'More contacts match the search than these.',
		maybe: 'More contacts may match the search than these.',
	},
};

interface Stop {
	hasMore: Exclude<More, 'no'>;
	isLimited: boolean;
	isSearch: boolean;
	/** Whether a model reads the note: it can set only those parameters that its person has left to it. */
	isForModel: boolean;
}

/** Says that there are more contacts than those returned and, to a person, how to get them. */
function moreNote({ hasMore, isLimited, isSearch, isForModel }: Stop): string {
	const more = MORE[isSearch ? 'matches' : 'contacts'][hasMore];
	const note = isLimited ? `Stopped at ${isForModel ? 'the limit' : "'Limit'"}. ${more}` : more;
	if (isForModel) return note;
	return isLimited
		? `${note} To get more, raise 'Limit' in the 'Options'.`
		: `${note} Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.`;
}
