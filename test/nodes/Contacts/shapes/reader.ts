/** The reader of pages alone, for tests that need no HTTP. */
import {
	type ListRequest,
	type PageRequest as FetchPage,
	readContacts,
} from '../../../../nodes/Contacts/contactPages';
import { ListError } from '../../../../nodes/Contacts/errors';

export type { FetchPage };

/** What the HTTP client makes of a response without a body. */
export const NO_BODY = '';

/** Returns all contacts, in Automatic. */
export async function readAll(url: URL, pageSize: number, fetchPage: FetchPage) {
	const request: ListRequest = {
		url,
		pageSize,
		returnAll: true,
		limit: Infinity,
		contactsField: '',
		pagination: {
			mode: 'automatic',
			nextLinkField: 'next',
			cursorField: 'nextCursor',
			cursorParameter: 'cursor',
			hasMoreField: '',
			pageParameter: 'page',
			firstPage: 1,
			totalPagesField: '',
			offsetParameter: 'offset',
			totalField: '',
		},
	};
	const { contacts } = await readContacts(request, fetchPage);
	return contacts;
}

/** An error that tells the person what was not understood. */
export function isListError(error: unknown): boolean {
	return error instanceof ListError;
}
