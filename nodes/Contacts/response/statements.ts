import { totalsIn } from './evidence';
import { countOf, type Field, fieldsIn, isAddress, type PageResponse } from './fields';
import { hashOf } from './identity';
import { isObject } from './json';
import type { Place } from './lists';
import type { Page } from './page';

/**
 * What responses say about themselves: flags, texts and codes that are not about pages. An empty list is the
 * weakest sign of an end, because services that fail despite a success status send one, too. It is believed
 * only beside the statements that stood beside the contacts of the first page.
 */
interface Statement {
	name: string;
	value: unknown;
}

/** Names of what differs from page to page, or from response to response. */
const OF_ONE_PAGE =
	/next|prev|more|page|pagin|cursor|token|offset|first|last|end|self|empty|done|complete|final|eof|exhausted|loaded|count|total|range|scroll|marker|after|before|partial|truncat|limit|timed|kind|object|type|link|url|href|uri|(^|_)id$|date|query|search|filter|sort|order|request|etag|hash|version|cache/i;

const CODE = /^((status|ret(urn)?|result)_?)?(code|status)$|^ret$/i;

function isStatement({ key, value }: Field): boolean {
	if (CODE.test(key)) return value !== null;
	if (OF_ONE_PAGE.test(key)) return false;
	const isText = typeof value === 'string' && /^\p{L}[^\d=_]+$/u.test(value) && !isAddress(value);
	return isText || typeof value === 'boolean';
}

function statementsIn({ body }: PageResponse, place: Place): Statement[] {
	const fields = fieldsIn({ status: 200, headers: new Headers(), body }, place);
	const isTexts = (value: unknown) => Array.isArray(value) && typeof value[0] === 'string';
	const lists = Object.entries(isObject(body) ? body : {}).filter(([, value]) => isTexts(value));
	return [...fields.filter(isStatement), ...lists.map(([name]) => ({ name, value: true }))];
}

/** Statements, and characters for each, that a continuation has room for. */
const MAX_STATEMENTS = 8;
const LENGTH = 3;

const textOf = ({ name, value }: Statement) =>
	hashOf([name, String(value)])
		.toString(36)
		.slice(-LENGTH)
		.padStart(LENGTH, '0');

/** The statements of a first page, to compare later ones with; undefined if there are too many. */
export function statementsOf({ response, place }: Page): string | undefined {
	const statements = statementsIn(response, place);
	return statements.length > MAX_STATEMENTS ? undefined : statements.map(textOf).join('');
}

/** Names of statements that the first page did not make. @param said its statements */
export function newStatements(response: PageResponse, place: Place, said: string): string[] {
	const known = new Set(said.match(/.{3}/g));
	const added = statementsIn(response, place).filter((one) => !known.has(textOf(one)));
	return added.some(({ value }) => NONE.test(String(value))) ? [] : added.map(({ name }) => name);
}

/** `No records found`, `There are no more results` */
const NONE =
	/\bno (more |matching )?(records?|results?|contacts?|data|items?|entries|rows|users|people)\b/i;

/** `Success`, `Contacts retrieved successfully` */
const IS_WELL = /succe(ss|ed)|\bok(ay)?\b|^\S*$/i;

/** Names of what makes an empty first page look like a failure: a flag that is false, or a sentence. */
export function objectionsIn(page: Page): string[] {
	const { fields, response, place } = page;
	const isNone = ({ key, value }: Field) =>
		/count|total|found|hits/i.test(key) && countOf(value) === 0;
	if (totalsIn(page).size > 0 || fields.some(isNone)) return [];
	const near = fields.filter(({ isNear }) => isNear).map(({ name }) => name);
	return statementsIn(response, place)
		.filter(({ name, value }) => near.includes(name) && isObjection(name, value))
		.map(({ name }) => name);
}

function isObjection(name: string, value: unknown): boolean {
	if (typeof value === 'boolean') return !value && !/err|fail|fault/i.test(name);
	return !IS_WELL.test(String(value)) && !NONE.test(String(value));
}
