import { ContactsError } from '../contactsError';
import { formatNames, isQuotable, quotableName } from '../quotableName';
import { leadsIn, looksOpaque } from '../response/evidence';
import { type Field, flagOf, isAddress, says } from '../response/fields';
import { MODES, paginationFields } from '../operations/paginationForm';
import type { ListRequest, Pagination, PaginationMode, SuggestedSettings } from './pagination';
import { splitTexts } from './oldTables';

const PAGINATION = "'Pagination' in the 'Options' of the Contacts node";

/**
 * Every failure to continue a list. Messages contain page numbers, names of fields and counts, but never a
 * value of a response.
 */
const messages = {
	endUnknown: (page: number, advice: Advice) =>
		`The list may continue after page ${page}, but the response does not say so. If ${contactsReceived(advice)} are all, set 'Mode' of 'Pagination' to Off. Otherwise, the node has to know how to request the next page. ${formatAdvice(advice)}`,
	signsUnread: (page: number, advice: Advice) =>
		`The list may continue after page ${page}: the response has fields about pages that were not understood. ${formatAdvice(advice)}`,
	nextUnknown: (page: number, advice: Advice) =>
		`The list continues after page ${page}, but the next page was not found. ${formatAdvice(advice)}`,
	nextMalformed: (page: number, field: string, advice: Advice) =>
		`The response for page ${page} has an unusable value for the next page. The value of '${quotableName(field)}' is not a URL, text or a whole number below 2^53. ${formatAdvice(advice)}`,
	nextElsewhere: (page: number, origin: string, advice: Advice) =>
		`The link to the page after page ${page} leads to another address. The access token is sent to ${origin} only. Check 'Base URL' in the Contacts API credential. If it is right, the link is not the way to the next page. ${formatAdvice(advice)}`,
	nextRepeated: (page: number, advice: Advice) =>
		`The page after page ${page} is one that was already read. Following it would never end. Another way to request the next page may be right. ${setPagination(advice)}`,
	pageRepeated: (page: number, advice: Advice) =>
		`Page ${page} has the same contacts as an earlier page. The service seems to ignore how the next page is requested. ${setPagination(advice)}`,
	contactsRepeated: (page: number, advice: Advice) =>
		`Page ${page} repeats contacts of an earlier page. Contacts may have been added or removed while the list was read: try again. If this keeps happening, pages overlap, and others may be missing. ${setPagination(advice)} If the service lists contacts more than once on purpose, choose 'Repeated Contacts' in 'Skip Checks' in the 'Options'.`,
	positionUnexpected: (page: number, advice: Advice) =>
		`The service returned a page other than page ${page}. Contacts may be missing. If contacts were added or removed while the list was read, try again. Otherwise another way to request the next page may be right. ${setPagination(advice)}`,
	listChanged: (page: number, advice: Advice) =>
		`The list has changed while page ${page} was read. Contacts were removed from a page that was read before, so later ones may have moved up and been skipped: try again. With an offset or the ID of the last contact, the node goes one contact back, and skips none. ${setPagination(advice)}`,
	tooManyEmptyPages: (page: number, count: number, advice: Advice) =>
		`The last ${count} pages up to page ${page} were empty, and the service says that there are more. The list would not end. Another way to request the next page may be right. ${setPagination(advice)}`,
	totalDiffers: (page: number, received: number, total: number, advice: Advice) =>
		`The service says that there are ${total} contacts, but ${received} were received on ${page} pages. If contacts were added or removed meanwhile, try again. Otherwise the way to the next page may be wrong. ${setPagination(advice)} If the number means something else, choose 'Total' in 'Skip Checks' in the 'Options'.`,
};

/** A list that cannot be read on, or not for certain. */
export class ListError<
	Reason extends keyof typeof messages = keyof typeof messages,
> extends ContactsError {
	static readonly messages = messages;

	constructor(reason: Reason, ...details: Parameters<(typeof messages)[Reason]>) {
		const table = splitTexts(messages, (_reason, all) => all.at(-1) as Advice);
		super(table, reason, details);
	}
}

/** What to do about the way to request the next page: not what has been done. */
function setPagination({ mode }: Advice): string {
	return mode === undefined
		? `Set ${PAGINATION} as the documentation of the service says.`
		: `'Mode' is ${MODES[mode][0]}: set it to Automatic, or ${PAGINATION} as the documentation of the service says.`;
}

function contactsReceived({ received }: Advice): string {
	return received === undefined ? 'the contacts of this page' : `these ${received} contacts`;
}

