import {
	type End,
	isEnd,
	isLed,
	type List,
	type ListRequest,
	type Pagination,
	settingsOf,
	type Step,
	type Way,
	wayByHand,
} from '../paginate';
import { quotableName } from '../quotableName';
import { formatSuggestion, isSet } from './listErrors';
import { paginationFields } from './paginationForm';

/** What is to be known about the items of an input item. A model, which sees no settings, gets no advice. */
export interface Note {
	text?: string;
	advice?: string;
}

/** Says that there are no contacts, or may be more. @param hasMore `maybe` where the service does not say */
export function moreNotes(
	count: number,
	hasMore: 'yes' | 'no' | 'maybe',
	{ limit, pageSize = Infinity, pagination }: ListRequest,
	isSearch: boolean,
): Note[] {
	const none = { text: 'No contact contains every word of the search.' };
	const notes: Note[] = isSearch && count === 0 ? [none] : [];
	const isLimited = count >= limit;
	const isOff = !isLimited && pagination.mode === 'off';
	// With 'Mode' Off, nothing is known of a further page, and a search does not say how long this one was.
	const isWhole = isOff ? !isSearch && count < pageSize && hasMore !== 'yes' : hasMore === 'no';
	if (isWhole) return notes;
	const text = moreText(isLimited, isSearch, hasMore === 'yes' && !isOff);
	const onePage = isOff ? ADVICE.off : ADVICE.page;
	return [...notes, { text, advice: isLimited ? ADVICE.limit : onePage }];
}

function moreText(isLimited: boolean, isSearch: boolean, isCertain: boolean): string {
	const stop = isLimited ? 'Stopped at the limit. ' : '';
	return isSearch
		? `${stop}More contacts ${isCertain ? '' : 'may '}match the search than these.`
		: `${stop}The service ${isCertain ? 'has' : 'may have'} more contacts than these.`;
}

const ADVICE = {
	off: "Only one page was read, because 'Mode' of 'Pagination' is Off. To read further pages, choose another 'Mode'.",
	limit: "To get more, raise 'Limit' in the 'Options'.",
	page: "Turn on 'Return All' to get all of them, or set 'Limit' in the 'Options'.",
};

/** Says what else is to be known about a list. @param next what follows the pages that were read, if it is known */
export function notesOn(list: List, next?: Step | End): Note[] {
	const { pagination } = list.request;
	const { memory, isFew } = list.proofs;
	const { way, isFewer, received } = memory;
	const isOver = next !== undefined && isEnd(next);
	const notes = settingNotes(list, isOver ? way : (next?.way ?? way));
	if (isOver && next.end === 'short' && !isFew) notes.unshift(unproven(received));
	// The cursors of a service may be positions, which deletions move.
	if (isFewer && way && isLed(way) && pagination.checkTotal) notes.unshift(FEWER);
	return notes;
}

const FEWER: Note = {
	text: 'The service stated fewer contacts or pages towards the end than at the start. If some contacts were deleted meanwhile, others may be missing here.',
	advice: 'To be sure, list the contacts again.',
};

const unproven = (received: number): Note => ({
	text: `The service ignores whatever asks for another page, so nothing shows that these ${received} contacts are all.`,
	advice:
		"If they are all, set 'Mode' of 'Pagination' in the 'Options' to Off, which also saves requests. If not, set how to request the next page.",
});

/** Hints at settings that would save requests, or have no effect. */
function settingNotes({ request: { pagination }, asked }: List, way: Way | undefined): Note[] {
	const settings = way && settingsOf(way);
	if (!settings || isSet(settings, pagination)) return [];
	const suggestion = `'Pagination' in the 'Options' to ${formatSuggestion(settings)}`;
	const byHand = wayByHand(pagination);
	// Where no response has what is set, the next page is found as in the mode Automatic.
	if (byHand && !isSet({ ...settings, cursorParameter: null }, pagination)) {
		const advice = `No response has ${leadSet(byHand, pagination)}, so the node has found the next page as in the mode Automatic. Set ${suggestion}, or its 'Mode' to Automatic.`;
		return [{ advice }];
	}
	// The answer that proves a way is the next page. A single other request is not worth a hint.
	const additional = asked - 1;
	const advice = `The service does not say how to request its pages, so the node has found out with ${additional} additional requests. To save them, set ${suggestion}.`;
	return additional > 1 ? [{ advice }] : [];
}

/** What a way that was set by hand takes from a page. */
function leadSet({ field }: Way, pagination: Pagination): string {
	const named = paginationFields.find(({ name }) => pagination[name as keyof Pagination] === field);
	return named
		? `the '${named.displayName}' ${quotableName(field!)}`
		: 'a Link header with the next page';
}

/** More would push the items out of sight. */
const MAX_HINTS = 5;
const MAX_ITEMS = 10;

/**
 * The hints of a run, each once. One that does not hold for all input items names those that it is about,
 * numbered as in n8n's errors.
 */
export function summarizeHints(hintsOfItems: ReadonlyArray<readonly string[]>): string[] {
	const all = [...new Set(hintsOfItems.flat())];
	const shown = all.slice(0, MAX_HINTS).map((hint) => {
		const items = [...hintsOfItems.keys()].filter((item) => hintsOfItems[item]!.includes(hint));
		return items.length === hintsOfItems.length ? hint : `${hint} [${formatItems(items)}]`;
	});
	const hidden = all.length - shown.length;
	return hidden === 0 ? shown : [...shown, `Hints that are not shown: ${hidden}.`];
}

function formatItems(items: readonly number[]): string {
	const shown = items.slice(0, MAX_ITEMS).join(', ');
	const rest = items.length > MAX_ITEMS ? ', …' : '';
	return `${items.length === 1 ? 'item' : 'items'} ${shown}${rest}`;
}
