/** Turns the description of a list operation into a service that behaves like it. */
import { createHash } from 'node:crypto';

import { type Page, shape, type Shape } from '../../../sandbox/service/shapes/shape.ts';
import { firstPage, set } from '../shapes/serve';
import { type Field, nameOf, type Operation, type Relation, type Role } from './operations';
import { parameterOf, type Position } from './positions';

/** What responses have: a link to the next page, or something else about pages. */
type Stated = 'next link' | 'other' | 'nothing';

export interface Emulated extends Shape {
	operation: Operation;
	states: Stated;
}

/** What a field of a response is made from. */
interface Around {
	page: Page;
	positions: Position[];
	habits: ReturnType<typeof habitsOf>;
}

/** What a description leaves open. Each operation has the same habits in every run. */
function habitsOf(operation: Operation) {
	const digest = createHash('sha256').update(nameOf(operation)).digest();
	const oneIn = (count: number, index: number) => digest[index]! % count === 0;
	return {
		/** Whether malformed positions are refused; otherwise they are taken for the first page. */
		refuses: oneIn(2, 0),
		/** What stands in place of a link or cursor that does not exist. */
		without: (['absent', 'null', 'empty'] as const)[digest[1]! % 3]!,
		hasRelativeLinks: oneIn(4, 2),
		/** Whether links lack the requested page size. */
		dropsPageSize: oneIn(4, 3),
		/** The stated number of pages of an empty list. */
		pagesOfNone: oneIn(2, 6) ? 0 : 1,
	};
}

export function emulate(operation: Operation): Emulated {
	const { fields, headerFields, positions, contact } = operation;
	const habits = habitsOf(operation);
	const row = {
		by: positions.length > 0 ? positions : NO_POSITION,
		contact,
		documented: { contactsField: operation.list.join('.') },
		defaultSize: DEFAULT_SIZE,
		firstNumber: firstOf('page', positions) ?? 1,
		dropsPageSize: habits.dropsPageSize,
		body: (page: Page) => bodyOf(operation, { page, positions, habits }),
		headers: (page: Page) => headersOf(operation, { page, positions, habits }),
	};
	const { contact: contactAt, ...rest } = shape(nameOf(operation), row);
	const isNewestFirst = operation.params.some(({ name }) => name === 'max_id');
	const lenient = (request: { url: URL }) => firstPage(request.url, positions.map(parameterOf));
	return {
		...rest,
		operation,
		states: statedBy([...fields, ...headerFields].flatMap(({ role }) => role ?? [])),
		contact: (n) => contactAt(isNewestFirst ? -n : n),
		respond: (request, contacts, sizes) => {
			const all = { ...sizes, fixedPageSize: Math.max(contacts.length, 1) };
			const used = positions.length > 0 ? sizes : all;
			const response = rest.respond(request, contacts, used);
			const isIgnored = response.status === 400 && !habits.refuses;
			return isIgnored ? rest.respond(lenient(request), contacts, used) : response;
		},
	};
}

/** A parameter that has no value, and that nobody sends. */
const NO_POSITION: Position = { cursor: 'none', token: '{last.none}' };

const DEFAULT_SIZE = 10;

function firstOf(kind: 'page' | 'offset', positions: Position[]): number | undefined {
	const position = positions.find((one) => kind in one);
	return position && 'first' in position ? position.first : undefined;
}

const STATE_LINK: Role[] = ['next link', 'link header', 'list of links', 'links by relation'];

/** Says nothing about whether or how the list goes on. */
const MUTE =
	/^(first|self|previous (cursor|page)|future|delta|list of actions|asked|is (first|empty)|has previous)/;

function statedBy(roles: Role[]): Stated {
	if (roles.some((role) => STATE_LINK.includes(role))) return 'next link';
	return roles.every((role) => MUTE.test(role)) ? 'nothing' : 'other';
}

function bodyOf({ list, fields }: Operation, around: Around): unknown {
	const { page, habits } = around;
	if (list.length === 0) return page.list;
	const body: Record<string, unknown> = {};
	for (const field of fields) {
		const { path } = field;
		// A missing link has no address, method or type either.
		const container = path.findIndex((key) => isMissing(relationOf(key), page));
		if (container !== -1 && container === path.length - 2) {
			const nothing = { absent: undefined, null: null, empty: {} }[habits.without];
			set(body, path.slice(0, -1), nothing);
			continue;
		}
		set(body, path, valueOf(field, around));
	}
	set(body, list, page.list);
	return body;
}

function relationOf(key: string): 'next' | 'previous' | undefined {
	const [, next, previous] = /^_?(?:(next)|(prev(?:ious)?))_?(?:page)?$/i.exec(key) ?? [];
	return next ? 'next' : previous ? 'previous' : undefined;
}

