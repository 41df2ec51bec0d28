import { quotableName } from '../quotableName';
import { PAGE_SIZES } from '../request/parameterNames';
import { type Field, fieldNamed } from '../response/fields';

/** How the pages of a list are requested: what was found, set by hand, or shared with other lists. */
export type Way =
	| { kind: 'link'; field: string; isQueryOnly?: boolean }
	| { kind: 'cursor'; field: string; parameter: string; isInclusive?: boolean }
	| { kind: 'lastContact'; field: string; parameter: string; isInclusive?: boolean }
	| { kind: 'page'; parameter: string; first: number }
	| { kind: 'offset'; parameter: string; first: number };

/** A value of a way: what leads to one page. */
export interface Position {
	way: Way;
	value: string | number;
}

/** Whether the pages of a way state how the next one is requested. */
export function isLed(way: Way): way is Extract<Way, { kind: 'link' | 'cursor' }> {
	return way.kind === 'link' || way.kind === 'cursor';
}

/** The number of a page from 1; undefined where pages are not requested by their number. */
export function numberOf({ way, value }: Position): number | undefined {
	return way.kind === 'page' ? Number(value) - way.first + 1 : undefined;
}

/** The page size to request; `undefined` for none. */
export interface Size {
	contacts: number | undefined;
	/** Whether to send it under all usual names, where the service does not know that of the contract. */
	underAll?: boolean;
}

/** The request for the first page. */
interface FirstRequest {
	url: URL;
	pageSize: number | undefined;
}

/**
 * The URL that requests a page. All parameters of the list's URL are sent with every page: with another
 * filter from here on, pages would overlap or leave contacts out.
 *
 * @param positions one; or several at once, to see which the service understands
 */
export function urlOf({ url, pageSize }: FirstRequest, size: Size, ...positions: Position[]): URL {
	const [first] = positions;
	const next = new URL(url);
	const query = new URLSearchParams(url.search);
	if (size.contacts === undefined) query.delete('pageSize');
	else if (size.contacts !== pageSize) query.set('pageSize', String(size.contacts));
	if (size.underAll) {
		for (const name of PAGE_SIZES) if (!query.has(name)) query.set(name, String(size.contacts));
	}
	// A path that starts with two slashes would be read as a host.
	if (first?.way.kind === 'link') {
		return withParameters(new URL(url.origin + String(first.value)), query);
	}
	for (const { way, value } of positions) {
		query.set((way as Exclude<Way, { kind: 'link' }>).parameter, String(value));
	}
	next.search = query.toString();
	return next;
}

/** Adds the parameters of the list that a link does not carry. */
function withParameters(link: URL, query: URLSearchParams): URL {
	for (const name of new Set(query.keys())) {
		if (link.searchParams.has(name)) continue;
		for (const value of query.getAll(name)) link.searchParams.append(name, value);
	}
	return link;
}

/** Where the address of a next page leads. */
interface Target {
	/** Path and query: for the address as it is. */
	link: string;
	/** Its query on the list's own path: behind a gateway, services link to another host or path. */
	query?: string;
	/** Whether it leads to the list's own address. */
	isOwn: boolean;
	/** Whether it leads to another origin, to which the token is never sent. */
	isElsewhere: boolean;
}

/** Servers refuse addresses of 8 to 16 KB. */
const MAX_ADDRESS = 8_000;

/** Reads the address of a page. @returns undefined when it is not a URL, or too long for one */
export function targetOf({ url }: FirstRequest, address: string): Target | undefined {
	if (address.length > MAX_ADDRESS) return undefined;
	// HAL links may be URI templates (RFC 6570), whose variables are optional.
	const plain = address.replace(/\{[^{}]*\}/g, '');
	if (plain === '' || !URL.canParse(plain, url.href)) return undefined;
	const target = new URL(plain, url);
	const isElsewhere = target.origin !== url.origin || target.username + target.password !== '';
	const trim = (path: string) => path.replace(/\/+$/, '');
	// Some write `/contacts&page=2`.
	const [, query] = /[?&]([^#]+)/.exec(plain) ?? [];
	return {
		// Fragments are never sent; drop them before the duplicate check.
		link: target.pathname + target.search,
		query: query && `${url.pathname}?${query}`,
		isOwn: !isElsewhere && trim(target.pathname) === trim(url.pathname),
		isElsewhere,
	};
}

/** The value of the field of a page that leads to the next one; undefined where there is none. */
export function leadIn(fields: readonly Field[], name: string): string | number | undefined {
	const wanted = [name, `${name}.href`, `${name}.url`, `${name}.link`];
	const values = wanted.map((one) => fieldNamed(fields, one)?.value);
	return values.find(
		(value): value is string | number =>
			typeof value === 'number' || (typeof value === 'string' && value !== 'false'),
	);
}

/** A way that was proven, and the page size that it was proven with. */
interface SharedWay {
	way: Way;
	size: Size;
}

/** The ways that lists of one run have found. Each list proves them again; ends are never shared. */
export class SharedWays {
	readonly all: SharedWay[] = [];

	add(shared: SharedWay): void {
		const text = JSON.stringify(shared.way);
		if (!this.all.some(({ way }) => JSON.stringify(way) === text)) this.all.unshift(shared);
	}
}

/** Describes how a page is requested, for the trace: names and positions, but no contents. */
export function format({ way, value }: Position): string {
	if (way.kind === 'link') return `the link in ${quotableName(way.field)}`;
	return way.kind === 'cursor' || way.kind === 'lastContact'
		? `${quotableName(way.parameter)} from ${quotableName(way.field)}`
		: `${quotableName(way.parameter)}=${value}`;
}
