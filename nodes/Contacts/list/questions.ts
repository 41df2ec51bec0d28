import type { Sign } from '../response/readSigns';
import { lastKey } from '../response/words';
import { isFull, saysMore, weigh } from './evidence';
import { leadsOf, signsOf } from './signs';
import {
	offsetParameters,
	pageParameters,
	parametersOf,
	type Start,
	usualParameters,
} from './parameters';
import type { Echo, ListRequest, ListState, Outcome, Position, Way } from './state';
import { urlOf, wayOfLink } from './ways';
import { wasRequested } from './memory';

/** Requests that a list may cost to find out how to ask for its pages. */
const MAX_ASKED = 24;

/** The same for a page that is shorter than requested while the service says nothing about pages. */
const MAX_ASKED_OF_SHORT_LIST = 4;

/** A request that may bring the next page, and what proves that it did. */
export interface Attempt {
	/**
	 * How to ask. Several ways at once each skip back another number of contacts, so that the answer
	 * shows which of them the service understands.
	 */
	ways: Array<{ way: Way; overlap: number }>;
	/** Whether only new contacts are a proof. */
	acceptsNew?: boolean;
	/** Whether a page without contacts is one, because the service has named it. */
	acceptsEmpty?: boolean;
	/** The index of its question. */
	question: number;
}

/**
 * Something to ask the service. Each answer leads to the next attempt, to the end of the list, or to
 * undefined: the question is settled, and the answer is no.
 */
type Question = (outcomes: readonly Outcome[]) => Omit<Attempt, 'question'> | 'end' | undefined;

/** What is asked in each place, which the request, the answer and the trace all look up. */
const nextAttempts = new WeakMap<
	readonly Outcome[][],
	{ state: ListState; attempt: Attempt | 'end' | undefined }
>();

/**
 * What to ask next about the page after the last one.
 *
 * @param outcomes of the attempts so far, question by question
 * @returns undefined when nothing is left to ask
 */
export function nextAttempt(
	state: ListState,
	request: ListRequest,
	outcomes: readonly Outcome[][],
): Attempt | 'end' | undefined {
	const known = nextAttempts.get(outcomes);
	if (known?.state === state) return known.attempt;
	const attempt = findAttempt(state, request, outcomes);
	nextAttempts.set(outcomes, { state, attempt });
	return attempt;
}

function findAttempt(
	state: ListState,
	request: ListRequest,
	outcomes: readonly Outcome[][],
): Attempt | 'end' | undefined {
	let question = -1;
	for (const ask of questionsFor(state, request)) {
		question++;
		const asked = ask(outcomes[question] ?? []);
		if (asked === 'end') {
			// An error status is no end where the service says that there is more.
			const isRefused = outcomes[question]!.at(-1) === 'error';
			if (isRefused && saysMore(state, request)) continue;
			return asked;
		}
		const next = asked && withoutOwnParameters(asked, request);
		if (!next?.ways.length || (!outcomes[question]?.length && wasAsked(state, request, next))) {
			continue;
		}
		return state.asked.length < limitFor(state, request, outcomes)
			? { ...next, question }
			: undefined;
	}
	return undefined;
}

/** Leaves out positions in parameters that the person has set: the list's own filters stay as they are. */
function withoutOwnParameters<T extends Pick<Attempt, 'ways'>>(
	attempt: T,
	{ url }: ListRequest,
): T {
	const ways = attempt.ways.filter(
		({ way }) =>
			way.kind === 'link' || way.kind === 'cursor' || !url.searchParams.has(way.parameter),
	);
	return { ...attempt, ways };
}

/** Whether another question has led to the same request. */
function wasAsked(
	state: ListState,
	request: ListRequest,
	{ ways }: Pick<Attempt, 'ways'>,
): boolean {
	const url = urlOf(request, ...ways.map(({ way }) => way));
	return wasRequested(state.memory, url) || wasRequested({ requests: state.asked }, url);
}

/** The state of a list whose service is not to be asked. */
export function withNothingToAsk(state: ListState): ListState {
	return { ...state, asked: Array<string>(MAX_ASKED).fill('') };
}

function limitFor(state: ListState, request: ListRequest, outcomes: readonly Outcome[][]): number {
	const { isMore } = weigh(state, request);
	const isSilent = !isMore && !isFull(state, request) && !hasPagingSigns(state);
	// An answer that differs shows that the service understands something of what was asked.
	const hasReacted = outcomes.flat().some((outcome) => outcome === 'new' || outcome === 'mixed');
	return isSilent && !hasReacted ? MAX_ASKED_OF_SHORT_LIST : MAX_ASKED;
}

