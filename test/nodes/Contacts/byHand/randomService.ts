/** Random services, as plain data that a failing test prints. */
import fc from 'fast-check';

import type { Contact, Service, ServiceResponse } from '../read';

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
			pages: optional(fc.constantFrom(...LISTED.pages, 'anzahlSeiten')),
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

/** Where each page starts, for services whose pages are not asked for by their position. */
function startsOf({ count, emptyPage }: Plan, size: number): number[] {
	const starts = Array.from({ length: Math.max(1, Math.ceil(count / size)) }, (_, n) => n * size);
	const hasEmpty = emptyPage !== undefined && emptyPage <= starts.length;
	return hasEmpty ? starts.toSpliced(emptyPage - 1, 0, -1) : starts;
}

export function serviceOf(plan: Plan): Service {
	const contacts = contactsOf(plan);
	return { contacts, respond: ({ url }) => respond(plan, contacts, url) };
}

function contactsOf({ count, hasIds }: Plan): Contact[] {
	return Array.from({ length: count }, (_, n) => ({
		...(hasIds && { id: 1_000 + n }),
		name: `Contact ${1_000 + n}`,
		email: `contact${1_000 + n}@example.com`,
	}));
}

interface Place {
	start: number;
	/** The number of the page, from 0. */
	index: number;
	isEmpty?: boolean;
}

function respond(plan: Plan, contacts: Contact[], url: URL): ServiceResponse {
	const asked = Number(url.searchParams.get('pageSize') ?? 10);
	const size = plan.isOnePage ? Math.max(plan.count, 1) : Math.min(asked, plan.maxPageSize);
	const value = url.searchParams.get(plan.parameter) ?? '';
	const found = value === '' ? { start: 0, index: 0 } : placeOf(plan, contacts, value, size);
	if (!found && plan.refuses) return { status: 400, body: { message: 'Bad request' } };
	const place: Place = found ?? { start: 0, index: 0 };
	const list = place.isEmpty ? [] : contacts.slice(place.start, place.start + size);
	const starts = startsOf(plan, size);
	const hasMore = isByToken(plan)
		? place.index < starts.length - 1
		: place.start + size < contacts.length;
	const link = new URL(url);
	link.searchParams.set(plan.parameter, `t${place.index + 1}`);

	const body: Record<string, unknown> = { ...UNRELATED };
	const set = (path: string, field: unknown) => {
		const [outer, inner] = path.split('.') as [string, string?];
		if (inner === undefined) body[outer] = field;
		else body[outer] = { ...(body[outer] as object | undefined), [inner]: field };
	};
	const { next, flag, total, pages } = plan;
	if (plan.by === 'cursor' || plan.by === 'link') {
		const target = plan.by === 'cursor' ? `t${place.index + 1}` : link.href;
		if (hasMore) set(next.name, target);
		else if (next.last !== 'absent') set(next.name, next.last === 'null' ? null : '');
	}
	if (flag) set(flag.name, formatFlag(hasMore !== flag.isLast, flag.format));
	if (total) set(total.name, totalOf(total.counts, list.length, plan.count));
	const pageCount = isByToken(plan) ? starts.length : Math.ceil(plan.count / size);
	if (pages !== undefined) set(pages, pageCount);
	if (plan.hasEcho) {
		set(plan.by, plan.by === 'page' ? place.index + plan.first : place.start + plan.first);
	}
	body.contacts = list;
	const isLinked = plan.by === 'linkHeader' && hasMore;
	return { body, ...(isLinked && { headers: { Link: `<${link.href}>; rel="next"` } }) };
}

/** Whether pages are asked for by a value that the service makes. */
export function isByToken({ by }: Plan): boolean {
	return by === 'cursor' || by === 'link' || by === 'linkHeader';
}

/** Undefined for a malformed or unknown value. */
function placeOf(plan: Plan, contacts: Contact[], value: string, size: number): Place | undefined {
	if (isByToken(plan)) {
		const index = Number(/^t(\d+)$/.exec(value)?.[1] ?? NaN);
		const start = startsOf(plan, size)[index];
		return start === undefined ? undefined : { start, index, isEmpty: start === -1 };
	}
	if (plan.by === 'lastContact') {
		const last = contacts.findIndex(({ id }) => String(id) === value);
		return last === -1 ? undefined : { start: last + 1, index: Math.ceil((last + 1) / size) };
	}
	const number = /^\d+$/.test(value) ? Number(value) - plan.first : -1;
	if (number < 0) return undefined;
	return plan.by === 'page'
		? { start: number * size, index: number }
		: { start: number, index: Math.floor(number / size) };
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
