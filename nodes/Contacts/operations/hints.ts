import { type End, isLed, type List, type ListRequest, SMALLEST_CAP } from '../paginate';
import type { ReadList } from './readPages';

/** What is to be known about the items of an input item. A model, which sees no settings, gets no advice. */
export interface Note {
	text?: string;
	advice?: string;
}

/** Says that there are no contacts, or may be more. */
export function notesOn(
	read: ReadList,
	{ pageSize, pagination }: ListRequest,
	isSearch: boolean,
): Note[] {
	const { contacts, hasMore, isLimited } = read;
	const notes: Note[] = [];
	if (isSearch && contacts.length === 0) {
		notes.push({ text: 'No contact contains every word of the search.' });
	}
	const reason = isLimited ? 'limit' : pagination.mode === 'off' ? 'off' : 'page';
	// With 'Mode' Off, nothing is known of a further page, and a search does not say how long this one was.
	const mayBePart = isSearch || contacts.length >= (pageSize ?? Infinity) || hasMore === 'yes';
	const more = reason !== 'off' ? hasMore : mayBePart ? 'maybe' : 'no';
	if (more === 'no') return notes;
	const text = moreText(isLimited, isSearch, more === 'yes');
	return [...notes, { text, advice: ADVICE[reason] }];
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

/** Says that contacts may be missing: the cursors of a service may be positions, which deletions move. */
export function changeNotes({ proofs, request }: List): Note[] {
	const { way, isFewer } = proofs.memory;
	return isFewer && way && isLed(way) && request.pagination.checkTotal ? [FEWER] : [];
}

const FEWER: Note = {
	text: 'The service stated fewer contacts or pages towards the end than at the start. If some contacts were deleted meanwhile, others may be missing here.',
	advice: 'To be sure, list the contacts again.',
};

/** Says that nothing proves the end of a list: the service ignores whatever asks for another page. */
export function endNotes({ proofs }: List, { end }: End): Note[] {
	const { received } = proofs.memory;
	if (end !== 'short' || received < SMALLEST_CAP) return [];
	const text = `The service ignores whatever asks for another page, so nothing shows that these ${received} contacts are all.`;
	return [{ text, advice: UNPROVEN }];
}

const UNPROVEN =
	"If they are all, set 'Mode' of 'Pagination' in the 'Options' to Off, which also saves requests. If not, set how to request the next page.";

/** More would push the items out of sight. */
const MAX_HINTS = 5;
const MAX_ITEMS = 10;

/**
 * The hints of a run, each once. One that does not hold for all input items names those that it is about,
 * numbered as in n8n's errors.
 */
export function summarizeHints(hintsOfItems: ReadonlyArray<readonly string[]>): string[] {
	const itemsOf = new Map<string, number[]>();
	for (const [item, hints] of hintsOfItems.entries()) {
		for (const hint of new Set(hints)) {
			const items = itemsOf.get(hint);
			if (items) items.push(item);
			else itemsOf.set(hint, [item]);
		}
	}
	const all = [...itemsOf].map(([hint, items]) =>
		items.length === hintsOfItems.length ? hint : `${hint} [${formatItems(items)}]`,
	);
	const hidden = all.length - MAX_HINTS;
	if (hidden <= 0) return all;
	return [...all.slice(0, MAX_HINTS), `Hints that are not shown: ${hidden}.`];
}

function formatItems(items: readonly number[]): string {
	const shown = items.slice(0, MAX_ITEMS).join(', ');
	const rest = items.length > MAX_ITEMS ? ', …' : '';
	return `${items.length === 1 ? 'item' : 'items'} ${shown}${rest}`;
}
