/** What is requested after the first page, as the response or the settings say. */
import { type Pagination, readWhole } from '../read';
import { A, B, C, contactsOf, inTurn, type Page, pagedService, range, Response } from '../services';
import { offset, page as pageNumber, type Position } from '../world/positions';

const CURSOR = { mode: 'cursor', cursorField: 'c' } as const;
const NEXT_LINK = { mode: 'nextLink', nextLinkField: 'n' } as const;
const LINK_HEADER = { mode: 'linkHeader' } as const;
const BY_NUMBER = { mode: 'pageNumber' } as const;
const OFFSET = { mode: 'offset' } as const;

/** The query of the second request, or how the list ends without one. */
async function follow(
	fields: object,
	pagination: Partial<Pagination>,
	headers: Record<string, string> = {},
): Promise<string> {
	const first = new Response({ body: { list: [A, B], ...fields }, headers });
	const service = inTurn([A, B], first, ...range(30).map(() => ({ list: [C], nextCursor: null })));
	const { requests, reason, result } = await readWhole(service, { pageSize: 2, pagination });
	return requests[1] ?? reason ?? result;
}

describe('After the first page follows', () => {
	it.each<[string, object, string, Partial<Pagination>, Record<string, string>?]>([
		['a cursor', { c: 'abc' }, '?pageSize=2&cursor=abc', CURSOR],
		['a cursor that is a number', { c: 7 }, '?pageSize=2&cursor=7', CURSOR],
		[
			'a cursor of a header',
			{},
			'?pageSize=2&cursor=x',
			{ ...CURSOR, cursorField: 'X-C' },
			{ 'X-C': 'x' },
		],
		['the same page without a contact, where there is no cursor', {}, '?pageSize=1', CURSOR],
		['it where no header has the name', {}, '?pageSize=1', { ...CURSOR, cursorField: 'a b' }],
		['it where a flag is about something else', { c: false }, '?pageSize=1', CURSOR],
		['no cursor by a paging flag', { next: false }, 'whole', { ...CURSOR, cursorField: 'next' }],
		['no empty cursor', { c: '' }, 'whole', CURSOR],
		['no cursor of 0', { c: '0' }, 'whole', CURSOR],
		['no list as a cursor', { c: [1] }, 'nextMalformed', CURSOR],
		['no total as a cursor', { total: 9 }, 'nextMalformed', { ...CURSOR, cursorField: 'total' }],
		['a link', { n: '?p=2' }, '?p=2&pageSize=2', NEXT_LINK],
		['a link in an object', { n: { href: '?p=2' } }, '?p=2&pageSize=2', NEXT_LINK],
		['no link that is a number', { n: 7 }, 'nextMalformed', NEXT_LINK],
		['no link that is no URL', { n: 'https://' }, 'nextMalformed', NEXT_LINK],
		['no link to another host', { n: 'https://evil.example' }, 'nextElsewhere', NEXT_LINK],
		['the Link header', {}, '?p=2&pageSize=2', LINK_HEADER, { Link: '<?p=2>; rel="next"' }],
		['no other Link header', {}, 'whole', LINK_HEADER, { Link: '</1>; rel="prev"' }],
		['it without the Link header', {}, '?pageSize=1', LINK_HEADER],
		['no malformed one', {}, 'nextMalformed', LINK_HEADER, { Link: '<https://>; rel="next"' }],
		['the last contact but one, to overlap', {}, '?pageSize=2&cursor=a', { mode: 'lastContact' }],
		['an offset that overlaps', {}, '?pageSize=2&offset=1', OFFSET],
		['an offset after a stated one', { offset: 0 }, '?pageSize=2&offset=2', OFFSET],
		['an offset from 1', { total: 3 }, '?pageSize=2&offset=3', { ...OFFSET, firstOffset: 1 }],
		['the first page by its number', {}, '?pageSize=2&page=0', { ...BY_NUMBER, firstPage: 0 }],
		['page 2 after a stated page 1', { page: 1 }, '?pageSize=2&page=2', BY_NUMBER],
		['page 1 from 0', { page: 1 }, '?pageSize=2&page=1', { ...BY_NUMBER, firstPage: 0 }],
		['nothing', {}, 'whole', { mode: 'off' }],
		['a number of the next page', { nextPage: 2 }, '?pageSize=2&page=2', {}],
		['an offset of the next page', { nextOffset: 2 }, '?pageSize=2&offset=2', {}],
		[
			'a cursor with escapes',
			{ nextCursor: 'a&b=c \ud800' },
			'?pageSize=2&cursor=a%26b%3Dc+%EF%BF%BD',
			{},
		],
		['a link with a page size of its own', { next: '?pageSize=9&c=a' }, '?pageSize=9&c=a', {}],
		['a link to another path', { next: 'https://api.example.com/x?y' }, '?y=&pageSize=2', {}],
		['a link without its folder', { nextLink: 'contacts?s=2' }, '?s=2&pageSize=2', {}],
		['a link without its fragment', { next: '?page=2#top' }, '?page=2&pageSize=2', {}],
		...[
			'//evil.example',
			'/\\evil.example',
			'http://api.example.com/',
			'https://u:p@api.example.com/',
			'/v2/contacts',
		].map((next): [string, object, string, Partial<Pagination>] => [
			`only the query of ${next}`,
			{ next: `${next}?p=2` },
			'?p=2&pageSize=2',
			{},
		]),
	])('%s', async (_name, fields, expected, pagination, headers = {}) => {
		expect(await follow(fields, pagination, headers)).toBe(expected);
	});
});

describe('The pages that are certain to follow', () => {
	const byPage = pageNumber('page', 1);
	const byOffset = offset('offset', 0);

	const numbered = ({ number, total }: Page) => ({ page: number, total });

	it.each<[string, Position, (page: Page) => object, string[], Partial<Pagination>?, number?]>([
		['are those of a total', byPage, numbered, ['page=4', 'page=5']],
		[
			'are those of a number of pages',
			byPage,
			({ number, pages }) => ({ page: number, totalPages: pages }),
			['page=4', 'page=5'],
		],
		[
			'are asked for by offset',
			byOffset,
			({ start, total }) => ({ offset: start, total }),
			['offset=6', 'offset=8'],
		],
		['go up to the limit', byPage, numbered, ['page=4'], {}, 7],
		['are not known without an end', byPage, ({ number }) => ({ page: number }), []],
		[
			'are not known for links',
			byPage,
			({ nextLink, hasMore, total }) => ({ next: hasMore ? nextLink : null, total }),
			[],
		],
		['are known by the mode', byPage, ({ total }) => ({ total }), ['page=4', 'page=5'], BY_NUMBER],
	])('%s', async (_name, by, fields, expected, pagination = {}, limit = Infinity) => {
		const body = (page: Page) => ({ list: page.list, ...fields(page) });
		const service = pagedService({ contacts: contactsOf(9), by, body });
		const { result, upcoming } = await readWhole(service, { pageSize: 2, pagination, limit });
		expect(result).toBe('whole');
		expect(upcoming[2]).toEqual(expected.map((query) => `?pageSize=2&${query}`));
	});

	it('are 20 at most', async () => {
		const body = (page: Page) => ({ list: page.list, ...numbered(page) });
		const service = pagedService({ contacts: contactsOf(99), by: byPage, body });
		expect((await readWhole(service, { pageSize: 2 })).upcoming[2]).toHaveLength(20);
	});
});
