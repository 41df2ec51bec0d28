import type { ErrorMessage } from '../../../credentials/contactsApi/explainedError';
import { ContactsError, errorsOf } from '../contactsError';
import { formatNames, isQuotable, quotableName } from '../quotableName';
import { leadsIn, looksOpaque } from '../response/evidence';
import { type Field, flagOf, isAddress, says } from '../response/fields';
import { MODES, paginationFields } from '../operations/paginationForm';
import type { ListRequest, Pagination, SuggestedSettings } from './pagination';

const IN_OPTIONS = "in the 'Options' of the Contacts node";

const PAGINATION = `'Pagination' ${IN_OPTIONS}`;

/** Every failure to continue a list. No text has a value of a response. */
export const listMessages = {
	endUnknown: (page: number, advice: Advice) => ({
		message: `The list may continue after page ${page}, but the response does not say so`,
		description: `If these ${advice.received} contacts are all, set 'Mode' of 'Pagination' to Off. Otherwise, the node has to know how to request the next page. ${formatAdvice(advice)}`,
		advice,
	}),
	signsUnread: (page: number, advice: Advice) => ({
		message: `The list may continue after page ${page}: the response has fields about pages that were not understood`,
		description: formatAdvice(advice),
		advice,
	}),
	nextUnknown: (page: number, advice: Advice) => ({
		message: `The list continues after page ${page}, but the next page was not found`,
		description: formatAdvice(advice),
		advice,
	}),
	nextMalformed: (page: number, field: string, advice: Advice) => ({
		message: `The response for page ${page} has an unusable value for the next page`,
		description: `The value of '${quotableName(field)}' is not a URL, text or a whole number below 2^53. ${formatAdvice(advice)}`,
		advice,
	}),
	lastContactUnusable: (page: number, field: string, fields: string[], advice: Advice) => ({
		message: `The last contact of page ${page} does not have the field that the next page is requested with`,
		description: `It has no text or number in '${quotableName(field)}'; it has: ${formatNames(fields) || 'no fields'}. ${formatAdvice(advice)}`,
		advice,
	}),
	nextElsewhere: (page: number, origin: string, advice: Advice) => ({
		message: `The link to the page after page ${page} leads to another address`,
		description: `The access token is sent to ${origin} only. Check 'Base URL' in the Contacts API credential. If it is right, the link is not the way to the next page. ${formatAdvice(advice)}`,
		advice,
	}),
	nextRepeated: (page: number, advice: Advice) => ({
		message: `The page after page ${page} is one that was already read`,
		description: `Following it would never end. Another way to request the next page may be right. ${formatAdvice(advice)}`,
		advice,
	}),
	pageRepeated: (page: number, advice: Advice) => ({
		message: `Page ${page} has the same contacts as an earlier page`,
		description: `The service seems to ignore how the next page is requested. ${formatAdvice(advice, 'the service ignored it')}`,
		advice,
	}),
	contactsRepeated: (page: number, advice: Advice) => ({
		message: `Page ${page} repeats contacts of an earlier page`,
		description: `Contacts may have been added or removed while the list was read: try again. If this keeps happening, pages overlap, and others may be missing. ${setPagination(advice)} If the service lists contacts more than once on purpose, choose 'Repeated Contacts' in 'Skip Checks' in the 'Options'.`,
		advice,
	}),
	positionUnexpected: (page: number, advice: Advice) => ({
		message: `The service returned a page other than page ${page}`,
		description: `Contacts may be missing. If contacts were added or removed while the list was read, try again. Otherwise another way to request the next page may be right. ${formatAdvice(advice)}`,
		advice,
	}),
	wayRefused: (refusal: ErrorMessage, advice: Advice) => ({
		...refusal,
		description: `${refusal.description} ${formatAdvice(advice, 'the service refused it')}`,
		advice,
	}),
	listChanged: (page: number, advice: Advice) => ({
		message: `The list has changed while page ${page} was read`,
		description: `Contacts were removed from a page that was read before, so later ones may have moved up and been skipped: try again. With an offset or the ID of the last contact, the node goes one contact back, and skips none. ${setPagination(advice)}`,
		advice,
	}),
	tooManyEmptyPages: (page: number, count: number, advice: Advice) => ({
		message: `The last ${count} pages up to page ${page} were empty, and the service says that there are more`,
		description: `The list would not end. Another way to request the next page may be right. ${formatAdvice(advice)}`,
		advice,
	}),
	totalDiffers: (page: number, received: number, total: number, advice: Advice) => ({
		message: `The service says that there are ${total} contacts, but ${received} were received on ${page === 1 ? 'one page' : `${page} pages`}`,
		description: `If contacts were added or removed meanwhile, try again. Otherwise the way to the next page may be wrong. ${setPagination(advice)} If the number means something else, choose 'Total' in 'Skip Checks' in the 'Options'.`,
		advice,
	}),
};

/** A list that cannot be read on, or not for certain. */
export const listError = errorsOf(listMessages);

/** Adds the settings by hand to the error of a service that refused a page after the first. */
export function explainRefusal(error: unknown, reading: Failed): unknown {
	const isRefused =
		error instanceof ContactsError && ['refused', 'notFound'].includes(error.reason);
	if (!isRefused || reading.request.pagination.mode === 'automatic') return error;
	return listError('wayRefused', error.userMessage, adviceFor(reading));
}

const ASK_DOCUMENTATION = `Look in the documentation of the service for the parameter that takes the page, the offset or the cursor, and set ${PAGINATION} to it.`;

const ONE_PAGE = 'it reads one page, so choose another mode';

const COMPARE = 'compare it with the documentation of the service';

/** What to do about the way to request the next page: never what has been done. */
function setPagination({ byHand }: Advice, verdict = COMPARE): string {
	if (byHand === undefined) return ASK_DOCUMENTATION;
	return `${PAGINATION} is set to ${byHand}: ${byHand === MODES.off[0] ? ONE_PAGE : verdict}.`;
}

/** Names fields, but never their values: a response may contain secrets. */
function formatAdvice(advice: Advice, verdict?: string): string {
	const { unreadFields, suggestions } = advice;
	const unread = unreadFields.length > 0 ? `Not understood: ${formatNames(unreadFields)}. ` : '';
	const modes = suggestions.map(formatSuggestion).join('; ');
	return `${unread}${setPagination(advice, verdict)}${modes && ` Settings to try: ${modes}.`}`;
}

// Advice

/** What a user can do when the next page is unknown. */
export interface Advice {
	/** Names of the fields and headers that may be about pages but were not understood. */
	unreadFields: string[];
	/** Settings to try, the most likely first. */
	suggestions: SuggestedSettings[];
	/** The settings by hand, which did not help; undefined in the mode Automatic. */
	byHand?: string;
	/** How the last pages were requested, and what came. */
	trace: string[];
	/** The number of contacts that were received. */
	received: number;
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
		...(pagination.mode !== 'automatic' && {
			byHand: formatSuggestion(settingsByHand(pagination)),
		}),
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

/** The settings of the mode that is set by hand, without the choices that it leaves as they are. */
function settingsByHand(pagination: Pagination): SuggestedSettings {
	const { mode } = pagination;
	const entries = paginationFields
		.filter(({ type, displayOptions }) => {
			return type !== 'options' && displayOptions?.show?.mode?.includes(mode);
		})
		.map(({ name }) => [name, pagination[name as keyof Pagination]])
		.filter(([, value]) => value !== false);
	return { ...Object.fromEntries(entries), mode } as SuggestedSettings;
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
