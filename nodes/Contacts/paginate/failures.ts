import { NAMES } from './conventions';
import { isEmpty, isObject, type JsonObject, startOf, valueAtKeys } from './json';
import { elementsOf } from './lists';
import { type Field, flagOf, isAboutPages, isAboutPosition, isSentence, wordOf } from './signals';

/** Why a list is not read on, or a response is not read at all. */
export type FailureReason =
	// The list
	| 'endUnknown'
	| 'nextUnknown'
	| 'nextElsewhere'
	| 'settingIgnored'
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
	| 'listMoved'
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
		readonly reason: FailureReason,
		readonly facts: FailureFacts,
	) {
		super(reason);
	}
}

// Failures with the status of success

const FAILURE =
	/^(has)?errors?(message|code|description)?$|^(has)?err(o|no|orno|code)?$|^fault$|^exception$/;
const SUCCESS = /^(is)?(success(ful)?|ok)$/;
const STATUS = /^(status|result|state)$/;
const FAILED = /^(err(or)?|fail(ed|ure)?|ko|nok)$/i;
const NO_FAILURE = /^(ok(ay)?|success(ful)?|no(ne)?|0+|200|false)$/i;
const GONE_WELL =
	/^(ok(ay)?|success(ful)?|true|complete(d)?|done|ready|active|all|any|empty|no_?(ne|data|results?)|0*|10*|20\d|200+)$/i;

/** Names of what says how a request went, often as a number or a code. */
const OUTCOME =
	/^(http|api|status|error|err|result|return|ret|response|resp)?(code|status)$|^(err|ret|rc|reason|ok|success|message|msg)$|^(err|ret|result)(no|orno|msg|message)$/;

/** Whether a field of this name says how a request went. */
const isOutcome = (name: string) => OUTCOME.test(wordOf(name));

/** Whether a field is a code that says that the request has gone well. */
export function hasGoneWell(name: string, value: unknown): boolean {
	const start = startOf(value);
	return (
		/(code|no)$/.test(wordOf(name)) && start !== '' && isOutcome(name) && GONE_WELL.test(start)
	);
}

/** Whether a field beside the list reports a failure, by its name. */
function saysFailed(name: string, value: unknown): boolean {
	const word = wordOf(name);
	if (SUCCESS.test(word)) return flagOf(value) === false || startOf(value) === '0';
	return STATUS.test(word) ? FAILED.test(startOf(value)) : FAILURE.test(word) && isFailure(value);
}

function isFailure(value: unknown, depth = 0): boolean {
	if (Array.isArray(value) || isObject(value)) {
		return depth < 3 && Object.values(value).some((inner) => isFailure(inner, depth + 1));
	}
	return startOf(value) !== '' && !NO_FAILURE.test(startOf(value));
}

/** Names of what reports that something has failed, or has to be done first. */
const REPORT =
	/^(is|has)?(err|fault|exception|fehler|fail|unauth)|(error|exceeded|expired|denied|blocked|limited|required)$|throttl|retry|maintenance|^redirect/;
/** A word that says so under any name. */
const REFUSED =
	/^(err(or|o|ore|eur)?|fehler|fail(ed|ure)?|ko|nok|denied|expired|suspended|forbidden|unauth(enticated|orized)|pending)\.?$/i;
/** Names of messages, which may also say that there are no contacts. */
const MESSAGES = /^warn|messages$/;
/** Names of flags that are off where the request was not permitted. */
const PERMITTED = /^(is|user)?(auth|logged|valid|ready|allowed|permitted|sucesso|exito)/;

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
	const word = wordOf(name);
	// Where none is stated, a message says so, too.
	const mayBeBad = OUTCOME.test(word) && !isWell && !(isNone && /(message|msg)$/.test(word));
	const isBad = mayBeBad && !GONE_WELL.test(startOf(value));
	return isBad || isReport(word, value) || (!isNone && isRemark(word, value));
}

/** Whether a field has something to say that a list of none does not need. */
function isRemark(word: string, value: unknown): boolean {
	if (REPORT.test(word)) return false;
	const isText = isSentence(value) || (MESSAGES.test(word) && isFailure(value));
	return isText || value === false || Number(value) < 0;
}

/** Whether a field reports a failure, or that the request was not permitted. */
function isReport(word: string, value: unknown): boolean {
	if (PERMITTED.test(word)) return value === false;
	return REPORT.test(word) ? isFailure(value) : REFUSED.test(startOf(value));
}

// What stands beside a list

/** More keys would not fit into a message, and are in no envelope. */
const MAX_KEYS = 200;

export function keysIn(body: unknown): string[] {
	return isObject(body) ? Object.keys(body).slice(0, MAX_KEYS) : [];
}

function entriesOf(value: JsonObject): Entries {
	return keysIn(value).map((key) => [key, value[key]]);
}

/** Whether a field is about a failure, even if a part of its name is about pages, as in `rate_limited`. */
function isAboutFailure(key: string): boolean {
	const word = wordOf(key);
	return REPORT.test(word) && !NAMES.part.test(word);
}

export const lastKey = (name: string) => name.slice(name.lastIndexOf('.') + 1);

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
		return isObject(value) ? entriesOf(value).filter(([key]) => key !== own) : [];
	});
	const inside = beside.flatMap(([key, value]) =>
		isObject(value)
			? entriesOf(value).map(([inner, one]): Entries[0] => [`${key}.${inner}`, one])
			: [],
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
	if (typeof value === 'boolean' || isOutcome(lastKey(name))) return `"${start}"`;
	if (typeof value !== 'string') return isEmpty(value) ? 'nothing' : typeof value;
	// Times, IDs and the like are others in each response.
	return /\d/.test(start) ? 'text with digits' : `"${start}"`;
}

export function throwIfFailed(outside: Entries, page: number): void {
	const failed = outside.filter(([name, value]) => saysFailed(lastKey(name), value));
	if (failed.length === 0) return;
	const names = [...new Set(failed.map(([name]) => name))];
	throw new ListFailure('failedWithSuccess', { page, names });
}
