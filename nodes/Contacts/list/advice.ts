import { quotableName } from '../quotableName';
import { kindOf } from '../response/meanings';
import { signsOf } from './signs';
import { type Facts, modeOf } from './modes';
import type { Pagination, PaginationMode, SuggestedSettings } from './pagination';
import { paginationFields } from './paginationFields';
import type { ListRequest, ListState, Way } from './state';

/** What a user can do when the next page is unknown. */
export interface Advice {
	/** Names of the fields and headers that may be about pages but were not understood. */
	unreadFields: string[];
	/** Settings to try, the most likely first. */
	suggestions: SuggestedSettings[];
	/** The mode that is set by hand, which did not help. */
	mode?: PaginationMode;
}

/** Nobody would try more suggestions than these, or look up more fields. */
const MAX_SUGGESTIONS = 8;
const MAX_UNREAD = 20;

/** Suggests other settings for a service whose next page is unknown, based on what its last page says. */
export function adviceFor(state: ListState, { pagination }: ListRequest): Advice {
	const facts = factsOf(state);
	return {
		unreadFields: signsOf(state, 'unread')
			.map(({ name }) => quotableName(name))
			.slice(0, MAX_UNREAD),
		suggestions: SUGGESTED_MODES.flatMap((mode) => modeOf(mode).suggest!(facts))
			.filter((settings) => isQuotable(settings) && !isSet(settings, pagination))
			.slice(0, MAX_SUGGESTIONS),
		...(pagination.mode !== 'automatic' && { mode: pagination.mode }),
	};
}

/** Whether suggested settings are those of the form, as far as they are known. */
export function isSet(settings: SuggestedSettings, pagination: Pagination): boolean {
	return Object.entries(settings).every(
		([name, value]) => value === null || value === pagination[name as keyof Pagination],
	);
}

/** Whether all names in a suggestion may be shown; nobody could enter the others. */
export function isQuotable(settings: SuggestedSettings): boolean {
	return Object.values(settings).every(
		(value) => typeof value !== 'string' || value === '' || quotableName(value) === value,
	);
}

/** The modes to suggest, the most likely first. */
const SUGGESTED_MODES = [
	'nextLink',
	'cursor',
	'pageNumber',
	'offset',
	'lastContact',
	'off',
] as const;

function factsOf(state: ListState): Facts {
	const unread = signsOf(state, 'unread');
	const [flag] = signsOf(state, 'more').filter(({ isStatus }) => !isStatus);
	const cursors = [
		...signsOf(state, 'cursor', 'nextOffset', 'nextPage'),
		...unread.filter(({ value }) => typeof value !== 'boolean' && kindOf(value) !== 'link'),
		// On the first page, a position above 1 is more likely a cursor.
		...signsOf(state, 'offset', 'page').filter(
			({ value }) => state.pages === 1 && (value as number) > 1,
		),
	];
	return {
		links: unread.filter(({ value }) => kindOf(value) === 'link').map(({ name }) => name),
		cursors: [...new Set(cursors.map(({ name }) => name))],
		more: flag ? { hasMoreField: flag.name } : {},
		idField: state.memory.idField,
		isMore: flag?.value === true,
	};
}

/** The settings for a way that was found by asking. */
export function settingsOf(way: Way): SuggestedSettings | undefined {
	const { kind } = way;
	switch (kind) {
		case 'page':
			return { mode: 'pageNumber', pageParameter: way.parameter, firstPage: way.first };
		case 'offset':
			return { mode: 'offset', offsetParameter: way.parameter, firstOffset: way.first };
		case 'cursor':
			return { mode: 'cursor', cursorField: way.field, cursorParameter: way.parameter };
		case 'lastContact':
			return { mode: 'lastContact', lastContactField: way.field, cursorParameter: way.parameter };
		default:
			return undefined;
	}
}

/**
 * Describes settings by the labels of the form.
 *
 * @returns e.g. `Cursor ('Cursor Field' vid-offset, 'Has More Field' has-more)`
 */
export function formatSuggestion({ mode, ...settings }: SuggestedSettings): string {
	const entered = Object.entries(settings)
		.filter(([name, value]) => name !== 'contactsField' && value !== null && value !== '')
		.map(([name, value]) => `'${labelOf(name)}' ${quotableName(String(value))}`);
	const { name: label } = modeOf(mode);
	return entered.length > 0 ? `${label} (${entered.join(', ')})` : label;
}

function labelOf(name: string): string {
	return paginationFields.find((field) => field.name === name)!.displayName;
}
