import { orUndefined } from '../../../credentials/contactsApi/orUndefined';
import {
	type List,
	type Pagination,
	settingsOf,
	type SuggestedSettings,
	type Way,
	wayByHand,
} from '../paginate';
import { quotableName } from '../quotableName';
import { formatSuggestion, isSet } from './listErrors';
import { paginationFields } from './paginationForm';

/** What was found out about the service, and the user can set. */
export interface Findings {
	/** How pages are requested, if that was found by asking. */
	settings?: SuggestedSettings;
	/** How many additional requests that took. */
	asked: number;
	/** What is set by hand, but no response had. */
	unused?: string;
}

/** A single request is not worth a hint. */
const WORTH_A_HINT = 2;

/**
 * @param way how the next page is requested, if the list has not yet been read on
 * @param mayHaveFlag whether some page had the 'Has More Field', or a page that was not read may have it
 */
export function findingsOf(
	list: List,
	{ way = list.proofs.memory.way, mayHaveFlag = true }: { way?: Way; mayHaveFlag?: boolean },
): Findings {
	const { asked, request } = list;
	const unused =
		unusedLead(way, request.pagination) ?? (mayHaveFlag ? undefined : unusedFlag(list));
	// The answer that proves a way is the next page.
	const additional = Math.max(0, way ? asked - 1 : asked);
	const isWorthIt = additional >= WORTH_A_HINT || unused !== undefined;
	const settings = way && isWorthIt ? settingsOf(way) : undefined;
	const isNew = settings && !isSet(settings, request.pagination);
	return { asked: additional, ...(isNew && { settings }), ...(unused && { unused }) };
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

/** Hints at settings that would save requests, or have no effect. */
export function settingHints({ settings, asked, unused }: Findings): string[] {
	const requests = `${asked} additional request${asked === 1 ? '' : 's'}`;
	const suggestion = settings && formatSuggestion(settings);
	const found = `The service does not say how to request its pages, so the node has found out with ${requests}. To save them, set ${PAGINATION} to ${suggestion}.`;
	return [
		...(suggestion && !unused ? [found] : []),
		...(unused ? [unusedHint(unused, suggestion)] : []),
	];
}

const PAGINATION = "'Pagination' in the 'Options'";

function unusedHint(unused: string, suggestion?: string): string {
	return suggestion === undefined
		? `No response has ${unused}, so this setting had no effect. Correct or clear it in ${PAGINATION}.`
		: `No response has ${unused}, so the node has found the next page as in the mode Automatic. Set ${PAGINATION} to ${suggestion}, or its 'Mode' to Automatic.`;
}
