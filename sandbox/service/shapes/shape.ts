import { type Contact, type ContactList, contactMaker, numberOf } from './contacts.ts';
import { compile, type Template, type Values } from './template.ts';

/** An API whose list of contacts is emulated from its public documentation. */
export interface Shape {
	name: string;
	/** URL of the documentation; undefined for an invented API. */
	source?: string;
	/** The n-th list entry, from 0. */
	contact: (n: number) => Contact;
	/** If entries are wrappers, the part that may also be returned as the contact. */
	unwrap?: (entry: Contact) => unknown;
	/** False when responses say nothing, or something wrong, about pages. */
	knowable: boolean;
	/** Whether the last page does not state the end, so that a full one looks like a part of the list. */
	endsWithoutSign: boolean;
	/** Request parameters, which only the documentation states. */
	documented: Documented;
	respond: (request: { url: URL }, contacts: ContactList, service: Service) => ShapeResponse;
}

interface Documented {
	cursorParameter?: string;
	pageParameter?: string;
	firstPage?: number;
	offsetParameter?: string;
	firstOffset?: number;
	/** Where the list is; empty responses may not show it. */
	contactsField?: string;
}

/** How a service treats the requested page size. */
export interface Service {
	/** Upper limit of the page size. */
	maxPageSize: number;
	/** Page size of a service that ignores the parameter. */
	fixedPageSize?: number;
	/** The parameter of the page size, if it is not `pageSize`, and the page size without it. */
	sizeParameter?: string;
	defaultSize?: number;
}

interface ShapeResponse {
	status?: number;
	headers?: Record<string, string | string[]>;
	/** JSON; undefined for a response without a body. */
	body?: unknown;
}

/**
 * A page, with everything that a response may say about it: the values in the templates of a row. Most
 * responses say little, so values and links are made when they are read.
 */
export type Page = ReturnType<typeof pageOf>;

/** What an API's documentation says, with templates for its contacts, bodies and headers. */
export interface Row {
	source?: string;
	/** What selects the page; links and cursors use the first one. None if there is only one page. */
	by: By | By[];
	/** With `{n}` (from 0), `{number}`, `{email}`. Several are used in turn. */
	contact: Template;
	/** If entries are wrappers, the field that may also be returned as the contact. */
	unwrap?: string;
	/** Further statements of the documentation. */
	documented?: Documented;
	/** Page size when the request has none; 20 by default. */
	defaultSize?: number;
	/** Number of the first page in responses; 1 by default. */
	firstNumber?: number;
	/** Whether links lack the requested page size. */
	dropsPageSize?: boolean;
	/** With the values of a page. */
	body: Template | ((page: Page) => unknown);
	/** Objects are sent as JSON. `Link` (RFC 8288) has relations, or one text per line. */
	headers?: Record<string, Template> | ((page: Page) => Record<string, string>);
	/**
	 * What the service makes of parameters that it does not know; by default, it ignores them. Marked names
	 * have other characters than letters, digits, `-` and `_`.
	 */
	unknown?: 'ignored' | 'refused' | 'refused if marked' | 'filter';
	/** The parameter of the page size, if it is not `pageSize`; empty where there is none. */
	sizeParameter?: string;
	/** Parameters that it knows besides those for pages. */
	known?: string[];
	/** Whether `page` and `page[number]` are one parameter, as in PHP and in Express with `qs`. */
	nestsParameters?: true;
	/** Whether pages start by the requested page size, even if they are shorter. */
	startsByRequested?: true;
	/** The status of a page that is not the whole list. */
	partialStatus?: number;
	knowable?: false;
	endsWithoutSign?: true;
	/** The response for a page without contacts, and for one after the last page. */
	empty?: ShapeResponse;
	pastTheEnd?: ShapeResponse;
}

/** A query parameter with the page's number, the contacts before it, or a value of the API's own making. */
type By =
	| { page: string; first?: number }
	| { offset: string; first?: number }
	/** With `{start}`, `{number}`, `{date}`, `{position}` (opaque) and `{last}`, the contact before. */
	| { cursor: string; token?: string }
	/** A cursor that keeps the page size, too. */
	| { sizedCursor: string };

/** Creates the shapes of a table. */
export function shapesOf(rows: Record<string, Row>, prefix = ''): Shape[] {
	return Object.entries(rows).map(([name, row]) => shape(prefix + name, row));
}

