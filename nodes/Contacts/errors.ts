import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { KnownScopes } from '../../credentials/contactsApi/authenticate';
import { apiRequest } from '../../credentials/contactsApi/errors';
import {
	ASK_THE_OPERATOR,
	type ErrorMessage,
	FAILURE_REASONS,
	type FailureDetails,
	failureMessage,
	type FailureReason,
	type RequestWords,
} from '../../credentials/contactsApi/http/failureMessages';
import { quotableName } from './quotableName';
import { RESPONSE_LIMITS } from './response/parseWithinBudget';
import type { Secrets } from './secrets';
import { type Advice, formatSuggestion, isQuotable } from './list/advice';
import { modeOf } from './list/modes';
import type { Failure } from './response/failure';

interface ListErrorMessage extends ErrorMessage {
	/** The fields that were not understood, settings that may help, and how the list was read. */
	advice?: ListAdvice;
}

/** Advice with the trace of the last pages. */
export interface ListAdvice extends Advice {
	trace: string[];
}

const PAGINATION = "'Pagination' in the 'Options' of the Contacts node";

const WRONG_WAY = `The way to the next page, as recognized or set, may be wrong: check ${PAGINATION}.`;

/** What to do about the way to request the next page: not what has been done. */
function setPagination({ mode }: Partial<Advice>): string {
	return mode === undefined
		? `Set ${PAGINATION} as the documentation of the service says.`
		: `'Mode' is ${modeOf(mode).name}: set it to Automatic, or ${PAGINATION} as the documentation of the service says.`;
}

const LOWER_PAGE_SIZE = "Or lower 'Page Size', so that the service has less to send at a time.";

/**
 * @param page from 1
 * @param scopes what is known of those of the token, for status 403
 */
function pageRequest(page: number, scopes?: ScopesOfToken): RequestWords {
	const words = apiRequest(`page ${page}`);
	return {
		...words,
		remedies: {
			...words.remedies,
			...(scopes && { forbidden: forbiddenRemedy(scopes) }),
			...(page > 1 && { notFound: WRONG_WAY }),
			refused:
				page > 1
					? WRONG_WAY
					: `Try a smaller 'Page Size': the service may have a maximum. If this keeps happening, ${ASK_THE_OPERATOR} what it accepts.`,
		},
		besides: {
			rateLimited: "Or raise 'Page Size', so that fewer requests are needed.",
			timedOut: LOWER_PAGE_SIZE,
			brokenOff: LOWER_PAGE_SIZE,
			tooLarge: LOWER_PAGE_SIZE,
		},
	};
}

/** The scopes of a token that was refused with status 403. */
interface ScopesOfToken {
	known: KnownScopes;
	/** The scope that the operation needs. */
	needed: string;
}

function forbiddenRemedy({ known, needed }: ScopesOfToken): string {
	return known.granted?.includes(needed)
		? `The client is not active (it may be revoked), or the organization lacks a permission: ${ASK_THE_OPERATOR}.`
		: `The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing needs ${needed}, and ${formatScopes(known)}. For each of them, ${ASK_THE_OPERATOR}.`;
}

/** The messages about failed requests for pages. */
const pageFailures = Object.fromEntries(
	FAILURE_REASONS.map((reason) => [
		reason,
		(page: number, details?: FailureDetails, scopes?: ScopesOfToken) =>
			failureMessage(reason, pageRequest(page, scopes), details),
	]),
) as Record<
	FailureReason,
	(page: number, details?: FailureDetails, scopes?: ScopesOfToken) => ListErrorMessage
>;

/**
 * Every failure between the parameters and the items. Messages contain page numbers, field names,
 * statuses and counts, but never a value of a response or a token.
 */
