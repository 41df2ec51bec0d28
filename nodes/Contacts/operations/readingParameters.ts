import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { parseJson } from '../../../credentials/contactsApi/parseJson';
import { parseSettings, type Settings } from '../../../credentials/contactsApi/settings';
import type { ListRequest, Pagination, SharedWays } from '../paginate';
import { createPageFetcher, type ListAccess } from '../request/fetchPage';
import type { ReadAheadBudget } from '../request/readAhead';
import { FieldSelection } from './fieldSelection';
import { DEFAULT_LIMITS, NUMBERS } from './form';
import { paginationFields } from './paginationForm';
import { parameterError } from './parameterErrors';
import {
	leftOutHints,
	type QueryParameterRow,
	readQueryParameters,
	rowsOf,
} from './queryParameters';
import type { Reader } from './readPages';
import { readFlag, readGroup, readText } from './values';

/** What the input items of a run share, and how one of them takes its part. */
interface SharedByItems extends ListAccess {
	readAheadBudget: ReadAheadBudget;
	ways: SharedWays;
}

/** The result of an operation for one input item. */
export interface OperationResult {
	items: INodeExecutionData[];
	/** What is to be known about the items, by a person as a hint, and by a model. */
	notes: string[];
	/** Advice for the person who sets up the node. */
	hints: string[];
	/** Identifies the request: the same string for two items means the same list. */
	request: string;
}

/** An operation of the node, and its part of the form. */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Runs it for one input item. @throws ExplainedError */
	run(
		context: IExecuteFunctions,
		itemIndex: number,
		shared: SharedByItems,
	): Promise<OperationResult>;
}

/**
 * Whether a model calls the node as a tool: n8n appends "Tool" to its type. `isToolExecution()` is false
 * for the tools of its newer agents.
 */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** Takes the place of an operation that does not exist, which an expression may return. */
export async function unknownOperation(): Promise<never> {
	throw parameterError('valueInvalid', 'Operation', 'one of list, getPage');
}

/** The values of 'Options'; expressions return anything. */
export type Options = Record<string, unknown>;

interface PaginationOption {
	settings?: unknown;
}

/** Reads the credential and the common parameters. @throws ExplainedError for an invalid value */
export async function prepareReading(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: SharedByItems,
) {
	type Credentials = ICredentialDataDecryptedObject;
	const credentials = await context.getCredentials<Credentials>('contactsApi', itemIndex);
	const settings = parseSettings(credentials);
	const options = readGroup<Options>('Options', context.getNodeParameter('options', itemIndex));
	const skipped = [options.skipChecks]
		.flat()
		.map((check) => readText('Skip Checks', check))
		.join();
	const rows = rowsOf(context.getNodeParameter('queryParameters', itemIndex, {}));
	const { settings: pagination } = readGroup<PaginationOption>('Pagination', options.pagination);
	const request = requestFor(settings, {
		pageSize: context.getNodeParameter('pageSize', itemIndex),
		limit: options.limit,
		contactsField: options.contactsField,
		rows,
		pagination: {
			...readGroup('Pagination', pagination),
			checkRepeats: !skipped.includes('repeats'),
			checkTotal: !skipped.includes('total'),
		},
	});
	// Only the first item's limits apply, but those of every item must be valid.
	requestLimits(context, itemIndex);
	const reader: Reader = {
		request,
		fetchPage: createPageFetcher(context, credentials, shared),
		ways: shared.ways,
		log: (line) => context.logger.debug(`Contacts: ${shared.secrets.hideIn(line)}`),
	};
	const fields = new FieldSelection(fieldNames(options.fields));

	/** @param identity what makes a request for contacts another one, besides the common parameters */
	const resultOf = (
		items: IDataObject[],
		notes: string[],
		hints: string[],
		...identity: unknown[]
	): OperationResult => ({
		items: items.map((json) => ({ json, pairedItem: { item: itemIndex } })),
		notes: shared.secrets.hideIn([...notes, ...fields.missingFieldsNote(isTool(context))]),
		hints: shared.secrets.hideIn([...hints, ...leftOutHints(rows)]),
		request: JSON.stringify([request, fields.names, ...identity]),
	});
	return { reader, fields, settings, options, resultOf };
}

