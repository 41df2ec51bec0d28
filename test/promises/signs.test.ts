/** Signs that mislead: wrong ones, dead ones, and those that a reader does not understand. */
import { changingService } from '../corpus/changing';
import { page } from '../corpus/positions';
import type { Contact, Service } from '../corpus/read';
import { contactsOf, instead, type Page, paged } from '../corpus/services';
import {
	always,
	bothWays,
	byLastId,
	byOffset,
	byPage,
	everyWay,
	type Fields,
	hidden,
	hiding,
	list,
	pagedList,
	promise,
	type Way,
	WAYS,
	withFields,
} from './promise';

/** Signs of a service whose developer has only seen pages of 50. */
const BY_USUAL_LENGTH: Array<(length: number, end: number) => Contact> = [
	(length) => ({ has_more: length === 50 }),
	(length, end) => ({ next_offset: length === 50 ? end : null }),
	() => ({ next: null }),
	() => ({ has_more: false }),
];

promise(
	'A sign that is right for the usual page size alone ends no list that is read with one contact less',
	[byOffset, byLastId].flatMap((by) =>
		BY_USUAL_LENGTH.map((signs, n) => {
			const body = ({ list: contacts, end }: Page) => ({
				contacts,
				...signs(contacts.length, end),
			});
			return list([by, n], 'whole', () => paged(330, by, {}, { body }));
		}),
	),
);

/** What a service has for another mode than the one that was requested. */
const DEAD: Fields[] = [
	{ next: null },
	{ next_cursor: null },
	{ nextPageToken: '' },
	{ links: { next: null } },
	{ meta: { next_page: null } },
];

promise(
	'An empty link of another mode ends no page of another length than requested',
	DEAD.flatMap((fields) =>
		[10, 20, 24, 25, 30, 40, 100].flatMap((fixedPageSize) =>
			bothWays({ mode: 'pageNumber' }).map((pagination) => {
				const service = () => paged(230, byPage, fields, { fixedPageSize });
				return list([fields, fixedPageSize], 'whole or error', service, { pagination });
			}),
		),
	),
);

promise(
	'A sign of the end that was wrong once is not believed again',
	[...DEAD, { has_more: false }, { page: '{number}', isLastPage: true }].flatMap((fields) =>
		bothWays({ mode: 'pageNumber' }).map((pagination) => {
			const service = () => hiding(paged(230, byPage, fields), (id) => id === 70);
			return list([fields], 'whole or error', service, { pagination });
		}),
	),
);

/** A service whose cursors are the values of a field. */
const byValue = (values: unknown[]) => {
	const contacts = contactsOf(15 * values.length);
	return {
		contacts,
		respond: ({ url }: { url: URL }) => {
			const value = url.searchParams.get('cursor') ?? String(values[0]);
			const at = values.findIndex((one) => String(one) === value);
			if (at === -1) return { status: 400 };
			const some = contacts.slice(15 * at, 15 * (at + 1));
			return { body: { contacts: some, nextCursor: values[at + 1] ?? null } };
		},
	};
};

const LONG = 'x'.repeat(9_000);

promise('A cursor that cannot be sent is no end', [
	...[
		['BE', 'DK', 'NO', 'SE'],
		['Ann', 'Ben', 'True', 'Yan'],
		['a', 'b', LONG],
		['a', 'b', ['c', 1]],
	].flatMap((values) =>
		bothWays({ mode: 'cursor', cursorField: 'nextCursor' }).map((pagination) =>
			list([String(values).slice(0, 40)], 'whole or error', () => byValue(values), { pagination }),
		),
	),
	list('a long Link header', 'error', () => {
		const service = paged(230, byPage, {}, { headers: { Link: '<{nextLink}>; rel="next"' } });
		return instead(service, (response, { url }) => {
			const isLate = Number(url.searchParams.get('page')) > 1;
			return isLate ? { ...response, headers: { Link: `<?${LONG}>; rel="next"` } } : undefined;
		});
	}),
]);

const notUnderstood = (length: number): Contact[] => [
	{ next_cursor: 2 ** 60 },
	{ next_cursor: 1_700_000_000.5 },
	{ search_after: [1, 'a'] },
	{ range: `0-${length - 1}/230` },
	{ position: '1/8' },
	{ limit: length },
	{ older: '/v1/contacts?zq=2' },
	{ weitereSeiten: true },
	{ seiten: Math.ceil(230 / length) },
	{ letzteSeite: Math.ceil(230 / length) },
	{ range: `1-${length} / 230` },
	{ datensaetze: 230 },
	{ hayMas: true },
];

