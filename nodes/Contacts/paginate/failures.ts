import type { Field } from './signals';

/** Why a list is not read on, or a response is not read at all. */
export type FailureReason =
	// The list
	| 'endUnknown'
	| 'nextUnknown'
	| 'nextElsewhere'
	| 'settingIgnored'
	| 'flagWrong'
	| 'pageRepeated'
	| 'contactsRepeated'
	| 'positionUnexpected'
	| 'listChanged'
	| 'tooManyEmptyPages'
	| 'pageSizeRefused'
	| 'totalDiffers'
	// A response
	| 'tooManyContacts'
	| 'tooManyFields'
	| 'notReady'
	| 'failedWithSuccess'
	| 'emptyDoubtful'
	| 'noList'
	| 'manyLists'
	| 'notAListAt'
	| 'listMoved'
	| 'notAContact';

/** What is known where reading fails. Names come from responses; there are no other contents of these. */
export interface FailureFacts {
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
