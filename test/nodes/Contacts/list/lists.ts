import type { ListState, Place } from '../../../../nodes/Contacts/list/state';
import { START } from '../../../../nodes/Contacts/list/step';
import type { Meaning } from '../../../../nodes/Contacts/response/meanings';
import type { PageResponse } from '../../../../nodes/Contacts/response/readPage';
import type { Sign } from '../../../../nodes/Contacts/response/readSigns';
import { listRequest } from '../read';

/** A request for 50 contacts on a page, as the form has it when nothing is set. */
export const REQUEST = listRequest({ pageSize: 50 });

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
