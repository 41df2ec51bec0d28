import { type ErrorMessage, ExplainedError } from '../../../credentials/contactsApi/explainedError';
import { formatNames, quotableName } from '../quotableName';
import type { Failure, FailureDetails } from '../response/failure';
import { RESPONSE_LIMITS } from '../response/parseWithinBudget';
import { type Advice, formatSuggestion, isQuotable } from './advice';
import { MODES } from './pagination';

/** Advice with the trace of the last pages. */
export interface ListAdvice extends Advice {
	trace: string[];
}

/** What a message about a failure is built from. */
type Details<Reason extends keyof FailureDetails> = [
	page: number,
	...details: FailureDetails[Reason],
	advice: ListAdvice,
];

type Messages = {
	[Reason in keyof FailureDetails]: (...details: Details<Reason>) => string;
};

/**
 * Every failure to read a page as a part of the list, and to continue the list. Messages contain page
 * numbers, names of fields and counts, but never a value of a response.
 */
const messages: Messages = {
	tooManyContacts: (page) =>
		`The response for page ${page} has more than ${RESPONSE_LIMITS.contacts.toLocaleString('en')} contacts. Lower 'Page Size' so that the service has less to send at a time.`,
	failedWithSuccess: (page, fields) =>
		`The response for page ${page} reports a failure despite its success status. See ${formatNames(fields)} in the response, and ask the operator of the service what it means.`,
	noList: (page, keys) =>
		`The response for page ${page} has no list of contacts. ${keysSeen(keys)} If the contacts are elsewhere, set 'Contacts Field' in the 'Options' of the Contacts node.`,
	manyLists: (page, lists) =>
		`The response for page ${page} has more than one list. Lists found: ${formatNames(lists)}. Set 'Contacts Field' in the 'Options' of the Contacts node to the one that has the contacts.`,
	notAListAt: (page, field, keys: readonly string[]) =>
		`The response for page ${page} has no list where the contacts should be. They should be at '${quotableName(field)}'. ${keysSeen(keys)} Change 'Contacts Field' in the 'Options' of the Contacts node, or remove it to have the list recognized.`,
	listMoved: (page, field, lists) =>
		`The response for page ${page} has its list in a different place than the first page. The first page had it at '${quotableName(field)}', this one has ${formatNames(lists)}. Check 'Contacts Field' and 'Pagination' in the 'Options' of the Contacts node.`,
	notAContact: (page, position, list) =>
		`Element ${position} of the list on page ${page} is no contact. It is not an object, or it is about pages. If '${quotableName(list)}' is not the list of contacts, check 'Contacts Field' in the 'Options' of the Contacts node.`,
	endUnknown: (page, advice) =>
		`The list may continue after page ${page}, but the response does not say so. The page is full, and no next page and no end were found in the response. ${formatAdvice(advice)}`,
	signsUnread: (page, advice) =>
		`The list may continue after page ${page}: the response has fields about pages that were not understood. ${formatAdvice(advice)}`,
	nextUnknown: (page, advice) =>
		`The list continues after page ${page}, but the next page was not found. ${formatAdvice(advice)}`,
	nextMalformed: (page, field, advice) =>
		`The response for page ${page} has an unusable value for the next page. The value of '${quotableName(field)}' is not a URL, text or a whole number below 2^53. ${formatAdvice(advice)}`,
	nextElsewhere: (page, origin, advice) =>
		`The link to the page after page ${page} leads to another address. The access token is sent to ${origin} only. Check 'Base URL' in the Contacts API credential. If it is right, the link is not the way to the next page. ${formatAdvice(advice)}`,
	nextRepeated: (page, advice) =>
		`The page after page ${page} is one that was already read. Following it would never end. Another way to request the next page may be right. ${setPagination(advice)}`,
	pageRepeated: (page, advice) =>
		`Page ${page} has the same contacts as an earlier page. The service seems to ignore how the next page is requested. ${setPagination(advice)}`,
	contactsRepeated: (page, count, advice) =>
		`Page ${page} repeats contacts of an earlier page (${count}). Contacts may have been added or removed while the list was read: try again. If this keeps happening, pages overlap, and others may be missing. ${setPagination(advice)} If the service lists contacts more than once on purpose, choose 'Repeated Contacts' in 'Skip Checks' in the 'Options'.`,
	positionUnexpected: (page, advice) =>
		`The service returned a different page than page ${page}. Contacts may be missing. Another way to request the next page may be right. ${setPagination(advice)}`,
	listChanged: (page) =>
		`The list has changed while page ${page} was read. Contacts were removed from a page that was read before, so later contacts moved up and were skipped: try again. With a cursor or with an ID, services are not affected: see 'Pagination' in the 'Options' of the Contacts node.`,
	tooManyEmptyPages: (page, count, advice) =>
		`The last ${count} pages up to page ${page} were empty, and the service says that there are more. The list would not end. Another way to request the next page may be right. ${setPagination(advice)}`,
	totalDiffers: (page, received, total, advice) =>
		`The service says that there are ${total} contacts, but ${received} were received on ${page} pages. If contacts were added or removed meanwhile, try again. Otherwise the way to the next page may be wrong. ${setPagination(advice)} If the number means something else, choose 'Total' in 'Skip Checks' in the 'Options'.`,
};

