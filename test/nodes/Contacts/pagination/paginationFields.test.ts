import type { SuggestedSettings } from '../../../../nodes/Contacts/pagination/pagination';
import { formatSuggestion } from '../../../../nodes/Contacts/pagination/paginationFields';

it.each<[SuggestedSettings, string]>([
	[{ mode: 'off' }, 'Off'],
	[{ mode: 'automatic', contactsField: 'data' }, 'Automatic'],
	[{ mode: 'pageNumber', pageParameter: null, firstPage: 0 }, "Page Number ('First Page' 0)"],
])('formatSuggestion describes %j as %s', (settings, text) => {
	expect(formatSuggestion(settings)).toBe(text);
});
