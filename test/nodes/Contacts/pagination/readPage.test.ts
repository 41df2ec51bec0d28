import type { ErrorReason } from '../../../../nodes/Contacts/errors';
import { Continuations } from '../../../../nodes/Contacts/pagination/continuation';
import type { Pagination } from '../../../../nodes/Contacts/pagination/pagination';
import { readPage } from '../../../../nodes/Contacts/pagination/readPage';
import { fetchFrom, LIST_URL, listRequest, OWNER, readPageByPage } from './pageByPage';

type Body = Record<string, unknown> | unknown[];

/** Answers requests with the bodies in turn; the last one is repeated. */
const inTurn = (...bodies: Body[]) => {
	let requests = 0;
	return fetchFrom(() => ({ body: bodies[Math.min(requests++, bodies.length - 1)] }));
};

const people = (first: number, count: number) =>
	Array.from({ length: count }, (_, n) => ({ id: first + n, name: `Contact ${first + n}` }));

/** Contacts without an ID, whose photo link changes with every response. */
let signatures = 0;
const unnamed = (first: number, count: number) =>
	Array.from({ length: count }, (_, n) => ({
		email: `contact${first + n}@example.com`,
		phone: `+1 ${first + n}`,
		city: n % 2 ? 'Oslo' : 'Bern',
		photo: `https://cdn.example.com/${signatures++}`,
	}));

const SIZE = 5;

async function read(fetchPage = inTurn([]), pagination: Partial<Pagination> = {}, size = SIZE) {
	return await readPageByPage(listRequest(size, pagination), fetchPage);
}

describe('Page by page', () => {
	it('a list comes whole and in order, with one request for each page', async () => {
		let requests = 0;
		const fetchPage = fetchFrom(({ url }) => {
			requests++;
			const page = Number(url.searchParams.get('page') ?? 1);
			return { body: { page, total: 23, contacts: people(5 * (page - 1), page < 5 ? 5 : 3) } };
		});
		const { contacts, pages, error } = await read(fetchPage);
		expect(error).toBeUndefined();
		expect(contacts).toEqual(people(0, 23));
		expect([pages, requests]).toEqual([5, 5]);
	});

	it('a continuation of a list of 90 pages has at most 2 KB', async () => {
		const cursor = 'c'.repeat(60);
		const fetchPage = fetchFrom(({ url }) => {
			const n = Number(url.searchParams.get('cursor')?.replace(cursor, '') ?? 0);
			return {
				body: { contacts: people(50 * n, 50), nextCursor: n < 89 ? cursor + (n + 1) : null },
			};
		});
		const { contacts, pages, error, continuations } = await read(fetchPage, {}, 50);
		expect(error).toBeUndefined();
		expect([contacts.length, pages]).toEqual([4_500, 90]);
		expect(Math.max(...continuations.map(({ length }) => length))).toBeLessThanOrEqual(2_048);
	});

	it('a list without contacts ends with its first page', async () => {
		expect(await read(inTurn({ contacts: [], total: 0 }))).toEqual({
			contacts: [],
			continuations: [],
			pages: 1,
		});
	});

	it('the same continuation gives the same page again', async () => {
		const fetchPage = fetchFrom(({ url }) => {
			const page = Number(url.searchParams.get('page') ?? 1);
			return { body: { page, totalPages: 3, contacts: people(5 * page, 5) } };
		});
		const request = listRequest(SIZE);
		const get = async (continuation: string) =>
			await readPage(request, fetchPage, new Continuations(request, OWNER), continuation);
		const { continuation } = await get('');
		const second = await get(continuation!);
		expect(second.contacts).toEqual(people(10, 5));
		expect(await get(continuation!)).toEqual(second);
	});

	it('empty pages in the middle of a list do not end it', async () => {
		const pages = Array.from({ length: 30 }, (_, n) => ({
			contacts: n % 9 === 0 ? people(n, 1) : [],
			nextCursor: n < 29 ? `c${n}` : null,
		}));
		const { contacts, pages: count, error } = await read(inTurn(...pages));
		expect(error).toBeUndefined();
		expect([contacts.length, count]).toEqual([4, 30]);
	});

	it.each([
		['with another path', '/services/data/v60/query/01g-2000', '/services/data/v60/query/01g-2000'],
		[
			'with a path that looks like a host',
			`https://api.example.com//evil.example/x`,
			'//evil.example/x',
		],
	])('a next link to the same host is followed: %s', async (_name, next, path) => {
		const requested: string[] = [];
		const respond = [
			{ contacts: people(0, 5), next },
			{ contacts: people(5, 5), next: null },
		];
		const { contacts, error } = await read(
			fetchFrom(({ url }) => {
				requested.push(url.href);
				return { body: respond[requested.length - 1] };
			}),
		);
		expect(error).toBeUndefined();
		expect(contacts).toEqual(people(0, 10));
		expect(requested[1]).toBe(`https://api.example.com${path}?pageSize=5`);
	});

	it('a next link to another host is an error at the page that has it', async () => {
		const { error, pages } = await read(
			inTurn({ contacts: people(0, 5), next: 'https://evil.example/v1/contacts?page=2' }),
		);
		expect([error!.reason, pages]).toEqual(['nextElsewhere', 0]);
	});
});

