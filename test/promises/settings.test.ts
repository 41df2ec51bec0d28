/** Settings that name the wrong field, add a page size to the query, or turn something off. */
import { cursor, lastId, offset, page, type Position } from '../corpus/positions';
import type { Contact, Service } from '../corpus/read';
import { contactsOf, type Page, paged } from '../corpus/services';
import * as rows from './promisedResponses';
import {
	ALWAYS_20,
	bothWays,
	byCursor,
	byOffset,
	byPage,
	type Expected,
	type Fields,
	hasMore,
	hidden,
	linkIn,
	list,
	NEXT,
	NEXT_LINK,
	pagedList,
	promise,
	saying,
	type Settings,
	type Way,
	WAYS,
} from './promise';

const cursorIn = (cursorField: string): Settings => ({ mode: 'cursor', cursorField });

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
		{ paging: { newer: '{previousLink ?? null}', older: NEXT_LINK } },
		byPage,
		linkIn('paging.older'),
		[linkIn('paging.newer')],
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

promise(
	'A setting may name the object that has the link',
	['href', 'url', 'link'].map((part) =>
		pagedList(
			'whole',
			90,
			hidden,
			{ weiter: { [part]: NEXT_LINK } },
			{ pagination: linkIn('weiter') },
		),
	),
);

promise('A setting that names another field ends no list', [
	...NAMED.flatMap(([signs, by, right, wrong]) => [
		pagedList('whole', 230, by, signs, { pagination: right }),
		pagedList('whole', 20, by, signs, { pagination: right }),
		...wrong.flatMap((pagination) =>
			[{}, ALWAYS_20].map((sizes) =>
				pagedList('whole or error', 230, by, signs, { ...sizes, pagination }),
			),
		),
	]),
	linkHeader(['first', 'last'], 230, 'whole or error'),
	linkHeader(['first', 'last', 'self'], 230, 'whole or error'),
	linkHeader(['prev', 'last'], 230, 'whole or error'),
	linkHeader(['first', 'next', 'last'], 230, 'whole'),
	linkHeader(['first', 'next', 'last'], 20, 'whole'),
]);

/** Fields that are true on the last page, under names that do not say so plainly. */
const FINAL = ['isFinal', 'eof', 'exhausted', 'allLoaded', 'finished', 'end', 'isEnd', 'complete'];

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

promise(
	'Has More Field may be a flag of any name',
	[WAYS.mutePages, WAYS.muteOffsets].map(({ by, settings }) => {
		const flag = { hasMoreField: 'archive', hasMoreOn: 'morePages' } as const;
		const pagination = { ...settings, ...flag };
		return pagedList('whole', 100, by, { archive: '{hasMore}' }, { pagination });
	}),
);

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

/** Contacts under their IDs, as PHP writes a list with gaps, and an empty list as it is. */
const byTheirIds = ({ list: contacts }: Page) =>
	contacts.length > 0 ? Object.fromEntries(contacts.map((one) => [Number(one.id), one])) : [];

const nextNumber = ({ isLast, number }: Page) => ({ nextPage: isLast ? null : number + 1 });
const nextId = ({ isLast, list: contacts }: Page) => ({
	nextPage: isLast ? null : contacts.at(-1)!.id,
});

const FEW = [1, 2, 9, 10, 33, 50];

promise('Settings that are right read every list of a service with pages of its own size', [
	...FEW.flatMap((count) =>
		[50, 100].flatMap((fixedPageSize) => [
			...[byOffset, offset('skip', 0)].map((by) =>
				pagedList(
					'whole',
					count,
					by,
					{},
					{
						fixedPageSize,
						pagination: { mode: 'offset', offsetParameter: by.parameter },
					},
				),
			),
			pagedList('whole', count, byPage, {}, { fixedPageSize, pagination: { mode: 'pageNumber' } }),
			pagedList(
				'whole',
				count,
				byPage,
				{ next: NEXT_LINK },
				{
					fixedPageSize,
					pagination: WAYS.links.settings,
				},
			),
			pagedList(
				'whole',
				count,
				byCursor,
				{ nextCursor: NEXT },
				{
					fixedPageSize,
					pagination: WAYS.cursors.settings,
				},
			),
		]),
	),
	...[30, 41, 230].flatMap((count) => [
		saying('page', 'whole', byPage, nextNumber, {
			count,
			fixedPageSize: 20,
			pagination: { mode: 'cursor', cursorField: 'nextPage', cursorParameter: 'page' },
		}),
		saying('ID', 'whole', lastId('cursor'), nextId, {
			count,
			fixedPageSize: 20,
			pagination: { mode: 'cursor', cursorField: 'nextPage' },
		}),
	]),
	...[10, 20, 33].map((count) =>
		pagedList(
			'whole',
			count,
			byPage,
			{},
			{
				fixedPageSize: 10,
				pageSize: 0,
				headers: { 'X-WP-Total': '{total}', 'X-WP-TotalPages': '{pages}' },
				pastTheEnd: { status: 400 },
				pagination: { mode: 'pageNumber' },
			},
		),
	),
	...[1, 12, 100, 133].map((count) =>
		list(
			['by their IDs', count],
			'whole',
			() => paged(count, byPage, {}, { fixedPageSize: 50, body: byTheirIds }),
			{ pagination: { mode: 'pageNumber' } },
		),
	),
]);

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

