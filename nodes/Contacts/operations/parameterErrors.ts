import { errorsOf } from '../contactsError';
import { formatNames } from '../quotableName';

/** Every value of the form, or of an expression, that cannot be used. */
export const parameterMessages = {
	/** @param expected what it should be, e.g. "a list of names" */
	valueInvalid: (label: string, expected: string) => ({
		message: `'${label}' is not ${expected}`,
		description: `Enter ${expected}, or make the expression return it.`,
	}),
	fieldsMissing: (missing: string[], fields: string[]) => ({
		message: 'None of the contacts has the chosen fields',
		description: `Missing: ${formatNames(missing)}. Choose fields of the first contact: ${formatNames(fields)}.`,
	}),
	queryParameterUnnamed: () => ({
		message: 'A query parameter has no name',
		description:
			"Enter its name as in the API's documentation, or remove it from 'Query Parameters' of the Contacts node.",
	}),
	queryParameterReserved: (name: string, setting: 'Page Size' | 'Pagination') => ({
		message: 'A query parameter is set by the Contacts node itself',
		description: `Remove ${formatNames([name])} from 'Query Parameters', and use '${setting}' instead.`,
	}),
	queryParameterFixesPage: (name: string) => ({
		message: 'A query parameter fixes the page, so no other page can be requested',
		description: `Remove ${formatNames([name])} from 'Query Parameters' of the Contacts node to get the whole list. To get this page alone, use 'List' with 'Return All' off, and without 'Limit' and 'Search'.`,
	}),
	queryParameterInvalid: (name: string) => ({
		message: 'The value of a query parameter is not text, a number, a boolean or a date',
		description: `Change the expression for ${formatNames([name])} in 'Query Parameters' of the Contacts node. To leave the parameter out, make it return undefined.`,
	}),
	continuationIsTemplate: () => ({
		message: "'Continuation' has an expression that was not evaluated",
		description: 'Switch the field from Fixed to Expression.',
	}),
	continuationInvalid: () => ({
		message: "'Continuation' was not returned by this version of the node",
		description:
			"Enter the 'continuation' of the previous page unchanged, or leave it empty to start with the first page.",
	}),
	continuationOfOtherList: () => ({
		message: "'Continuation' belongs to another list",
		description:
			"It is valid only with the credential, 'Page Size', 'Query Parameters', 'Contacts Field' and 'Pagination' that it was created with. Set them as before, or leave it empty to start with the first page.",
	}),
};

export const parameterError = errorsOf(parameterMessages);
