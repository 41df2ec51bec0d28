/**
 * Causes for which readers have returned a part of a list, a contact twice or something that is not a
 * contact, without a word: each with the same service where it is in order, and is read whole.
 */
import type { Contact, Pagination, Service, ServiceResponse } from '../corpus/read';
import {
	contactsOf,
	type Description,
	instead,
	type Page,
	paged,
	range,
	refusing,
} from '../corpus/services';
import { cursor, offset, page, type Position } from '../corpus/positions';
import {
	always,
	bothWays,
	byOffset,
	byPage,
	everyWay,
	type Expected,
	type Fields,
	hasMore,
	hidden,
	hiding,
	list,
	listOf,
	type Options,
	pagedList,
	promise,
	WAYS,
	withFields,
	withoutIds,
} from './promise';

type Settings = Partial<Pagination>;
type Sizes = Pick<Description, 'maxPageSize' | 'fixedPageSize'>;

const CUT_TO_20 = { maxPageSize: 20 };
const ALWAYS_20 = { fixedPageSize: 20 };
const ALWAYS_50 = { fixedPageSize: 50 };
const SIZES: Sizes[] = [{}, CUT_TO_20, { maxPageSize: 17 }, ALWAYS_20, { fixedPageSize: 50 }];

/** Of a page of the size that was requested, 20 by default. */
const asked = ({ query }: Page) => Number(query.pageSize ?? 20);

// A failure with the status of success

/** Responses without contacts, which are no empty lists; what the error has to name. */
const FAILED_FIRST_PAGES: Array<[body: Contact, says?: string]> = [
	[{ status: false, message: 'Unauthorized' }, 'status'],
	[{ status: false, message: 'Unauthorized', data: [] }, 'status'],
	[{ status: false, data: [] }, 'status'],
	[{ valid: false }, 'valid'],
	[{ valid: false, contacts: [] }, 'valid'],
	[{ authorized: false }, 'authorized'],
	[{ authorized: false, contacts: [] }, 'authorized'],
	[{ ready: false }, 'ready'],
	[{ ready: false, items: [] }, 'ready'],
	[{ isAuthenticated: false, results: [] }, 'isAuthenticated'],
	[{ remaining: 0, message: 'Too many requests' }, 'message'],
	[{ remaining: 0, message: 'Too many requests', data: [] }, 'message'],
	[{ status: 'KO' }],
	[{ status: 'KO', reason: 'The token has expired', data: [] }],
	[{ meta: { code: 429 } }],
	[{ meta: { code: 429, error_message: 'Slow down, please' }, data: [] }],
	[{ ret: -1, msg: 'system busy' }],
	[{ ret: -1, msg: 'system busy', data: [] }, 'msg'],
	[{ info: 'Your trial has ended', contacts: [] }, 'info'],
	[{ hint: 'Please log in again', results: [] }, 'hint'],
	[{ response: { allowed: false, contacts: [] } }, 'allowed'],
	[{ success: false, data: [], total: 0 }, 'success'],
	[{ authorized: false, contacts: [], total: 0 }, 'authorized'],
	[{ loggedIn: false, rows: [], total: 0 }, 'loggedIn'],
	[{ isError: true, items: [], total: 0 }, 'isError'],
	[{ result: 'denied', items: [], total: 0 }, 'result'],
	[{ message: 'Unauthenticated.', contacts: [], count: 0 }, 'message'],
	[{ maintenance: true, data: [] }, 'maintenance'],
	[{ redirect: 'https://sso.example.com/login', data: [] }, 'redirect'],
	[{ state: 'PENDING', data: [] }, 'state'],
	[{ access: 'denied', contacts: [] }, 'access'],
	[{ reason: 'quotaExceeded' }],
	[{ detail: 'Authentication credentials were not provided.', results: [] }, 'detail'],
];

const EMPTY_FIRST_PAGES: Contact[] = [
	{ contacts: [] },
	{ data: [], total: 0 },
	{ results: [], count: 0, next: null, previous: null },
	{ data: [], hasMore: false },
	{ data: [], has_more: false, object: 'list', url: '/v1/contacts' },
	{ items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null } },
	{ success: true, data: [] },
	{ status: 'success', data: { contacts: [] } },
	{ ok: true, members: [], response_metadata: { next_cursor: '' } },
	{ code: 0, data: [] },
	{ content: [], last: true, first: true, empty: true, totalElements: 0, number: 0 },
	{ total_count: 0, incomplete_results: false, items: [] },
	{ error: null, errors: [], contacts: [] },
	{ totalCount: 0 },
];

promise('A failure in place of the first page is an error', [
	...FAILED_FIRST_PAGES.map(([body, says]) => list(body, 'error', () => always(body), { says })),
	...EMPTY_FIRST_PAGES.map((body) => list(body, 'whole', () => always(body))),
	list('a sentence', 'whole or error', () =>
		always({ hasErrors: false, message: 'No contacts found', contacts: [] }),
	),
]);

/** What stands beside the lists of a service, and what it sends when it fails. */
const FAILURES: Array<[usual: Fields, failure: Contact]> = [
	[{}, { status: false, message: 'Unauthorized' }],
	[{}, { status: false, contacts: [] }],
	[{}, { contacts: [], message: 'Too many requests' }],
	[{}, { contacts: [], detail: 'throttled' }],
	[{}, { contacts: [], fault: { faultstring: 'Rate limit exceeded' } }],
	[{}, { contacts: [], notices: ['The index is being rebuilt'] }],
	[{ notices: [] }, { contacts: [], notices: ['The index is being rebuilt'] }],
	[{ mood: 'fine' }, { contacts: [], mood: 'broken' }],
	[{}, { remaining: 0, message: 'Too many requests' }],
	[
		{ status: true, message: 'OK' },
		{ status: false, message: 'Unauthorized', contacts: [] },
	],
	[{ message: 'Success' }, { message: 'Busy', contacts: [] }],
	[{ valid: true }, { valid: false, contacts: [] }],
	[{ authorized: true }, { authorized: false, contacts: [] }],
	[{ ready: true }, { ready: false, contacts: [] }],
	[{ status: 'OK' }, { status: 'KO', contacts: [] }],
	[{ status: 'OK' }, { status: 'KO' }],
	[
		{ result: 'ok', reason: null },
		{ result: 'ok', reason: 'upstream timeout', contacts: [] },
	],
	[{ meta: { code: 200 } }, { meta: { code: 429 } }],
	[{ meta: { code: 200 } }, { meta: { code: 429 }, contacts: [] }],
	[{ status: 200 }, { status: 503, contacts: [] }],
	[
		{ ret: 0, msg: 'ok' },
		{ ret: -1, msg: 'system busy', contacts: [] },
	],
	[{ ret: 0 }, { ret: -1, contacts: [] }],
	[{ success: 1 }, { success: 0, contacts: [] }],
	[{ errno: 0 }, { errno: 31034, contacts: [] }],
	[{ returnCode: 0 }, { returnCode: 17, contacts: [] }],
	[{ code: '0' }, { code: '40013', contacts: [] }],
	[{ code: '00000' }, { code: 'A0200', contacts: [] }],
	[{ message: 'Retrieved 50 contacts' }, { message: 'Retry in 30 seconds', contacts: [] }],
	[{ data: { state: 'complete' } }, { data: { state: 'failed' }, contacts: [] }],
];

/** What an end looks like in the words of each way. */
const END_SIGNS: Contact[] = [{}, { nextCursor: null, next: null, hasMore: false }];

/** A service of 230 contacts that fails from the third page on. */
const failingLater = (by: Position, fields: Fields, failure: Contact) =>
	instead(paged(230, by, fields), (response) => {
		const [first] = response.status ? [] : listOf(response);
		return first !== undefined && Number(first.id) > 98 ? { body: failure } : undefined;
	});

promise('A failure in place of a later page is an error', [
	...everyWay.flatMap(({ by, signs, pagination }) =>
		FAILURES.flatMap(([usual, failure]) =>
			END_SIGNS.map((end) => {
				const body = { ...end, ...failure };
				const service = () => failingLater(by, { ...usual, ...signs }, body);
				return list([usual, body, by], 'error', service, { pagination });
			}),
		),
	),
	// More is said than is compared
	pagedList('whole', 200, byPage, Object.fromEntries(range(9).map((n) => [`flag${n}`, true]))),
	...everyWay.flatMap(({ by, signs, pagination }) =>
		FAILURES.flatMap(([usual]) =>
			[200, 230].map((count) =>
				pagedList('whole', count, by, { ...usual, ...signs }, { pagination }),
			),
		),
	),
]);

// Settings that name the wrong field

const NEXT = '{next ?? null}';
const NEXT_LINK = '{nextLink ?? null}';
const byCursor = cursor('cursor');

const cursorIn = (cursorField: string): Settings => ({ mode: 'cursor', cursorField });
const linkIn = (nextLinkField: string): Settings => ({ mode: 'nextLink', nextLinkField });

