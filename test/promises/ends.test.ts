/** What ends a list, and what only looks like it: missing pages, and the last page again. */
import type { Position } from '../corpus/positions';
import type { Service, ServiceResponse } from '../corpus/read';
import { instead, paged } from '../corpus/services';
import {
	bothWays,
	byCursor,
	byOffset,
	byPage,
	list,
	listOf,
	pagedList,
	promise,
	WAYS,
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
