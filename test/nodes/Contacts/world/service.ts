/** Turns the description of a list operation into a service that behaves like it. */
import type { Contact, Service, ServiceResponse } from '../read';
import type { Service as PageSizes } from '../../../../sandbox/service/shapes/shape.ts';
import { contactsOf, idOf } from './contacts';
import { type Habits, habitsOf } from './habits';
import { type Field, nameOf, type Operation, wordsOf } from './operations';
import { type Position, positionsOf, stamp } from './positions';
import { HEADERS, isTelling, type Relation, type Role, roleOf } from './roles';
import { unrelatedHeader, unrelatedValue } from './unrelated';

/** What responses have: a link to the next page, else its value, else whether there is more, … */
export type Stated = 'next link' | 'next value' | 'more' | 'other' | 'nothing';

export interface Emulated {
	name: string;
	operation: Operation;
	/** What asks for a position, the main one first; none where the list is always on one page. */
	positions: Position[];
	states: Stated;
	/** @param total number of contacts */
	serve: (total: number, sizes: PageSizes) => Service;
}

export function emulate(operation: Operation): Emulated {
	const fields = operation.fields.map((field) => ({ field, role: roleOf(field, operation) }));
	const positions = positionsOf(operation, fields);
	const headerRoles = operation.headers.flatMap((name) => HEADERS[name] ?? []);
	return {
		name: nameOf(operation),
		operation,
		positions,
		states: statedBy([...fields.flatMap(({ role }) => role ?? []), ...headerRoles]),
		serve: (total, sizes) => serve(operation, fields, positions, total, sizes),
	};
}

const STATE_LINK: Role[] = ['next link', 'link header', 'list of links', 'links by relation'];
const STATE_MORE: Role[] = ['more', 'is last', 'total', 'pages', 'range'];

function statedBy(roles: Role[]): Stated {
	if (roles.some((role) => STATE_LINK.includes(role))) return 'next link';
	if (roles.some((role) => role.startsWith('next '))) return 'next value';
	if (roles.some((role) => STATE_MORE.includes(role))) return 'more';
	return roles.some(isTelling) ? 'other' : 'nothing';
}

type FieldWithRole = { field: Field; role: Role | undefined };

/** A page, and what a response may say about it. */
interface Page {
	url: URL;
	contacts: Contact[];
	list: Contact[];
	start: number;
	end: number;
	size: number;
	askedSize: number;
	/** The parameters that ask for a position; links use the first. */
	positions: Position[];
	main: Position | undefined;
	habits: Habits;
}

const ORIGIN = 'https://api.example.com';

function serve(
	operation: Operation,
	fields: FieldWithRole[],
	positions: Position[],
	total: number,
	sizes: PageSizes,
): Service {
	const habits = habitsOf(operation);
	const contacts = contactsOf(operation, total);
	const defaultSize = 10;
	const respond = ({ url }: { url: URL }): ServiceResponse => {
		const askedSize = Number(url.searchParams.get('pageSize') ?? defaultSize);
		const allowed = sizes.fixedPageSize ?? Math.min(askedSize, sizes.maxPageSize);
		const size = positions.length > 0 ? allowed : Math.max(total, 1);
		const used = positions.find(({ parameter }) => url.searchParams.get(parameter));
		const value = used && url.searchParams.get(used.parameter)!;
		const asked = value === undefined ? 0 : used!.read(value, size, contacts);
		if (asked === undefined && habits.refuses) {
			return { status: 400, body: { message: `Invalid value of ${used!.parameter}` } };
		}
		const start = asked ?? 0;
		const list = contacts.slice(start, start + size);
		const end = start + list.length;
		const around = { url, contacts, list, start, end, size, askedSize };
		const page: Page = { ...around, positions, main: positions[0], habits };
		return {
			headers: headersOf(operation, page),
			body: bodyOf(operation, fields, page),
		};
	};
	return { contacts, respond };
}