promise(
	'A sign that is not understood ends no list of another length than requested',
	[30, 60].flatMap((fixedPageSize) =>
		notUnderstood(fixedPageSize).map((fields) => {
			const body = ({ list: contacts }: Page) => ({ contacts, ...fields });
			const service = () => paged(230, hidden, {}, { fixedPageSize, body });
			return list([fields, fixedPageSize], 'error', service);
		}),
	),
);

/** A service that sends no contacts beyond a window of 100. */
const windowed = (fields: Fields) =>
	instead(paged(230, byPage, fields), (response, { url }) =>
		Number(url.searchParams.get('page')) > 2 ? withFields(response, { contacts: [] }) : undefined,
	);

promise(
	'A total among attributes or statistics is a total',
	['@attr', '@attributes', 'attributes', 'stats'].map((name) =>
		list(name, 'error', () => windowed({ [name]: { total: '{total}' } })),
	),
);

promise(
	'A page size under another name in Query Parameters makes no page the last one',
	['$top', 'page[size]', 'itemsPerPage', 'pagesize'].flatMap((sizeParameter) =>
		[60, 30].map((maxPageSize) => {
			const body = ({ list: contacts }: Page) => ({ contacts, has_more: contacts.length === 100 });
			const service = () => paged(330, byPage, {}, { sizeParameter, maxPageSize, body });
			const query = `${sizeParameter}=100`;
			return list([sizeParameter, maxPageSize], 'whole or error', service, { query });
		}),
	),
);

const TWENTY = contactsOf(20);
const [FIRST, SECOND] = [TWENTY.slice(0, 12), TWENTY.slice(12)];

/** Contacts in groups of this length, as an address book has them. */
function byLetter(contacts: readonly Contact[], length: number): Record<string, Contact[]> {
	const groups: Record<string, Contact[]> = {};
	for (const contact of contacts) {
		const letter = String.fromCharCode(65 + Math.floor((Number(contact.id) - 1) / length));
		(groups[letter] ??= []).push(contact);
	}
	return groups;
}

promise('What wraps contacts, or groups them, is no contact', [
	...['people', 'json_agg', 'users', 'contacts'].flatMap((name) =>
		[[{ [name]: TWENTY }], { data: [{ status: 'ok', [name]: TWENTY }] }].map((body) =>
			list([name, Array.isArray(body)], 'whole or error', () => ({
				...always(body),
				contacts: TWENTY,
			})),
		),
	),
	...[7, 3].flatMap((length) =>
		[9, 14, 182].map((count) =>
			list([length, count], 'error', () =>
				paged(
					count,
					byPage,
					{},
					{ body: ({ list: all }) => ({ contacts: byLetter(all, length) }) },
				),
			),
		),
	),
	...[9, 14, 2, 3].map((count) => {
		const length = count > 3 ? 7 : 1;
		const body = ({ list: all }: Page) =>
			Object.entries(byLetter(all, length)).map(([letter, contacts]) => ({ letter, contacts }));
		return list(['list of groups', count], 'error', () => paged(count, byPage, {}, { body }));
	}),
	...[[], null].map((none) => {
		const groups = [FIRST, none, SECOND].map((contacts, n) => ({ letter: 'ABC'[n], contacts }));
		return list(['groups', none], 'error', () => ({ ...always(groups), contacts: TWENTY }));
	}),
]);

promise('A page that shows by its first contacts where it starts goes on from there', [
	...[WAYS.pages, WAYS.links].flatMap(({ by, signs, settings }) =>
		[undefined, { total: '{total}' }].flatMap((total) =>
			[0, 7].map((at) =>
				list(
					[by, total, at],
					total ? 'whole' : 'whole or error',
					() =>
						changingService(contactsOf(230), { kind: 'inserted', at, after: 3 }, (contacts) =>
							paged(contacts, by, { ...signs, ...total }),
						),
					{ pagination: settings },
				),
			),
		),
	),
]);

promise('A number of pages that falls tells that contacts have moved', [
	...[WAYS.links, WAYS.pages].flatMap(({ by, signs, settings }) =>
		bothWays(settings).map((pagination) => {
			const deleting = () =>
				changingService(contactsOf(201), { kind: 'deleted', at: 5, after: 6 }, (contacts) =>
					paged(contacts, by, { ...signs, totalPages: '{pages}' }),
				);
			return list([by], 'error', deleting, { pagination, pageSize: 20 });
		}),
	),
	pagedList('whole', 230, byPage, { pageCount: '{count}', hasMore: '{hasMore}' }),
]);

