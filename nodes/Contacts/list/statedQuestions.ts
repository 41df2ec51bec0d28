import type { Sign } from '../response/readSigns';
import {
	alone,
	type Ask,
	byPage,
	inTurn,
	isNestedIn,
	MAX_ONE_BY_ONE,
	nameOf,
	narrowDown,
	once,
	partition,
	stated,
	type Try,
	wayOf,
} from './asking';
import { totalFailure, weigh } from './evidence';
import { uniqueOverlap } from './memory';
import { offsetParameters, pageParameters, parametersOf } from './parameters';
import { allSignsOf, leadsOf, signsOf } from './signs';
import {
	type Discovery,
	type Echo,
	endOf,
	type ListRequest,
	type ListState,
	overlapAt,
	type Way,
} from './state';
import { urlOf, wayOfLink, wayOfQuery } from './ways';

/** Offsets in a response: that of the page, and that of the request in it. */
const MAX_OFFSETS = 2;

/** Values that are not understood. */
const MAX_LEFTOVERS = 3;

/** Cursors and numbers of the next page, under the names that their parameter may have. */
export function statedNext(state: ListState, request: ListRequest): Ask[] {
	// Where the service says that there is more, an empty page shows that it was asked wrongly.
	const { isMore } = weigh(state, request);
	const foreign = allSignsOf(state, 'link').filter(
		(sign) => sign.isForeign && isOwnLink(sign, request),
	);
	return [...leadsOf(state), ...foreign].flatMap((sign) => {
		const mayBeEmpty = !sign.isForeign && !isMore;
		if (sign.meaning !== 'link') {
			const isNext = sign.meaning === 'cursor' || isAfter(state, sign);
			return isNext ? [bySign(state, sign, parametersOf(sign), mayBeEmpty)] : [];
		}
		return [wayOfLink, wayOfQuery]
			.map((read) => read(request, sign.value as string, sign.name))
			.filter((way) => typeof way === 'object')
			.map((way) => once(stated(state, way, mayBeEmpty)));
	});
}

/** Whether the number of a next page or offset is after this one. */
function isAfter(state: ListState, { meaning, value }: Sign): boolean {
	const isPage = meaning === 'nextPage';
	const [position] = signsOf(state, isPage ? 'page' : 'offset');
	if (position) return value > position.value;
	return (value as number) >= (isPage ? state.pages : endOf(state));
}

/** Whether a link leads to the list's own path. */
function isOwnLink({ name, value }: Sign, request: ListRequest): boolean {
	const way = wayOfLink(request, String(value), name);
	return typeof way === 'object' && urlOf(request, way).pathname === request.url.pathname;
}

/**
 * A value under the names that its parameter may have: the likeliest two, then the rest at once, or one by
 * one where the service filters by every parameter that it does not know. So an empty page is the next one
 * only if the other name brings this page again.
 */
export function* bySign(
	state: ListState,
	sign: Sign,
	parameters: string[],
	mayBeEmpty: boolean,
): Ask {
	const [first, second, ...others] = parameters.map((parameter) => wayOf(sign, parameter));
	const one = yield stated(state, first!);
	const other = yield stated(state, second!);
	const outcomes = [one, other];
	if (mayBeEmpty && outcomes.includes('same') && outcomes.includes('empty')) {
		yield stated(state, one === 'empty' ? first! : second!, true);
	}
	if (one !== 'empty' || other !== 'empty') return yield* narrowDown(state, others);
	for (const way of others.slice(0, MAX_ONE_BY_ONE)) yield stated(state, way);
}

/** The number of this page or the offset of its first contact, where the response has it. */
export function statedPosition(state: ListState, request: ListRequest): Ask[] {
	const [page] = allSignsOf(state, 'page');
	const pageNames = page && (page.value as number) <= 1 ? pageParameters(page.name) : [];
	const offsets = allSignsOf(state, 'offset').slice(0, MAX_OFFSETS);
	return [
		underNames(pageNames, (name) => afterStatedPage(state, name, page!)),
		...offsets.map((offset) =>
			underNames(offsetParameters(offset.name), (name) =>
				afterStatedOffset(state, request, name, offset),
			),
		),
	];
}

/** Asks under the likeliest two names, then under the others: all at once, and alone if that changes anything. */
function* underNames(names: string[], ask: (name: string) => Ask): Ask {
	if ((yield* inTurn(...names.slice(0, 2).map(ask))) === 'end') return 'end';
	const ways = names.slice(2).flatMap((name) => {
		const { value: first } = ask(name).next();
		return typeof first === 'object' ? first.ways : [];
	});
	for (const group of partition(ways, isNestedIn(ways)).reverse()) {
		if (group.length > 1 && (yield { ways: group }) === 'same') continue;
		if ((yield* inTurn(...group.map((way) => ask(nameOf(way))))) === 'end') return 'end';
	}
}

