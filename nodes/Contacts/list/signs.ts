import type { Meaning } from '../response/meanings';
import type { Sign } from '../response/readSigns';
import type { ListState } from './state';

/** The signs with some meanings, nearest to the list first. */
export function signsOf(state: Pick<ListState, 'signs'>, ...meanings: Meaning[]): Sign[] {
	return state.signs.filter(({ meaning }) => meanings.includes(meaning));
}

/** The signs that lead to the next page. */
export function leadsOf(state: Pick<ListState, 'signs'>): Sign[] {
	return signsOf(state, 'link', 'cursor', 'nextPage', 'nextOffset');
}

/** Signs of fields that the settings name come before all others. */
export const CONFIGURED_DISTANCE = -1;

/** Whether the settings name the field of a sign. */
export function isConfigured({ distance }: Sign): boolean {
	return distance === CONFIGURED_DISTANCE;
}
