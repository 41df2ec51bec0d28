import { isSizeName, POSITION_NAMES, SIZES } from './conventions';
import type { Memory } from './memory';
import type { Position } from './paginators';
import type { ListRequest } from './source';

/** The request for the first page. */
export type FirstRequest = Pick<ListRequest, 'url' | 'pageSize'>;

/** The parameter of the page size (contract: "List contacts"). */
const SIZE = 'pageSize';

/** A parameter as it is written in a query, and its name and value as servers read it. */
interface Part {
	text: string;
	name: string;
	value: string;
}

/** The largest page size in the user's own parameters; 0 where there is none. */
export function ownSizeIn(url: URL): number {
	return Math.max(0, ...partsOf(url.search).map(ownSizeOf));
}

const ownSizeOf = ({ name, value }: Part) =>
	isSizeName(name) && /^\d{1,6}$/.test(value) ? Number(value) : 0;

function partsOf(search: string): Part[] {
	const texts = search.replace(/^\?/, '').split('&').filter(Boolean);
	return texts.flatMap((text) =>
		[...new URLSearchParams(text)].map(([name, value]) => ({ text, name, value })),
	);
}

/** A parameter as this package writes it: a space is `%20`, since not all servers take `+` for one. */
function partOf(name: string, value: string | number): Part {
	const text = String(new URLSearchParams([[name, String(value)]])).replaceAll('+', '%20');
	return { text, name, value: String(value) };
}

/** A page size to request, and whether it is sent under other names, too: the user's, or all common ones. */
type Size = Pick<Memory, 'size' | 'isSizeCommon'>;

/** The parameters of the list as a person has entered them, with the page size to request. */
function ownParts({ url, pageSize }: FirstRequest, { size, isSizeCommon }: Size): Part[] {
	return partsOf(url.search).flatMap((part) => {
		const isOther = part.name === SIZE ? size !== pageSize : isSizeCommon && ownSizeOf(part) > 0;
		if (!isOther) return [part];
		return size === undefined ? [] : [partOf(part.name, size)];
	});
}

/**
 * The URL of a page, requested in one way, or in several at once to see which the service understands. All
 * parameters of the list are sent with every page: with another filter from here on, pages would overlap or
 * leave contacts out.
 *
 * @param size without a number to leave it out
 */
export function urlOf(request: FirstRequest, size: Size, positions: readonly Position[]): URL {
	const own = ownParts(request, size);
	const link = positions.find(({ way }) => way.parameter === undefined);
	if (link) return withParts(new URL(String(link.value), request.url), own);
	const parts = positions.map(({ way, value }) => partOf(way.parameter!, value));
	const known = new Set([...own, ...parts].map(({ name }) => name));
	const isCommon = size.isSizeCommon && size.size !== undefined;
	const names = isCommon ? SIZES.filter((name) => !known.has(name)) : [];
	const sizes = names.map((name) => partOf(name, size.size!));
	return withQuery(request.url, own, [...sizes, ...parts]);
}

/** A link with the parameters of the list that it lacks, or may have with other values. */
function withParts(target: URL, own: readonly Part[]): URL {
	const linked = partsOf(target.search);
	const names = new Set(linked.map(({ name }) => name));
	// A longer value is that of a filter, such as a date.
	const isPosition = ({ name, value }: Part) =>
		POSITION_NAMES.has(name) && /^(\d{1,6}|\*)?$/.test(value);
	const kept = own.filter((part) => !names.has(part.name) || !isPosition(part));
	return withQuery(target, linked, kept);
}

/** @param others what replaces parts of the same names */
function withQuery(url: URL, parts: readonly Part[], others: readonly Part[]): URL {
	const names = new Set(others.map(({ name }) => name));
	const all = [...parts.filter(({ name }) => !names.has(name)), ...others];
	const next = new URL(url);
	next.search = all.map(({ text }) => text).join('&');
	return next;
}

/**
 * Reads the address of a page.
 *
 * @returns its path and query; undefined unless it is the list's own address
 */
export function linkIn({ url }: FirstRequest, address: string): string | undefined {
	// Links from templates of web pages are sometimes escaped as HTML.
	const plain = address.replaceAll('&amp;', '&').replace(/^&/, '?');
	if (!URL.canParse(plain, url.href)) return undefined;
	const target = new URL(plain, url);
	// Behind a proxy, a service knows neither the protocol nor the port; these are never taken from a link.
	const placeOf = ({ username, password, hostname, pathname }: URL) =>
		[username, password, hostname, pathname.replace(/\/$/, '')].join(' ');
	return placeOf(target) === placeOf(url) ? target.pathname + target.search : undefined;
}
