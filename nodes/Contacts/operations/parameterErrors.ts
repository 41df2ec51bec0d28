import { errorsOf } from '../contactsError';
import { formatNames } from '../quotableName';

/** Every value of the form, or of an expression, that cannot be used. */
export const parameterError = errorsOf({
	/**
	 * @param expected what it should be, e.g. "a list of names"
	 * @param names of the query parameter that it belongs to
	 */
	valueInvalid: (label: string, expected: string, ...names: string[]) => ({
		message: `'${label}' is not ${expected}`,
		description: `Enter ${expected}, or make the expression return it.${names.length > 0 ? ` See ${formatNames(names)} in 'Query Parameters'.` : ''}`,
	}),
	fieldsMissing: (missing: string[], fields: string[]) => ({
		message: 'None of the contacts has the chosen fields',
		description: `Missing: ${formatNames(missing)}. Choose fields of the first contact: ${formatNames(fields)}.`,
	}),
	queryParameterReserved: (name: string, setting: 'Page Size' | 'Pagination') => ({
		message: 'A query parameter is set by the Contacts node itself',
		description: `Remove ${formatNames([name])} from 'Query Parameters', and use '${setting}' instead.`,
	}),
	queryParameterFixesPage: (name: string) => ({
		message: 'A query parameter fixes the page, so no other page can be requested',
		description: `Remove ${formatNames([name])} from 'Query Parameters' of the Contacts node to get the whole list. To get this page alone, use 'List' with 'Return All' off, and without 'Limit' and 'Search'.`,
	}),
	continuationInvalid: () => ({
		message: "'Continuation' does not belong to this list",
		description:
			"Enter the 'continuation' of the previous page unchanged, with the same version of the node, credential, 'Page Size', 'Query Parameters', 'Contacts Field' and 'Pagination', or leave it empty to start with the first page. If the field shows an expression, switch it from Fixed to Expression.",
	}),
});