function hasPagingSigns(state: ListState): boolean {
	return (
		signsOf(state, 'cursor', 'nextPage', 'nextOffset', 'page', 'offset').length > 0 ||
		signsOf(state, 'unread').some(({ isPaging }) => isPaging)
	);
}

/** The questions, the likeliest first. */
function* questionsFor(state: ListState, request: ListRequest): Generator<Question> {
	const unread = signsOf(state, 'unread').filter(({ value }) => typeof value !== 'boolean');
	const likely = [...unread.filter(({ isPaging }) => isPaging), ...impossiblePositions(state)];
	const unlikely = unread.filter(({ isPaging }) => !isPaging).slice(0, MAX_LEFTOVERS);
	if (state.discovered) yield asDiscovered(state, request, state.discovered);
	yield* statedNext(state, request);
	yield* statedPosition(state);
	yield* leadsByStyle(state);
	yield* unreadLinks(state, request);
	const few = likely.slice(0, MAX_LEFTOVERS);
	yield* few.map((sign) => once(wayOf(sign, parametersOf(sign)[0]!)));
	yield allAtOnce(state, [...few, ...unlikely]);
	yield* few.map((sign) => bySign(sign, parametersOf(sign).slice(1), false));
}

/** Addresses of unknown names that lead to the same list, with another query. */
function unreadLinks(state: ListState, request: ListRequest): Question[] {
	return signsOf(state, 'unread').flatMap(({ name, value }) => {
		const way = typeof value === 'string' && wayOfLink(request, value, name);
		const isOfList =
			typeof way === 'object' && urlOf(request, way).pathname === request.url.pathname;
		return isOfList && !wasRequested(state.memory, urlOf(request, way)) ? [once(way)] : [];
	});
}

/** On the first page, a position above 1 that is not where the next page starts is a cursor. */
function impossiblePositions(state: ListState): Sign[] {
	return signsOf(state, 'offset', 'page').filter(({ value, isFar }) => {
		const position = value as number;
		return (
			state.pages === 1 &&
			!isFar &&
			position > 1 &&
			position !== state.count &&
			position !== state.count + 1
		);
	});
}

/** Contacts to go back at most: as many as are remembered. */
const MAX_BACK = 27;

/** Values that are not understood, to be sent back. */
const MAX_LEFTOVERS = 3;

// What the service states

/** Cursors and numbers of the next page, under the names that their parameter may have. */
function statedNext(state: ListState, request: ListRequest): Question[] {
	return leadsOf(state).flatMap((sign) => {
		if (sign.meaning === 'link') {
			const way = wayOfLink(request, sign.value as string, sign.name);
			return way === undefined || way === 'elsewhere' ? [] : [once(way, true)];
		}
		const kind = sign.meaning === 'nextPage' ? 'page' : 'offset';
		if (sign.meaning !== 'cursor' && !isAfter(state, kind, sign.value as number)) return [];
		return [bySign(sign, parametersOf(sign), mayBringNothing(state, request, sign))];
	});
}

/**
 * Whether an empty page may be the one that a sign names. Where the service says that there is more, it
 * shows that it was asked wrongly.
 */
function mayBringNothing(state: ListState, request: ListRequest, { meaning }: Sign): boolean {
	return meaning !== 'unread' && !weigh(state, request).isMore;
}

/** A value under the names that its parameter may have: the likeliest two, then the rest at once. */
function bySign(sign: Sign, parameters: string[], acceptsEmpty: boolean): Question {
	const [first, second, ...others] = parameters.map((parameter) => wayOf(sign, parameter));
	return inTurn(
		once(first!, acceptsEmpty),
		once(second!, acceptsEmpty),
		narrowDown(others, (way) => once(way)),
	);
}

function wayOf({ name, value }: Sign, parameter: string): Way {
	return { kind: 'cursor', parameter, value: value as string | number, field: name };
}

/** Whether the number of a next page or offset is after this one. */
function isAfter(state: ListState, kind: 'page' | 'offset', value: number): boolean {
	const [position] = signsOf(state, kind);
	if (position && !position.isFar) return value > (position.value as number);
	return kind === 'page' ? value >= state.pages : value >= state.received;
}

/** The number of this page or the offset of its first contact, where the response has it. */
function statedPosition(state: ListState): Question[] {
	if (state.pages > 1) return [];
	const [page] = signsOf(state, 'page');
	const [offset] = signsOf(state, 'offset');
	return [
		...(page && (page.value as number) <= 1
			? pageParameters(page.name).map((parameter) => afterStatedPage(parameter, page))
			: []),
		...(offset
			? offsetParameters(offset.name).flatMap((name) => afterStatedOffset(state, name, offset))
			: []),
	];
}

