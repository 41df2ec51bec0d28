/** What is requested after the first page, as the response or the settings say. */
import { type Pagination, type Read, readFirst, reads, readWhole } from '../read';
import { A, B, C, contactsOf, inTurn, type Page, pagedService, range, Response } from '../services';
import { cursor, offset, page as pageNumber, type Position } from '../world/positions';

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
			{ ...CURSOR, cursorField: 'x-c' },
			{ 'X-C': 'x' },
		],
		['the same page without a contact, where there is no cursor', {}, '?pageSize=1', CURSOR],
		['nothing where the cursor is empty', { c: '' }, 'whole', CURSOR],
		['nothing where the cursor is false', { c: false }, 'whole', CURSOR],
		['no total as a cursor', { total: 9 }, 'nextMalformed', { ...CURSOR, cursorField: 'total' }],
		['a link', { n: '?p=2' }, '?p=2&pageSize=2', NEXT_LINK],
		['a link in an object', { n: { href: '?p=2' } }, '?p=2&pageSize=2', NEXT_LINK],
		['no link that is a number', { n: 7 }, 'nextMalformed', NEXT_LINK],
		['no link that is no URL', { n: 'https://' }, 'nextMalformed', NEXT_LINK],
		['no link to another host', { n: 'https://evil.example' }, 'nextElsewhere', NEXT_LINK],
		['the Link header', {}, '?p=2&pageSize=2', LINK_HEADER, { Link: '<?p=2>; rel="next"' }],
		['no other Link header', {}, 'whole', LINK_HEADER, { Link: '</1>; rel="prev"' }],
		['the same page without a contact, without a Link header', {}, '?pageSize=1', LINK_HEADER],
		['no malformed one', {}, 'nextMalformed', LINK_HEADER, { Link: '<https://>; rel="next"' }],
		['the last contact but one, to overlap', {}, '?pageSize=2&cursor=a', { mode: 'lastContact' }],
		[
			'the last contact, where pages include it',
			{},
			'?pageSize=2&cursor=b',
			{ mode: 'lastContact', isInclusive: true },
		],
		['an offset that overlaps', {}, '?pageSize=2&offset=1', OFFSET],
		['an offset from 1', { total: 3 }, '?pageSize=2&offset=2', { ...OFFSET, firstOffset: 1 }],
		['page 2', {}, '?pageSize=1&page=2', BY_NUMBER],
		['page 1 from 0', {}, '?pageSize=1&page=1', { ...BY_NUMBER, firstPage: 0 }],
		['nothing', {}, 'whole', { mode: 'off' }],
		[
			'a cursor with escapes',
			{ c: 'a&b=c \ud800' },
			'?pageSize=2&cursor=a%26b%3Dc+%EF%BF%BD',
			CURSOR,
		],
		['a link with a page size of its own', { next: '?pageSize=9&c=a' }, '?pageSize=9&c=a', {}],
		['no address that is no URL', { next: 'https://' }, '?pageSize=1', {}],
		['a link without its fragment', { next: '?page=2#top' }, '?page=2&pageSize=2', {}],
	])('%s', async (_name, fields, expected, pagination, headers = {}) => {
		expect(await follow(fields, pagination, headers)).toBe(expected);
	});

	it.each([
		'//evil.example',
		'/\\evil.example',
		'http://api.example.com/',
		'https://u:p@api.example.com/',
		'/v2/contacts',
	])('at most the query of %s', async (address) => {
		const contacts = contactsOf(90);
		const body = ({ list, hasMore, number }: Page) => ({
			list,
			next: hasMore ? `${address}?page=${number + 1}` : null,
		});
		const service = pagedService({ contacts, by: pageNumber('page', 1), body });
		const { result, requests } = await readWhole(service, { pageSize: 20 });
		expect(result).toBe('whole');
		expect(requests.at(-1)).toBe('?page=5&pageSize=19');
	});
});

describe('The pages that are certain to follow', () => {
	const byPage = pageNumber('page', 1);
	const byOffset = offset('offset', 0);
	const total = ({ total: count }: Page) => ({ total: count });

	it.each<[string, Position, (page: Page) => object, string[], Partial<Pagination>, number?]>([
		['are asked for by offset', byOffset, total, ['offset=2', 'offset=3', 'offset=4'], OFFSET],
		['go up to the limit', byOffset, total, ['offset=2', 'offset=3'], OFFSET, 5],
		['are not known without a total', byPage, () => ({}), [], BY_NUMBER],
		[
			'are not known for links',
			byPage,
			({ nextLink = null, ...page }) => ({ next: nextLink, ...total(page as Page) }),
			[],
			{ mode: 'nextLink' },
		],
	])('%s', async (_name, by, fields, expected, pagination, limit = Infinity) => {
		const body = (page: Page) => ({ list: page.list, ...fields(page) });
		const service = pagedService({ contacts: contactsOf(9), by, body });
		const { result, upcoming } = await readWhole(service, { pageSize: 2, pagination, limit });
		expect(result).toBe('whole');
		expect(upcoming[1]!.slice(0, 3)).toEqual(expected.map((query) => `?pageSize=2&${query}`));
	});

	it.each([
		['total', total],
		['number of pages', ({ pages }: Page) => ({ totalPages: pages })],
	])('are 20 at most, by a %s', async (_name, fields) => {
		const body = (page: Page) => ({ list: page.list, ...fields(page) });
		const service = pagedService({ contacts: contactsOf(99), by: byPage, body });
		const { requests, upcoming } = await readWhole(service, { pageSize: 3, pagination: BY_NUMBER });
		// The second page is the answer to a question, so that the pages after it are known with the third.
		expect(requests[2]).toBe('?pageSize=2&page=3');
		expect(upcoming[2]).toHaveLength(20);
	});
});