/** Fields of responses, settings that name the right one, and settings that name another one. */
const NAMED: Array<[signs: Fields, by: Position, right: Settings, wrong: Settings[]]> = [
	...['links', '_links', 'paging', 'pages'].map((name): (typeof NAMED)[number] => [
		{ [name]: { prev: '{previousLink ?? null}', next: NEXT_LINK } },
		byPage,
		linkIn(`${name}.next`),
		[linkIn(name), linkIn(`${name}.prev`)],
	]),
	...['meta', 'pagination', 'paging', 'response_metadata', 'page'].map(
		(name): (typeof NAMED)[number] => [
			{ [name]: { previous_cursor: '{previous ?? null}', next_cursor: NEXT } },
			byCursor,
			cursorIn(`${name}.next_cursor`),
			[cursorIn(name), cursorIn(`${name}.previous_cursor`)],
		],
	),
	[
		{ cursor: '{query.cursor ?? null}', nextCursor: NEXT },
		byCursor,
		cursorIn('nextCursor'),
		[cursorIn('cursor')],
	],
	[
		{ prevCursor: '{previous ?? null}', nextCursor: NEXT },
		byCursor,
		cursorIn('nextCursor'),
		[cursorIn('prevCursor')],
	],
	[{ next: null, next_page: NEXT_LINK }, byPage, linkIn('next_page'), [linkIn('next')]],
	[{ next: null, links: { next: NEXT_LINK } }, byPage, linkIn('links.next'), [linkIn('next')]],
	[
		{ paging: { cursors: { before: '{previous ?? null}', after: NEXT } } },
		byCursor,
		cursorIn('paging.cursors.after'),
		[cursorIn('paging'), cursorIn('paging.cursors'), cursorIn('paging.cursors.before')],
	],
	[
		{ 'next if hasMore': { href: '{nextLink}' }, 'next if isLast': null },
		byPage,
		linkIn('next'),
		[],
	],
	[{ links: { 'next if hasMore': { url: '{nextLink}' } } }, byPage, linkIn('links.next'), []],
	[{ 'next if hasMore': '{nextLink}' }, byPage, linkIn('next'), []],
	[
		{
			links: [
				{ rel: 'self', href: '{url}' },
				{ rel: 'next', href: '{nextLink}' },
			],
		},
		byPage,
		{},
		[linkIn('links'), linkIn('links.0.next')],
	],
];

const linkHeader = (Link: string[], count: number, expected: Expected) =>
	pagedList(expected, count, byPage, {}, { headers: { Link }, pagination: { mode: 'linkHeader' } });

promise('A setting that names another field ends no list', [
	...NAMED.flatMap(([signs, by, right, wrong]) => [
		pagedList('whole', 230, by, signs, { pagination: right }),
		pagedList('whole', 20, by, signs, { pagination: right }),
		...wrong.map((pagination) => pagedList('whole or error', 230, by, signs, { pagination })),
	]),
	linkHeader(['first', 'last'], 230, 'whole or error'),
	linkHeader(['first', 'last', 'self'], 230, 'whole or error'),
	linkHeader(['prev', 'last'], 230, 'whole or error'),
	linkHeader(['first', 'next', 'last'], 230, 'whole'),
	linkHeader(['first', 'next', 'last'], 20, 'whole'),
]);

// Signs that are computed from the requested page size

const isFull = (one: Page) => one.count >= asked(one);

/** How services say that as many came as were requested, and how their pages are requested. */
const COMPUTED: Array<[by: Position, said: (one: Page) => Contact, settings: Settings[]]> = [
	[
		byPage,
		(one) => ({ hasMore: isFull(one) }),
		[{ mode: 'pageNumber' }, { mode: 'pageNumber', hasMoreField: 'hasMore' }],
	],
	[
		byPage,
		(one) => ({ page: one.number, totalPages: Math.ceil(one.total / asked(one)) }),
		[{ mode: 'pageNumber' }],
	],
	[
		byPage,
		(one) => ({ meta: { current_page: one.number, last_page: Math.ceil(one.total / asked(one)) } }),
		[{ mode: 'pageNumber' }],
	],
	[byPage, (one) => ({ next_page: isFull(one) ? one.number + 1 : null }), [{ mode: 'pageNumber' }]],
	[byPage, (one) => ({ isLastPage: !isFull(one) }), [{ mode: 'pageNumber' }]],
	[
		byOffset,
		(one) => ({ has_more: isFull(one) }),
		[{ mode: 'offset' }, { mode: 'offset', hasMoreField: 'has_more' }],
	],
	[
		WAYS.lastId.by,
		(one) => ({ hasMore: isFull(one) }),
		[WAYS.lastId.settings, { ...WAYS.lastId.settings, hasMoreField: 'hasMore' }],
	],
	[byCursor, (one) => ({ nextCursor: isFull(one) ? one.after : null }), [{ mode: 'cursor' }]],
	[byPage, (one) => ({ next: isFull(one) ? one.linkAfter : null }), [{ mode: 'nextLink' }]],
	[byPage, (one) => (isFull(one) ? { next: one.linkAfter } : {}), [{ mode: 'nextLink' }]],
];

type Said = (one: Page) => Contact;

/** A list whose responses are made by a function. */
const saying = (
	what: unknown,
	expected: Expected,
	by: Position,
	said: Said,
	{ count = 230, ...options }: Options & Partial<Description> & { count?: number },
) => {
	const { pageSize, pagination, ...rest } = options;
	const body = (one: Page) => ({ contacts: one.list, ...said(one) });
	const service = () => paged(count, by, {}, { ...rest, body });
	return list([what, by, said.toString(), rest, count, pageSize], expected, service, {
		pageSize,
		pagination,
	});
};

const computed = (sizes: Options & Partial<Description> & { count?: number }) =>
	COMPUTED.flatMap(([by, said, settings]) =>
		[undefined, ...settings].map((pagination) =>
			saying('computed', 'whole', by, said, { ...sizes, pagination }),
		),
	);

const linkIfFull = (sizes: Sizes, pagination?: Settings) => {
	const service = () => {
		let headers: Record<string, string> = {};
		const body = (one: Page) => {
			headers = isFull(one) ? { Link: `<${one.linkAfter}>; rel="next"` } : {};
			return { contacts: one.list };
		};
		const linked = paged(230, byPage, {}, { ...sizes, body });
		return instead(linked, (response) => ({ ...response, headers }));
	};
	return list(['Link if full', sizes], 'whole', service, { pagination });
};

promise('What is computed from the requested page size ends no list that the service cuts', [
	...computed({ maxPageSize: 20 }),
	...computed({ maxPageSize: 17 }),
	...computed({ maxPageSize: 100, pageSize: 200 }),
	...computed({ fixedPageSize: 20 }),
	...bothWays({ mode: 'linkHeader' }).flatMap((pagination) => [
		linkIfFull(CUT_TO_20, pagination),
		linkIfFull({}, pagination),
	]),
	...computed({ count: 12 }),
	...computed({ count: 20 }),
	...computed({}),
]);

const CAPS = [
	...[10, 12, 15, 16, 18, 24, 25, 30, 32, 36, 40, 48].map((maxPageSize) => ({ maxPageSize })),
	...[60, 64, 72, 75, 96].map((maxPageSize) => ({ maxPageSize, pageSize: 100 })),
	...[120, 128, 150].map((maxPageSize) => ({ maxPageSize, pageSize: 200 })),
	...[250, 256].map((maxPageSize) => ({ maxPageSize, pageSize: 500, count: 600 })),
];

promise('A service may cut pages to any length', CAPS.flatMap(computed));

/** Pages of services that ignore the page size, or know it under another name. */
const OWN_SIZES = [5, 6, 8, 9].flatMap((size): Array<Partial<Description>> => [
	{ fixedPageSize: size },
	{ sizeParameter: 'limit', defaultSize: size },
]);

promise(
	'Pages of few contacts whose length was not requested are not all',
	OWN_SIZES.flatMap((sizes) =>
		[WAYS.mutePages, WAYS.muteOffsets].flatMap(({ by, settings }) =>
			[{}, { page: '{number}' }, { limit: '{size}' }, { count: '{count}' }].flatMap((fields) =>
				bothWays(settings).map((pagination) =>
					pagedList('whole or error', 230, by, fields as Fields, { ...sizes, pagination }),
				),
			),
		),
	),
);

/** Pages that are longer than requested, and say that they are all. */
const LONGER: Array<[said: (one: Page) => Contact, sizes: Sizes, pageSize: number]> = [
	[(one) => ({ total: one.count }), { fixedPageSize: 30 }, 20],
	[(one) => ({ totalResults: one.count }), { fixedPageSize: 12 }, 10],
	[(one) => ({ hasMore: one.count === asked(one) }), { fixedPageSize: 100 }, 10],
	[(one) => ({ hasNextPage: one.count === asked(one) }), { fixedPageSize: 30 }, 20],
];

promise(
	'A page that is longer than requested is not all because it says so',
	LONGER.flatMap(([said, sizes, pageSize]) =>
		[undefined, { mode: 'pageNumber' } as Settings].map((pagination) =>
			saying('longer', 'whole or error', byPage, said, { ...sizes, pageSize, pagination }),
		),
	),
);

promise(
	'A text that may lead on is not passed over where the page size is ignored',
	['more', 'older', 'load_more', 'following'].flatMap((name) =>
		[12, 17, 30].flatMap((fixedPageSize) =>
			[cursor('zq'), cursor(name)].map((by) =>
				pagedList(
					'whole or error',
					230,
					by,
					{ [`${name} if hasMore`]: '{next}' },
					{ fixedPageSize },
				),
			),
		),
	),
);

// Links that lead back

/** A proxy that ignores queries when it looks up what it has. */
function cachedByPath(service: Service): Service {
	let first: ServiceResponse | undefined;
	return { ...service, respond: (request) => (first ??= service.respond(request)) };
}

/** Texts of links that bring the first page. */
const LEADING_BACK: Record<string, (link: string) => string> = {
	'without a query': (link) => new URL(link).pathname,
	'without a position': (link) => link.replace(/&?(zq|page|cursor)=[^&]*/, ''),
	'with entities': (link) => link.replaceAll('&', '&amp;'),
	'with another name': (link) => link.replace(/(zq|page|cursor)=/, 'p_$1='),
};

const JSON_CURSOR: Position = cursor('cursor', '{{"after":{start}}}');

/** The position as JSON, as it is, in a link. */
const jsonInLink = (sizes: Sizes, cut: (text: string) => string) =>
	paged(
		230,
		JSON_CURSOR,
		{},
		{
			...sizes,
			refuses: false,
			body: ({ list: contacts, hasMore: isPart, after, size }) => ({
				contacts,
				next: isPart ? `/v1/contacts?pageSize=${size}&cursor=${cut(String(after))}` : null,
			}),
		},
	);

