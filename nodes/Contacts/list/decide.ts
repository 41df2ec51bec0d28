import { failure } from '../response/failure';
import type { Sign } from '../response/readSigns';
import { familyOf, wordsIn } from '../response/words';
import { isFull, isShort, plausibleTotals, saysMore, weigh } from './evidence';
import { isConfigured, leadsOf, signsOf } from './signs';
import { wasRequested } from './memory';
import { modeOf, type Offer } from './modes';
import { nextAttempt } from './questions';
import {
	END,
	type ListRequest,
	type ListState,
	type Next,
	type Outcome,
	type Place,
	type Way,
} from './state';
import { nextPosition, urlOf, wayOfLink } from './ways';

/**
 * Decides where a list goes on after a page, and whether what came agrees with the totals.
 *
 * @param before the state before the page
 * @param after the state with the page
 * @param fresh number of new contacts on the page
 */
export function decideAfter(
	before: ListState,
	after: ListState,
	fresh: number,
	request: ListRequest,
): Place {
	const hasFallen = before.totals.some(
		({ name, last, max }) => max > after.firstCount && totalAt(after, name) < last,
	);
	const state = { ...after, totals: addTotals(after, request) };
	const isOverlapOnly = fresh === 0 && after.count > 0;
	const next = isOverlapOnly ? END : decide(state, request);
	const isLost = next.kind === 'end' && isLeftAlone(before, state, request);
	const end = isLost ? unknown('nextUnknown') : checkTotals(state, request, isOverlapOnly);
	const checked = next.kind === 'end' ? end : next;
	// Contacts that were removed from pages already read move the others: the page before tells.
	const way = after.way;
	if (hasFallen && (way?.kind === 'page' || way?.kind === 'offset')) {
		const page = before.memory.pages.at(-1)!;
		const again: Way = before.way ?? firstPage(request);
		const otherwise = failure('listChanged');
		return { state, next: { kind: 'check', way: again, page, then: checked, otherwise } };
	}
	return { state, next: checked };
}

/**
 * Whether the first page says that there is more, but a value of unknown meaning, which the settings name
 * as the cursor, has led to an empty page.
 */
function isLeftAlone(before: ListState, { way, count }: ListState, request: ListRequest): boolean {
	return (
		request.pagination.mode === 'cursor' &&
		before.pages === 1 &&
		count === 0 &&
		way?.kind === 'cursor' &&
		!signsOf(before, 'cursor', 'nextPage', 'nextOffset').some(({ name }) => name === way.field) &&
		weigh(before, request).isMore
	);
}

function firstPage({ url }: ListRequest): Way {
	return { kind: 'link', link: url.pathname + url.search, field: '' };
}

function totalAt(state: ListState, name: string): number {
	const sign = signsOf(state, 'total', 'count').find((total) => total.name === name);
	return (sign?.value as number | undefined) ?? Infinity;
}

function addTotals(state: ListState, { pagination }: ListRequest): ListState['totals'] {
	if (!pagination.checkTotal) return [];
	const totals = new Map(state.totals.map((total) => [total.name, total]));
	for (const { meaning, name, value, isMinimum, isFar } of signsOf(state, 'total', 'count')) {
		if (isMinimum || isFar || (meaning === 'count' && !state.totalNames.includes(name))) continue;
		const total = value as number;
		const { min, max } = totals.get(name) ?? { min: total, max: total };
		totals.set(name, { name, min: Math.min(min, total), max: Math.max(max, total), last: total });
	}
	return [...totals.values()].slice(0, MAX_TOTALS);
}

const MAX_TOTALS = 8;

/** Ends the list, unless fewer or more contacts came than were stated. */
export function checkTotals(state: ListState, request: ListRequest, isProven: boolean): Next {
	const { received, firstCount, pages, count } = state;
	// A number that was never above the first page's counts the contacts of a page.
	const totals = state.totals.filter(({ max }) => max > firstCount || received <= max);
	if (totals.length > 0 && !totals.some(({ min, max }) => received >= min && received <= max)) {
		return { kind: 'unknown', failure: failure('totalDiffers', received, totals[0]!.max) };
	}
	const stated = weigh(state, request).pages;
	const read = count === 0 ? pages - 1 : pages;
	if (!isProven && stated !== undefined && stated > Math.max(read, 1) && totals.length === 0) {
		return { kind: 'unknown', failure: failure('nextUnknown') };
	}
	return END;
}

function decide(state: ListState, request: ListRequest): Next {
	return request.pagination.mode === 'automatic'
		? automatic(state, request)
		: byHand(state, request);
}

/**
 * Follows what the service sends for the next page. If it only says that there is more, or says nothing,
 * goes on as the last page was asked for, or asks.
 */
