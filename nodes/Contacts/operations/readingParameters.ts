import type {
	ICredentialDataDecryptedObject as Credentials,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { parseJson } from '../../../credentials/contactsApi/parseJson';
import { parseSettings, type Settings } from '../../../credentials/contactsApi/settings';
import { contactsError } from '../contactsError';
import type { JsonObject, ListRequest, Pagination, Source, Way } from '../paginate';
import { quotableName } from '../quotableName';
import { createPageFetcher, type ListAccess } from '../request/fetchPage';
import { FieldSelection } from './fieldSelection';
import { concurrencyField, intervalField, limitField, pageSizeField } from './form';
import type { Note } from './hints';
import { paginationFields } from './paginationForm';
import { leftOutNotes, readQueryParameters, rowsOf } from './queryParameters';
import { readFlag, readGroup, readNumber, readText } from './values';

/** What the input items of a run share, and the signal of one of them. */
interface SharedByItems extends ListAccess {
	readAheadBudget: { pages: number };
	ways: Way[];
}

/** The result of an operation for one input item. */
export interface OperationResult {
	items: IDataObject[];
	notes: Note[];
	/** Identifies the request: the same string for two items means the same list. */
	request: string;
}

/** An operation of the node, and its part of the form. */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Runs it for one input item. @throws ExplainedError */
	run(context: IExecuteFunctions, item: number, shared: SharedByItems): Promise<OperationResult>;
}

/** Whether a model calls the node. n8n's `isToolExecution()` is false for the tools of its newer agents. */
export const isTool = (context: IExecuteFunctions) => context.getNode().type.endsWith('Tool');

/** Reads the credential and the common parameters. @throws ExplainedError for an invalid value */
export async function prepareReading(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: SharedByItems,
) {
	const credentials = await context.getCredentials<Credentials>('contactsApi', itemIndex);
	const settings = parseSettings(credentials);
	const options = readGroup('Options', context.getNodeParameter('options', itemIndex));
	const checks = [options.skipChecks].flat().map((check) => readText('Skip Checks', check));
	const isChecked = (name: string) => !checks.some((check) => check.includes(name));
	const rows = rowsOf(context.getNodeParameter('queryParameters', itemIndex, {}));
	const pagination = readGroup('Pagination', options.pagination);
	const request = requestFor(settings, {
		...options,
		pageSize: context.getNodeParameter('pageSize', itemIndex),
		rows,
		pagination: {
			...readGroup('Pagination', pagination.settings),
			checkRepeats: isChecked('repeats'),
			checkTotal: isChecked('total'),
		},
	});
	// Only the first item's limits apply, but those of every item must be valid.
	requestLimits(options);
	const source = {
		request,
		send: createPageFetcher(context, credentials, shared),
		quote: quotableName,
		ways: shared.ways,
		log: (line: string) => context.logger.debug(`Contacts: ${shared.secrets.hideIn(line)}`),
	} satisfies Source;
	const fields = new FieldSelection(fieldNames(options.fields));

	/** @param identity what makes a request for contacts another one, besides the common parameters */
	const resultOf = (items: IDataObject[], notes: Note[], ...identity: unknown[]) => ({
		items,
		notes: [...notes, ...fields.missingNotes(isTool(context)), ...leftOutNotes(rows)],
		request: JSON.stringify([request, fields.names, ...identity]),
	});
	return { source, fields, settings, options, resultOf };
}

/** Values of the form that a request for contacts is made of. */
type Entered = JsonObject & { rows: JsonObject[]; pagination?: JsonObject };

/** @throws ContactsError for an invalid value */
export function requestFor({ baseUrl }: Pick<Settings, 'baseUrl'>, entered: Entered): ListRequest {
	const pageSize = readNumber(pageSizeField, entered.pageSize);
	const pagination = paginationOf(entered.pagination ?? {});
	const query = new URLSearchParams(pageSize === undefined ? {} : { pageSize: String(pageSize) });
	for (const row of readQueryParameters(entered.rows, pagination)) query.append(...row);
	const url = new URL(`${baseUrl}/v1/contacts`);
	// Not every service reads a plus as a space.
	url.search = query.toString().replaceAll('+', '%20');
	const limit = readNumber(limitField, entered.limit) ?? Infinity;
	const contactsField = readText('Contacts Field', entered.contactsField);
	return { url, pageSize, limit, contactsField, pagination };
}

/** Reads 'Max Concurrent Requests' and 'Request Interval (Ms)'. @throws ContactsError for an invalid one */
export const requestLimits = (options: JsonObject) => ({
	concurrency: readSetting(concurrencyField, options) as number,
	intervalMs: readSetting(intervalField, options) as number,
});

/** Reads 'Pagination'. @throws ContactsError for an invalid setting */
export function paginationOf(settings: JsonObject): Pagination {
	const read = paginationFields.map((field) => [field.name, readSetting(field, settings)]);
	const { checkTotal = true, checkRepeats = true } = settings;
	return { ...Object.fromEntries(read), checkTotal, checkRepeats } as Pagination;
}

function readSetting(field: INodeProperties, settings: JsonObject) {
	const { name, type, displayName: label } = field;
	if (type === 'number') return readNumber(field, settings[name]) ?? field.default;
	if (type === 'boolean') return readFlag(label, settings[name]);
	const text = readText(label, settings[name]) || readText(label, field.default);
	if (type !== 'options') return text;
	const choices = (field.options as INodePropertyOptions[]).map(({ value }) => value);
	if (choices.includes(text)) return text;
	throw contactsError('valueInvalid', label, `one of ${choices.join(', ')}`);
}

/** Reads 'Fields to Return': a list, or text with commas or, as models write it, in JSON. */
function fieldNames(value: unknown): string[] {
	const names: unknown[] = [typeof value === 'string' ? namesIn(value) : (value ?? [])].flat();
	const isNames = names.every((name) => typeof name === 'string');
	if (!isNames) throw contactsError('valueInvalid', 'Fields to Return', 'a list of names');
	// A name may begin or end with a space.
	return names.filter((name) => name.trim() !== '');
}

function namesIn(text: string): unknown {
	if (text.trimStart().startsWith('[')) return parseJson(text);
	return text.split(',').map((name) => name.trim());
}
