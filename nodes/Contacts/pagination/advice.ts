import type { Page } from './page';
import type { SuggestedSettings } from './pagination';
import { paginationFields } from './paginationFields';
import { idFieldOf } from './seenContacts';
import { wordsIn } from './soundsLikePaging';

/** More suggestions than these nobody would try. */
const MAX_SUGGESTIONS = 8;

/** What a person can do where the reader does not know how to go on. */
export interface Advice {
	/** Names of the fields and headers that sound like paging and were not understood. */
	unreadFields: string[];
	/** Settings to try, the most likely first. Null stands for what the documentation of the service tells. */
	suggestions: SuggestedSettings[];
}

/** Derives settings from what a response says. */
export function adviceFor({ signs, contacts, number }: Page): Advice {
	const { unread } = signs;
	const unreadOf = (...kinds: string[]) =>
		unread.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
	const hasMoreField = signs.more[0]?.name ?? unreadOf('flag').map(asMoreField)[0] ?? '';
	const cursors = [
		...[signs.cursors, signs.nextOffsets, signs.nextPages].flat().map(({ name }) => name),
		...unreadOf('text', 'number'),
		// A first page that is neither 0 nor 1 is not a position.
		...[...signs.offsets, ...signs.pageNumbers]
			.filter(({ value }) => number === 1 && value > 1)
			.map(({ name }) => name),
	];
	const idField = idFieldOf(contacts);
	const suggestions: SuggestedSettings[] = [
		...unreadOf('link').map((nextLinkField) => ({ mode: 'nextLink' as const, nextLinkField })),
		...cursors.map((cursorField) => ({
			mode: 'cursor' as const,
			cursorField,
			cursorParameter: null,
			hasMoreField,
		})),
		{
			mode: 'pageNumber',
			pageParameter: null,
			firstPage: null,
			totalPagesField: signs.pages[0]?.name ?? '',
			hasMoreField,
		},
		{ mode: 'offset', offsetParameter: null, firstOffset: null, hasMoreField },
		{ mode: 'lastContact', lastContactField: idField ?? null, cursorParameter: null, hasMoreField },
		...(signs.more.length > 0 ? [] : [{ mode: 'off' as const }]),
	];
	return {
		unreadFields: unread.map(({ name }) => name),
		suggestions: suggestions.slice(0, MAX_SUGGESTIONS),
	};
}

/** A flag that is true on the last page is turned round. */
function asMoreField(name: string): string {
	const isLast = wordsIn(name).some((word) => /^(last|final|done|end|finished)$/.test(word));
	return isLast ? `!${name}` : name;
}

/**
 * Names the settings for a person.
 *
 * @returns e.g. `Cursor ('Cursor Field' vid-offset, 'Has More Field' has-more)`
 */
export function formatSuggestion({ mode, ...settings }: SuggestedSettings): string {
	const modes = paginationFields[0]!.options!;
	const label = modes.find((option) => 'value' in option && option.value === mode)!.name;
	const entered = Object.entries(settings)
		.filter(([name, value]) => name !== 'contactsField' && value !== null && value !== '')
		.map(([name, value]) => `'${labelOf(name)}' ${String(value)}`);
	return entered.length > 0 ? `${label} (${entered.join(', ')})` : label;
}

function labelOf(name: string): string {
	return paginationFields.find((field) => field.name === name)!.displayName;
}
