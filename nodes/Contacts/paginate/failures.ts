import { OUTCOMES } from './conventions';
import { hasId } from './identity';
import { isEmpty, startOf } from './json';
import { type Field, flagOf, hasWord, isAboutPages, isAboutPosition, isSentence } from './signals';

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

/** @throws ListFailure if any field is a reason for it */
export function throwIfAny(
	fields: readonly Field[],
	reason: ListFailureReason,
	page: number,
): void {
	const names = fields.map(({ name }) => name);
	if (names.length > 0) throw new ListFailure(reason, { page, names });
}

// What stands beside a list

/** Whether a field is not about pages; one that reports a failure is not, even if it is called `rate_limited`. */
export function isAside(field: Field): boolean {
	const key = field.path.at(-1)!;
	if (typeof field.value === 'object' && isAboutPages(key)) return false;
	return hasWord(field.path, OUTCOMES.report) || !isAboutPosition(key);
}

/** What a field says: a flag, a text or a code as it is, but for numbers in texts; of anything else, what it is. */
export function sayingOf({ word, value }: Field): string {
	const start = startOf(value);
	// 400 to 599 may be the status of a failure.
	if (isSentence(value)) return `"${start.replace(/\b(?![45]\d\d\b)\d+/g, '')}"`;
	if (typeof value === 'boolean' || OUTCOMES.any.test(word)) return `"${start}"`;
	if (isData(word, value)) return 'nothing';
	if (typeof value !== 'string') return isEmpty(value) ? 'nothing' : typeof value;
	// Times, IDs and the like differ in each response.
	return /\d/.test(start) ? 'text with digits' : `"${start}"`;
}

/** Whether a value is a list of numbers, or of what has IDs: beside an empty page, there is nothing in it. */
function isData(word: string, value: unknown): boolean {
	const isOne = (one: unknown) => typeof one === 'number' || hasId(one);
	const isMessage = OUTCOMES.messages.test(word) || OUTCOMES.report.test(word);
	return Array.isArray(value) && value.every(isOne) && !isMessage;
}

// Failures with the status of success

/** Whether a field reports a failure, by its name. */
export function saysFailed(field: Field): boolean {
	const { word, value } = field;
	const start = startOf(value);
	if (OUTCOMES.success.test(word)) return flagOf(value) === false || start === '0';
	if (OUTCOMES.status.test(word)) return OUTCOMES.refused.test(start);
	return hasWord(field.path, OUTCOMES.error) && isFailure(value);
}

const isFailure = (value: unknown) => !isEmpty(value) && !OUTCOMES.notFailed.test(startOf(value));

/**
 * Whether a field beside an empty list says that something other than the absence of contacts made it empty: a
 * report, or an outcome that is not known to be good; where there is no number of contacts that is 0, also any
 * flag that is off, a sentence, a negative number, or messages.
 *
 * @param isNone whether a number beside it says that there are no contacts
 */
export function explainsEmptiness(field: Field, isNone: boolean): boolean {
	const { word, value } = field;
	const start = startOf(value);
	if (hasWord(field.path, OUTCOMES.report)) return isFailure(value);
	if (OUTCOMES.refused.test(start)) return true;
	if (OUTCOMES.any.test(word)) {
		// Where none is stated, a message says so, too.
		return !OUTCOMES.good.test(start) && !(isNone && /(message|msg)$/.test(word));
	}
	return isNone ? value === false && OUTCOMES.permitted.test(word) : isRemark(field);
}

/** Whether a field has something to say that a list of none does not need. */
function isRemark({ word, value }: Field): boolean {
	const isMessage = OUTCOMES.messages.test(word) && isFailure(value);
	return isMessage || isSentence(value) || value === false || Number(value) < 0;
}