export const errorMessages = {
	// Parameters
	pageSizeInvalid: () => ({
		message: "'Page Size' is not a whole number of at least 1",
		description:
			'Enter a whole number such as 50. If it is an expression, make it return one, or nothing to let the service decide.',
	}),
	limitInvalid: () => ({
		message: "'Limit' is not a whole number of at least 1",
		description: "Enter a whole number such as 500, or remove 'Limit' from the 'Options'.",
	}),
	concurrencyInvalid: () => ({
		message: "'Requests at a Time' is not a whole number from 1 to 20",
		description: 'Enter a whole number such as 5, or 1 for one request at a time.',
	}),
	requestIntervalInvalid: () => ({
		message: "'Request Interval (Ms)' is not a whole number from 0 to 3600000",
		description: 'Enter a number of milliseconds such as 200, or 0 for no pause.',
	}),
	fieldsInvalid: () => ({
		message: "'Output Field Names or IDs' is not a list of names",
		description:
			'Choose the fields from the list, or make the expression return a list of names, or text with commas between them.',
	}),
	fieldsMissing: (missing: string[], fields: string[]) => ({
		message: `None of the contacts has the chosen fields: ${formatNames(missing)}`,
		description: `Choose fields of the first contact: ${formatNames(fields)}.`,
	}),
	fieldNamesRefused: (status: number) => ({
		message: `The Contacts API refused the request for a single contact (${status})`,
		description:
			"The names of fields are those of the first contact, which is requested with a page size of 1 and the 'Query Parameters'. Add the parameters that the API's documentation requires to 'Query Parameters', or enter the names with an expression.",
		httpCode: String(status),
	}),
	operationUnknown: () => ({
		message: "'Operation' is set to one that does not exist",
		description: "Choose 'List' or 'Get Page'. An expression has to return list or getPage.",
	}),
	queryParameterUnnamed: () => ({
		message: 'A query parameter has no name',
		description:
			"Enter its name as in the API's documentation, or remove it from 'Query Parameters' in the 'Options' of the Contacts node.",
	}),
	queryParameterReserved: (name: string, setting: 'Page Size' | 'Pagination') => ({
		message: `The query parameter ${name} is set by the Contacts node itself`,
		description: `Remove it from 'Query Parameters' in the 'Options', and use '${setting}' instead.`,
	}),
	queryParameterInvalid: (name: string) => ({
		message: `The value of the query parameter ${formatNames([name])} is not text, a number, a boolean or a date`,
		description:
			"Change its expression in 'Query Parameters' in the 'Options' of the Contacts node. To leave the parameter out, make it return undefined.",
	}),
	continuationInvalid: () => ({
		message: "'Continuation' was not returned by this node",
		description:
			"Enter the 'continuation' of the previous page unchanged, or leave it empty for the first page.",
	}),
	continuationOutdated: () => ({
		message: "'Continuation' comes from another version of this node",
		description: 'Leave it empty to start again with the first page.',
	}),
	continuationOfOtherList: () => ({
		message: "'Continuation' belongs to another list",
		description:
			"It is valid only with the credential, 'Page Size', 'Query Parameters', 'Contacts Field' and 'Pagination' that it was created with. Set them as before, or leave it empty to start with the first page.",
	}),
	paginationInvalid: (label: string, choices?: string[]) => ({
		message: `'${label}' is not ${choices ? `one of ${choices.join(', ')}` : 'a whole number of at least 0'}`,
		description: "Correct it in 'Pagination' in the 'Options' of the Contacts node.",
	}),

	// Requests
	...pageFailures,
	blocked: (field: 'Base URL' | 'Auth URL') => ({
		message: `n8n does not permit requests to the address in the credential's '${field}'`,
		description: `n8n's protection against requests to internal addresses (SSRF) is on. Check '${field}' in the Contacts API credential; if it is right, ask the administrator of n8n to allow its host.`,
	}),
	// n8n marks the execution as canceled when the message contains this word.
	canceled: () => ({
		message: 'The execution was canceled before all contacts were received',
		description: 'None of them are returned. Start the execution again when you want to.',
	}),

	// Responses
	notJson: (page: number) => ({
		message: `The response for page ${page} is not JSON`,
		description:
			"Check 'Base URL' in the Contacts API credential: it may be the address of a website or of another service.",
	}),
	tooManyValues: (page: number) => ({
		message: `The response for page ${page} has more than ${RESPONSE_LIMITS.values.toLocaleString('en')} values`,
		description: "Lower 'Page Size' so that the service has less to send at a time.",
	}),
	tooManyContacts: (page: number) => ({
		message: `The response for page ${page} has more than ${RESPONSE_LIMITS.contacts.toLocaleString('en')} contacts`,
		description: "Lower 'Page Size' so that the service has less to send at a time.",
	}),
	nestedTooDeep: (page: number) => ({
		message: `The response for page ${page} is nested more than ${RESPONSE_LIMITS.depth} levels deep`,
		description:
			"Check 'Base URL' in the Contacts API credential: no list of contacts needs so many levels. If it is right, ask the operator of the service.",
	}),
	nameTooLong: (page: number) => ({
		message: `The response for page ${page} has a field with a name of more than ${RESPONSE_LIMITS.nameBytes.toLocaleString('en')} bytes`,
		description:
			"Check 'Base URL' in the Contacts API credential: no list of contacts needs such names. If it is right, ask the operator of the service.",
	}),
	failedWithSuccess: (page: number, fields: string[]) => ({
		message: `The response for page ${page} reports a failure despite its success status`,
		description: `See ${formatNames(fields)} in the response, and ask the operator of the service what it means.`,
	}),
	noList: (page: number, keys: string[], advice: ListAdvice) => ({
		message: `The response for page ${page} has no list of contacts`,
		description: `${keysSeen(keys)} If the contacts are elsewhere, set 'Contacts Field' in the 'Options' of the Contacts node.`,
		advice: withContactsFields(advice, [null]),
	}),
	manyLists: (page: number, lists: string[], advice: ListAdvice) => ({
		message: `The response for page ${page} has more than one list`,
		description: `Lists found: ${formatNames(lists)}. Set 'Contacts Field' in the 'Options' of the Contacts node to the one that has the contacts.`,
		advice: withContactsFields(advice, lists),
	}),
	notAListAt: (page: number, field: string, keys: readonly string[]) => ({
		message: `The response for page ${page} has no list where the contacts should be`,
		description: `They should be at '${quotableName(field)}'. ${keysSeen(keys)} Change 'Contacts Field' in the 'Options' of the Contacts node, or remove it to have the list recognized.`,
	}),
	listMoved: (page: number, field: string, lists: string[]) => ({
		message: `The response for page ${page} has its list in a different place than the first page`,
		description: `The first page had it at '${quotableName(field)}', this one has ${formatNames(lists)}. Check 'Contacts Field' and 'Pagination' in the 'Options' of the Contacts node.`,
	}),
	notAContact: (page: number, position: number, list: string) => ({
		message: `Contact ${position} on page ${page} is not an object`,
		description: `n8n items are objects. If '${quotableName(list)}' is not the list of contacts, check 'Contacts Field' in the 'Options' of the Contacts node.`,
	}),

	// The next page
	endUnknown: (page: number, advice: ListAdvice) => ({
		message: `The list may continue after page ${page}, but the response does not say so`,
		description: `The page is full, and no next page and no end were found in the response. ${formatAdvice(advice)}`,
		advice,
	}),
	signsUnread: (page: number, advice: ListAdvice) => ({
		message: `The list may continue after page ${page}: the response has fields about pages that were not understood`,
		description: formatAdvice(advice),
		advice,
	}),
	nextUnknown: (page: number, advice: ListAdvice) => ({
		message: `The list continues after page ${page}, but the next page was not found`,
		description: formatAdvice(advice),
		advice,
	}),
	nextMalformed: (page: number, field: string, advice: ListAdvice) => ({
		message: `The response for page ${page} has an unusable value for the next page`,
		description: `The value of '${quotableName(field)}' is not a URL, text or a whole number below 2^53. ${formatAdvice(advice)}`,
		advice,
	}),
	nextElsewhere: (page: number, origin: string, advice: ListAdvice) => ({
		message: `The link to the page after page ${page} leads to another address`,
		description: `The access token is sent to ${origin} only. Check 'Base URL' in the Contacts API credential. If it is right, the link is not the way to the next page. ${formatAdvice(advice)}`,
		advice,
	}),
	nextRepeated: (page: number, advice: ListAdvice) => ({
		message: `The page after page ${page} is one that was already read`,
		description: `Following it would never end. Another way to request the next page may be right. ${setPagination(advice)}`,
		advice,
	}),
	pageRepeated: (page: number, advice: ListAdvice) => ({
		message: `Page ${page} has the same contacts as an earlier page`,
		description: `The service seems to ignore how the next page is requested. ${setPagination(advice)}`,
		advice,
	}),
	contactsRepeated: (page: number, count: number, advice: ListAdvice) => ({
		message: `Page ${page} repeats contacts of an earlier page (${count})`,
		description: `Contacts may have been added or removed while the list was read: try again. If this keeps happening, pages overlap, and others may be missing. ${setPagination(advice)} If the service lists contacts more than once on purpose, choose 'Repeated Contacts' in 'Skip Checks' in the 'Options'.`,
		advice,
	}),
	positionUnexpected: (page: number, advice: ListAdvice) => ({
		message: `The service returned a different page than page ${page}`,
		description: `Contacts may be missing. Another way to request the next page may be right. ${setPagination(advice)}`,
		advice,
	}),
	listChanged: (page: number, advice: ListAdvice) => ({
		message: `The list has changed while page ${page} was read`,
		description:
			"Contacts were removed from a page that was read before, so later contacts moved up and were skipped: try again. With a cursor or with an ID, services are not affected: see 'Pagination' in the 'Options' of the Contacts node.",
		advice,
	}),
	tooManyEmptyPages: (page: number, count: number, advice: ListAdvice) => ({
		message: `The last ${count} pages up to page ${page} were empty, and the service says that there are more`,
		description: `The list would not end. Another way to request the next page may be right. ${setPagination(advice)}`,
		advice,
	}),
	totalDiffers: (page: number, received: number, total: number, advice: ListAdvice) => ({
		message: `The service says that there are ${total} contacts, but ${received} were received on ${page} pages`,
		description: `If contacts were added or removed meanwhile, try again. Otherwise the way to the next page may be wrong. ${setPagination(advice)} If the number means something else, choose 'Total' in 'Skip Checks' in the 'Options'.`,
		advice,
	}),
} satisfies Record<string, (...details: never[]) => ListErrorMessage>;

