import type { ListLocation, PageResponse } from '../response/pageResponse';
import type { Failure } from '../response/failure';
import { readPage } from '../response/readPage';
import type { PageSize } from './parameters';
import { signsOf } from './signs';

const MAX_LISTS = 8;

/** Several lists in a response, one of which may be the contacts, and how long they are. Plain data. */
export interface ListChoice {
	lists: Array<{ field: string; count: number }>;
	/** The page size to request, so that the contacts become fewer. */
	pageSize: PageSize;
	/** What is wrong if that does not show which they are. */
	failure: Failure;
}

/**
 * What to ask to find out which of several lists has the contacts: only these become fewer with a smaller
 * page size.
 *
 * @param failure of reading the first page
 */
export function choiceOf(response: PageResponse, failure: Failure): ListChoice | undefined {
	if (failure.reason !== 'manyLists') return undefined;
	const [fields] = failure.details;
	if (fields.length > MAX_LISTS) return undefined;
	const lists = fields.flatMap((field) => {
		const page = readPage(response, field);
		return 'reason' in page ? [] : [{ field, count: page.contacts.length }];
	});
	if (lists.length === 0) return undefined;
	const pageSize = Math.max(1, Math.min(...lists.map(({ count }) => count)) - 1);
	return { lists, pageSize, failure };
}

/**
 * @param pageSize that was requested to find the contacts
 * @param wanted page size that the person wants
 * @returns where the contacts are, if only one list has become as short as was requested. Where the service
 * ignores the page size: if only one has any elements, or as many as are stated
 */
export function chosenBy(
	response: PageResponse,
	{ lists }: ListChoice,
	pageSize: number,
	wanted: number | undefined,
): ListLocation | undefined {
	const read = lists.flatMap(({ field, count }) => {
		const page = readPage(response, field);
		return 'reason' in page ? [] : [{ count, page, length: page.contacts.length }];
	});
	const shorter = read.filter(({ count, length }) => count > pageSize && length === pageSize);
	const same = read.filter(({ count, length }) => length === count);
	const filled = lists.filter(({ count }) => count > 0);
	const alone = same.filter(({ count }) => filled.length === 1 && count > Number(wanted));
	const stated = same.filter(({ count, page }) =>
		signsOf(page, 'total', 'count').some(({ value }) => value === count),
	);
	const [found, ...others] = [shorter, alone, stated].find(({ length }) => length > 0) ?? [];
	return others.length === 0 ? found?.page.location : undefined;
}
