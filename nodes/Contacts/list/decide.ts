import { failure, type FailureDetails } from '../response/failure';
import type { Sign } from '../response/readSigns';
import { familyOf, lastKey, wordsIn } from '../response/words';
import { COMMON_PAGE_SIZES, isFull, isShort, totalFailure, weigh } from './evidence';
import { acceptEnd, type EndFacts, type EndReason, type PageReason } from './kernel';
import { isCountedList, type Lead, leadOf, leadsOn, saysMore, urlAt } from './leads';
import { wasRequested } from './memory';
import { modeOf } from './modes';
import { nextAttempt } from './questions';
import { areTogether, hintsOf } from './signs';
import {
	isCounted,
	type ListRequest,
	type ListState,
	type Next,
	type Outcomes,
	overlapAt,
	type Position,
	type Way,
} from './state';
import { isCountedUp, nextPosition, wayBack } from './ways';

/**
 * Decides where a list goes on after a page, in Automatic and in all modes alike: a mode only says where
 * the way to the next page comes from.
 */
export function decide(state: ListState, request: ListRequest): Next {
	const { isMore, isEnd } = weigh(state, request);
	const lead = leadOf(state, request);
	if (lead.kind === 'wrong') return { kind: 'unknown', failure: lead.failure };
	if (lead.kind === 'way') return follow(state, request, lead);
	if (isCountedList(state, request)) return goOnCounting(state, request);
	if (lead.kind === 'value') {
		return isLastByFlag(state, request, lead.sign)
			? end('said', state, request, { leadsOn: false })
			: ask(state, request);
	}
	if (isMore) {
		if (!state.way && request.pagination.mode !== 'off') return ask(state, request);
		// Where the service has stopped sending what it sent before, its total says how many are missing.
		const missing = state.way && totalFailure(state);
		return missing ? { kind: 'unknown', failure: missing } : unknown('nextUnknown');
	}
	return isEnd ? end('said', state, request) : afterSilence(state, request, lead);
}

/** A stated next page outranks a flag, unless both are fields of the same object; then the flag decides. */
function follow(
	state: ListState,
	request: ListRequest,
	{ way, sign }: Lead & { kind: 'way' },
): Next {
	const { isEnd } = weigh(state, request);
	if (sign && isLastByFlag(state, request, sign)) {
		return end('said', state, request, { leadsOn: false });
	}
	if (isEnd && isShort(state) && isReached(state)) return end('allHaveCome', state, request);
	// Links that only count pages may go on without end.
	if (state.emptyPages > 1 && isCountedUp(state.way, way, request)) {
		return end('pastTheEnd', state, request, { next: 'empty', wasCounted: true });
	}
	const first = request.pagination.mode === 'automatic' ? 'stated' : 'setByHand';
	return goTo(state, request, way, state.way ? state.proof : first, isEnd ? 'said' : undefined);
}

/** Whether a flag in the same object says that this is the last page, and nothing says otherwise. */
function isLastByFlag(state: ListState, request: ListRequest, sign: Sign): boolean {
	const { isMore, flag } = weigh(state, request);
	if (flag?.value !== false || isMore || !areTogether(flag, sign)) return false;
	// `done` and `truncated` may be said of the request, too.
	return !wordsIn(lastKey(flag.name)).some(
		(word) => familyOf(word) === 'end' || word === 'truncated',
	);
}

/** Nothing leads on, and nothing that is understood says whether there is more. */
function afterSilence(state: ListState, request: ListRequest, lead: Lead): Next {
	if (lead.kind === 'empty' || request.pagination.mode === 'off') {
		return end('setByHand', state, request, { isSetByHand: true });
	}
	if (state.way) {
		const isNew = hintsOf(state).some(
			({ name, value, isForeign }) =>
				!isForeign && typeof value !== 'boolean' && !state.unread.includes(name),
		);
		return isNew ? unknown('signsUnread') : end('noLongerSaid', state, request);
	}
	return state.count === 0 ? end('short', state, request) : ask(state, request);
}

