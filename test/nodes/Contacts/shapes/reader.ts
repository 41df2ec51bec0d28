/** Reads lists without HTTP and without n8n's engine. */
import { ListError } from '../../../../nodes/Contacts/errors';
import type { FetchPage } from '../../../../nodes/Contacts/request/fetchPage';
import type { Pagination } from '../../../../nodes/Contacts/pagination/pagination';
import { paginationFields } from '../../../../nodes/Contacts/pagination/paginationFields';
import type { ListRequest } from '../../../../nodes/Contacts/pagination/listReader';
import { readContacts } from '../../../../nodes/Contacts/pagination/readContacts';

export type { FetchPage };

/** The body of a response without one. */
export const NO_BODY = undefined;

/** Reads all contacts in Automatic. */
export async function readAll(url: URL, pageSize: number, fetchPage: FetchPage) {
	const request: ListRequest = {
		url,
		pageSize,
		limit: Infinity,
		contactsField: '',
		pagination: Object.fromEntries(
			paginationFields.map(({ name, default: value }) => [name, value]),
		) as unknown as Pagination,
	};
	const { contacts } = await readContacts(request, fetchPage, true);
	return contacts;
}

export function isListError(error: unknown): boolean {
	return error instanceof ListError;
}
