/** Cursors that are good once or lead to nothing, and what looks like a cursor. */
import { cursor } from '../corpus/positions';
import type { Contact, Service } from '../corpus/read';
import { contactsOf, instead, paged, range, refusing } from '../corpus/services';
import * as rows from './promisedResponses';
import {
	ALWAYS_20,
	bothWays,
	byCursor,
	byOffset,
	byPage,
	CUT_TO_20,
	type Fields,
	hidden,
	list,
	NEXT,
	NEXT_LINK,
	pagedList,
	promise,
	type Sizes,
	WAYS,
} from './promise';

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

const END_SIGNS: Fields[] = [
	{ nextCursor: NEXT },
	{ next: '{nextLink ?? null}', previous: null },
	{ meta: { has_more: '{hasMore}', next_cursor: NEXT }, total: '{total}' },
];

promise(
	'The only page of a service that ignores sizes, refuses foreign cursors and states none is whole',
	[11, 20, 33, 49].flatMap((count) =>
		[50, 100].flatMap((fixedPageSize) =>
			END_SIGNS.map((signs) =>
				pagedList('whole', count, byCursor, signs, { fixedPageSize, atMost: 11 }),
			),
		),
	),
);

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
		['last', 'scroll'],
		['first_result', 'continuation'],
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

/** The pages of one source, then those of another, which has to be asked for. */
function inSources(one: Service, other: Service): Service {
	const isOther = ({ url }: { url: URL }) => url.searchParams.get('source') === 'erp';
	return {
		contacts: [...one.contacts, ...other.contacts],
		respond: (request) => (isOther(request) ? other : one).respond(request),
	};
}

/** How a service leads from page to page of a source, and to the other source. */
const IN_SOURCES: Array<[by: typeof byPage, signs: (source: string) => Fields, toOther: Fields]> = [
	[byCursor, () => ({ nextCursor: NEXT }), { 'nextSource if isLast': 'erp' }],
	[byCursor, () => ({ next_page_token: '{next}' }), { 'next_folder if isLast': 'erp' }],
	[byPage, () => ({ hasMore: '{hasMore}' }), { 'nextSource if isLast': 'erp' }],
	[byPage, () => ({ page: '{number}', pages: '{pages}' }), { nextSource: 'erp' }],
	[byPage, () => ({ next: NEXT_LINK }), { 'nextSource if isLast': '/v1/contacts?source=erp' }],
	[
		byCursor,
		(source) => ({ 'next if hasMore': { source, cursor: '{next}' } }),
		{ 'next if isLast': { source: 'erp' } },
	],
];

promise(
	'A list does not end where another lead than that of its pages goes on',
	IN_SOURCES.flatMap(([by, signs, toOther]) =>
		[15, 35, 73, 100].map((count) =>
			list([by, signs(''), count], 'whole or error', () =>
				inSources(
					paged(count, by, { ...signs('crm'), ...toOther }),
					paged(contactsOf(60, 1_001), by, signs('erp')),
				),
			),
		),
	),
);

promise('A time, or what a person does not want to be checked, is no other lead', [
	...[30, 130].flatMap((count) =>
		[WAYS.cursors, { by: byPage, signs: { hasMore: '{hasMore}' } }].map(({ by, signs }) =>
			pagedList('whole', count, by, { ...signs, nextUpdate: '2026-12-01T08:00:00Z' }),
		),
	),
	...[30, 130].map((count) =>
		pagedList(
			'whole',
			count,
			byPage,
			{ nextRun: 'daily' },
			{
				pagination: { mode: 'pageNumber', checkTotal: false },
			},
		),
	),
]);

/** A service whose next page starts after a day and the ID of a contact of that day; 40 have the same. */
function afterDay(): Service {
	const contacts: Contact[] = contactsOf(120).map((one, n) => ({
		...one,
		day: `2026-01-0${1 + Math.floor(n / 40)}`,
	}));
	return {
		contacts,
		respond: ({ url: { searchParams: query } }) => {
			const day = query.get('after_day') ?? '';
			const id = Number(query.get('after_id') ?? Infinity);
			const left = contacts.filter(
				(one) => String(one.day) > day || (one.day === day && Number(one.id) > id),
			);
			const some = left.slice(0, Number(query.get('pageSize') ?? 20));
			const last = some.at(-1);
			const next = left.length > some.length ? { after_day: last?.day, after_id: last?.id } : null;
			return { body: { contacts: some, next } };
		},
	};
}

promise('A next position of two parts is not taken for one', [
	list('a day and an ID', 'whole or error', afterDay),
]);

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

/** Newest first; a field has the ID of the next contact. */
promise(
	'A next number that falls leads on',
	rows.FALLING.flatMap(({ field, parameter }) =>
		[9_000, 1_700_000_000].flatMap((first) =>
			[17, 20].map((count) => {
				const expected = parameter === 'next' ? 'whole' : 'whole or error';
				const contacts = range(count).map((n) => ({ id: first - n, name: `Contact ${n}` }));
				const by = cursor(parameter, '{last.id - 1}');
				return pagedList(expected, contacts, by, { [field]: '{next}' }, { pageSize: 5 });
			}),
		),
	),
);

promise('The number of the last contact on a page is no cursor', [
	pagedList('whole', 120, byPage, {
		meta: { current_page: '{number}', from: '{start + 1}', to: '{end}', total: '{total}' },
	}),
	pagedList('whole', 120, byOffset, { start: '{start + 1}', end: '{end}', total: '{total}' }),
]);

promise('A token that looks like a negative number leads on', [
	pagedList('whole', 170, cursor('cursor', '-{last.id}7'), WAYS.cursors.signs, {
		refuses: false,
	}),
]);
