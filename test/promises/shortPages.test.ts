/** Pages that are shorter than requested, and are not all. */
import { cursor, offset, page } from '../corpus/positions';
import { type Description, paged, refusing } from '../corpus/services';
import * as rows from './promisedResponses';
import {
	bothWays,
	byOffset,
	byPage,
	type Fields,
	list,
	pagedList,
	promise,
	strictly,
	WAYS,
	withoutIds,
} from './promise';

const counting: Fields = { done: '{isLast}', total: '{count}' };

/** Pages of 37 under a name that nobody guesses. */
const hidden = (fields: Fields, fixedPageSize?: number) =>
	paged(120, page('zq', 1), fields, { maxPageSize: 37, fixedPageSize });

promise('A short page is not the end', [
	// The total of the page, beside a page that is not done
	pagedList('whole or error', 24, byOffset, counting, { sizeParameter: 'rows', maxPageSize: 4 }),
	// A cursor that is there only if as many contacts came as requested, under a name that nobody guesses
	pagedList(
		'error',
		120,
		cursor('zq'),
		{},
		{
			maxPageSize: 20,
			body: ({ list: contacts, count, next, query }) => ({
				contacts,
				nextCursor: count === Number(query.pageSize) ? next : null,
			}),
		},
	),
	// A page of the least size, by an offset that counts from 1
	pagedList(
		'whole or error',
		withoutIds(11),
		offset('skip', 1),
		{},
		{ fixedPageSize: 5, pageSize: 4 },
	),
	list(
		'a page of a fixed size, before a window',
		'whole or error',
		() => {
			const service = paged(withoutIds(100), WAYS.muteOffsets.by, {}, { fixedPageSize: 50 });
			return refusing(service, (query) => Number(query.get('skip')) > 26, { status: 404 });
		},
		{ pageSize: 19 },
	),
	list(
		'nothing after a page that is not done',
		'error',
		() => {
			const service = paged(32, byPage, { done: '{isLast}' }, { fixedPageSize: 25 });
			return strictly(refusing(service, (query) => query.get('page') === '2', { status: 204 }));
		},
		{ pagination: WAYS.pages.settings },
	),
	...['page', 'offset', 'cursor', 'starting_after'].map((name) =>
		list(`where ${name} is refused`, 'whole or error', () =>
			refusing(hidden({}), (query) => query.has(name)),
		),
	),
	...rows.UNUSUAL.map((fields) => list(fields, 'whole or error', () => hidden(fields))),
	// Numbers where the page size is ignored
	...['current_cursor', 'position'].map((name) =>
		list(name, 'whole or error', () => hidden({ [name]: '{end}' }, 37)),
	),
]);

promise(
	'A short page is not the end where something may say that there is more',
	rows.MAY_SAY_MORE.flatMap((says) => [
		pagedList('whole or error', 12, page('zz', 1), says, { maxPageSize: 17 }),
		pagedList('error', 1234, page('zz', 1), says, { maxPageSize: 17 }),
	]),
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

promise(
	'A page of the size that the response states may be full',
	['per_page', 'pageSize', 'itemsPerPage', 'limit'].flatMap((name) =>
		[0, 20].map((pageSize) =>
			pagedList('error', 230, page('zz', 1), { [name]: 30 }, { fixedPageSize: 30, pageSize }),
		),
	),
);

/** A service of few pages that states the number of the last one, from 0. */
const statingLast = (count: number, fields: Fields, sizes: Partial<Description>) =>
	pagedList('whole or error', count, page('page', 0), fields, { pageSize: 50, ...sizes });

const ECHOES: Fields[] = [{}, { page: '{number}' }];

promise(
	'The number of the last page, counted from 0, is no number of pages',
	['lastPage', 'last_page', 'maxPage'].flatMap((name) =>
		ECHOES.flatMap((echo) => {
			const fields = { ...echo, [name]: '{pages - 1}' };
			return [
				...[39, 40, 60].map((count) => statingLast(count, fields, { maxPageSize: 20 })),
				...[26, 50].map((count) => statingLast(count, fields, { maxPageSize: 25 })),
				...[31, 45, 60].map((count) => statingLast(count, fields, { fixedPageSize: 30 })),
				statingLast(100, fields, {}),
			];
		}),
	),
);
