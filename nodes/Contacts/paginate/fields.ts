import { ABOUT, NAMES } from './conventions';
import { entriesIn, isObject, MAX_NAME, startOf, valueAt } from './json';
import { LINK_HEADER, readLink, readLinkHeader } from './links';
import { elementsOf, type Place } from './lists';
import type { Pagination } from './source';
import { type Field, fieldAt, isAboutPages, saysNext, wordOf } from './signals';

/** A response of the service, with its body as parsed JSON. */
export interface PageResponse {
	status: number;
	headers: Headers;
	body: unknown;
	/** Bytes of the body as it was decoded. */
	size?: number;
}

/** An object beside the list with no more fields than these is looked into, whatever its name. */
const SMALL = 200;

/** Deeper fields than these do not say how pages go on. */
const MAX_DEPTH = 6;

/** Fields around a list. Beyond that, one of those that were not read could say that there is more. */
export const MAX_FIELDS = 500;

/** The field with a flag that says whether there is more, as set by hand. */
export type FlagSetting = Pick<Pagination, 'hasMoreField' | 'hasMoreOn'>;

/** The fields of a response outside its list, then its headers; undefined if there are too many. */
export function fieldsOf(
	response: PageResponse,
	{ path }: Place,
	flag?: FlagSetting,
): Field[] | undefined {
	const { body, headers, status } = response;
	const fields: Field[] = [];
	const level = { path: [], listPath: path, isNear: true };
	// A whole response that is the list has no fields but those of contacts.
	const isList = path.length === 0 && elementsOf(body) !== undefined;
	for (const field of isList ? [] : fieldsIn(entriesOf(body, level), level)) {
		if (fields.push(field) > MAX_FIELDS) return undefined;
	}
	for (const [name, text] of headers) fields.push(...fieldsOfHeader(name, text));
	// The list is not ready yet.
	if (status === 202) fields.push(fieldAt(['error'], 'not ready', { name: 'status:202' }));
	// It may mean that there is more, but the last page may have it, too: no sign that is understood.
	if (status === 206) fields.push(fieldAt(['partialPage'], true, { name: 'Partial Content' }));
	if (flag?.hasMoreField) fields.push(...flagsOf(fields, response, flag));
	return fields;
}

/** Where a field is. */
interface Level {
	path: readonly string[];
	/** The rest of the path to the list; undefined away from it. */
	listPath?: readonly string[] | undefined;
	isNear: boolean;
}

type Entry = [key: string, value: unknown];

function* fieldsIn(entries: readonly Entry[], level: Level): Generator<Field> {
	for (const [key, value] of entries) {
		const inner = levelIn(level, key, entries.length === 1);
		if (inner.listPath?.length === 0) continue;
		const further = entriesOf(value, inner);
		const isSmall = level.listPath !== undefined && further.length <= SMALL;
		const isEntered = inner.path.length <= MAX_DEPTH && (inner.isNear || isSmall);
		if (isEntered && further.length > 0) yield* fieldsIn(further, inner);
		else if (key.length <= MAX_NAME) yield fieldAt(inner.path, value, { isNear: level.isNear });
	}
}

function levelIn({ path, listPath, isNear }: Level, key: string, isOnly: boolean): Level {
	const isAround = listPath?.[0] === key;
	// An object around everything else is the response itself.
	// Some responses are a list of their parts.
	const isPart = path.length === 0 && ['0', '1', '2', '3'].includes(key);
	const isAbout = isNear && (isOnly || isPart || isAboutPages(key));
	return {
		path: [...path, key],
		listPath: isAround ? listPath.slice(1) : undefined,
		isNear: isAround || isAbout,
	};
}

/** The entries of an object, of a list around that of the contacts, or of links: `[{ "rel": "next", "href": "…" }]`. */
function entriesOf(value: unknown, { listPath }: Level): Entry[] {
	if (listPath || isObject(value)) return entriesIn(value);
	const links = Array.isArray(value) ? value.slice(0, MAX_FIELDS).map(readLink) : [];
	return links.filter((link) => link !== undefined);
}

export const isPageHeader = (name: string) =>
	(saysNext([name]) || ABOUT.headers.test(name)) && !ABOUT.requests.test(name);

function fieldsOfHeader(name: string, text: string): Iterable<Field> {
	if (name === 'link') {
		const next = readLinkHeader(text);
		return next === undefined ? [] : [fieldAt(['next'], next, { name: LINK_HEADER })];
	}
	if (name === 'content-range') {
		// `contacts 0-49/230`
		const total = /\/(\d+)$/.exec(startOf(text))?.[1];
		return total ? [fieldAt(['total'], total, { name })] : [];
	}
	if (!isPageHeader(name)) return [];
	const level = { path: [name], isNear: true };
	const entries = entriesOf(parse(text), level);
	return entries.length > 0 ? fieldsIn(entries, level) : [fieldAt([name], text)];
}

/** Reads an object, such as ASP.NET's `X-Pagination: {"TotalCount":230}`. */
function parse(text: string): unknown {
	try {
		return text.startsWith('{') ? JSON.parse(text) : undefined;
	} catch {
		return undefined;
	}
}

/** The field that the settings name, under a name that everybody understands. */
function flagsOf(
	fields: readonly Field[],
	response: PageResponse,
	{ hasMoreField: name, hasMoreOn }: FlagSetting,
): Field[] {
	const field = fieldNamed(name, fields, response);
	if (!field) return [];
	const word = wordOf(name.split('.').at(-1)!);
	const isNamedLast = NAMES.last.test(word) || NAMES.finished.test(word);
	const isLast = hasMoreOn === 'detect' ? isNamedLast : hasMoreOn === 'lastPage';
	return [fieldAt([isLast ? 'isLast' : 'hasMore'], field.value, { name, isSetting: true })];
}

/**
 * A field by its name, without regard to case if there is none with exactly this one, or the address in an object
 * of this name; any other value by its dot path.
 */
export function fieldNamed(
	name: string,
	fields: readonly Field[],
	{ body }: PageResponse,
): Field | undefined {
	const byName = (own: string) =>
		fields.find((one) => one.name === own) ??
		fields.find((one) => one.name.toLowerCase() === own.toLowerCase());
	const names = [name, `${name}.href`, `${name}.url`, `${name}.link`];
	const field = names.map(byName).find(Boolean);
	const value = field ? undefined : valueAt(body, name);
	return value === undefined ? field : fieldAt([name], value);
}
