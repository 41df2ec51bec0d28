import { wordsIn } from './fieldNames';
import type { Page } from './page';
import type { Advice, SuggestedSettings } from './pagination';
import { idFieldOf } from './seenContacts';

/** Nobody would try more suggestions than these. */
const MAX_SUGGESTIONS = 8;

/** Suggests settings for a service whose next page is unknown, based on what its response says. */
export function adviceFor({ signs, contacts, number }: Page): Advice {
	const { unread } = signs;
	const unreadOf = (...kinds: string[]) =>
		unread.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
	const hasMoreField = signs.more[0]?.name ?? unreadOf('flag').map(asHasMoreField)[0] ?? '';
	const cursors = [
		...[signs.cursors, signs.nextOffsets, signs.nextPages].flat().map(({ name }) => name),
		...unreadOf('text', 'number'),
		// On the first page, a position above 1 is more likely a cursor.
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

/** Inverts a flag that is true on the last page. */
function asHasMoreField(name: string): string {
	const isLast = wordsIn(name).some((word) => /^(last|final|done|end|finished)$/.test(word));
	return isLast ? `!${name}` : name;
}
