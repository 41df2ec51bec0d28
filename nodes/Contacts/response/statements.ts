import { isObject, type JsonObject } from './json';
import type { Meaning } from './meanings';
import type { ListLocation, PageResponse } from './pageResponse';
import { readSigns, type Sign } from './readSigns';

const NO_HEADERS = new Headers();

/** What says that an object is about pages, as no contact says it. */
const OF_PAGES: readonly Meaning[] = ['link', 'nextOffset', 'more', 'total', 'pages', 'failure'];

/** Whether an object has fields about pages. */
export function isAboutPages(value: unknown): boolean {
	return familiarSigns(value).some(({ meaning }) => OF_PAGES.includes(meaning));
}

/** Whether an object has nothing but fields about pages. */
export function isOnlyAboutPages(value: unknown): value is JsonObject {
	return isObject(value) && familiarSigns(value).length >= Object.keys(value).length;
}

function familiarSigns(value: unknown): Sign[] {
	const signs = readSigns(200, value, NO_HEADERS);
	return signs.filter(({ meaning, isForeign }) => !isForeign && meaning !== 'unread');
}

/** Whether no contacts are stated, if only by a number of a foreign name. */
export function statesNone(response: PageResponse): boolean {
	return statesCount(0, signsOf(response), true);
}

/** Whether a single contact is stated for a place. */
export function statesOne(
	response: PageResponse,
	place: Pick<ListLocation, 'path'>,
	meanings = COUNTS,
): boolean {
	return statesCount(1, signsOf(response, place), false, meanings) && !statesNone(response);
}

const COUNTS: readonly Meaning[] = ['total', 'count'];

/**
 * Whether a response explains that it has no list.
 *
 * @param hasObject that may be a contact: what is said about the next page does not explain it
 */
export function explainsNoList(response: PageResponse, hasObject = false): boolean {
	const signs = signsOf(response);
	const body = isObject(response.body) ? response.body : {};
	const hasOneField = Object.keys(body).length === 1;
	// Gmail sends `{ "resultSizeEstimate": 0 }`.
	const isNone = statesCount(0, signs, hasOneField);
	// Google leaves out empty lists, whose `kind` is one of lists.
	const isOfListKind = /#\w+(s|List)$/.test(String(body.kind));
	// HAL leaves out `_embedded` where it is empty: `{ "_links": { "self": … } }`.
	const links = hasOneField && isObject(body._links) ? Object.values(body._links) : [[]];
	const hasOnlyLinks = !links.some(Array.isArray);
	return (
		isNone ||
		saysNothingFound(body) ||
		(!hasObject && (statesPages(signs) || isOfListKind || hasOnlyLinks))
	);
}

/** Whether a message says that there are no contacts: `{ "message": [{ "text": "No records found." }] }`. */
export function saysNothingFound(value: unknown, depth = MAX_MESSAGE_DEPTH): boolean {
	if (typeof value === 'string') {
		return value.length <= MAX_MESSAGE_LENGTH && NOTHING_FOUND.test(value);
	}
	if (typeof value !== 'object' || value === null || depth === 0) return false;
	const fields = Object.values(value).slice(0, MAX_MESSAGE_FIELDS);
	return fields.some((field) => saysNothingFound(field, depth - 1));
}

/** What is said to be missing where a request is wrong. */
const FOR_ACCESS =
	'(routes|resources|endpoints|services|paths|tokens|keys|credentials|permissions)\\b';

const MAX_MESSAGE_DEPTH = 4;
const MAX_MESSAGE_FIELDS = 30;

/** Messages are sentences; to search a long text takes quadratic time. */
const MAX_MESSAGE_LENGTH = 500;

/** Texts that nobody is told about a wrong address or credential: "No records found". */
const NOTHING_FOUND = new RegExp(
	[
		String.raw`(^|[:.] )no (\w+ ){0,3}(?!${FOR_ACCESS})(\w{3,}s|data|record|result|match) (\w+ ){0,6}found\b`,
		String.raw`\b(nenhum|ning[uú]n|aucun|nessun|kein|geen)\w* .*(encontrad|trouv|trovat|gefunden|gevonden)`,
		'não (retornou|existem) registros|no se encontraron|데이[타터]가 없습니다|データはありません',
	].join('|'),
	'i',
);

/** Reads what a response says about pages outside the list. */
export function signsOf(
	{ status, body, headers }: PageResponse,
	place?: Pick<ListLocation, 'path'>,
): Sign[] {
	return readSigns(status, body, headers, place);
}

function statesCount(
	count: number,
	signs: Sign[],
	mayBeForeign: boolean,
	meanings = COUNTS,
): boolean {
	return signs.some(
		({ meaning, value, isForeign }) =>
			(meanings.includes(meaning) || (meaning === 'pages' && count === 0)) &&
			value === count &&
			(mayBeForeign || !isForeign),
	);
}

/** Whether there is a next link or cursor, or that there is none, which some services send without a list. */
function statesPages(signs: Sign[]): boolean {
	return signs.some(({ meaning, name, value, isForeign }) => {
		const isOfPages = ['link', 'cursor', 'noNext'].includes(meaning) || value === false;
		return isOfPages && !isForeign && /next|cursor|link|more/i.test(name);
	});
}
