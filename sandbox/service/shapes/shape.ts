import type { Contact } from './contacts.ts';

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
	respond: (request: { url: URL }, contacts: Contact[], service: Service) => ShapeResponse;
}

export interface Documented {
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
}

export interface ShapeResponse {
	status?: number;
	headers?: Record<string, string | string[]>;
	/** JSON; undefined for a response without a body. */
	body?: unknown;
}

/** A page, with everything that a response may say about it. */
export interface Page {
	url: URL;
	list: Contact[];
	/** Contacts in the whole list. */
	total: number;
	/** The effective page size. */
	size: number;
	/** Index of the page's first contact and of the one after its last, from 0. */
	start: number;
	end: number;
	/** Number of the page, as the API counts, and the number of pages. */
	number: number;
	pages: number;
	hasMore: boolean;
	/** The parameter's value for the next page, this page and the previous one. */
	next?: string | number;
	current: string | number;
	previous?: string | number;
	nextLink?: string;
	previousLink?: string;
	firstLink: string;
	lastLink: string;
}

/** A query parameter that selects the page. */
export interface Position {
	parameter: string;
	documented: Documented;
	/** Where the page begins, from 0; NaN for a value that the API does not understand. */
	read: (value: string, page: Around) => { start: number; size?: number };
	write: (start: number, page: Around) => string | number;
}

interface Around {
	size: number;
	contacts: Contact[];
}

interface Description {
	source?: string;
	/** What selects the page; links and cursors use the first one. */
	by: Position | Position[];
	contact: (n: number) => Contact;
	unwrap?: Shape['unwrap'];
	/** Further statements of the documentation. */
	documented?: Documented;
	/** Page size when the request has none. */
	defaultSize: number;
	/** Number of the first page in responses. */
	firstNumber?: number;
	/** Whether links lack the requested page size. */
	dropsPageSize?: boolean;
	body: (page: Page) => unknown;
	headers?: (page: Page) => Record<string, string | string[]>;
	/** 200 by default. */
	status?: (page: Page) => number;
	knowable?: false;
	endsWithoutSign?: true;
	/** The response to a request after the last page; an empty list by default. */
	pastTheEnd?: ShapeResponse;
}

/** Creates a shape from the parameters and responses of an API. */
export function shape(name: string, description: Description): Shape {
	const { source, contact, unwrap } = description;
	const { knowable = true, endsWithoutSign = false } = description;
	const { body, headers, status, pastTheEnd, documented } = description;
	const positions = [description.by].flat();
	return {
		name,
		source,
		contact,
		unwrap,
		knowable,
		endsWithoutSign,
		documented: Object.assign(
			{},
			...positions.map((position) => position.documented),
			documented,
		) as Documented,
		respond: ({ url }, contacts, service) => {
			const page = pageOf(url, contacts, service, positions, description);
			if (page === undefined) return { status: 400, body: { message: 'Bad request' } };
			if (pastTheEnd && page.start > 0 && page.list.length === 0) return pastTheEnd;
			return { status: status?.(page), headers: headers?.(page), body: body(page) };
		},
	};
}

