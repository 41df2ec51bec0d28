import {
	candidatesByCounting,
	candidatesFromSigns,
	candidateWithParameter,
	nextByIncrement,
} from './candidates';
import { lastKey } from './fieldNames';
import { valueAt } from './jsonPath';
import { readLinkHeader } from './linkHeader';
import {
	type Candidate,
	END,
	type History,
	type NextPage,
	type Page,
	type Position,
	reachedByLinkOrCursor,
	type UnknownReason,
} from './page';
import type { Pagination, PaginationMode } from './pagination';
import {
	hasNewUnread,
	hasRemaining,
	hasUnknownPageSize,
	hasUnread,
	isFull,
	moreFlag,
	statedTotal,
} from './remaining';
import { meaningsOf } from './signNames';
import type { Signs } from './signs';
import { toFlag } from './signValues';

/**
 * Decides where the list goes on after a page: by the signs of the response in Automatic, otherwise as
 * the settings say unless a sign contradicts them.
 *
 * @param history what the pages up to this one have shown
 */
export function nextPage(page: Page, history: History, pagination: Pagination): NextPage {
	return MODES[pagination.mode](page, history, pagination);
}

export function isMode(name: string): name is PaginationMode {
	return Object.hasOwn(MODES, name);
}

type Decide = (page: Page, history: History, pagination: Pagination) => NextPage;

const MODES: Record<PaginationMode, Decide> = {
	automatic,
	off: (page, history) =>
		contradictsEnd(page, history) || hasRemaining(page, history) ? unknown('nextUnknown') : END,
	linkHeader: (page, history) => {
		const { next, isPaged } = readLinkHeader(page.headers.get('link') ?? '');
		return next === undefined
			? endWithoutNext(page, history, isPaged)
			: (nextByLink(page, next) ?? unknown('nextMalformed', 'Link'));
	},
	nextLink: (page, history, { nextLinkField }) => {
		const value = fieldValue(page, nextLinkField);
		if (isEmpty(value)) return endWithoutNext(page, history, value !== undefined);
		const [link] = [value, ...['href', 'url', 'link'].map((key) => valueAt(value, key))].filter(
			(candidate) => typeof candidate === 'string',
		);
		return (link && nextByLink(page, link)) || unknown('nextMalformed', nextLinkField);
	},
	cursor: (page, history, { cursorField, cursorParameter, hasMoreField }) => {
		const more = flagAt(page, hasMoreField);
		if (more === false) return END;
		const value = fieldValue(page, cursorField);
		if (isEmpty(value)) {
			return more ? unknown('nextUnknown') : endWithoutNext(page, history, value !== undefined);
		}
		return nextByCursor(page, cursorParameter, value, cursorField, true);
	},
	lastContact: (page, history, { lastContactField, cursorParameter, hasMoreField }) => {
		const more = indicatesMore(page, history, flagAt(page, hasMoreField));
		const last = page.contacts.at(-1);
		if (more === false || (!more && !last)) return END;
		if (!last) return unknown('nextUnknown');
		const value = valueAt(last, lastContactField);
		return nextByCursor(page, cursorParameter, value, lastContactField, more === true);
	},
	pageNumber: (page, history, { pageParameter, firstPage, totalPagesField, hasMoreField }) => {
		const pages = toNumber(fieldValue(page, totalPagesField));
		const more =
			flagAt(page, hasMoreField) ?? (pages === undefined ? undefined : page.number < pages);
		return nextByCounting(page, history, more, {
			kind: 'page',
			parameter: pageParameter,
			value: firstPage + page.number - 1,
			first: firstPage,
		});
	},
	offset: (page, history, { offsetParameter, firstOffset, hasMoreField }) =>
		nextByCounting(page, history, flagAt(page, hasMoreField), {
			kind: 'offset',
			parameter: offsetParameter,
			value: firstOffset + page.collected - page.contacts.length,
			first: firstOffset,
		}),
};

/**
 * A false flag ends the list. Otherwise follow what the service sends for the next page; if it only says
 * that there is more, count. If it says nothing, a short page is the last one, unless a sign is unread.
 */
function automatic(page: Page, history: History): NextPage {
	const { signs, number, contacts } = page;
	const flag = moreFlag(signs);
	if (flag === false) return END;
	const remaining = hasRemaining(page, history);
	const isShort = contacts.length === 0 || (number > 1 && contacts.length < history.firstCount);
	const next = nextFromSigns(page, history);
	if (next && !(isShort && flag === undefined && remaining === false)) return next;

	const isLast = reachedByLinkOrCursor(history) || signs.noNext.some(({ isNear }) => isNear);
	const isMore = flag ?? remaining;
	if (isMore) {
		const counted = reachedByLinkOrCursor(history) ? [] : candidatesByCounting(page, history);
		// A service with an empty link or cursor does not take the page numbers of a guess.
		const candidates = isLast ? counted.filter(({ isGuess }) => !isGuess) : counted;
		if (candidates.length > 0) return { kind: 'request', candidates, isStated: true };
		return isLast && flag === undefined ? endByTotal(page, history) : unknown('nextUnknown');
	}
	if (isMore === false) return END;
	if (isLast) {
		return reachedByLinkOrCursor(history) && hasNewUnread(page, history)
			? unknown('signsUnread')
			: END;
	}
	const isFullPage = isFull(page, history);
	if (isFullPage || (hasUnknownPageSize(page) && contacts.length > 0)) {
		const candidates = candidatesByCounting(page, history);
		return candidates.length > 0
			? { kind: 'request', candidates, isStated: false }
			: unknown(isFullPage ? 'endUnknown' : 'signsUnread');
	}
	return hasUnread(page) ? unknown('signsUnread') : END;
}

