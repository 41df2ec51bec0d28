import type { Sign } from '../response/readSigns';
import { lastKey } from '../response/words';
import { type Ask, isError, once, wayOf } from './asking';
import { isFull, weigh } from './evidence';
import { saysMore } from './leads';
import { hashOfRequest, uniqueOverlap, wasRequested } from './memory';
import { modeOf } from './modes';
import { heldBack, largerPage, mayHoldBack } from './pageSizeQuestions';
import { parametersOf } from './parameters';
import { allSignsOf, hintsOf, leadsOf, signsOf } from './signs';
import {
	type Attempt,
	type ListRequest,
	type ListState,
	type Outcome,
	type Outcomes,
	overlapAt,
	type Position,
	requestOf,
	type Way,
} from './state';
import { asDiscovered, bySign, leftoversOf, statedNext, statedPosition } from './statedQuestions';
import { usual } from './usualQuestions';
import { urlOf, wayBack } from './ways';

/** Questions about a page that is shorter than requested while the service says nothing about pages. */
const MAX_ASKED_OF_SHORT_LIST = 6;

interface Question {
	name: string;
	ask: Ask;
}

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
	for (const { name, ask } of questionsFor(state, request)) {
		const answered = outcomes[name] ?? [];
		let reply = ask.next();
		for (const outcome of answered) reply = ask.next(outcome);
		// An error status is not the end if the service says that there is more.
		const isNo = answered.at(-1) === 'refused' && saysMore(state, request);
		if (reply.value === 'end' && !isNo) return 'end';
		if (reply.done) continue;
		const attempt = withoutOwnParameters({ ...reply.value, question: name }, request);
		if (answered.length === 0 && wasAsked(state, request, attempt)) continue;
		return mayAsk(state, request, outcomes) ? attempt : undefined;
	}
	return undefined;
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
	return (
		signsOf(state, 'page', 'offset').length > 0 ||
		allSignsOf(state, 'cursor', 'nextPage', 'nextOffset').some(
			({ isForeign, isPaging }) => !isForeign || isPaging,
		) ||
		hintsOf(state).length > 0
	);
}

/** The questions, the likeliest first. */
function* questionsFor(state: ListState, request: ListRequest): Generator<Question> {
	const counted = state.way ? undefined : modeOf(request.pagination.mode).counted?.(state, request);
	if (counted) {
		yield { name: 'by hand', ask: byHand(state, counted) };
		return;
	}
	const { likely, unlikely } = leftoversOf(state);
	if (state.discovered) {
		yield { name: 'discovered', ask: asDiscovered(state, request, state.discovered) };
	}
	yield* named('stated', statedNext(state, request));
	yield* named('position', statedPosition(state, request));
	if (mayHoldBack(state, request)) yield { name: 'held back', ask: heldBack(state, request) };
	yield* named(
		'unread',
		likely.map((sign) => once(wayOf(sign, parametersOf(sign)[0]!), 'stated', overlapAt(state))),
	);
	// The pages so far were not counted, and not all of their contacts may be remembered.
	if (state.pages > 1) return;
	// Under the name of a parameter that is for something else, a value could skip contacts.
	const elsewhere = leadsOf(state).length > 0 ? [] : likely;
	yield {
		name: 'usual',
		ask: usual(
			state,
			[...likely, ...unlikely],
			elsewhere.map((sign) => bySign(state, sign, otherParametersOf(sign), false)),
		),
	};
	yield { name: 'larger page', ask: largerPage(state, request) };
}

/** The names that are left after the likeliest one, and the field's own, which the usual ones have. */
function otherParametersOf(sign: Sign): string[] {
	return parametersOf(sign)
		.slice(1)
		.filter((parameter) => parameter !== lastKey(sign.name));
}

function named(name: string, asks: Ask[]): Question[] {
	return asks.map((ask, index) => ({ name: `${name} ${index + 1}`, ask }));
}

/** Settings by hand: one contact back brings that one first, or the position of this page brings it again. */
function byHand(state: ListState, way: Way): Ask {
	const overlap = uniqueOverlap(state.memory);
	const back = overlap < state.count ? wayBack(state, way, overlap) : undefined;
	if (back) return once(back, 'overlap', overlap);
	return 'first' in way ? byPosition(way) : once(way, 'setByHand', 0, true);
}

function* byPosition(way: Position): Ask {
	const claim = { reason: 'counted', overlap: 0 } as const;
	const first = yield { ways: [{ ...way, value: way.first }], claim };
	if (first !== 'same') return undefined;
	const second = yield { ways: [way], claim: { ...claim, isConfirmed: true } };
	return second === 'empty' || second === 'refused' ? 'end' : undefined;
}
