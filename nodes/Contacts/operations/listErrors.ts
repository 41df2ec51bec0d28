import type { ErrorMessage } from '../../../credentials/contactsApi/explainedError';
import { ContactsError } from '../contactsError';
import {
	emptyLeadsIn,
	type Field,
	isAddress,
	isCursorName,
	leadsIn,
	type ListFailure,
	type ListFailureReason,
	MAX_CONTACTS,
	MAX_FIELDS,
	type Pagination,
	signalsOf,
	type SuggestedSettings,
} from '../paginate';
import { formatNames, isQuotable, quotableName } from '../quotableName';
import { MODES, paginationFields } from './paginationForm';

/** What an error shows of a list that cannot be read on: names from responses, but no other contents. */
export interface Advice {
	/** Names of the fields and headers beside the list that may be about pages. */
	unreadFields: string[];
	/** Settings to try, the most likely first. */
	suggestions: SuggestedSettings[];
	/** How the last pages were requested, and what came. */
	trace: readonly string[];
}

/** What messages are made of. */
type Facts = ListFailure['facts'] & {
	names: readonly string[];
	place: string;
	/** Which fields may lead to the next page, and what to do about the way to it. */
	fieldsSeen: string;
	advice: string;
};

const IN_OPTIONS = "in the 'Options' of the Contacts node";
const PAGINATION = `'Pagination' ${IN_OPTIONS}`;

const SIZE_IGNORED =
	"The service ignores the page size: if it has another name for it, add that to 'Query Parameters', so that the node can see whether this page is full. ";

const NONE_WITHOUT_SIZE =
	"The service may send contacts only where it understands the page size: add its name for that to 'Query Parameters', such as limit=50.";

