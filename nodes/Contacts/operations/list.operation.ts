import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isOn, toText } from '../list/pagination';
import { ReadAhead } from '../request/readAhead';
import { optionsField, pageSizeField, showFor } from './form';
import { explainFixedPage, queryParametersField } from './queryParameters';
import { type More, readList } from './readPages';
import { isTool, type Operation, prepareReading } from './readingParameters';
import { matcherOf, searchField } from './search';

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	hint: "Applies even when 'Return All' is on",
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
			description: 'Number of contacts to request per page',
			hint: "Without 'Return All', List returns one page. For another number of contacts, add 'Limit' in the 'Options'",
		},
		queryParametersField,
		optionsField(limitField, searchField),
	]),
	async run(context, itemIndex, shared) {
		const prepared = await prepareReading(context, itemIndex, shared);
		const { reader, requestPage, fields, options, resultOf } = prepared;
		const search = toText(options.search);
		const matches = matcherOf(search);
		const isReadOn = matches !== undefined || reader.request.limit < Infinity;
		const readAll = isReadOn || isOn(context.getNodeParameter('returnAll', itemIndex));
		const ahead = new ReadAhead(requestPage, shared.readAheadBudget);
		const listReader = { ...reader, fetchPage: ahead.fetchPage };
		try {
			const read = await readList(listReader, readAll, fields.select, matches);
			const contacts = read.contacts as IDataObject[];
			const notes = matches && contacts.length === 0 ? [NOTHING_FOUND] : [];
			const { hasMore, isLimited } = read;
			const [isSearch, isForModel] = [matches !== undefined, isTool(context)];
			if (hasMore !== 'no') notes.push(moreNote({ hasMore, isLimited, isSearch, isForModel }));
			return resultOf(contacts, read.findings, notes, readAll, search);
		} catch (error) {
			throw explainFixedPage(error, reader.request.url);
		} finally {
			ahead.close();
		}
	},
};

const NOTHING_FOUND = 'No contact contains every word of the search.';

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