/** The next page as the service sends it, preferably by a sign near the list and by a link. */
function nextFromSigns(page: Page, history: History): NextPage | undefined {
	for (const isNear of [true, false]) {
		const signs = nextSigns(page.signs, isNear);
		for (const { value } of signs.links) {
			const next = nextByLink(page, value);
			if (next?.kind === 'request') return next;
		}
		const candidates = candidatesFromSigns(page, history, signs);
		if (candidates.length > 0) return { kind: 'request', candidates, isStated: true };
	}
	const [link] = page.signs.links;
	return link && (nextByLink(page, link.value) ?? unknown('nextMalformed', link.name));
}

/** Of the signs of a next page, those near the list, or the others. */
function nextSigns(signs: Signs, isNear: boolean): Signs {
	const filter = <Sign extends { isNear: boolean }>(list: Sign[]) =>
		list.filter((sign) => sign.isNear === isNear);
	return {
		...signs,
		links: filter(signs.links),
		cursors: filter(signs.cursors),
		nextPages: filter(signs.nextPages),
		nextOffsets: filter(signs.nextOffsets),
	};
}

/** Undefined when the link is not a URL. */
function nextByLink({ url, pageSize }: Page, link: string): NextPage | undefined {
	if (link === '' || !URL.canParse(link, url.href)) return undefined;
	const next = new URL(link, url);
	if (next.origin !== url.origin || next.username + next.password !== '') {
		return unknown('nextElsewhere');
	}
	// Fragments are never sent; strip them before the duplicate check.
	next.hash = '';
	// With another page size from here on, numbered pages would overlap or leave contacts out.
	if (pageSize !== undefined && !next.searchParams.has('pageSize')) {
		next.searchParams.set('pageSize', String(pageSize));
	}
	const candidate: Candidate = { url: next, locator: { kind: 'link' }, isGuess: false };
	return { kind: 'request', candidates: [candidate], isStated: true };
}

function nextByCursor(
	page: Page,
	parameter: string,
	value: unknown,
	field: string,
	isStated: boolean,
): NextPage {
	const isText = (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
	if (!isText) return unknown('nextMalformed', field);
	const candidate = candidateWithParameter(
		page,
		{ kind: 'cursor', parameter },
		value as string | number,
	);
	return { kind: 'request', candidates: [candidate], isStated };
}

/**
 * Counts as the settings say, until a page is empty or the response states the end.
 *
 * @param position of the page
 */
function nextByCounting(
	page: Page,
	history: History,
	configuredMore: boolean | undefined,
	position: Position,
): NextPage {
	const more = indicatesMore(page, history, configuredMore);
	if (!(more ?? page.contacts.length > 0)) return END;
	const positions = position.kind === 'page' ? page.signs.pageNumbers : page.signs.offsets;
	const known = (history.locator as Position | undefined)?.echo;
	const echo = positions.find(({ name, value }) =>
		page.number > 1 ? name === known?.name : value <= 1 || value === position.value,
	);
	const candidate = nextByIncrement(page, {
		...position,
		...(echo && { echo: { name: echo.name, value: echo.value } }),
	});
	return { kind: 'request', candidates: [candidate], isStated: more === true };
}

/** Whether there is more: by the configured fields, else by the flags and numbers of the response. */
function indicatesMore(
	page: Page,
	history: History,
	configuredMore: boolean | undefined,
): boolean | undefined {
	return configuredMore ?? moreFlag(page.signs) ?? hasRemaining(page, history);
}

/**
 * A page without a link or cursor ends the list, unless it says otherwise, or is full and the service
 * has never sent one.
 *
 * @param isPresent whether the link or cursor is there but empty
 */
function endWithoutNext(page: Page, history: History, isPresent: boolean): NextPage {
	if (contradictsEnd(page, history)) return unknown('nextUnknown');
	if (hasRemaining(page, history)) return endByTotal(page, history);
	const isSilent = moreFlag(page.signs) === undefined && hasRemaining(page, history) === undefined;
	const isSure = isPresent || reachedByLinkOrCursor(history) || !isSilent || !isFull(page, history);
	return isSure ? END : unknown('endUnknown');
}

/** Ends the list before the stated total, so that the error can say how many contacts are missing. */
function endByTotal(page: Page, history: History): NextPage {
	return statedTotal(page, history) ? END : unknown('nextUnknown');
}

function contradictsEnd(page: Page, history: History): boolean {
	const flag = moreFlag(page.signs);
	return flag ?? nextFromSigns(page, history) !== undefined;
}

/** The value of a field of the body, by its name or dot path, or else of the header with that name. */
function fieldValue({ body, headers }: Page, name: string): unknown {
	if (name === '') return undefined;
	const value = valueAt(body, name);
	return value === undefined && HEADER_NAME.test(name) ? (headers.get(name) ?? undefined) : value;
}

const HEADER_NAME = /^[\w-]+$/;

/** Reads 'Has More Field'; a `!` before the name or a name such as `isLast` inverts the value. */
function flagAt(page: Page, field: string): boolean | undefined {
	const name = field.replace(/^!\s*/, '');
	const flag = toFlag(fieldValue(page, name));
	if (flag === undefined) return undefined;
	const isLastFlag = meaningsOf(lastKey(name))?.some(({ meaning }) => meaning === 'last') === true;
	return isLastFlag || name !== field ? !flag : flag;
}

function toNumber(value: unknown): number | undefined {
	const number = Number(value ?? NaN);
	return Number.isSafeInteger(number) ? number : undefined;
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '' || value === false || value === 0;
}

function unknown(reason: UnknownReason, name?: string): NextPage {
	return { kind: 'unknown', reason, name };
}