/** Messages have numbers, but no names: n8n looks for words such as "canceled" in them. */
export const LIST_MESSAGES: Record<ListFailureReason, (facts: Facts) => ErrorMessage> = {
	endUnknown: ({ page, received, isSizeIgnored, fieldsSeen, advice }) => ({
		message: `The list may continue after page ${page}: the response does not say whether it does`,
		description: `${isSizeIgnored ? SIZE_IGNORED : ''}If these ${received} contacts are all, set 'Mode' of 'Pagination' to Off. Otherwise, the node has to know how to request the next page. ${fieldsSeen}${advice}`,
	}),
	nextUnknown: ({ page, fieldsSeen, advice }) => ({
		message: `The list continues after page ${page}, but the next page was not found`,
		description: `${fieldsSeen}${advice}`,
	}),
	nextElsewhere: ({ page, fieldsSeen, advice }) => ({
		message: `The link to the page after page ${page} leads to another address`,
		description: `The access token is sent to that of 'Base URL' only. Check 'Base URL' in the Contacts API credential. If it is right, the link is not the way to the next page. ${fieldsSeen}${advice}`,
	}),
	flagWrong: ({ page }) => ({
		message: `'Has More Field' says that page ${page} is the last one, but the response says that there is more`,
		description: `'Has More Field' may name the wrong field, or 'Pagination Complete When' may have the wrong value: correct them in ${PAGINATION}.`,
	}),
	queryParameterFixesPage: ({ names }) => ({
		message: 'A query parameter fixes the page, so no other page can be requested',
		description: `Remove ${formatNames(names)} from 'Query Parameters' of the Contacts node to get the whole list. To get this page alone, use 'List' with 'Return All' off, and without 'Limit' and 'Search'.`,
	}),
	pageRepeated: ({ page, fieldsSeen, advice }) => ({
		message: `The page after page ${page} has the same contacts as an earlier page`,
		description: `The service seems to ignore how the next page is requested. ${fieldsSeen}${advice}`,
	}),
	contactsRepeated: ({ page, advice }) => ({
		message: `Page ${page + 1} repeats contacts`,
		description: `Contacts may have been added or removed while the list was read: try again. If this keeps happening, the page has contacts more than once, or pages overlap, and others may be missing. If the service lists contacts more than once on purpose, choose 'Repeated Contacts' in 'Skip Checks' ${IN_OPTIONS}. ${advice}`,
	}),
	positionUnexpected: ({ page, advice }) => ({
		message: `The service did not return the page after page ${page}`,
		description: `It refused the request or sent other contacts. If contacts were added or removed while the list was read, try again. Otherwise another way to request the next page may be right. ${advice}`,
	}),
	listChanged: ({ page, advice }) => ({
		message: `The list has changed while the page after page ${page} was read`,
		description: `Contacts may have moved up and been skipped: try again. With an offset or the ID of the last contact, the node goes one contact back, and skips none. ${advice}`,
	}),
	tooManyEmptyPages: ({ page, advice }) => ({
		message: `The last pages up to page ${page} were empty, and the service says that there are more`,
		description: `The list would not end. Another way to request the next page may be right. ${advice}`,
	}),
	totalDiffers: ({ page, received, total, advice }) => ({
		message: `The service says that there are ${total} contacts, but ${received} were received on ${page === 1 ? 'one page' : `${page} pages`}`,
		description: `${received === 0 ? NONE_WITHOUT_SIZE : 'If contacts were added or removed meanwhile, try again.'} If the number means something else, choose 'Total' in 'Skip Checks' ${IN_OPTIONS}. ${advice}`,
	}),
	tooManyContacts: ({ page }) => ({
		message: `The response for page ${page} has more than ${MAX_CONTACTS.toLocaleString('en')} contacts`,
		description: "Lower 'Page Size' so that the service has less to send at a time.",
	}),
	tooManyFields: ({ page }) => ({
		message: `The response for page ${page} has more than ${MAX_FIELDS} fields beside its list`,
		description: `One of those that were not read may be the list, or may say that there is more. Set 'Contacts Field' ${IN_OPTIONS}; if it is set, check 'Base URL' in the Contacts API credential.`,
	}),
	failedWithSuccess: ({ page, names }) => ({
		message: `The response for page ${page} reports a failure despite its success status`,
		description: `${names.length > 0 ? `See ${formatNames(names)} in the response` : 'It has nothing of what the first response has beside its list'}. Ask the operator of the service what that means.`,
	}),
	emptyDoubtful: ({ names }) => ({
		message: 'The response has no contacts, but does not say that there are none',
		description: `It may report a failure: see ${formatNames(names)} in the response, and ask the operator of the service what it means. If the list really is empty, nothing is wrong: the node accepts an empty list where the response states a total of 0.`,
	}),
	noList: ({ page, names }) => ({
		message: `The response for page ${page} has no list of contacts`,
		description: `${namesSeen(names)} If the contacts are elsewhere, set 'Contacts Field' ${IN_OPTIONS}. If there are none, nothing is wrong: the node accepts that a list is left out where the response is empty or states a total of 0. Contacts that are not objects can be read with n8n's HTTP Request node.`,
	}),
	listDoubtful: ({ page, names }) => ({
		message: `The response for page ${page} has a list that may not be that of the contacts`,
		description: `${namesSeen(names)} It may belong to a single contact, or have groups of contacts. If it has the contacts, set 'Contacts Field' ${IN_OPTIONS} to it.`,
	}),
	manyLists: ({ page, names }) => ({
		message: `The response for page ${page} has more than one list`,
		description: `${namesSeen(names)} Set 'Contacts Field' ${IN_OPTIONS} to the one that has the contacts.`,
	}),
	notAListAt: ({ page, place, names }) => ({
		message: `The response for page ${page} has no list where the contacts should be`,
		description: `They should be at '${place}'. ${namesSeen(names)} Choose 'Contacts Field' ${IN_OPTIONS} from the list of that setting. If it is set, you can also remove it to have the list of contacts recognized.`,
	}),
	notAContact: ({ page, place, position }) => ({
		message: `Element ${position} of the list on page ${page} is not a contact`,
		description: `It is not an object, or has nothing in common with the others. If '${place}' is not the list of contacts, check 'Contacts Field' ${IN_OPTIONS}. If it is, read it with n8n's HTTP Request node.`,
	}),
};

const namesSeen = (names: readonly string[]) =>
	names.length > 0 ? `Found: ${formatNames(names)}.` : 'The response is not an object with keys.';

/** Explains a failure to read a list to the person who has made the settings. */
export function explainFailure(failure: ListFailure, pagination: Pagination): ContactsError {
	const { reason, facts } = failure;
	const advice = adviceFor(failure, pagination);
	const names = formatNames(advice.unreadFields);
	const message = LIST_MESSAGES[reason]({
		names: [],
		...facts,
		place: quotableName(facts.place ?? ''),
		fieldsSeen: names && `Fields beside the list: ${names}. `,
		advice: formatAdvice(advice, pagination),
	});
	const isAboutPages = facts.fields !== undefined && !UNADVISED.includes(reason);
	const isAdvised = isAboutPages || ABOUT_PLACE.includes(reason);
	return new ContactsError(reason, { ...message, ...(isAdvised && { advice }) });
}

