import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import { type List, type Pagination, settingsOf, type Way, wayByHand } from '../paginate';
import { quotableName } from '../quotableName';
import { formatSuggestion, isSet } from './listErrors';
import { paginationFields } from './paginationForm';

/** A single request is not worth a hint. */
const WORTH_A_HINT = 2;

const PAGINATION = "'Pagination' in the 'Options'";

/**
 * Hints at settings that would save requests, or have no effect.
 *
 * @param way how the next page is requested, if the list has not yet been read on
 * @param mayHaveFlag whether some page had the 'Has More Field', or a page that was not read may have it
 */
export function settingHints(
	list: List,
	way: Way | undefined = list.proofs.memory.way,
	mayHaveFlag = true,
): string[] {
	const { pagination } = list.request;
	const unused = unusedLead(way, pagination) ?? (mayHaveFlag ? undefined : unusedFlag(list));
	const settings = way && settingsOf(way);
	const suggestion = settings && !isSet(settings, pagination) && formatSuggestion(settings);
	if (unused !== undefined) return [unusedHint(unused, suggestion)];
	// The answer that proves a way is the next page.
	const asked = list.asked - 1;
	return suggestion && asked >= WORTH_A_HINT
		? [
				`The service does not say how to request its pages, so the node has found out with ${asked} additional requests. To save them, set ${PAGINATION} to ${suggestion}.`,
			]
		: [];
}

function unusedHint(unused: string, suggestion: string | false | undefined): string {
	return suggestion
		? `No response has ${unused}, so the node has found the next page as in the mode Automatic. Set ${PAGINATION} to ${suggestion}, or its 'Mode' to Automatic.`
		: `No response has ${unused}, so this setting had no effect. Correct or clear it in ${PAGINATION}.`;
}

/** Where no response has what is set, the next page is found as in the mode Automatic. */
function unusedLead(way: Way | undefined, pagination: Pagination): string | undefined {
	const byHand = wayByHand(pagination);
	if (!way || !byHand) return undefined;
	const isUsed = isSet({ ...settingsOf(way), cursorParameter: null }, pagination);
	return isUsed ? undefined : leadSet(byHand, pagination);
}

/** What the settings name, if the last page should have it and has not. */
export function missingLead(list: List): string | undefined {
	const { pagination } = list.request;
	const way = wayByHand(pagination);
	// It throws where there is a link, but to another address.
	const isMissing = way && orUndefined(() => list.stepAlong(way) === undefined);
	return isMissing ? leadSet(way, pagination) : undefined;
}

/** What a way that was set by hand takes from a page. */
function leadSet({ field }: Way, pagination: Pagination): string {
	const named = paginationFields.find(({ name }) => pagination[name as keyof Pagination] === field);
	return named
		? `the '${named.displayName}' ${quotableName(field!)}`
		: 'a Link header with the next page';
}

/** Some services send a flag only if there is more than one page. */
function unusedFlag({ proofs, request }: List): string | undefined {
	const name = quotableName(request.pagination.hasMoreField);
	return proofs.memory.pages > 1 ? `the 'Has More Field' ${name}` : undefined;
}

/** Whether the last page has the 'Has More Field'; true where there is no such setting. */
export function hasFlagField({ flag, proofs }: List): boolean {
	return flag === undefined || proofs.fields.some(({ isSetting }) => isSetting);
}