/** Creates a shape from the parameters and responses of an API. */
export function shape(name: string, row: Row): Shape {
	const { source, unwrap, knowable = true, endsWithoutSign = false, empty, pastTheEnd } = row;
	const { body, headers = {}, known = [], unknown = 'ignored' } = row;
	const positions = [row.by].flat().map(positionOf);
	const parameters = positions.map(({ parameter }) => parameter);
	const bodyOf = typeof body === 'function' ? body : compile(body);
	const headersOf = typeof headers === 'function' ? headers : compileHeaders(headers);
	const documented = positions.map((position) => position.documented);
	return {
		name,
		source,
		contact: contactMaker(row.contact),
		unwrap: unwrap === undefined ? undefined : (entry) => entry[unwrap],
		knowable,
		endsWithoutSign,
		documented: Object.assign({}, ...documented, row.documented) as Documented,
		respond: ({ url }, contacts, service) => {
			const sizeParameter = row.sizeParameter ?? service.sizeParameter ?? 'pageSize';
			const names = [...url.searchParams.keys()];
			const others = names.filter((one) => ![...parameters, ...known, sizeParameter].includes(one));
			if (others.some((one) => isRefused(one, unknown))) return BAD_REQUEST;
			const isMixed = row.nestsParameters && names.some((one) => names.includes(outerOf(one)));
			const request = {
				url: isMixed ? new URL(url.pathname, url) : url,
				contacts: unknown === 'filter' && others.length > 0 ? [] : contacts,
				positions,
				sizeParameter,
			};
			const range = rangeOf(request, service, row);
			if (!(range.start >= 0)) return BAD_REQUEST;
			const page = pageOf(request, range, row);
			if (pastTheEnd && page.isEmpty && page.hasPrevious) return pastTheEnd;
			if (empty && page.isEmpty) return empty;
			const status = page.isPart ? row.partialStatus : undefined;
			return { status, headers: headersOf(page), body: bodyOf(page) };
		},
	};
}

const BAD_REQUEST = { status: 400, body: { message: 'Bad request' } };

function isRefused(name: string, unknown: Row['unknown']): boolean {
	return unknown === 'refused' || (unknown === 'refused if marked' && /[^\w-]/.test(name));
}

/** `page` of `page[number]`; empty for other names. */
function outerOf(name: string): string {
	return name.slice(0, Math.max(0, name.indexOf('[')));
}

function compileHeaders(template: Record<string, Template>) {
	const fill = compile(template);
	return (page: Page) => {
		const headers = Object.entries(fill(page) as Values).map(([name, value]) => [
			name,
			name === 'Link' ? linkHeader(page, value as Link[]) : headerOf(value),
		]);
		return Object.fromEntries(
			headers.filter(([, value]) => value !== undefined),
		) as ShapeResponse['headers'];
	};
}