const SIZE_NAMES = ['limit', 'per_page', 'perPage', 'size', 'page_size', 'count', 'take', 'top'];

promise('A link under a word of the service leads on where the page size is ignored', [
	...[20, 30, 50].map((fixedPageSize) =>
		pagedList(
			'whole',
			95,
			hidden,
			{ older: '{nextLink ?? null}' },
			{
				fixedPageSize,
				pagination: { mode: 'nextLink', nextLinkField: 'older' },
			},
		),
	),
]);

promise('A page size in Query Parameters is that of the service, and makes no page the last one', [
	// It is cut to Page Size.
	...[WAYS.links, WAYS.pages].flatMap(({ by, signs, settings }) =>
		bothWays(settings).map((pagination) => {
			const sizes = { sizeParameter: 'limit', maxPageSize: 50, startsByRequested: true as const };
			return pagedList('whole', 630, by, signs, {
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
						by === hidden ? 'error' : 'whole',
						60,
						by,
						{},
						{ sizeParameter, query: `${sizeParameter}=${size}`, pagination },
					),
				),
			),
		),
	),
	// It is varied like Page Size.
	...Object.values(WAYS).flatMap(({ by, signs, settings }) =>
		bothWays(settings).flatMap((pagination) =>
			[3, 33, 100, 130, 230].flatMap((count) =>
				[100, 500].map((size) =>
					pagedList('whole', count, by, signs, {
						sizeParameter: 'per_page',
						maxPageSize: 100,
						query: `per_page=${size}`,
						pagination,
						atMost: 12,
					}),
				),
			),
		),
	),
	// An error names it where the service ignores all others.
	pagedList('error', 130, hidden, {}, { ...ALWAYS_20, says: "add that to 'Query Parameters'" }),
	pagedList('error', 130, hidden, {}, { says: 'Off. Otherwise, the node has' }),
	// What says that there is more is computed from it.
	...[20, 30, 100].map((maxPageSize) =>
		list(
			['limit', maxPageSize],
			'whole',
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

/** A service that takes a parameter for the most contacts of all pages, or for a filter. */
function filtering(
	name: string,
	isIn: (one: Contact, value: number) => boolean,
	{ by, signs }: Pick<Way, 'by' | 'signs'>,
): Service {
	const some = (value: number) => contactsOf(230).filter((one) => isIn(one, value));
	const respond: Service['respond'] = ({ url }) =>
		paged(some(Number(url.searchParams.get(name))), by, signs).respond({ url });
	return { contacts: some(200), respond };
}

const FILTERS: Record<string, (one: Contact, value: number) => boolean> = {
	maxRecords: ({ id }, value) => Number(id) <= value,
	size: ({ id }, value) => (Number(id) % 40 === 35 ? 100 : 5) <= value,
	top: ({ id }, value) => value === 200 || Number(id) % 3 > 0,
};

promise('A filter that is called like a page size is never changed where Page Size has an effect', [
	...Object.entries(FILTERS).flatMap(([name, isIn]) =>
		Object.values(WAYS).flatMap((way) =>
			bothWays(way.settings).flatMap((pagination) =>
				[30, 50, 100].map((pageSize) =>
					list([name, way.by, way.signs, pageSize], 'whole', () => filtering(name, isIn, way), {
						pageSize,
						query: `${name}=200`,
						pagination,
					}),
				),
			),
		),
	),
	...Object.values(WAYS).map((way) =>
		list(
			['no page size', way.by, way.signs],
			'whole or error',
			() => filtering('maxRecords', FILTERS.maxRecords!, way),
			{ pageSize: 0, query: 'maxRecords=200' },
		),
	),
]);

const COUNTS = [21, 55, 99, 130];
const COUNTED: Fields[] = [
	{ pages: '{pages}' },
	{ page: '{number}', totalPages: '{pages}' },
	{ count: '{count}' },
	{ start: '{start}' },
	{ hasMore: '{hasMore}', prevCursor: null },
];

/** What a service states after a number of contacts, in pages of 20, and where it starts if it is asked for that. */
const STATES: Array<(end: number) => number> = [
	(end) => end / 20,
	(end) => end / 20 + 1,
	(end) => end,
	(end) => end + 1,
	(end) => 1000 + end,
	(end) => 1001 + end,
];
const STARTS: Array<(value: number) => number> = [
	(value) => 20 * value,
	(value) => 20 * Math.max(value - 1, 0),
	(value) => value,
	(value) => Math.max(value - 1, 0),
	// After the contact with an ID, and from it; some send the first page for an unknown one.
	(value) => (value > 1000 ? value - 1000 : 0),
	(value) => (value > 1000 ? value - 1001 : 0),
	(value) => (value > 1000 && value % 20 > 0 ? value - 1000 : 0),
	// A page, and the last one for numbers past the end
	(value) => Math.min(20 * value, 120),
];

/** A service that may state something else than it takes; its contacts have some small numbers, too. */
function countingBoth(next: (end: number) => number, start: (value: number) => number): Service {
	const contacts = contactsOf(130, 1001).map((one) => ({ ...one, owner: 2, visits: 21 }));
	const respond: Service['respond'] = ({ url }) => {
		const value = url.searchParams.get('at');
		const first = value === null ? 0 : start(Number(value));
		const some = contacts.slice(first, first + 20);
		return { body: { contacts: some, next: first < 110 ? next(first + 20) : null } };
	};
	return { contacts, respond };
}

const NEXT_AT: Settings = { mode: 'cursor', cursorField: 'next', cursorParameter: 'at' };

/** A service that sends the newest contacts first, and states the ID before which it goes on. */
function falling(): Service {
	const contacts = contactsOf(130).reverse();
	const respond: Service['respond'] = ({ url }) => {
		const before = Number(url.searchParams.get('at') ?? 131);
		const some = contacts.filter(({ id }) => Number(id) < before).slice(0, 20);
		return { body: { contacts: some, next: some.at(-1)?.id === 1 ? null : some.at(-1)?.id } };
	};
	return { contacts, respond };
}

promise('A number that is set as a cursor and counts something else skips nothing', [
	...[0, 20, 50].map((pageSize) =>
		list('newest first', 'whole', falling, {
			pageSize,
			pagination: NEXT_AT,
		}),
	),
	...STATES.flatMap((next, n) =>
		STARTS.flatMap((start, m) =>
			[0, 20, 50].map((pageSize) =>
				list([n, m], n === m ? 'whole' : 'whole or error', () => countingBoth(next, start), {
					pageSize,
					pagination: NEXT_AT,
				}),
			),
		),
	),
	...COUNTS.flatMap((count) =>
		[{}, ALWAYS_20].flatMap((sizes) =>
			[10, 50].flatMap((pageSize) =>
				COUNTED.map((signs) =>
					pagedList('whole or error', count, byPage, signs, {
						...sizes,
						pageSize,
						pagination: {
							mode: 'cursor',
							cursorField: Object.keys(signs).at(-1)!,
							cursorParameter: 'page',
						},
					}),
				),
			),
		),
	),
]);

promise(
	'Off is an error where a response, or its Link header, leads on',
	rows.LEADS.flatMap((signs) =>
		[50, 120].map((count) =>
			pagedList(count > 50 ? 'error' : 'whole', count, cursor('cursor'), signs, {
				headers: Object.keys(signs).length === 0 ? { Link: ['<{nextLink}>; rel="next"'] } : {},
				pagination: { mode: 'off' },
			}),
		),
	),
);

const repeating = [...contactsOf(60), ...contactsOf(1, 45), ...contactsOf(59, 61)];

promise('What a check would find does not matter where it is turned off', [
	// Also on the page that proves the way
	...[undefined, 50].flatMap((fixedPageSize) =>
		[WAYS.pages, { ...WAYS.cursors, by: cursor('after') }].map(({ by, signs }) => {
			const options = { fixedPageSize, pagination: { checkRepeats: false } };
			return pagedList('whole', repeating, by, signs, options);
		}),
	),
	...[WAYS.pages, WAYS.offsets, WAYS.cursors].flatMap(({ by, signs, settings }) =>
		[{}, settings].map((way) => {
			const pagination = { ...way, checkTotal: false };
			return pagedList('whole', 120, by, { ...signs, total: '{total + 3}' }, { pagination });
		}),
	),
]);

promise(
	'A number of the next page that is counted otherwise than the parameter skips no page',
	[20, 50, 0].flatMap((pageSize) =>
		[{ fixedPageSize: 20 }, { sizeParameter: 'size', defaultSize: 20 }].map((sizes) => {
			const body = ({ list: contacts, number, isLast }: Page) => ({
				contacts,
				page: number + 1,
				next_page: isLast ? null : number + 2,
			});
			const service = () => paged(130, page('page', 0), {}, { ...sizes, body });
			const settings = { cursorField: 'next_page', cursorParameter: 'page' };
			return list([pageSize, sizes], 'whole or error', service, {
				pageSize,
				pagination: { mode: 'cursor', ...settings },
			});
		}),
	),
);