/** Values of the form that a request for contacts is made of; expressions return anything. */
interface Entered {
	pageSize: unknown;
	limit?: unknown;
	contactsField?: unknown;
	rows: QueryParameterRow[];
	pagination?: Record<string, unknown>;
}

/** @throws ContactsError for an invalid value */
export function requestFor({ baseUrl }: Pick<Settings, 'baseUrl'>, entered: Entered): ListRequest {
	const pageSize = wholeNumber('Page Size', entered.pageSize, NUMBERS.pageSize);
	const limit = wholeNumber('Limit', entered.limit, NUMBERS.limit) ?? Infinity;
	const pagination = paginationOf(entered.pagination ?? {});
	const query = new URLSearchParams(readQueryParameters(entered.rows, pagination));
	const size = pageSize === undefined ? '' : `pageSize=${pageSize}`;
	// Not every service reads a plus as a blank.
	const url = new URL(`${baseUrl}/v1/contacts`);
	url.search = [size, query.toString().replaceAll('+', '%20')].filter(Boolean).join('&');
	return {
		url,
		pageSize,
		limit,
		contactsField: readText('Contacts Field', entered.contactsField),
		pagination,
	};
}

/** Reads 'Max Concurrent Requests' and 'Request Interval (Ms)'. @throws ContactsError for an invalid one */
export function requestLimits(context: IExecuteFunctions, itemIndex: number) {
	const options = readGroup<Options>('Options', context.getNodeParameter('options', itemIndex, {}));
	const { concurrency, requestInterval } = options;
	return {
		concurrency:
			wholeNumber('Max Concurrent Requests', concurrency, NUMBERS.concurrency) ??
			DEFAULT_LIMITS.concurrency,
		intervalMs:
			wholeNumber('Request Interval (Ms)', requestInterval, NUMBERS.requestInterval) ??
			DEFAULT_LIMITS.intervalMs,
	};
}

/** Reads 'Pagination'. @throws ContactsError for an invalid setting */
export function paginationOf(settings: Record<string, unknown>): Pagination {
	const entries = paginationFields.map((field) => [
		field.name,
		readSetting(field, settings[field.name]),
	]);
	const { checkTotal = true, checkRepeats = true } = settings;
	return { ...Object.fromEntries(entries), checkTotal, checkRepeats } as Pagination;
}

function readSetting(field: INodeProperties, value: unknown) {
	const { type, displayName: label } = field;
	const text = readText(label, value) || readText(label, field.default);
	if (type === 'boolean') return readFlag(label, text);
	if (type === 'number') return wholeNumber(label, text, { minValue: 0 });
	if (type !== 'options') return text;
	const choices = (field.options as INodePropertyOptions[]).map((option) => String(option.value));
	if (choices.includes(text)) return text;
	throw parameterError('valueInvalid', label, `one of ${choices.join(', ')}`);
}

/** Reads 'Fields to Return': a list, or text with commas or, as models write it, in JSON. */
function fieldNames(value: unknown): string[] {
	const given = typeof value === 'string' ? namesIn(value) : (value ?? []);
	const names: unknown[] = [given].flat();
	if (!names.every((name) => typeof name === 'string')) {
		throw parameterError('valueInvalid', 'Fields to Return', 'a list of names');
	}
	// A name may begin or end with a blank.
	return names.filter((name) => name.trim() !== '');
}

function namesIn(text: string): unknown {
	if (text.trimStart().startsWith('[')) return parseJson(text);
	return text.split(',').map((name) => name.trim());
}

/** Reads a whole number; expressions may return it as a string. @returns undefined for an empty value */
function wholeNumber(
	label: string,
	value: unknown,
	{ minValue, maxValue = Infinity }: { minValue: number; maxValue?: number },
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const isDigits = typeof value === 'string' && /^\s*\d+\s*$/.test(value);
	const number = (isDigits ? Number(value) : value) as number;
	if (Number.isSafeInteger(number) && minValue <= number && number <= maxValue) return number;
	const range = maxValue < Infinity ? `from ${minValue} to ${maxValue}` : `of at least ${minValue}`;
	throw parameterError('valueInvalid', label, `a whole number ${range}`);
}