function headerOf(value: unknown): string | undefined {
	return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** A relation, the text of a link, or those of one line. */
type Link = string | Link[];

/** A Link header (RFC 8288) with the relations that the page has. */
function linkHeader(page: Page, links: Link[]): string | string[] | undefined {
	const targets: Record<string, string | undefined> = {
		next: page.nextLink,
		prev: page.previousLink,
		first: page.firstLink,
		last: page.lastLink,
		self: page.url.href,
	};
	const lines = links.flatMap((link) => {
		if (Array.isArray(link)) return linkHeader(page, link) ?? [];
		if (!(link in targets)) return link;
		return targets[link] === undefined ? [] : `<${targets[link]}>; rel="${link}"`;
	});
	if (lines.length === 0) return undefined;
	return links.some(Array.isArray) ? lines : lines.join(', ');
}

/** What a page is made from. */
interface PageRequest {
	url: URL;
	contacts: ContactList;
	/** Those of the row; the first one is used for links and cursors. */
	positions: Position[];
	sizeParameter: string;
}

/** @returns index of the page's first contact, NaN for a value that the API refuses; and the page size */
function rangeOf(
	{ url, contacts, positions, sizeParameter }: PageRequest,
	service: Service,
	row: Row,
) {
	const defaultSize = service.defaultSize ?? row.defaultSize ?? 20;
	const asked = Number(url.searchParams.get(sizeParameter) ?? defaultSize);
	const size = service.fixedPageSize ?? Math.min(asked, service.maxPageSize);
	const used = positions.find(({ parameter }) => url.searchParams.get(parameter));
	if (used === undefined) return { start: 0, size };
	const value = url.searchParams.get(used.parameter)!;
	return { size, ...used.read(value, row.startsByRequested ? asked : size, contacts) };
}

function pageOf(
	{ url, contacts, positions, sizeParameter }: PageRequest,
	{ start, size }: { start: number; size: number },
	{ firstNumber = 1, dropsPageSize }: Row,
) {
	const list = contacts.slice(start, start + size);
	const end = start + list.length;
	const total = contacts.length;
	const pages = Math.ceil(total / size);
	const [hasMore, hasPrevious] = [end < total, start > 0];
	const before = Math.max(0, start - size);
	const valueAt = (at: number) => positions[0]?.write(at, size, contacts);
	const linkTo = (at: number) => {
		const link = new URL(url);
		if (dropsPageSize) link.searchParams.delete(sizeParameter);
		for (const { parameter } of positions) link.searchParams.delete(parameter);
		const value = valueAt(at);
		if (value !== undefined) link.searchParams.set(positions[0]!.parameter, String(value));
		return link.href;
	};
	return {
		url,
		/** The parameters of the request. */
		query: Object.fromEntries(url.searchParams) as Record<string, string>,
		list,
		count: list.length,
		isEmpty: list.length === 0,
		first: list[0],
		last: list.at(-1),
		/** Contacts in the whole list, and after this page. */
		total,
		remaining: total - end,
		/** The effective page size. */
		size,
		/** Index of the page's first contact and of the one after its last, from 0. */
		start,
		end,
		/** Number of the page, as the API counts. */
		number: Math.floor(start / size) + firstNumber,
		/** The number of pages, and of the last one, which an empty list has, too. */
		pages,
		lastPage: Math.max(1, pages),
		hasMore,
		isLast: !hasMore,
		hasPrevious,
		isFirst: !hasPrevious,
		/** Whether the list has several pages. */
		isPart: pages > 1,
		/** The parameter's value for this page, and for the next and the previous one, if there are any. */
		get current() {
			return valueAt(start);
		},
		get next() {
			return hasMore ? valueAt(end) : undefined;
		},
		get previous() {
			return hasPrevious ? valueAt(before) : undefined;
		},
		get nextLink() {
			return hasMore ? linkTo(end) : undefined;
		},
		get previousLink() {
			return hasPrevious ? linkTo(before) : undefined;
		},
		get firstLink() {
			return linkTo(0);
		},
		get lastLink() {
			return linkTo(Math.max(0, pages - 1) * size);
		},
		/** Values and links for what is before and after this page, even if there is nothing. */
		get before() {
			return valueAt(before);
		},
		get after() {
			return valueAt(end);
		},
		get linkBefore() {
			return linkTo(before);
		},
		get linkAfter() {
			return linkTo(end);
		},
	};
}

interface Position {
	parameter: string;
	documented: Documented;
	/** Where the page begins, from 0; anything else for a value that the API does not understand. */
	read: (value: string, size: number, contacts: ContactList) => { start: number; size?: number };
	/** Undefined where there is no contact for a cursor to name. */
	write: (start: number, size: number, contacts: ContactList) => string | number | undefined;
}

function positionOf(by: By): Position {
	if ('page' in by) {
		const { page: parameter, first = 1 } = by;
		return {
			parameter,
			documented: { pageParameter: parameter, firstPage: first },
			// A number below the first is taken for the first, as most services do.
			read: (value, size) => ({ start: Math.max(0, Number(value) - first) * size }),
			write: (start, size) => Math.floor(start / size) + first,
		};
	}
	if ('offset' in by) {
		const { offset: parameter, first = 0 } = by;
		return {
			parameter,
			documented: { offsetParameter: parameter, firstOffset: first },
			read: (value) => ({ start: Math.max(0, Number(value) - first) }),
			write: (start) => start + first,
		};
	}
	const parameter = 'sizedCursor' in by ? by.sizedCursor : by.cursor;
	const methods = 'sizedCursor' in by ? sizedCursor : cursor(by.token);
	return { parameter, documented: { cursorParameter: parameter }, ...methods };
}

type Cursor = Pick<Position, 'read' | 'write'>;

/** The token of cursors that are not stated otherwise. */
const POSITION = '{position}';

/** Any value but those that it writes is refused. */
function cursor(token = POSITION): Cursor {
	const fill = compile(token);
	const write = (start: number, last?: Contact) =>
		fill({
			start,
			number: numberOf(start),
			get date() {
				return dateOf(start);
			},
			get position() {
				return base64(`position:${start}`);
			},
			last,
		}) as string | number | undefined;
	if (token === POSITION) {
		return {
			read: (value, _size, { length }) => {
				const [, digits] = /^position:(\d+)$/.exec(Buffer.from(value, 'base64').toString()) ?? [];
				const start = Number(digits);
				return { start: start <= length && write(start) === value ? start : NaN };
			},
			write: (start) => write(start),
		};
	}
	return {
		read: (value, _size, contacts) => {
			const lasts = [undefined, ...contacts.slice()];
			return { start: lasts.findIndex((last, start) => String(write(start, last)) === value) };
		},
		write: (start, _size, contacts) =>
			write(start, contacts.slice(Math.max(0, start - 1), start)[0]),
	};
}

const sizedCursor: Cursor = {
	read: (value) => {
		const state = new URLSearchParams(Buffer.from(value, 'base64').toString());
		return { start: Number(state.get('next') ?? NaN), size: Number(state.get('limit')) };
	},
	write: (start, size) => base64(`limit=${size}&next=${start}`),
};

/** Undefined for a start that is too far away for a date. */
function dateOf(start: number): string | undefined {
	const date = new Date(start * 86_400_000);
	return Number.isNaN(+date) ? undefined : date.toISOString();
}

function base64(text: string): string {
	return Buffer.from(text).toString('base64');
}
