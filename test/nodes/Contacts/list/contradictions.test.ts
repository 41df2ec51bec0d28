/**
 * Settings that are right, wrong or contradicted by the response. A list is read whole, or ends in an
 * error: nothing that a person sets leads to a part of a list without a word.
 */
import {
	type Contact,
	type Outcome,
	type Pagination,
	readPageByPage,
	readWhole,
	type Service,
} from '../read';
import { cursor, lastId, offset, page as pageNumber, type Position } from '../world/positions';
import { contactsOf, type Page, pagedService } from '../services';

interface Row {
	name: string;
	service: () => Service;
	/** Empty for Automatic. */
	pagination?: Partial<Pagination>;
	pageSize?: number;
	/** `safe` is the whole list or an error. */
	expected: 'whole' | 'safe' | 'error';
	/** A text that the error contains. */
	mentions?: string;
	maxRequests?: number;
}

const reads = { List: readWhole, 'Get Page': readPageByPage };

type Mode = 'cursor' | 'lastContact' | 'offset' | 'pageNumber';

/** For each mode, a service that takes its parameter, and the right settings. */
const modes: Record<Mode, { by: Position; pagination: Partial<Pagination> }> = {
	pageNumber: { by: pageNumber('page', 1), pagination: { mode: 'pageNumber' } },
	offset: { by: offset('offset', 0), pagination: { mode: 'offset' } },
	lastContact: {
		by: lastId('after'),
		pagination: { mode: 'lastContact', cursorParameter: 'after' },
	},
	cursor: { by: cursor('cursor'), pagination: { mode: 'cursor', cursorField: 'nextCursor' } },
};

const MODES = Object.keys(modes) as Mode[];

/** 230 contacts, with `nextCursor` for cursors and the given fields beside the list. */
function serviceOf(
	mode: Mode,
	fields: (page: Page) => Record<string, unknown>,
	rest: Partial<Parameters<typeof pagedService>[0]> = {},
): Service {
	return pagedService({
		contacts: contactsOf(230),
		by: modes[mode].by,
		body: (page) => ({
			items: page.list,
			...(mode === 'cursor' && { nextCursor: page.hasMore ? page.next : null }),
			...fields(page),
		}),
		...rest,
	});
}

const totalOfPage: Row[] = [
	...(['pageNumber', 'offset', 'lastContact'] as const).map((mode): Row => ({
		name: `right settings, total counts the page: ${mode}`,
		service: () => serviceOf(mode, ({ list }) => ({ total: list.length })),
		pagination: modes[mode].pagination,
		expected: 'whole',
	})),
	{
		name: 'right Cursor Field of an unlisted name, total counts the page',
		service: () =>
			pagedService({
				contacts: contactsOf(230),
				by: cursor('resume'),
				body: ({ list, hasMore, next }) => ({
					items: list,
					total: list.length,
					...(hasMore && { weiter: next }),
				}),
			}),
		pagination: { mode: 'cursor', cursorField: 'weiter', cursorParameter: 'resume' },
		expected: 'whole',
	},
	{
		name: 'right Next Link Field of an unlisted name, total counts the page',
		service: () =>
			pagedService({
				contacts: contactsOf(230),
				by: pageNumber('page', 1),
				body: ({ list, hasMore, nextLink }) => ({
					items: list,
					total: list.length,
					...(hasMore && { weiter: nextLink }),
				}),
			}),
		pagination: { mode: 'nextLink', nextLinkField: 'weiter' },
		expected: 'whole',
	},
];

const moreSigns: Record<string, (page: Page) => Record<string, unknown>> = {
	'hasMore: true': ({ hasMore }) => ({ hasMore }),
	'a next link': ({ hasMore, nextLink }) => ({ next: hasMore ? nextLink : null }),
	'totalPages: 9': () => ({ totalPages: 9 }),
};

const hasMoreFields: Row[] = MODES.flatMap((mode) => [
	{
		name: `Has More Field !hasMore where hasMore is true: ${mode}`,
		service: () => serviceOf(mode, ({ hasMore }) => ({ hasMore })),
		pagination: { ...modes[mode].pagination, hasMoreField: 'hasMore', hasMoreOn: 'lastPage' },
		expected: 'safe' as const,
	},
	...Object.entries(moreSigns).map(([sign, fields]): Row => ({
		name: `Has More Field is false beside ${sign}: ${mode}`,
		service: () => serviceOf(mode, (page) => ({ ...fields(page), available: false })),
		pagination: { ...modes[mode].pagination, hasMoreField: 'available' },
		expected: 'safe',
	})),
]);

const totalPagesFields: Row[] = [
	...['', 0, -1, false, []].map((totalPages): Row => ({
		name: `Total Pages Field holds ${JSON.stringify(totalPages)}`,
		service: () => serviceOf('pageNumber', () => ({ meta: { totalPages } })),
		pagination: { mode: 'pageNumber', totalPagesField: 'meta.totalPages' },
		expected: 'safe',
	})),
	{
		name: 'Total Pages Field is an empty header',
		service: () => serviceOf('pageNumber', () => ({}), { headers: () => ({ 'X-Pages': '' }) }),
		pagination: { mode: 'pageNumber', totalPagesField: 'X-Pages' },
		expected: 'safe',
	},
];