/** Names fields, but never their values: a response may contain secrets. */
function formatAdvice(advice: Advice): string {
	const { unreadFields, suggestions } = advice;
	const unread = unreadFields.length > 0 ? `Not understood: ${formatNames(unreadFields)}. ` : '';
	const modes = suggestions.map(formatSuggestion).join('; ');
	return `${unread}${setPagination(advice)}${modes && ` Settings to try: ${modes}.`}`;
}

// Advice

/** What a user can do when the next page is unknown. */
export interface Advice {
	/** Names of the fields and headers that may be about pages but were not understood. */
	unreadFields: string[];
	/** Settings to try, the most likely first. */
	suggestions: SuggestedSettings[];
	/** The mode that is set by hand, which did not help. */
	mode?: PaginationMode;
	/** How the last pages were requested, and what came. */
	trace: string[];
	/** The number of contacts that were received. */
	received?: number;
}

/** Nobody would try more suggestions than these, or look up more fields. */
const MAX_SUGGESTIONS = 8;
const MAX_UNREAD = 20;

/** What advice is made from. */
interface Failed {
	request: Pick<ListRequest, 'pagination'>;
	page?: { fields: readonly Field[] };
	progress: { received: number; identity: { idField?: string } };
	trace: readonly string[];
}

/** Suggests other settings for a service whose next page is unknown, based on what its last page says. */
export function adviceFor(reading: Failed): Advice {
	const { pagination } = reading.request;
	const fields = reading.page?.fields ?? [];
	const unread = fields.filter(
		({ isNear, value }) => isNear && value !== null && typeof value !== 'boolean',
	);
	return {
		unreadFields: unread.map(({ name }) => quotableName(name)).slice(0, MAX_UNREAD),
		suggestions: suggestionsFor(reading)
			.filter((settings) => hasQuotableNames(settings) && !isSet(settings, pagination))
			.slice(0, MAX_SUGGESTIONS),
		...(pagination.mode !== 'automatic' && { mode: pagination.mode }),
		trace: [...reading.trace],
		received: reading.progress.received,
	};
}

/** The settings that may be right, the most likely first. */
function suggestionsFor({ page, progress }: Failed): SuggestedSettings[] {
	const fields = page?.fields ?? [];
	const flag = fields.find(
		(field) => field.isNear && says.more(field) && flagOf(field.value) !== undefined,
	);
	const { values } = leadsIn(fields);
	const links = fields.filter(({ value, isNear }) => isNear && isAddress(value));
	const cursors = values.filter(
		(field) => field.isNear && (field.saysNext || looksOpaque(field.value)),
	);
	const more = flag ? { hasMoreField: flag.name } : {};
	return [
		...links.map(({ name }) => ({ mode: 'nextLink' as const, nextLinkField: name })),
		...cursors.map(({ name }) => ({
			mode: 'cursor' as const,
			cursorField: name,
			cursorParameter: null,
			...more,
		})),
		{ mode: 'pageNumber', pageParameter: null, firstPage: null, ...more },
		{ mode: 'offset', offsetParameter: null, firstOffset: null, ...more },
		{
			mode: 'lastContact',
			lastContactField: progress.identity.idField ?? null,
			cursorParameter: null,
			...more,
		},
		...(flag && flagOf(flag.value) ? [] : [{ mode: 'off' as const }]),
	];
}

/** Whether suggested settings are those of the form, as far as they are known. */
export function isSet(settings: Partial<SuggestedSettings>, pagination: Pagination): boolean {
	return Object.entries(settings).every(
		([name, value]) => value === null || value === pagination[name as keyof Pagination],
	);
}

/** Whether all names in a suggestion may be shown; nobody could enter the others. */
function hasQuotableNames(settings: SuggestedSettings): boolean {
	return Object.values(settings).every(
		(value) => typeof value !== 'string' || value === '' || isQuotable(value),
	);
}

/**
 * Describes settings by the labels of the form.
 *
 * @returns e.g. `Cursor ('Cursor Field' vid-offset, 'Has More Field' has-more)`
 */
export function formatSuggestion({ mode, ...settings }: SuggestedSettings): string {
	const entered = paginationFields.flatMap(({ name, displayName }) => {
		const value = settings[name as keyof typeof settings] ?? '';
		return value === '' ? [] : [`'${displayName}' ${quotableName(String(value))}`];
	});
	return entered.length > 0 ? `${MODES[mode][0]} (${entered.join(', ')})` : MODES[mode][0];
}