promise('A link that leads back to the first page is no end', [
	...SIZES.flatMap((sizes) => [
		...everyWay
			.filter(({ signs }) => 'next' in signs || 'nextCursor' in signs || 'hasMore' in signs)
			.map(({ by, signs, pagination }) =>
				list(
					['cached', by, signs, sizes],
					'error',
					() => cachedByPath(paged(230, by, signs, sizes)),
					{
						pagination,
					},
				),
			),
		...Object.entries(LEADING_BACK).flatMap(([what, change]) =>
			[hidden, byPage, byCursor].flatMap((by) =>
				bothWays({ mode: 'nextLink' }).map((pagination) =>
					saying(
						what,
						'whole or error',
						by,
						(one) => ({ next: one.hasMore ? change(one.linkAfter) : null }),
						{ ...sizes, pagination, refuses: false },
					),
				),
			),
		),
		...[(text: string) => text, (text: string) => text.replace(/[{}]/g, '')].flatMap((cut) =>
			bothWays({ mode: 'nextLink' }).map((pagination) =>
				list(['JSON', sizes, cut('{}')], 'whole or error', () => jsonInLink(sizes, cut), {
					pagination,
				}),
			),
		),
	]),
	// The last page that leads to itself
	...bothWays({ mode: 'nextLink' }).map((pagination) =>
		saying('itself', 'whole', byPage, (one) => ({ next: one.hasMore ? one.linkAfter : one.url }), {
			pagination,
		}),
	),
]);

// Other lists

const records = (count: number, name = 'label'): Contact[] =>
	range(count).map((n) => ({ id: `r${n}`, [name]: `Record ${n}`, position: n }));

/** A service with few contacts, or none, beside another list, that it never pages. */
const beside = (contacts: number, name: string, others: Contact): Service => {
	const all = contactsOf(contacts);
	return { contacts: all, respond: () => ({ body: { [name]: all, ...others } }) };
};

promise('Another list is not taken for the contacts', [
	...['prospects', 'profiles', 'people', 'customers', 'data', 'leads'].flatMap((name) =>
		[0, 1].flatMap((count) =>
			[
				{ customFields: records(12) },
				{ users: records(5, 'login') },
				{ fields: records(3), tags: records(2) },
				{ facets: records(1) },
				{ meta: { columns: records(4) } },
				{ included: records(6) },
			].map((others) =>
				list([count, name, others], 'whole or error', () => beside(count, name, others)),
			),
		),
	),
	list('none beside fields', 'error', () => beside(0, 'prospects', { customFields: records(12) })),
	list('one beside users', 'error', () => beside(1, 'profiles', { users: records(5, 'login') })),
	// The name says which list has the contacts
	...[0, 1].flatMap((count) => [
		list(['contacts', count], 'whole', () => beside(count, 'contacts', { fields: records(12) })),
		list(['Contacts', count], 'whole or error', () =>
			beside(count, 'Contacts', { Users: records(5) }),
		),
	]),
	// The page size shows which
	...[5, 30, 230].map((count) =>
		list(['prospects', count], 'whole', () =>
			instead(paged(count, byPage, hasMore), ({ body }) => {
				const { contacts, ...rest } = body as Contact;
				return { body: { customFields: records(12), prospects: contacts, ...rest } };
			}),
		),
	),
]);

/** What lists with a usual name have that is not an object. */
const NO_OBJECTS: unknown[][] = [
	[null],
	[null, null],
	[1, 2, 3],
	['c1', 'c2'],
	[[1, 'Ada']],
	[{ id: 1 }, null],
	[{ id: 1 }, 'c2'],
];

const OTHER_VALUES: Fields[] = [
	{ tags: ['a', 'b'] },
	{ contactIds: [1, 2, 3] },
	{ data: ['x'] },
	{ values: [null] },
];

promise('A list with a usual name that has something else than objects is an error', [
	...['contacts', 'data', 'results', 'items', 'records', 'value'].flatMap((name) =>
		NO_OBJECTS.flatMap((values) =>
			[{ users: records(5) }, { included: records(3) }, { meta: { fields: records(2) } }].map(
				(others) => {
					const body = { [name]: values, ...others };
					return list(body, 'error', () => always(body));
				},
			),
		),
	),
	...NO_OBJECTS.flatMap((values) =>
		everyWay.map(({ by, signs, pagination }) =>
			list(
				[values, by],
				'error',
				() =>
					instead(
						paged(230, by, { companies: [{ id: 'a' }, { id: 'b' }], ...signs }),
						(response) => {
							const first = response.status ? undefined : listOf(response)[0];
							const isLater = first !== undefined && Number(first.id) > 45;
							return isLater ? withFields(response, { contacts: values }) : undefined;
						},
					),
				{ pagination },
			),
		),
	),
	...OTHER_VALUES.map((fields) => pagedList('whole', 230, byPage, { ...fields, ...hasMore })),
]);

// Links that carry the filter of the user wrongly

interface Filter {
	query: string;
	/** Whether a contact has what the parameters of a request say. */
	fits: (contact: Contact, query: URLSearchParams) => boolean;
}

const CITIES = ['New York', 'new york', 'New+York', 'Rome'];
const people = range(920).map((n) => ({
	id: n,
	city: CITIES[n % 4],
	tag: 'abcd'[n % 4],
	mail: `a${'+ .-'[n % 4]}b@example.com`,
}));

const equals =
	(field: string, name = field): Filter['fits'] =>
	(contact, query) =>
		!query.has(name) || query.getAll(name).includes(String(contact[field]));

const FILTERS: Record<string, Filter> = {
	tags: { query: 'tag=a&tag=b', fits: equals('tag') },
	city: { query: 'city=New%20York', fits: equals('city') },
	mail: { query: 'mail=a%2Bb%40example.com', fits: equals('mail') },
	marked: { query: 'filter%5Bcity%5D=Rome', fits: equals('city', 'filter[city]') },
};

/** What services make of the filter in their links. */
const CARRIED: Array<[filter: string, link: (link: string) => string]> = [
	['tags', (link) => link.replace(/&tag=b/, '')],
	['tags', (link) => link.replace(/&tag=a/, '')],
	['tags', (link) => link.replace(/&tag=a&tag=b/, '&tag=a,b')],
	['tags', (link) => link.replace(/&tag=a&tag=b/, '')],
	['city', (link) => link.replace(/city=[^&]*/, 'city=New%2520York')],
	['city', (link) => link.replace(/city=[^&]*/, 'city=New%2BYork')],
	['city', (link) => link.replace(/city=[^&]*/, 'city=new%20york')],
	['city', (link) => link.replace(/city=[^&]*/, 'city=New')],
	['city', (link) => link.replace(/&city=[^&]*/, '')],
	['mail', (link) => link.replace(/mail=[^&]*/, 'mail=a+b@example.com')],
	['mail', (link) => link.replace(/mail=[^&]*/, 'mail=a%252Bb%2540example.com')],
	['marked', (link) => link.replace(/filter%5Bcity%5D/, 'filter%255Bcity%255D')],
	['marked', (link) => link.replace(/filter%5Bcity%5D=/, 'filter=')],
	['marked', (link) => link.replace(/&filter%5Bcity%5D=[^&]*/, '')],
	...Object.keys(FILTERS).map((name): (typeof CARRIED)[number] => [name, (link) => link]),
];

/** A service that filters, and changes the filter in its links. */
function filtering(
	{ query, fits }: Filter,
	change: (link: string) => string,
	sizes: Sizes,
): Service {
	const serve = (parameters: URLSearchParams) =>
		paged(
			people.filter((one) => fits(one, parameters)),
			byPage,
			{},
			{
				...sizes,
				body: (one) => ({
					contacts: one.list,
					next: one.hasMore ? change(one.linkAfter) : null,
				}),
			},
		);
	return {
		contacts: serve(new URLSearchParams(query)).contacts,
		respond: (request) => serve(request.url.searchParams).respond(request),
	};
}

promise(
	'The filter of the user is sent, whatever a link makes of it',
	CARRIED.flatMap(([name, change]) =>
		[{}, CUT_TO_20].flatMap((sizes) =>
			bothWays({ mode: 'nextLink' }).map((pagination) => {
				const filter = FILTERS[name]!;
				const service = () => filtering(filter, change, sizes);
				const options = { query: filter.query, pagination };
				return list([name, change.toString(), sizes], 'whole', service, options);
			}),
		),
	),
);

/** A service whose links lack the filter, and which refuses it beside them. */
function refusingFilter(sizes: Sizes): Service {
	const service = paged(230, cursor('page_info'), { next: NEXT_LINK }, sizes);
	const isLinked = (query: URLSearchParams) => query.has('page_info') && query.has('status');
	const bare = instead(service, ({ status, body }) =>
		status === undefined
			? { body: JSON.parse(JSON.stringify(body).replaceAll('&status=any', '')) as unknown }
			: undefined,
	);
	return refusing(bare, isLinked);
}

promise(
	'A link beside which the filter of the user is refused goes out as it is written',
	[{}, CUT_TO_20, ALWAYS_20].flatMap((sizes) =>
		bothWays({ mode: 'nextLink' }).map((pagination) => {
			const expected = sizes === ALWAYS_20 ? 'error' : 'whole';
			const options = { query: 'status=any', pagination };
			return list([sizes], expected, () => refusingFilter(sizes), options);
		}),
	),
);

// Questions that cancel each other

/** A service to which names in upper and lower case are one; several values make none. */
function caseless(service: Service, name: string): Service {
	return {
		...service,
		respond: ({ url }) => {
			const names = [...url.searchParams.keys()];
			const own = names.filter((one) => one.toLowerCase() === name.toLowerCase());
			const value = own.map((one) => url.searchParams.get(one)).join();
			const plain = new URL(url);
			for (const one of own) plain.searchParams.delete(one);
			if (own.length > 0) plain.searchParams.set(name, value);
			return service.respond({ url: plain });
		},
	};
}

/** A service that rounds offsets to whole pages. */
function rounding(service: Service, name: string, size: number): Service {
	return {
		...service,
		respond: ({ url }) => {
			const whole = new URL(url);
			const start = Number(url.searchParams.get(name) ?? 0);
			const length = Math.min(Number(url.searchParams.get('pageSize') ?? 20), size);
			whole.searchParams.set(name, String(Math.floor(start / length) * length));
			return service.respond({ url: whole });
		},
	};
}

