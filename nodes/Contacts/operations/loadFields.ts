import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { parseSettings } from '../../../credentials/contactsApi/settings';
import { toNodeError } from '../contactsError';
import { type ListRequest, SharedWays } from '../paginate';
import { createPageFetcher, type FetchPage } from '../request/fetchPage';
import { requestError } from '../request/requestErrors';
import { RequestGate } from '../request/requestGate';
import { Secrets } from '../secrets';
import { type Choice, type ChoiceKind, choicesIn, samplesOf } from './choices';
import { fieldsOf } from './fieldSelection';
import { rowsOf } from './queryParameters';
import { readList } from './readPages';
import { type Options, requestFor } from './readingParameters';
import { readGroup } from './values';

/** More fields, or longer names, than a person would choose from a list. */
const MAX_OPTIONS = 500;
const MAX_NAME_LENGTH = 200;

/** A person is waiting for the list to open. */
const TIMEOUT_SECONDS = 20;

/** Enough contacts to recognize the list, and few enough that there is a next page. */
const PAGE_SIZE = 10;

/** Loads the fields of the service's first contact as options; nested fields become dot paths. */
export async function getContactFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await withFirstPage(this, 1, async ({ request, fetchPage }, secrets) => {
		const { contacts } = await readFirst(request, fetchPage);
		return optionsFor(fieldsOf(contacts[0] ?? {}), secrets);
	});
}

/** Search methods of the fields that are chosen from a response of the service; n8n calls them by their names. */
export const listSearch = {
	getContactLists: searchIn(choicesFrom('list')),
	getCursorFields: searchIn(choicesFrom('cursor')),
	getNextLinkFields: searchIn(choicesFrom('link')),
	getHasMoreFields: searchIn(choicesFrom('flag')),
	getLastContactFields: searchIn(async ({ request, fetchPage }) => {
		const { contacts } = await readFirst(request, fetchPage);
		return samplesOf(contacts.at(-1) ?? {});
	}),
};

export type SearchMethod = keyof typeof listSearch;

function searchIn(choicesOf: (page: FirstPage) => Promise<Choice[]>) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		return await withFirstPage(this, PAGE_SIZE, async (page, secrets) => {
			const choices = await choicesOf(page);
			const isShown = ({ path }: Choice) =>
				path.toLowerCase().includes(filter.toLowerCase()) && secrets.hideIn(path) === path;
			const results = choices.filter(isShown).slice(0, MAX_OPTIONS);
			return { results: results.map((choice) => toListItem(choice, secrets)) };
		});
	};
}

function choicesFrom(kind: ChoiceKind) {
	return async ({ request, fetchPage }: FirstPage) =>
		choicesIn(kind, await fetchPage(request.url, 1));
}

function toListItem({ path, sample }: Choice, secrets: Secrets): INodeListSearchItems {
	return { name: `${path}: ${secrets.hideIn(sample)}`, value: path };
}

/** How the first page is requested. */
interface FirstPage {
	request: ListRequest;
	fetchPage: FetchPage;
}

async function readFirst(request: ListRequest, fetchPage: FetchPage) {
	return await readList({ request, fetchPage, ways: new SharedWays(), log: () => {} }, false);
}

/** Loads something with the credential and the parameters of the form. @throws n8n's error */
async function withFirstPage<Result>(
	context: ILoadOptionsFunctions,
	pageSize: number,
	load: (page: FirstPage, secrets: Secrets) => Promise<Result>,
): Promise<Result> {
	const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
	const secrets = new Secrets();
	try {
		const credentials = await context.getCredentials<ICredentialDataDecryptedObject>('contactsApi');
		const access = { gate: new RequestGate(1, 0), priority: 0, signal, secrets };
		const options = readGroup<Options>('Options', context.getCurrentNodeParameter('options'));
		const request = requestFor(parseSettings(credentials), {
			pageSize,
			limit: pageSize,
			contactsField: options.contactsField,
			// A person may still be filling in a row.
			rows: rowsOf(context.getCurrentNodeParameter('queryParameters')).filter(({ name }) => name),
		});
		const fetchPage = createPageFetcher(context, credentials, access);
		return await load({ request, fetchPage }, secrets);
	} catch (error) {
		const reason = signal.aborted
			? requestError('timedOut', 1, { waitedMs: TIMEOUT_SECONDS * 1000 })
			: error;
		throw toNodeError(context.getNode(), reason, 0, secrets);
	}
}

/** The fields as options, as far as a list can show them; the last option counts the others. */
function optionsFor(names: Iterable<string>, secrets: Secrets): INodePropertyOptions[] {
	const options: INodePropertyOptions[] = [];
	let others = 0;
	for (const name of names) {
		const isShown = options.length < MAX_OPTIONS && name.length <= MAX_NAME_LENGTH;
		if (name === '') continue;
		if (isShown && secrets.hideIn(name) === name) options.push({ name, value: name });
		else others++;
	}
	if (others === 0) return options;
	// An empty name selects no field.
	const name = `${others.toLocaleString('en')} more, to be entered with an expression`;
	return [...options, { name, value: '' }];
}
