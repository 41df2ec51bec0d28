/**
 * Settings that are right, wrong or contradicted by the response. A list is read whole, or ends in an
 * error: nothing that a person sets leads to a part of a list without a word.
 */
import { type Contact, type Pagination, reads, type Service } from '../read';
import { cursor, lastId, offset, page as pageNumber, type Position } from '../world/positions';
import { A, B, contactsOf, inTurn, type Page, pagedService, range } from '../services';

type Settings = Partial<Pagination>;

type Fields = (page: Page) => Record<string, unknown>;

/** `safe` is the whole list or an error. */
type Expected = 'whole' | 'safe' | 'error';

type Row = [
	name: string,
	expected: Expected,
	service: () => Service,
	settings?: Settings,
	pageSize?: number,
];

const NOTHING: Fields = () => ({});

/** 230 contacts or the given ones, with the fields beside them. */
const serviceOf = (by: Position, fields: Fields, contacts = contactsOf(230), rest: object = {}) =>
	pagedService({
		contacts,
		by,
		body: (page) => ({ items: page.list, ...fields(page) }),
		...rest,
	});

const BY_PAGE = pageNumber('page', 1);
const BY_CURSOR = cursor('cursor');

/** For each mode, a service that takes its parameter, and the right settings. */
const modes: Array<[by: Position, settings: Settings, fields: Fields]> = [
	[BY_PAGE, { mode: 'pageNumber' }, NOTHING],
	[offset('offset', 0), { mode: 'offset' }, NOTHING],
	[lastId('after'), { mode: 'lastContact', cursorParameter: 'after' }, NOTHING],
	[
		BY_CURSOR,
		{ mode: 'cursor', cursorField: 'weiter' },
		({ hasMore, next }) => (hasMore ? { weiter: next } : {}),
	],
	[
		BY_PAGE,
		{ mode: 'nextLink', nextLinkField: 'weiter' },
		({ hasMore, nextLink }) => (hasMore ? { weiter: nextLink } : {}),
	],
];

const FALSE_FLAG: Settings = { hasMoreField: 'available' };

const inAllModes: Array<[name: string, expected: Expected, Fields, Settings?]> = [
	['total counts the page', 'whole', ({ list }) => ({ total: list.length })],
	[
		'Has More Field is set to be true on the last page, and is not',
		'safe',
		({ hasMore }) => ({ hasMore }),
		{ hasMoreField: 'hasMore', hasMoreOn: 'lastPage' },
	],
	[
		'Has More Field is false beside hasMore',
		'safe',
		({ hasMore }) => ({ hasMore, available: false }),
		FALSE_FLAG,
	],
	[
		'Has More Field is false beside a next link',
		'safe',
		({ nextLink }) => ({ next: nextLink, available: false }),
		FALSE_FLAG,
	],
	[
		'Has More Field is false beside totalPages',
		'safe',
		() => ({ totalPages: 9, available: false }),
		FALSE_FLAG,
	],
];

const settings: Row[] = [
	...modes.flatMap(([by, right, own]) =>
		inAllModes.map(([name, expected, fields, more]): Row => [
			`${right.mode}: ${name}`,
			expected,
			() => serviceOf(by, (page) => ({ ...own(page), ...fields(page) })),
			{ ...right, ...more },
		]),
	),
	...['', 0, -1, false, []].map((totalPages): Row => [
		`Total Pages Field holds ${JSON.stringify(totalPages)}`,
		'safe',
		() => serviceOf(BY_PAGE, () => ({ meta: { totalPages } })),
		{ mode: 'pageNumber', totalPagesField: 'meta.totalPages' },
	]),
	[
		'Total Pages Field is an empty header',
		'safe',
		() => serviceOf(BY_PAGE, NOTHING, undefined, { headers: () => ({ 'X-Pages': '' }) }),
		{ mode: 'pageNumber', totalPagesField: 'X-Pages' },
	],
	...[
		{ mode: 'cursor', cursorField: 'continueMarkr' } as const,
		{ mode: 'nextLink', nextLinkField: 'continueMarkr' } as const,
		{ mode: 'linkHeader' } as const,
	].map((misspelled): Row => [
		`the sign is elsewhere, and pages are cut to 17: ${misspelled.mode}`,
		'safe',
		() =>
			serviceOf(BY_CURSOR, ({ next }) => ({ continueMarker: next }), undefined, {
				maxPageSize: 17,
			}),
		misspelled,
	]),
	[
		'Cursor Field is misspelled, total counts the page, totalPages is right',
		'safe',
		() =>
			serviceOf(BY_CURSOR, ({ list, next }) => ({
				nextCursor: next,
				total: list.length,
				totalPages: 5,
			})),
		{ mode: 'cursor', cursorField: 'nextCursr' },
	],
	[
		'First Page is 1 where the service counts from 0 and states totalPages',
		'safe',
		() => serviceOf(pageNumber('page', 0), () => ({ totalPages: 5 })),
		{ mode: 'pageNumber', firstPage: 1 },
	],
	[
		'First Offset is 1 where the service counts from 0',
		'safe',
		() => serviceOf(offset('offset', 0), NOTHING),
		{ mode: 'offset', firstOffset: 1 },
	],
	[
		'Offset Parameter is page',
		'safe',
		() => serviceOf(BY_PAGE, NOTHING),
		{ mode: 'offset', offsetParameter: 'page' },
	],
];

/** The fields of contacts, of which only so many differ. */
const repeatingEach = (count: number, total: number, fields: (n: number) => Contact) =>
	range(total).map((n) => ({ name: `Contact ${n}`, ...fields(n % count) }));

const numbered: Fields = ({ number, total }) => ({ page: number, total });

