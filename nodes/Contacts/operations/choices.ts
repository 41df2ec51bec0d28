import { isObject, type JsonObject, type PageResponse } from '../paginate';

/** What a field of the form names in a response. */
export type ChoiceKind = 'list' | 'cursor' | 'link' | 'flag';

export interface Choice {
	/** Name or dot path, as the field takes it. */
	path: string;
	/** The value, or the length of the list, for a person to recognize. */
	sample: string;
}

/** No envelope has more fields, or deeper ones. */
const MAX_VISITED = 2_000;
const MAX_DEPTH = 6;
const MAX_PATH_LENGTH = 120;

/** Enough of a value to recognize it. */
const MAX_SAMPLE_LENGTH = 40;

const ADDRESS = /^(https?:\/\/|[/?])/;
const FLAGS = ['true', 'false', 'yes', 'no', '0', '1'];

const SUITS: Record<ChoiceKind, (value: unknown) => boolean> = {
	list: (value) => Array.isArray(value) && value.some(isObject) && !value.some(isLink),
	cursor: (value) =>
		['string', 'number'].includes(typeof value) && value !== '' && !ADDRESS.test(String(value)),
	link: (value) => typeof value === 'string' && ADDRESS.test(value),
	flag: (value) => !isObject(value) && !Array.isArray(value) && FLAGS.includes(String(value)),
};

/** Names that a service gives to what a field of the form asks for. */
const LIKELY: Record<ChoiceKind, RegExp> = {
	list: /contact|people|person|data|items|results/i,
	cursor: /next|cursor|token|after|continu|marker|offset/i,
	link: /next/i,
	flag: /more|next|last/i,
};

/** The values of a response that a field may name: those with a likely name first. */
export function choicesIn(kind: ChoiceKind, { body, headers }: PageResponse): Choice[] {
	const found: Choice[] = [];
	const inHeaders = kind === 'list' ? [] : [...headers].filter(([name]) => ABOUT_PAGES.test(name));
	for (const [path, value] of [...valuesIn(body), ...inHeaders]) {
		if (path.length > MAX_PATH_LENGTH || !SUITS[kind](value)) continue;
		found.push(
			kind === 'list' ? listChoice(path, value as unknown[]) : { path, sample: cut(value) },
		);
	}
	const isLikely = ({ path }: Choice) => LIKELY[kind].test(path);
	return [...found.filter(isLikely), ...found.filter((choice) => !isLikely(choice))];
}

const ABOUT_PAGES = /next|cursor|page|more|last|continu|token|offset/;

/** The values of a response with their paths, but for those in lists, of which there are too many. */
function* valuesIn(body: unknown): Generator<[path: string, value: unknown]> {
	const levels: Array<[prefix: string, value: unknown, depth: number]> = [['', body, 0]];
	let visited = 0;
	for (const [prefix, value, depth] of levels) {
		for (const [key, inner] of entriesOf(value)) {
			if (visited++ >= MAX_VISITED) return;
			const path = `${prefix}${key}`;
			yield [path, inner];
			if (depth < MAX_DEPTH) levels.push([`${path}.`, inner, depth + 1]);
		}
	}
}

/** Links may be a list: `[{ "rel": "next", "href": "…" }]` has `next`. */
function entriesOf(value: unknown): Array<[string, unknown]> {
	if (isObject(value)) return Object.entries(value);
	if (!Array.isArray(value)) return [];
	return value.filter(isLink).map(({ rel, href }) => [rel, href]);
}

function isLink(value: unknown): value is { rel: string; href: unknown } {
	return isObject(value) && typeof value.rel === 'string' && value.href !== undefined;
}

/** The fields of a contact with their values. */
export function samplesOf(contact: JsonObject): Choice[] {
	return [...valuesIn(contact)].flatMap(([path, value]) =>
		path.length <= MAX_PATH_LENGTH && SUITS.cursor(value) ? [{ path, sample: cut(value) }] : [],
	);
}

/** GraphQL connections wrap each contact: `edges: [{ cursor, node: { … } }]`. */
function listChoice(path: string, list: unknown[]): Choice {
	const isWrapped = list.every((one) => isObject(one) && isObject(one.node));
	const sample = `${list.length} ${list.length === 1 ? 'element' : 'elements'}`;
	return { path: isWrapped ? `${path}[].node` : path, sample };
}

function cut(value: unknown): string {
	const text = String(value);
	return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text;
}
