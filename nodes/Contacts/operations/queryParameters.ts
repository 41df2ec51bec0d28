import type { INodeProperties } from 'n8n-workflow';

import { contactsError } from '../contactsError';
import { isLed, type JsonObject, type Pagination, wayByHand } from '../paginate';
import { formatNames } from '../quotableName';
import { text } from './fieldKinds';
import type { Note } from './hints';
import { plainText, readGroup } from './values';

export const queryParametersField: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add parameter',
	description:
		"Parameters to send with every page, e.g. a filter or a sort order from your service's documentation",
	options: [
		{
			displayName: 'Parameter',
			name: 'parameters',
			values: [
				{
					name: 'name',
					...text('Name', '', 'e.g. updatedSince'),
					description: "Name of the parameter in your service's documentation",
				},
				{
					name: 'value',
					...text('Value', '', 'e.g. 2026-01-31'),
					description: 'Sent even if it is empty, but not if an expression returns undefined',
				},
			],
		},
	],
};

const LABEL = 'Query Parameters';
const WITH_NAMES = 'a list in which each parameter has a name';

/** The rows of 'Query Parameters'. @throws ContactsError for another value, which an expression may return */
export function rowsOf(value: unknown): JsonObject[] {
	const { parameters = [] } = readGroup(LABEL, value);
	return [parameters].flat().map((row) => readGroup(LABEL, row));
}

/**
 * Reads 'Query Parameters' in their order; a name may be repeated. As in the HTTP Request node, null is
 * sent as an empty value, and undefined is not sent.
 *
 * @throws ContactsError for a row without a name, a parameter that the node sets itself, and other values
 */
export function readQueryParameters(rows: JsonObject[], pagination: Pagination) {
	const way = wayByHand(pagination);
	// That of Cursor may be given, for the first page (`cursor=*`).
	const taken = way && !isLed(way) ? way.parameter : undefined;
	return rows.flatMap((row): Array<[string, string]> => {
		const name = plainText(row.name)?.trim();
		if (!name) throw contactsError('valueInvalid', LABEL, WITH_NAMES);
		if (name === 'pageSize') throw contactsError('queryParameterReserved', name, 'Page Size');
		if (name === taken) throw contactsError('queryParameterReserved', name, 'Pagination');
		const value = plainText(row.value);
		if (value === undefined) throw contactsError('queryParameterInvalid', name);
		return row.value === undefined ? [] : [[name, value]];
	});
}

/** Says which parameters were left out: an expression may return undefined on purpose, or by mistake. */
export function leftOutNotes(rows: JsonObject[]): Note[] {
	const leftOut = rows.filter(({ value }) => value === undefined);
	return leftOut.map(({ name }) => ({
		advice: `The query parameter ${formatNames([String(plainText(name))])} was not sent, because its expression returned undefined.`,
	}));
}
