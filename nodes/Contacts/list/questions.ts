import { type Ask, counted, isError, once, stated, wayOf } from './asking';
import { isFull, weigh } from './evidence';
import { saysMore } from './leads';
import { hashOfRequest, uniqueOverlap, wasRequested } from './memory';
import { modeOf } from './modes';
import { heldBack, largerPage } from './pageSizeQuestions';
import { parametersOf } from './parameters';
import { allSignsOf, hintsOf, leadsOf } from './signs';
import {
	type Attempt,
	type ListRequest,
	type ListState,
	type Outcome,
	type Outcomes,
	requestOf,
	type Way,
} from './state';
import { asDiscovered, bySign, leftoversOf, statedNext, statedPosition } from './statedQuestions';
import { usual } from './usualQuestions';
import { urlOf, wayBack } from './ways';

/** Questions about a page that is shorter than requested while the service says nothing about pages. */
const MAX_ASKED_OF_SHORT_LIST = 6;

/**
 * What to ask next about the page after the last one.
 *
 * @param outcomes of the attempts so far
 * @returns `end` when an answer shows that there is no next page, and undefined when nothing is left to ask
 */
export function nextAttempt(
	state: ListState,
	request: ListRequest,
	outcomes: Outcomes,
): Attempt | 'end' | undefined {
	for (const [question, ask] of questionsFor(state, request)) {
		const answered = outcomes[question] ?? [];
		let reply = ask.next();
		for (const outcome of answered) reply = ask.next(outcome);
		// An error status is not the end if the service says that there is more.
		const isNo = answered.at(-1) === 'refused' && saysMore(state, request);
		if (reply.value === 'end' && !isNo) return 'end';
		if (reply.done) continue;
		const attempt = withoutOwnParameters({ ...reply.value, question }, request);
		if (answered.length === 0 && wasAsked(state, request, attempt)) continue;
		return mayAsk(state, request, outcomes) ? attempt : undefined;
	}
}

/** The URL of an attempt. */
export function urlOfAttempt(
	{ ways, pageSize }: Attempt,
	state: ListState,
	request: ListRequest,
): URL {
	return urlOf(requestOf(request, pageSize ?? state.pageSize), ...ways);
}

/** Leaves out parameters that the person has set: the list's own filters stay as they are. */
function withoutOwnParameters(attempt: Attempt, { url, pagination }: ListRequest): Attempt {
	if (pagination.mode !== 'automatic') return attempt;
	const ways = attempt.ways.filter((way) => {
		if (way.kind === 'link' || way.kind === 'cursor') return true;
		const value = url.searchParams.get(way.parameter);
		return value === null || FIRST_POSITIONS.has(value);
	});
	return { ...attempt, ways };
}

/** `page=1`, as documentations show it, is no filter. */
const FIRST_POSITIONS: ReadonlySet<string> = new Set(['0', '1']);

/** Whether another question has led to the same request. */
function wasAsked(state: ListState, request: ListRequest, attempt: Attempt): boolean {
	const url = urlOfAttempt(attempt, state, request);
	return wasRequested(state.memory, url) || state.asked.includes(hashOfRequest(url));
}

function mayAsk(state: ListState, request: ListRequest, outcomes: Outcomes): boolean {
	const { isMore } = weigh(state, request);
	const isSilent = !isMore && !isFull(state, request) && !hasPagingSigns(state);
	// An answer that differs shows that the service understands something of what was asked.
	const hasReacted = Object.values(outcomes)
		.flat()
		.some((outcome) => typeof outcome === 'object' || REACTIONS.has(outcome));
	// What ignores some parameters and refuses others understands one of these.
	const { usual: answers = [] } = outcomes;
	const refusesSome = answers.includes('same') && answers.some(isError);
	const isDone =
		isSilent && !hasReacted && !refusesSome && state.asked.length >= MAX_ASKED_OF_SHORT_LIST;
	return state.questionsLeft > 0 && !isDone;
}

const REACTIONS: ReadonlySet<Outcome> = new Set(['new', 'mixed', 'empty']);

function hasPagingSigns(state: ListState): boolean {
	const signs = allSignsOf(state, 'page', 'offset', 'cursor', 'nextPage', 'nextOffset');
	const isPaging = signs.some((sign) => !sign.isForeign || sign.isPaging);
	return isPaging || hintsOf(state).length > 0;
}

/** The questions by their names, the likeliest first. */
function questionsFor(state: ListState, request: ListRequest): Array<[string, Ask]> {
	const { way, discovered, pages } = state;
	const byMode = way ? undefined : modeOf(request.pagination.mode).counted?.(state, request);
	if (byMode) return [['by hand', byHand(state, byMode)]];
	const { likely, unlikely } = leftoversOf(state);
	const unread = likely.map((sign) => once(stated(state, wayOf(sign, parametersOf(sign)[0]!))));
	// Under the name of a parameter that is for something else, a value could skip contacts.
	const elsewhere = (leadsOf(state).length > 0 ? [] : likely).map((sign) =>
		bySign(state, sign, parametersOf(sign).slice(1), false),
	);
	const all: Array<[string, Ask[]]> = [
		['discovered', discovered ? [asDiscovered(state, request, discovered)] : []],
		['stated', statedNext(state, request)],
		['position', statedPosition(state, request)],
		['held back', [heldBack(state, request)]],
		['unread', unread],
		['usual', [usual(state, [...likely, ...unlikely], elsewhere)]],
		['larger page', [largerPage(state, request)]],
	];
	// Later pages were not counted, and not all of their contacts may be remembered.
	return all
		.slice(0, pages > 1 ? -2 : undefined)
		.flatMap(([name, asks]) =>
			asks.map((ask, index): [string, Ask] => [index > 0 ? `${name} ${index + 1}` : name, ask]),
		);
}

/** Settings by hand: one contact back brings that one first, or the position of this page brings it again. */
function* byHand(state: ListState, way: Way): Ask {
	const overlap = uniqueOverlap(state.memory);
	const back = overlap < state.count && wayBack(state, way, overlap);
	if (back) yield { ways: [back], claim: { reason: 'overlap', overlap } };
	else if (!('first' in way)) {
		yield { ways: [way], claim: { reason: 'setByHand', overlap: 0 }, acceptsEmpty: true };
	} else if ((yield* counted(state, way)) === 'end') return 'end';
}
