import type { Sign } from '../response/readSigns';
import { lastKey } from '../response/words';
import { COMMON_PAGE_SIZES, isFull, totalFailure, weigh } from './evidence';
import type { PageReason } from './kernel';
import { saysMore } from './leads';
import { hashOfRequest, uniqueOverlap, wasRequested } from './memory';
import { modeOf } from './modes';
import {
	offsetParameters,
	pageParameters,
	type PageSize,
	parametersOf,
	type Start,
	usualParameters,
} from './parameters';
import { allSignsOf, hintsOf, leadsOf, signsOf } from './signs';
import {
	type Attempt,
	type Discovery,
	type Echo,
	endOf,
	type ListRequest,
	type ListState,
	MAX_BACK,
	type Outcome,
	type Outcomes,
	overlapAt,
	type Position,
	requestOf,
	type Way,
} from './state';
import { urlOf, wayBack, wayOfLink, wayOfQuery } from './ways';

/** Questions about a page that is shorter than requested while the service says nothing about pages. */
const MAX_ASKED_OF_SHORT_LIST = 5;

/** Values that are not understood, to be sent back. */
const MAX_LEFTOVERS = 3;

/** Offsets in a response: that of the page, and that of the request in it. */
const MAX_OFFSETS = 2;

/** Names to try one after the other where a service refuses several at once. */
const MAX_ONE_BY_ONE = 5;

/** Page sizes to look for all contacts on one page. */
const LARGER_SIZES = [1_000, 10_000];

/** An attempt, to which the name of its question is added. */
type Try = Omit<Attempt, 'question'>;

/**
 * Something to ask the service: tries, each of which receives how the one before has ended, until a proof.
 * It returns `end` if the answers show that there is no next page, and `filtered` if the service filters by
 * a parameter that it does not know.
 */
