import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
} from 'n8n-workflow';

import { parseSettings } from '../../../credentials/contactsApi/settings';
import { requestError } from '../contactsError';
import { toNodeError } from '../nodeError';
import { isObject, isPageHeader, List, type Source } from '../paginate';
import { quotableName } from '../quotableName';
import { createPageFetcher, type ListAccess } from '../request/fetchPage';
import { RequestGate } from '../request/requestGate';
import { Secrets } from '../secrets';
import { rowsOf } from './queryParameters';
import { readList } from './readPages';
import { requestFor } from './readingParameters';
import { readGroup } from './values';

/** More fields, or longer names and values, than a person would choose from a list. */
const MAX_OFFERED = 500;
const MAX_NAME_LENGTH = 200;
const MAX_SAMPLE_LENGTH = 40;

/** No response has objects at deeper levels that are of use; at this level, they are fields. */
const MAX_DEPTH = 6;

/** A person is waiting for the list to open. */
const TIMEOUT_MS = 20_000;

/** Enough contacts to recognize the list, and few enough that there is a next page. */
const PAGE_SIZE = 10;

/** A name or dot path, and the value that it stands for. */
type Field = readonly [path: string, value: unknown];

/** Loads the fields of the service's first contact as options; nested fields become dot paths. */
export async function getContactFields(this: ILoadOptionsFunctions) {
	const { results } = await searchIn(fieldsOfContact, () => true).call(this);
	return results.map(({ value }) => ({ name: String(value), value }));
}

const isList = (value: unknown) => Array.isArray(value) && value.some(isObject);
const isPlain = (value: unknown) =>
	['string', 'number', 'boolean'].includes(typeof value) && value !== '';

/** Search methods of the fields that are chosen from a response of the service; n8n calls them by their names. */
export const listSearch = {
	getContactLists: searchIn(fieldsOfResponse, isList),
	getResponseFields: searchIn(fieldsOfResponse, isPlain),
	getLastContactFields: searchIn(fieldsOfContact, isPlain),
};

export type SearchMethod = keyof typeof listSearch;

/** Makes a search method. It loads fields with the credential and the form, and throws n8n's error. */
function searchIn(
	load: (source: Source) => Promise<Iterable<Field>>,
	suits: (value: unknown) => boolean,
) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		const secrets = new Secrets();
		const isOffered = ([path, value]: Field) =>
			suits(value) &&
			path !== '' &&
			path.length <= MAX_NAME_LENGTH &&
			path.toLowerCase().includes(filter.toLowerCase());
		try {
			const source = await sourceOf(this, { gate: new RequestGate(1, 0), signal, secrets });
			const offered = [...(await load(source))].filter(isOffered).slice(0, MAX_OFFERED);
			const shown = offered.filter(([path]) => secrets.hideIn(path) === path);
			const results = shown.map(([path, value]) => ({
				name: `${path}: ${secrets.hideIn(sampleOf(value))}`,
				value: path,
			}));
			return { results };
		} catch (error) {
			const reason = signal.aborted ? requestError('timedOut', 1, { waitedMs: TIMEOUT_MS }) : error;
			throw toNodeError(this.getNode(), reason, 0, secrets);
		}
	};
}

/** The list of the form, which shares nothing with others. */
async function sourceOf(context: ILoadOptionsFunctions, access: ListAccess): Promise<Source> {
	const credentials = await context.getCredentials<ICredentialDataDecryptedObject>('contactsApi');
	const options = readGroup('Options', context.getCurrentNodeParameter('options'));
	const request = requestFor(parseSettings(credentials), {
		pageSize: PAGE_SIZE,
		contactsField: options.contactsField,
		// A person may still be filling in a row.
		rows: rowsOf(context.getCurrentNodeParameter('queryParameters')).filter(({ name }) => name),
	});
	const send = createPageFetcher(context, credentials, access);
	return { request, send, quote: quotableName, ways: [], log: () => {} };
}

async function fieldsOfContact(source: Source) {
	const { contacts } = await readList(source, false);
	return fieldsIn(contacts[0]);
}

async function fieldsOfResponse(source: Source) {
	const { body, headers } = await new List(source).first();
	return [...fieldsIn(body), ...[...headers].filter(([name]) => isPageHeader(name))];
}

/** The fields of parsed JSON; of those in lists, there are too many. */
function* fieldsIn(value: unknown, prefix = '', depth = 1): Generator<Field> {
	for (const [key, inner] of Object.entries(isObject(value) ? value : {})) {
		const path = `${prefix}${key}`;
		const isNested = depth < MAX_DEPTH && isObject(inner) && Object.keys(inner).length > 0;
		if (isNested) yield* fieldsIn(inner, `${path}.`, depth + 1);
		else yield [path, inner];
	}
}

function sampleOf(value: unknown): string {
	if (Array.isArray(value)) return `list of ${value.length}`;
	const text = isPlain(value) ? String(value) : '';
	return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text;
}
