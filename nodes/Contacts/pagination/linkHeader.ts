/** What the `Link` headers of a response say about pages. */
export interface LinkRelations {
	/** The target with `rel="next"`, as it stands there. */
	next?: string;
	/** Whether there is a relation that only a response with pages has. */
	isPaged: boolean;
}

/** Relations that only a response with pages has (RFC 8288): without `next` among them it is the last. */
export const PAGE_RELATIONS: ReadonlySet<string> = new Set(['first', 'prev', 'previous', 'last']);

/** `<target>` and its parameters, and a parameter (RFC 8288, section 3): quoted text may hold anything. */
const LINK_VALUE = /<([^<>]*)>((?:[^,"<]|"(?:[^"\\]|\\.)*")*)/g;
const LINK_PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'?([^\s;"']*))/g;

/** Reads a `Link` header; several headers are joined with commas (RFC 9110, section 5.3). */
export function readLinkHeader(header: string): LinkRelations {
	const relations: LinkRelations = { isPaged: false };
	for (const [, target, parameters] of header.matchAll(LINK_VALUE)) {
		const { rel = '', results } = parametersIn(parameters!);
		const names = rel.toLowerCase().split(/\s+/);
		// Sentry always links to a next page, and says with `results` whether anything is there.
		if (names.includes('next') && results !== 'false') {
			relations.next ??= target;
			relations.isPaged = true;
		}
		if (names.some((name) => PAGE_RELATIONS.has(name) || name === 'next')) relations.isPaged = true;
	}
	return relations;
}

function parametersIn(text: string): Record<string, string | undefined> {
	const parameters = new Map<string, string>();
	for (const [, name, quoted, plain] of text.matchAll(LINK_PARAMETER)) {
		const key = name!.toLowerCase();
		// Of a repeated `rel` the first counts (RFC 8288, section 3.3).
		if (!parameters.has(key)) parameters.set(key, (quoted ?? plain)!);
	}
	return Object.fromEntries(parameters);
}
