import type { ErrorMessage } from '../../../credentials/contactsApi/explainedError';
import { type ContactsError, errorsOf } from '../contactsError';
import {
	type FailureReason,
	type Field,
	isAddress,
	leadsIn,
	type ListFailure,
	MAX_CONTACTS,
	MAX_FIELDS,
	type Pagination,
	signalsOf,
	type SuggestedSettings,
} from '../paginate';
import { formatNames, isQuotable, quotableName } from '../quotableName';
import { MODES, paginationFields } from './paginationForm';

/** What is known of a list that cannot be read on, without contents of responses but names. */
export interface Advice {
	/** Names of the fields and headers that may be about pages but were not understood. */
	unreadFields: string[];
	/** Settings to try, the most likely first. */
	suggestions: SuggestedSettings[];
	/** How the last pages were requested, and what came. */
	trace: readonly string[];
	/** The settings by hand, which did not help; undefined for Automatic. */
	byHand?: string;
	/** What they name, and the last page lacks. */
	missing?: string | undefined;
	received: number;
	total?: number | undefined;
	/** Names of fields, keys or lists that the reason is about, and where the list should be. */
	names: string[];
	place: string;
	position: number;
}

type Row = (page: number, advice: Advice) => Pick<ErrorMessage, 'message' | 'description'>;

const IN_OPTIONS = "in the 'Options' of the Contacts node";

/** Messages have numbers, but no names: n8n looks for words such as "canceled" in them. */
const ROWS: Record<FailureReason, Row> = {
	endUnknown: (page, advice) => ({
		message: `The list may continue after page ${page}, but the response does not say so`,
		description: `If these ${advice.received} contacts are all, set 'Mode' of 'Pagination' to Off. Otherwise, the node has to know how to request the next page. ${formatAdvice(advice)}`,
	}),
	nextUnknown: (page, advice) => ({
		message: `The list continues after page ${page}, but the next page was not found`,
		description: formatAdvice(advice),
	}),
	nextElsewhere: (page, advice) => ({
		message: `The link to the page after page ${page} leads to another address`,
		description: `The access token is sent to that of 'Base URL' only. Check 'Base URL' in the Contacts API credential. If it is right, the link is not the way to the next page. ${formatAdvice(advice)}`,
	}),
	settingIgnored: (page, advice) => ({
		message: `The service ignores the parameter that is set for the page after page ${page}`,
		description: formatAdvice(advice),
	}),
	flagWrong: (page, advice) => ({
		message: `'Has More Field' says that page ${page} is the last one, but the response says that there is more`,
		description: `'Has More Field' may name another field, or 'Pagination Complete When' the wrong value. ${setPagination(advice)}`,
	}),
	pageRepeated: (page, advice) => ({
		message: `The page after page ${page} has the same contacts as an earlier page`,
		description: `The service seems to ignore how the next page is requested. ${setPagination(advice)}`,
	}),
	contactsRepeated: (page, advice) => ({
		message: `The page after page ${page} repeats contacts of an earlier page`,
		description: `Contacts may have been added or removed while the list was read: try again. If this keeps happening, pages overlap, and others may be missing. ${setPagination(advice)} If the service lists contacts more than once on purpose, choose 'Repeated Contacts' in 'Skip Checks' ${IN_OPTIONS}.`,
	}),
	positionUnexpected: (page, advice) => ({
		message: `The service did not return the page after page ${page}`,
		description: `It refused the request or sent other contacts. If contacts were added or removed while the list was read, try again. Otherwise another way to request the next page may be right. ${setPagination(advice)} If nothing helps, use n8n's HTTP Request node.`,
	}),
	listChanged: (page, advice) => ({
		message: `The list has changed while the page after page ${page} was read`,
		description: `Contacts may have moved up and been skipped: try again. With an offset or the ID of the last contact, the node goes one contact back, and skips none. ${setPagination(advice)}`,
	}),
	tooManyEmptyPages: (page, advice) => ({
		message: `The last pages up to page ${page} were empty, and the service says that there are more`,
		description: `The list would not end. Another way to request the next page may be right. ${setPagination(advice)}`,
	}),
	totalDiffers: (page, advice) => ({
		message: `The service says that there are ${advice.total} contacts, but ${advice.received} were received on ${page === 1 ? 'one page' : `${page} pages`}`,
		description: `If contacts were added or removed meanwhile, try again. ${setPagination(advice)} If the number means something else, choose 'Total' in 'Skip Checks' ${IN_OPTIONS}.`,
	}),
	tooManyContacts: (page) => ({
		message: `The response for page ${page} has more than ${MAX_CONTACTS.toLocaleString('en')} contacts`,
		description: "Lower 'Page Size' so that the service has less to send at a time.",
	}),
	tooManyFields: (page) => ({
		message: `The response for page ${page} has more than ${MAX_FIELDS} fields beside its list`,
		description: `One of those that were not read may be the list, or may say that there is more. Set 'Contacts Field' ${IN_OPTIONS}; if it is set, check 'Base URL' in the Contacts API credential.`,
	}),
	notReady: (page) => ({
		message: `The service has not answered the request for page ${page} yet (202)`,
		description:
			'It has accepted the request, and prepares its answer. Try again later, or ask the operator of the service how to get the answer.',
	}),
	failedWithSuccess: (page, { names }) => ({
		message: `The response for page ${page} reports a failure despite its success status`,
		description: `See ${formatNames(names)} in the response, and ask the operator of the service what it means.`,
	}),
	emptyDoubtful: (_page, { names }) => ({
		message: 'The response has no contacts, but does not say that there are none',
		description: `It may report a failure: see ${formatNames(names)} in the response, and ask the operator of the service what it means. If there are none, the node can be sure only where the response counts them.`,
	}),
	noList: (page, { names }) => ({
		message: `The response for page ${page} has no list of contacts`,
		description: `${keysSeen(names)} If the contacts are elsewhere, set 'Contacts Field' ${IN_OPTIONS}. Contacts that are not objects can be read with n8n's HTTP Request node.`,
	}),
	manyLists: (page, { names }) => ({
		message: `The response for page ${page} has more than one list`,
		description: `Lists found: ${formatNames(names)}. Set 'Contacts Field' ${IN_OPTIONS} to the one that has the contacts.`,
	}),
	notAListAt: (page, { place, names }) => ({
		message: `The response for page ${page} has no list where the contacts should be`,
		description: `They should be at '${quotableName(place)}'. ${keysSeen(names)} Choose another 'Contacts Field' from the list of that setting ${IN_OPTIONS}, or remove it to have the list of contacts recognized.`,
	}),
	listMoved: (page, { place, names }) => ({
		message: `The response for page ${page} has its list in a different place than the first page`,
		description: `The first page had it at '${quotableName(place)}', this one has ${formatNames(names)}. Check 'Contacts Field' and 'Pagination' ${IN_OPTIONS}.`,
	}),
	notAContact: (page, { place, position }) => ({
		message: `Element ${position} of the list on page ${page} is not a contact`,
		description: `It is not an object, or has nothing in common with the others. If '${quotableName(place)}' is not the list of contacts, check 'Contacts Field' ${IN_OPTIONS}. If it is, read it with n8n's HTTP Request node.`,
	}),
};