const mixesNames = (query: URLSearchParams) => query.has('page') && query.has('page[number]');

/** A service that reads both names as one parameter, and understands none where both are there. */
const nesting = (service: Service): Service => ({
	...service,
	respond: ({ url }) =>
		service.respond({ url: mixesNames(url.searchParams) ? new URL(url.pathname, url) : url }),
});

promise('Parameters that cancel each other find the way all the same', [
	...SIZES.slice(0, 3).flatMap((sizes) => [
		...[byPage, page('page[number]', 1)].flatMap((by) => [
			list(['nesting', by, sizes], 'whole', () => nesting(paged(230, by, {}, sizes))),
			...[400, 500].map((status) =>
				list([by, sizes, status], 'whole', () =>
					refusing(paged(230, by, {}, sizes), mixesNames, { status }),
				),
			),
		]),
		...['page', 'Page', 'pageNumber', 'offset', 'skip', 'start'].map((name) => {
			const by = name.startsWith('p') || name === 'Page' ? page(name, 1) : offset(name, 0);
			const service = () => caseless(paged(230, by, {}, { ...sizes, refuses: false }), name);
			return list(['caseless', by, sizes], 'whole', service);
		}),
		...['offset', 'skip', 'start'].flatMap((name) =>
			bothWays({ mode: 'offset', offsetParameter: name }).map((pagination) => {
				const size = sizes.maxPageSize ?? Infinity;
				const service = () => rounding(paged(230, offset(name, 0), {}, sizes), name, size);
				return list(['rounding', name, sizes], 'whole or error', service, {
					pagination,
				});
			}),
		),
	]),
]);

// What a question brings by chance

/** A service that filters by each field of its contacts, and pages as it did before. */
const filteringByFields = (service: Service): Service =>
	instead(service, (response, { url }) => {
		const names = Object.keys(service.contacts[0]!).filter((name) => url.searchParams.has(name));
		if (names.length === 0 || response.status) return undefined;
		const contacts = service.contacts.filter((contact) =>
			names.every((name) => String(contact[name]) === url.searchParams.get(name)),
		);
		return withFields(response, { contacts });
	});

const withMail = (count: number) =>
	range(count).map((n) => ({ id: 1_000 + n, uuid: `u-${n}`, email: `c${n}@example.com` }));

/** Fields with a value of the next contact, or of the last one on the page. */
const NEXT_VALUES: Array<[field: string, of: keyof Contact]> = [
	...['nextId', 'next_id', 'nextID', 'id_next'].map((field): [string, string] => [field, 'id']),
	...['nextUuid', 'next_uuid'].map((field): [string, string] => [field, 'uuid']),
	...['nextEmail', 'next_email'].map((field): [string, string] => [field, 'email']),
	...['lastId', 'last_id'].map((field): [string, string] => [field, 'id']),
];

promise('A value that the service takes for a filter leads to no page', [
	...NEXT_VALUES.flatMap(([field, of]) =>
		[hidden, byPage, byOffset].flatMap((by) =>
			[{}, CUT_TO_20, ALWAYS_20].flatMap((sizes) =>
				[{}, hasMore].map((signs) => {
					const contacts = withMail(230);
					const step = field.toLowerCase().includes('last') ? 1 : 0;
					const body = ({ list: page, end, hasMore: more }: Page) => ({
						contacts: page,
						[field]: contacts[end - step]?.[of as 'id'] ?? null,
						...('hasMore' in signs && { hasMore: more }),
					});
					const service = () =>
						filteringByFields(paged(contacts, by, {}, { ...sizes, body, refuses: false }));
					return list([field, by, sizes, signs], 'whole or error', service);
				}),
			),
		),
	),
	// By its own name, the value leads on
	pagedList(
		'whole',
		withMail(230),
		cursor('nextId', '{last.id + 1}'),
		{ nextId: '{next ?? null}' },
		{ refuses: false },
	),
]);

// What ends a list

/** What a service sends for one page in mid-list, always or once. */
function missing(by: Position, answer: ServiceResponse, times: number): Service {
	const service = paged(230, by);
	let left = times;
	return instead(service, (response) => {
		const first = response.status ? undefined : listOf(response)[0];
		const isMissing = Number(first?.id) > 146 && Number(first?.id) <= 148;
		return isMissing && left-- > 0 ? answer : undefined;
	});
}

/** A service whose whole response is the list, and that sends nothing for the second page. */
function withoutContent(maxPageSize: number | undefined): Service {
	const headers = { Link: ['<{nextLink}>; rel="next"'] };
	const service = paged(230, WAYS.lastId.by, {}, { body: '{list}', headers, maxPageSize });
	return instead(service, (_, { url }) =>
		url.searchParams.has(WAYS.lastId.by.parameter) ? { status: 204 } : undefined,
	);
}

promise('A page that is missing in mid-list is no end', [
	...[404, 410, 400, 416, 204].flatMap((status) =>
		[WAYS.mutePages, WAYS.muteOffsets].flatMap(({ by, settings }) =>
			bothWays(settings).flatMap((pagination) =>
				[1, Infinity].map((times) =>
					list([status, by, times], 'whole or error', () => missing(by, { status }, times), {
						pagination,
					}),
				),
			),
		),
	),
	...[undefined, 25].map((maxPageSize) =>
		list(['204', maxPageSize], 'whole or error', () => withoutContent(maxPageSize)),
	),
	...[404, 410].flatMap((status) =>
		[200, 230].flatMap((count) =>
			bothWays({ mode: 'pageNumber' }).map((pagination) =>
				pagedList('whole', count, byPage, {}, { pastTheEnd: { status }, pagination }),
			),
		),
	),
]);

/** How responses state the address or the place of the next page, from the requested size. */
const COUNTING: Array<[by: Position, said: Said, settings: Settings]> = [
	[byOffset, (one) => ({ next: linkTo(one, 'offset', one.start + asked(one)) }), linkIn('next')],
	[
		byOffset,
		(one) => ({ links: { next: linkTo(one, 'offset', one.start + asked(one)) } }),
		linkIn('links.next'),
	],
	[
		byOffset,
		(one) => ({ nextOffset: placeIn(one, one.start + asked(one)) }),
		{ mode: 'cursor', cursorField: 'nextOffset', cursorParameter: 'offset' },
	],
	[
		offset('zq', 0),
		(one) => ({ nextCursor: placeIn(one, one.start + asked(one)) }),
		{ mode: 'cursor', cursorField: 'nextCursor', cursorParameter: 'zq' },
	],
	[
		offset('cursor', 0),
		(one) => ({ nextCursor: placeIn(one, one.start + asked(one)) }),
		{ mode: 'cursor' },
	],
	[
		byCursor,
		(one) => {
			const place = placeIn(one, one.start + asked(one));
			return { nextCursor: place && Buffer.from(`position:${place}`).toString('base64') };
		},
		{ mode: 'cursor' },
	],
];

const placeIn = ({ total }: Page, start: number) => (start < total ? start : null);

function linkTo(one: Page, name: string, start: number): string | null {
	const link = new URL(one.url);
	link.searchParams.set(name, String(start));
	return start < one.total ? link.href : null;
}

promise(
	'Links and cursors that count the requested page size skip no contact',
	COUNTING.flatMap(([by, said, settings]) =>
		bothWays(settings).flatMap((pagination) =>
			[
				...SIZES.filter((sizes) => Object.keys(sizes).length > 0),
				{ maxPageSize: 100, pageSize: 200 },
				{},
			].map((sizes) => {
				const isHonored = Object.keys(sizes).length === 0;
				const isKnown = pagination !== undefined || by.parameter !== 'zq';
				const expected = isHonored && isKnown ? 'whole' : 'whole or error';
				return saying('counting', expected, by, said, { ...sizes, pagination });
			}),
		),
	),
);

promise(
	'Pages that start by the requested size skip no contact behind a link',
	[byPage, hidden].flatMap((by) =>
		SIZES.flatMap((sizes) =>
			bothWays({ mode: 'nextLink' }).map((pagination) =>
				pagedList('whole or error', 230, by, WAYS.links.signs, {
					...sizes,
					startsByRequested: true,
					pagination,
				}),
			),
		),
	),
);

// IDs

/** A service that encrypts the IDs of its contacts anew for each response. */
function encrypting(service: Service, name: string) {
	let responses = 0;
	const changing = instead(service, (response) => {
		if (response.status) return undefined;
		responses++;
		const encrypt = (one: Contact, n: number) => ({ [name]: `${responses}x${n * 7919}`, ...one });
		return withFields(response, { contacts: listOf(response).map(encrypt) });
	});
	return { ...changing, throughout: service.contacts, ever: service.contacts };
}

const byNothing = cursor('none');

promise(
	'Contacts whose IDs differ in each response come out once',
	['id', 'Id', '_id', 'uuid', 'contactId', 'guid'].flatMap((name) =>
		[
			...everyWay.map((one) => ({ ...one, count: 230 })),
			...[{}, { total: '{total}' }, hasMore].flatMap((signs) =>
				[{}, { mode: 'pageNumber' }, { mode: 'offset' }, { mode: 'cursor' }].map((pagination) => ({
					by: byNothing,
					signs,
					pagination: pagination as Settings,
					count: 30,
				})),
			),
		].flatMap(({ by, signs, pagination, count }) =>
			[{}, ALWAYS_20, CUT_TO_20].map((sizes) => {
				const options = { ...sizes, refuses: false };
				const service = () => encrypting(paged(withoutIds(count), by, signs, options), name);
				return list([name, by, signs, sizes, count], 'whole or error', service, { pagination });
			}),
		),
	),
);

/** The same, of a service that ignores what it states anew each time. */
function leadingOn(count: number, name: string, fields: Fields) {
	const service = encrypting(paged(withoutIds(count), byNothing, fields, ALWAYS_50), name);
	let responses = 0;
	return instead(service, (response) => {
		responses++;
		const signs = { nextCursor: `c${responses}`, next: `/v1/contacts?cursor=c${responses}` };
		return withFields(response, signs);
	});
}

