/**
 * Settings that are right, wrong or contradicted by the response. A list is read whole, or ends in an
 * error: nothing that a person sets leads to a part of a list without a word.
 */
import { type Contact, type Pagination, reads, type Service } from '../read';
import { cursor, offset, page as pageNumber, type Position } from '../world/positions';
import { A, B, contactsOf, inTurn, type Page, pagedService, range } from '../services';

type Settings = Partial<Pagination>;

type Fields = (page: Page) => Record<string, unknown>;

type Row = [
	name: string,
	/** `safe` is the whole list or an error. */
	expected: 'whole' | 'safe' | 'error',
	service: () => Service,
	settings?: Settings,
	pageSize?: number,
];

const BY_PAGE = pageNumber('page', 1);
const BY_OFFSET = offset('offset', 0);
const BY_CURSOR = cursor('cursor');

/** 230 contacts or the given ones, with the fields beside them. */
const listBy =
	(by: Position, fields: Fields = () => ({}), contacts = contactsOf(230), rest: object = {}) =>
	() =>
		pagedService({
			contacts,
			by,
			body: (page) => ({ items: page.list, ...fields(page) }),
			...rest,
		});

const PAGE_NUMBER = { mode: 'pageNumber' } as const;
const CURSOR = { mode: 'cursor', cursorField: 'nextCursor' } as const;
const NEXT_LINK = { mode: 'nextLink', nextLinkField: 'next' } as const;

/** Contacts of which only so many differ in the fields. */
const repeatingEach = (count: number, total: number, fields: (n: number) => Contact) =>
	range(total).map((n) => ({ name: `Contact ${n}`, ...fields(n % count) }));

const numbered: Fields = ({ number, start, total }) => ({ page: number, offset: start, total });

/** Sends the first page, and then deletes its contacts, so that the others move up. */
const shrinkingList = (by: Position) => (): Service => {
	const contacts = contactsOf(230);
	const [before, after] = [contacts, contacts.slice(50)].map((all) => listBy(by, numbered, all)());
	let current = before!;
	const respond: Service['respond'] = (request) => {
		const response = current.respond(request);
		current = after!;
		return response;
	};
	return { contacts, respond };
};

/** 40 pages of 5 contacts, which come again after the last. */
const circle = (contacts: Contact[]) => (): Service => ({
	contacts,
	respond: ({ url }) => {
		const number = Number(url.searchParams.get('page') ?? 1);
		const start = ((number - 1) % 40) * 5;
		return { body: { items: contacts.slice(start, start + 5), page: number, hasMore: true } };
	},
});

const withoutIds = contactsOf(200).map(({ name }) => ({ name }));

const inAutomaticOrBySettings: Row[] = [
	['total counts the page', 'whole', listBy(BY_PAGE, ({ count }) => ({ total: count }))],
	[
		'the last page is a contact that came before, Check Repeats off',
		'whole',
		listBy(BY_PAGE, numbered, [...contactsOf(200), { ...contactsOf(4)[3] }]),
		{ checkRepeats: false },
	],
	...['url', 'key', 'gid'].map((key): Row => [
		`${key} is that of the company, Check Repeats off`,
		'whole',
		listBy(
			BY_PAGE,
			numbered,
			repeatingEach(50, 230, (n) => ({ [key]: `company${n}` })),
		),
		{ checkRepeats: false },
	]),
	[
		'two of three fields are those of the page before',
		'whole',
		listBy(
			BY_PAGE,
			numbered,
			repeatingEach(3, 9, (n) => ({ city: n, country: n })),
		),
		{},
		3,
	],
	[
		'ids above 2^53 round to one number',
		'whole',
		listBy(
			BY_PAGE,
			numbered,
			repeatingEach(50, 230, (n) => ({ id: 2 ** 60 + 256 * n })),
		),
	],
	['contacts that were read are deleted', 'error', shrinkingList(BY_PAGE)],
	['the list starts over', 'error', circle(contactsOf(200)), {}, 5],
	['a list without ids starts over', 'error', circle(withoutIds), {}, 5],
];

const elasticsearch = listBy(offset('from', 0), ({ list }) => ({
	items: undefined,
	took: 12,
	hits: { total: { value: 200, relation: 'gte' }, max_score: 1, hits: list },
}));

const services: Row[] = [
	...inAutomaticOrBySettings.flatMap(([name, expected, service, more, pageSize]): Row[] => [
		[`${name}: Automatic`, expected, service, more, pageSize],
		[`${name}: Page Number`, expected, service, { ...PAGE_NUMBER, ...more }, pageSize],
	]),
	['contacts are deleted: offset', 'error', shrinkingList(BY_OFFSET)],
	['a total that is a minimum: Automatic', 'safe', elasticsearch],
	[
		'an empty place in the list, beside another list',
		'safe',
		() => inTurn([A, B], { items: [A, null, B], segments: [{ id: 1, name: 'Customers' }] }),
	],
	[
		'the cursor stays after the last page, hasMore is false',
		'whole',
		listBy(BY_CURSOR, ({ after, hasMore }) => ({ nextCursor: after, hasMore })),
		CURSOR,
	],
	[
		'the last cursor is that of the last page, hasMore is false',
		'whole',
		listBy(BY_CURSOR, ({ next, current, hasMore }) => ({ nextCursor: next ?? current, hasMore })),
		CURSOR,
	],
	[
		'the next link stays when the total is reached',
		'whole',
		listBy(BY_PAGE, ({ linkAfter, total }) => ({ next: linkAfter, total })),
		NEXT_LINK,
	],
	...[{}, []].map((nothing): Row => [
		`the last cursor is ${JSON.stringify(nothing)}`,
		'whole',
		listBy(BY_CURSOR, ({ next }) => ({ nextCursor: next ?? nothing })),
		CURSOR,
	]),
];

describe.each(Object.entries(reads))('%s', (_operation, read) => {
	it.each<Row>(services)(
		'%s: %s',
		async (_name, expected, service, pagination = {}, pageSize = 50) => {
			const { result } = await read(service(), { pageSize, pagination });
			expect(expected === 'safe' ? ['whole', 'error'] : [expected]).toContain(result);
		},
	);

	it.each<Settings>([{}, PAGE_NUMBER])(
		'fails on a total of 240 where 230 exist after an empty page, and names the setting: %j',
		async (pagination) => {
			const service = listBy(BY_PAGE, ({ number }) => ({ page: number, total: 240 }))();
			const { result, requests, description } = await read(service, { pageSize: 50, pagination });
			expect(result).toBe('error');
			expect(description).toContain("'Skip Checks'");
			expect(requests.length).toBeLessThanOrEqual(6);
		},
	);
});
