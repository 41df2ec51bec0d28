import {
	endOf,
	type ListRequest,
	type ListState,
	type Next,
	type Position,
	type Way,
} from './state';

/** As many requests as the node sends at a time at most. */
const MAX_PAGES_AHEAD = 20;

type Address = Pick<ListRequest, 'url'>;

/**
 * The URL that requests a page. All parameters of the list's URL are sent with every page: with another
 * page size or filter from here on, pages would overlap or leave contacts out.
 *
 * @param ways how to request it: one way, or several at once to see which the service understands
 */
export function urlOf({ url }: Address, ...ways: Way[]): URL {
	const [first] = ways;
	if (first?.kind === 'link') return withParametersOf(url, new URL(first.link, url));
	const next = new URL(url);
	if (ways.length === 0) return next;
	// A URL would write its query anew for each parameter.
	const query = new URLSearchParams(url.search);
	for (const way of ways as Array<Exclude<Way, { kind: 'link' }>>) {
		query.set(way.parameter, String(way.value));
	}
	next.search = query.toString();
	return next;
}

/** Adds the parameters of the list's URL that a link does not carry. */
function withParametersOf({ searchParams }: URL, link: URL): URL {
	for (const name of new Set(searchParams.keys())) {
		if (link.searchParams.has(name)) continue;
		for (const value of searchParams.getAll(name)) link.searchParams.append(name, value);
	}
	return link;
}

/**
 * Turns the address of a page into a way.
 *
 * @returns undefined when it is not a URL, and `elsewhere` when it leads to another origin
 */
export function wayOfLink(
	{ url }: Address,
	link: string,
	field: string,
): Way | 'elsewhere' | undefined {
	const target = withoutVariables(link);
	if (target === '' || !URL.canParse(target, url.href)) return undefined;
	const next = new URL(target, url);
	if (next.origin !== url.origin || next.username + next.password !== '') return 'elsewhere';
	// Fragments are never sent; drop them before the duplicate check.
	return { kind: 'link', link: next.pathname + next.search, field };
}

/**
 * The query of a link on the list's own address: behind a gateway, services link to another host, or to
 * a path without its prefix.
 *
 * @returns undefined for a link without a query
 */
export function wayOfQuery({ url }: Address, link: string, field: string) {
	// Some write `/contacts&page=2`.
	const [, query = ''] = /[?&]([^#]+)/.exec(withoutVariables(link)) ?? [];
	const way: Way = { kind: 'link', link: `${url.pathname}?${query}`, field, isQueryOnly: true };
	return query === '' ? undefined : way;
}

/** HAL links may be URI templates (RFC 6570), whose variables are optional. */
function withoutVariables(link: string): string {
	return link.replace(/\{[^{}]*\}/g, '');
}

/** Whether two links differ only in a number, which has become larger. */
export function isCountedUp(before: Way | undefined, after: Way, { url }: Address) {
	if (before?.kind !== 'link' || after.kind !== 'link') return false;
	const [one, other] = [before, after].map(({ link }) => new URL(link, url).searchParams);
	const changed = [...other!.keys()].filter((key) => other!.get(key) !== one!.get(key));
	const [from, to] = [one, other].map((query) => Number(query!.get(changed[0]!)));
	return changed.length === 1 && to! > from!;
}

/** The position after the last page, for a list whose last page was requested by its position. */
export function nextPosition(state: ListState, way: Position): Position {
	if (way.kind === 'page') return { ...way, value: way.value + 1 };
	return { ...way, value: endOf(state) + way.first };
}

/** The way that starts some contacts further back; undefined where that is not possible. */
export function wayBack({ ids }: ListState, way: Way, contacts: number): Way | undefined {
	if (way.kind === 'offset') return { ...way, value: way.value - contacts };
	const value = way.kind === 'lastContact' ? ids.values.at(-1 - contacts) : undefined;
	return value === undefined ? undefined : ({ ...way, value } as Way);
}

/**
 * The pages that are certain to be requested after the next one: those of a counted list, up to the end
 * that the service states or up to the limit.
 *
 * @param total number of all contacts, as stated
 * @param pages number of all pages, as stated
 */
export function upcomingPages(
	request: ListRequest,
	state: ListState,
	next: Next,
	total: number | undefined,
	pages: number | undefined,
): URL[] {
	const way = next.kind === 'page' && next.overlap === 0 ? next.way : undefined;
	if (way?.kind !== 'page' && way?.kind !== 'offset') return [];
	// Pages in the middle of a list may be shorter than the first.
	const size = Math.max(state.count, state.firstCount);
	const left = Math.min(
		Math.ceil((Math.min(total ?? Infinity, request.limit) - state.received) / size),
		(pages ?? Infinity) - state.pages,
	);
	const ahead = Number.isFinite(left) && size > 0 ? Math.min(left - 1, MAX_PAGES_AHEAD) : 0;
	const by = way.kind === 'page' ? 1 : size;
	return Array.from({ length: Math.max(0, ahead) }, (_, index) =>
		urlOf(request, { ...way, value: way.value + by * (index + 1) }),
	);
}
