import type { Sign } from '../response/readSigns';
import { lastKey } from '../response/words';
import {
	alone,
	type Ask,
	byPage,
	byStart,
	explains,
	inTurn,
	isError,
	MAX_ONE_BY_ONE,
	nameOf,
	narrowDown,
	pageAt,
	partition,
	startBack,
	wayOf,
} from './asking';
import { type Start, usualParameters } from './parameters';
import { type ListState, MAX_BACK, type Way } from './state';

/**
 * All usual parameters in one request, and each value that is not understood, under its own name: if this
 * page comes again, none of them is the right one. Otherwise the contacts that come show which may be.
 */
export function* usual(state: ListState, leftovers: Sign[], elsewhere: Ask[]): Ask {
	const { starts, pages, names } = usualParameters(state.ids.field, state.style);
	const [group = [], second = [], ...rarer] = goingBack(state, starts);
	const own = leftovers
		.map((sign) => wayOf(sign, lastKey(sign.name)))
		.filter((way) => !names.has(nameOf(way)));
	const numbers = pages.map((parameter) => pageAt(2, parameter));
	// Some services refuse a `$` or brackets in the name of a parameter that they do not know.
	const [first, marked] = partition<Way>([...group, ...numbers, ...own], (way) =>
		/^[\w-]+$/.test(nameOf(way)),
	);
	const outcome = yield { ways: first };
	if (outcome === 'same') {
		const groups = [[...second, ...marked], rarer.flat()];
		return yield* inTurn(...elsewhere, ...groups.map((ways) => narrowDown(state, ways, true)));
	}
	const each = (ways: readonly Way[]) => ways.map((way) => alone(state, way));
	yield* inTurn(...each(first.filter((way) => explains(state, way, outcome))), ...each(own));
	const byFirst = yield* byPage(state, pages[0]!);
	if (byFirst === 'end') return byFirst;
	// A service that refuses what it does not know, or filters by it, has to be asked for one after the other.
	const isFiltered = outcome === 'empty' && byFirst === 'filtered';
	const oneByOne = starts.slice(0, isError(outcome) || isFiltered ? MAX_ONE_BY_ONE - 1 : 0);
	// What takes the number of a page may have the name of an offset.
	const all = [...pages.slice(1), ...starts.map(({ parameter }) => parameter)];
	const counted = partition<Way>(
		all.map((parameter) => pageAt(2, parameter)),
		(way) => first.some((asked) => nameOf(asked) === nameOf(way)),
	);
	return yield* inTurn(
		...oneByOne.map((start) => byStart(state, start)),
		...elsewhere,
		...(isFiltered ? each(FILTERED) : counted.map((ways) => narrowDown(state, ways))),
	);
}

/** Names of frameworks whose services filter by every parameter that they do not know. */
const FILTERED: readonly Way[] = [
	pageAt(2, '_page'),
	...['$skip', '_start'].map(
		(parameter) => ({ kind: 'offset', parameter, value: 0, first: 0 }) as const,
	),
];

/**
 * Groups of ways that each go back by another number of contacts: from one on for IDs, of which few are
 * kept if they are long, and down from as many as possible for offsets.
 */
function goingBack(state: ListState, starts: readonly Start[]): Way[][] {
	const { count, memory, ids } = state;
	// All the way back would be the first page again.
	const most = Math.min(count - 1, memory.contacts.length, MAX_BACK);
	const kept = Math.min(most, ids.values.length - 1);
	const groups: Array<{ ways: Way[]; least: number; most: number }> = [];
	for (const start of starts) {
		const isOffset = start.kind === 'offset';
		if ((isOffset ? most : kept) < 1) continue;
		let group = groups.find(({ least, most }) => least <= (isOffset ? most : Math.min(most, kept)));
		if (!group) groups.push((group = { ways: [], least: 1, most }));
		// Counting may start at 0 or at 1.
		const back = isOffset ? Math.max(group.most - 1, group.least) : group.least++;
		if (isOffset) group.most = back - 1;
		group.ways.push(startBack(state, start, back)!);
	}
	return groups.map(({ ways }) => ways);
}