const continueMarker = () =>
	pagedService({
		contacts: contactsOf(230),
		by: cursor('continueFrom'),
		maxPageSize: 17,
		body: ({ list, hasMore, next }) => ({
			items: list,
			...(hasMore && { continueMarker: next }),
		}),
	});

const misspelled: Row[] = [
	...[
		{ mode: 'cursor', cursorField: 'continueMarkr' } as const,
		{ mode: 'nextLink', nextLinkField: 'continueMarkr' } as const,
		{ mode: 'linkHeader' } as const,
	].map((pagination): Row => ({
		name: `the sign is elsewhere, and pages are cut to 17: ${pagination.mode}`,
		service: continueMarker,
		pagination,
		expected: 'safe',
	})),
	{
		name: 'Cursor Field is misspelled, total counts the page, totalPages is right',
		service: () => serviceOf('cursor', ({ list }) => ({ total: list.length, totalPages: 5 })),
		pagination: { mode: 'cursor', cursorField: 'nextCursr' },
		expected: 'safe',
	},
];

const wrongPositions: Row[] = [
	{
		name: 'First Page is 1 where the service counts from 0 and states totalPages',
		service: () =>
			serviceOf('pageNumber', () => ({ totalPages: 5 }), { by: pageNumber('page', 0) }),
		pagination: { mode: 'pageNumber', firstPage: 1 },
		expected: 'safe',
	},
	{
		name: 'First Offset is 1 where the service counts from 0',
		service: () => serviceOf('offset', () => ({})),
		pagination: { mode: 'offset', firstOffset: 1 },
		expected: 'safe',
	},
	{
		name: 'Offset Parameter is page',
		service: () => serviceOf('pageNumber', () => ({})),
		pagination: { mode: 'offset', offsetParameter: 'page' },
		expected: 'safe',
	},
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

const minimumTotals: Row[] = [
	{ name: 'a total that is a minimum: Automatic', service: elasticsearch, expected: 'safe' },
	{
		name: 'a total that is a minimum: Offset',
		service: elasticsearch,
		pagination: { mode: 'offset', offsetParameter: 'from' },
		expected: 'safe',
	},
];

/** Sends the first page, and then deletes its contacts, so that the others move up. */
function shrinkingService(by: Position): Service {
	const whole = contactsOf(230);
	let contacts = whole;
	const respond: Service['respond'] = (request) => {
		const { respond } = pagedService({
			contacts,
			by,
			body: ({ list, total, number, start }) => ({
				items: list,
				total,
				...(by.kind === 'page' ? { page: number } : { offset: start }),
			}),
		});
		const response = respond(request);
		contacts = whole.slice(50);
		return response;
	};
	return { contacts: whole, respond };
}

const deletions: Row[] = (['pageNumber', 'offset'] as const).flatMap((mode) =>
	[{}, modes[mode].pagination].map((pagination): Row => ({
		name: `contacts that were read are deleted: ${mode}, ${pagination.mode ?? 'Automatic'}`,
		service: () => shrinkingService(modes[mode].by),
		pagination,
		expected: 'error',
	})),
);

const otherLists: Row[] = [
	{
		name: 'an empty place in the list, beside another list',
		service: () => {
			const contacts = contactsOf(2);
			const [first, second] = contacts;
			const body = { items: [first, null, second], segments: [{ id: 1, name: 'Customers' }] };
			return { contacts, respond: () => ({ body }) };
		},
		expected: 'safe',
	},
];

/** A numbered list of the contacts, with a total. */
function numbered(contacts: Contact[]): Service {
	return pagedService({
		contacts,
		by: pageNumber('page', 1),
		body: ({ list, number, total }) => ({ items: list, page: number, total }),
	});
}

const BY_PAGE = { mode: 'pageNumber' } as const;

function withDuplicate(): Contact[] {
	const contacts = contactsOf(200);
	return [...contacts, { ...contacts[3] }];
}

/** Contacts whose fields are those of the contact as many before. */
function repeatingEach(count: number, total: number, fields: (n: number) => Contact): Contact[] {
	return Array.from({ length: total }, (_, n) => ({ name: `Contact ${n}`, ...fields(n % count) }));
}

const duplicates: Row[] = [{}, BY_PAGE].flatMap((mode: Partial<Pagination>): Row[] => {
	const inMode = mode.mode ?? 'Automatic';
	return [
		{
			name: `the last page is a contact that came before, Check Repeats off: ${inMode}`,
			service: () => numbered(withDuplicate()),
			pagination: { ...mode, checkRepeats: false },
			expected: 'whole',
		},
		...['url', 'key', 'gid'].map((key): Row => ({
			name: `${key} is that of the company, Check Repeats off: ${inMode}`,
			service: () => numbered(repeatingEach(50, 230, (n) => ({ [key]: `company${n}` }))),
			pagination: { ...mode, checkRepeats: false },
			expected: 'whole',
		})),
		{
			name: `two of three fields are those of the page before: ${inMode}`,
			service: () =>
				numbered(repeatingEach(3, 9, (n) => ({ city: `City ${n}`, country: `Country ${n}` }))),
			pageSize: 3,
			pagination: mode,
			expected: 'whole',
		},
		{
			name: `ids above 2^53 round to one number: ${inMode}`,
			service: () => numbered(repeatingEach(50, 230, (n) => ({ id: 2 ** 60 + 256 * n }))),
			pagination: mode,
			expected: 'whole',
		},
	];
});

const stayingSigns: Row[] = [
	{
		name: 'the cursor stays after the last page, hasMore is false',
		service: () => serviceOf('cursor', ({ next, hasMore }) => ({ nextCursor: next, hasMore })),
		pagination: modes.cursor.pagination,
		expected: 'whole',
	},
	{
		name: 'the last cursor is that of the last page, hasMore is false',
		service: () =>
			serviceOf('cursor', ({ next, current, hasMore }) => ({
				nextCursor: hasMore ? next : current,
				hasMore,
			})),
		pagination: modes.cursor.pagination,
		expected: 'whole',
	},
	{
		name: 'the next link stays when the total is reached',
		service: () => serviceOf('pageNumber', ({ nextLink, total }) => ({ next: nextLink, total })),
		pagination: { mode: 'nextLink', nextLinkField: 'next' },
		expected: 'whole',
	},
	...[{}, []].map((nothing): Row => ({
		name: `the last cursor is ${JSON.stringify(nothing)}`,
		service: () =>
			serviceOf('cursor', ({ hasMore, next }) => ({ nextCursor: hasMore ? next : nothing })),
		pagination: modes.cursor.pagination,
		expected: 'whole',
	})),
];

const wrongTotals: Row[] = [{}, BY_PAGE].map((mode: Partial<Pagination>): Row => ({
	name: `a total of 240 where 230 exist: ${mode.mode ?? 'Automatic'}`,
	service: () => serviceOf('pageNumber', ({ number }) => ({ page: number, total: 240 })),
	pagination: mode,
	expected: 'error',
	mentions: "'Check Total'",
	// All pages, and an empty one.
	maxRequests: 6,
}));

/** 40 pages of 5 contacts, which come again after the last. */
function circle(fields: (number: number) => Record<string, unknown>, contact = contactsOf(200)) {
	const respond: Service['respond'] = ({ url }) => {
		const number = Number(url.searchParams.get('page') ?? 1);
		const start = ((number - 1) % 40) * 5;
		return { body: { items: contact.slice(start, start + 5), ...fields(number) } };
	};
	return { contacts: contact, respond };
}

const startingOver: Array<Omit<Row, 'expected'>> = [
	{
		name: 'the list starts over, with new cursors',
		service: () => circle((number) => ({ nextCursor: `${number + 1}` })),
		pagination: { mode: 'cursor', cursorField: 'nextCursor', cursorParameter: 'page' },
	},
	{
		name: 'the list starts over, with new links',
		service: () => circle((number) => ({ next: `/v1/contacts?page=${number + 1}` })),
	},
	{
		name: 'the list starts over, with new page numbers',
		service: () => circle((page) => ({ page, hasMore: true })),
		pagination: BY_PAGE,
	},
	{
		name: 'a list without ids starts over',
		service: () =>
			circle(
				(page) => ({ page, hasMore: true }),
				contactsOf(200).map(({ id, ...contact }) => contact),
			),
	},
];

const table: Row[] = [
	...totalOfPage,
	...hasMoreFields,
	...totalPagesFields,
	...misspelled,
	...wrongPositions,
	...minimumTotals,
	...deletions,
	...otherLists,
	...duplicates,
	...stayingSigns,
	...wrongTotals,
	...startingOver.map((row): Row => ({ ...row, pageSize: 5, expected: 'error' })),
];

describe.each(Object.entries(reads))('%s', (_operation, read) => {
	for (const row of table) {
		it(row.name, async () => {
			const { service, pageSize = 50, pagination } = row;
			const outcome = await read(service(), { pageSize, pagination });
			expect(faultIn(outcome, row)).toBeUndefined();
		});
	}
});

/** What is wrong with an outcome; undefined if nothing is. */
function faultIn(outcome: Outcome, { expected, mentions, maxRequests = Infinity }: Row) {
	const { result, contacts, requests, message, description } = outcome;
	const fault = { result, contacts: contacts.length, message, description, requests };
	const accepted = expected === 'safe' ? ['whole', 'error'] : [expected];
	if (!accepted.includes(result)) return fault;
	if (mentions !== undefined && !description?.includes(mentions)) return fault;
	return requests.length > maxRequests ? fault : undefined;
}
