import type { Sign } from '../response/readSigns';
import type { PageReason } from './kernel';
import { uniqueOverlap } from './memory';
import type { Start } from './parameters';
import {
	type Attempt,
	type ListState,
	type Outcome,
	overlapAt,
	type Position,
	type Way,
} from './state';
import { wayBack } from './ways';

/** Names to try one after the other where a service refuses several at once. */
export const MAX_ONE_BY_ONE = 5;

/** An attempt, to which the name of its question is added. */
export type Try = Omit<Attempt, 'question'>;

/**
 * Something to ask the service: tries, each of which receives how the one before has ended, until a proof.
 * It returns `end` if the answers show that there is no next page, and `filtered` if the service filters by
 * a parameter that it does not know.
 */
export type Ask = Generator<Try, 'end' | 'filtered' | undefined, Outcome>;

export function once(way: Way, reason: PageReason, overlap: number, acceptsEmpty = false): Ask {
	return attempt({ ways: [way], claim: { reason, overlap }, acceptsEmpty });
}

export function* attempt(one: Try): Ask {
	yield one;
	return undefined;
}

/** Asks one question after another. */
export function* inTurn(...questions: Ask[]): Ask {
	for (const question of questions) {
		if ((yield* question) === 'end') return 'end';
	}
	return undefined;
}

export function isError(outcome: Outcome): boolean {
	return outcome === 'error' || outcome === 'refused';
}

export function wayOf({ name, value }: Sign, parameter: string): Way {
	return { kind: 'cursor', parameter, value: value as string | number, field: name };
}

export function nameOf(way: Way): string {
	return (way as Position).parameter;
}

export function pageAt(value: number, parameter: string): Position {
	return { kind: 'page', parameter, value, first: value - 1 };
}

/**
 * The number that should be this page has to bring it again, and the next one only new contacts. Where
 * pages count from 0, the first of them is the next page already.
 */
export function* byPage(state: ListState, parameter: string): Ask {
	const at = (value: number, isConfirmed: boolean): Try => ({
		ways: [pageAt(value, parameter)],
		claim: { reason: 'counted', overlap: overlapAt(state), isConfirmed },
	});
	const one = yield at(1, false);
	if (one === 'same') {
		const two = yield at(2, true);
		return two === 'empty' || two === 'refused' ? 'end' : undefined;
	}
	// The first page may have the number 0: then this was the second.
	if (one !== 'empty' && one !== 'new') return undefined;
	const zero = yield at(0, false);
	if (one === 'empty') return zero === 'same' ? 'end' : 'filtered';
	if (zero === 'same') yield at(1, true);
	return undefined;
}

/** One contact back: that one has to come again, first. A single contact leaves nothing to go back. */
export function* byStart(state: ListState, start: Start): Ask {
	const overlap = uniqueOverlap(state.memory);
	const way = overlap < state.count && startBack(state, start, overlap);
	return way ? yield* once(way, 'overlap', overlap) : undefined;
}

/** Requests the contacts from the one that is `overlap` places before the next one. */
export function startBack(
	state: ListState,
	{ kind, parameter, first = 0 }: Start,
	overlap: number,
): Way | undefined {
	const { received, ids } = state;
	const way: Way =
		kind === 'offset'
			? { kind, parameter, value: received + first, first }
			: { kind, parameter, value: '', field: ids.field };
	return wayBack(state, way, overlap);
}

/**
 * Finds the way that the service understands: only that one changes the answer, whose start may show it.
 *
 * @param areOthersIgnored whether the service refuses only what it understands
 */
export function* narrowDown(
	state: ListState,
	all: readonly Way[],
	confirm: (way: Way) => Ask,
	areOthersIgnored = false,
): Ask {
	const inParts = (...parts: Way[][]) =>
		inTurn(...parts.map((part) => narrowDown(state, part, confirm, areOthersIgnored)));
	const [ways, nested] = withoutNested(all);
	if (nested.length > 0) return yield* inParts(ways, nested);
	if (ways.length <= 1) return yield* inTurn(...ways.map(confirm));
	const outcome = yield { ways };
	if (outcome === 'same') return undefined;
	if (isError(outcome) && !areOthersIgnored) {
		return yield* inTurn(...ways.slice(0, MAX_ONE_BY_ONE).map(confirm));
	}
	const [likely, unlikely] = [true, false].map((is) =>
		ways.filter((way) => explains(state, way, outcome) === is),
	) as [Way[], Way[]];
	if (likely.length > 0 && unlikely.length > 0) return yield* inParts(likely, unlikely);
	const half = Math.ceil(ways.length / 2);
	return yield* inParts(ways.slice(0, half), ways.slice(half));
}

/**
 * `page` and `page[number]` in one request are one parameter to PHP and to Express with `qs`.
 *
 * @returns the ways without those that are nested in another one, and these
 */
function withoutNested(ways: readonly Way[]): [Way[], Way[]] {
	const names = new Set(ways.map(nameOf));
	const isNested = (way: Way) =>
		names.has(nameOf(way).replace(/\[.*/, '')) && nameOf(way).includes('[');
	return [ways.filter((way) => !isNested(way)), ways.filter(isNested)];
}

/** Whether a way goes back by as many contacts as an answer starts with. */
export function explains(state: ListState, way: Way, outcome: Outcome): boolean {
	if (typeof outcome !== 'object' || !('overlaps' in outcome)) return false;
	const back = backOf(state, way);
	// The service may count contacts from 1.
	return outcome.overlaps.some(
		(overlap) => overlap === back || (way.kind === 'offset' && overlap === back + 1),
	);
}

/** How many contacts a way goes back. */
function backOf(state: ListState, way: Way): number {
	if (way.kind === 'offset') return state.received - way.value;
	return way.kind === 'lastContact'
		? state.ids.values.length - 1 - state.ids.values.indexOf(way.value)
		: 0;
}