function pageOf(
	url: URL,
	contacts: Contact[],
	service: Service,
	positions: Position[],
	{ defaultSize, firstNumber = 1, dropsPageSize }: Description,
): Page | undefined {
	const asked = Number(url.searchParams.get('pageSize') ?? defaultSize);
	const allowed = service.fixedPageSize ?? Math.min(asked, service.maxPageSize);
	const used = positions.find(({ parameter }) => url.searchParams.get(parameter)) ?? positions[0]!;
	const value = url.searchParams.get(used.parameter);
	const position = value ? used.read(value, { size: allowed, contacts }) : { start: 0 };
	if (!(position.start >= 0)) return undefined;

	const { start } = position;
	const size = position.size ?? allowed;
	const list = contacts.slice(start, start + size);
	const end = start + list.length;
	const total = contacts.length;
	const hasMore = end < total;
	const valueAt = (at: number) => positions[0]!.write(at, { size, contacts });
	const linkTo = (at: number) => {
		const link = new URL(url);
		if (dropsPageSize) link.searchParams.delete('pageSize');
		for (const { parameter } of positions) link.searchParams.delete(parameter);
		link.searchParams.set(positions[0]!.parameter, String(valueAt(at)));
		return link.href;
	};
	const pages = Math.ceil(total / size);
	const before = Math.max(0, start - size);
	return {
		url,
		list,
		total,
		size,
		start,
		end,
		number: Math.floor(start / size) + firstNumber,
		pages,
		hasMore,
		next: hasMore ? valueAt(end) : undefined,
		current: valueAt(start),
		previous: start > 0 ? valueAt(before) : undefined,
		nextLink: hasMore ? linkTo(end) : undefined,
		previousLink: start > 0 ? linkTo(before) : undefined,
		firstLink: linkTo(0),
		lastLink: linkTo(Math.max(0, pages - 1) * size),
	};
}

/** The page's number. One below the first is taken for the first, as most services do. */
export function pageNumber(parameter: string, first = 1): Position {
	return {
		parameter,
		documented: { pageParameter: parameter, firstPage: first },
		read: (value, { size }) => ({ start: Math.max(0, Number(value) - first) * size }),
		write: (start, { size }) => Math.floor(start / size) + first,
	};
}

/** How many contacts come before the page. */
export function offset(parameter: string, first = 0): Position {
	return {
		parameter,
		documented: { offsetParameter: parameter, firstOffset: first },
		read: (value) => ({ start: Math.max(0, Number(value) - first) }),
		write: (start) => start + first,
	};
}

/** A value of the API's own making; one that it has not made is refused. */
export function cursor(
	parameter: string,
	write: (start: number, contacts: Contact[]) => string | number = opaque,
): Position {
	return {
		parameter,
		documented: { cursorParameter: parameter },
		read: (value, { contacts }) => ({
			start: 1 + contacts.findIndex((_, n) => String(write(n + 1, contacts)) === value) || NaN,
		}),
		write: (start, { contacts }) => write(start, contacts),
	};
}

/** A cursor that keeps the page size, too. */
export function sizedCursor(parameter: string): Position {
	return {
		parameter,
		documented: { cursorParameter: parameter },
		read: (value) => {
			const state = new URLSearchParams(Buffer.from(value, 'base64').toString());
			return { start: Number(state.get('next') ?? NaN), size: Number(state.get('limit')) };
		},
		write: (start, { size }) => Buffer.from(`limit=${size}&next=${start}`).toString('base64'),
	};
}

/** A cursor that is a field of the last contact before the page. */
export function lastValue(of: (contact: Contact) => unknown) {
	return (start: number, contacts: Contact[]) => of(contacts[start - 1] ?? {}) as string | number;
}

function opaque(start: number): string {
	return Buffer.from(`position:${start}`).toString('base64');
}

/** The path and query of a link. */
export function relative(link: string | undefined): string | undefined {
	return link && new URL(link).pathname + new URL(link).search;
}

/** A Link header (RFC 8288) with the relations that the page has. */
export function linkHeader(
	page: Page,
	relations: ReadonlyArray<'next' | 'prev' | 'first' | 'last' | 'self'>,
): Record<string, string> {
	const targets = {
		next: page.nextLink,
		prev: page.previousLink,
		first: page.firstLink,
		last: page.lastLink,
		self: page.url.href,
	};
	const links = relations.flatMap((relation) =>
		targets[relation] ? [`<${targets[relation]}>; rel="${relation}"`] : [],
	);
	return links.length > 0 ? { Link: links.join(', ') } : {};
}

/** The fields, or none. */
export function when<T extends object>(condition: unknown, fields: T): T | Record<string, never> {
	return condition ? fields : {};
}
