import { isMode, modeOf, type Offer, readSettings } from '../../../../nodes/Contacts/list/modes';
import type { Pagination } from '../../../../nodes/Contacts/list/pagination';
import type { ListState } from '../../../../nodes/Contacts/list/state';
import { type Page, readPage } from '../../../../nodes/Contacts/response/readPage';
import { contactsOf, listRequest, listState, range } from './lists';

const list = contactsOf(50);
const { pagination } = listRequest();

function read(settings: Partial<Pagination>, body: object, headers: Record<string, string> = {}) {
	const answer = { status: 200, headers: new Headers(headers), body: { list, ...body } };
	return readSettings(readPage(answer, 'list') as Page, { ...pagination, ...settings });
}

describe('The field that the settings name offers', () => {
	const cursor = { mode: 'cursor', cursorField: 'c' } as const;
	const nextLink = { mode: 'nextLink', nextLinkField: 'n' } as const;

	it.each<[string, Partial<Pagination>, object, ListState['offered'], Record<string, string>?]>([
		['a text', cursor, { c: 'abc' }, 'abc'],
		['a number', cursor, { c: 7 }, 7],
		['a header', { ...cursor, cursorField: 'X-Cursor' }, {}, 'abc', { 'X-Cursor': 'abc' }],
		['nothing where it is missing', cursor, {}, undefined],
		['nothing where no header can have the name', { ...cursor, cursorField: 'a b' }, {}, undefined],
		['no value where it is empty', cursor, { c: '' }, null],
		['no value where it is 0', cursor, { c: '0' }, null],
		['what cannot be sent', cursor, { c: [1] }, false],
		[
			'a quantity, which leads to no page',
			{ ...cursor, cursorField: 'total' },
			{ total: 230 },
			false,
		],
		['nothing where a field about something else is false', cursor, { c: false }, undefined],
		[
			'no value where a field about pages is false',
			{ ...cursor, cursorField: 'next' },
			{ next: false },
			null,
		],
		['a link', nextLink, { n: '/2' }, '/2'],
		['a link in an object', nextLink, { n: { href: '/2' } }, '/2'],
		['the Link header', { mode: 'linkHeader' }, {}, '/2', { Link: '</2>; rel="next"' }],
		['no link on the last page', { mode: 'linkHeader' }, {}, null, { Link: '</1>; rel="prev"' }],
		['nothing without a Link header', { mode: 'linkHeader' }, {}, undefined],
		['nothing in a mode without a field', { mode: 'off' }, {}, undefined],
	])('%s', (_name, settings, body, offered, headers = {}) => {
		expect(read(settings, body, headers).offered).toEqual(offered);
	});
});

describe('The settings say what fields mean:', () => {
	const page = { mode: 'pageNumber' } as const;

	it.each<[string, Partial<Pagination>, object, string[]]>([
		['whether there is more', { ...page, hasMoreField: 'flag' }, { flag: 1 }, ['more flag=true']],
		[
			'that a flag is true on the last page',
			{ ...page, hasMoreField: 'flag', hasMoreOn: 'lastPage' },
			{ flag: 1 },
			['more flag=false'],
		],
		[
			'that by its name',
			{ ...page, hasMoreField: 'final' },
			{ final: 'no' },
			['more final=true', 'more final=true'],
		],
		[
			'that despite its name',
			{ ...page, hasMoreField: 'final', hasMoreOn: 'morePages' },
			{ final: 'no' },
			['more final=false', 'more final=true'],
		],
		['nothing where it is no flag', { ...page, hasMoreField: 'flag' }, { flag: 'x' }, []],
		['nothing in another mode', { hasMoreField: 'flag' }, { flag: true }, []],
		['the number of pages', { ...page, totalPagesField: 'n' }, { n: '5' }, ['pages n=5']],
		['no number of pages', { ...page, totalPagesField: 'n' }, { n: 0 }, []],
		[
			'the number of contacts, and nothing else does',
			{ totalField: 'n' },
			{ n: 230, total: 7, count: 8 },
			['total n=230'],
		],
		['no number of contacts', { totalField: 'n' }, { n: 49, total: 70 }, ['total total=70']],
		['that totals do not count', { checkTotal: false }, { total: 7, count: 8 }, []],
	])('%s', (_name, settings, body, expected) => {
		const signs = read(settings, body).signs.filter(
			({ meaning, name }) => meaning !== 'unread' && !(name === 'n' && meaning === 'count'),
		);
		expect(signs.map(({ meaning, name, value }) => `${meaning} ${name}=${String(value)}`)).toEqual(
			expected,
		);
	});

	it('and at most 40 signs are kept', () => {
		expect(
			read({}, Object.fromEntries(range(60).map((n) => [`next${n}`, 'abc1']))).signs,
		).toHaveLength(40);
	});
});

