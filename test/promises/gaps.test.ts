/** Pages in mid-list that lack contacts or have none, and failures behind them. */
import { cursor, type Position } from '../corpus/positions';
import type { Service } from '../corpus/read';
import { instead, paged } from '../corpus/services';
import {
	bothWays,
	byPage,
	type Fields,
	hiding,
	list,
	listOf,
	promise,
	type Settings,
	WAYS,
} from './promise';

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
	'A page of the contact that was held back alone is no end where it leads on',
	[WAYS.cursors, WAYS.links].flatMap(({ by, signs, settings }) =>
		bothWays(settings).map((pagination) => {
			const service = () => hiding(paged(230, by, signs), (id) => id > 50 && id < 110);
			return list([by], 'whole or error', service, { pagination });
		}),
	),
);

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

promise('A server that fails behind an empty page shows no end', [
	list('page 4', 'error', () =>
		instead(paged(100, byPage), (_, { url }) =>
			url.searchParams.get('page') === '4' ? { status: 500, body: {} } : undefined,
		),
	),
]);
