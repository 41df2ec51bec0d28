import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
} from 'n8n-workflow';

import { parseSettings } from '../../../credentials/contactsApi/settings';
import { SharedWays } from '../list/ways';
import { toNodeError } from '../nodeError';
import { createPageFetcher, type FetchPage } from '../request/fetchPage';
import { requestError } from '../request/requestErrors';
import { RequestGate } from '../request/requestGate';
import { Secrets } from '../secrets';
import { fieldsOf } from './fieldSelection';
import type { QueryParameters } from './queryParameters';
import { readList } from './readPages';
import { type Options, requestFor } from './readingParameters';

/** More fields, or longer names, than a person would choose from a list. */
const MAX_OPTIONS = 500;
const MAX_NAME_LENGTH = 200;

/** A person is waiting for the list to open. */
const TIMEOUT_SECONDS = 20;

/** Loads the fields of the service's first contact as options; nested fields become dot paths. */
export async function getContactFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
	const secrets = new Secrets();
	try {
		const credentials = await this.getCredentials<ICredentialDataDecryptedObject>('contactsApi');
		const access = { gate: new RequestGate(1, 0), priority: 0, signal, secrets };
		const options = this.getCurrentNodeParameter('options') as Options | undefined;
		const given = this.getCurrentNodeParameter('queryParameters') as QueryParameters | undefined;
		const request = requestFor(parseSettings(credentials), {
			// Only the first contact is used.
			pageSize: 1,
			limit: 1,
			contactsField: options?.contactsField,
			// A person may still be filling in a row.
			rows: given?.parameters?.filter(({ name }) => name),
		});
		const requestPage = createPageFetcher(this, credentials, access);
		const fetchPage: FetchPage = (url, number) => requestPage(url, number);
		const reader = { request, fetchPage, ways: new SharedWays(), log: () => {} };
		const { contacts } = await readList(reader, false);
		return optionsFor(fieldsOf(contacts[0] ?? {}), secrets);
	} catch (error) {
		const reason = signal.aborted
			? requestError('timedOut', 1, { waitedMs: TIMEOUT_SECONDS * 1000 })
			: error;
		throw toNodeError(this.getNode(), reason, 0, secrets);
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
