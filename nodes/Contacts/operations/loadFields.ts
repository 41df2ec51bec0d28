import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
} from 'n8n-workflow';

import { parseSettings } from '../../../credentials/contactsApi/settings';
import { ListError, toNodeError } from '../errors';
import { createPageFetcher, type FetchPage } from '../request/fetchPage';
import { Discoveries } from '../list/discoveries';
import { readList } from './readPages';
import { RequestGate } from '../request/requestGate';
import { fieldsOf } from './fieldSelection';
import { listUrl, NEEDED_SCOPE, type Options, paginationOf, toText } from './readingParameters';

/** Only the first contact is used. */
const PAGE_SIZE = 1;

/** A person is waiting for the list to open. */
const TIMEOUT_SECONDS = 20;

/** Loads the fields of the service's first contact as options; nested fields become dot paths. */
export async function getContactFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
	try {
		const credentials = await this.getCredentials<ICredentialDataDecryptedObject>('contactsApi');
		const access = { gate: new RequestGate(1, 0), priority: 0, signal };
		const options = (this.getCurrentNodeParameter('options') ?? {}) as Options;
		const pagination = paginationOf({});
		// A person may still be filling in a row.
		const parameters = options.queryParameters?.parameters?.filter(({ name }) => name);
		const request = {
			url: listUrl(parseSettings(credentials), PAGE_SIZE, pagination, parameters),
			pageSize: PAGE_SIZE,
			limit: 1,
			contactsField: toText(options.contactsField),
			pagination,
		};
		const requestPage = createPageFetcher(this, credentials, NEEDED_SCOPE, access);
		const fetchPage: FetchPage = (url, number) => requestPage(url, number);
		const reader = { request, fetchPage, discoveries: new Discoveries(), log: () => {} };
		const { contacts } = await readList(reader, false);
		return fieldsOf(contacts[0] ?? {})
			.filter(Boolean)
			.map((name) => ({ name, value: name }));
	} catch (error) {
		const reason = signal.aborted
			? new ListError('timedOut', 1, { waitedMs: TIMEOUT_SECONDS * 1000 })
			: withOwnAdvice(error);
		throw toNodeError(this.getNode(), reason, 0);
	}
}

/** A smaller page is no advice for a page of one contact. */
function withOwnAdvice(error: unknown): unknown {
	return error instanceof ListError && error.reason === 'refused'
		? new ListError('fieldNamesRefused', Number(error.userMessage.httpCode))
		: error;
}
