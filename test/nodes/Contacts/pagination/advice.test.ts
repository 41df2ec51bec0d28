import { adviceFor, formatSuggestion } from '../../../../nodes/Contacts/pagination/advice';
import type { SuggestedSettings } from '../../../../nodes/Contacts/pagination/pagination';
import { pageOf } from './reading';

const list = [{ id: 1 }, { id: 2 }];

/** The suggestions for a response, as a person reads them. */
const suggestionsFor = (body: object, number = 1) =>
	adviceFor(pageOf({ list, ...body }, { number })).suggestions.map(formatSuggestion);

const ALWAYS = ['Page Number', 'Offset', "Last Contact ('Last Contact Field' id)", 'Off'];
const withMore = (field: string) => [
	`Page Number ('Has More Field' ${field})`,
	`Offset ('Has More Field' ${field})`,
	`Last Contact ('Last Contact Field' id, 'Has More Field' ${field})`,
];

describe('Of a response', () => {
	it.each<[string, object, string[]]>([
		['without signs every mode may fit', {}, ALWAYS],
		[
			'without an ID the field is left open',
			{ list: [{}] },
			['Page Number', 'Offset', 'Last Contact', 'Off'],
		],
		[
			'an unread text may be a cursor',
			{ scrollId: 'a' },
			["Cursor ('Cursor Field' scrollId)", ...ALWAYS],
		],
		[
			'an unread number may be one',
			{ 'vid-offset': 7 },
			["Cursor ('Cursor Field' vid-offset)", ...ALWAYS],
		],
		[
			'an unread link may be the next',
			{ load_more_from: '/x?y' },
			["Next Link ('Next Link Field' load_more_from)", ...ALWAYS],
		],
		[
			'an unread flag may say whether there is more',
			{ more_are_there: true },
			[...withMore('more_are_there'), 'Off'],
		],
		[
			'an unread flag of the last page is turned round',
			{ page_final: true },
			[...withMore('!page_final'), 'Off'],
		],
		['a flag that is known is used', { hasMore: true }, withMore('hasMore')],
		[
			'a cursor that is known is used',
			{ meta: { next_cursor: 'a' }, has_more: true },
			[
				"Cursor ('Cursor Field' meta.next_cursor, 'Has More Field' has_more)",
				...withMore('has_more'),
			],
		],
		[
			'a number of pages is used',
			{ pageCount: 5 },
			["Page Number ('Total Pages Field' pageCount)", ...ALWAYS.slice(1)],
		],
		[
			'a first page that is no position may be a cursor',
			{ page: 7 },
			["Cursor ('Cursor Field' page)", ...ALWAYS],
		],
	])('%s', (_name, body, expected) => {
		expect(suggestionsFor(body)).toEqual(expected);
	});

	it('that is not the first, the position is none', () => {
		expect(suggestionsFor({ page: 7 }, 7)).toEqual(ALWAYS);
	});

	it('with many fields, the first eight suggestions are given', () => {
		const tokens = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`next${n}`, 'a']));
		expect(suggestionsFor(tokens)).toHaveLength(8);
		expect(adviceFor(pageOf({ list, ...tokens })).unreadFields).toHaveLength(20);
	});
});

it.each<[SuggestedSettings, string]>([
	[{ mode: 'off' }, 'Off'],
	[{ mode: 'automatic', contactsField: 'data' }, 'Automatic'],
	[{ mode: 'pageNumber', pageParameter: null, firstPage: 0 }, "Page Number ('First Page' 0)"],
])('%j reads as %s', (settings, text) => {
	expect(formatSuggestion(settings)).toBe(text);
});
