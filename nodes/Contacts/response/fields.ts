import { parseJson } from '../../../credentials/contactsApi/parseJson';
import { isEmpty, isObject, type JsonObject } from './json';
import { LINK_HEADER, readLinkHeader } from './linkHeader';
import { isForPages, MAX_FIELDS, normalize, type Place } from './lists';

/** A response, with its body parsed. */
export interface PageResponse {
	/** HTTP status. */
	status: number;
	/** Names in lower case. */
	headers: Headers;
	/** Parsed JSON; undefined for a response without a body (204). */
	body: unknown;
}

export type Scalar = string | number | boolean | null;

/** A value of a response outside the list: a field of the body, or a header. */
export interface Field {
	/** Dot path in the body, or the name of the header. */
	name: string;
	/** Its own name: the last key of the path. */
	key: string;
	/** Null for what is empty: `""`, `{}`, `[]`. */
	value: Scalar;
	/** Whether it is in the object that has the list, in one around that, or in one for pages. */
	isNear: boolean;
	/** Whether its name, or that of an object it is in, says that it is about the next page. */
	saysNext: boolean;
}

/** Names of what leads to the next page; DynamoDB calls it `LastEvaluatedKey`. */
const NEXT_KEY = /next|last_?evaluated|search_?after/i;

const sayNext = (keys: readonly string[]) => keys.some((key) => NEXT_KEY.test(key));

/** Nested objects below this depth are not read. */
const MAX_DEPTH = 6;

/** Longer names are not read: a continuation holds them. */
const MAX_NAME_LENGTH = 120;

/** Reads the fields of a response outside the list, those of the body first. */
export function fieldsIn({ body, headers }: PageResponse, place: Place): Field[] {
	const fields: Field[] = [];
	let left = MAX_FIELDS;

	function add(keys: readonly string[], value: Scalar, isNear: boolean): void {
		const name = keys.join('.');
		if (keys.length === 0 || name.length > MAX_NAME_LENGTH) return;
		const saysNext = sayNext(keys);
		fields.push({ name, key: keys.at(-1)!, value: value === '' ? null : value, isNear, saysNext });
	}

	/** @param inList how many keys of the way to the list are left */
	function read(value: unknown, keys: readonly string[], isNear: boolean, inList: number): void {
		left--;
		if (isScalar(value)) add(keys, isEmpty(value) ? null : (value as Scalar), isNear);
		else if (Array.isArray(value) && inList === 0) readLinks(value, keys, isNear);
		else if (keys.length <= MAX_DEPTH) readFields(value as JsonObject, keys, isNear, inList);
	}

	function readFields(
		value: JsonObject,
		keys: readonly string[],
		isNear: boolean,
		inList: number,
	): void {
		for (const key of Object.keys(value)) {
			if (left <= 0) return;
			const inner = value[key];
			const path = [...keys, key];
			const isOnPath = inList > 0 && key === place.path[keys.length];
			const mayBeNear = isScalar(inner) || isForPages(key) || key === '0' || sayNext(path);
			if (!isOnPath) read(inner, path, isNear && mayBeNear, 0);
			else if (inList > 1) read(inner, path, true, inList - 1);
		}
	}

	/** `[{ "rel": "next", "href": "…" }]`, a single object in a list, or a key of several values. */
	function readLinks(list: readonly unknown[], keys: readonly string[], isNear: boolean): void {
		const isKey = sayNext(keys) && list.length <= MAX_LINKS && !list.some(isObject);
		if (isKey) add(keys, JSON.stringify(list), isNear);
		for (const element of list.slice(0, MAX_LINKS)) {
			if (!isObject(element)) continue;
			const relation = ['rel', 'relation', 'name', 'type'].map((key) => element[key]);
			const name = relation.find((one) => typeof one === 'string');
			const link = ['href', 'url', 'uri', 'link'].map((key) => element[key]);
			const target = link.find((one) => typeof one === 'string');
			if (name !== undefined && target !== undefined) add([...keys, name], target, isNear);
			else if (list.length === 1) read(element, [...keys, '0'], isNear, 0);
		}
	}

	if (place.path.length > 0) read(body, [], true, place.path.length);
	headers.forEach((value, name) => readHeader(name, value));
	return fields;

	function readHeader(name: string, value: string): void {
		if (name === 'link') {
			const { next, isPaged } = readLinkHeader(value);
			if (next !== undefined || isPaged) {
				fields.push({
					name: LINK_HEADER,
					key: 'next',
					value: next ?? null,
					isNear: true,
					saysNext: true,
				});
			}
		} else if (name === 'content-range') {
			const [, total] = /(?:\/| of )(\d+)$/.exec(value) ?? [];
			if (total !== undefined) add(['Content-Range', 'total'], Number(total), true);
		} else if (!NOT_ABOUT_PAGES.test(name)) {
			const parsed = value.startsWith('{') ? parseJson(value) : undefined;
			if (isObject(parsed)) read(parsed, [name], true, 0);
			else add([name], value, ABOUT_PAGES.test(name));
		}
	}
}

/** Headers that every response has, or that are about something other than the list. */
const NOT_ABOUT_PAGES =
	/^(set-cookie|date|server|vary|via|etag|age|expires|allow|connection|keep-alive|transfer-encoding|alt-svc|cache-.*|content-.*|last-modified|access-control-.*|strict-transport-.*|.*ratelimit.*|.*request-?id|.*trace.*|.*-policy)$/;