/** The page after one that was requested by its position or by the last contact. */
function goOnCounting(state: ListState, request: ListRequest): Next {
	const { way, count } = state;
	const { isEnd, flag } = weigh(state, request);
	// Some services send empty pages in the middle of a list, and say that there is more.
	const isGap = flag?.value === true && way?.kind === 'page' && !isReached(state);
	if (count === 0 && !isGap) {
		return end(way ? 'pastTheEnd' : 'short', state, request, { next: 'empty' });
	}
	if (isEnd && !leadsOn(state, request)) return end('said', state, request);
	const ifNothing = isEnd ? 'said' : undefined;
	return isCounted(way)
		? goBackOne(state, request, way, ifNothing)
		: startCounting(state, request, ifNothing);
}

/** The second page, as the settings say. Where nothing would show that they are wrong, the service is asked. */
function startCounting(
	state: ListState,
	request: ListRequest,
	ifNothing: EndReason | undefined,
): Next {
	const { limit, pagination } = request;
	const next = modeOf(pagination.mode).counted!(state, request);
	const { total = Infinity } = weigh(state, request);
	// A total shows it only where all contacts are read, and none may come twice.
	const isCompared = total < Infinity && total <= limit && pagination.checkRepeats;
	return !next || isCompared || 'echo' in next
		? goTo(state, request, next, 'setByHand', ifNothing)
		: ask(state, request);
}

function further(state: ListState, way: Way): Way | undefined {
	if (way.kind !== 'lastContact') return nextPosition(state, way as Position);
	const value = state.ids.values.at(-1);
	return value === undefined ? undefined : { ...way, value };
}

/** After a short page, request one contact further back: if only that contact comes, the list has ended. */
function goBackOne(
	state: ListState,
	request: ListRequest,
	way: Way,
	ifNothing: EndReason | undefined,
): Next {
	const next = further(state, way);
	const goesBack =
		next?.kind === 'offset' && isShort(state) && state.count > 0 && !weigh(state, request).isMore;
	const back = goesBack && wayBack(state, next, 1);
	return back && !wasRequested(state.memory, urlAt(state, request, back))
		? { kind: 'page', way: back, reason: state.proof, overlap: 1, ...said(state, request) }
		: goTo(state, request, next, state.proof, ifNothing);
}

/**
 * @param way undefined where a contact lacks the field that the settings name
 * @param ifNothing why the list ends if no new contacts come
 */
function goTo(
	state: ListState,
	request: ListRequest,
	way: Way | undefined,
	reason: PageReason,
	ifNothing: EndReason | undefined,
): Next {
	const { isInclusive, mode } = request.pagination;
	if (!way) return unknown('nextMalformed', modeOf(mode).field!(request.pagination));
	if (wasRequested(state.memory, urlAt(state, request, way))) {
		if (ifNothing) return end(ifNothing, state, request, { next: 'empty' });
		// Some services, such as Solr, end a list with an empty page that repeats the last cursor.
		return state.count === 0 && way.kind !== 'offset'
			? end('noLongerSaid', state, request, { leadsOn: false })
			: unknown('nextRepeated');
	}
	const isByValue = way.kind === 'cursor' || way.kind === 'lastContact';
	const overlap = isInclusive && isByValue ? 1 : overlapAt(state);
	const more = said(state, request);
	return { kind: 'page', way, reason, overlap, ...more, ...(ifNothing && { ifNothing }) };
}

/** A continuation leaves out signs, but not what they say. The status of the last page may be 206, too. */
function said(state: ListState, request: ListRequest): { saysMore?: true } {
	const signs = state.signs.filter(({ isStatus }) => !isStatus);
	return saysMore({ ...state, signs }, request) ? { saysMore: true } : {};
}

