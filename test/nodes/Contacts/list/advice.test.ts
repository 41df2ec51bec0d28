import { adviceFor, formatSuggestion, settingsOf } from '../../../../nodes/Contacts/list/advice';
import { MODES } from '../../../../nodes/Contacts/list/modes';
import type { SuggestedSettings } from '../../../../nodes/Contacts/list/pagination';
import { paginationFields } from '../../../../nodes/Contacts/list/paginationFields';
import type { ListState, Way } from '../../../../nodes/Contacts/list/state';
import { EMPTY_MEMORY } from '../../../../nodes/Contacts/list/memory';
import { range } from '../services';
import { listState, sign } from './lists';

const memory = { ...EMPTY_MEMORY, idField: 'id' };
const suggestionsFor = (signs: ListState['signs'], state: Partial<ListState> = {}) =>
	adviceFor(listState({ memory, signs, ...state })).suggestions.map(formatSuggestion);

const ALWAYS = ['Page Number', 'Offset', "Last Contact ('Last Contact Field' id)", 'Off'];
const withMore = (field: string) => [
	`Page Number ('Has More Field' ${field})`,
	`Offset ('Has More Field' ${field})`,
	`Last Contact ('Last Contact Field' id, 'Has More Field' ${field})`,
];

describe('The settings to try', () => {
	it.each<[string, ListState['signs'], string[], Partial<ListState>?]>([
		['are all without signs', [], ALWAYS],
		[
			'leave the last contact open',
			[],
			['Page Number', 'Offset', 'Last Contact', 'Off'],
			{ memory: EMPTY_MEMORY },
		],
		[
			'take unread texts and numbers as cursors',
			[sign('unread', 'vid', 7), sign('unread', 'a', 'b')],
			["Cursor ('Cursor Field' vid)", "Cursor ('Cursor Field' a)", ...ALWAYS],
		],
		['take a link', [sign('unread', 'a', '/x?y')], ["Next Link ('Next Link Field' a)", ...ALWAYS]],
		['take no unread flag', [sign('unread', 'page_thing', true)], ALWAYS],
		['take a flag', [sign('more', 'hasMore', true)], withMore('hasMore')],
		['take one of the last page', [sign('more', 'isLast', false)], [...withMore('isLast'), 'Off']],
		['take no status as a field', [sign('more', 'status 206', true)], ALWAYS],
		[
			'take a cursor once',
			[sign('cursor', 'c', 'a'), sign('unread', 'c', 'a')],
			["Cursor ('Cursor Field' c)", ...ALWAYS],
		],
		[
			'take a number of pages',
			[sign('pages', 'pageCount', 5)],
			["Page Number ('Total Pages Field' pageCount)", ...ALWAYS.slice(1)],
		],
		[
			'take a position above 1 on the first page as a cursor',
			[sign('page', 'page', 7), sign('offset', 'o', 1)],
			["Cursor ('Cursor Field' page)", ...ALWAYS],
		],
		['take no position on a later page', [sign('page', 'page', 7)], ALWAYS, { pages: 7 }],
	])('%s', (_name, signs, expected, state = {}) => {
		expect(suggestionsFor(signs, state)).toEqual(expected);
	});

	it('are at most eight, of at most 20 unread fields', () => {
		const signs = range(30).map((n) => sign('unread', `a${n}`, 'b'));
		expect(suggestionsFor(signs)).toHaveLength(8);
		expect(adviceFor(listState({ signs })).unreadFields).toEqual(range(20).map((n) => `a${n}`));
	});
});

describe('What was found by asking', () => {
	it.each<[Way, SuggestedSettings | undefined]>([
		[
			{ kind: 'page', parameter: 'p', value: 2, first: 0 },
			{ mode: 'pageNumber', pageParameter: 'p', firstPage: 0 },
		],
		[
			{ kind: 'offset', parameter: 'o', value: 2, first: 1 },
			{ mode: 'offset', offsetParameter: 'o', firstOffset: 1 },
		],
		[
			{ kind: 'cursor', parameter: 'c', value: 'x', field: 'f' },
			{ mode: 'cursor', cursorField: 'f', cursorParameter: 'c' },
		],
		[
			{ kind: 'lastContact', parameter: 'c', value: 'x', field: 'f' },
			{ mode: 'lastContact', lastContactField: 'f', cursorParameter: 'c' },
		],
		[{ kind: 'link', link: '/', field: 'f' }, undefined],
	])('%j is set by %j', (way, settings) => {
		expect(settingsOf(way)).toEqual(settings);
	});
});

it.each<[SuggestedSettings, string]>([
	[{ mode: 'off' }, 'Off'],
	[{ mode: 'automatic', contactsField: 'data' }, 'Automatic'],
	[
		{ mode: 'pageNumber', pageParameter: null, firstPage: 0, totalPagesField: '' },
		"Page Number ('First Page' 0)",
	],
])('%j reads %s', (settings, text) => {
	expect(formatSuggestion(settings)).toBe(text);
});

it('Each field of a mode is in the form, for the modes that have it and no others', () => {
	for (const { name, displayOptions } of paginationFields) {
		const modes = MODES.filter(({ fields }) => (fields as string[]).includes(name));
		expect([name, displayOptions?.show?.mode ?? []]).toEqual([
			name,
			modes.map(({ value }) => value),
		]);
	}
	const names = paginationFields.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(MODES.flatMap(({ fields }) => fields)));
});
