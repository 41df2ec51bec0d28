import type { Meaning } from '../response/meanings';
import type { Sign } from '../response/readSigns';
import { familyOf, lastKey, wordsIn } from '../response/words';
import type { ListState } from './state';

/** The signs with some meanings, nearest to the list first. */
export function signsOf(state: Pick<ListState, 'signs'>, ...meanings: Meaning[]): Sign[] {
	return state.signs.filter(({ meaning }) => meanings.includes(meaning));
}

/** Signs of fields that the settings name come before all others. */
export const CONFIGURED_DISTANCE = -1;

/** Whether a field that says whether there are more pages is, by its name, true on the last one. */
export function isLastFlag(name: string): boolean {
	return wordsIn(lastKey(name)).some(
		(word) => word === 'no' || /^(last|end)$/.test(familyOf(word) ?? ''),
	);
}