/** Reasons that are about one response, for which no settings of 'Pagination' help. */
const ABOUT_RESPONSE: ReadonlySet<string> = new Set([
	'tooManyContacts',
	'tooManyFields',
	'notReady',
	'failedWithSuccess',
	'emptyDoubtful',
	'notAListAt',
	'listMoved',
	'notAContact',
]);

/** The rows with what the error shows besides: settings to try, and how the list was read. */
export const listMessages = Object.fromEntries(
	Object.entries(ROWS).map(([reason, row]) => [
		reason,
		(page: number, advice: Advice): ErrorMessage => {
			const { unreadFields, suggestions, trace } = advice;
			const shown = ABOUT_RESPONSE.has(reason)
				? {}
				: { advice: { unreadFields, suggestions, trace } };
			return { ...row(page, advice), ...shown };
		},
	]),
) as Record<FailureReason, (page: number, advice: Advice) => ErrorMessage>;

const listError = errorsOf(listMessages);

/**
 * Explains a failure to read a list to the person who has made the settings.
 *
 * @param missing what these name, and the last page lacks
 */
export function explainFailure(
	failure: ListFailure,
	pagination: Pagination,
	missing?: string,
): ContactsError {
	const { reason, facts } = failure;
	const { page, names = [], place = '', position = 0 } = facts;
	const { received = 0, total, trace = [] } = facts;
	return listError(reason, page, {
		...adviceFor(failure, pagination),
		missing,
		trace,
		received,
		total,
		place,
		position,
		names: [...names],
	});
}

/** Nobody would try more suggestions than these, or look up more fields. */
const MAX_SUGGESTIONS = 8;
const MAX_UNREAD = 20;

