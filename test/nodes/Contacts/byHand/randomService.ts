/** Random services, as plain data that a failing test prints. */
import fc from 'fast-check';

import type { Contact, Service } from '../read';
import { type Page, pagedService, range } from '../services';
import { lastId, offset, page, type Position } from '../world/positions';

export interface Plan {
	by: 'page' | 'offset' | 'lastContact' | 'cursor' | 'link' | 'linkHeader';
	parameter: string;
	/** The number of the first page or contact. */
	first: 0 | 1;
	/** The field with the cursor or link, and what the last page has there. */
	next: { name: string; last: 'absent' | 'null' | 'empty' };
	flag?: { name: string; isLast: boolean; format: 'boolean' | 'text' | 'digit' };
	total?: { name: string; counts: 'list' | 'page' | 'atLeast' | 'more' | 'fewer' };
	/** The name of the number of pages. */
	pages?: string;
	/** Whether pages state their number or offset. */
	hasEcho: boolean;
	/** Which page is empty although the list goes on, from 1. */
	emptyPage?: number;
	hasIds: boolean;
	/** Whether malformed positions are refused; otherwise they are taken for the first page. */
	refuses: boolean;
	/** The requested page size; the service may have a smaller one, or send all on one page. */
	pageSize: number;
	maxPageSize: number;
	isOnePage: boolean;
	/** Number of contacts. */
	count: number;
}

/** Names that many services have. */
export const LISTED = {
	cursor: ['nextCursor', 'next_cursor', 'nextPageToken'],
	link: ['next', 'nextLink', 'links.next'],
	more: ['hasMore', 'has_more', 'pageInfo.hasNextPage'],
	isLast: ['isLast', 'last'],
	total: ['total', 'totalCount', 'meta.total'],
	pages: ['totalPages', 'meta.total_pages', 'pageCount'],
};

/** Names that sound like paging, and others. */
export const SOUNDING = ['continueMarker', 'resumeKey'];
const OTHER = ['weiter', 'xq.z'];

/** Fields that every response has and that say nothing about pages. */
export const UNRELATED = { available: false, version: 3 };

const PARAMETERS: Record<Plan['by'], string[]> = {
	page: ['page', 'page', 'p', 'seite'],
	offset: ['offset', 'offset', 'skip', 'ab'],
	lastContact: ['after', 'starting_after', 'seit'],
	cursor: ['cursor', 'pageToken', 'resume'],
	link: ['page'],
	linkHeader: ['page'],
};

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const sizes = fc
	.record({
		size: fc.constantFrom(3, 7, 10, 17, 20, 25, 50),
		cutBy: fc.constantFrom(0, 0, 1, 30),
		fullPages: fc.integer({ min: 0, max: 4 }),
		rest: fc.nat(),
		isOnePage: fc.constantFrom(false, false, false, true),
	})
	.map(({ size, cutBy, fullPages, rest, isOnePage }) => ({
		pageSize: size + cutBy,
		maxPageSize: size,
		isOnePage,
		count: fullPages * size + (rest % 2 === 0 ? 0 : rest % size),
	}));

const total = fc.record({
	name: fc.constantFrom(...LISTED.total, 'menge'),
	counts: fc.constantFrom('list', 'list', 'page', 'atLeast', 'more', 'fewer'),
});

const flag = fc.boolean().chain((isLast) =>
	fc.record({
		isLast: fc.constant(isLast),
		name: fc.constantFrom(...LISTED[isLast ? 'isLast' : 'more'], isLast ? 'ende' : 'weitere'),
		format: fc.constantFrom('boolean', 'boolean', 'text', 'digit'),
	}),
);

export const plans: fc.Arbitrary<Plan> = fc
	.constantFrom<Plan['by']>('page', 'offset', 'lastContact', 'cursor', 'link', 'linkHeader')
	.chain((by) => {
		const names = [...LISTED[by === 'cursor' ? 'cursor' : 'link'], ...SOUNDING, ...OTHER];
		return fc.record({
			by: fc.constant(by),
			parameter: fc.constantFrom(...PARAMETERS[by]),
			first: fc.constantFrom(0, 1),
			next: fc.record({
				name: fc.constantFrom(...names),
				last: fc.constantFrom('absent', 'null', 'empty'),
			}),
			flag: optional(flag),
			total: optional(total),
			pages: optional(fc.constantFrom(...LISTED.pages, 'blattzahl')),
			hasEcho: fc.boolean(),
			emptyPage: fc.option(fc.constantFrom(2, 3), { nil: undefined, freq: 5 }),
			hasIds: fc.constantFrom(true, true, false),
			refuses: fc.boolean(),
			sizes,
		});
	})
	.map(({ sizes: { ...chosen }, ...rest }) => normalize({ ...rest, ...chosen }));

