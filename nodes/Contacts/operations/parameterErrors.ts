import { errorsOf } from '../contactsError';
import { formatNames } from '../quotableName';

/** Every value of the form, or of an expression, that cannot be used. */
export const parameterMessages = {
	pageSizeInvalid: () => ({
		message: "'Page Size' is not a whole number of at least 1",
		description:
			'Enter a whole number such as 50. If it is an expression, make it return one, or nothing to let the service decide.',
	}),
	limitInvalid: () => ({
		message: "'Limit' is not a whole number of at least 1",
		description: 'Use a whole number such as 500, or leave it out to have no limit.',
	}),
	concurrencyInvalid: () => ({
		message: "'Max Concurrent Requests' is not a whole number from 1 to 20",
		description: 'Enter a whole number such as 5, or 1 for one request at a time.',
	}),
	requestIntervalInvalid: () => ({
		message: "'Request Interval (Ms)' is not a whole number from 0 to 3600000",
		description: 'Enter a number of milliseconds such as 200, or 0 for no pause.',
	}),
	fieldsInvalid: () => ({
		message: "'Fields to Return' is not a list of names",
		description: 'Choose the fields from the list, or make the expression return a list of names.',
	}),
	fieldsMissing: (missing: string[], fields: string[]) => ({
		message: 'None of the contacts has the chosen fields',
		description: `Missing: ${formatNames(missing)}. Choose fields of the first contact: ${formatNames(fields)}.`,
	}),
	notText: (label: string) => ({
		message: `'${label}' is not text`,
		description: 'Enter text, or make the expression return text, a number or a date.',
	}),
	notAFlag: (label: string) => ({
		message: `'${label}' is neither true nor false`,
		description: 'Turn it on or off, or make the expression return true or false.',
	}),
	notAGroup: (label: string) => ({
		message: `'${label}' is not an object`,
		description:
			'Add its fields one by one, or make the expression return an object with their names.',
	}),
	operationUnknown: () => ({
		message: "'Operation' is set to one that does not exist",
		description: "Choose 'List' or 'Get Page'. An expression has to return list or getPage.",
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
		message: "'Continuation' was not returned by this node",
		description:
			"Enter the 'continuation' of the previous page unchanged, or leave it empty for the first page.",
	}),
	continuationOutdated: () => ({
		message: "'Continuation' comes from another version of this node",
		description: 'Leave it empty to start again with the first page.',
	}),
	continuationOfOtherList: () => ({
		message: "'Continuation' belongs to another list",
		description:
			"It is valid only with the credential, 'Page Size', 'Query Parameters', 'Contacts Field' and 'Pagination' that it was created with. Set them as before, or leave it empty to start with the first page.",
	}),
	paginationInvalid: (label: string, choices?: string[]) => ({
		message: `'${label}' is not ${choices ? `one of ${choices.join(', ')}` : 'a whole number of at least 0'}`,
		description: "Correct it in 'Pagination' in the 'Options' of the Contacts node.",
	}),
};

export const parameterError = errorsOf(parameterMessages);
