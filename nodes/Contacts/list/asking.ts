import type { Sign } from '../response/readSigns';
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
export type Ask = Generator<Try, 'end' | 'filtered' | void, Outcome>;

/** Asks one question after another. */
export function* inTurn(...questions: Ask[]): Ask {
	for (const question of questions) {
		if ((yield* question) === 'end') return 'end';
	}
}

export function* once(only: Try): Ask {
	yield only;
}

/** Tries a way that the service states. */
export function stated(state: ListState, way: Way, acceptsEmpty = false): Try {
	return { ways: [way], claim: { reason: 'stated', overlap: overlapAt(state) }, acceptsEmpty };
}

/** Asks for one way alone, as it takes to prove it. */
export function alone(state: ListState, way: Way): Ask {
	if (way.kind === 'page') return byPage(state, way.parameter);
	const isStart = way.kind === 'offset' || way.kind === 'lastContact';
	return isStart ? byStart(state, way as Start) : once(stated(state, way));
}

/**
 * The position that should be this page has to bring it again, and the next one only new contacts.
 *
 * @returns how the first try has ended, or `end`
 */
export function* counted(
	state: ListState,
	way: Position,
): Generator<Try, Outcome | 'end', Outcome> {
	const first = yield { ways: [{ ...way, value: way.first }] };
	if (first !== 'same') return first;
	const claim = { reason: 'counted', overlap: overlapAt(state), isConfirmed: true } as const;
	const second = yield { ways: [way], claim };
	return second === 'empty' || second === 'refused' ? 'end' : first;
}

/** Counts pages from 1, or else from 0: then the first number has brought the second page. */
export function* byPage(state: ListState, parameter: string): Ask {
	const one = yield* counted(state, pageAt(2, parameter));
	if (one === 'end') return 'end';
	if (one === 'new') yield* counted(state, pageAt(1, parameter));
	if (one !== 'empty') return undefined;
	const zero = yield { ways: [pageAt(0, parameter)] };
	return zero === 'same' ? 'end' : 'filtered';
}

export function pageAt(value: number, parameter: string): Position {
	return { kind: 'page', parameter, value, first: value - 1 };
}

/** One contact back: that one has to come again, first. A single contact leaves nothing to go back. */
export function* byStart(state: ListState, start: Start): Ask {
	const overlap = uniqueOverlap(state.memory);
	const way = overlap < state.count && startBack(state, start, overlap);
	if (way) yield { ways: [way], claim: { reason: 'overlap', overlap } };
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
 * @param answer to all of them at once, if it is known
 */
export function* narrowDown(
	state: ListState,
	all: readonly Way[],
	areOthersIgnored = false,
	answer?: Outcome,
): Ask {
	const narrow = (ways: Way[], known?: Outcome) => narrowDown(state, ways, areOthersIgnored, known);
	const each = (ways: Way[]) => inTurn(...ways.map((way) => alone(state, way)));
	const [nested, ways] = partition(all, isNestedIn(all));
	if (nested.length > 0) return yield* inTurn(narrow(ways), narrow(nested));
	if (ways.length <= 1) return yield* each(ways);
	const outcome = answer ?? (yield { ways });
	if (outcome === 'same') return undefined;
	if (isError(outcome) && !areOthersIgnored) return yield* each(ways.slice(0, MAX_ONE_BY_ONE));
	const [likely, others] = partition(ways, (way) => explains(state, way, outcome));
	if (likely.length > 0 && others.length > 0) return yield* inTurn(narrow(likely), narrow(others));
	const half = Math.ceil(ways.length / 2);
	const [first, second] = [ways.slice(0, half), ways.slice(half)];
	const ofFirst = half > 1 ? yield { ways: first } : undefined;
	// Where the first half changes nothing, the second one has changed the answer.
	return yield* inTurn(
		narrow(first, ofFirst),
		narrow(second, ofFirst === 'same' ? outcome : undefined),
	);
}

/** `page` and `page[number]` in one request are one parameter to PHP and to Express with `qs`. */
export function isNestedIn(ways: readonly Way[]): (way: Way) => boolean {
	const names = new Set(ways.map(nameOf));
	return (way) => nameOf(way).includes('[') && names.has(nameOf(way).replace(/\[.*/, ''));
}

/** Whether a way goes back by as many contacts as an answer starts with. */
export function explains({ received, ids }: ListState, way: Way, outcome: Outcome): boolean {
	if (typeof outcome !== 'object' || !('overlaps' in outcome)) return false;
	const { overlaps } = outcome;
	if (way.kind === 'lastContact') {
		return overlaps.includes(ids.values.length - 1 - ids.values.indexOf(way.value));
	}
	// The service may count contacts from 1.
	return (
		way.kind === 'offset' && [0, 1].some((first) => overlaps.includes(received - way.value + first))
	);
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

/** Those for which a test holds, and the others. */
export function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
	return [all.filter(test), all.filter((one) => !test(one))];
}