/** Reasons that other settings of 'Pagination' would not change. */
const UNADVISED: readonly ListFailureReason[] = ['failedWithSuccess', 'queryParameterFixesPage'];

/** Reasons for which the list of contacts is chosen among those of the response. */
const ABOUT_PLACE: readonly ListFailureReason[] = ['noList', 'listDoubtful', 'manyLists'];

/** Nobody would try more suggestions than these, or look up more fields. */
const MAX_SUGGESTIONS = 8;
const MAX_UNREAD = 20;

function adviceFor(failure: ListFailure, pagination: Pagination): Advice {
	const { reason, facts } = failure;
	const { fields = [], names = [], trace = [] } = facts;
	const near = fields.filter(({ isNear }) => isNear);
	const byHand = pagination.mode === 'automatic' ? [] : Object.values(pagination);
	const unread = near.filter(
		({ name, value }) => value !== null && typeof value !== 'boolean' && !byHand.includes(name),
	);
	const lists = reason === 'noList' ? [null] : names.filter(isQuotable);
	const suggestions = ABOUT_PLACE.includes(reason)
		? lists.map((contactsField) => ({ mode: 'automatic' as const, contactsField }))
		: waysIn(near, failure).filter((settings) => !isSet(settings, pagination));
	return {
		unreadFields: unread.map(({ name }) => quotableName(name)).slice(0, MAX_UNREAD),
		suggestions: suggestions.slice(0, MAX_SUGGESTIONS),
		trace,
	};
}

/** The settings that may be right, the most likely first; null where the documentation has to say. */
function waysIn(fields: readonly Field[], { reason, facts }: ListFailure): SuggestedSettings[] {
	const { idField, total } = facts;
	const shown = fields.filter(({ name }) => isQuotable(name));
	const leads = leadsIn(shown);
	const isStated = leads.length > 0 || total !== undefined || signalsOf(fields).more;
	const isOver = reason !== 'nextUnknown' && !isStated;
	return [
		...leads.map(({ name, value }) => wayBy(name, !isAddress(value))),
		...emptyLeadsIn(shown).map(({ name, word }) => wayBy(name, isCursorName(word))),
		{ mode: 'pageNumber', pageParameter: null, firstPage: null },
		{ mode: 'offset', offsetParameter: null, firstOffset: null },
		{ mode: 'lastContact', lastContactField: idField ?? null, cursorParameter: null },
		...(isOver ? [{ mode: 'off' as const }] : []),
	];
}

function wayBy(name: string, isCursor: boolean): SuggestedSettings {
	if (!isCursor) return { mode: 'nextLink', nextLinkField: name };
	return { mode: 'cursor', cursorField: name, cursorParameter: null };
}

/** Whether suggested settings are those of the form, as far as they are known. */
export function isSet(settings: Partial<SuggestedSettings>, pagination: Pagination): boolean {
	return Object.entries(settings).every(
		([name, value]) => value === null || value === pagination[name as keyof Pagination],
	);
}

/** Describes settings, e.g. `Cursor ('Cursor Field' vid-offset, 'Cursor Parameter' vidOffset)`. */
export function formatSuggestion({ mode, ...settings }: SuggestedSettings): string {
	const entered = paginationFields.flatMap(({ name, displayName }) => {
		const value = settings[name as keyof typeof settings] ?? false;
		return value === false ? [] : [`'${displayName}' ${quotableName(String(value))}`];
	});
	return entered.length > 0 ? `${MODES[mode][0]} (${entered.join(', ')})` : MODES[mode][0];
}

/** Names fields, but never their values: a response may contain secrets. */
function formatAdvice({ suggestions }: Advice, { mode }: Pagination): string {
	const set = `The 'Mode' of ${PAGINATION} is ${MODES[mode][0]}`;
	if (mode === 'off') return `${set}, so no further page was requested: set it to Automatic.`;
	const way =
		mode === 'automatic'
			? `Look in the documentation of the service for the parameter that takes the page, the offset or the cursor, and set ${PAGINATION} to it`
			: `${set}: correct whatever differs from the documentation of the service`;
	const modes = suggestions.map(formatSuggestion).join('; ');
	return `${way}. Settings to try, with the parameter that it names: ${modes}. If it describes another way, use n8n's HTTP Request node.`;
}