describe('A parameter that the first page does not name is guessed with the second:', () => {
	const service = (parameter: string) => {
		const requested: string[] = [];
		const fetchPage = fetchFrom(({ url }) => {
			requested.push(url.search);
			const start = Number(url.searchParams.get(parameter) ?? 0);
			return { headers: { 'X-Total-Count': '12' }, body: people(start, Math.min(5, 12 - start)) };
		});
		return { requested, fetchPage };
	};

	it('the guess that worked is used from then on', async () => {
		const { requested, fetchPage } = service('skip');
		const { contacts, error } = await read(fetchPage);
		expect(error).toBeUndefined();
		expect(contacts).toEqual(people(0, 12));
		expect(requested).toEqual([
			'?pageSize=5',
			'?pageSize=5&page=1',
			'?pageSize=5&page=2',
			'?pageSize=5&offset=5',
			'?pageSize=5&skip=5',
			'?pageSize=5&skip=10',
		]);
	});

	it('the settings are returned once', async () => {
		const { fetchPage } = service('skip');
		const request = listRequest(SIZE);
		const continuations = new Continuations(request, OWNER);
		const first = await readPage(request, fetchPage, continuations, '');
		expect(first.detectedSettings).toBeUndefined();
		const second = await readPage(request, fetchPage, continuations, first.continuation!);
		expect(second.detectedSettings).toEqual({
			mode: 'offset',
			offsetParameter: 'skip',
			firstOffset: 0,
		});
		const third = await readPage(request, fetchPage, continuations, second.continuation!);
		expect(third.detectedSettings).toBeUndefined();
	});

	it('an error says that no guess worked', async () => {
		const { fetchPage, requested } = service('somethingElse');
		const { error, pages } = await read(fetchPage);
		expect([error!.reason, pages]).toEqual(['nextUnknown', 1]);
		expect(requested.length).toBeLessThanOrEqual(17);
	});
});

