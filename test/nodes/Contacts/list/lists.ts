import type { Pagination } from '../../../../nodes/Contacts/list/pagination';
import type { ListRequest, ListState, Place } from '../../../../nodes/Contacts/list/state';
import { START } from '../../../../nodes/Contacts/list/step';
import type { Meaning } from '../../../../nodes/Contacts/response/meanings';
import type { PageResponse } from '../../../../nodes/Contacts/response/readPage';
import type { Sign } from '../../../../nodes/Contacts/response/readSigns';

export const LIST_URL = 'https://api.example.com/v1/contacts?pageSize=50';

const PAGINATION: Pagination = {
	mode: 'automatic',
	nextLinkField: 'next',
	cursorField: 'nextCursor',
	cursorParameter: 'cursor',
	lastContactField: 'id',
	isInclusive: false,
	hasMoreField: '',
	hasMoreOn: 'detect',
	pageParameter: 'page',
	firstPage: 1,
	totalPagesField: '',
	offsetParameter: 'offset',
	firstOffset: 0,
	endsWithError: false,
	totalField: '',
	checkTotal: true,
	checkRepeats: true,
};

/** A request for contacts, 50 on a page, as the form has it when nothing is set. */
export function listRequest(
	pagination: Partial<Pagination> = {},
	request: Partial<ListRequest> = {},
): ListRequest {
	return {
		url: new URL(LIST_URL),
		pageSize: 50,
		limit: Infinity,
		contactsField: '',
		...request,
		pagination: { ...PAGINATION, ...pagination },
	};
}

/** A list after a page. */
export function listState(state: Partial<ListState> = {}): ListState {
	return {
		...START.state,
		pages: 1,
		received: 50,
		firstCount: 50,
		count: 50,
		location: { path: [], contactPath: '', keys: [] },
		...state,
	};
}

export function placeAt(next: Place['next'], state: Partial<ListState> = {}): Place {
	return { state: listState(state), next };
}

/** A sign in the object that holds the list. */
export function sign(
	meaning: Meaning,
	name: string,
	value: Sign['value'],
	more: Partial<Sign> = {},
): Sign {
	return { meaning, name, value, distance: 0, ...more };
}

export function response(
	body: unknown,
	headers: Record<string, string> = {},
	status = 200,
): PageResponse {
	return { status, headers: new Headers(headers), body };
}

export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Contacts with an ID each. */
export const contactsOf = (length: number, first = 1) =>
	range(length).map((index) => ({ id: first + index, name: `Contact ${first + index}` }));