function automatic(state: ListState, request: ListRequest): Next {
	const { way, count } = state;
	const { isMore, isEnd, flag } = weigh(state, request);
	if (flag === false && !isMore) return END;
	const stated = statedWay(state, request);
	if (stated && !(isEnd && isShort(state))) return stated;

	const isCounted = way?.kind === 'page' || way?.kind === 'offset' || way?.kind === 'lastContact';
	if (isMore) {
		if (isCounted) return count === 0 && flag !== true ? END : further(state, request);
		// The service has stopped to send what it sent before: the total says how many are missing.
		if (way) return plausibleTotals(state, request).length > 0 ? END : unknown('nextUnknown');
		return ask(state, request);
	}
	if (isEnd) return END;
	if (count === 0) return END;
	if (isCounted) return further(state, request);
	if (way) {
		const isNew = signsOf(state, 'unread').some(
			({ name, value, isPaging }) =>
				isPaging && typeof value !== 'boolean' && !state.unread.includes(name),
		);
		return isNew ? unknown('signsUnread') : END;
	}
	const [noNext] = signsOf(state, 'noNext');
	// An empty text or null is there for the next page; a number may always be 0.
	if (noNext && !noNext.isFar && (noNext.value === '' || !isFull(state, request))) return END;
	return ask(state, request);
}

/** The next page as the service sends it, preferably by a link. */
function statedWay(state: ListState, request: ListRequest): Next | undefined {
	const { way } = state;
	const followed = state.signs.filter(
		({ meaning, name, value }) =>
			meaning === 'unread' &&
			way?.kind === 'link' &&
			name === way.field &&
			typeof value === 'string',
	);
	const links = [...signsOf(state, 'link'), ...followed].map(({ value, name }) =>
		wayOfLink(request, value as string, name),
	);
	const usable = links
		.filter((way) => typeof way === 'object')
		.sort((a, b) => Number(isKnown(state, a, request)) - Number(isKnown(state, b, request)))
		.find((way) => !isCurrent(state, way, request));
	if (usable) return goTo(state, request, usable);
	if (way?.kind === 'cursor') {
		const meanings = ['cursor', 'nextPage', 'nextOffset', 'offset', 'page', 'unread'] as const;
		const sign = signsOf(state, ...meanings).find(({ name }) => name === way.field);
		if (sign) return goTo(state, request, { ...way, value: sign.value as string | number });
	}
	if (!way || way.kind === 'link') {
		const asked = signsOf(state, 'cursor', 'nextPage', 'nextOffset').some(({ isFar }) => !isFar);
		if (asked) return ask(state, request);
	}
	if (links.includes('elsewhere')) return elsewhere(request);
	const [link] = signsOf(state, 'link');
	return link && links[0] === undefined
		? { kind: 'unknown', failure: failure('nextMalformed', link.name) }
		: undefined;
}

function isKnown({ memory }: ListState, way: Way, request: ListRequest): boolean {
	return wasRequested(memory, urlOf(request, way));
}

/** Whether a link leads to the page that has it. */
function isCurrent(state: ListState, way: Way, request: ListRequest): boolean {
	const current = state.way ? urlOf(request, state.way) : request.url;
	return urlOf(request, way).href === current.href;
}

/** The page after one that was asked for by its position or by the last contact. */
function further(state: ListState, request: ListRequest): Next {
	const { way, count, ids } = state;
	const { isMore } = weigh(state, request);
	if (way?.kind === 'lastContact') {
		const value = ids.values.at(-1);
		return value === undefined || count === 0 ? END : goTo(state, request, { ...way, value });
	}
	const position = nextPosition(state, way as Way & { kind: 'page' | 'offset' });
	// One contact back: if it comes alone, the list has ended, however the service answers beyond it.
	const back = { ...position, value: position.value - 1 };
	const goesBack = position.kind === 'offset' && count > 0 && !isMore && isShort(state);
	return goesBack && !wasRequested(state.memory, urlOf(request, back))
		? goTo(state, request, back, 1)
		: goTo(state, request, position);
}

function goTo(state: ListState, request: ListRequest, way: Way, overlap = 0): Next {
	if (wasRequested(state.memory, urlOf(request, way))) {
		// Some services, such as Solr, end a list with an empty page that repeats the last cursor.
		const { isMore } = weigh(state, request);
		return state.count === 0 && !isMore && way.kind !== 'offset' ? END : unknown('nextRepeated');
	}
	return { kind: 'page', way, overlap };
}

/**
 * Asks the service for the next page.
 *
 * @param outcomes of the attempts so far, question by question
 */
export function ask(state: ListState, request: ListRequest, outcomes: Outcome[][] = []): Next {
	const attempt = nextAttempt(state, request, outcomes);
	if (attempt === 'end') return checkTotals(state, request, true);
	return attempt ? { kind: 'ask', outcomes } : conclude(state, request, outcomes);
}

/** The service was asked, and nothing was proven. */
function conclude(state: ListState, request: ListRequest, outcomes: Outcome[][]): Next {
	const { isEnd } = weigh(state, request);
	// New contacts came, but nothing shows that they are the next ones.
	const isReal = outcomes.flat().includes('new');
	if (isReal || (saysMore(state, request) && !isEnd)) return unknown('nextUnknown');
	if (isEnd) return END;
	if (isFull(state, request)) return unknown('endUnknown');
	return signsOf(state, 'unread').some(({ isPaging }) => isPaging) ? unknown('signsUnread') : END;
}