function isMissing(relation: Relation | undefined, { hasMore, hasPrevious }: Page): boolean {
	return (relation === 'next' && !hasMore) || (relation === 'previous' && !hasPrevious);
}

function headersOf({ headerFields }: Operation, around: Around): Record<string, string> {
	const sent = headerFields
		.map((field) => [field.path[0], valueOf(field, around)] as const)
		.filter(([, value]) => value !== undefined && value !== null);
	return Object.fromEntries(sent.map(([name, value]) => [name, `${value as string | boolean}`]));
}

/** Fills a field; undefined leaves it out. */
function valueOf(field: Field, around: Around): unknown {
	const { page, positions, habits } = around;
	const { start, list, total, hasMore } = page;
	const { role, value } = field;
	if (role === undefined) {
		return typeof value === 'string' ? value.replace('{start}', String(start)) : value;
	}
	const numbers: Partial<Record<Role, number>> = {
		total,
		count: page.count,
		pages: habits.pagesOfNone === 1 ? page.lastPage : page.pages,
		page: page.number,
		size: page.size,
		'asked size': Number(page.query.pageSize ?? DEFAULT_SIZE),
		offset: start + (firstOf('offset', positions) ?? 0),
		end: Math.max(0, page.end - 1),
	};
	const links = linksOf(around);
	const self: Link = ['self', linkTo('self', around)!];
	const others: Partial<Record<Role, unknown>> = {
		'links by relation': Object.fromEntries(links),
		'link header': links.map(([rel, link]) => `<${link}>; rel="${rel}"`).join(', '),
		range: `items ${list.length > 0 ? `${start}-${page.end - 1}` : '*'}/${total}`,
		'list of links': listOfLinks(field, [self, ...links]),
		'list of actions': listOfLinks(field, [self]),
		'future link': 'https://api.example.com/v1/contacts?newer_than=2024-05-01',
		'delta link': hasMore ? undefined : 'https://api.example.com/v1/contacts?deltatoken=cG9sbA',
		more: hasMore,
		'is last': page.isLast,
		'is first': page.isFirst,
		'has previous': page.hasPrevious,
		'is empty': page.isEmpty,
	};
	if (role in numbers) return typed(numbers[role]!, field);
	return role in others ? others[role] : related(role, field, around);
}

/** A link, a cursor or a number of a page in relation to this one. */
function related(role: Role, field: Field, around: Around): unknown {
	const { page, positions, habits } = around;
	const [relation, form] = role.split(' ') as [Relation, 'link' | 'cursor' | 'page' | 'offset'];
	if (isMissing(relation, page)) {
		const empty = field.type === 'string' ? '' : field.type === 'object' ? {} : null;
		return { absent: undefined, null: null, empty }[habits.without];
	}
	const { start, end, size, lastPage } = page;
	const starts = { next: end, previous: Math.max(0, start - size), first: 0, self: start };
	const at = { ...starts, last: (lastPage - 1) * size }[relation];
	switch (form) {
		case 'link': {
			const link = linkTo(relation, around, field.format === 'uri-reference');
			return field.type === 'object' ? { href: link } : link;
		}
		case 'page':
			return typed(Math.floor(at / size) + (firstOf('page', positions) ?? 1), field);
		case 'offset':
			return typed(at + (firstOf('offset', positions) ?? 0), field);
		case 'cursor':
			if (positions[0] && 'token' in positions[0]) {
				return { next: page.next, previous: page.previous, self: page.current }[relation as 'next'];
			}
			// Where pages are asked for otherwise, the value is a key that no request takes.
			return page.last && String(Object.values(page.last)[0]);
	}
}

function linkTo(
	relation: Relation,
	{ page, habits }: Around,
	isRelative = habits.hasRelativeLinks,
) {
	const { nextLink: next, previousLink: previous, firstLink: first, lastLink: last } = page;
	const link = { next, previous, first, last, self: page.url.href }[relation];
	return isRelative && link ? link.slice(new URL(link).origin.length) : link;
}

type Link = [rel: string, link: string];

/** The names and addresses of the pages around this one that exist. */
function linksOf(around: Around): Link[] {
	const relations = { next: 'next', prev: 'previous', first: 'first', last: 'last' } as const;
	return Object.entries(relations).flatMap(([rel, relation]) => {
		const link = linkTo(relation, around);
		return link === undefined ? [] : [[rel, link]];
	});
}

function listOfLinks({ of = [] }: Field, links: Link[]): unknown[] {
	return links.map(([rel, href]) => {
		const link = { rel, href, method: 'GET', verb: 'GET', templated: false };
		return Object.fromEntries(of.map((name) => [name, link[name as 'rel'] ?? '']));
	});
}

/** Numbers that are documented as text are sent as text. */
function typed(value: number, { type }: Field): number | string {
	return type === 'string' ? String(value) : value;
}
