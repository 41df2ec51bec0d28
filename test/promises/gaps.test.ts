/** Pages in mid-list that lack contacts or have none, and failures behind them. */
import { cursor, offset, page, type Position } from '../corpus/positions';
import type { Contact, Pagination, Service, ServiceResponse } from '../corpus/read';
import { contactsOf, instead, paged, refusing } from '../corpus/services';
import {
	bothWays,
	byLastId,
	byPage,
	everyWay,
	type Fields,
	hasMore,
	hiding,
	list,
	listOf,
	NEXT_LINK,
	promise,
	type Settings,
	type Way,
	WAYS,
	withFields,
} from './promise';

/** Leaves contacts with some indexes out of the pages of a service. */
function sifted(service: Service, [from, to] = [60, 180], hasEmptyLists = true): Service {
	const gap = new Set(service.contacts.slice(from, to));
	const isKept = (contact: Contact) => !gap.has(contact);
	const sifting = instead(service, (response) => {
		const contacts = listOf(response).filter(isKept);
		if (contacts.length > 0 || hasEmptyLists) return withFields(response, { contacts });
		const { contacts: _, ...body } = response.body as Contact;
		return { ...response, body };
	});
	return { ...sifting, contacts: service.contacts.filter(isKept) };
}

const hasNextPage: Fields = { hasNextPage: '{hasMore}' };

const SAYING_MORE: Array<[signs: Fields, by: Position, settings?: Partial<Pagination>]> = [
	[WAYS.pages.signs, byPage],
	[WAYS.pages.signs, byPage, WAYS.pages.settings],
	[WAYS.cursors.signs, WAYS.cursors.by],
	[WAYS.cursors.signs, WAYS.cursors.by, WAYS.cursors.settings],
	[WAYS.links.signs, WAYS.links.by],
	[WAYS.links.signs, byPage, WAYS.pages.settings],
	[hasMore, byPage],
	[hasMore, byPage, { mode: 'pageNumber' }],
	[hasMore, byPage, { mode: 'pageNumber', hasMoreField: 'hasMore' }],
	[{ pageInfo: hasNextPage }, byPage],
];

promise('An empty page in mid-list that says more is followed', [
	...SAYING_MORE.map(([signs, by, pagination]) =>
		list(signs, 'whole', () => sifted(paged(230, by, signs)), { pagination }),
	),
	...['nextPageToken', 'nextCursor', 'next_page_token'].map((name) => {
		const by = cursor(name === 'nextCursor' ? 'cursor' : 'pageToken');
		const service = () => sifted(paged(230, by, { [name]: '{next}' }), undefined, false);
		return list(`"${name}" alone, without the list`, 'whole', service);
	}),
	...[hasMore, hasNextPage, WAYS.pages.signs].map((signs) =>
		list(['[1,2] [] [5]', signs], 'whole', () => sifted(paged(5, byPage, signs), [2, 4]), {
			pageSize: 2,
			pagination: WAYS.pages.settings,
		}),
	),
]);

const fromZero = () =>
	paged(contactsOf(50, 0), byLastId, { next: '{last.id ?? null}' }, { fixedPageSize: 3 });

