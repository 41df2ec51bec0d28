import type { Sign } from '../response/readSigns';
import { lastKey } from '../response/words';
import {
	type Ask,
	attempt,
	byPage,
	byStart,
	inTurn,
	MAX_ONE_BY_ONE,
	narrowDown,
	once,
	type Try,
	wayOf,
} from './asking';
import { totalFailure, weigh } from './evidence';
import { uniqueOverlap } from './memory';
import { offsetParameters, pageParameters, parametersOf, type Start } from './parameters';
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
	const isForeign = (sign: Sign) => sign.isForeign === true && isOwnLink(sign, request);
	const foreign = allSignsOf(state, 'link').filter(isForeign);
	return [...leadsOf(state), ...foreign].flatMap((sign) => {
		// Where the service says that there is more, an empty page shows that it was asked wrongly.
		const mayBeEmpty = !sign.isForeign && !weigh(state, request).isMore;
		if (sign.meaning === 'link') {
			return [wayOfLink, wayOfQuery].flatMap((read) => {
				const way = read(request, sign.value as string, sign.name);
				const isUsable = way !== undefined && way !== 'elsewhere';
				return isUsable ? [once(way, 'stated', overlapAt(state), mayBeEmpty)] : [];
			});
		}
		const kind = sign.meaning === 'nextPage' ? 'page' : 'offset';
		if (sign.meaning !== 'cursor' && !isAfter(state, kind, sign.value as number)) return [];
		return [bySign(state, sign, parametersOf(sign), mayBeEmpty)];
	});
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
	const ask = (way: Way, acceptsEmpty = false) =>
		once(way, 'stated', overlapAt(state), acceptsEmpty).next().value as Try;
	const [first, second, ...others] = parameters.map((parameter) => wayOf(sign, parameter));
	const one = yield ask(first!);
	const other = yield ask(second!);
	const outcomes = [one, other];
	if (mayBeEmpty && outcomes.includes('same') && outcomes.includes('empty')) {
		yield ask(one === 'empty' ? first! : second!, true);
	}
	if (one === 'empty' && other === 'empty') {
		for (const way of others.slice(0, MAX_ONE_BY_ONE)) yield ask(way);
		return undefined;
	}
	return yield* narrowDown(state, others, (way) => once(way, 'stated', overlapAt(state)));
}

/** Whether the number of a next page or offset is after this one. */
function isAfter(state: ListState, kind: 'page' | 'offset', value: number): boolean {
	const [position] = signsOf(state, kind);
	if (position) return value > (position.value as number);
	return kind === 'page' ? value >= state.pages : value >= endOf(state);
}

/** The number of this page or the offset of its first contact, where the response has it. */
export function statedPosition(state: ListState, request: ListRequest): Ask[] {
	const [page] = allSignsOf(state, 'page');
	// `pageStartIndex` may count contacts, too.
	const isStart = ({ name, meaning }: Sign) => meaning === 'page' && /start/i.test(lastKey(name));
	const offsets = allSignsOf(state, 'offset', 'page')
		.filter((sign) => sign.meaning === 'offset' || isStart(sign))
		.slice(0, MAX_OFFSETS);
	return [
		...(page && (page.value as number) <= 1
			? pageParameters(page.name).map((parameter) => afterStatedPage(state, parameter, page))
			: []),
		...offsets.flatMap((offset) =>
			offsetParameters(offset.name).map((name) => afterStatedOffset(state, request, name, offset)),
		),
	];
}

