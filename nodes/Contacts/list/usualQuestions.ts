import type { Sign } from '../response/readSigns';
import { lastKey } from '../response/words';
import {
	type Ask,
	byPage,
	byStart,
	explains,
	inTurn,
	isError,
	MAX_ONE_BY_ONE,
	nameOf,
	narrowDown,
	once,
	pageAt,
	startBack,
	wayOf,
} from './asking';
import { type Start, usualParameters } from './parameters';
import { type ListState, MAX_BACK, type Outcome, overlapAt, type Way } from './state';

/**
 * All usual parameters in one request, and each value that is not understood, under its own name: if this
 * page comes again, none of them is the right one. Otherwise the contacts that come show which may be.
 */
export function* usual(state: ListState, leftovers: Sign[], elsewhere: Ask[]): Ask {
	const { starts, pages, names } = usualParameters(state.ids.field, state.style);
	const [group = [], ...groups] = goingBack(state, starts);
	const own = leftovers
		.map((sign) => wayOf(sign, lastKey(sign.name)))
		.filter((way) => !names.has(nameOf(way)));
	const numbers = pages.map((parameter) => pageAt(2, parameter));
	const all = [...group, ...numbers, ...own];
	// Some services refuse a `$` or brackets in the name of a parameter that they do not know.
	const first = all.filter((way) => PLAIN_NAME.test(nameOf(way)));
	const marked = all.filter((way) => !first.includes(way));
	const outcome = yield { ways: first };
	if (outcome === 'same') {
		const confirm = (way: Way) => {
			const start = startOf(way, starts);
			if (start) return byStart(state, start);
			return way.kind === 'page'
				? byPage(state, nameOf(way))
				: once(way, 'stated', overlapAt(state));
		};
		const [second = [], ...others] = groups;
		const ofKind = (kind: Way['kind']) => others.flat().filter((way) => way.kind === kind);
		const rarer = [[...second, ...marked], ofKind('offset'), ofKind('lastContact')];
		return yield* inTurn(
			...elsewhere,
			...rarer.map((ways) => narrowDown(state, ways, confirm, true)),
		);
	}
	yield* inTurn(
		...explanationsOf(state, starts, first, outcome),
		...own.map((way) => once(way, 'stated', overlapAt(state))),
	);
	const byFirst = yield* byPage(state, pages[0]!);
	if (byFirst === 'end') return byFirst;
	// A service that refuses what it does not know, or filters by it, has to be asked for one after the other.
	const isFiltered = outcome === 'empty' && byFirst === 'filtered';
	const oneByOne = starts.slice(0, isError(outcome) || isFiltered ? MAX_ONE_BY_ONE - 1 : 0);
	const asked = new Set(first.map(nameOf));
	const others = [...pages.slice(1), ...starts.map(({ parameter }) => parameter)];
	const counted = [
		pages.slice(1).filter((parameter) => asked.has(parameter)),
		starts.map(({ parameter }) => parameter).filter((parameter) => asked.has(parameter)),
		others.filter((parameter) => !asked.has(parameter)),
	];
	return yield* inTurn(
		...oneByOne.map((start) => byStart(state, start)),
		...(isFiltered
			? [
					...FILTERED_PAGES.map((parameter) => byPage(state, parameter)),
					...FILTERED_STARTS.map((parameter) => byStart(state, { kind: 'offset', parameter })),
				]
			: counted.map((parameters) =>
					narrowDown(
						state,
						parameters.map((parameter) => pageAt(2, parameter)),
						(way) => byPage(state, nameOf(way)),
					),
				)),
		...elsewhere,
	);
}

const PLAIN_NAME = /^[\w-]+$/;

/** Names of frameworks whose services filter by every parameter that they do not know. */
const FILTERED_PAGES = ['_page'];
const FILTERED_STARTS = ['$skip', '_start'];

/** The parameters alone that may explain an answer. */
function explanationsOf(
	state: ListState,
	starts: readonly Start[],
	ways: Way[],
	outcome: Outcome,
): Ask[] {
	return ways.flatMap((way) => {
		const start = startOf(way, starts);
		return start && explains(state, way, outcome) ? [byStart(state, start)] : [];
	});
}

function startOf(way: Way, starts: readonly Start[]): Start | undefined {
	return starts.find(({ kind, parameter }) => kind === way.kind && parameter === nameOf(way));
}

/**
 * Groups of ways that each go back by another number of contacts: from one on for IDs, of which few are
 * kept if they are long, and down from as many as possible for offsets.
 */
function goingBack(state: ListState, starts: readonly Start[]): Way[][] {
	const { count, memory, ids } = state;
	const groups: Array<{ ways: Way[]; least: number; most: number }> = [];
	for (const start of starts) {
		const kept = start.kind === 'offset' ? Infinity : ids.values.length - 1;
		const hasRoom = ({ least, most }: (typeof groups)[number]) => least <= Math.min(most, kept);
		// All the way back would be the first page again.
		const empty = {
			ways: [],
			least: 1,
			most: Math.min(count - 1, memory.contacts.length, MAX_BACK),
		};
		const group = groups.find(hasRoom) ?? empty;
		if (!hasRoom(group)) continue;
		if (group === empty) groups.push(group);
		// Counting may start at 0 or at 1.
		const back = start.kind === 'offset' ? Math.max(group.most - 1, group.least) : group.least++;
		if (start.kind === 'offset') group.most = back - 1;
		group.ways.push(startBack(state, start, back)!);
	}
	return groups.map(({ ways }) => ways);
}
