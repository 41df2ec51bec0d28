import { isObject } from './json';

/** The name of the header as a field of a page. */
export const LINK_HEADER = 'Link';

/** Relations of paged responses (RFC 8288): without `next` beside them, the page is the last one. */
const PAGE_RELATIONS = /^(first|prev(ious)?|last)$/;

/**
 * `<target>` with its parameters, and a single parameter (RFC 8288, section 3). A text that does not end
 * takes the rest of the header, which is then read only once.
 */
const LINK_VALUE = /<([^<>]*)>((?:[^,"<]|"(?:[^"\\]|\\.)*(?:"|\\?$))*)/g;
const LINK_PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'?([^\s;"']*))/g;

/** Servers refuse headers of 8 to 16 KB; a longer one is not read, and may lead on. */
const MAX_HEADER = 8_000;

/**
 * Reads a `Link` header; several headers are joined with commas (RFC 9110, section 5.3).
 *
 * @returns the target with `rel="next"`, unresolved; null if there are only links to other pages, which say that
 * there is none; undefined without these
 */
export function readLinkHeader(header: string): string | null | undefined {
	if (header.length > MAX_HEADER) return header;
	let isPaged = false;
	for (const [, target, parameters] of header.matchAll(LINK_VALUE)) {
		const names = relationsIn(parameters!);
		if (names.some((name) => /^next(-page)?$/.test(name))) return target!;
		isPaged ||= names.some((name) => PAGE_RELATIONS.test(name));
	}
	return isPaged ? null : undefined;
}

/** The names of a link's relations; only its first `rel` counts (RFC 8288, section 3.3). */
function relationsIn(parameters: string): string[] {
	const all = [...parameters.matchAll(LINK_PARAMETER)];
	const [, , quoted, plain] = all.find(([, name]) => name!.toLowerCase() === 'rel') ?? [];
	return (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
}

/** The relation and the target of a link: `{ "rel": "next", "href": "…" }`; undefined of anything else. */
export function readLink(value: unknown): [relation: string, target: unknown] | undefined {
	const { rel, relation = rel, href, url, uri } = isObject(value) ? value : {};
	const target = href ?? url ?? uri;
	return typeof relation === 'string' && target !== undefined ? [relation, target] : undefined;
}
