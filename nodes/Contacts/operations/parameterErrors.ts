import { ExplainedError } from '../../../credentials/contactsApi/explainedError';
import { formatNames } from '../quotableName';

/** Every failure of the parameters. */
const messages = {
	pageSizeInvalid: () =>
		`'Page Size' is not a whole number of at least 1. Enter a whole number such as 50. If it is an expression, make it return one, or nothing to let the service decide.`,
	limitInvalid: () =>
		`'Limit' is not a whole number of at least 1. Enter a whole number such as 500, or remove 'Limit' from the 'Options'.`,
	concurrencyInvalid: () =>
		`'Max Concurrent Requests' is not a whole number from 1 to 20. Enter a whole number such as 5, or 1 for one request at a time.`,
	requestIntervalInvalid: () =>
		`'Request Interval (Ms)' is not a whole number from 0 to 3600000. Enter a number of milliseconds such as 200, or 0 for no pause.`,
	fieldsInvalid: () =>
		`'Fields to Return' is not a list of names. Choose the fields from the list, or make the expression return a list of names.`,
	fieldsMissing: (missing: string[], fields: string[]) =>
		`None of the contacts has the chosen fields: ${formatNames(missing)}. Choose fields of the first contact: ${formatNames(fields)}.`,
	operationUnknown: () =>
		`'Operation' is set to one that does not exist. Choose 'List' or 'Get Page'. An expression has to return list or getPage.`,
	queryParameterUnnamed: () =>
		`A query parameter has no name. Enter its name as in the API's documentation, or remove it from 'Query Parameters' of the Contacts node.`,
	queryParameterReserved: (name: string, setting: 'Page Size' | 'Pagination') =>
		`The query parameter ${formatNames([name])} is set by the Contacts node itself. Remove it from 'Query Parameters', and use '${setting}' instead.`,
	queryParameterFixesPage: (name: string) =>
		`The query parameter ${formatNames([name])} fixes the page, so no other page can be requested. Remove it from 'Query Parameters' of the Contacts node to get the whole list. To get this page alone, use 'List' with 'Return All' off, and without 'Limit' and 'Search'.`,
	queryParameterInvalid: (name: string) =>
		`The value of the query parameter ${formatNames([name])} is not text, a number, a boolean or a date. Change its expression in 'Query Parameters' of the Contacts node. To leave the parameter out, make it return undefined.`,
	continuationInvalid: () =>
		`'Continuation' was not returned by this node. Enter the 'continuation' of the previous page unchanged, or leave it empty for the first page.`,
	continuationOutdated: () =>
		`'Continuation' comes from another version of this node. Leave it empty to start again with the first page.`,
	continuationOfOtherList: () =>
		`'Continuation' belongs to another list. It is valid only with the credential, 'Page Size', 'Query Parameters', 'Contacts Field' and 'Pagination' that it was created with. Set them as before, or leave it empty to start with the first page.`,
	paginationInvalid: (label: string, choices?: string[]) =>
		`'${label}' is not ${choices ? `one of ${choices.join(', ')}` : 'a whole number of at least 0'}. Correct it in 'Pagination' in the 'Options' of the Contacts node.`,
};

/** A value of the form or of an expression that cannot be used. */
export class ParameterError<Reason extends keyof typeof messages> extends ExplainedError {
	static readonly messages = messages;

	constructor(reason: Reason, ...details: Parameters<(typeof messages)[Reason]>) {
		super(messages, reason, details);
	}
}
