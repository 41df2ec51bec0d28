/** Links that lead back, stand or point elsewhere, or carry the filter wrongly. */
import { cursor, type Position } from '../corpus/positions';
import type { Contact, Service, ServiceResponse } from '../corpus/read';
import { paged, range, refusing, withAudit } from '../corpus/services';
import {
	bothWays,
	byCursor,
	byPage,
	CUT_TO_20,
	everyWay,
	type Expected,
	type Fields,
	hidden,
	list,
	NEXT_LINK,
	promise,
	saying,
	type Sizes,
	SIZES,
	WAYS,
} from './promise';

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

/** Lists whose last page leads to itself, which is the end after a page that was not full, or all that are stated. */
const TO_ITSELF: Array<[Expected, count: number, maxPageSize?: number, total?: object]> = [
	['whole', 7, undefined, { total: 7 }],
	['whole or error', 7],
	['whole', 230],
	['whole', 200, undefined, { total: 200 }],
	['error', 200],
	['error', 200, undefined, { total: 230 }],
	['whole', 40, 20, { total: 40 }],
	['whole or error', 20, 20, { total: 20 }],
	['whole or error', 13, 13],
];

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
	list('cached, of 8', 'error', () =>
		cachedByPath(paged(30, byPage, { next: NEXT_LINK }, { fixedPageSize: 8 })),
	),
	...[undefined, WAYS.links.settings, WAYS.pages.settings].flatMap((pagination) =>
		TO_ITSELF.map(([expected, count, maxPageSize, total]) =>
			saying(
				total,
				expected,
				byPage,
				(one) => ({ next: one.hasMore ? one.linkAfter : one.url, ...total }),
				{ count, maxPageSize, pagination },
			),
		),
	),
]);

promise(
	'Of several links, the one called next is followed',
	['nextBlock', 'nextGroupUrl', 'nextYear'].map((name) =>
		saying(
			name,
			'whole',
			byPage,
			({ number, size, pages, hasMore: isPart }) => {
				const linkTo = (n: number) => (n <= pages ? `?page=${n}&pageSize=${size}` : null);
				return { links: { [name]: linkTo(number + 2), next: isPart ? linkTo(number + 1) : null } };
			},
			{},
		),
	),
);

/** Links of which one brings no contacts: it sorts them, or leads to newer ones. */
const LEADING_NOWHERE: Fields[] = [
	{ next: '/contacts{nextLink | query}', nextCurtain: '/v1/contacts?sort=name' },
	{ next: '/v1/contacts?sort=newest', previous: NEXT_LINK },
];

promise(
	'A link that brings no contacts ends no list that another one may lead on',
	LEADING_NOWHERE.flatMap((fields) =>
		[{}, CUT_TO_20, { maxPageSize: 15 }].map((sizes) => {
			const service = paged(100, hidden, fields, sizes);
			const sorted = { body: { contacts: [] } };
			return list([fields, sizes], 'error', () =>
				refusing(service, (query) => query.has('sort'), sorted),
			);
		}),
	),
);

promise(
	'A link to another list of the service is not followed',
	[{}, CUT_TO_20].map((sizes) => {
		const next = { 'next if hasMore': '/v1/audit{nextLink | query}' };
		const service = () => paged(90, hidden, next, sizes);
		return list(sizes, 'error', () => withAudit(service(), service().contacts));
	}),
);

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

// Links that carry the filter of the user wrongly

interface Filter {
	query: string;
	/** Whether a contact has what the parameters of a request say. */
	fits: (contact: Contact, query: URLSearchParams) => boolean;
}

const CITIES = ['New York', 'new york', 'New+York', 'Rome'];
const people = range(920).map((n) => ({
	id: n,
	name: `Person ${n}`,
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
	// Called like a position
	until: {
		query: 'until=2024-01-01T00%3A00%2B02%3A00',
		fits: ({ id }, query) => query.get('until') !== '2024-01-01T00:00+02:00' || Number(id) < 110,
	},
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
	['until', (link) => link.replace('%2B', '+')],
	['until', (link) => link.replace(/until=[^&]*/, 'until=2024-01-01')],
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
