/** What the first page of a list says about others. */
import { type Pagination, readFirst, type ServiceResponse } from '../read';
import { A, B, inTurn, Response } from '../services';

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
	['one of two flags', 'yes', { hasMore: false, moreItems: true }],
	[
		'the flag beside the list rather than another',
		'no',
		{ list: undefined, hasMore: true, data: { list: [A, B], hasMore: false } },
	],
	['a larger total', 'yes', { total: 9 }],
	['a total of a full page, which it may count', 'maybe', { total: 2 }],
	['a total of a short page', 'no', { list: [A], total: 1 }],
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
	['the number of this page as the last', 'no', { lastPage: 1, page: 1 }],
	['a last page 0 of a full page 0', 'yes', { last: 0, page: 0 }],
	['a last page 0 of a short page 0', 'no', { list: [A], last: 0, page: 0 }],
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

it('A link to another host is an error at once', async () => {
	const service = inTurn([], { list: [A, B], next: 'https://evil.example' });
	expect(await readFirst(service, { pageSize: 2 })).toBe('nextElsewhere');
});