describe("'Has More Field' ends the list, whatever else is said:", () => {
	it.each<[string, (page: Page) => object, Partial<Pagination>]>([
		['a flag', ({ hasMore }) => ({ flag: hasMore }), {}],
		['a flag as text', ({ hasMore }) => ({ flag: hasMore ? 'yes' : 'no' }), {}],
		[
			'a flag that is true on the last page',
			({ hasMore }) => ({ flag: !hasMore }),
			{ hasMoreOn: 'lastPage' },
		],
		[
			'one that is, by its name',
			({ hasMore }) => ({ isFinished: !hasMore }),
			{ hasMoreField: 'isFinished' },
		],
	])('%s', async (_name, fields, settings) => {
		for (const [mode, by] of [
			['pageNumber', pageNumber('page', 1)],
			['offset', offset('offset', 0)],
		] as const) {
			const body = (page: Page) => ({ list: page.list, ...fields(page) });
			const service = pagedService({ contacts: contactsOf(60), by, body });
			const pagination = { mode, hasMoreField: 'flag', ...settings };
			for (const read of Object.keys(reads) as Read[]) {
				const { result, requests } = await reads[read](service, { pageSize: 20, pagination });
				expect([read, result]).toEqual([read, 'whole']);
				// From the second page on, a page has 19 contacts, or 19 new ones.
				expect(requests.length).toBeLessThanOrEqual(5);
			}
		}
	});
});

describe('A list as long as its first page, which lacks what the settings name, is whole:', () => {
	it.each<[string, Partial<Pagination>, (page: Page) => object]>([
		['a cursor', { mode: 'cursor' }, ({ next }) => ({ nextCursor: next })],
		['a link', { mode: 'nextLink' }, ({ nextLink }) => ({ next: nextLink })],
	])('%s', async (_name, pagination, fields) => {
		const by = cursor('cursor');
		const body = (page: Page) => ({ list: page.list, ...fields(page) });
		const service = pagedService({ contacts: contactsOf(20), by, body });
		for (const read of Object.keys(reads) as Read[]) {
			const { result } = await reads[read](service, { pageSize: 20, pagination });
			expect([read, result]).toEqual([read, 'whole']);
		}
	});
});

it('drops the contact with which each page starts, where a cursor is inclusive', async () => {
	const pagination = { ...CURSOR, isInclusive: true } as const;
	const pages = [
		{ list: [A, B], c: 'b' },
		{ list: [B, C], c: null },
	];
	const { result } = await readWhole(inTurn([A, B, C], ...pages), { pageSize: 2, pagination });
	expect(result).toBe('whole');
});

describe('Contacts Field', () => {
	const body = {
		result: { people: contactsOf(7), edges: contactsOf(7).map((node) => ({ node })) },
	};

	it.each<[string, unknown, string]>([
		['result.people', body, 'whole'],
		['result.edges[].node', body, 'whole'],
		['[].node', body.result.edges, 'whole'],
		['people', body, 'notAListAt'],
		['result.contacts', body, 'notAListAt'],
		['result', body, 'notAListAt'],
		['people', { people: null }, 'partial'],
	])('%s: %3$s', async (contactsField, answer, expected) => {
		const service = { contacts: contactsOf(7), respond: () => ({ body: answer }) };
		const { result, reason } = await readWhole(service, { pageSize: 50, contactsField });
		expect(reason ?? result).toBe(expected);
	});
});

it.each<[string, 'yes' | 'no' | 'maybe', object]>([
	['a full page alone', 'maybe', {}],
	['a short page alone', 'no', { list: [A] }],
	['a cursor', 'yes', { nextCursor: 'x' }],
	['an empty cursor', 'no', { nextCursor: null }],
	['a link', 'yes', { next: '?2' }],
	['a flag', 'yes', { hasMore: true }],
	['a flag that is false', 'no', { hasMore: false }],
	['a larger total', 'yes', { total: 9 }],
	['a total of 0', 'no', { list: [], total: 0 }],
	['a number of pages', 'yes', { totalPages: 3 }],
])('Of one page, List says by %s whether there is more: %s', async (_name, says, fields) => {
	const answer = { list: [A, B], ...fields };
	expect(await readFirst(inTurn([], answer, answer), { pageSize: 2 })).toBe(says);
});
