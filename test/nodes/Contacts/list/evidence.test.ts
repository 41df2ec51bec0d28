/** What a page of a list says about others. */
import {
	isFull,
	isShort,
	saysMore,
	totalNamesOf,
	weigh,
} from '../../../../nodes/Contacts/list/evidence';
import type { ListState, Way } from '../../../../nodes/Contacts/list/state';
import { listRequest, type Pagination, readFirst, type ServiceResponse } from '../read';
import { A, B, inTurn, Response } from '../services';
import { listState, REQUEST, sign } from './lists';

const PAGE_NUMBER = { mode: 'pageNumber' } as const;

type Row = [
	name: string,
	says: 'yes' | 'no' | 'maybe',
	fields: object,
	pagination?: Partial<Pagination>,
	response?: ServiceResponse,
];

it.each<Row>([
	['a full page alone', 'maybe', {}],
	['a short page alone', 'no', { list: [A] }],
	['a cursor', 'yes', { nextCursor: 'x' }],
	['an empty cursor', 'no', { nextCursor: null }],
	['a link', 'yes', { next: '?2' }],
	['the number of the next page', 'yes', { nextPage: 2 }],
	['a flag', 'yes', { hasMore: true }],
	['a flag that is false', 'no', { hasMore: false }],
	['a false flag in a copy of the request', 'maybe', { query: { hasMore: false } }],
	[
		'the flag beside the list rather than another',
		'no',
		{ list: undefined, hasMore: true, data: { list: [A, B], hasMore: false } },
	],
	['a larger total', 'yes', { total: 9 }],
	['a total of a full page, which it may count', 'maybe', { total: 2 }],
	['a total of a short page beside a cursor', 'yes', { list: [A], total: 1, nextCursor: 'x' }],
	['a total that is too small', 'maybe', { total: 1 }],
	['a total of 0', 'no', { list: [], total: 0 }],
	['a total of 0 beside a number of something else', 'no', { list: [], total: 0, count: 9 }],
	['a total that is a minimum', 'maybe', { total: { value: 2, relation: 'gte' } }],
	['a larger minimum', 'yes', { total: { value: 9, relation: 'gte' } }],
	['a count of more than the page', 'yes', { count: 9 }],
	['a count of the page', 'maybe', { count: 2 }],
	['a number of pages', 'yes', { totalPages: 3 }],
	['a single page', 'no', { totalPages: 1 }],
	['no pages, despite contacts', 'maybe', { totalPages: 0 }],
	['no pages', 'no', { list: [], totalPages: 0 }],
	['the number of the last page', 'yes', { lastPage: 3, page: 1 }],
	['a last page 0 of a full page 0', 'yes', { last: 0, page: 0 }],
	['a last page 0 of page 1, which is a flag', 'yes', { last: 0, page: 1 }],
	['what remains', 'yes', { remaining: 7 }],
	['nothing that remains', 'no', { remaining: 0 }],
	['Partial Content', 'yes', {}, {}, { status: 206 }],
	['a flag beside Partial Content', 'no', { hasMore: false }, {}, { status: 206 }],
	['Has More Field', 'yes', { flag: 1 }, { ...PAGE_NUMBER, hasMoreField: 'flag' }],
	[
		'Has More Field, on the last page',
		'no',
		{ flag: 1 },
		{ ...PAGE_NUMBER, hasMoreField: 'flag', hasMoreOn: 'lastPage' },
	],
	[
		'Has More Field, on the last page by its name',
		'yes',
		{ final: 'no' },
		{ ...PAGE_NUMBER, hasMoreField: 'final' },
	],
	['Has More Field that is no flag', 'maybe', { a: 'x' }, { ...PAGE_NUMBER, hasMoreField: 'a' }],
	['Has More Field of another mode', 'maybe', { a: false }, { hasMoreField: 'a' }],
	['Total Pages Field', 'yes', { n: '5' }, { ...PAGE_NUMBER, totalPagesField: 'n' }],
	['Total Pages Field without pages', 'maybe', { n: 0 }, { ...PAGE_NUMBER, totalPagesField: 'n' }],
	['Total Field rather than another', 'yes', { n: 9, total: 2 }, { totalField: 'n' }],
	['a total, where Total Field is too small', 'yes', { n: 1, total: 9 }, { totalField: 'n' }],
	['a total, without Check Total', 'maybe', { total: 9 }, { checkTotal: false }],
])(
	'Whether there is more, by %s: %s',
	async (_name, says, fields, pagination = {}, response = {}) => {
		const body = { list: [A, B], ...fields };
		const service = inTurn([], new Response({ body, ...response }));
		expect(await readFirst(service, { pageSize: 2, pagination })).toBe(says);
	},
);

it('A page of a common size may be cut', async () => {
	const list = Array.from({ length: 100 }, (_, id) => ({ id }));
	expect(await readFirst(inTurn([], list), { pageSize: 500 })).toBe('maybe');
	expect(await readFirst(inTurn([], list.slice(1)), { pageSize: 500 })).toBe('no');
});

const OFFSET: Way = { kind: 'offset', parameter: 'offset', value: 50, first: 0 };
const LAST: Way = { kind: 'lastContact', parameter: 'after', value: 50, field: 'id' };
const SECOND = { pages: 2, received: 100 };
const SHORT = { received: 7, count: 7, firstCount: 7 };
const total = (value: number, more = {}) => sign('total', 'total', value, more);
const count = (value: number) => [sign('count', 'n', value)];
const pages = (value: number) => [sign('pages', 'totalPages', value)];
const lastPage = (value: number, ...others: ListState['signs']) => [
	sign('lastPage', 'lastPage', value),
	...others,
];
const paging = sign('unread', 'a', 'x', { isPaging: true });
const page = (value: number) => sign('page', 'page', value);