promise(
	'Contacts whose IDs differ come out once where each response leads on',
	['id', 'uuid'].flatMap((name) =>
		[{}, { total: '{total}' } as Fields].flatMap((fields) =>
			[30, 80].flatMap((count) =>
				[undefined, { mode: 'cursor' }, { mode: 'nextLink' }].map((pagination) =>
					list([name, fields, count], 'error', () => leadingOn(count, name, fields), {
						pagination: pagination as Settings,
					}),
				),
			),
		),
	),
);

/** IDs that count the contacts of each response. */
const numbered = (service: Service, name: string): Service => {
	const all = service.contacts.map((contact, n) => ({ [name]: n, ...contact }));
	const at = new Map(service.contacts.map((contact, n) => [contact, all[n]!]));
	const respond: Service['respond'] = (request) => {
		const response = service.respond(request);
		if (response.status) return response;
		const contacts = listOf(response).map((contact, n) => {
			const one = at.get(contact)!;
			one[name] = n + 1;
			return one;
		});
		return withFields(response, { contacts });
	};
	return { contacts: all, respond };
};

promise(
	'Numbers of rows do not make two pages the same',
	['id', '_id', 'row', 'rowNumber', 'no', '$id', 'index', 'Id'].flatMap((name) =>
		everyWay
			.filter(({ by }) => by.kind !== 'cursor' || by.token === undefined)
			.flatMap(({ by, signs, pagination }) =>
				SIZES.map((sizes) =>
					list(
						[name, by, signs, sizes],
						'whole or error',
						() => numbered(paged(withoutIds(230), by, signs, sizes), name),
						{ pagination },
					),
				),
			),
	),
);

// What is said and not seen

const fieldsNamed = (count: number) =>
	Object.fromEntries(range(count).map((n) => [`field${n}`, n % 7]));
const objectsNamed = (count: number) =>
	Object.fromEntries(range(count).map((n) => [`object${n}`, { a: n % 7, b: n % 5 }]));

/** Large envelopes, around what a service sends. */
const LARGE: Record<string, (list: Contact, signs: Contact) => Contact> = {
	'fields before the list': (list, signs) => ({ ...fieldsNamed(600), ...list, ...signs }),
	'fields before the signs': (list, signs) => ({ ...list, ...fieldsNamed(600), ...signs }),
	'fields after the signs': (list, signs) => ({ ...list, ...signs, ...fieldsNamed(600) }),
	'many fields': (list, signs) => ({ ...list, ...fieldsNamed(2_000), ...signs }),
	'objects before the signs': (list, signs) => ({ ...list, ...objectsNamed(300), ...signs }),
	'an object before the list': (list, signs) => ({ info: fieldsNamed(600), ...list, ...signs }),
	'signs behind fields in an object': (list, signs) => ({
		...list,
		meta: { ...fieldsNamed(600), ...signs },
	}),
	'another list, then fields': (list, signs) => ({
		roles: records(20),
		...fieldsNamed(600),
		...list,
		...signs,
	}),
	'another list in fields': (list, signs) => ({
		info: { ...objectsNamed(300), users: records(20) },
		...list,
		...signs,
	}),
	'500 fields': (list, signs) => ({ ...fieldsNamed(499), ...list, ...signs }),
};

promise(
	'A response with more fields than are read is an error, or read to its end',
	Object.entries(LARGE).flatMap(([what, around]) =>
		everyWay.flatMap(({ by, signs, pagination }) =>
			[{}, CUT_TO_20].map((sizes) =>
				list(
					[what, by, signs, sizes],
					'whole or error',
					() =>
						instead(paged(230, by, signs, sizes), (response) => {
							if (response.status) return undefined;
							const { contacts, ...rest } = response.body as Contact;
							return { ...response, body: around({ contacts }, rest) };
						}),
					{ pagination },
				),
			),
		),
	),
);

/** By which a response says that it does not have all that it should. */
const INCOMPLETE = [
	'truncated',
	'isTruncated',
	'is_truncated',
	'partial',
	'isPartial',
	'incomplete',
	'incomplete_results',
	'incompleteResults',
	'limitReached',
	'limit_reached',
	'timed_out',
	'timedOut',
	'terminated_early',
	'partialResults',
	'exceededTransferLimit',
];

promise(
	'A response that says that it is incomplete does not end a list',
	INCOMPLETE.flatMap((name) => [
		...[{ [name]: true }, { meta: { [name]: true } }].flatMap((fields) => [
			...[0, 7, 20, 50].map((count) => pagedList('error', count, byNothing, fields)),
			...everyWay.map(({ by, signs, pagination }) => {
				const expected = 'total' in signs ? 'whole or error' : 'error';
				return pagedList(expected, 230, by, { ...signs, ...fields }, { pagination });
			}),
		]),
		...[0, 7, 30].map((count) =>
			pagedList('whole', count, byNothing, { [name]: false }, { fixedPageSize: 50 }),
		),
		...[byPage, byOffset].map((by) =>
			pagedList('whole', 230, by, { ...hasMore, [name]: '{hasMore}' }),
		),
		// The second page lacks ten contacts
		...everyWay.map(({ by, signs, pagination }) =>
			list(
				[name, by, 'on one page'],
				'error',
				() =>
					instead(paged(230, by, { ...signs, [name]: false }), (response) => {
						if (response.status) return undefined;
						const contacts = listOf(response);
						const isSecond = Number(contacts[0]?.id) > 48 && Number(contacts[0]?.id) < 52;
						if (!isSecond) return undefined;
						const rest = contacts.filter(({ id }) => Number(id) < 70 || Number(id) > 79);
						return withFields(response, { contacts: rest, [name]: true });
					}),
				{ pagination },
			),
		),
	]),
);

/** Totals that are met in mid-list. */
const TOTALS: Array<[count: number, pageSize: number, total: number]> = [
	[800, 20, 40],
	[230, 50, 100],
	[230, 50, 50],
	[230, 50, 150],
	[230, 50, 200],
	[120, 20, 20],
];

const TOTAL_NAMES = ['total', 'totalCount', 'numFound'];

/** Numbers that are by chance those of the first page, in services that cut pages to a few contacts. */
const BY_CHANCE = range(5).flatMap((n): Array<[cap: number, count: number, fields: Fields]> => {
	const cap = n + 5;
	return [
		[cap, 50, { info: { total: '{total}' } }],
		[cap, 50, { count: '{total | text}' }],
		[cap, cap * cap, { page_count: '{pages}' }],
	];
});

promise('A total that is met by chance is no end', [
	...TOTALS.flatMap(([count, pageSize, total]) =>
		TOTAL_NAMES.flatMap((name) =>
			everyWay.flatMap(({ by, signs, pagination }) =>
				[{ [name]: total }, { meta: { [name]: total } }].map((fields) =>
					pagedList(
						'whole or error',
						count,
						by,
						{ ...fields, ...signs, ...fields },
						{ pageSize, pagination },
					),
				),
			),
		),
	),
	...BY_CHANCE.flatMap(([maxPageSize, count, fields]) =>
		[byPage, page('Zq', 1), byOffset, cursor('cursor')].map((by) =>
			pagedList('whole or error', count, by, fields, { maxPageSize }),
		),
	),
	...[40, 100].flatMap((total) =>
		SIZES.slice(1).map((sizes) =>
			pagedList('whole or error', 230, byPage, { total }, { ...sizes }),
		),
	),
	...[50, 100, 200, 230].flatMap((count) =>
		everyWay.map(({ by, signs, pagination }) =>
			pagedList('whole', count, by, { ...signs, total: '{total}' }, { pagination }),
		),
	),
]);

/** Fields that are true on the last page, under names that do not say so plainly. */
const FINAL = ['isFinal', 'eof', 'exhausted', 'allLoaded', 'finished', 'end', 'isEnd', 'complete'];

const FLAGGED: Settings[] = [
	{ mode: 'pageNumber' },
	{ mode: 'offset' },
	{ mode: 'lastContact', cursorParameter: 'starting_after' },
	{ mode: 'cursor' },
];
const byMode = (mode: Settings['mode']): Position =>
	({ pageNumber: byPage, offset: byOffset, lastContact: WAYS.lastId.by })[mode as string] ??
	byCursor;

/** Fields that have nothing to do with pages, and what says that there is more. */
const WRONG_FLAGS: Fields[] = [{ archived: false }, { archived: 'no' }, { meta: { archived: 0 } }];
const SAYING_MORE: Fields[] = [
	hasMore,
	{ meta: { has_more: '{hasMore}' } },
	{ next: NEXT_LINK },
	{ page: '{number}', totalPages: '{pages}' },
	{ total: '{total}' },
];

promise(
	'Has More Field reads a flag that is true on the last page, by its name',
	FINAL.filter((name) => name !== 'end').flatMap((hasMoreField) =>
		[WAYS.mutePages, WAYS.muteOffsets].map(({ by, settings }) =>
			pagedList(
				'whole',
				230,
				by,
				{ [hasMoreField]: '{isLast}' },
				{ pagination: { ...settings, hasMoreField } },
			),
		),
	),
);

promise('Has More Field ends no list against what the response says', [
	...FLAGGED.flatMap((settings) => {
		const by = byMode(settings.mode);
		const signs: Fields = settings.mode === 'cursor' ? { nextCursor: NEXT } : {};
		const flagged = (hasMoreField: string) => ({ pagination: { ...settings, hasMoreField } });
		return [
			...FINAL.flatMap((name) => [
				pagedList('whole or error', 230, by, { ...signs, [name]: '{isLast}' }, flagged(name)),
				pagedList(
					'whole',
					230,
					by,
					{ ...signs, [name]: '{isLast}' },
					{
						pagination: { ...settings, hasMoreField: name, hasMoreOn: 'lastPage' },
					},
				),
			]),
			...['hasMore', 'more', 'has_next'].map((name) =>
				pagedList('whole', 230, by, { ...signs, [name]: '{hasMore}' }, flagged(name)),
			),
			...WRONG_FLAGS.flatMap((fields) =>
				SAYING_MORE.map((says) => {
					const name = 'meta' in fields ? 'meta.archived' : 'archived';
					const all =
						'meta' in fields && 'meta' in says
							? { ...signs, meta: { ...(says.meta as Fields), archived: 0 } }
							: { ...signs, ...says, ...fields };
					return pagedList('whole or error', 230, by, all, flagged(name));
				}),
			),
		];
	}),
]);

