import { ABOUT, NAMES } from './conventions';
import { isObject, MAX_NAME, startOf, valueAt } from './json';
import { isLink, LINK_HEADER, readLink, readLinkHeader } from './links';
import type { Place } from './lists';
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

/** An object at the top with no more fields than these may be about pages, whatever its name. */
const SMALL = 20;

/** Deeper fields than these do not say how pages go on. */
const MAX_DEPTH = 6;

/** Fields around a list. Beyond that, one of those that were not read could say that there is more. */
export const MAX_FIELDS = 500;

/** The field with a flag that says whether there is more, as set by hand. */
export type FlagSetting = Pick<Pagination, 'hasMoreField' | 'hasMoreOn'>;

/**
 * The fields of a response outside its list, then its headers.
 *
 * @returns undefined if there are too many
 */
export function fieldsOf(
	response: PageResponse,
	{ path }: Place,
	flag?: FlagSetting,
): Field[] | undefined {
	const fields: Field[] = [];
	// A whole response that is the list has no fields but those of contacts.
	if (path.length > 0 || isObject(response.body)) addFields(fields, response.body, [], path, true);
	if (fields.length > MAX_FIELDS) return undefined;
	for (const [name, value] of response.headers) addHeader(fields, name, value);
	// It may mean that there is more, but the last page may have it, too: no sign that is understood.
	if (response.status === 206) fields.push(fieldAt(['Partial Content'], true));
	if (flag?.hasMoreField) addFlag(fields, response, flag);
	return fields;
}

/** @param listPath the rest of the path to the list; undefined away from it */
function addFields(
	fields: Field[],
	value: unknown,
	path: readonly string[],
	listPath: readonly string[] | undefined,
	isNear: boolean,
): void {
	const entries = entriesOf(value);
	for (const [key, inner] of entries) {
		if (fields.length > MAX_FIELDS) return;
		const rest = restOf(listPath, key);
		if (rest?.length === 0) continue;
		const innerPath = [...path, key];
		// An object around everything else is the response itself.
		const isAbout = isAboutPages(key) || entries.length === 1;
		const isInnerNear = rest !== undefined || (isNear && isAbout);
		if (isEntered(inner, path.length, isInnerNear)) {
			addFields(fields, inner, innerPath, rest, isInnerNear);
		} else if (key.length <= MAX_NAME) {
			fields.push(fieldAt(innerPath, inner, { isNear }));
		}
	}
}

const restOf = (listPath: readonly string[] | undefined, key: string) =>
	listPath?.[0] === key ? listPath.slice(1) : undefined;

function isEntered(value: unknown, depth: number, isNear: boolean): boolean {
	const { length } = entriesOf(value);
	const isSmall = depth === 0 && length <= SMALL;
	return depth < MAX_DEPTH && length > 0 && (isNear || isSmall);
}

/** The entries of an object, or of a list of links: `[{ "rel": "next", "href": "…" }]`. */
function entriesOf(value: unknown): Array<[string, unknown]> {
	if (!Array.isArray(value)) return isObject(value) ? Object.entries(value) : [];
	return value.slice(0, MAX_FIELDS).filter(isLink).map(readLink);
}

export const isPageHeader = (name: string) =>
	(saysNext([name]) || ABOUT.headers.test(name)) && !ABOUT.requests.test(name);

function addHeader(fields: Field[], name: string, text: string): void {
	if (name === 'link') {
		const { next, isPaged } = readLinkHeader(text);
		// Links to other pages, but none to a next one, say that there is none.
		const value = next ?? null;
		if (isPaged) fields.push(fieldAt(['next'], value, { name: LINK_HEADER }));
	} else if (name === 'content-range') {
		// `contacts 0-49/230`
		const total = /\/(\d+)$/.exec(startOf(text))?.[1];
		if (total) fields.push(fieldAt(['total'], total, { name }));
	} else if (isPageHeader(name)) {
		const object = parse(text);
		if (object) addFields(fields, object, [name], undefined, true);
		else fields.push(fieldAt([name], text));
	}
}

/** Reads an object, such as ASP.NET's `X-Pagination: {"TotalCount":230}`. */
function parse(text: string): unknown {
	try {
		return text.startsWith('{') ? JSON.parse(text) : undefined;
	} catch {
		return undefined;
	}
}

/** Adds the field that the settings name under a name that everybody understands. */
function addFlag(
	fields: Field[],
	response: PageResponse,
	{ hasMoreField: name, hasMoreOn }: FlagSetting,
): void {
	const field = fieldNamed(fields, name);
	const value = field ? field.value : valueAt(response.body, name);
	if (value === undefined) return;
	const word = wordOf(name.split('.').at(-1)!);
	const isNamedLast = NAMES.last.test(word) || NAMES.finished.test(word);
	const isLast = hasMoreOn === 'detect' ? isNamedLast : hasMoreOn === 'lastPage';
	fields.push(fieldAt([isLast ? 'isLast' : 'hasMore'], value, { name, isSetting: true }));
}

/** The field of this name, without regard to case if there is none with exactly this one. */
function fieldNamed(fields: readonly Field[], name: string): Field | undefined {
	const lower = name.toLowerCase();
	return (
		fields.find((field) => field.name === name) ??
		fields.find((field) => field.name.toLowerCase() === lower)
	);
}

/** Parts of an object that stands for a link. */
const IN_LINK = ['href', 'url', 'link'];

/** The field of this name, or the address in the link object of this name. */
export function leadNamed(fields: readonly Field[], name: string): Field | undefined {
	const names = [name, ...IN_LINK.map((part) => `${name}.${part}`)];
	return names.map((one) => fieldNamed(fields, one)).find(Boolean);
}