it.each<[string, Partial<ListState>, Partial<Pagination>?]>([
	['more', { way: OFFSET, ...SECOND, signs: pages(3) }],
	['more', { way: LAST, ...SECOND, signs: pages(3) }],
	['more', { way: OFFSET, pages: 2, received: 70, count: 50, signs: pages(2) }],
	['end', { way: OFFSET, pages: 2, received: 70, count: 20, signs: pages(2) }],
	['end', { way: OFFSET, ...SECOND, signs: pages(2) }],
	['more', { way: OFFSET, pages: 3, received: 100, count: 20, signs: pages(3) }],
	['end', { ...SECOND, signs: pages(2) }],
	['', { ...SECOND, signs: pages(1) }],
	['end', { received: 0, count: 0, pages: 2, signs: pages(1) }],
	['more', { signs: lastPage(3) }],
	['end', { ...SECOND, signs: lastPage(2) }],
	['more', { ...SECOND, signs: lastPage(2, page(1)) }],
	['end', { ...SECOND, signs: lastPage(2, page(2)) }],
	['end', { ...SHORT, received: 0, signs: lastPage(0, page(0)) }],
	['more', { ...SHORT, signs: lastPage(0, page(1)) }],
	['', { ...SHORT, signs: lastPage(0, page(0)) }],
	['more', { signs: lastPage(0) }],
	['', { signs: [sign('remaining', 'left', 0, { isFar: true })] }],
	['', { received: 0, count: 0, signs: [sign('remaining', 'left', 7)] }],
	['end', { ...SECOND, signs: [total(100)] }],
	['', { ...SECOND, signs: [total(100, { isFar: true })] }],
	['', { ...SECOND, signs: [total(99)] }],
	['more', { ...SECOND, signs: [total(100), sign('more', 'hasMore', true)] }],
	['more', { ...SECOND, signs: [total(50, { isMinimum: true }), total(101)] }],
	['', { received: 50, signs: [total(50)] }],
	['end', { ...SHORT, signs: [total(7)] }],
	['', { ...SHORT, signs: [total(7)] }, { mode: 'offset' }],
	['', { ...SHORT, offered: 'x', signs: [total(7)] }, { mode: 'cursor' }],
	['', { ...SHORT, signs: [total(7), sign('link', 'next', '/')] }],
	['', { ...SHORT, signs: [total(7), sign('cursor', 'next', 'x')] }],
	['', { ...SHORT, signs: [total(7), sign('nextPage', 'next', 2)] }],
	['', { ...SHORT, signs: [total(7), sign('nextOffset', 'next', 2)] }],
	['', { ...SHORT, signs: [total(7), paging, sign('unread', 'b', 'x')] }],
	['end', { ...SHORT, signs: [total(7), sign('unread', 'a', 'x')] }],
	['end', { received: 0, count: 0, firstCount: 0, signs: [total(0), total(9)] }],
	['more', { received: 0, count: 0, firstCount: 0, signs: [total(9)] }],
	['more', { ...SECOND, signs: count(120), totalNames: ['n'] }],
	['', { ...SECOND, signs: count(120) }],
	['', { signs: [sign('more', 'far', false, { isFar: true })] }],
	['more', { signs: [sign('more', 'a', false), sign('more', 'b', true)] }],
	['end', { signs: [sign('more', 'a', false), sign('more', 'b', true, { distance: 1 })] }],
	['more', { signs: [sign('more', 'set', true, { distance: -1 })] }],
	['more', { signs: [sign('more', 'status 206', true)] }],
])('Weighs as %j: %j', (says, state, pagination = {}) => {
	const request = listRequest({ pageSize: 50, pagination });
	const { isMore, isEnd } = weigh(listState(state), request);
	expect({ isMore, isEnd }).toEqual({ isMore: says === 'more', isEnd: says === 'end' });
});

it('States a total and a number of pages that are exact', () => {
	const signs = [
		total(300, { isMinimum: true }),
		total(200, { isFar: true }),
		total(120),
		...pages(3),
	];
	expect(weigh(listState({ signs }), REQUEST)).toMatchObject({ total: 120, pages: 3 });
	expect(
		weigh(listState({ signs: [...signs, sign('more', 'hasMore', false)] }), REQUEST).flag,
	).toBe(false);
});

it.each<[Partial<ListState>, full: boolean, short: boolean]>([
	[{}, true, false],
	[SHORT, false, false],
	[{ ...SHORT, count: 20 }, true, false],
	[{ count: 0 }, false, true],
	[SECOND, true, false],
	[{ ...SECOND, count: 49 }, false, true],
	[{ ...SECOND, count: 51 }, true, false],
	[{ count: 49, firstCount: 50 }, false, false],
])('Takes %j for full: %j, short: %j', (state, full, short) => {
	expect([isFull(listState(state), REQUEST), isShort(listState(state))]).toEqual([full, short]);
});

it.each(['link', 'cursor', 'nextPage', 'nextOffset'] as const)('Says more by a %s', (meaning) => {
	expect(saysMore(listState({ signs: [sign(meaning, 'next', 2)] }), REQUEST)).toBe(true);
});

it('Takes a count for that of the list only where it cannot be that of the page', () => {
	const signs = [
		...count(60),
		...['pageCount', 'countOnPage', 'length'].map((name) => sign('count', name, 60)),
	];
	expect(totalNamesOf([...signs, total(60)], 10, 50)).toEqual(['n']);
	expect(totalNamesOf(signs, 60, 50)).toEqual([]);
	expect(totalNamesOf(signs, 10, 60)).toEqual([]);
});