/** Words in the names of headers about pages. */
const ABOUT_PAGES = /pag|total|next|cursor|token|contin|marker|scroll|count|more|hits|record/;

/** Links in one list. */
const MAX_LINKS = 12;

function isScalar(value: unknown): boolean {
	return typeof value !== 'object' || value === null || isEmpty(value);
}

/** The words of a name, with spaces between them: `isLastPage` and `is_last_page` have the same. */
export function wordsOf(name: string): string {
	return name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^a-zA-Z]/g, ' ');
}

/** The field that has one of the names. */
export function fieldNamed(fields: readonly Field[], ...names: string[]): Field | undefined {
	return fields.find(({ name }) => names.includes(name));
}

// Meanings, by the whole name

/** A flag that says that there is more. */
const MORE =
	/^(has|have|is|are|there(is|are))?(more|next)(pages?|items?|results?|records?|data|contacts?|rows?|entr(y|ies)|elements?|objects|available|exists?|toload|items?available|resultsavailable|recordsavailable)?$|^x?hasmore$|^istruncated$/;

/** A flag that says that this is the last page. */
const LAST =
	/^(is)?last(page)?$|^is(the)?(end|last(page)?)$|^no(more|next)(pages?|results?|items?|records?|data)?$/;

/** The number of all contacts. */
const TOTAL =
	/^(x|wp|pw)*(grand|overall|pagination)?total(s|num|no|cnt|number)?(of)?(items?|records?|results?|rows?|elements?|entr(y|ies)|entities|hits|matches|matching|found|contacts?|people|persons|users?|members?|customers|objects|documents|docs|data|available|size|length)?(count|size|num|number|total)?$|^(items?|records?|results?|rows?|contacts?|users?|people|entr(y|ies)|elements?|objects?|matches|hits)total(count)?$|^num(ber)?found$|^count(total|all)$|^total(count)?size$|^(odatacount|nbhits|recordsfiltered)$/;

/** The number of all pages. */
const PAGES =
	/^(x|wp)*(total|num|number|nb)(of)?pages?(count)?$|^pages?(count|total|s)$|^x?pages$|^last(page|pagenumber)$|^maxpages?$/;

/** What has the address, the cursor or the number of the next page. */
const NEXT =
	/^(x|ms|odata|sensu)*next(page|results?|records?|batch|set|items?)?(link|url|uri|href|path|token|cursor|marker|mark|offset|start(ing)?(key|after)?|key|id|index|skip|from|after|number|num|no|page|query|continuation|position)?(token|cursor|key|id|url|mark)?$|^lastevaluatedkey$/;

/** Words in the names of numbers that count, none of which is the number of all contacts. */
const NO_COUNT =
	/stat|code|version|time|took|durat|elapsed|_?ms$|year|date|seconds|expires|limit|size|per|max|min|(^|[^a-z])v$|id$|offset|skip|start|from|to$|end|last|next|prev|page|cursor|token|rate|remaining|quota|cost|score|price|port|index|seq/;

/** Names inside of an object about the next page: `next: { "href": … }`. */
const IN_NEXT =
	/^(href|url|uri|link|path|query|token|cursor|after|offset|start|skip|page|number|id|key|value)/;

export const says = {
	next: ({ key, name }: Field) => {
		const parent = name
			.slice(0, Math.max(0, name.length - key.length - 1))
			.split('.')
			.at(-1)!;
		const isInside = NEXT.test(normalize(parent)) && IN_NEXT.test(normalize(key));
		return NEXT.test(normalize(key)) || isInside;
	},
	more: ({ key }: Field) => MORE.test(normalize(key)),
	last: ({ key }: Field) => LAST.test(normalize(key)),
	total: ({ key, name }: Field) =>
		TOTAL.test(normalize(key)) ||
		key === '__count' ||
		(/^(value|count)$/.test(key) && /total/i.test(name)),
	pages: ({ key }: Field) => PAGES.test(normalize(key)),
	count: ({ key }: Field) => !NO_COUNT.test(key.toLowerCase()),
};

/** Reads a flag, which may be written as text or as 0 or 1. */
export function flagOf(value: Scalar): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const text = String(value).toLowerCase();
	if (['true', 'yes', 'y', '1'].includes(text)) return true;
	return ['false', 'no', 'n', '0'].includes(text) ? false : undefined;
}

/** Reads a number of contacts or pages, which may be written as text. */
export function countOf(value: Scalar): number | undefined {
	const isDigits = typeof value === 'string' && /^\d{1,15}$/.test(value);
	const number = isDigits ? Number(value) : value;
	return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** Longer values cannot be sent back: servers refuse URLs of 8 to 16 KB. */
const MAX_VALUE_LENGTH = 8_000;

/** Whether a value is an address: absolute, or a path or query of the service. */
export function isAddress(value: Scalar): boolean {
	if (typeof value !== 'string' || value.length > MAX_VALUE_LENGTH || /\s/.test(value)) {
		return false;
	}
	return /^https?:\/\//i.test(value) || /^[/?&]/.test(value) || /^[\w./-]*\?[^=]+=/.test(value);
}
