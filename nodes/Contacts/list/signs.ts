import type { Meaning } from '../response/meanings';
import type { Sign } from '../response/readSigns';

interface Signs {
	signs: Sign[];
}

/** The signs with some meanings whose names are understood, nearest to the list first. */
export function signsOf(state: Signs, ...meanings: Meaning[]): Sign[] {
	return allSignsOf(state, ...meanings).filter(({ isForeign }) => !isForeign);
}

/** The same with those of foreign names, which may only raise questions. */
export function allSignsOf({ signs }: Signs, ...meanings: Meaning[]): Sign[] {
	return signs.filter(({ meaning }) => meanings.includes(meaning));
}

/** The signs that lead to the next page. */
export function leadsOf(state: Signs): Sign[] {
	return signsOf(state, 'link', 'cursor', 'nextPage', 'nextOffset');
}

/** What may say that there is more, but is not understood. */
export function hintsOf(state: Signs): Sign[] {
	return state.signs.filter(
		({ meaning, value, isForeign, isPaging }) =>
			(meaning === 'unread' && isPaging) || (isForeign && meaning === 'more' && value === true),
	);
}

/** Whether two signs are fields of the same object, or both headers. */
export function areTogether(one: Sign, other: Sign): boolean {
	return one.distance === other.distance && parentOf(one) === parentOf(other);
}

function parentOf({ name }: Sign): string {
	return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