type Ask = Generator<Try, 'end' | 'filtered' | undefined, Outcome>;

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
	const unread = unreadValues(state);
	const isLikely = ({ meaning, isPaging }: Sign) => isPaging || meaning !== 'unread';
	const likely = [...unread.filter(isLikely), ...impossiblePositions(state)];
	const few = likely.slice(0, MAX_LEFTOVERS);
	const unlikely = unread.filter((sign) => !isLikely(sign)).slice(0, MAX_LEFTOVERS);
	if (state.discovered) {
		yield { name: 'discovered', ask: asDiscovered(state, request, state.discovered) };
	}
	yield* named('stated', statedNext(state, request));
	yield* named('position', statedPosition(state, request));
	if (mayHoldBack(state, request)) yield { name: 'held back', ask: heldBack(state, request) };
	yield* named(
		'unread',
		few.map((sign) => once(wayOf(sign, parametersOf(sign)[0]!), 'stated', overlapAt(state))),
	);
	// The pages so far were not counted, and not all of their contacts may be remembered.
	if (state.pages > 1) return;
	// Under the name of a parameter that is for something else, a value could skip contacts.
	const elsewhere = leadsOf(state).length > 0 ? [] : few;
	yield {
		name: 'usual',
		ask: usual(
			state,
			[...few, ...unlikely],
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

// What the service states

/** Cursors and numbers of the next page, under the names that their parameter may have. */
function statedNext(state: ListState, request: ListRequest): Ask[] {
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
function* bySign(state: ListState, sign: Sign, parameters: string[], mayBeEmpty: boolean): Ask {
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

function wayOf({ name, value }: Sign, parameter: string): Way {
	return { kind: 'cursor', parameter, value: value as string | number, field: name };
}

/** Whether the number of a next page or offset is after this one. */
function isAfter(state: ListState, kind: 'page' | 'offset', value: number): boolean {
	const [position] = signsOf(state, kind);
	if (position) return value > (position.value as number);
	return kind === 'page' ? value >= state.pages : value >= endOf(state);
}

/** The number of this page or the offset of its first contact, where the response has it. */
function statedPosition(state: ListState, request: ListRequest): Ask[] {
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

/** What another list of the same run has proven. */
function asDiscovered(state: ListState, request: ListRequest, { way, proof }: Discovery): Ask {
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

// What is not stated

/** Whether the page says nothing, so that a contact may be held back to see what the service would say. */
function mayHoldBack(state: ListState, request: ListRequest): boolean {
	const isPossible = state.pages === 1 && !state.held && state.pageSize !== 'none';
	return isPossible && !saysMore(state, request);
}

/**
 * The first page again with one contact less: now there is one behind it. Most services have another name
 * for the page size. Where it is fixed, a service may still say more if exactly as many contacts are
 * requested as came.
 */
function* heldBack({ count }: ListState, { pageSize }: ListRequest): Ask {
	const fewer = count > 1 ? count - 1 : 2;
	const outcome = yield { ways: [], pageSize: fewer };
	if (outcome !== 'same') return undefined;
	if (COMMON_PAGE_SIZES.has(count)) {
		for (const named of UNDER_OTHER_NAMES) yield { ways: [], pageSize: named(fewer) };
	}
	if (count !== pageSize) yield { ways: [], pageSize: count };
	return undefined;
}

/**
 * All usual parameters in one request, and each value that is not understood, under its own name: if this page comes
 * again, none of them is the right one. Otherwise the contacts that come show which may be.
 */
function* usual(state: ListState, leftovers: Sign[], elsewhere: Ask[]): Ask {
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

function nameOf(way: Way): string {
	return (way as Position).parameter;
}

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

/** Whether a way goes back by as many contacts as an answer starts with. */
function explains(state: ListState, way: Way, outcome: Outcome): boolean {
	if (typeof outcome !== 'object' || !('overlaps' in outcome)) return false;
	const back = backOf(state, way);
	// The service may count contacts from 1.
	return outcome.overlaps.some(
		(overlap) => overlap === back || (way.kind === 'offset' && overlap === back + 1),
	);
}

function startOf(way: Way, starts: readonly Start[]): Start | undefined {
	return starts.find(({ kind, parameter }) => kind === way.kind && parameter === nameOf(way));
}

/** How many contacts a way goes back. */
function backOf(state: ListState, way: Way): number {
	if (way.kind === 'offset') return state.received - way.value;
	return way.kind === 'lastContact'
		? state.ids.values.length - 1 - state.ids.values.indexOf(way.value)
		: 0;
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

function pageAt(value: number, parameter: string): Position {
	return { kind: 'page', parameter, value, first: value - 1 };
}

/** Asks one question after another. */
function* inTurn(...questions: Ask[]): Ask {
	for (const question of questions) {
		if ((yield* question) === 'end') return 'end';
	}
	return undefined;
}

function isError(outcome: Outcome): boolean {
	return outcome === 'error' || outcome === 'refused';
}

/**
 * Finds the way that the service understands: only that one changes the answer, whose start may show it.
 *
 * @param areOthersIgnored whether the service refuses only what it understands
 */
function* narrowDown(
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
 * The number that should be this page has to bring it again, and the next one only new contacts. Where
 * pages count from 0, the first of them is the next page already.
 */
function* byPage(state: ListState, parameter: string): Ask {
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
function* byStart(state: ListState, start: Start): Ask {
	const overlap = uniqueOverlap(state.memory);
	const way = overlap < state.count && startBack(state, start, overlap);
	return way ? yield* once(way, 'overlap', overlap) : undefined;
}

/** Requests the contacts from the one that is `overlap` places before the next one. */
function startBack(
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

function once(way: Way, reason: PageReason, overlap: number, acceptsEmpty = false): Ask {
	return attempt({ ways: [way], claim: { reason, overlap }, acceptsEmpty });
}

function* attempt(one: Try): Ask {
	yield one;
	return undefined;
}

/**
 * A larger page, of a service that says that there is more but not how: it is the whole list if fewer come
 * than were requested, and if as many as came no longer say that there is more.
 */
function* largerPage(state: ListState, request: ListRequest): Ask {
	if (state.held || !weigh(state, request).isMore) return undefined;
	// All of them are in one response: equal contacts do not mean that pages have shifted.
	const claim: Attempt['claim'] = {
		reason: 'overlap',
		overlap: state.count,
		isUnique: true,
		mayRepeat: true,
	};
	const sizes = LARGER_SIZES.filter((size) => size > state.count);
	for (const named of [underOwnName, ...UNDER_OTHER_NAMES]) {
		for (const size of sizes) {
			const outcome = yield { ways: [], pageSize: named(size) };
			const found = typeof outcome === 'object' && 'longer' in outcome ? outcome.longer : Infinity;
			if (found < size) yield { ways: [], pageSize: named(found), claim };
			if (found !== size) break;
		}
	}
	return undefined;
}

const underOwnName = (size: number): PageSize => size;
const UNDER_OTHER_NAMES = (['plain', 'others'] as const).map(
	(under) =>
		(size: number): PageSize => ({ size, under }),
);

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
