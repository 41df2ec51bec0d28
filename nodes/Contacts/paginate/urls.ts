import { isSizeName, POSITION_NAMES, SIZES } from './conventions';
import type { Memory } from './memory';
import type { Position } from './paginators';
import { isBoundedAddress } from './signals';
import type { ListRequest } from './source';

/** The request for the first page. */
export type FirstRequest = Pick<ListRequest, 'url' | 'pageSize'>;

/** The parameter of the page size (contract: "List contacts"). */
const SIZE = 'pageSize';

/** A parameter as it is written in a query, and its name. */
interface Part {
	name: string;
	text: string;
}

/** The largest page size in the user's own parameters; 0 where there is none. */
export function ownSizeIn(url: URL): number {
	return Math.max(0, ...partsOf(url.search).map(ownSizeOf));
}

const ownSizeOf = ({ name, text }: Part) =>
	isSizeName(name) ? Number(/=(\d{1,6})$/.exec(text)?.[1] ?? 0) : 0;

/** A page size to request, and whether it is sent under other names, too: the user's, or all common ones. */
type Size = Pick<Memory, 'size' | 'isSizeCommon'>;

/** A parameter with another page size, if it takes one. */
function resized({ pageSize }: FirstRequest, { size, isSizeCommon }: Size, part: Part): Part {
	const isOther = part.name === SIZE ? size !== pageSize : isSizeCommon && ownSizeOf(part) > 0;
	return isOther && size !== undefined ? partOf(part.name, size) : part;
}

function partsOf(search: string): Part[] {
	const texts = search.replace(/^\?/, '').split('&').filter(Boolean);
	return texts.map((text) => ({ name: decode(text.split('=', 1)[0]!), text }));
}

/** As servers read it; what is not valid UTF-8 is kept as it is. */
function decode(text: string): string {
	const plain = text.replaceAll('+', ' ');
	try {
		return decodeURIComponent(plain);
	} catch {
		return plain;
	}
}

/** A parameter as this package writes it: a space is `%20`, since not all servers take `+` for one. */
function partOf(name: string, value: string | number): Part {
	// Lone surrogates cannot be encoded.
	const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
	return { name, text: `${encode(name)}=${encode(String(value))}` };
}

/** The parameters of the list as a person has entered them, with the page size to request. */
function ownParts(request: FirstRequest, size: Size): Part[] {
	const isSent = ({ name }: Part) => name !== SIZE || size.size !== undefined;
	const parts = partsOf(request.url.search).filter(isSent);
	return parts.map((part) => resized(request, size, part));
}

/** The URL of a link, with the parameters of the list that it lacks, or may have with other values. */
function withLink(request: FirstRequest, size: Size, link: string): URL {
	const target = new URL(link, request.url);
	const linked = partsOf(target.search);
	const names = new Set(linked.map(({ name }) => name));
	const own = ownParts(request, size).filter(({ name, text }) => {
		// A longer value is that of a filter, such as a date.
		const isPosition = POSITION_NAMES.has(name) && /=(\d{1,6}|\*)?$/.test(decode(text));
		return !names.has(name) || !isPosition;
	});
	return withQuery(target, linked, own);
}

/**
 * The URL of a page, requested in one way, or in several at once to see which the service understands. All
 * parameters of the list are sent with every page: with another filter from here on, pages would overlap or
 * leave contacts out.
 *
 * @param size without a number to leave it out
 */
export function urlOf(request: FirstRequest, size: Size, positions: readonly Position[]): URL {
	const [link] = positions.filter(({ way }) => way.parameter === undefined);
	if (link) return withLink(request, size, String(link.value));
	const parts = positions.map(({ way, value }) => partOf(way.parameter!, value));
	const own = new Set([...request.url.searchParams.keys(), ...parts.map(({ name }) => name)]);
	const isCommon = size.isSizeCommon && size.size !== undefined;
	const sizes = isCommon ? SIZES.filter((name) => !own.has(name)) : [];
	return withQuery(request.url, ownParts(request, size), [
		...sizes.map((name) => partOf(name, size.size!)),
		...parts,
	]);
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
	if (!isBoundedAddress(address)) return undefined;
	// Links from templates of web pages are sometimes escaped as HTML.
	const plain = address.replaceAll('&amp;', '&').replace(/^&/, '?');
	if (!URL.canParse(plain, url.href)) return undefined;
	const { hostname, pathname, search, username, password } = new URL(plain, url);
	// Behind a proxy, a service knows neither the protocol nor the port; these are never taken from a link.
	const isOwn = hostname === url.hostname && username + password === '';
	// Fragments are never sent; drop them.
	return isOwn && withoutSlash(pathname) === withoutSlash(url.pathname)
		? pathname + search
		: undefined;
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);
