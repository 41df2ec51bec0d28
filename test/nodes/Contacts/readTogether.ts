/** Reads several lists in one run, as List does for several input items. */
import { ExplainedError } from '../../../credentials/contactsApi/explainedError';
import { SharedWays } from '../../../nodes/Contacts/list/ways';
import { readList } from '../../../nodes/Contacts/operations/readPages';
import { listRequest, type Outcome, readerOf, type Service } from './read';
import { compare } from './shapes/compare';

export interface List {
	service: Service;
	pageSize: number;
}

export type Company = 'one after another' | 'side by side';

/**
 * The query parameter that chooses the list. Services do not see it: it is part of the address that the
 * reader requests, and each list has a service of its own.
 */
const FILTER = 'segment';

/** @returns the result of each list, which shares with the others what is found out about the service */
export async function readTogether(
	lists: List[],
	company: Company = 'one after another',
): Promise<Array<Outcome['result']>> {
	const ways = new SharedWays();
	const readOne = async ({ service, pageSize }: List, index: number) => {
		const request = listRequest({ pageSize });
		request.url.searchParams.set(FILTER, `s${index}`);
		const respond = ({ url }: { url: URL }) => {
			const seen = new URL(url);
			seen.searchParams.delete(FILTER);
			return service.respond({ url: seen });
		};
		const { reader } = readerOf({ respond }, request, ways);
		try {
			const { contacts } = await readList(reader, true);
			return compare(contacts, service.contacts, service);
		} catch (error) {
			if (!(error instanceof ExplainedError)) throw error;
			return 'error' as const;
		}
	};
	if (company === 'side by side') return await Promise.all(lists.map(readOne));
	const results: Array<Outcome['result']> = [];
	for (const [index, list] of lists.entries()) results.push(await readOne(list, index));
	return results;
}