/** Drops what the kind of service cannot have. */
function normalize(plan: Plan): Plan {
	return {
		...plan,
		hasIds: plan.hasIds || plan.by === 'lastContact',
		hasEcho: plan.hasEcho && (plan.by === 'page' || plan.by === 'offset'),
		emptyPage: isByToken(plan) ? plan.emptyPage : undefined,
	};
}

/** Whether pages are asked for by a value that the service makes. */
export function isByToken({ by }: Plan): boolean {
	return by === 'cursor' || by === 'link' || by === 'linkHeader';
}

export function serviceOf(plan: Plan): Service {
	const { parameter, count, isOnePage } = plan;
	const service = pagedService({
		...plan,
		contacts: range(count).map((n) => contactOf(plan, n)),
		by: positionOf(plan),
		fixedPageSize: isOnePage ? Math.max(count, 1) : undefined,
		body: (page) => bodyOf(plan, page),
		headers: (page): Record<string, string> => {
			const next = nextOf(plan, page);
			return plan.by === 'linkHeader' && next ? { Link: `<${next.link}>; rel="next"` } : {};
		},
	});
	const respond: Service['respond'] = ({ url }) => {
		const value = url.searchParams.get(parameter) ?? '';
		if (!isByToken(plan) || !value.startsWith(EMPTY)) return service.respond({ url });
		const full = new URL(url);
		full.searchParams.set(parameter, value.slice(EMPTY.length));
		full.searchParams.set(IS_EMPTY, '');
		return service.respond({ url: full });
	};
	return { ...service, respond };
}

/** Where the value for a page starts with this, an empty one comes first. */
const EMPTY = 'empty-';

/** A parameter that nobody sends, which asks for an empty page before the one. */
const IS_EMPTY = 'isEmpty';

function contactOf({ hasIds }: Plan, n: number): Contact {
	const number = 1_000 + n;
	return {
		...(hasIds && { id: number }),
		name: `Contact ${number}`,
		email: `contact${number}@example.com`,
	};
}

function positionOf({ by, parameter, first }: Plan): Position {
	if (by === 'page') return page(parameter, first);
	if (by === 'offset') return offset(parameter, first);
	return by === 'lastContact' ? lastId(parameter) : { cursor: parameter, token: 't{start}' };
}

/** The value for the next page and its address; undefined where there is none. */
function nextOf({ parameter, emptyPage, isOnePage }: Plan, page: Page) {
	const isEmpty = IS_EMPTY in page.query;
	if (!page.hasMore && !isEmpty) return undefined;
	const isBeforeEmpty = !isOnePage && !isEmpty && page.number + 1 === emptyPage;
	const value = isEmpty ? page.current : `${isBeforeEmpty ? EMPTY : ''}${page.after}`;
	const link = new URL(page.url);
	link.searchParams.delete(IS_EMPTY);
	link.searchParams.set(parameter, String(value));
	return { value, link: link.href };
}

function bodyOf(plan: Plan, page: Page): Record<string, unknown> {
	const { by, next, flag, total, pages, count, first, emptyPage } = plan;
	const list = IS_EMPTY in page.query ? [] : page.list;
	const body: Record<string, unknown> = { ...UNRELATED };
	const set = (path: string, field: unknown) => {
		const [outer, inner] = path.split('.') as [string, string?];
		if (inner === undefined) body[outer] = field;
		else body[outer] = { ...(body[outer] as object | undefined), [inner]: field };
	};
	const following = nextOf(plan, page);
	if (by === 'cursor' || by === 'link') {
		const nothing = { absent: undefined, null: null, empty: '' }[next.last];
		set(next.name, following?.[by === 'cursor' ? 'value' : 'link'] ?? nothing);
	}
	const hasMore = following !== undefined;
	if (flag) set(flag.name, formatFlag(hasMore !== flag.isLast, flag.format));
	if (total) set(total.name, totalOf(total.counts, list.length, count));
	const hasEmptyPage = emptyPage !== undefined && emptyPage <= page.pages;
	if (pages !== undefined) set(pages, page.pages + Number(hasEmptyPage));
	if (plan.hasEcho) set(by, by === 'page' ? page.number - 1 + first : page.start + first);
	return { ...body, contacts: list };
}

function formatFlag(value: boolean, format: 'boolean' | 'text' | 'digit'): unknown {
	return format === 'text' ? String(value) : format === 'digit' ? Number(value) : value;
}

function totalOf(counts: NonNullable<Plan['total']>['counts'], page: number, all: number): unknown {
	switch (counts) {
		case 'list':
			return all;
		case 'page':
			return page;
		case 'atLeast':
			return { value: Math.floor(all * 0.9), relation: 'gte' };
		case 'more':
			return all + 4;
		case 'fewer':
			return Math.max(0, all - 4);
	}
}
