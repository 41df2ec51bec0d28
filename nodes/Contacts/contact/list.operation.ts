import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { parseSettings } from '../../../credentials/contactsApi/settings';
import { ListError } from '../errors';
import { createPageFetcher, type ListRequests } from '../pageFetcher';
import { formatSuggestion } from '../pagination/advice';
import { isMode } from '../pagination/nextPage';
import type { Pagination } from '../pagination/pagination';
import { paginationFields } from '../pagination/paginationFields';
import { ReadAhead } from '../pagination/readAhead';
import { type ContactList, type ListRequest, readContacts } from '../pagination/readContacts';

const MAX_CONCURRENCY = 20;

export interface RequestLimits {
	/** Most requests in flight. */
	concurrency: number;
	/** Least time between the starts of two requests. */
	intervalMs: number;
}

/** Those of the form. */
export const DEFAULT_LIMITS: RequestLimits = { concurrency: 5, intervalMs: 0 };

/** The contract names the scope, not which call needs it: listing reads. */
const NEEDED_SCOPE = 'contacts.read';

const showForList: IDisplayOptions = { show: { resource: ['contact'], operation: ['list'] } };

export const listOption: INodePropertyOptions = {
	name: 'List',
	value: 'list',
	action: 'List contacts',
	description: 'Retrieve one page or all of the contacts, one item per contact',
};

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: showForList,
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description:
			'Number of contacts to request per page, up to what the service allows; with Return All off, one page is all that is returned',
		displayOptions: showForList,
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: showForList,
		options: [
			{
				displayName: 'Contacts Field',
				name: 'contactsField',
				type: 'string',
				default: '',
				placeholder: 'e.g. data.contacts',
				description:
					'Name or dot path of the list of contacts in the response, e.g. data.contacts; leave empty to recognise it',
			},
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 50,
				description: 'Max number of results to return',
			},
			{
				displayName: 'Pagination',
				name: 'pagination',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Set pagination',
				description: 'How further pages are asked for when Return All is on',
				options: [{ displayName: 'Pagination', name: 'settings', values: paginationFields }],
			},
			{
				displayName: 'Pause Between Requests (Ms)',
				name: 'requestInterval',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'Least time from the start of a request to the start of the next one',
			},
			{
				displayName: 'Requests at a Time',
				name: 'concurrency',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
				default: 5,
				description: 'Most requests in flight over all input items and pages',
			},
		],
	},
];

/** What the form or an expression gives. */
type ParameterValue = string | number | boolean | null | undefined;

interface Options {
	concurrency?: ParameterValue;
	contactsField?: ParameterValue;
	requestInterval?: ParameterValue;
	limit?: ParameterValue;
	pagination?: { settings?: Record<string, ParameterValue> };
}

export interface ListResult {
	items: INodeExecutionData[];
	/** What the person should know about the list although nothing is wrong. */
	hints: string[];
	/** All that was asked for: two items with the same text have the same list. */
	request: string;
}

/**
 * Lists contacts for one input item: one item per contact, its fields untouched.
 *
 * @throws ListError or ContactsApiError, before any item is returned
 */
export async function listContacts(
	context: IExecuteFunctions,
	itemIndex: number,
	requests: ListRequests,
): Promise<ListResult> {
	const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(
		'contactsApi',
		itemIndex,
	);
	const request = listRequest(context, itemIndex, parseSettings(credentials).baseUrl);
	const requestPage = createPageFetcher(context, credentials, NEEDED_SCOPE, requests);
	const ahead = new ReadAhead(requestPage, requests.space);
	try {
		const list = await readContacts(request, ahead.fetchPage);
		const pairedItem = { item: itemIndex };
		const items = list.contacts.map((contact) => ({ json: contact as IDataObject, pairedItem }));
		return { items, hints: hintsOf(list), request: JSON.stringify(request) };
	} finally {
		ahead.close();
	}
}