function adviceFor({ reason, facts }: ListFailure, pagination: Pagination) {
	const { fields = [], names = [] } = facts;
	const near = fields.filter(({ isNear }) => isNear);
	const byHand = pagination.mode === 'automatic' ? undefined : settingsOfMode(pagination);
	const isRead = ({ name, value }: Field) =>
		value === null || typeof value === 'boolean' || Object.values(byHand ?? {}).includes(name);
	const unread = near.filter((field) => !isRead(field));
	const lists = { noList: [null], manyLists: names.filter(isQuotable) };
	const suggestions =
		reason === 'noList' || reason === 'manyLists'
			? lists[reason].map((contactsField) => ({ mode: 'automatic' as const, contactsField }))
			: suggestionsFor(near, reason, facts).filter((settings) => !isSet(settings, pagination));
	return {
		unreadFields: unread.map(({ name }) => quotableName(name)).slice(0, MAX_UNREAD),
		suggestions: suggestions.slice(0, MAX_SUGGESTIONS),
		...(byHand && { byHand: formatSuggestion(byHand) }),
	};
}

/** The settings that may be right, the most likely first; null where the documentation has to say. */
function suggestionsFor(
	fields: readonly Field[],
	reason: FailureReason,
	{ idField, total }: ListFailure['facts'],
): SuggestedSettings[] {
	const leads = leadsIn(fields).filter(({ name }) => isQuotable(name));
	const isStated = leads.length > 0 || total !== undefined || signalsOf(fields).more;
	const hasMore = reason === 'nextUnknown' || isStated;
	return [
		...leads.map(({ name, value }): SuggestedSettings =>
			isAddress(value)
				? { mode: 'nextLink', nextLinkField: name }
				: { mode: 'cursor', cursorField: name, cursorParameter: null },
		),
		{ mode: 'pageNumber', pageParameter: null, firstPage: null },
		{ mode: 'offset', offsetParameter: null, firstOffset: null },
		{ mode: 'lastContact', lastContactField: idField ?? null, cursorParameter: null },
		...(hasMore ? [] : [{ mode: 'off' as const }]),
	];
}

/** Whether suggested settings are those of the form, as far as they are known. */
export function isSet(settings: Partial<SuggestedSettings>, pagination: Pagination): boolean {
	return Object.entries(settings).every(
		([name, value]) => value === null || value === pagination[name as keyof Pagination],
	);
}

/** The settings of the mode that is set by hand. */
function settingsOfMode(pagination: Pagination): SuggestedSettings {
	const { mode } = pagination;
	const fields = paginationFields.filter(({ displayOptions }) =>
		displayOptions?.show?.mode?.includes(mode),
	);
	const entries = fields.map(({ name }) => [name, pagination[name as keyof Pagination]]);
	return { ...Object.fromEntries(entries), mode } as SuggestedSettings;
}

/**
 * Describes settings by the labels of the form.
 *
 * @returns e.g. `Cursor ('Cursor Field' vid-offset, 'Cursor Parameter' vidOffset)`
 */
export function formatSuggestion({ mode, ...settings }: SuggestedSettings): string {
	const entered = paginationFields.flatMap(({ name, displayName, type, default: byDefault }) => {
		const value = settings[name as keyof typeof settings] ?? '';
		const isUnset = value === '' || (isChoice(type) && value === byDefault);
		return isUnset ? [] : [`'${displayName}' ${quotableName(String(value))}`];
	});
	return entered.length > 0 ? `${MODES[mode][0]} (${entered.join(', ')})` : MODES[mode][0];
}

/** Defaults of other fields are worth checking, too. */
const isChoice = (type: string) => ['boolean', 'options'].includes(type);

const PAGINATION = `'Pagination' ${IN_OPTIONS}`;

const [OFF] = MODES.off;

/** What to do about the way to request the next page: not what has been done. */
function setPagination({ byHand, missing }: Advice): string {
	if (byHand === undefined) {
		return `Look in the documentation of the service for the parameter that takes the page, the offset or the cursor, and set ${PAGINATION} to it.`;
	}
	if (byHand === OFF) {
		return `The 'Mode' of ${PAGINATION} is Off, so no further page was requested: set it to Automatic.`;
	}
	const lack = missing === undefined ? '' : `The last page does not have ${missing}. `;
	return `${lack}${PAGINATION} is set to ${byHand}: correct whatever differs from the documentation of the service.`;
}

/** Names fields, but never their values: a response may contain secrets. */
function formatAdvice(advice: Advice): string {
	const { unreadFields, suggestions, byHand } = advice;
	if (byHand === OFF) return setPagination(advice);
	const unread = unreadFields.length > 0 ? `Not understood: ${formatNames(unreadFields)}. ` : '';
	const modes = suggestions.map(formatSuggestion).join('; ');
	return `${unread}${setPagination(advice)} Settings to try, with the parameter that it names: ${modes}. If it describes another way, use n8n's HTTP Request node.`;
}

function keysSeen(keys: readonly string[]): string {
	return keys.length > 0
		? `Keys seen: ${formatNames(keys)}.`
		: 'The response is not an object with keys.';
}
