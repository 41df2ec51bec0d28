/** Page sizes that were requested, and the lengths that services make of them. */
import { offset, page, type Position } from '../corpus/positions';
import type { Contact } from '../corpus/read';
import { type Description, instead, type Page, paged, refusing } from '../corpus/services';
import {
	bothWays,
	byCursor,
	byNothing,
	byOffset,
	byPage,
	CUT_TO_20,
	hasMore,
	hidden,
	linkIn,
	list,
	type Options,
	pagedList,
	promise,
	type Said,
	saying,
	type Settings,
	SIZES,
	type Sizes,
	strictly,
	WAYS,
} from './promise';

/** Of a page of the size that was requested, 20 by default. */
const asked = ({ query }: Page) => Number(query.pageSize ?? 20);

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

/** Whether a search for one contact more has found it: a store cuts that, too. */
const hasFoundMore = ({ hasMore: isPart, query }: Page, most: number) =>
	isPart && Number(query.limit ?? query.pageSize) < most;

promise(
	'What a search for one contact more says ends no page that is cut',
	[byPage, byOffset, byCursor, hidden].flatMap((by) =>
		[50, 100, 1000].flatMap((maxPageSize) => {
			const sizes = { maxPageSize, pageSize: 2 * maxPageSize, count: 3 * maxPageSize };
			const has = (one: Page) => hasFoundMore(one, maxPageSize);
			const own = {
				...sizes,
				sizeParameter: 'limit',
				query: `limit=${sizes.pageSize}`,
				pageSize: 50,
			};
			return [
				saying(maxPageSize, 'whole or error', by, (one) => ({ hasMore: has(one) }), own),
				saying(maxPageSize, 'whole or error', by, (one) => ({ hasMore: has(one) }), sizes),
				saying(
					maxPageSize,
					'whole or error',
					by,
					(one) => ({ next: has(one) ? one.linkAfter : null }),
					sizes,
				),
			];
		}),
	),
);

promise('Another contact is not taken for the one of a page with room for one', [
	pagedList('whole or error', 2, offset('first', 0), hasMore, { pageSize: 1, query: 'limit=100' }),
]);

promise(
	'A flag that is off on every page ends no first page of a usual length',
	[20, 25, 100].flatMap((fixedPageSize) =>
		[byPage, byOffset].map((by) =>
			pagedList('whole or error', 230, by, { has_more: false }, { fixedPageSize }),
		),
	),
);

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

promise(
	'Pages that start by the requested size skip no contact where the service refuses other sizes',
	[byPage, hidden].flatMap((by) =>
		[WAYS.links.signs, { page: '{number}' }].map((signs) => {
			const service = paged(230, by, signs, { ...CUT_TO_20, startsByRequested: true });
			return list([by, signs], 'whole or error', () => strictly(service));
		}),
	),
);

promise(
	'Pages that start by the requested size, but are shorter, leave nothing out',
	[undefined, WAYS.pages.settings].flatMap((pagination) =>
		[{}, hasMore].map((signs) =>
			pagedList('whole or error', 90, byPage, signs, {
				fixedPageSize: 15,
				startsByRequested: true,
				pagination,
			}),
		),
	),
);

promise('A list without a page size is whole, or an error', [
	list('strict', 'whole or error', () => refusing(paged(7, byNothing), (query) => query.size > 0), {
		pageSize: 0,
	}),
	pagedList('whole or error', 7, byNothing, {}, { pageSize: 0 }),
	pagedList('whole or error', 12, byNothing, { seats: 9 }, { pageSize: 0 }),
	pagedList('whole or error', 130, byPage, hasMore, { pageSize: 0 }),
	pagedList('whole or error', 130, hidden, { total: '{total}' }, { pageSize: 0 }),
	pagedList(
		'whole or error',
		39,
		page('page', 0),
		{ lastPage: 1 },
		{ pageSize: 0, fixedPageSize: 30 },
	),
]);

promise('Pages of fewer contacts than services usually have lead on if they say so', [
	pagedList(
		'whole',
		27,
		byPage,
		{ isLastPage: '{isLast}' },
		{
			pageSize: 11,
			maxPageSize: 6,
			startsByRequested: true,
			pagination: WAYS.pages.settings,
		},
	),
	pagedList('whole', 27, byPage, WAYS.pages.signs, {
		pageSize: 11,
		maxPageSize: 6,
		startsByRequested: true,
	}),
]);

promise(
	'A link with a page size that was not requested leads to the next page',
	[20, 100].flatMap((pageSize) =>
		bothWays({ mode: 'nextLink' }).map((pagination) => {
			const next = `/v1/contacts?page={number + 1}&pageSize=${pageSize}`;
			return pagedList('whole', 430, byPage, { 'next if hasMore': next }, { pagination });
		}),
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

promise('A page size of the user for another parameter leaves nothing out', [
	...['size=50', 'limit=100', 'first=10'].map((query) =>
		pagedList('whole', 100, byPage, {}, { pageSize: 5, query }),
	),
	...[{}, hasMore].flatMap((signs) =>
		bothWays({ mode: 'pageNumber' }).map((pagination) =>
			pagedList('whole', 230, byPage, signs, {
				sizeParameter: 'limit',
				maxPageSize: 50,
				startsByRequested: true,
				pageSize: 0,
				query: 'limit=100',
				pagination,
			}),
		),
	),
]);

promise('Without a page size, what the first page says of the end proves nothing by itself', [
	saying(
		'next_page',
		'whole or error',
		byPage,
		({ query, hasMore: more, number }) => ({ next_page: query.page && more ? number + 1 : null }),
		{ pageSize: 0 },
	),
	saying(
		'index',
		'whole or error',
		page('page', 0),
		(one) => ({ page: one.number, lastPage: one.pages - 1 }),
		{
			count: 31,
			pageSize: 0,
		},
	),
]);

/** A service that cuts pages to 50, and computes what it says from the requested size. */
const computing = (said: (one: Page) => Contact, query: string, settings?: Settings) =>
	saying(query, 'whole or error', byPage, said, {
		maxPageSize: 50,
		startsByRequested: true,
		pageSize: 100,
		query,
		pagination: settings,
	});

promise('A filter with the length of a page, or called like a page size, leaves nothing out', [
	...['', 'minScore=50', 'listId=50'].flatMap((query) =>
		bothWays({ mode: 'pageNumber' }).flatMap((settings) => [
			computing((one) => ({ hasMore: isFull(one) }), query, settings),
			computing((one) => ({ pages: Math.ceil(230 / asked(one)) }), query, settings),
			computing((one) => ({ page: one.number }), query, settings),
		]),
	),
	...['size=200', 'limit=100', 'top=60'].flatMap((query) =>
		[byPage, byOffset].flatMap((by) =>
			['total', 'found', 'pages'].map((name) =>
				pagedList(
					'whole or error',
					60,
					by,
					{ [name]: name === 'pages' ? '{number}' : '{count}' },
					{ pageSize: 5, query },
				),
			),
		),
	),
	...['active=1', 'exact=1'].flatMap((query) =>
		[hasMore, WAYS.cursors.signs].map((signs) => pagedList('whole', 1, byCursor, signs, { query })),
	),
]);
