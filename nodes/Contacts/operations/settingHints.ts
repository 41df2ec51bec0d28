import { type List, type Pagination, settingsOf, type Way, wayByHand } from '../paginate';
import { quotableName } from '../quotableName';
import type { Note } from './hints';
import { formatSuggestion, isSet } from './listErrors';
import { paginationFields } from './paginationForm';

/** A single request is not worth a hint. */
const WORTH_A_HINT = 2;

const PAGINATION = "'Pagination' in the 'Options'";

/**
 * Hints at settings that would save requests, or have no effect.
 *
 * @param way how the next page is requested, if the list has not yet been read on
 */
export function settingHints(list: List, way = list.proofs.memory.way): Note[] {
	const { pagination } = list.request;
	const unused = unusedLead(way, pagination);
	const settings = way && settingsOf(way);
	if (!settings || isSet(settings, pagination)) return [];
	const suggestion = `${PAGINATION} to ${formatSuggestion(settings)}`;
	if (unused !== undefined) {
		const advice = `No response has ${unused}, so the node has found the next page as in the mode Automatic. Set ${suggestion}, or its 'Mode' to Automatic.`;
		return [{ advice }];
	}
	// The answer that proves a way is the next page.
	const asked = list.asked - 1;
	const advice = `The service does not say how to request its pages, so the node has found out with ${asked} additional requests. To save them, set ${suggestion}.`;
	return asked >= WORTH_A_HINT ? [{ advice }] : [];
}

/** Where no response has what is set, the next page is found as in the mode Automatic. */
function unusedLead(way: Way | undefined, pagination: Pagination): string | undefined {
	const byHand = wayByHand(pagination);
	if (!way || !byHand) return undefined;
	const isUsed = isSet({ ...settingsOf(way), cursorParameter: null }, pagination);
	return isUsed ? undefined : leadSet(byHand, pagination);
}

/** What a way that was set by hand takes from a page. */
function leadSet({ field }: Way, pagination: Pagination): string {
	const named = paginationFields.find(({ name }) => pagination[name as keyof Pagination] === field);
	return named
		? `the '${named.displayName}' ${quotableName(field!)}`
		: 'a Link header with the next page';
}