promise('An ID that is as large as the number of contacts is no end of them', [
	list('a gap behind nine contacts', 'error', () => sifted(fromZero(), [9, 18]), {
		pagination: WAYS.lastId.settings,
	}),
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

promise('A page that lacks contacts which the service hides leads on', [
	...[WAYS.cursors, WAYS.links, WAYS.pages].flatMap(({ by, signs, settings }) =>
		bothWays(settings).flatMap((pagination) =>
			[(id: number) => id === 21, (id: number) => id % 10 === 7].map((isHidden, n) =>
				list([by, n], 'whole', () => hiding(paged(230, by, signs), isHidden), { pagination }),
			),
		),
	),
	...bothWays({ mode: 'pageNumber' }).flatMap((pagination) =>
		[12, 21, 40].flatMap((count) =>
			[3, 4].map((every) => {
				const service = () => hiding(paged(count, byPage), (id) => id % every === 0 && id < 8);
				return list(['on a single page', count, every], 'whole', service, { pagination });
			}),
		),
	),
]);

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

/** Two pages, counted from 0, of which the second one cannot be read. */
const unreadableSecond = (answer: ServiceResponse) =>
	instead(paged(40, page('page', 0), {}, { fixedPageSize: 20 }), (_, { url }) =>
		url.searchParams.get('page') === '1' ? answer : undefined,
	);

promise('A page that cannot be read is no page past the end', [
	...[{ body: { error: 'timeout' } }, { body: { success: false } }, { status: 409 }].map((answer) =>
		list(answer, 'whole or error', () => unreadableSecond(answer), { pageSize: 20 }),
	),
	list('500 to a page', 'whole or error', () =>
		refusing(paged(45, byPage, {}, { fixedPageSize: 30 }), (query) => query.get('page') === '2', {
			status: 500,
		}),
	),
]);

promise(
	'A page without a list is no empty page, though it has a link to the next one',
	[{}, null, '', 'x', { page: 2 }].flatMap((body) =>
		[undefined, ...bothWays(WAYS.pages.settings)].flatMap((pagination) =>
			[2, 3].map((number) =>
				list([body, number], 'error', () => losing(body, String(number)), { pagination }),
			),
		),
	),
);

/** Loses the list of a page, but not the links. */
const losing = (body: unknown, number: string) => {
	const link = { 'Link if nextLink': '<{nextLink}>; rel="next"' };
	const service = paged(130, byPage, { next: NEXT_LINK }, { headers: link, maxPageSize: 25 });
	return instead(service, (response, { url }) =>
		url.searchParams.get('page') === number ? { ...response, body } : undefined,
	);
};

/** Counts the rows of a page before it hides some, so that they are as many as have come after two pages. */
const countingRows = ({ by, signs }: Way) =>
	hiding(
		paged(230, by, { ...signs, count: '{count}' }, { fixedPageSize: 20 }),
		(id) => (id > 12 && id <= 20) || (id > 28 && id <= 40),
	);

promise(
	'A count of rows beside a next link or cursor is no total',
	[WAYS.links, WAYS.cursors].flatMap((way) =>
		[20, 50].map((pageSize) =>
			list([way.by, pageSize], 'whole', () => countingRows(way), { pageSize }),
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

promise(
	'A page with a single contact, of ten, is no page of one',
	['next_offset', 'next_start'].flatMap((field) =>
		[0, 3, 10].map((pageSize) => {
			const by = offset(field.slice(5), 0);
			const service = () => {
				const whole = instead(paged(60, by, {}, { fixedPageSize: 10 }), (response, { url }) => {
					const next = 10 + Number(url.searchParams.get(by.parameter) ?? 0);
					return withFields(response, { [field]: next < 60 ? next : -1 });
				});
				return hiding(whole, (id) => id % 10 !== 1);
			};
			return list([field, pageSize], 'whole or error', service, { pageSize });
		}),
	),
);

promise(
	'Pages that are cut, and lack hidden contacts, start where the service counts',
	everyWay.flatMap(({ by, signs, pagination }) =>
		[50, 100].flatMap((pageSize) =>
			[{}, hasMore].map((more) => {
				const sizes = { maxPageSize: 25, startsByRequested: true };
				const service = () =>
					hiding(paged(230, by, { ...signs, ...more }, sizes), (id) => id % 8 === 0);
				const name = [by, signs, more, pageSize];
				return list(name, 'whole or error', service, { pageSize, pagination });
			}),
		),
	),
);

promise(
	'A page of those that were held back, where half are hidden, is no end',
	bothWays({ mode: 'pageNumber' }).map((pagination) => {
		const isHidden = (id: number) => id % 2 === 0 && id !== 50;
		const service = () => hiding(paged(400, byPage), isHidden);
		return list('one more before them', 'whole or error', service, { pageSize: 100, pagination });
	}),
);
