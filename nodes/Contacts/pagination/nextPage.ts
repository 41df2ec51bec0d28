import { byParameter, countedNext, countOn, sentNext } from './candidates';
import { valueAt } from './jsonPath';
import { readLinkHeader } from './linkHeader';
import {
	type Candidate,
	END,
	type History,
	isFollowed,
	type NextPage,
	type Page,
	type PageWay,
} from './page';
import type { Pagination, PaginationMode } from './pagination';
import { type Signs, toFlag } from './readSigns';
import {
	hasNewUnread,
	hasRemaining,
	hasUnread,
	isFull,
	isUnsized,
	moreFlag,
	statedTotal,
} from './remaining';
import { meaningsOf } from './signNames';

/**
 * Decides where the list goes on after a page: by the signs of the response, or as set by hand unless a
 * sign contradicts.
 */
export function nextPage(page: Page, history: History, pagination: Pagination): NextPage {
	return MODES[pagination.mode](page, history, pagination);
}

export function isMode(name: string): name is PaginationMode {
	return Object.hasOwn(MODES, name);
}

const MODES: Record<
	PaginationMode,
	(page: Page, history: History, pagination: Pagination) => NextPage
> = {
	automatic,
	off: (page, history) =>
		contradictsEnd(page, history) || hasRemaining(page, history) ? unknown('nextUnknown') : END,
	linkHeader: (page, history) => {
		const { next, isPaged } = readLinkHeader(page.headers.get('link') ?? '');
		return next === undefined
			? endOf(page, history, isPaged)
			: (toLink(page, next) ?? unknown('nextMalformed', 'Link'));
	},
	nextLink: (page, history, { nextLinkField }) => {
		const value = fieldValue(page, nextLinkField);
		if (isEmpty(value)) return endOf(page, history, value !== undefined);
		const [link] = [value, ...['href', 'url', 'link'].map((key) => valueAt(value, key))].filter(
			(candidate) => typeof candidate === 'string',
		);
		return (link && toLink(page, link)) || unknown('nextMalformed', nextLinkField);
	},
	cursor: (page, history, { cursorField, cursorParameter, hasMoreField }) => {
		const more = flagAt(page, hasMoreField);
		if (more === false) return END;
		const value = fieldValue(page, cursorField);
		if (isEmpty(value)) {
			return more ? unknown('nextUnknown') : endOf(page, history, value !== undefined);
		}
		return sendBack(page, cursorParameter, value, cursorField, true);
	},
	lastContact: (page, history, { lastContactField, cursorParameter, hasMoreField }) => {
		const more = moreByHand(page, history, flagAt(page, hasMoreField));
		const last = page.contacts.at(-1);
		if (more === false || (!more && !last)) return END;
		if (!last) return unknown('nextUnknown');
		const value = valueAt(last, lastContactField);
		return sendBack(page, cursorParameter, value, lastContactField, more === true);
	},
	pageNumber: (page, history, { pageParameter, firstPage, totalPagesField, hasMoreField }) => {
		const pages = toNumber(fieldValue(page, totalPagesField));
		const more =
			flagAt(page, hasMoreField) ?? (pages === undefined ? undefined : page.number < pages);
		return countByHand(page, history, more, {
			kind: 'page',
			parameter: pageParameter,
			value: firstPage + page.number - 1,
			first: firstPage,
		});
	},
	offset: (page, history, { offsetParameter, firstOffset, hasMoreField }) =>
		countByHand(page, history, flagAt(page, hasMoreField), {
			kind: 'offset',
			parameter: offsetParameter,
			value: firstOffset + page.collected - page.contacts.length,
			first: firstOffset,
		}),
};

/**
 * A flag that says no ends the list. Otherwise the next page is where the service says; where it says
 * only that there is more, pages are counted on. Without any statement a short page is the last, unless
 * something was not understood.
 */
function automatic(page: Page, history: History): NextPage {
	const { signs, number, contacts } = page;
	const flag = moreFlag(signs);
	if (flag === false) return END;
	const remaining = hasRemaining(page, history);
	const isShort = contacts.length === 0 || (number > 1 && contacts.length < history.firstCount);
	const stated = statedNext(page, history);
	if (stated && !(isShort && flag === undefined && remaining === false)) return stated;

	const isLast = isFollowed(history) || signs.noNext.some(({ isNear }) => isNear);
	const isMore = flag ?? remaining;
	if (isMore) {
		const counted = isFollowed(history) ? [] : countedNext(page, history);
		// A service that has an empty link or cursor is not tried with page numbers.
		const candidates = isLast ? counted.filter(({ isGuess }) => !isGuess) : counted;
		if (candidates.length > 0) return { kind: 'request', candidates, isStated: true };
		return isLast && flag === undefined ? endByTotal(page, history) : unknown('nextUnknown');
	}
	if (isMore === false) return END;
	if (isLast)
		return isFollowed(history) && hasNewUnread(page, history) ? unknown('signsUnread') : END;
	const isFullPage = isFull(page, history);
	if (isFullPage || (isUnsized(page) && contacts.length > 0)) {
		const candidates = countedNext(page, history);
		return candidates.length > 0
			? { kind: 'request', candidates, isStated: false }
			: unknown(isFullPage ? 'endUnknown' : 'signsUnread');
	}
	return hasUnread(page) ? unknown('signsUnread') : END;
}

