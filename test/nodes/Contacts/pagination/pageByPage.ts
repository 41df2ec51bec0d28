/** Reads lists without HTTP: whole as List does, and page by page as Get Page does. */
import { ListError } from '../../../../nodes/Contacts/errors';
import type { FetchPage } from '../../../../nodes/Contacts/request/fetchPage';
import { Continuations } from '../../../../nodes/Contacts/pagination/continuation';
import type { Contact } from '../../../../nodes/Contacts/pagination/findContacts';
import type { ListRequest } from '../../../../nodes/Contacts/pagination/listReader';
import type { Pagination } from '../../../../nodes/Contacts/pagination/pagination';
import { paginationFields } from '../../../../nodes/Contacts/pagination/paginationFields';
import { readContacts } from '../../../../nodes/Contacts/pagination/readContacts';
import { type ContactPage, readPage } from '../../../../nodes/Contacts/pagination/readPage';

export const OWNER = { clientId: 'client_1', orgId: 'org_1', refreshToken: 'refresh-canary' };

export const LIST_URL = 'https://api.example.com/v1/contacts';

/** More pages than any list in these tests has. */
const MAX_PAGES = 100;

/** A list request with the defaults of the form; the arguments override. */
export function listRequest(
	pageSize: number,
	pagination: Partial<Pagination> = {},
	url = `${LIST_URL}?pageSize=${pageSize}`,
): ListRequest {
	const defaults = Object.fromEntries(
		paginationFields.map(({ name, default: value }) => [name, value]),
	) as unknown as Pagination;
	return {
		url: new URL(url),
		pageSize,
		limit: Infinity,
		contactsField: '',
		pagination: { ...defaults, ...pagination },
	};
}

interface Response {
	status?: number;
	headers?: Record<string, string | string[]>;
	body?: unknown;
}

/** Fetches from a function; error statuses become the node's errors. */
export function fetchFrom(respond: (request: { url: URL }) => Response): FetchPage {
	return async (url, number) => {
		const { status = 200, headers = {}, body } = respond({ url });
		if (status >= 400) throw new ListError(status === 404 ? 'notFound' : 'refused', number, status);
		const lines = Object.entries(headers).map(([name, value]): [string, string] => [
			name,
			String(value),
		]);
		const text = JSON.stringify(body) as string | undefined;
		return { headers: new Headers(lines), body: text && (JSON.parse(text) as unknown) };
	};
}

export interface PagesRead {
	contacts: Contact[];
	continuations: string[];
	/** Number of pages. */
	pages: number;
	error?: ListError;
}

/** Reads a list with one call per page, which knows only the continuation of the previous call. */
export async function readPageByPage(
	request: ListRequest,
	fetchPage: FetchPage,
): Promise<PagesRead> {
	const read: PagesRead = { contacts: [], continuations: [], pages: 0 };
	let continuation: string | null = '';
	while (continuation !== null && read.pages < MAX_PAGES) {
		const outcome: ContactPage | ListError = await readPage(
			request,
			fetchPage,
			new Continuations(request, OWNER),
			continuation,
		).catch(toListError);
		if (outcome instanceof ListError) return { ...read, error: outcome };
		read.pages++;
		read.contacts.push(...outcome.contacts);
		continuation = outcome.continuation;
		if (continuation !== null) read.continuations.push(continuation);
	}
	return read;
}

/** Reads a whole list with one call. */
export async function readWhole(
	request: ListRequest,
	fetchPage: FetchPage,
): Promise<Contact[] | ListError> {
	const outcome = await readContacts(request, fetchPage, true).catch(toListError);
	return outcome instanceof ListError ? outcome : outcome.contacts;
}

function toListError(error: unknown): ListError {
	if (error instanceof ListError) return error;
	throw error;
}
