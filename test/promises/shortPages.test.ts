/** Pages that are shorter than requested, and are not all. */
import { cursor } from '../corpus/positions';
import type { Description } from '../corpus/services';
import { bothWays, type Fields, pagedList, promise, WAYS } from './promise';

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