/** Two contacts change places where a page of 20 ends, before the second request, or before each one. */
const swapping = (by: Way['by'], signs?: Fields, isAlways = true) => {
	const contacts = contactsOf(95);
	let requests = 0;
	return {
		contacts,
		throughout: contacts,
		ever: contacts,
		respond: (request: { url: URL }) => {
			if (requests++ === 1 || isAlways) contacts.splice(19, 2, contacts[20]!, contacts[19]!);
			return paged(contacts, by, signs).respond(request);
		},
	};
};

promise('A contact that was in any answer is left out of no list', [
	list('swapped', 'whole or error', () => swapping(byOffset, {}, false), {
		pageSize: 20,
		only: 'List',
	}),
]);

promise(
	'Contacts that change places at the border of two pages are not lost',
	everyWay.flatMap(({ by, signs, pagination }) =>
		// A number that counts the contacts of a page is no total, which would show what is lost
		[signs, { ...signs, count: '{count}' }].map((fields) =>
			list([by, fields], 'whole or error', () => swapping(by, fields), {
				pageSize: 20,
				pagination,
			}),
		),
	),
);

promise(
	'A parameter of the user that fixes the page leaves no page before it out',
	[
		'page=1',
		'page=3',
		'sort=name&page%5Bnumber%5D=2',
		'$skip=100',
		'start=0',
		'PageNumber=2',
		'Skip=20',
	].map((query) =>
		list(query, 'error', () => paged(95, page('page', 0)), {
			query,
			says: 'Query Parameters',
		}),
	),
);

promise(
	'A parameter that may be a filter fixes no page',
	['page=last', 'batch=7', 'from=2026', 'start=2026-01-31', 'start=20260131', 'cursor=5'].map(
		(query) => list(query, 'whole', () => paged(95, byOffset), { query }),
	),
);

promise(
	'Another link than the next one is not followed because of a setting',
	['links.last', 'links.first'].map((nextLinkField) => {
		const links = { first: '{firstLink}', last: '{lastLink}', next: '{nextLink ?? null}' };
		const service = () => paged(230, byPage, { links });
		return list(nextLinkField, 'whole or error', service, {
			pagination: { mode: 'nextLink', nextLinkField },
		});
	}),
);

promise(
	'A failure whose name is like that of a page sign is no empty page',
	[{ retry_after: 30 }, { rate_limited: true }, { cursor_expired: true }, { page_error: 1 }].map(
		(fields) =>
			list([fields], 'error', () =>
				instead(paged(230, byPage, { next: '{nextLink ?? null}' }), (_, { url }) =>
					url.searchParams.get('page') === '3' ? { body: { contacts: [], ...fields } } : undefined,
				),
			),
	),
);

promise(
	'Partial Content is no list of another length than requested',
	[30, 60].map((fixedPageSize) =>
		list([fixedPageSize], 'error', () =>
			instead(paged(230, hidden, {}, { fixedPageSize }), (response) => ({
				...response,
				status: 206,
			})),
		),
	),
);

promise('What has nothing to do with pages is passed over', [
	pagedList(
		'whole',
		230,
		byPage,
		{},
		{
			fixedPageSize: 30,
			headers: { Link: '</a.css>; rel="preload"' },
		},
	),
	...[{ user_id: 7 }, { relation: 'mother' }].map((fields) =>
		pagedList(
			'whole',
			contactsOf(130).map((contact) => ({ ...fields, ...contact })),
			byOffset,
		),
	),
	pagedList('whole', 95, hidden, { nächste: '{nextLink ?? null}' }, { fixedPageSize: 30 }),
]);

/** A service that hides a contact, and says whether there are more by those that it shows. */
function showing(sizeParameter: string): Service {
	const all = contactsOf(48);
	const shown = all.filter(({ id }) => id !== 17);
	const respond: Service['respond'] = ({ url: { searchParams } }) => {
		const size = Number(searchParams.get(sizeParameter) ?? 20);
		const at = Number(searchParams.get('zq')?.slice(1) ?? 0);
		const contacts = shown.filter((one) => all.indexOf(one) >= at && all.indexOf(one) < at + size);
		const info = { has_next_page: contacts.length === size, end_cursor: `c${at + size}` };
		return { body: { contacts, page_info: info } };
	};
	return { contacts: shown, respond };
}

promise(
	'A flag that is computed from the contacts that are shown ends no page that leads on',
	[20, 50].flatMap((pageSize) =>
		['limit', 'per_page'].map((name) =>
			list([pageSize, name], 'whole or error', () => showing(name), { pageSize }),
		),
	),
);
