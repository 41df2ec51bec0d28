import type {
	ICredentialDataDecryptedObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { parseSettings, type Settings } from '../../../credentials/contactsApi/settings';
import { ListError } from '../errors';
import { createPageFetcher, type ListRequests, type RequestPage } from '../pageFetcher';
import { formatSuggestion } from '../pagination/advice';
import type { ListRequest } from '../pagination/listReader';
import { isMode } from '../pagination/nextPage';
import type { Pagination, SuggestedSettings } from '../pagination/pagination';
import { paginationFields } from '../pagination/paginationFields';
import { FieldSelection } from './fieldSelection';

/** The contract names the scope, not which call needs it: listing reads. */
export const NEEDED_SCOPE = 'contacts.read';

const MAX_CONCURRENCY = 20;

export interface RequestLimits {
	/** Most requests in flight. */
	concurrency: number;
	/** Least time between the starts of two requests. */
	intervalMs: number;
}

/** Those of the form: with ten, 100 input items over a slow line take no longer than all at once. */
export const DEFAULT_LIMITS: RequestLimits = { concurrency: 10, intervalMs: 0 };

/** What an operation does for one input item. */
export interface OperationResult {
	items: INodeExecutionData[];
	/** What the person should know although nothing is wrong. */
	hints: string[];
	/** All that was asked for: two items with the same text ask for the same. */
	request: string;
}

export function showFor(...operations: string[]): IDisplayOptions {
	return { show: { resource: ['contact'], operation: operations } };
}

export const pageSizeField: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
};

/** Options of every operation that reads contacts, in alphabetical order with those in between. */
export function readingOptions(...others: INodeProperties[]): INodeProperties[] {
	return [...commonOptions, ...others].sort((a, b) => a.displayName.localeCompare(b.displayName));
}

const commonOptions: INodeProperties[] = [
	{
		displayName: 'Contacts Field',
		name: 'contactsField',
		type: 'string',
		default: '',
		placeholder: 'e.g. data.contacts',
		description:
			'Name or dot path of the list in a response, such as data.contacts or edges[].node; empty to recognize it',
	},
	{
		displayName: 'Field Names or IDs',
		name: 'fields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getContactFields' },
		default: [],
		description:
			'Fields to keep of each contact, such as email or address.city; empty for all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Pagination',
		name: 'pagination',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Set pagination',
		description: 'How further pages are asked for, where that is not recognized',
		options: [{ displayName: 'Pagination', name: 'settings', values: paginationFields }],
	},
	{
		displayName: 'Pause Between Requests (Ms)',
		name: 'requestInterval',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_LIMITS.intervalMs,
		description: 'Least time from the start of a request to the start of the next one',
	},
	{
		displayName: 'Requests at a Time',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
		default: DEFAULT_LIMITS.concurrency,
		description: 'Most requests in flight over all input items and pages',
	},
];

/** What the form or an expression gives. */
type ParameterValue = string | number | boolean | null | undefined;

interface Options {
	concurrency?: ParameterValue;
	contactsField?: ParameterValue;
	fields?: unknown;
	limit?: ParameterValue;
	pagination?: { settings?: Record<string, ParameterValue> };
	requestInterval?: ParameterValue;
}

/** What an operation needs to read contacts for an input item. */
export interface Reading {
	request: ListRequest;
	requestPage: RequestPage;
	fields: FieldSelection;
	settings: Settings;
}

/**
 * Reads the parameters that operations have in common.
 *
 * @throws ListError or ContactsApiError for a value that is not valid
 */
export async function prepareReading(
	context: IExecuteFunctions,
	itemIndex: number,
	requests: ListRequests,
): Promise<Reading> {
	const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(
		'contactsApi',
		itemIndex,
	);
	const settings = parseSettings(credentials);
	const pageSize = wholeNumber(context.getNodeParameter('pageSize', itemIndex), 'pageSizeInvalid');
	const options = context.getNodeParameter('options', itemIndex) as Options;
	// The limits of the first item hold for all, but those of every item have to be valid.
	requestLimits(context, itemIndex);
	return {
		request: {
			url: listUrl(settings, pageSize),
			pageSize,
			limit: wholeNumber(options.limit, 'limitInvalid') ?? Infinity,
			contactsField: toText(options.contactsField),
			pagination: paginationOf(options.pagination?.settings ?? {}),
		},
		requestPage: createPageFetcher(context, credentials, NEEDED_SCOPE, requests),
		fields: new FieldSelection(fieldNames(options.fields)),
		settings,
	};
}

/** What was found by trying need not be tried again. */
export function foundHint(found: SuggestedSettings | undefined): string[] {
	return found
		? [
				`The service does not say how pages are asked for. It was found by trying. To save these requests, set 'Pagination' in the 'Options' to ${formatSuggestion(found)}.`,
			]
		: [];
}

export function listUrl({ baseUrl }: Settings, pageSize: number | undefined): URL {
	const url = new URL(`${baseUrl}/v1/contacts`);
	if (pageSize !== undefined) url.searchParams.set('pageSize', String(pageSize));
	return url;
}

/**
 * Reads 'Requests at a Time' and 'Pause Between Requests (Ms)' of an input item.
 *
 * @throws ListError when one of them is not a whole number in its bounds
 */
export function requestLimits(context: IExecuteFunctions, itemIndex: number): RequestLimits {
	const options = context.getNodeParameter('options', itemIndex, {}) as Options;
	const concurrency = wholeNumber(options.concurrency, 'concurrencyInvalid', 1, MAX_CONCURRENCY);
	const intervalMs = wholeNumber(options.requestInterval, 'requestIntervalInvalid', 0);
	return {
		concurrency: concurrency ?? DEFAULT_LIMITS.concurrency,
		intervalMs: intervalMs ?? DEFAULT_LIMITS.intervalMs,
	};
}

/**
 * Names as the form gives them, or an expression: a list, or text with commas.
 *
 * @throws ListError when it is anything else
 */
function fieldNames(value: unknown): string[] {
	const names: unknown[] = typeof value === 'string' ? value.split(',') : [value ?? []].flat();
	if (!names.every((name) => typeof name === 'string')) throw new ListError('fieldsInvalid');
	return names.map((name) => name.trim()).filter(Boolean);
}

/** Empty settings fall back to the field's default. */
export function paginationOf(settings: Record<string, ParameterValue>): Pagination {
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
export function isOn(value: ParameterValue): boolean {
	return !['', '0', 'false'].includes(toText(value).toLowerCase());
}

export function toText(value: ParameterValue): string {
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