function bodyOf(operation: Operation, fields: FieldWithRole[], page: Page): unknown {
	if (operation.list.length === 0) return page.list;
	const body: Record<string, unknown> = {};
	for (const { field, role } of fields) {
		const relation = relationAround(field);
		const { without } = page.habits;
		if (relation && !hasPage(relation, page)) {
			// A missing link has no address, method or type either.
			const container = field.path.findIndex((key) => relationOf(key) === relation);
			if (without === 'empty') set(body, field.path.slice(0, container + 1), {});
			else if (without === 'null') set(body, field.path.slice(0, container + 1), null);
			continue;
		}
		const value = role ? valueOf(role, field, page) : unrelatedValue(field, page.start);
		if (value !== undefined) set(body, field.path, value);
	}
	set(body, operation.list, page.list);
	return body;
}

/** The relation whose object has the field, such as `next` of `links.next.href`. */
function relationAround({ path }: Field): Relation | undefined {
	const parent = path.at(-2);
	return parent === undefined ? undefined : relationOf(parent);
}

function relationOf(key: string): 'next' | 'previous' | undefined {
	const [word, ...rest] = wordsOf(key);
	if (rest.some((other) => other !== 'page')) return undefined;
	return word === 'next' ? 'next' : word === 'previous' || word === 'prev' ? 'previous' : undefined;
}

function headersOf(operation: Operation, page: Page): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const name of operation.headers) {
		const role = HEADERS[name];
		const value = role
			? valueOf(role, { path: [name], type: 'string' }, page)
			: unrelatedHeader(name);
		const isSent = value !== undefined && value !== null;
		if (isSent) headers[name] = `${value as string | boolean}`;
	}
	return headers;
}

type LinkRelation = [relation: Relation, rel: string];

const SELF: LinkRelation = ['self', 'self'];

function linksOf(page: Page): LinkRelation[] {
	const relations: LinkRelation[] = [
		['next', 'next'],
		['previous', 'prev'],
		['first', 'first'],
		['last', 'last'],
	];
	return relations.filter(([relation]) => hasPage(relation, page));
}

function set(body: Record<string, unknown>, path: string[], value: unknown): void {
	let parent = body;
	for (const key of path.slice(0, -1)) {
		const child = parent[key];
		const isObject = typeof child === 'object' && child !== null && !Array.isArray(child);
		if (!isObject) parent[key] = {};
		parent = parent[key] as Record<string, unknown>;
	}
	parent[path.at(-1)!] = value;
}

/** Fills a field that says something about pages; undefined leaves it out. */
function valueOf(role: Role, field: Field, page: Page): unknown {
	const { start, end, size, contacts, list, askedSize } = page;
	const total = contacts.length;
	const index = Math.floor(start / size);
	const pages = total === 0 ? page.habits.pagesOfNone : Math.ceil(total / size);
	switch (role) {
		case 'links by relation':
			return Object.fromEntries(
				linksOf(page).map(([relation, rel]) => [rel, linkTo(relation, page)]),
			);
		case 'link header':
			return linksOf(page)
				.map(([relation, rel]) => `<${linkTo(relation, page)}>; rel="${rel}"`)
				.join(', ');
		case 'range':
			return `items ${list.length > 0 ? `${start}-${end - 1}` : '*'}/${total}`;
		case 'list of links':
			return listOfLinks(field, [SELF, ...linksOf(page)], page);
		case 'list of actions':
			return listOfLinks(field, [SELF], page);
		case 'future link':
			return `${ORIGIN}/v1/contacts?newer_than=2024-05-01`;
		case 'delta link':
			return end < total ? undefined : `${ORIGIN}/v1/contacts?deltatoken=cG9sbA`;
		case 'more':
			return end < total;
		case 'is last':
			return end >= total;
		case 'is first':
			return start === 0;
		case 'has previous':
			return start > 0;
		case 'is empty':
			return list.length === 0;
		case 'total':
			return typed(total, field);
		case 'count':
			return typed(list.length, field);
		case 'pages':
			return typed(pages, field);
		case 'page':
			return typed(index + (firstOf('page', page) ?? 1), field);
		case 'size':
			return typed(size, field);
		case 'asked size':
			return typed(askedSize, field);
		case 'offset':
			return typed(start + (firstOf('offset', page) ?? 0), field);
		case 'end':
			return typed(Math.max(0, end - 1), field);
		default:
			return related(role, field, page);
	}
}

