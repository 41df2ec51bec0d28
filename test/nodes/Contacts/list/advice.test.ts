import { adviceFor, formatSuggestion } from '../../../../nodes/Contacts/list/advice';
import {
	paginationFields,
	type SuggestedSettings,
} from '../../../../nodes/Contacts/list/pagination';
import { listRequest, type ServiceResponse, takeFirstStep } from '../read';
import { A, B, range } from '../services';

/** The advice after a first page with the fields beside its list. */
const adviceAfter = (fields: object, response: ServiceResponse) =>
	adviceFor(
		takeFirstStep({ body: { list: [A, B], ...fields }, ...response }).state,
		listRequest({ pageSize: 50 }),
	);

const ALWAYS = ['Page Number', 'Offset', "Last Contact ('Last Contact Field' id)", 'Off'];
const withMore = (field: string) => [
	`Page Number ('Has More Field' ${field})`,
	`Offset ('Has More Field' ${field})`,
	`Last Contact ('Last Contact Field' id, 'Has More Field' ${field})`,
];

describe('The settings to try', () => {
	it.each<[string, object, string[], ServiceResponse?]>([
		['are all without signs', {}, ALWAYS],
		[
			'leave the last contact open',
			{ list: [{ name: 'Ada' }] },
			['Page Number', 'Offset', 'Last Contact', 'Off'],
		],
		[
			'take opaque texts and numbers as cursors',
			{ afterKey: 7, pageKey: 'b3BhcXVl20' },
			["Cursor ('Cursor Field' afterKey)", "Cursor ('Cursor Field' pageKey)", ...ALWAYS],
		],
		['take a link', { apiKey: '/x?y' }, ["Next Link ('Next Link Field' apiKey)", ...ALWAYS]],
		['take no unread flag', { pageKey: true }, ALWAYS],
		['take a flag', { hasMore: true }, withMore('hasMore')],
		['take one of the last page', { isLast: true }, [...withMore('isLast'), 'Off']],
		['take no status as a field', {}, ALWAYS, { status: 206 }],
		['take a number of pages no longer', { pageCount: 5 }, ALWAYS],
		[
			'take a position above 1 on the first page as a cursor',
			{ page: 7, offset: 1 },
			["Cursor ('Cursor Field' page)", ...ALWAYS],
		],
	])('%s', (_name, fields, expected, response = {}) => {
		expect(adviceAfter(fields, response).suggestions.map(formatSuggestion)).toEqual(expected);
	});

	it('are at most eight, of at most 20 unread fields', () => {
		const names = range(30).map((n) => `page_${'id_'.repeat(n + 1)}key`);
		const unread = names.map((name) => [name, 'b3BhcXVl20']);
		const { suggestions, unreadFields } = adviceAfter(Object.fromEntries(unread) as object, {});
		expect(suggestions).toHaveLength(8);
		expect(unreadFields).toEqual(names.slice(0, 20));
	});
});

it.each<[SuggestedSettings, string]>([
	[{ mode: 'automatic', contactsField: 'data' }, 'Automatic'],
	[{ mode: 'pageNumber', pageParameter: null, hasMoreField: '' }, 'Page Number'],
])('%j reads %s', (settings, text) => {
	expect(formatSuggestion(settings)).toBe(text);
});

it.each<[mode: string, settings: string[]]>([
	['automatic', []],
	['cursor', ['cursorField', 'cursorParameter', 'hasMoreField', 'hasMoreOn', 'isInclusive']],
	[
		'lastContact',
		['lastContactField', 'cursorParameter', 'hasMoreField', 'hasMoreOn', 'isInclusive'],
	],
	['linkHeader', []],
	['nextLink', ['nextLinkField']],
	['off', []],
	['offset', ['offsetParameter', 'firstOffset', 'hasMoreField', 'hasMoreOn']],
	['pageNumber', ['pageParameter', 'firstPage', 'hasMoreField', 'hasMoreOn']],
])('The form has the settings of the mode %s, and no others', (mode, settings) => {
	const shown = paginationFields.filter(({ displayOptions }) =>
		displayOptions?.show?.mode?.includes(mode),
	);
	expect(shown.map(({ name }) => name)).toEqual(settings);
});