describe('By the settings, after a page follows', () => {
	const offer = (settings: Partial<Pagination>, state: Partial<ListState>): Offer =>
		modeOf(settings.mode!).offer!(listState(state), listRequest(settings));
	const echo = { meaning: 'page', name: 'page', value: 1, distance: 0 } as const;

	it.each<[string, Partial<Pagination>, Partial<ListState>, unknown]>([
		[
			'the cursor',
			{ mode: 'cursor' },
			{ offered: 'a' },
			{ kind: 'cursor', parameter: 'cursor', value: 'a', field: 'nextCursor' },
		],
		['nothing that is missing', { mode: 'cursor' }, {}, 'missing'],
		['nothing that is empty', { mode: 'cursor' }, { offered: null }, 'empty'],
		['nothing that cannot be sent', { mode: 'cursor' }, { offered: false }, 'malformed'],
		[
			'the last ID',
			{ mode: 'lastContact' },
			{ ids: { field: 'id', values: [49, 50] } },
			{ kind: 'lastContact', parameter: 'cursor', value: 50, field: 'id' },
		],
		['no ID', { mode: 'lastContact' }, {}, 'malformed'],
		[
			'the link',
			{ mode: 'nextLink' },
			{ offered: '?c' },
			{ kind: 'link', link: '/v1/contacts?c', field: 'next' },
		],
		['no link that is a number', { mode: 'nextLink' }, { offered: 7 }, 'malformed'],
		['no link that is none', { mode: 'nextLink' }, { offered: 'https://' }, 'malformed'],
		['no link elsewhere', { mode: 'nextLink' }, { offered: 'https://evil.example' }, 'elsewhere'],
		[
			'the link of the header',
			{ mode: 'linkHeader' },
			{ offered: '?c' },
			{ kind: 'link', link: '/v1/contacts?c', field: 'Link' },
		],
		['no link of the header', { mode: 'linkHeader' }, { offered: 'https://' }, 'malformed'],
		['nothing', { mode: 'off' }, {}, 'empty'],
		[
			'the next offset',
			{ mode: 'offset' },
			{},
			{ kind: 'offset', parameter: 'offset', value: 50, first: 0 },
		],
		[
			'the next page',
			{ mode: 'pageNumber', firstPage: 0 },
			{},
			{ kind: 'page', parameter: 'page', value: 1, first: 0 },
		],
		[
			'the next page, with its stated number',
			{ mode: 'pageNumber', firstPage: 0 },
			{ signs: [echo] },
			{ kind: 'page', parameter: 'page', value: 1, first: 0, echo: { name: 'page', lead: 1 } },
		],
		[
			'the next page, compared as the one before',
			{ mode: 'pageNumber' },
			{
				pages: 2,
				way: { kind: 'page', parameter: 'page', value: 2, first: 1, echo: { name: 'p', lead: 0 } },
			},
			{ kind: 'page', parameter: 'page', value: 3, first: 1, echo: { name: 'p', lead: 0 } },
		],
	])('%s', (_name, settings, state, expected) => {
		expect(offer(settings, state)).toEqual(expected);
	});
});

it('A mode is one of the form', () => {
	expect(['cursor', 'toString', ''].map(isMode)).toEqual([true, false, false]);
});