/** Failures of a response, which no other way to request pages would prevent. */
const WITHOUT_ADVICE: ReadonlySet<string> = new Set([
	...['tooManyContacts', 'failedWithSuccess', 'notAListAt', 'listMoved', 'notAContact'],
]);

/** A list that cannot be read on, or not for certain. */
export class ListError<Reason extends keyof Messages = keyof Messages> extends ExplainedError {
	static readonly messages = messages;

	/** Its advice: fields that were not understood, settings that may help, and how the list was read. */
	declare readonly userMessage: ErrorMessage & { advice?: ListAdvice };

	constructor(reason: Reason, ...details: Details<Reason>) {
		super(messages, reason, details);
		if (WITHOUT_ADVICE.has(reason)) return;
		const advice = details.at(-1) as ListAdvice;
		this.userMessage.advice = {
			...advice,
			...(reason === 'noList' && contactsFieldSuggestions(advice, [null])),
			...(reason === 'manyLists' && contactsFieldSuggestions(advice, details[1] as string[])),
		};
	}

	/**
	 * @param page number of the page that was read, or after which the list does not go on
	 * @param advice for a person who knows the service
	 */
	static of({ reason, details }: Failure, page: number, advice: ListAdvice): ListError {
		// For all reasons alike: TypeScript does not spread one of several tuples.
		const all = [page, ...details, advice] as Details<'endUnknown'>;
		return new ListError(reason as 'endUnknown', ...all);
	}
}

const PAGINATION = "'Pagination' in the 'Options' of the Contacts node";

/** What to do about the way to request the next page: not what has been done. */
function setPagination({ mode }: Partial<Advice>): string {
	return mode === undefined
		? `Set ${PAGINATION} as the documentation of the service says.`
		: `'Mode' is ${MODES[mode][0]}: set it to Automatic, or ${PAGINATION} as the documentation of the service says.`;
}

/** Names fields, but never their values: a response may contain secrets. */
function formatAdvice(advice: Advice): string {
	const { unreadFields, suggestions } = advice;
	const unread = unreadFields.length > 0 ? `Not understood: ${formatNames(unreadFields)}. ` : '';
	const modes = suggestions.map(formatSuggestion).join('; ');
	return `${unread}${setPagination(advice)}${modes && ` Settings to try: ${modes}.`}`;
}

function contactsFieldSuggestions({ mode = 'automatic' }: Advice, fields: Array<string | null>) {
	return {
		suggestions: fields.map((contactsField) => ({ mode, contactsField })).filter(isQuotable),
	};
}

function keysSeen(keys: readonly string[]): string {
	return keys.length > 0
		? `Keys seen: ${formatNames(keys)}.`
		: 'The response is not an object with keys.';
}