/** Follows the settings. What the response says ends the list, or contradicts its end. */
function byHand(state: ListState, request: ListRequest): Next {
	const { pagination } = request;
	const mode = modeOf(pagination.mode);
	const { isMore, isEnd, flag } = weigh(state, request);
	const offer = mode.offer!(state, request);
	// Beside what leads to the next page, a flag of unknown meaning is no end of pages that are counted.
	const leads = mode.isCounted && flag === undefined ? namedNext(state) : signsOf(state, 'link');
	const isLast = isEnd && !(signsOf(state, 'more').some(isConfigured) && leads.length > 0);
	if (mode.isCounted) {
		if (state.count === 0) {
			return isMore && flag && mode.value === 'pageNumber'
				? followed(state, request, offer as Way)
				: END;
		}
		if (isLast) return END;
		return typeof offer === 'object' ? followed(state, request, offer) : unknownOf(offer, request);
	}
	if (typeof offer === 'object') {
		if (!isLast) return followed(state, request, offer);
		// A flag of unknown meaning is not believed beside a cursor: the page that it leads to tells.
		const next = flag === undefined && !isReached(state) ? followed(state, request, offer) : END;
		if (next.kind !== 'page') return END;
		// The first page again would rather show that the parameter is not understood.
		return state.pages > 1 ? { ...next, mayBeEnd: true } : next;
	}
	if (offer === 'malformed' || offer === 'elsewhere') return unknownOf(offer, request);
	if (isMore) {
		return plausibleTotals(state, request).length > 0 && flag !== true && state.pages > 1
			? END
			: unknown('nextUnknown');
	}
	const isEmpty = offer === 'empty' && mode.value !== 'off';
	const named = isEmpty ? namedNext(state) : leadsOf(state);
	if (named.length > 0) return unknown('nextUnknown');
	if (isEnd || isReached(state) || offer === 'empty' || state.pages > 1) return END;
	if (signsOf(state, 'unread').some(({ isPaging }) => isPaging)) return unknown('signsUnread');
	return isFull(state, request) ? unknown('endUnknown') : END;
}

/** Whether as many contacts have come as a field states. */
function isReached(state: ListState): boolean {
	return signsOf(state, 'total').some(
		({ value, isMinimum }) => value === state.received && !isMinimum,
	);
}

/** What leads to the next page by its name. */
function namedNext(state: ListState): Sign[] {
	return leadsOf(state).filter(
		({ meaning, name }) =>
			meaning === 'link' || wordsIn(name).some((word) => familyOf(word) === 'next'),
	);
}

function unknownOf(offer: Offer, request: ListRequest): Next {
	if (offer === 'elsewhere') return elsewhere(request);
	const { mode } = request.pagination;
	return {
		kind: 'unknown',
		failure: failure('nextMalformed', modeOf(mode).field!(request.pagination)),
	};
}

function elsewhere({ url }: ListRequest): Next {
	return { kind: 'unknown', failure: failure('nextElsewhere', url.origin) };
}

/**
 * Asks for the page that the settings name. After the first page, where nothing in the response would
 * show a wrong setting, the service is asked once: for this page again, or from one contact back.
 */
function followed(state: ListState, request: ListRequest, way: Way): Next {
	const { total } = weigh(state, request);
	const { isInclusive } = request.pagination;
	if (way.kind === 'link') return goTo(state, request, way);
	if (way.kind === 'cursor') return goTo(state, request, way, isInclusive ? 1 : 0);
	if (way.kind === 'lastContact') {
		const back = state.ids.values.at(-2);
		const isProof = state.pages === 1 && !isInclusive && total === undefined && back !== undefined;
		return isProof
			? goTo(state, request, { ...way, value: back }, 1)
			: goTo(state, request, way, isInclusive ? 1 : 0);
	}
	const then = goTo(state, request, way);
	// A wrong total, or one contact too many and one too few, would not show either.
	const isShown = (total !== undefined && request.pagination.checkRepeats) || way.echo;
	if (state.pages > 1 || state.count === 0 || isShown) return then;
	if (way.kind === 'offset') {
		return state.count > 1 ? goTo(state, request, { ...way, value: way.value - 1 }, 1) : then;
	}
	// Only a number of pages that the settings do not name can show that they are wrong.
	if (signsOf(state, 'pages').some((sign) => !isConfigured(sign))) return then;
	const page = state.memory.pages.at(-1)!;
	const again: Way = { ...way, value: way.first };
	return { kind: 'check', way: again, page, then, otherwise: failure('positionUnexpected') };
}

function unknown(reason: 'endUnknown' | 'signsUnread' | 'nextUnknown' | 'nextRepeated'): Next {
	return { kind: 'unknown', failure: failure(reason) };
}