describe('A list is checked across the calls for its pages:', () => {
	const byLink = (...lists: unknown[][]) =>
		inTurn(...lists.map((contacts, n) => ({ contacts, next: `?page=${n + 2}` })));

	it.each<[string, () => ReturnType<typeof inTurn>, ErrorReason, number, number]>([
		[
			'fewer contacts than any page stated',
			() =>
				inTurn(
					{ contacts: people(0, 5), total: 12, nextCursor: 'a' },
					{ contacts: people(5, 5), total: 11, nextCursor: null },
				),
			'totalDiffers',
			1,
			SIZE,
		],
		[
			'more contacts than any page stated',
			() =>
				inTurn(
					{ contacts: people(0, 5), total: 7, nextCursor: 'a' },
					{ contacts: people(5, 5), total: 6, nextCursor: 'b' },
				),
			'totalDiffers',
			1,
			SIZE,
		],
		[
			'a page that states another position',
			() =>
				inTurn(
					{ contacts: people(0, 5), page: 1, totalPages: 4 },
					{ contacts: people(5, 5), page: 2, totalPages: 4 },
					{ contacts: people(15, 5), page: 4, totalPages: 4 },
				),
			'positionUnexpected',
			2,
			SIZE,
		],
		[
			'the same page under changing links',
			() => byLink(people(0, 5), people(0, 5)),
			'pageRepeated',
			1,
			SIZE,
		],
		[
			'the same large page under changing links',
			() => byLink(people(0, 100), people(0, 100)),
			'pageRepeated',
			1,
			100,
		],
		[
			'the same page without IDs, with other signatures',
			() => byLink(unnamed(0, 5), unnamed(0, 5)),
			'pageRepeated',
			1,
			SIZE,
		],
		[
			'the same page of one contact',
			() => byLink([{ email: 'a@example.com' }], [{ email: 'a@example.com' }]),
			'pageRepeated',
			1,
			1,
		],
		[
			'pages that shift by two contacts',
			() => byLink(people(0, 50), people(50, 50), people(98, 50)),
			'contactsRepeated',
			2,
			50,
		],
		[
			'a repetition of a much earlier page',
			() => byLink(...Array.from({ length: 20 }, (_, n) => people(50 * n, 50)), people(0, 50)),
			'pageRepeated',
			20,
			50,
		],
		[
			'a circle of links',
			() =>
				inTurn(
					{ contacts: people(0, 5), next: '?page=2' },
					{ contacts: people(5, 5), next: '?page=3' },
					{ contacts: people(10, 5), next: '?page=2' },
				),
			'nextRepeated',
			3,
			SIZE,
		],
		[
			'empty pages without an end',
			() => byLink(...Array.from({ length: 30 }, () => [])),
			'tooManyEmptyPages',
			9,
			SIZE,
		],
		[
			'a list that is elsewhere',
			() => inTurn({ data: { contacts: people(0, 5) }, next: '?page=2' }, { people: people(5, 5) }),
			'listMoved',
			1,
			SIZE,
		],
		[
			'a failed page with status 200',
			() => inTurn({ contacts: people(0, 5), nextCursor: 'a' }, { success: false, contacts: [] }),
			'failedWithSuccess',
			1,
			SIZE,
		],
	])('%s is an error', async (_name, service, reason, pages, size) => {
		const outcome = await read(service(), {}, size);
		expect(outcome.error?.reason).toBe(reason);
		expect(outcome.pages).toBe(pages);
	});

	it('a total within the range of the stated ones is accepted', async () => {
		const { error, contacts } = await read(
			inTurn(
				{ contacts: people(0, 5), total: 12, nextCursor: 'a' },
				{ contacts: people(5, 5), total: 10, nextCursor: 'b' },
				{ contacts: people(10, 1), total: 10, nextCursor: null },
			),
		);
		expect(error).toBeUndefined();
		expect(contacts).toHaveLength(11);
	});

	it('with Check Repeats off, repeated contacts are accepted, but a repeated page is not', async () => {
		const pages = [people(0, 50), people(40, 50), people(40, 50)];
		const outcome = await read(byLink(...pages), { checkRepeats: false }, 50);
		expect(outcome.pages).toBe(2);
		expect(outcome.error!.reason).toBe('pageRepeated');
	});

	it('different pages without IDs are accepted', async () => {
		const pages = Array.from({ length: 6 }, (_, n) => ({
			contacts: unnamed(5 * n, 5),
			nextCursor: n < 5 ? `c${n}` : null,
		}));
		const { error, contacts } = await read(inTurn(...pages));
		expect(error).toBeUndefined();
		expect(contacts).toHaveLength(30);
	});

	it('the first page with contacts decides whether they have IDs', async () => {
		const { error } = await read(
			byLink([], [{ name: 'a' }, { name: 'b' }], [{ id: 1, name: 'c' }, { name: 'a' }]),
		);
		expect(error!.reason).toBe('contactsRepeated');
	});

	it.each<[string, Partial<Pagination>, (page: number) => string]>([
		['page numbers', { mode: 'pageNumber', firstPage: 0 }, (page) => `page=${page}`],
		['offsets', { mode: 'offset', firstOffset: 1 }, (page) => `offset=${5 * page + 1}`],
		['the last contact', { mode: 'lastContact' }, (page) => `cursor=${5 * page - 1}`],
	])('configured %s are counted', async (_name, pagination, query) => {
		const requested: string[] = [];
		const { error } = await read(
			fetchFrom(({ url }) => {
				const page = requested.push(url.href) - 1;
				return { body: page < 3 ? people(5 * page, 5) : [] };
			}),
			pagination,
		);
		expect(error).toBeUndefined();
		expect(requested.slice(1)).toEqual(
			[1, 2, 3].map((page) => `${LIST_URL}?pageSize=5&${query(page)}`),
		);
	});
});
