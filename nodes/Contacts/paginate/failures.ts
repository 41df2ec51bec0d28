import { OUTCOMES } from './conventions';
import { isEmpty, isObject, type JsonObject, startOf, valueAtKeys } from './json';
import { elementsOf } from './lists';
import { type Field, flagOf, isAboutPages, isAboutPosition, isSentence, wordOf } from './signals';

/** Why a list is not read on, or a response is not read at all. */
export type ListFailureReason =
	// The list
	| 'endUnknown'
	| 'nextUnknown'
	| 'nextElsewhere'
	| 'flagWrong'
	| 'queryParameterFixesPage'
	| 'pageRepeated'
	| 'contactsRepeated'
	| 'positionUnexpected'
	| 'listChanged'
	| 'tooManyEmptyPages'
	| 'totalDiffers'
	// A response
	| 'tooManyContacts'
	| 'tooManyFields'
	| 'failedWithSuccess'
	| 'emptyDoubtful'
	| 'noList'
	| 'listDoubtful'
	| 'manyLists'
	| 'notAListAt'
	| 'notAContact';

/** What is known where reading fails. Names come from responses; there are no other contents of these. */
interface FailureFacts {
	/** The number of the page, from 1, that failed, or after which the list is not read on. */
	page: number;
	/** Names of fields, keys or lists that the reason is about. */
	names?: readonly string[];
	/** Where the list is, or should be. */
	place?: string;
	/** The position of an element, from 1. */
	position?: number;
	/** Contacts that were received, and that the service states, if these are more. */
	received?: number;
	total?: number | undefined;
	/** The fields of the last page. */
	fields?: readonly Field[];
	/** The field with the IDs of the contacts. */
	idField?: string | undefined;
	/** Whether the service has ignored the page size, under other names, too. */
	isSizeIgnored?: boolean;
	/** How the last pages were requested, and what came. */
	trace?: readonly string[];
}

/** A list that cannot be read, or not for certain: data about why, without words for people. */
export class ListFailure extends Error {
	constructor(
		readonly reason: ListFailureReason,
		readonly facts: FailureFacts,
	) {
		super(reason);
	}
}

// Failures with the status of success

const lastKey = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** The word of a field by its path. */
const wordAt = (name: string) => wordOf(lastKey(name));

/** Whether a field is a code that says that the request has gone well. */
export function hasGoneWell(name: string, value: unknown): boolean {
	const [word, start] = [wordAt(name), startOf(value)];
	const isCode = /(code|no)$/.test(word) && OUTCOMES.any.test(word);
	return isCode && start !== '' && OUTCOMES.good.test(start);
}

/** Whether a field beside the list reports a failure, by its name. */
function saysFailed(name: string, value: unknown): boolean {
	const word = wordAt(name);
	if (OUTCOMES.success.test(word)) return flagOf(value) === false || startOf(value) === '0';
	return OUTCOMES.status.test(word)
		? OUTCOMES.failed.test(startOf(value))
		: OUTCOMES.error.test(word) && isFailure(value);
}

function isFailure(value: unknown, depth = 0): boolean {
	if (Array.isArray(value) || isObject(value)) {
		return depth < 3 && Object.values(value).some((inner) => isFailure(inner, depth + 1));
	}
	return startOf(value) !== '' && !OUTCOMES.notFailed.test(startOf(value));
}

/**
 * Whether a field beside an empty list says that something other than the absence of contacts made it
 * empty: an outcome that is not known to be good, or a report; where there is no number of contacts that is
 * 0, also any flag that is off, a sentence, a negative number, or messages.
 *
 * @param isWell whether a code beside it says that the request has gone well
 * @param isNone whether a number beside it says that there are no contacts
 */
export function explainsEmptiness(
	name: string,
	value: unknown,
	isWell: boolean,
	isNone: boolean,
): boolean {
	const word = wordAt(name);
	// Where none is stated, a message says so, too.
	const mayBeBad = OUTCOMES.any.test(word) && !isWell && !(isNone && /(message|msg)$/.test(word));
	const isBad = mayBeBad && !OUTCOMES.good.test(startOf(value));
	return isBad || isReport(word, value) || (!isNone && isRemark(word, value));
}

/** Whether a field has something to say that a list of none does not need. */
function isRemark(word: string, value: unknown): boolean {
	if (OUTCOMES.report.test(word)) return false;
	const isText = isSentence(value) || (OUTCOMES.messages.test(word) && isFailure(value));
	return isText || value === false || Number(value) < 0;
}

/** Whether a field reports a failure, or that the request was not permitted. */
function isReport(word: string, value: unknown): boolean {
	if (OUTCOMES.permitted.test(word)) return value === false;
	return OUTCOMES.report.test(word) ? isFailure(value) : OUTCOMES.refused.test(startOf(value));
}

// What stands beside a list

/** More keys would not fit into a message, and are in no envelope. */
const MAX_KEYS = 200;

export function keysIn(body: unknown): string[] {
	return isObject(body) ? Object.keys(body).slice(0, MAX_KEYS) : [];
}

function entriesOf(value: unknown): Entries {
	return keysIn(value).map((key) => [key, (value as JsonObject)[key]]);
}

/** Whether a field is about a failure, even if a part of its name is about pages, as in `rate_limited`. */
const isAboutFailure = (key: string) => OUTCOMES.report.test(wordOf(key));

type Entries = Array<[name: string, value: unknown]>;

/**
 * What stands beside the list and is not about pages: in its own object, in those around it, and one level
 * into other objects there.
 */
export function around(body: unknown, path: readonly string[]): Entries {
	// A whole response that is the list has nothing beside it.
	if (path.length === 0 && elementsOf(body)) return [];
	const beside = (path.length > 0 ? path : [undefined]).flatMap((own, depth) => {
		const value = valueAtKeys(body, path.slice(0, depth));
		return entriesOf(value).filter(([key]) => key !== own);
	});
	const inside = beside.flatMap(([key, value]) =>
		entriesOf(value).map(([inner, one]): Entries[0] => [`${key}.${inner}`, one]),
	);
	return [...beside, ...inside].filter(([name, value]) => {
		const key = lastKey(name);
		const isObjectForPages = isAboutPages(key) && typeof value === 'object';
		return (isAboutFailure(key) || !isAboutPosition(key)) && !isObjectForPages;
	});
}

/** What stands beside a list, by name: what it is, or what it says. */
export function kindsOf(outside: Entries): Map<string, string> {
	return new Map(outside.map(([name, value]) => [name, kindOf(name, value)]));
}

/** A flag, a text or a code as it is, but for numbers in texts; of anything else, what it is. */
function kindOf(name: string, value: unknown): string {
	const start = startOf(value);
	// 400 to 599 may be the status of a failure.
	if (isSentence(value)) return `"${start.replace(/\b(?![45]\d\d\b)\d+/g, '')}"`;
	if (typeof value === 'boolean' || OUTCOMES.any.test(wordAt(name))) return `"${start}"`;
	if (typeof value !== 'string') return isEmpty(value) ? 'nothing' : typeof value;
	// Times, IDs and the like are others in each response.
	return /\d/.test(start) ? 'text with digits' : `"${start}"`;
}

export function throwIfFailed(outside: Entries, page: number): void {
	const failed = outside.filter(([name, value]) => saysFailed(name, value));
	if (failed.length === 0) return;
	const names = [...new Set(failed.map(([name]) => name))];
	throw new ListFailure('failedWithSuccess', { page, names });
}
