import { adviceFor } from '../../../../nodes/Contacts/pagination/advice';
import { formatSuggestion } from '../../../../nodes/Contacts/pagination/paginationFields';
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

describe('Advice for a response', () => {
	it.each<[string, object, string[]]>([
		['suggests every mode when there are no signs', {}, ALWAYS],
		[
			'leaves Last Contact Field open when contacts have no ID',
			{ list: [{}] },
			['Page Number', 'Offset', 'Last Contact', 'Off'],
		],
		[
			'suggests an unread string as a cursor',
			{ scrollId: 'a' },
			["Cursor ('Cursor Field' scrollId)", ...ALWAYS],
		],
		[
			'suggests an unread number as a cursor',
			{ 'vid-offset': 7 },
			["Cursor ('Cursor Field' vid-offset)", ...ALWAYS],
		],
		[
			'suggests an unread link as the next link',
			{ load_more_from: '/x?y' },
			["Next Link ('Next Link Field' load_more_from)", ...ALWAYS],
		],
		[
			'suggests an unread flag as Has More Field',
			{ more_are_there: true },
			[...withMore('more_are_there'), 'Off'],
		],
		[
			'inverts an unread flag of the last page',
			{ page_final: true },
			[...withMore('!page_final'), 'Off'],
		],
		['fills in a known flag', { hasMore: true }, withMore('hasMore')],
		[
			'fills in a known cursor',
			{ meta: { next_cursor: 'a' }, has_more: true },
			[
				"Cursor ('Cursor Field' meta.next_cursor, 'Has More Field' has_more)",
				...withMore('has_more'),
			],
		],
		[
			'fills in a known number of pages',
			{ pageCount: 5 },
			["Page Number ('Total Pages Field' pageCount)", ...ALWAYS.slice(1)],
		],
		[
			'suggests the number of a first page above 1 as a cursor',
			{ page: 7 },
			["Cursor ('Cursor Field' page)", ...ALWAYS],
		],
	])('%s', (_name, body, expected) => {
		expect(suggestionsFor(body)).toEqual(expected);
	});

	it('does not suggest the number of a later page as a cursor', () => {
		expect(suggestionsFor({ page: 7 }, 7)).toEqual(ALWAYS);
	});

	it('has at most eight suggestions', () => {
		const tokens = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`next${n}`, 'a']));
		expect(suggestionsFor(tokens)).toHaveLength(8);
		expect(adviceFor(pageOf({ list, ...tokens })).unreadFields).toHaveLength(20);
	});
});