export type ErrorReason = keyof typeof errorMessages;

/** A failure, without the node and the input item that it belongs to. */
export class ListError<Reason extends ErrorReason = ErrorReason> extends Error {
	readonly userMessage: ListErrorMessage;

	readonly #details: Parameters<(typeof errorMessages)[Reason]>;

	constructor(
		readonly reason: Reason,
		...details: Parameters<(typeof errorMessages)[Reason]>
	) {
		const build = errorMessages[reason] as (...details: unknown[]) => ListErrorMessage;
		const userMessage = build(...details);
		super(userMessage.message);
		this.userMessage = userMessage;
		this.#details = details;
	}

	/** Says the same without tokens, which a response may have as names. */
	without(secrets: Secrets): ListError<Reason> {
		return new ListError(this.reason, ...secrets.hideIn(this.#details));
	}

	/**
	 * @param page number of the page that was read, or after which the list does not go on
	 * @param advice for a person who knows the service
	 */
	static of({ reason, details }: Failure, page: number, advice: ListAdvice): ListError {
		return new ListError(reason, ...([page, ...details, advice] as never));
	}

	/** Status of the service's response; undefined for a failure of another kind. */
	get status(): number | undefined {
		const { httpCode } = this.userMessage;
		return httpCode === undefined ? undefined : Number(httpCode);
	}
}

/**
 * Converts a failure into n8n's own error: NodeApiError when the service answered with an error status,
 * NodeOperationError otherwise. The original is not kept as its cause: n8n's HTTP errors contain the
 * request with its `Authorization` header.
 *
 * @param error ListError, the credential's ContactsApiError, or n8n's error about an expression
 * @param secrets the tokens that must not show
 */
export function toNodeError(node: INode, error: unknown, itemIndex: number, secrets: Secrets) {
	const shown = error instanceof ListError ? error.without(secrets) : error;
	const { message, description, httpCode, advice } =
		(shown as ListError).userMessage ?? (shown as ListErrorMessage);
	const options = { message, description, itemIndex };
	const nodeError = httpCode
		? new NodeApiError(node, {}, { ...options, httpCode })
		: new NodeOperationError(node, message, options);
	Object.assign(nodeError.context, advice);
	return nodeError;
}

/**
 * Builds the item that replaces the contacts when the node continues on fail. n8n treats it as an error
 * item only if it has no other fields than `error` and `details`.
 */
export function toErrorItem({
	message,
	description,
	context,
	...error
}: NodeApiError | NodeOperationError): IDataObject {
	const { unreadFields, suggestions, trace } = context;
	const status = 'httpCode' in error && error.httpCode ? Number(error.httpCode) : undefined;
	const details = {
		description,
		...(status && { status }),
		...(unreadFields !== undefined && { unreadFields, suggestions, trace }),
	};
	return { error: message, details };
}

function formatScopes({ granted, configured }: KnownScopes): string {
	return granted === undefined
		? `the credential lists ${listScopes(configured)}, and the token response named none`
		: `the token was granted ${listScopes(granted)}`;
}

/** A scope name (RFC 6749, section 3.3), of a length that fits into a message, and no markup. */
const SCOPE_NAME = /^[\x21\x23-\x25\x27-\x3b\x3d\x3f-\x5b\x5d-\x7e]{1,100}$/;

/** More scopes would not help to find the one that is missing. */
const MAX_SCOPES = 10;

function listScopes(names: readonly string[]): string {
	const shown = names.filter((name) => SCOPE_NAME.test(name)).slice(0, MAX_SCOPES);
	return [...shown, ...(names.length > shown.length ? ['…'] : [])].join(', ') || 'none';
}

/** Names fields, but never their values: a response may contain secrets. */
function formatAdvice(advice: Advice): string {
	const { unreadFields, suggestions } = advice;
	const unread = unreadFields.length > 0 ? `Not understood: ${formatNames(unreadFields)}. ` : '';
	const modes = suggestions.map(formatSuggestion).join('; ');
	return `${unread}${setPagination(advice)}${modes && ` Settings to try: ${modes}.`}`;
}

function withContactsFields(advice: ListAdvice, contactsFields: Array<string | null>): ListAdvice {
	const suggestions = contactsFields
		.map((contactsField) => ({ mode: advice.mode ?? 'automatic', contactsField }))
		.filter(isQuotable);
	return { ...advice, suggestions };
}

function keysSeen(keys: readonly string[]): string {
	return keys.length > 0
		? `Keys seen: ${formatNames(keys)}.`
		: 'The response is not an object with keys.';
}

/** More names would not fit into n8n's error panel. */
export const MAX_NAMES = 20;

/** Lists names of fields. Those that may be more than names are not shown, and listed once. */
function formatNames(names: readonly string[]): string {
	const shown = [...new Set(names.slice(0, MAX_NAMES).map(quotableName))];
	return [...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