// Rarer causes

const SIZE_NAMES = ['limit', 'per_page', 'perPage', 'size', 'page_size', 'count', 'take', 'top'];

promise('A page size in Query Parameters makes no page the last one', [
	// It is cut to Page Size.
	...[WAYS.links, WAYS.pages].flatMap(({ by, signs, settings }) =>
		bothWays(settings).map((pagination) => {
			const sizes = { sizeParameter: 'limit', maxPageSize: 50, startsByRequested: true as const };
			return pagedList('whole or error', 630, by, signs, {
				...sizes,
				query: 'limit=100',
				pagination,
			});
		}),
	),
	...SIZE_NAMES.flatMap((sizeParameter) =>
		[WAYS.mutePages, WAYS.muteOffsets, { by: hidden, settings: {} }].flatMap(({ by, settings }) =>
			bothWays(settings).flatMap((pagination) =>
				[5, 12].map((size) =>
					pagedList(
						'whole or error',
						60,
						by,
						{},
						{ sizeParameter, query: `${sizeParameter}=${size}`, pagination },
					),
				),
			),
		),
	),
	// What says that there is more is computed from it
	...[20, 30, 100].map((maxPageSize) =>
		list(
			['limit', maxPageSize],
			'whole or error',
			() =>
				paged(130, byPage, undefined, {
					sizeParameter: 'limit',
					maxPageSize,
					body: (one) => ({ contacts: one.list, hasMore: one.list.length === 500 }),
				}),
			{ query: 'limit=500' },
		),
	),
]);

/** A service that takes the cursor for a filter that no contact fits. */
const withoutMatches = (parameter: string, fields: Contact) =>
	refusing(
		paged(230, byCursor, { nextCursor: NEXT }, { refuses: false }),
		(query) => query.has(parameter),
		{ body: { contacts: [], ...fields } },
	);

promise('An empty list in answer to a cursor ends no list that it was not read from', [
	...['after', 'token', 'next', 'page'].flatMap((cursorParameter) =>
		[{}, { nextCursor: null }].map((fields) =>
			list([cursorParameter, fields], 'error', () => withoutMatches(cursorParameter, fields), {
				pagination: { mode: 'cursor', cursorParameter },
			}),
		),
	),
	// A link to a filter, where a number of pages says that there are more
	...[byPage, hidden, byCursor].map((by) =>
		list(['sort', by], 'whole or error', () => {
			const fields = { totalPages: '{pages}', nextView: '/v1/contacts?sort=name' };
			const none = { contacts: [], totalPages: 0, isLast: true };
			return refusing(paged(230, by, fields), (query) => query.has('sort'), { body: none });
		}),
	),
	// The cursor of the last page leads to an empty one
	...bothWays({ mode: 'cursor' }).flatMap((pagination) =>
		[50, 100, 200, 230].map((count) =>
			pagedList('whole', count, byCursor, { 'nextCursor if list': '{after}' }, { pagination }),
		),
	),
]);

/** A service whose cursors are good for one request. */
function withOneTimeCursors(service: Service, parameter: string): Service {
	const used = new Set<string>();
	return instead(service, (_, { url }) => {
		const value = url.searchParams.get(parameter);
		if (value === null) return undefined;
		if (used.has(value)) return { status: 410 };
		used.add(value);
		return undefined;
	});
}

/** A service that goes on with each request that has the ID of its scroll. */
function scrolling(field: string, parameter: string, sizes: Sizes): Service {
	const contacts = contactsOf(230);
	let scrolls = 0;
	const places = new Map<string, number>();
	return {
		contacts,
		respond: ({ url: { searchParams } }) => {
			const size = Number(searchParams.get('pageSize') ?? 20);
			const length = sizes.fixedPageSize ?? Math.min(size, sizes.maxPageSize ?? size);
			const id = searchParams.get(parameter) ?? `s${++scrolls}`;
			const start = places.get(id) ?? 0;
			places.set(id, start + length);
			return { body: { contacts: contacts.slice(start, start + length), [field]: id } };
		},
	};
}

promise('No page is lost where each can be read only once', [
	...[
		['nextCursor', 'cursor'],
		['nextPageToken', 'pageToken'],
		['next_token', 'next_token'],
		['continuation', 'continue_from'],
	].flatMap(([field, parameter]) =>
		bothWays({ mode: 'cursor', cursorField: field!, cursorParameter: parameter! }).flatMap(
			(pagination) =>
				[{}, CUT_TO_20, ALWAYS_20].map((sizes) => {
					const isSaid = pagination !== undefined && !('maxPageSize' in sizes);
					const service = () =>
						withOneTimeCursors(
							paged(230, cursor(parameter!), { [field!]: '{next ?? null}' }, sizes),
							parameter!,
						);
					const expected = isSaid && !('fixedPageSize' in sizes) ? 'whole' : 'whole or error';
					return list([field, parameter, sizes], expected, service, { pagination });
				}),
		),
	),
	...[
		['_scroll_id', 'scroll_id'],
		['scrollId', 'scrollId'],
		['scroll', 'scroll'],
	].flatMap(([field, parameter]) =>
		bothWays({ mode: 'cursor', cursorField: field!, cursorParameter: parameter! }).flatMap(
			(pagination) =>
				[{}, CUT_TO_20, ALWAYS_20].map((sizes) =>
					list(
						[field, parameter, sizes],
						'whole or error',
						() => scrolling(field!, parameter!, sizes),
						{ pagination },
					),
				),
		),
	),
]);

/** Addresses of the next page in texts of lists. */
const LINKS_IN_LISTS: Array<[name: string, text: (link: string) => unknown]> = [
	['linkUrls', (link) => `<${link}>; rel="next"`],
	['link', (link) => `<${link}>;rel=next`],
	['links', (link) => `next: ${link}`],
	['links', (link) => ['next', link]],
	['urls', (link) => link],
];

promise(
	'An address in the texts of a list is followed, or the list is an error',
	LINKS_IN_LISTS.flatMap(([name, text]) =>
		[hidden, byPage].flatMap((by) =>
			[{}, CUT_TO_20, { maxPageSize: 17 }].map((sizes) =>
				saying(
					[name, text.toString()],
					'whole or error',
					by,
					(one) => ({ [name]: one.hasMore ? [text(one.linkAfter)] : [] }),
					sizes,
				),
			),
		),
	),
);

const LENGTHS = [
	'limit',
	'pageSize',
	'page_size',
	'per_page',
	'perPage',
	'maxResults',
	'itemsPerPage',
];

promise(
	'A page of a stated length that was not requested is not all',
	LENGTHS.flatMap((name) =>
		[17, 20, 30].flatMap((maxPageSize) =>
			[{ [name]: maxPageSize }, { meta: { [name]: maxPageSize } }].map((fields) =>
				pagedList('error', 230, hidden, fields, { maxPageSize }),
			),
		),
	),
);

/** Elements of a list that are about the list, or about the page. */
const SUMMARIES: Contact[] = [
	{ summary: true, total: 230 },
	{ count: 50, total: 230 },
	{ totals: { contacts: 230 } },
	{ nextCursor: null, hasMore: false },
	{ type: 'summary', records: 230 },
	{ _total: 230 },
	{ meta: { total: 230 } },
];

/** Those that have only names about pages, which are no contacts even beside one. */
const AROUND = SUMMARIES.filter((one) => 'nextCursor' in one || 'meta' in one);

promise(
	'An element that is about the list is not taken for a contact',
	SUMMARIES.flatMap((summary) =>
		(['first', 'last'] as const).flatMap((place) =>
			[...(AROUND.includes(summary) ? [1, 2] : []), 7, 230].flatMap((count) =>
				Object.values(WAYS)
					.slice(0, 6)
					.map(({ by, signs }) =>
						list([summary, place, count, by, signs], 'error', () =>
							instead(paged(count, by, signs), (response) => {
								if (response.status) return undefined;
								const contacts = listOf(response);
								const all = place === 'first' ? [summary, ...contacts] : [...contacts, summary];
								return withFields(response, { contacts: all });
							}),
						),
					),
			),
		),
	),
);

// What stands elsewhere, or is said in another way

/** A single contact in place of a list, as XML is converted, or by its ID. */
const SINGLE: Contact[] = [
	{ contacts: { contact: { id: '5', givenName: 'Ada', emails: records(2, 'value') } } },
	{ contacts: { c5: { id: 5, userName: 'ada', active: true, tags: [] } } },
	{ data: { id: 5, vorname: 'Ada', adressen: [{ ort: 'Bonn' }] } },
	{ contact: { uid: 'x5', given_name: 'Ada', phones: [] } },
];

promise(
	'A list that a single contact has is no list of contacts',
	SINGLE.map((body) => list(body, 'error', () => always(body))),
);

promise('Contacts may have a field called node', [
	...[3, 60].map((count) => {
		const contacts = contactsOf(count).map((one) => ({
			...one,
			node: { id: `n${String(one.id)}` },
		}));
		return pagedList('whole', contacts, byPage, { total: '{total}' });
	}),
]);

/** Splits the contacts of each page between two lists. */
const split = (service: Service, names: [string, string]) =>
	instead(service, (response) => {
		if (response.status) return undefined;
		const { contacts, ...rest } = response.body as { contacts: Contact[] };
		const [first, second] = [true, false].map((isFirst) =>
			contacts.filter(({ id }) => Number(id) <= 105 === isFirst),
		);
		return { body: { ...rest, [names[0]]: first, [names[1]]: second } };
	});