/** On the first page, the field states 0 or 1; the parameter may count from another number. */
function* afterStatedPage(state: ListState, parameter: string, { name, value }: Sign): Ask {
	const stated = value as number;
	const at = (next: number): Try => {
		const echo: Echo = { name, lead: stated + 1 - next };
		const way: Way = { kind: 'page', parameter, value: next, first: next - 1, echo };
		return { ways: [way], claim: { reason: 'echoed', overlap: overlapAt(state) } };
	};
	const first = yield at(stated + 1);
	if (first === 'emptyThere') return 'end';
	// Some services state 0 where no page was requested, and count from 1.
	if (first === 'same' && stated === 0 && parameter === 'page') yield* byPage(state, parameter);
	if (first !== 'elsewhere' && first !== 'empty') return undefined;
	const second = yield at(stated);
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
	if (!at) return undefined;
	const overlap = uniqueOverlap(state.memory);
	const back = () => at(endOf(state) - overlap, overlapAt(state) + overlap);
	const mayGoBack = overlap < state.count;
	// Without a total, only contacts that come again show that this one counts contacts.
	if (mayGoBack && weigh(state, request).total === undefined) {
		const outcome = yield back();
		return outcome === 'same' ? undefined : yield* byPage(state, parameter);
	}
	const outcome = yield at(endOf(state), overlapAt(state));
	if (outcome === 'emptyThere') {
		if (totalFailure(state)) yield* byPage(state, parameter);
		return 'end';
	}
	if (outcome === 'empty' && mayGoBack) yield back();
	return undefined;
}

/** On the first page, the field states 0, 1 or where the next page starts. */
function offsetsBy({ count }: ListState, parameter: string, { name, value }: Sign) {
	const stated = value as number;
	const isEnd = stated > 1 && (stated === count || stated === count + 1);
	if (stated > 1 && !isEnd) return undefined;
	const first = isEnd ? stated - count : stated;
	const echo: Echo = isEnd ? { name, lead: 0, isEnd } : { name, lead: 0 };
	return (next: number, overlap: number): Try => ({
		ways: [{ kind: 'offset', parameter, value: first + next, first, echo }],
		claim: { reason: overlap > 0 ? 'overlap' : 'echoed', overlap },
	});
}

/** Values that are not understood, to be sent back. */
export function leftoversOf(state: ListState): Record<'likely' | 'unlikely', Sign[]> {
	const unread = unreadValues(state);
	const isLikely = ({ meaning, isPaging }: Sign) => isPaging || meaning !== 'unread';
	const likely = [...unread.filter(isLikely), ...impossiblePositions(state)];
	const unlikely = unread.filter((sign) => !isLikely(sign));
	return {
		likely: likely.slice(0, MAX_LEFTOVERS),
		unlikely: unlikely.slice(0, MAX_LEFTOVERS),
	};
}

/**
 * Values of fields that are not understood and may lead on. A number has to be where the next page
 * starts, or in the last contact: any other could skip contacts.
 */
function unreadValues(state: ListState): Sign[] {
	return allSignsOf(state, 'unread', 'cursor', 'nextPage', 'nextOffset').filter(
		({ meaning, value, isForeign }) =>
			(meaning === 'unread' || isForeign) &&
			(typeof value === 'string' || isNextValue(state, value)),
	);
}

function isNextValue({ pages, received, ids }: ListState, value: Sign['value']): boolean {
	return [pages, pages + 1, received, received + 1, ids.values.at(-1)].includes(value as number);
}

/** On the first page, a position above 1 that is not where the next page starts is a cursor. */
function impossiblePositions(state: ListState): Sign[] {
	return allSignsOf(state, 'offset', 'page').filter(({ value, isForeign }) => {
		const position = value as number;
		const isNext = position === state.count || position === state.count + 1;
		const isCursor = position > 1 && !isNext && (!isForeign || isNextValue(state, position));
		return state.pages === 1 && isCursor;
	});
}

/** What another list of the same run has proven. */
export function asDiscovered(
	state: ListState,
	request: ListRequest,
	{ way, proof }: Discovery,
): Ask {
	switch (way.kind) {
		case 'page':
			return attempt({
				ways: [{ ...way, value: way.first + 1 }],
				claim: { reason: proof, overlap: overlapAt(state), isProven: true },
			});
		case 'offset':
		case 'lastContact':
			return byStart(state, way as Start);
		case 'link':
			// It is in the response itself.
			return inTurn();
		case 'cursor': {
			const { field, parameter } = way;
			const mayBeEmpty = !weigh(state, request).isMore;
			const values = state.signs.filter(
				({ name, meaning }) => name === field && meaning !== 'link',
			);
			return inTurn(
				...values.map((sign) =>
					once(wayOf(sign, parameter), 'stated', overlapAt(state), mayBeEmpty),
				),
			);
		}
	}
}