/** Sends the first page, and then deletes its contacts, so that the others move up. */
function shrinkingService(by: Position): Service {
	const contacts = contactsOf(230);
	const fields: Fields = (page) => ({ ...numbered(page), offset: page.start });
	const [before, after] = [contacts, contacts.slice(50)].map((all) => serviceOf(by, fields, all));
	let current = before!;
	const respond: Service['respond'] = (request) => {
		const response = current.respond(request);
		current = after!;
		return response;
	};
	return { contacts, respond };
}

/** 40 pages of 5 contacts, which come again after the last. */
function circle(fields: (number: number) => object, contacts: Contact[] = contactsOf(200)) {
	const respond: Service['respond'] = ({ url }) => {
		const number = Number(url.searchParams.get('page') ?? 1);
		const start = ((number - 1) % 40) * 5;
		return { body: { items: contacts.slice(start, start + 5), ...fields(number) } };
	};
	return { contacts, respond };
}

const inAutomaticOrBySettings: Array<[name: string, Expected, () => Service, Settings?, number?]> =
	[
		[
			'the last page is a contact that came before, Check Repeats off',
			'whole',
			() => serviceOf(BY_PAGE, numbered, [...contactsOf(200), { ...contactsOf(4)[3] }]),
			{ checkRepeats: false },
		],
		...['url', 'key', 'gid'].map((key): Row => [
			`${key} is that of the company, Check Repeats off`,
			'whole',
			() =>
				serviceOf(
					BY_PAGE,
					numbered,
					repeatingEach(50, 230, (n) => ({ [key]: `company${n}` })),
				),
			{ checkRepeats: false },
		]),
		[
			'two of three fields are those of the page before',
			'whole',
			() =>
				serviceOf(
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
			() =>
				serviceOf(
					BY_PAGE,
					numbered,
					repeatingEach(50, 230, (n) => ({ id: 2 ** 60 + 256 * n })),
				),
		],
		['contacts that were read are deleted', 'error', () => shrinkingService(BY_PAGE)],
		['the list starts over', 'error', () => circle((page) => ({ page, hasMore: true })), {}, 5],
		[
			'a list without ids starts over',
			'error',
			() =>
				circle(
					(page) => ({ page, hasMore: true }),
					contactsOf(200).map(({ name }) => ({ name })),
				),
			{},
			5,
		],
	];

const elasticsearch = () =>
	pagedService({
		contacts: contactsOf(230),
		by: offset('from', 0),
		body: ({ list }) => ({
			took: 12,
			hits: { total: { value: 200, relation: 'gte' }, max_score: 1, hits: list },
		}),
	});

const CURSOR: Settings = { mode: 'cursor', cursorField: 'nextCursor' };

const services: Row[] = [
	...inAutomaticOrBySettings.flatMap(([name, expected, service, more, pageSize]): Row[] => [
		[`${name}: Automatic`, expected, service, more, pageSize],
		[`${name}: Page Number`, expected, service, { mode: 'pageNumber', ...more }, pageSize],
	]),
	['contacts are deleted: offset', 'error', () => shrinkingService(offset('offset', 0))],
	['a total that is a minimum: Automatic', 'safe', elasticsearch],
	[
		'a total that is a minimum: Offset',
		'safe',
		elasticsearch,
		{ mode: 'offset', offsetParameter: 'from' },
	],
	[
		'an empty place in the list, beside another list',
		'safe',
		() => inTurn([A, B], { items: [A, null, B], segments: [{ id: 1, name: 'Customers' }] }),
	],
	[
		'the cursor stays after the last page, hasMore is false',
		'whole',
		() => serviceOf(BY_CURSOR, ({ after, hasMore }) => ({ nextCursor: after, hasMore })),
		CURSOR,
	],
	[
		'the last cursor is that of the last page, hasMore is false',
		'whole',
		() =>
			serviceOf(BY_CURSOR, ({ next, current, hasMore }) => ({
				nextCursor: next ?? current,
				hasMore,
			})),
		CURSOR,
	],
	[
		'the next link stays when the total is reached',
		'whole',
		() => serviceOf(BY_PAGE, ({ linkAfter, total }) => ({ next: linkAfter, total })),
		{ mode: 'nextLink', nextLinkField: 'next' },
	],
	...[{}, []].map((nothing): Row => [
		`the last cursor is ${JSON.stringify(nothing)}`,
		'whole',
		() => serviceOf(BY_CURSOR, ({ next }) => ({ nextCursor: next ?? nothing })),
		CURSOR,
	]),
	[
		'the list starts over, with new cursors',
		'error',
		() => circle((number) => ({ nextCursor: `${number + 1}` })),
		{ ...CURSOR, cursorParameter: 'page' },
		5,
	],
	[
		'the list starts over, with new links',
		'error',
		() => circle((number) => ({ next: `/v1/contacts?page=${number + 1}` })),
		{},
		5,
	],
];

describe.each(Object.entries(reads))('%s', (_operation, read) => {
	it.each<Row>([...settings, ...services])(
		'%s: %s',
		async (_name, expected, service, pagination = {}, pageSize = 50) => {
			const { result } = await read(service(), { pageSize, pagination });
			expect(expected === 'safe' ? ['whole', 'error'] : [expected]).toContain(result);
		},
	);

	it.each<Settings>([{}, { mode: 'pageNumber' }])(
		'fails on a total of 240 where 230 exist after an empty page, and names the setting: %j',
		async (pagination) => {
			const service = serviceOf(BY_PAGE, ({ number }) => ({ page: number, total: 240 }));
			const { result, requests, description } = await read(service, { pageSize: 50, pagination });
			expect(result).toBe('error');
			expect(description).toContain("'Check Total'");
			expect(requests.length).toBeLessThanOrEqual(6);
		},
	);
});
