import type { Failure } from '../response/failure';
import type { ListLocation } from '../response/findContacts';
import { type PageResponse, readPage } from '../response/readPage';

const MAX_LISTS = 8;

/** Several lists in a response, one of which may be the contacts, and how long they are. Plain data. */
export interface ListChoice {
	lists: Array<{ field: string; count: number }>;
	/** The page size to request, so that the contacts become fewer. */
	pageSize: number;
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
	const pageSize = Math.max(1, Math.min(...lists.map(({ count }) => count)) - 1);
	return { lists, pageSize, failure };
}

/**
 * @param requested the page size that the person wants
 * @returns where the contacts are, if only one list has become as short as was requested, or if the service
 * ignores the page size and only one has any elements
 */
export function chosenBy(
	response: PageResponse,
	{ lists, pageSize }: ListChoice,
	requested: number | undefined,
): ListLocation | undefined {
	const filled = lists.filter(({ count }) => count > 0);
	const likely = lists.flatMap(({ field, count }) => {
		const page = readPage(response, field);
		if ('reason' in page) return [];
		const { length } = page.contacts;
		const isShorter = count > pageSize && length === pageSize;
		const isAlone = filled.length === 1 && count > Number(requested) && length === count;
		return isShorter || isAlone ? [page.location] : [];
	});
	return likely.length === 1 ? likely[0] : undefined;
}