/** On the first page, the field states 0 or 1; the parameter may count from another number. */
function* afterStatedPage(state: ListState, parameter: string, { name, value }: Sign): Ask {
	const number = value as number;
	const at = (next: number): Try => {
		const echo: Echo = { name, lead: number + 1 - next };
		const way: Way = { kind: 'page', parameter, value: next, first: next - 1, echo };
		return { ways: [way], claim: { reason: 'echoed', overlap: overlapAt(state) } };
	};
	const first = yield at(number + 1);
	if (first === 'emptyThere') return 'end';
	// Some services state 0 where no page was requested, and count from 1.
	if (first === 'same' && number === 0 && parameter === 'page') yield* byPage(state, parameter);
	if (first !== 'elsewhere' && first !== 'empty') return;
	const second = yield at(number);
	return first === 'empty' && second === 'same' ? 'end' : undefined;
}

/** The field states the position of this page. Some offsets count pages. */
function* afterStatedOffset(
	state: ListState,
	request: ListRequest,
	parameter: string,
	sign: Sign,
): Ask {
	const at = offsetsBy(state, parameter, sign);
	if (!at) return;
	const overlap = uniqueOverlap(state.memory);
	const back = () => at(endOf(state) - overlap, overlapAt(state) + overlap);
	const mayGoBack = overlap < state.count;
	// Without a total, only contacts that come again show that this one counts contacts.
	if (mayGoBack && weigh(state, request).total === undefined) {
		return (yield back()) === 'same' ? undefined : yield* byPage(state, parameter);
	}
	const outcome = yield at(endOf(state), overlapAt(state));
	if (outcome === 'empty' && mayGoBack) yield back();
	if (outcome !== 'emptyThere') return;
	if (totalFailure(state)) yield* byPage(state, parameter);
	return 'end';
}

/** On the first page, the field states 0, 1 or where the next page starts. */
function offsetsBy({ count }: ListState, parameter: string, { name, value }: Sign) {
	const position = value as number;
	const isEnd = position > 1 && isNextOf(count, position);
	if (position > 1 && !isEnd) return undefined;
	const first = isEnd ? position - count : position;
	const echo: Echo = isEnd ? { name, lead: 0, isEnd } : { name, lead: 0 };
	return (next: number, overlap: number): Try => ({
		ways: [{ kind: 'offset', parameter, value: first + next, first, echo }],
		claim: { reason: overlap > 0 ? 'overlap' : 'echoed', overlap },
	});
}

/** Whether a position is that of the contact after so many; counting may start at 0 or at 1. */
function isNextOf(count: number, position: Sign['value']): boolean {
	return position === count || position === count + 1;
}

/** Values that are not understood, to be sent back. */
export function leftoversOf(state: ListState): Record<'likely' | 'unlikely', Sign[]> {
	const [likely, unlikely] = partition(
		unreadValues(state),
		({ meaning, isPaging }) => isPaging === true || meaning !== 'unread',
	);
	return {
		likely: [...likely, ...impossiblePositions(state)].slice(0, MAX_LEFTOVERS),
		unlikely: unlikely.slice(0, MAX_LEFTOVERS),
	};
}

/**
 * Values of fields that are not understood and may lead on. A number has to be where the next page
 * starts, or in the last contact: any other could skip contacts.
 */
function unreadValues(state: ListState): Sign[] {
	return allSignsOf(state, 'unread', 'cursor', 'nextPage', 'nextOffset', 'lastPage').filter(
		({ meaning, value, isForeign }) =>
			(meaning === 'unread' || isForeign) &&
			(typeof value === 'string' || isNextValue(state, value)),
	);
}

function isNextValue({ pages, received, ids }: ListState, value: Sign['value']): boolean {
	return isNextOf(pages, value) || isNextOf(received, value) || ids.values.at(-1) === value;
}

/** On the first page, a position above 1 that is not where the next page starts is a cursor. */
function impossiblePositions(state: ListState): Sign[] {
	if (state.pages > 1) return [];
	return allSignsOf(state, 'offset', 'page').filter(
		({ value, isForeign }) =>
			(value as number) > 1 &&
			!isNextOf(state.count, value) &&
			(!isForeign || isNextValue(state, value)),
	);
}

/** What another list of the same run has proven. */
export function asDiscovered(
	state: ListState,
	request: ListRequest,
	{ way, proof }: Discovery,
): Ask {
	if (way.kind === 'page') {
		const claim = { reason: proof, overlap: overlapAt(state), isProven: true };
		return once({ ways: [{ ...way, value: way.first + 1 }], claim });
	}
	if (way.kind !== 'cursor' && way.kind !== 'link') return alone(state, way);
	// A link is in the response itself.
	const values = state.signs.filter(
		({ name, meaning }) => way.kind === 'cursor' && name === way.field && meaning !== 'link',
	);
	const mayBeEmpty = !weigh(state, request).isMore;
	return inTurn(...values.map((sign) => once(stated(state, wayOf(sign, nameOf(way)), mayBeEmpty))));
}