/** Asks the service for the next page. */
export function ask(state: ListState, request: ListRequest, outcomes: Outcomes = {}): Next {
	const reply = nextAttempt(state, request, outcomes);
	if (typeof reply === 'object') return { kind: 'ask', attempt: reply, outcomes };
	return reply === 'end'
		? end('pastTheEnd', state, request, { next: 'empty', wasCounted: true })
		: conclude(state, request, outcomes);
}

/** The service was asked, and nothing was proven. */
function conclude(state: ListState, request: ListRequest, outcomes: Outcomes): Next {
	const isReaction = hasReacted(outcomes);
	if (state.held) {
		const silent: ListState = { ...state, ...state.held, held: undefined };
		return isReaction
			? unknown('nextUnknown')
			: end('wouldBeSaid', silent, request, { wouldSayMore: true });
	}
	if (modeOf(request.pagination.mode).counted) return unknown('positionUnexpected');
	const lead = leadOf(state, request);
	if (lead.kind === 'value' && lead.failure) return { kind: 'unknown', failure: lead.failure };
	const { isEnd } = weigh(state, request);
	if (isReaction || (saysMore(state, request) && !isEnd)) return unknown('nextUnknown');
	// The lead was followed without success.
	return isEnd
		? end('said', state, request, { next: 'refused' })
		: afterNoReaction(state, request, outcomes);
}

/** The service says nothing, and does not react. */
function afterNoReaction(state: ListState, request: ListRequest, outcomes: Outcomes): Next {
	const isUnsized = outcomes['held back']?.[0] === 'same';
	// Where the service ignores the page size, only a usual number, or the requested one, may be a page's.
	const isUsual = COMMON_PAGE_SIZES.has(state.count) || state.count === request.pageSize;
	const mayBeFull = isUnsized ? isUsual : isFull(state, request);
	if (mayBeFull) return unknown('endUnknown');
	return hintsOf(state).length > 0
		? unknown('signsUnread')
		: end('short', state, request, { isFull: mayBeFull, hasReacted: hasReacted(outcomes) });
}

/** Whether contacts have come that are not known, which may be those of a next page. */
function hasReacted(outcomes: Outcomes): boolean {
	const all = Object.values(outcomes).flat();
	return all.some((outcome) =>
		typeof outcome === 'object' ? !('overlaps' in outcome) || outcome.hasNew : outcome === 'new',
	);
}

/**
 * Ends the list, if the facts prove it and as many contacts have come as were stated.
 *
 * @param facts those that the state does not have
 */
export function end(
	reason: EndReason,
	state: ListState,
	request: ListRequest,
	facts: Partial<EndFacts> = {},
): Next {
	const wrong = totalFailure(state);
	if (wrong) return { kind: 'unknown', failure: wrong };
	const { isMore, isEnd } = weigh(state, request);
	const wasLed = state.pages > 1 && !isCounted(state.way);
	const accepted = acceptEnd(reason, {
		saysMore: isMore,
		saysEnd: isEnd,
		leadsOn: leadsOn(state, request),
		mayLeadOn: state.received > 0 && hintsOf(state).length > 0,
		isFull: isFull(state, request),
		wasLed,
		wasCounted: state.pages > 1 && !wasLed,
		isTotal: isReached(state),
		isSetByHand: false,
		...facts,
	});
	return accepted ? { kind: 'end', end: accepted } : unknown('nextUnknown');
}

/** Whether as many contacts have come as a field states on every page. */
function isReached({ totals, received, firstCount, count }: ListState): boolean {
	// Of a page, it would be 0 on an empty one.
	return totals.some(
		({ min, max }) =>
			min === received && max === received && (max > firstCount || (count === 0 && max > 0)),
	);
}

function unknown<Reason extends keyof FailureDetails>(
	...failed: [Reason, ...FailureDetails[Reason]]
): Next {
	return { kind: 'unknown', failure: failure(...failed) };
}