/** On the first page, the field states 0 or 1; the parameter may count from another number. */
function afterStatedPage(parameter: string, { name, value }: Sign): Question {
	const stated = value as number;
	const at = (next: number) => {
		const echo: Echo = { name, lead: stated + 1 - next };
		return attempt({ kind: 'page', parameter, value: next, first: next - 1, echo });
	};
	return ([first, second]) => {
		if (first === undefined) return at(stated + 1);
		if (first === 'emptyThere') return 'end';
		if (second !== undefined) return first === 'empty' && second === 'same' ? 'end' : undefined;
		if (first === 'elsewhere' || first === 'empty') return at(stated === 0 ? 2 : stated);
		return undefined;
	};
}

/** On the first page, the field states 0, 1 or where the next page starts. */
function afterStatedOffset(state: ListState, parameter: string, { name, value }: Sign): Question[] {
	const { count } = state;
	const stated = value as number;
	const isEnd = stated > 1 && (stated === count || stated === count + 1);
	if (stated > 1 && !isEnd) return [];
	const first = isEnd ? stated - count : stated;
	const echo: Echo = isEnd ? { name, lead: 0, isEnd } : { name, lead: 0 };
	const overlapping: Position = { kind: 'offset', parameter, value: first + count - 1, first };
	return [
		([outcome, second]) => {
			if (outcome === undefined) {
				return attempt({ kind: 'offset', parameter, value: first + count, first, echo });
			}
			if (outcome === 'emptyThere') return 'end';
			if (outcome !== 'empty' || second !== undefined || count < 2) return undefined;
			return { ways: [{ way: overlapping, overlap: 1 }] };
		},
	];
}

/** What another list of the same run has proven. */
function asDiscovered(state: ListState, request: ListRequest, way: Way): Question {
	switch (way.kind) {
		case 'page':
			return once({ ...way, value: way.first + 1 });
		case 'offset':
			return once({ ...way, value: way.first + state.received - 1 }, false, 1);
		case 'lastContact':
			return byStart(state, { ...way, kind: way.kind });
		default: {
			const sign = state.signs.find(({ name }) => name === way.field);
			return sign && way.kind === 'cursor'
				? once(wayOf(sign, way.parameter), mayBringNothing(state, request, sign))
				: () => undefined;
		}
	}
}

// What is not stated

/** Responses of a kind whose parameter is known. */
const LEADS = [
	{ of: /@odata|^__count$|^d\.results$/m, kind: 'offset', parameter: '$skip' },
	{ of: /^hits\.hits$|^_shards/m, kind: 'offset', parameter: 'from' },
	{ of: /^response\.docs$|numFound/m, kind: 'offset', parameter: 'start' },
	{ of: /^jsonapi/m, kind: 'page', parameter: 'page[number]' },
] as const;

function leadsByStyle(state: ListState): Question[] {
	const names = namesIn(state).join('\n');
	const lead = LEADS.find(({ of }) => of.test(names));
	if (lead) return [lead.kind === 'page' ? byPage(lead.parameter) : byStart(state, lead)];
	// A number of pages is about pages.
	return signsOf(state, 'pages', 'lastPage').length > 0
		? [byPage(usualParameters(state).pages[0]!)]
		: [];
}

/**
 * All usual parameters in one request, and what is not understood under its own name: if this page comes
 * again, none of them is the right one. Otherwise the contacts that come show which is.
 */
function allAtOnce(state: ListState, leftovers: Sign[]): Question {
	const { starts, pages, names } = usualParameters(state);
	const groups = goingBack(state, starts);
	const [page, ...otherPages] = pages.map((parameter) => pageAt(2, parameter));
	const own = leftovers
		.map((sign) => ({ way: wayOf(sign, lastKey(sign.name)), overlap: 0 }))
		.filter(({ way }) => !names.has((way as Position).parameter));
	const first = [...(groups[0] ?? []), page!, ...otherPages, ...own];
	const counted = [...otherPages, ...starts.map(({ parameter }) => pageAt(2, parameter))].map(
		({ way }) => way,
	);

	const findPage = inTurn(
		...own.map(({ way }) => once(way)),
		byPage(pages[0]!),
		narrowDown(counted, (way) => byPage((way as Position).parameter)),
	);
	const others = inTurn(...groups.slice(1).map(together));
	const oneByOne = inTurn(
		byPage(pages[0]!),
		...starts.slice(0, 4).map((start) => byStart(state, start)),
		...interleave(
			pages.slice(1).map(byPage),
			starts.slice(4).map((start) => byStart(state, start)),
		),
	);
	return ([outcome, ...rest]) => {
		if (outcome === undefined) return { ways: first };
		if (outcome === 'same') return others(rest);
		// A service that refuses what it does not know has to be asked for one after the other.
		return (outcome === 'error' ? oneByOne : findPage)(rest);
	};
}

