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
import {
	type ListRequest,
	type Pagination,
	paginationFields,
	readSetting,
	toText,
} from '../list/pagination';
import type { Reader } from '../list/reading';
import type { SharedWays } from '../list/ways';
import { createPageFetcher, type GateAccess } from '../request/fetchPage';
import type { ReadAheadBudget } from '../request/readAhead';
import type { Secrets } from '../secrets';
import { FieldSelection } from './fieldSelection';
import { type Findings, settingHints } from './findings';
import { DEFAULT_LIMITS, NUMBERS } from './form';
import { parameterError } from './parameterErrors';
import {
	type QueryParameterRow,
	type QueryParameters,
	readQueryParameters,
} from './queryParameters';

/** What the input items of a run share, and how one of them takes its part. */
interface SharedByItems extends GateAccess {
	secrets: Secrets;
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
	throw parameterError('operationUnknown');
}

/** The values of 'Options'; expressions return anything. */
export interface Options extends Record<string, unknown> {
	pagination?: { settings?: Record<string, unknown> };
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
	const options = context.getNodeParameter('options', itemIndex) as Options;
	const skipped = toText(options.skipChecks);
	const request = requestFor(settings, {
		pageSize: context.getNodeParameter('pageSize', itemIndex),
		limit: options.limit,
		contactsField: options.contactsField,
		rows: (context.getNodeParameter('queryParameters', itemIndex, {}) as QueryParameters)
			.parameters,
		pagination: {
			...options.pagination?.settings,
			checkRepeats: !skipped.includes('repeats'),
			checkTotal: !skipped.includes('total'),
		},
	});
	// Only the first item's limits apply, but those of every item must be valid.
	requestLimits(context, itemIndex);
	const requestPage = createPageFetcher(context, credentials, shared);
	const reader: Reader = {
		request,
		fetchPage: (url, number) => requestPage(url, number),
		ways: shared.ways,
		log: (line) => context.logger.debug(`Contacts: ${shared.secrets.hideIn(line)}`),
	};
	const fields = new FieldSelection(fieldNames(options.fields));

	/** @param identity what makes a request for contacts another one, besides the common parameters */
	const resultOf = (
		items: IDataObject[],
		findings: Findings,
		notes: string[],
		...identity: unknown[]
	): OperationResult => ({
		items: items.map((json) => ({ json, pairedItem: { item: itemIndex } })),
		notes: [...notes, ...fields.missingFieldsNote(isTool(context))],
		hints: settingHints(shared.secrets.hideIn(findings)),
		request: JSON.stringify([request, fields.names, ...identity]),
	});
	return { reader, requestPage, fields, settings, options, resultOf };
}

/** Values of the form that a request for contacts is made of; expressions return anything. */
interface Entered {
	pageSize: unknown;
	limit?: unknown;
	contactsField?: unknown;
	rows?: QueryParameterRow[];
	pagination?: Record<string, unknown>;
}

/** @throws ContactsError for an invalid value */
export function requestFor({ baseUrl }: Pick<Settings, 'baseUrl'>, entered: Entered): ListRequest {
	const pageSize = wholeNumber('pageSize', entered.pageSize);
	const limit = wholeNumber('limit', entered.limit) ?? Infinity;
	const pagination = paginationOf(entered.pagination ?? {});
	const url = new URL(`${baseUrl}/v1/contacts`);
	if (pageSize !== undefined) url.searchParams.set('pageSize', String(pageSize));
	for (const [name, value] of readQueryParameters(entered.rows ?? [], pagination)) {
		url.searchParams.append(name, value);
	}
	return { url, pageSize, limit, contactsField: toText(entered.contactsField), pagination };
}

/** Reads 'Max Concurrent Requests' and 'Request Interval (Ms)'. @throws ContactsError for an invalid one */
export function requestLimits(context: IExecuteFunctions, itemIndex: number) {
	const options = context.getNodeParameter('options', itemIndex, {}) as Options;
	return {
		concurrency: wholeNumber('concurrency', options.concurrency) ?? DEFAULT_LIMITS.concurrency,
		intervalMs:
			wholeNumber('requestInterval', options.requestInterval) ?? DEFAULT_LIMITS.intervalMs,
	};
}

/** Reads 'Fields to Return': a list, or text with commas or, as models write it, in JSON. */
function fieldNames(value: unknown): string[] {
	const isJson = typeof value === 'string' && value.trimStart().startsWith('[');
	const given = isJson ? parseJson(value) : (value ?? []);
	const names: unknown[] = typeof given === 'string' ? given.split(',') : [given].flat();
	if (!names.every((name) => typeof name === 'string')) throw parameterError('fieldsInvalid');
	return names.map((name) => name.trim()).filter(Boolean);
}

/** Reads 'Pagination'. @throws ContactsError for an invalid setting */
export function paginationOf(settings: Record<string, unknown>): Pagination {
	const entries = paginationFields.map((field) => {
		const value = readSetting(field, settings[field.name]);
		if (value !== undefined) return [field.name, value];
		const choices = (field.options as INodePropertyOptions[] | undefined)?.map(
			({ value: choice }) => String(choice),
		);
		throw parameterError('paginationInvalid', field.displayName, choices);
	});
	const { checkTotal = true, checkRepeats = true } = settings;
	return { ...Object.fromEntries(entries), checkTotal, checkRepeats } as Pagination;
}

/** Reads a whole number; expressions may return it as a string. @returns undefined for an empty value */
function wholeNumber(name: keyof typeof NUMBERS, value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const isDigits = typeof value === 'string' && /^\s*\d+\s*$/.test(value);
	const number = (isDigits ? Number(value) : value) as number;
	const { minValue, maxValue = Infinity }: { minValue: number; maxValue?: number } = NUMBERS[name];
	const isValid = Number.isSafeInteger(number) && minValue <= number && number <= maxValue;
	if (!isValid) throw parameterError(`${name}Invalid`);
	return number;
}
