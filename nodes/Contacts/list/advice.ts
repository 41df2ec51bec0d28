import { quotableName } from '../quotableName';
import { kindOf } from '../response/meanings';
import { signsOf } from './signs';
import {
	MODES,
	type Pagination,
	paginationFields,
	type PaginationMode,
	type SuggestedSettings,
} from './pagination';
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
	return {
		unreadFields: signsOf(state, 'unread')
			.map(({ name }) => quotableName(name))
			.slice(0, MAX_UNREAD),
		suggestions: suggestionsFor(state)
			.filter((settings) => isQuotable(settings) && !isSet(settings, pagination))
			.slice(0, MAX_SUGGESTIONS),
		...(pagination.mode !== 'automatic' && { mode: pagination.mode }),
	};
}

/** The settings that may be right, the most likely first. */
function suggestionsFor(state: ListState): SuggestedSettings[] {
	const unread = signsOf(state, 'unread');
	const [flag] = signsOf(state, 'more').filter(({ isStatus }) => !isStatus);
	const links = unread.filter(({ value }) => kindOf(value) === 'link');
	const cursors = [
		...signsOf(state, 'cursor', 'nextOffset', 'nextPage'),
		...unread.filter(({ value }) => typeof value !== 'boolean' && kindOf(value) !== 'link'),
		// On the first page, a position above 1 is more likely a cursor.
		...signsOf(state, 'offset', 'page').filter(
			({ value }) => state.pages === 1 && (value as number) > 1,
		),
	].map(({ name }) => name);
	const more = flag ? { hasMoreField: flag.name } : {};
	const lastContactField = state.memory.idField ?? null;
	return [
		...links.map(({ name }) => ({ mode: 'nextLink' as const, nextLinkField: name })),
		...[...new Set(cursors)].map((cursorField) => ({
			mode: 'cursor' as const,
			cursorField,
			cursorParameter: null,
			...more,
		})),
		{ mode: 'pageNumber', pageParameter: null, firstPage: null, ...more },
		{ mode: 'offset', offsetParameter: null, firstOffset: null, ...more },
		{ mode: 'lastContact', lastContactField, cursorParameter: null, ...more },
		...(flag?.value === true ? [] : [{ mode: 'off' as const }]),
	];
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

/** The settings for a way that was found by asking. */
export function settingsOf(way: Way): SuggestedSettings | undefined {
	switch (way.kind) {
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
	const entered = paginationFields.flatMap(({ name, displayName }) => {
		const value = settings[name as keyof typeof settings] ?? '';
		return value === '' ? [] : [`'${displayName}' ${quotableName(String(value))}`];
	});
	return entered.length > 0 ? `${MODES[mode][0]} (${entered.join(', ')})` : MODES[mode][0];
}
