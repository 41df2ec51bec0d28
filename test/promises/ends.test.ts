/** What ends a list, and what only looks like it: missing pages, windows, and the last page again. */
import { cursor, page, type Position } from '../corpus/positions';
import type { Contact, Service, ServiceResponse } from '../corpus/read';
import { contactsOf, type Description, instead, paged, refusing } from '../corpus/services';
import * as rows from './promisedResponses';
import {
	ALWAYS_20,
	bothWays,
	byCursor,
	byOffset,
	byPage,
	everyWay,
	type Expected,
	type Fields,
	hasMore,
	list,
	listOf,
	type Options,
	pagedList,
	promise,
	saying,
	strictly,
	WAYS,
	withFields,
	withLaterPages,
} from './promise';

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

/** A service that once sends something else for its last page, which is full, or the page before it. */
function lastMissing(answer?: ServiceResponse): Service {
	const service = paged(100, WAYS.mutePages.by, {}, ALWAYS_20);
	const before = service.respond({ url: new URL('https://api.example.com/v1/contacts?page=4') });
	let left = 1;
	const isLast = (query: URLSearchParams) => query.get('page') === '5' && left-- > 0;
	return refusing(service, isLast, answer ?? before);
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
	// The last page
	...[{ status: 404 }, { status: 410 }, undefined].flatMap((answer) =>
		[undefined, WAYS.mutePages.settings].map((pagination) =>
			list([answer, 'the last'], 'whole or error', () => lastMissing(answer), { pagination }),
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

const BY_NUMBER = [byPage, byOffset];

/** The number of the last contact on a page; 0 where there is none. */
const lastOf = (response: ServiceResponse) => Number(listOf(response).at(-1)?.id ?? 0);

interface Window {
	by: Position;
	past: string;
	stated: string;
	maxPageSize: number;
	size?: number;
}

/** A service of 480 contacts that sends none of them beyond a window. */
const windowed = ({ by, past, stated, maxPageSize, size = 400 }: Window) =>
	instead(paged(480, by, rows.STATED[stated], { maxPageSize }), (response) => {
		if (listOf(response).length > 0 && lastOf(response) <= size) return undefined;
		return rows.PAST_WINDOW[past] ?? withFields(response, { contacts: [] });
	});

const windows = BY_NUMBER.flatMap((by) =>
	Object.keys(rows.PAST_WINDOW).flatMap((past) =>
		Object.keys(rows.STATED)
			.filter((stated) => 'offset' in by || (rows.TELLING[past] ?? [stated]).includes(stated))
			.flatMap((stated) => [100, 50].map((maxPageSize) => ({ by, past, stated, maxPageSize }))),
	),
);

const ofFirstPage = { by: byPage, past: '422', stated: 'nothing', maxPageSize: 20, size: 20 };

/** Has no cursor after 400 of 480 contacts. */
const withoutLastCursors = () =>
	instead(paged(480, cursor('cursor'), { total: '{total}', nextCursor: '{next}' }), (response) =>
		lastOf(response) > 380 ? withFields(response, { nextCursor: null }) : undefined,
	);

/** Has no contacts after 1,000 of 1,230. */
const withCommaInTotal = () =>
	instead(paged(1_230, byPage, { total: '1,230' }), (response) =>
		lastOf(response) > 1_000 ? withFields(response, { contacts: [] }) : undefined,
	);

const isLater = (query: URLSearchParams) => Number(query.get('page')) > 1;

promise('A window is not the end', [
	...windows.map((one) => list(one, 'error', () => windowed(one), { pageSize: 100 })),
	list(ofFirstPage, 'error', () => windowed(ofFirstPage), { pagination: WAYS.pages.settings }),
	list('no cursor', 'error', withoutLastCursors, { pageSize: 100 }),
	list('a total with a comma', 'error', withCommaInTotal, { pageSize: 100 }),
	// After a page of the service's own size
	list('no content', 'error', () => withLaterPages({ status: 204 }, byPage, {}), {
		pageSize: 22,
		pagination: WAYS.pages.settings,
	}),
	list(
		'422',
		'error',
		() => refusing(paged(10, byPage, {}, { fixedPageSize: 5 }), isLater, { status: 422 }),
		{ pageSize: 2, pagination: WAYS.pages.settings },
	),
	list('422 after a page longer than requested', 'error', () =>
		refusing(paged(180, byPage, {}, { fixedPageSize: 60 }), isLater, { status: 422 }),
	),
]);

// From the second page on, a page has 49 contacts: 294 fill the last one.
const ENDS: Array<[count: number, expected: Expected, sizes?: Options & Partial<Description>]> = [
	// A refusal after a full page may be a window: read with 49 or 50 contacts a page, one of them ends so.
	[294, 'whole or error'],
	[300, 'whole or error'],
	[320, 'whole'],
	[6, 'whole or error', { pageSize: 3 }],
	[300, 'whole or error', { fixedPageSize: 50 }],
];

/** A service that sends the last page for each number after it. */
const lastAgain = (count: number, signs: Fields = {}) => {
	const service = paged(count, byPage, signs);
	return instead(service, (response, { url }) => {
		if (response.status || listOf(response).length > 0) return undefined;
		const last = new URL(url);
		const pages = Math.ceil(count / Number(url.searchParams.get('pageSize')));
		last.searchParams.set('page', String(pages));
		return service.respond({ url: last });
	});
};

promise('A refusal, or the last page again, is the end after the last page', [
	list('of the only page', 'whole', () => strictly(paged(20, byPage, hasMore))),
	...[400, 422, 404].flatMap((status) =>
		BY_NUMBER.flatMap((by) =>
			ENDS.map(([count, expected, sizes]) => {
				const pastTheEnd = { status, body: rows.TOO_LARGE };
				return pagedList(expected, count, by, {}, { pastTheEnd, ...sizes });
			}),
		),
	),
	...[100, 120].flatMap((count) =>
		bothWays(WAYS.pages.settings).flatMap((pagination) =>
			[{} as Fields, { offset: '{start}', request_token: 'abc' }].map((signs) =>
				list([count, signs], 'whole', () => lastAgain(count, signs), { pagination }),
			),
		),
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

/** A service of 230 contacts of which nothing is left after some requests. */
function vanishing(answer: ServiceResponse): Service {
	let left = 4;
	return instead(paged(230, byPage), () => (left-- > 0 ? undefined : answer));
}

promise(
	'A service that has nothing at all any more is at no end',
	[{ status: 404 }, { body: { contacts: [] } }].map((answer) =>
		list(answer, 'error', () => vanishing(answer)),
	),
);

promise(
	'Without a page size, a second page that cannot be read is no end',
	[
		{ body: { contacts: [null, { id: 21 }] } },
		{ body: { success: false } },
		{ status: 400 },
	].flatMap((later) =>
		bothWays({ mode: 'pageNumber' }).map((pagination) => {
			const service = () =>
				instead(paged(45, byPage), (_, { url }) =>
					url.searchParams.get('page') === '2' ? later : undefined,
				);
			return list(later, 'error', service, { pageSize: 0, pagination });
		}),
	),
);

promise(
	'A flag that says that a page is empty is no failure',
	[100, 120].flatMap((count) =>
		bothWays({ mode: 'pageNumber', firstPage: 0 }).map((pagination) =>
			saying('flag', 'whole', page('page', 0), (one) => ({ empty: one.list.length === 0 }), {
				count,
				pagination,
			}),
		),
	),
);

promise(
	'A next link that says that it has no results leads to no page',
	[7, 230].map((count) => {
		const link = '<{linkAfter}>; rel="next"; results="{hasMore}"; cursor="{after}"';
		return pagedList('whole', count, byCursor, {}, { fixedPageSize: 100, headers: { link } });
	}),
);

promise('null in place of a list that is the whole response ends no full page', [
	...[7, 120].map((count) =>
		pagedList('whole', count, byPage, {}, { body: '{list}', pastTheEnd: { body: null } }),
	),
	list('behind a link', 'error', () => {
		const headers = { link: '<{linkAfter}>; rel="next"' };
		const service = paged(53, byCursor, {}, { body: '{list}', fixedPageSize: 10, headers });
		return instead(service, ({ body }) =>
			(body as Contact[])[0]?.id === 41 ? { body: null } : undefined,
		);
	}),
]);

/** A service that has nothing at all any more after some requests. */
function failing(service: Service, after: number): Service {
	let requests = 0;
	return instead(service, (response) =>
		requests++ < after || response.status ? undefined : { body: { contacts: [] } },
	);
}

promise(
	'A service that has nothing any more in mid-list is at no end',
	everyWay.flatMap(({ by, signs, pagination }) =>
		[{}, hasMore].flatMap((more) =>
			[2, 3, 4, 6, 8].map((after) => {
				const service = () => failing(paged(400, by, { ...signs, ...more }), after);
				return list([by, signs, more, after], 'whole or error', service, { pagination });
			}),
		),
	),
);

promise(
	'The last page again, which leads to a further one, is no end',
	bothWays({ mode: 'pageNumber' }).map((pagination) => {
		const service = () =>
			instead(paged(300, byPage, {}, ALWAYS_20), (_, { url }) => {
				const number = Math.min(Number(url.searchParams.get('page') ?? 1), 5);
				const contacts = contactsOf(20, 20 * number - 19);
				return { body: { contacts, next_page: number + 1 } };
			});
		return list('five pages of fifteen', 'error', service, { pagination });
	}),
);

promise(
	'The last page again ends a list, or is an error, also if contacts may be repeated',
	bothWays({ mode: 'pageNumber' }).map((pagination) => {
		const service = () => {
			const all = contactsOf(100);
			return {
				contacts: all,
				respond: ({ url }: { url: URL }) => {
					const number = Math.min(Number(url.searchParams.get('page') ?? 1), 5);
					return { body: { contacts: all.slice(20 * number - 20, 20 * number), hasMore: true } };
				},
			};
		};
		return list('five pages', 'whole or error', service, {
			pagination: { ...pagination, checkRepeats: false },
		});
	}),
);

promise(
	'An empty page after the end that is not the last one, and has no next one, is an end',
	[50, 100, 130].flatMap((count) =>
		[0, 50].flatMap((pageSize) =>
			bothWays({ mode: 'pageNumber' }).map((pagination) => {
				// PageHelper
				const signs = {
					hasNextPage: '{hasMore}',
					isLastPage: '{isLast}',
					'isLastPage if isPastEnd': false,
				};
				return pagedList('whole', count, byPage, signs, { pageSize, pagination });
			}),
		),
	),
);