/** Groups of ways that each go back by another number of contacts. */
function goingBack(state: ListState, starts: readonly Start[]): Array<Attempt['ways']> {
	const groups: Array<Attempt['ways']> = [];
	let overlap = Infinity;
	// Fewer IDs are kept when they are long.
	const furthest = Math.min(state.count, MAX_BACK, state.ids.values.length || MAX_BACK);
	for (const start of starts) {
		const isLast = overlap >= furthest;
		if (isLast) overlap = 1;
		const way = overlap < state.count && wayBack(state, start, overlap);
		if (!way) continue;
		if (isLast) groups.push([]);
		groups.at(-1)!.push({ way, overlap });
		// Counting may start at 0 or at 1.
		overlap += start.kind === 'offset' ? 2 : 1;
	}
	return groups;
}

function pageAt(value: number, parameter: string): Attempt['ways'][number] {
	return { way: { kind: 'page', parameter, value, first: value - 1 }, overlap: 0 };
}

function together(ways: Attempt['ways']): Question {
	return ([outcome]) => (outcome === undefined ? { ways } : undefined);
}

/** Asks one question after another. */
function inTurn(...questions: Question[]): Question {
	return (outcomes) => {
		let left = outcomes;
		for (const question of questions) {
			for (let answered = 0; ; answered++) {
				const next = question(left.slice(0, answered));
				if (next === undefined) {
					left = left.slice(answered);
					break;
				}
				if (next === 'end' || answered === left.length) return next;
			}
		}
		return undefined;
	};
}

/** Names to try one after the other where a service refuses several at once. */
const MAX_ONE_BY_ONE = 5;

/** Finds the way that the service understands by halves: it changes the answer. */
function narrowDown(ways: readonly Way[], confirm: (way: Way) => Question): Question {
	if (ways.length === 1) return confirm(ways[0]!);
	const half = Math.ceil(ways.length / 2);
	const halves = [ways.slice(0, half), ways.slice(half)];
	return ([outcome, ...rest]) => {
		if (outcome === undefined) return { ways: ways.map((way) => ({ way, overlap: 0 })) };
		if (outcome === 'same') return undefined;
		const parts =
			outcome === 'error'
				? ways.slice(0, MAX_ONE_BY_ONE).map(confirm)
				: halves.map((part) => narrowDown(part, confirm));
		return inTurn(...parts)(rest);
	};
}

/**
 * The number that should be this page has to bring it again, and the next one only new contacts. Where
 * pages count from 0, the first of them is the next page already.
 */
function byPage(parameter: string): Question {
	const at = (value: number) => attempt({ kind: 'page', parameter, value, first: value - 1 });
	return ([first, second]) => {
		if (first === undefined) return at(1);
		if (second === undefined) {
			if (first === 'same') return at(2);
			return first === 'empty' ? at(0) : undefined;
		}
		if (first === 'same') return second === 'empty' || second === 'error' ? 'end' : undefined;
		return second === 'same' ? 'end' : undefined;
	};
}

/** One contact back: that one has to come again, first. A single contact leaves nothing to go back. */
function byStart(state: ListState, start: Start): Question {
	const overlap = state.received > 2 ? 1 : 0;
	const way = wayBack(state, start, overlap);
	return way ? once(way, false, overlap) : () => undefined;
}

/** Asks for the contacts from the one that is `overlap` places before the next one. */
function wayBack(
	{ received, ids }: Pick<ListState, 'received' | 'ids'>,
	{ kind, parameter }: Start,
	overlap: number,
): Way | undefined {
	if (kind === 'offset') return { kind, parameter, value: received - overlap, first: 0 };
	const value = ids.values.at(-1 - overlap);
	return value === undefined ? undefined : { kind, parameter, value, field: ids.field };
}

function once(way: Way, acceptsEmpty = false, overlap = 0): Question {
	return ([outcome]) =>
		outcome === undefined
			? { ways: [{ way, overlap }], acceptsNew: overlap === 0, acceptsEmpty }
			: undefined;
}

function attempt(way: Way): Omit<Attempt, 'question'> {
	return { ways: [{ way, overlap: 0 }], acceptsNew: true };
}

function namesIn({ signs, location }: ListState): string[] {
	return [
		...(location ? [location.path.join('.')] : []),
		...signs.map(({ name }) => name),
		...(location?.keys ?? []),
	];
}

function interleave<T>(one: readonly T[], other: readonly T[]): T[] {
	const longest = Math.max(one.length, other.length);
	return Array.from({ length: longest }, (_, at) => [
		...one.slice(at, at + 1),
		...other.slice(at, at + 1),
	]).flat();
}