/** The next page as the service sends it: what is near the list before what is not, links first. */
function statedNext(page: Page, history: History): NextPage | undefined {
	for (const isNear of [true, false]) {
		const signs = only(page.signs, isNear);
		for (const { value } of signs.links) {
			const next = toLink(page, value);
			if (next?.kind === 'request') return next;
		}
		const candidates = sentNext(page, history, signs);
		if (candidates.length > 0) return { kind: 'request', candidates, isStated: true };
	}
	const [link] = page.signs.links;
	return link && (toLink(page, link.value) ?? unknown('nextMalformed', link.name));
}

function only(signs: Signs, isNear: boolean): Signs {
	const near = <Sign extends { isNear: boolean }>(list: Sign[]) =>
		list.filter((sign) => sign.isNear === isNear);
	return {
		...signs,
		links: near(signs.links),
		cursors: near(signs.cursors),
		nextPages: near(signs.nextPages),
		nextOffsets: near(signs.nextOffsets),
	};
}

/**
 * A link that drops the page size would change it in mid-list: numbered pages would overlap, or leave
 * contacts out.
 */
function toLink({ url, pageSize }: Page, link: string): NextPage | undefined {
	if (link === '' || !URL.canParse(link, url.href)) return undefined;
	const next = new URL(link, url);
	if (next.origin !== url.origin || next.username + next.password !== '') {
		return unknown('nextElsewhere');
	}
	// Fragments are never sent; strip them before the check for pages that were already read.
	next.hash = '';
	if (pageSize !== undefined && !next.searchParams.has('pageSize')) {
		next.searchParams.set('pageSize', String(pageSize));
	}
	const candidate: Candidate = { url: next, way: { kind: 'link' }, isGuess: false };
	return { kind: 'request', candidates: [candidate], isStated: true };
}

function sendBack(
	page: Page,
	parameter: string,
	value: unknown,
	field: string,
	isStated: boolean,
): NextPage {
	const isText = (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
	if (!isText) return unknown('nextMalformed', field);
	const candidate = byParameter(page, { kind: 'cursor', parameter }, value as string | number);
	return { kind: 'request', candidates: [candidate], isStated };
}

/** By hand, pages are counted until one is empty, unless the response says when. */
function countByHand(
	page: Page,
	history: History,
	stated: boolean | undefined,
	way: PageWay & { kind: 'page' | 'offset' },
): NextPage {
	const more = moreByHand(page, history, stated);
	if (!(more ?? page.contacts.length > 0)) return END;
	const positions = way.kind === 'page' ? page.signs.pageNumbers : page.signs.offsets;
	const known = (history.way as typeof way | undefined)?.echo;
	const echo = positions.find(({ name, value }) =>
		page.number > 1 ? name === known?.name : value <= 1 || value === way.value,
	);
	const candidate = countOn(page, {
		...way,
		...(echo && { echo: { name: echo.name, value: echo.value } }),
	});
	return { kind: 'request', candidates: [candidate], isStated: more === true };
}

function moreByHand(
	page: Page,
	history: History,
	stated: boolean | undefined,
): boolean | undefined {
	return stated ?? moreFlag(page.signs) ?? hasRemaining(page, history);
}

/** A page without a link or cursor ends the list, unless it says otherwise or has never had one. */
function endOf(page: Page, history: History, isThere: boolean): NextPage {
	if (contradictsEnd(page, history)) return unknown('nextUnknown');
	if (hasRemaining(page, history)) return endByTotal(page, history);
	const isSilent = moreFlag(page.signs) === undefined && hasRemaining(page, history) === undefined;
	const isSure = isThere || isFollowed(history) || !isSilent || !isFull(page, history);
	return isSure ? END : unknown('endUnknown');
}

/** A total that has not come is an error that says more. */
function endByTotal(page: Page, history: History): NextPage {
	return statedTotal(page, history) ? END : unknown('nextUnknown');
}

function contradictsEnd(page: Page, history: History): boolean {
	const flag = moreFlag(page.signs);
	return flag ?? statedNext(page, history) !== undefined;
}

/** A field of the body by its name or dot path, or else a header of that name. */
function fieldValue({ body, headers }: Page, name: string): unknown {
	if (name === '') return undefined;
	const value = valueAt(body, name);
	return value === undefined && HEADER_NAME.test(name) ? (headers.get(name) ?? undefined) : value;
}

const HEADER_NAME = /^[\w-]+$/;

/** Whether there is more, as a field says that was set by hand; a `!` or a name such as `isLast` turns it round. */
function flagAt(page: Page, field: string): boolean | undefined {
	const name = field.replace(/^!\s*/, '');
	const flag = toFlag(fieldValue(page, name));
	if (flag === undefined) return undefined;
	const rows = meaningsOf(name.slice(name.lastIndexOf('.') + 1));
	const isLastFlag = rows?.some(({ meaning }) => meaning === 'last') === true;
	return isLastFlag || name !== field ? !flag : flag;
}

function toNumber(value: unknown): number | undefined {
	const number = Number(value ?? NaN);
	return Number.isSafeInteger(number) ? number : undefined;
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '' || value === false || value === 0;
}

function unknown(reason: (NextPage & { kind: 'unknown' })['reason'], name?: string): NextPage {
	return { kind: 'unknown', reason, name };
}
