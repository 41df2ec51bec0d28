/** What services do with the page size, with totals and in contacts, besides what their plans say. */
import type { Plan } from './plan';
import type { Random } from './random';
import { isLed } from './troubles';
import { USUAL_SIZES } from './words';

export interface Habit {
	/** Makes a page size of a requested one; undefined for a refusal, 0 for that of the service. */
	sizeOf?: (requested: number) => number | undefined;
	/** Whether the total counts the contacts of the page. */
	countsPages?: boolean;
	/** Whether each contact has lists with the names of lists of contacts. */
	hasLists?: boolean;
	/** Whether pages start by the requested page size, even if they are shorter. */
	startsByRequested?: true;
}

const isUsual = (size: number) => USUAL_SIZES.includes(size);

const HABITS: Habit[] = [
	{ sizeOf: (requested) => (isUsual(requested) ? requested : undefined) },
	{ sizeOf: (requested) => (isUsual(requested) ? requested : 0) },
	{ sizeOf: (requested) => Math.ceil(requested / 10) * 10 },
	{ sizeOf: (requested) => Math.max(5, requested) },
	{ countsPages: true },
	{ hasLists: true },
	{ startsByRequested: true },
];

/** The habit of a service; most have none. */
export function habitOf(random: Random, plan: Plan): Habit {
	const habit = random.chance(0.8) ? {} : random.pick(HABITS);
	const { by, signs, headers, sizes, pageSize, pageLength, data } = plan;
	const isHonored = pageLength === pageSize;
	const [first] = signs;
	// A page that is cut may be all that a total counts, and nothing may be left that says more.
	const mayCount = isHonored && first && first.kind !== 'total' && !('X-Total-Count' in headers);
	// A link or cursor of such a service skips contacts itself.
	const mayStart = by.kind !== 'cursor' && !isLed(plan) && sizes.sizeParameter === 'pageSize';
	if (habit.countsPages && !mayCount) return {};
	if (habit.startsByRequested && !mayStart) return {};
	// A single one may be anything that has a list in it.
	return habit.hasLists && data === 'columns' ? {} : habit;
}