/**
 * Reads 'Requests at a Time' and 'Pause Between Requests (Ms)' of an input item.
 *
 * @throws ListError when one of them is not a whole number in its bounds
 */
export function requestLimits(context: IExecuteFunctions, itemIndex: number): RequestLimits {
	return limitsIn(context.getNodeParameter('options', itemIndex, {}));
}

function limitsIn(options: Options): RequestLimits {
	const concurrency = wholeNumber(options.concurrency, 'concurrencyInvalid', 1, MAX_CONCURRENCY);
	const intervalMs = wholeNumber(options.requestInterval, 'requestIntervalInvalid', 0);
	return {
		concurrency: concurrency ?? DEFAULT_LIMITS.concurrency,
		intervalMs: intervalMs ?? DEFAULT_LIMITS.intervalMs,
	};
}

function hintsOf({ hasMore, found }: ContactList): string[] {
	return [
		...(hasMore === 'no' ? [] : [MORE_HINTS[hasMore]]),
		...(found
			? [
					`The service does not say how pages are asked for. It was found by trying. To save these requests, set 'Pagination' in the 'Options' to ${formatSuggestion(found)}.`,
				]
			: []),
	];
}

const MORE_HINTS = {
	yes: "The service has more contacts than these. Turn on 'Return All' to get all of them.",
	maybe: "The service may have more contacts than these. Turn on 'Return All' to get all of them.",
};

function listRequest(context: IExecuteFunctions, itemIndex: number, baseUrl: string): ListRequest {
	const pageSize = wholeNumber(context.getNodeParameter('pageSize', itemIndex), 'pageSizeInvalid');
	const options = context.getNodeParameter('options', itemIndex) as Options;
	const limit = wholeNumber(options.limit, 'limitInvalid');
	// Those of the first item hold for the node, but those of every item have to be valid.
	limitsIn(options);
	const url = new URL(`${baseUrl}/v1/contacts`);
	if (pageSize !== undefined) url.searchParams.set('pageSize', String(pageSize));
	return {
		url,
		pageSize,
		readAll: limit !== undefined || isOn(context.getNodeParameter('returnAll', itemIndex)),
		limit: limit ?? Infinity,
		contactsField: toText(options.contactsField),
		pagination: paginationOf(options.pagination?.settings ?? {}),
	};
}

/** Empty settings fall back to the field's default. */
function paginationOf(settings: Record<string, ParameterValue>): Pagination {
	const values = Object.fromEntries(
		paginationFields.map(({ name, default: value }) => [name, toText(settings[name]) || value]),
	) as Record<keyof Pagination, ParameterValue>;
	const mode = String(values.mode);
	if (!isMode(mode)) throw new ListError('modeUnknown');
	return {
		...(values as unknown as Pagination),
		mode,
		firstPage: wholeNumber(values.firstPage, 'firstPageInvalid', 0)!,
		firstOffset: wholeNumber(values.firstOffset, 'firstOffsetInvalid', 0)!,
		checkTotal: isOn(values.checkTotal),
		checkRepeats: isOn(values.checkRepeats),
	};
}

/** Expressions may return the string "false", which is truthy. */
function isOn(value: ParameterValue): boolean {
	return !['', '0', 'false'].includes(toText(value).toLowerCase());
}

function toText(value: ParameterValue): string {
	return String(value ?? '').trim();
}

/**
 * Expressions may return numbers as text. Nothing means: not set.
 *
 * @throws ListError with the given reason when the value is anything else than a whole number
 */
function wholeNumber(
	value: unknown,
	reason: `${'pageSize' | 'limit' | 'firstPage' | 'firstOffset' | 'concurrency' | 'requestInterval'}Invalid`,
	min = 1,
	max = Number.MAX_SAFE_INTEGER,
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	const isValid = Number.isSafeInteger(number) && (number as number) >= min;
	if (!isValid || (number as number) > max) throw new ListError(reason);
	return number as number;
}