/** Puts the contacts of each page into groups, in a list or by name. */
const grouped = (service: Service, isList: boolean) =>
	instead(service, (response) => {
		if (response.status) return undefined;
		const { contacts, ...rest } = response.body as { contacts: Contact[] };
		const groups = new Map<string, Contact[]>();
		for (const one of contacts) {
			const letter = Number(one.id) <= 55 ? 'A' : 'B';
			groups.set(letter, [...(groups.get(letter) ?? []), one]);
		}
		const all = [...groups].map(([letter, some]) => ({ letter, contacts: some }));
		return { body: { ...rest, groups: isList ? all : Object.fromEntries(groups) } };
	});

/** Has another list on the last page. */
const withAdmins = (service: Service) =>
	instead(service, (response) =>
		!response.status && listOf(response).some(({ id }) => id === 130)
			? withFields(response, { admins: records(3) })
			: undefined,
	);

promise(
	'Lists beside the contacts that a later page has first are an error',
	[WAYS.mutePages, WAYS.cursors, { by: byPage, signs: hasMore }].flatMap(({ by, signs }) => [
		...(
			[
				['active', 'archived'],
				['users', 'admins'],
				['contacts', 'leads'],
			] as Array<[string, string]>
		).map((names) =>
			list([names, by], 'error', () => split(paged(130, by, signs), names), {
				says: names.join(', '),
			}),
		),
		...[true, false].map((isList) =>
			list([isList, by], 'error', () => grouped(paged(80, by, signs), isList)),
		),
		list(['chosen', by], 'whole', () => withAdmins(paged(130, by, signs)), {
			contactsField: 'contacts',
		}),
	]),
);

/** Two lists that are paged by one number. */
const bothPaged = (count: number, others: number): Service => {
	const contacts = contactsOf(count);
	const services = [paged(contacts, byPage), paged(records(others), byPage)] as const;
	return {
		contacts,
		respond: (request) => {
			const [own, other] = services.map(({ respond }) => respond(request));
			return withFields(own!, { companies: listOf(other!) });
		},
	};
};

promise('No other paged list is taken for one that is called contacts', [
	...[
		[0, 120],
		[1, 2],
		[12, 120],
	].map(([count, others]) => list([count, others], 'error', () => bothPaged(count!, others!))),
]);

/** How services state the number of all contacts, beside the usual names. */
const STATED: Array<[fields: Fields, headers?: Record<string, string>]> = [
	[{ total: { value: 99, relation: 'gte' } }],
	[{ nbHits: '{total}' }],
	[{ nhits: '{total}' }],
	[{ totalCnt: '{total}' }],
	[{ total_num: '{total}' }],
	[{}, { 'x-wp-total': '230' }],
	[{}, { 'x-pagination': '{"TotalCount":230,"HasNext":true}' }],
	[{}, { 'content-range': 'contacts 0-49/230' }],
];

promise(
	'What is answered beyond a limit as at the end is no end where a total is stated',
	STATED.flatMap(([fields, headers = {}]) =>
		[byPage, byOffset].map((by) =>
			list([fields, headers, by], 'error', () =>
				instead(paged(230, by, fields), (response) => {
					if (response.status) return undefined;
					const contacts = listOf(response).filter(({ id }) => Number(id) < 100);
					return { ...withFields(response, { contacts }), headers };
				}),
			),
		),
	),
);

/** What leads on where nobody looks for it, or says that there is more. */
const SAYS_MORE: Fields[] = [
	{ urls: { next: '{nextLink ?? null}' } },
	{ query: { next: '{next ?? null}', took: 3 } },
	{ 'lastKey if hasMore': { pk: '{next}' } },
	{ stats: { total: '{total}', took: 3 } },
	{ sizeLimitExceeded: '{hasMore}' },
	{ resultsTruncated: '{hasMore}' },
	{ hasFollowing: '{hasMore}' },
	{ isCompleteList: '{isLast}' },
	{ noMoreData: '{isLast}' },
	{ lastBatch: '{isLast}' },
];

promise(
	'A short page that may say that there is more is not all',
	[7, 40].flatMap((fixedPageSize) =>
		SAYS_MORE.map((fields) =>
			pagedList('whole or error', 230, cursor('zq'), fields, { fixedPageSize }),
		),
	),
);

promise(
	'A page that lacks contacts which the service hides leads on',
	[WAYS.cursors, WAYS.links, WAYS.pages].flatMap(({ by, signs, settings }) =>
		bothWays(settings).flatMap((pagination) =>
			[(id: number) => id === 21, (id: number) => id % 10 === 7].map((isHidden, n) =>
				list([by, n], 'whole', () => hiding(paged(230, by, signs), isHidden), { pagination }),
			),
		),
	),
);

const LED: Fields[] = [WAYS.links.signs, { '@odata.nextLink if hasMore': '{nextLink}' }];

promise(
	'An empty first page with a link is followed',
	LED.map((signs) =>
		list([signs], 'whole', () => hiding(paged(230, byPage, signs), (id) => id <= 70)),
	),
);

promise(
	'What fails after a page that lacks contacts is no end',
	[WAYS.cursors, WAYS.links, WAYS.mutePages].flatMap(({ by, signs, settings }) =>
		[400, 404, 410, 422, 500].flatMap((status) =>
			bothWays(settings).map((pagination) =>
				list([by, status], 'error', () => failingAfterHiding(by, signs, status), { pagination }),
			),
		),
	),
);

/** Hides a contact of the second page, and fails in place of the third one. */
const failingAfterOne = (by: Position, signs: Fields, status: number) =>
	failingAt(
		120,
		status,
		hiding(paged(430, by, signs), (id) => id === 77),
	);

promise(
	'A link or a cursor that is refused, or a page that has to start with a contact, is no end',
	[
		...[WAYS.cursors, WAYS.links].flatMap((way) => [400, 422].map((status) => ({ way, status }))),
		...[WAYS.muteOffsets, WAYS.lastId].flatMap((way) =>
			[400, 404, 410].map((status) => ({ way, status })),
		),
	].flatMap(({ way: { by, signs, settings }, status }) =>
		bothWays(settings).map((pagination) =>
			list([by, status], 'error', () => failingAfterOne(by, signs, status), { pagination }),
		),
	),
);

promise(
	'A page of the contact that was held back alone is no end where it leads on',
	[WAYS.cursors, WAYS.links].flatMap(({ by, signs, settings }) =>
		bothWays(settings).map((pagination) => {
			const service = () => hiding(paged(230, by, signs), (id) => id > 50 && id < 110);
			return list([by], 'whole or error', service, { pagination });
		}),
	),
);

promise('A server that fails behind an empty page shows no end', [
	list('page 4', 'error', () =>
		instead(paged(100, byPage), (_, { url }) =>
			url.searchParams.get('page') === '4' ? { status: 500, body: {} } : undefined,
		),
	),
]);

/** Hides a contact of each page but the first one, and fails in place of the fourth page. */
const failingAfterHiding = (by: Position, signs: Fields, status: number) =>
	failingAt(
		160,
		status,
		hiding(paged(430, by, signs), (id) => id > 50 && id % 10 === 7),
	);

/** Fails in place of the page that has a contact. */
const failingAt = (contact: number, status: number, service: Service) =>
	instead(service, (response) => {
		const isPage = !response.status && listOf(response).some(({ id }) => id === contact);
		return isPage ? { status, body: {} } : undefined;
	});

promise(
	'A total that grows while a list is read tells that contacts are missing',
	[WAYS.cursors, WAYS.muteOffsets, WAYS.mutePages].flatMap(({ by, signs, settings }) =>
		bothWays(settings).map((pagination) =>
			list(
				[by],
				'error',
				() => {
					let total = 230;
					return instead(paged(230, by, signs), (response) => {
						if (response.status) return undefined;
						const contacts = listOf(response).filter(({ id }) => Number(id) < 100);
						const last = contacts.length === 0 && { nextCursor: null };
						return withFields(response, { contacts, total: total++, ...last });
					});
				},
				{ pagination },
			),
		),
	),
);

const TO_ITSELF: Fields[] = [
	{ next: '/v1/contacts?pageSize=50&page=2' },
	{ nextCursor: 'cGFnZSAy' },
];

promise(
	'A page that leads to itself is an error where contacts change and have no IDs',
	TO_ITSELF.flatMap((fields) =>
		bothWays({ mode: 'next' in fields ? 'nextLink' : 'cursor' }).map((pagination) =>
			list([fields], 'error', () => changingInCircles(fields), { pagination, atMost: 30 }),
		),
	),
);

/** Has other contacts in each response, and none with another page size. */
function changingInCircles(fields: Fields): Service {
	let requests = 0;
	const changing = (contact: Contact) => ({ ...contact, fetchedAt: requests });
	return {
		contacts: withoutIds(20),
		respond: ({ url: { searchParams } }) => {
			requests++;
			const count = searchParams.get('pageSize') === '50' ? 20 : 0;
			return { body: { contacts: withoutIds(count).map(changing), ...fields } };
		},
	};
}

promise('The number of a page is not that of all pages', [
	pagedList('whole', 130, byPage, { numPage: '{number}' }, CUT_TO_20),
	pagedList('whole', 130, byPage, { num_page: '{number}' }, ALWAYS_20),
]);

promise(
	'A flag that is off on every page ends no first page of a usual length',
	[20, 25, 100].flatMap((fixedPageSize) =>
		[byPage, byOffset].map((by) =>
			pagedList('whole or error', 230, by, { has_more: false }, { fixedPageSize }),
		),
	),
);

promise(
	'A link with a page size that was not requested leads to the next page',
	[20, 100].flatMap((pageSize) =>
		bothWays({ mode: 'nextLink' }).map((pagination) => {
			const next = `/v1/contacts?page={number + 1}&pageSize=${pageSize}`;
			return pagedList('whole', 430, byPage, { 'next if hasMore': next }, { pagination });
		}),
	),
);

promise(
	'The last page again is the end, also if it has one contact',
	[11, 21].map((count) =>
		list([count], 'whole', () => {
			const service = paged(count, byPage, {}, { fixedPageSize: 10 });
			const last = new URL(`https://api.example.com/v1/contacts?page=${Math.ceil(count / 10)}`);
			return instead(service, (response) =>
				listOf(response).length === 0 ? service.respond({ url: last }) : undefined,
			);
		}),
	),
);