/** A link, a cursor or a number of a page in relation to this one. */
function related(role: Extract<Role, `${Relation} ${string}`>, field: Field, page: Page): unknown {
	const [relation, form] = role.split(' ') as [Relation, 'link' | 'cursor' | 'page' | 'offset'];
	if (!hasPage(relation, page)) return missing(field, page.habits);
	const at = startOf(relation, page);
	switch (form) {
		case 'link': {
			const link = linkTo(relation, page, field.format === 'uri-reference');
			return field.type === 'object' ? { href: link } : link;
		}
		case 'page':
			return typed(Math.floor(at / page.size) + (firstOf('page', page) ?? 1), field);
		case 'offset':
			return typed(at + (firstOf('offset', page) ?? 0), field);
		case 'cursor':
			return cursorAt(at, page, field);
	}
}

function missing({ type }: Field, { without }: Habits): unknown {
	if (without === 'empty') return type === 'string' ? '' : type === 'object' ? {} : null;
	return without === 'null' ? null : undefined;
}

function hasPage(relation: Relation, { start, end, contacts, main }: Page): boolean {
	if (!main) return relation === 'self' || relation === 'first' || relation === 'last';
	if (relation === 'next') return end < contacts.length;
	return relation === 'previous' ? start > 0 : true;
}

function startOf(relation: Relation, { start, end, size, contacts }: Page): number {
	const last = Math.max(0, Math.ceil(contacts.length / size) - 1) * size;
	return { next: end, previous: Math.max(0, start - size), first: 0, last, self: start }[relation];
}

function linkTo(relation: Relation, page: Page, isRelative = page.habits.hasRelativeLinks): string {
	const { url, main, size, contacts, habits } = page;
	if (relation === 'self') return isRelative ? url.pathname + url.search : url.href;
	const link = new URL(url.pathname, ORIGIN);
	if (!habits.dropsPageSize && url.searchParams.has('pageSize')) {
		link.searchParams.set('pageSize', url.searchParams.get('pageSize')!);
	}
	const at = startOf(relation, page);
	if (main && at > 0) link.searchParams.set(main.parameter, String(main.write(at, size, contacts)));
	return isRelative ? link.pathname + link.search : link.href;
}

function listOfLinks({ of = [] }: Field, relations: LinkRelation[], page: Page): unknown[] {
	return relations.map(([relation, rel]) => {
		const link = {
			rel,
			href: linkTo(relation, page),
			method: 'GET',
			verb: 'GET',
			templated: false,
		};
		return Object.fromEntries(of.map((name) => [name, (link as Contact)[name] ?? '']));
	});
}

/** Numbers that are documented as text are sent as text. */
function typed(value: number, { type }: Field): number | string {
	return type === 'string' ? String(value) : value;
}

function cursorAt(at: number, { main, size, contacts }: Page, { type }: Field): unknown {
	if (main?.kind === 'cursor') {
		return type === 'integer' || type === 'number' ? stamp(at) : main.write(at, size, contacts);
	}
	// Where pages are asked for otherwise, the value is a key that no request takes.
	const last = contacts[at - 1];
	return last ? String(idOf(last)) : '';
}

function firstOf(kind: Position['kind'], { positions }: Page): number | undefined {
	return positions.find((position) => position.kind === kind)?.first;
}
