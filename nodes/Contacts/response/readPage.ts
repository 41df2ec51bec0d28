import { type Failure, failure } from './failure';
import { findContacts, type FoundContacts } from './findContacts';
import { isObject } from './json';
import { hasId } from './keyedList';
import type { ListLocation, PageResponse } from './pageResponse';
import type { Sign } from './readSigns';
import {
	explainsNoList,
	isAboutPages,
	isOnlyAboutPages,
	saysNothingFound,
	signsOf,
} from './statements';

/** What a response holds. */
export interface Page extends FoundContacts {
	/** What it says about pages, nearest to the list first. */
	signs: Sign[];
	response: PageResponse;
}

/**
 * Reads a response: the contacts in it, and what it says about pages.
 *
 * @param contactsField where the contacts are, see `findContacts`; empty to recognize the list
 * @param known where an earlier page had the list
 */
export function readPage(
	response: PageResponse,
	contactsField: string,
	known?: ListLocation,
): Page | Failure {
	const read = contactsField === '' ? withoutPageElement(response) : response;
	const found = findContacts(read, contactsField, known);
	const signs = signsOf(read, 'reason' in found ? undefined : found.location);
	const failures = signs.filter(({ meaning }) => meaning === 'failure');
	const names = failures.map(({ name }) => name);
	const isEmptyPage = 'contacts' in found && found.contacts.length === 0;
	if (names.length > 0 && !(isEmptyPage && saysNothingFound(read.body))) {
		return failure('failedWithSuccess', names);
	}
	return 'reason' in found ? found : { ...found, signs, response };
}

/** Takes what is about pages from the start of a list: `[{ "total": 230 }, { "id": 1 }, …]`. */
function withoutPageElement(response: PageResponse): PageResponse {
	const [first, second, ...others] = Array.isArray(response.body)
		? (response.body as unknown[])
		: [];
	if (!isObject(first) || hasId(first) || Object.values(first).some(isObject)) return response;
	const isUnlike =
		isObject(second) &&
		Object.values(second).some((value) => typeof value !== 'object') &&
		!Object.keys(first).some((key) => key in second);
	const isOfPages =
		second === undefined
			? isOnlyAboutPages(first) &&
				explainsNoList({ ...response, body: first, headers: new Headers() })
			: isUnlike && isAboutPages(first);
	const contacts = second === undefined ? [] : [second, ...others];
	return isOfPages ? { ...response, body: { '0': first, contacts } } : response;
}