promise(
	'A link may have another protocol or port, as behind a proxy',
	['http://api.example.com', 'https://api.example.com:8443'].map((origin) =>
		saying(
			origin,
			'whole',
			hidden,
			(one) => ({
				next: one.hasMore ? one.linkAfter.replace('https://api.example.com', origin) : null,
			}),
			{},
		),
	),
);

// Errors and requests that need not be

const nestedLists = (count: number) => ({
	id: 7,
	email: 'ada@example.com',
	orders: records(count),
	addresses: records(2, 'city'),
});

promise('A single contact with lists of its own is read', [
	...['contacts', 'data', 'results', 'items', 'value', 'people', 'users'].flatMap((name) =>
		[2, 10, 12, 50].flatMap((count) =>
			[{}, { total: 1 }, hasMore].map((fields) =>
				list([name, count, fields], 'whole', () => {
					const contacts = [nestedLists(count)];
					const said = 'hasMore' in fields ? { hasMore: false } : fields;
					return { contacts, respond: () => ({ body: { [name]: contacts, ...said } }) };
				}),
			),
		),
	),
	...[
		['contacts', { id: 7, items: records(3) }, 'whole'],
		['contacts', { email: 'ada@example.com', data: {} }, 'whole'],
		['data', { id: 7, items: records(3) }, 'whole'],
		['data', { id: 7, contacts: records(3) }, 'error'],
		['data', { name: 'Ada', items: records(3) }, 'error'],
		['users', { id: 7, items: records(3) }, 'error'],
	].map(([name, contact, expected]) =>
		list([name, contact], expected as Expected, () => {
			const contacts = [contact as Contact];
			return { contacts, respond: () => ({ body: { [name as string]: contacts } }) };
		}),
	),
]);

/** A service of which only the first and the last contacts have come, page by page. */
const withGap = (from: number, to: number, by: Position, fields: Fields, pageSize: number) =>
	hiding(paged(to + 30, by, fields, { maxPageSize: pageSize }), (id) => id > from && id <= to);

promise(
	'Empty pages behind cursors that change are followed',
	[
		WAYS.cursors,
		WAYS.links,
		{
			by: cursor('pageToken'),
			signs: { 'nextPageToken if hasMore': '{next}' },
			settings: {
				mode: 'cursor',
				cursorField: 'nextPageToken',
				cursorParameter: 'pageToken',
			} as Settings,
		},
	].flatMap(({ by, signs, settings }) =>
		bothWays(settings).flatMap((pagination) =>
			[10, 12, 40, 900].map((pages) =>
				list([pages, signs], 'whole', () => withGap(40, 40 + pages * 20, by, signs, 20), {
					pagination,
					pageSize: 20,
				}),
			),
		),
	),
);

/** What leads to later changes, not to the next page. */
const SYNC: Fields[] = [
	{ '@odata.nextLink if hasMore': '{nextLink}', '@odata.deltaLink if isLast': '{linkAfter}' },
	{
		'@odata.nextLink if hasMore': '{nextLink}',
		'@odata.deltaLink if isLast': '/v1/contacts?delta=a',
	},
	{ 'nextPageToken if hasMore': '{next}', 'nextSyncToken if isLast': 'c3luYw' },
	{ 'next if hasMore': '{nextLink}', 'deltaLink if isLast': '/v1/contacts?delta=a' },
	{ 'nextCursor if hasMore': '{next}', 'syncToken if isLast': 'c3luYw' },
	{ 'nextCursor if hasMore': '{next}', sync_token: 'c3luYw' },
];

promise(
	'What leads to later changes is no next page',
	SYNC.flatMap((signs) =>
		[7, 50, 120, 150].map((count) => {
			const by = 'nextPageToken if hasMore' in signs ? cursor('pageToken') : byCursor;
			return pagedList('whole', count, by, signs);
		}),
	),
);

const BESIDE_NOTHING: Contact[] = [
	{ sorts: [{ field: 'name', order: 'asc' }] },
	{ links: [{ rel: 'self', href: '/v1/contacts' }] },
	{ links: { self: '/v1/contacts' } },
	{ requestId: '7f3a-11ee' },
	{ sorts: [{ field: 'name' }], links: [], request_id: 'a1' },
	{ columns: [{ name: 'id' }, { name: 'email' }] },
];

promise('A list of none is empty, whatever stands beside the number', [
	...['total', 'totalCount', 'count', 'total_results'].flatMap((name) =>
		BESIDE_NOTHING.flatMap((fields) =>
			[{ contacts: [] }, { data: [] }, { results: [] }].map((empty) => {
				const body = { [name]: 0, ...fields, ...empty };
				return list(body, 'whole', () => always(body));
			}),
		),
	),
	...BESIDE_NOTHING.slice(2, 4).map((fields) =>
		list(fields, 'whole', () => always({ total: 0, ...fields })),
	),
]);

/** Numbers that have nothing to do with pages. */
const NUMBERS: Fields[] = [
	{ account: 12_345 },
	{ accountId: 987_654 },
	{ tenant: 31 },
	{ revision: 512 },
	{ version: 3 },
	{ page: 1 },
	{ took: 12 },
	{ timestamp: 1_700_000_000 },
	{ meta: { tenant: 40, took: 3 } },
	{ organization: { id: 77, seats: 100 } },
];
const HEADERS: Array<Record<string, string>> = [
	{ 'x-cache-hits': '120' },
	{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4999' },
	{ 'x-runtime': '43', age: '120' },
	{ 'x-served-by': 'cache-fra-120', 'x-timer': 'S1700000000.1,VS0,VE120' },
	{ 'x-page-hash': '{{a1}}', 'content-range': 'bytes 0-99/*' },
];

promise('Numbers that have nothing to do with pages make no list look like a part', [
	...[7, 12, 30].flatMap((count) =>
		[{}, ALWAYS_50].flatMap((sizes) => {
			// A service that honors the page size has pages, and may have cut this one.
			const expected = count < 10 || sizes === ALWAYS_50 ? 'whole' : 'whole or error';
			return [
				...NUMBERS.map((fields) => ({ fields, headers: {} })),
				...HEADERS.map((headers) => ({ fields: {}, headers })),
			].map(({ fields, headers }) =>
				pagedList(expected, count, byNothing, fields, { ...sizes, headers, atMost: 6 }),
			);
		}),
	),
]);

/** What comes where there is nothing more. */
const NOTHING: Array<{ status: number }> = [{ status: 404 }, { status: 410 }, { status: 204 }];

promise('What does not exist after the last page is the end', [
	...NOTHING.flatMap((pastTheEnd) =>
		[7, 120, 230].flatMap((count) => [
			...bothWays({ mode: 'cursor' }).map((pagination) =>
				pagedList('whole', count, byCursor, { nextCursor: '{after}' }, { pastTheEnd, pagination }),
			),
			...bothWays({ mode: 'nextLink' }).map((pagination) =>
				pagedList('whole', count, byOffset, { next: '{linkAfter}' }, { pastTheEnd, pagination }),
			),
		]),
	),
	...[404, 410, 416].flatMap((status) =>
		[120, 230].flatMap((count) =>
			Object.values([WAYS.mutePages, WAYS.muteOffsets]).flatMap(({ by, settings }) =>
				bothWays(settings).map((pagination) =>
					pagedList('whole', count, by, {}, { pastTheEnd: { status }, pagination }),
				),
			),
		),
	),
]);

/** Parameters and fields in other languages. */
const LANGUAGES: Array<[by: Position, fields: Fields]> = [
	[
		page('paginacao.paginaAtual', 0),
		{
			parametros: {
				inicio: '2024-01-01T00:00:00Z',
				paginacao: {
					paginaAtual: '{number}',
					itensPorPagina: '{size}',
					quantidadeDePaginas: '{pages}',
					quantidadeTotalDeItens: '{total}',
				},
			},
		},
	],
	[page('pagina', 1), { paginaAtual: '{number}', ultimaPagina: '{isLast}' }],
	[page('pagina', 1), { pagina: '{number}', totalPaginas: '{pages}' }],
	[page('pagina', 0), { paginacao: { paginaAtual: '{number}', totalPaginas: '{pages}' } }],
	[page('pagina', 1), { pagina: '{number}', ultimaPagina: '{lastPage}', total: '{total}' }],
	[page('pagina', 1), {}],
];

promise(
	'Names of other languages lead through a list',
	LANGUAGES.flatMap(([by, fields]) =>
		[{}, CUT_TO_20].flatMap((sizes) =>
			[7, 100, 130].map((count) => pagedList('whole', count, by, fields, sizes)),
		),
	),
);

/** What says that there is no more, where a list has one page. */
const SAYING_NONE: Fields[] = [
	hasMore,
	{ next: NEXT_LINK },
	{ nextCursor: NEXT },
	{ total: '{total}' },
	{ page: 1, totalPages: '{pages}' },
	{ isLastPage: '{isLast}' },
	{ meta: { has_more: '{hasMore}', total: '{total}' } },
];

const unknownRefused = (status: number) =>
	refusing(paged(30, byNothing), (query) => [...query.keys()].some((name) => name !== 'pageSize'), {
		status,
	});

promise('A list of one page takes few requests', [
	...SAYING_NONE.flatMap((fields) => [
		pagedList('whole', 7, byPage, fields, { atMost: 1 }),
		// Read again at its own length
		pagedList('whole', 30, byPage, fields, { atMost: 2 }),
	]),
	// No service cuts pages to fewer than ten
	pagedList('whole', 7, byNothing, {}, { atMost: 2 }),
	...[7, 30].map((count) => pagedList('whole', count, byNothing, {}, { ...ALWAYS_50, atMost: 6 })),
	list('400 to unknown parameters', 'whole or error', () => unknownRefused(400), { atMost: 6 }),
	// The first page three times, and two questions
	list('500 to unknown parameters', 'whole or error', () => unknownRefused(500), { atMost: 5 }),
]);
