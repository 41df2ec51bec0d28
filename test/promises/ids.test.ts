/** Contacts without IDs, or with IDs that tell nothing. */
import { withNoise } from '../corpus/changing';
import { cursor, offset, page } from '../corpus/positions';
import type { Contact, Service } from '../corpus/read';
import { instead, paged, range, refusing } from '../corpus/services';
import {
	ALWAYS_20,
	ALWAYS_50,
	byNothing,
	byOffset,
	byPage,
	CUT_TO_20,
	everyWay,
	type Fields,
	hasMore,
	list,
	listOf,
	pagedList,
	promise,
	type Settings,
	SIZES,
	strictly,
	WAYS,
	withFields,
	withoutIds,
} from './promise';

/** A service that encrypts the IDs of its contacts anew for each response. */
function encrypting(service: Service, name: string) {
	let responses = 0;
	const changing = instead(service, (response) => {
		if (response.status) return undefined;
		responses++;
		const encrypt = (one: Contact, n: number) => ({ [name]: `${responses}x${n * 7919}`, ...one });
		return withFields(response, { contacts: listOf(response).map(encrypt) });
	});
	return { ...changing, throughout: service.contacts, ever: service.contacts };
}

promise(
	'Contacts whose IDs differ in each response come out once',
	['id', 'Id', '_id', 'uuid', 'contactId', 'guid'].flatMap((name) =>
		[
			...everyWay.map((one) => ({ ...one, count: 230 })),
			...[{}, { total: '{total}' }, hasMore].flatMap((signs) =>
				[{}, { mode: 'pageNumber' }, { mode: 'offset' }, { mode: 'cursor' }].map((pagination) => ({
					by: byNothing,
					signs,
					pagination: pagination as Settings,
					count: 30,
				})),
			),
		].flatMap(({ by, signs, pagination, count }) =>
			[{}, ALWAYS_20, CUT_TO_20].map((sizes) => {
				const options = { ...sizes, refuses: false };
				const service = () => encrypting(paged(withoutIds(count), by, signs, options), name);
				return list([name, by, signs, sizes, count], 'whole or error', service, { pagination });
			}),
		),
	),
);

/** A service with three pages that sends the last one for all others, too. */
const endingAgain = (service: Service) =>
	instead(service, (response, { url }) => {
		const last = new URL(url);
		last.searchParams.set('page', '3');
		return listOf(response).length === 0 ? service.respond({ url: last }) : undefined;
	});

promise(
	'The last page again is known by IDs of any usual name, also where signatures of links change',
	['customer_id', 'customerId', 'leadId', 'sys_id', 'pk'].flatMap((name) =>
		[{}, ALWAYS_50].map((sizes) => {
			const contacts = withoutIds(130).map((one, n) => ({ [name]: `k${n}`, ...one }));
			const service = () => withNoise(endingAgain(paged(contacts, byPage, {}, sizes)), 6);
			return list([name, sizes], 'whole', service);
		}),
	),
);

/** The same, of a service that ignores what it states anew each time. */
function leadingOn(count: number, name: string, fields: Fields) {
	const service = encrypting(paged(withoutIds(count), byNothing, fields, ALWAYS_50), name);
	let responses = 0;
	return instead(service, (response) => {
		responses++;
		const signs = { nextCursor: `c${responses}`, next: `/v1/contacts?cursor=c${responses}` };
		return withFields(response, signs);
	});
}

promise(
	'Contacts whose IDs differ come out once where each response leads on',
	['id', 'uuid'].flatMap((name) =>
		[{}, { total: '{total}' } as Fields].flatMap((fields) =>
			[30, 80].flatMap((count) =>
				[undefined, { mode: 'cursor' }, { mode: 'nextLink' }].map((pagination) =>
					list([name, fields, count], 'error', () => leadingOn(count, name, fields), {
						pagination: pagination as Settings,
					}),
				),
			),
		),
	),
);

/** IDs that count the contacts of each response. */
const numbered = (service: Service, name: string): Service => {
	const all = service.contacts.map((contact, n) => ({ [name]: n, ...contact }));
	const at = new Map(service.contacts.map((contact, n) => [contact, all[n]!]));
	const respond: Service['respond'] = (request) => {
		const response = service.respond(request);
		if (response.status) return response;
		const contacts = listOf(response).map((contact, n) => {
			const one = at.get(contact)!;
			one[name] = n + 1;
			return one;
		});
		return withFields(response, { contacts });
	};
	return { contacts: all, respond };
};

promise(
	'Numbers of rows do not make two pages the same',
	['id', '_id', 'row', 'rowNumber', 'no', '$id', 'index', 'Id'].flatMap((name) =>
		everyWay
			.filter(({ by }) => by.kind !== 'cursor' || by.token === undefined)
			.flatMap(({ by, signs, pagination }) =>
				SIZES.map((sizes) =>
					list(
						[name, by, signs, sizes],
						'whole or error',
						() => numbered(paged(withoutIds(230), by, signs, sizes), name),
						{ pagination },
					),
				),
			),
	),
);

/** IDs that count the contacts of each response, as Json.NET has them. */
const numberedRows = range(120).map((n) => ({ $id: `${(n % 20) + 1}`, name: `Contact ${n}` }));

promise(
	'Numbers of rows are no IDs',
	[WAYS.mutePages, WAYS.muteOffsets, WAYS.links].map(({ by, signs }) =>
		pagedList('whole', numberedRows, by, signs, { maxPageSize: 20 }),
	),
);

/** Each third page leads back to the first one. */
const circle = () =>
	withNoise(
		paged(withoutIds(200), page('cursor', 1), undefined, {
			body: ({ list, number }) => ({
				contacts: list,
				nextCursor: `${(number % 3) + 1}`,
				next: `?cursor=${(number % 3) + 1}`,
			}),
		}),
	);

/** Each page has its contacts in another order each time. */
function shuffled(): Service {
	let requests = 0;
	return paged(withoutIds(200), byPage, undefined, {
		body: ({ list, hasMore }) => ({
			contacts: [...list.slice(++requests), ...list.slice(0, requests)],
			hasMore,
		}),
	});
}

const equals = Array<Contact>(120).fill({ name: 'Ada' });

/** A single contact, with a cursor that the service ignores. */
const single = () => withNoise(paged(withoutIds(1), cursor('none'), { nextCursor: 'c1' }));

/** A service that filters by the page size, which no contact fits. */
const filtering = (service: Service) =>
	instead(service, (_, { url }) =>
		url.searchParams.has('pageSize') ? { body: { contacts: [] } } : undefined,
	);

/** A service that answers one request only. */
function once(service: Service): Service {
	let requests = 0;
	return refusing(service, () => requests++ > 0);
}

/** Each third contact is the one before it again. */
const twins = (count: number): Contact[] =>
	range(count).map((n) => ({ name: `Contact ${n % 3 === 0 ? n - 1 : n}` }));

promise('Contacts without IDs come out once', [
	...[WAYS.cursors, WAYS.offsets].map(({ settings }) =>
		list('a single one', 'error', single, { pagination: settings }),
	),
	...[strictly, once, filtering].map((limited) =>
		// A continuation does not hold where it has been.
		list('in a circle, of one page size', 'error', () => limited(circle()), {
			only: 'List',
			pagination: WAYS.links.settings,
		}),
	),
	...[WAYS.cursors, WAYS.links].map(({ settings }) =>
		list('in a circle', 'error', circle, { pagination: settings }),
	),
	pagedList('whole or error', twins(22), byOffset, {}, { pageSize: 3 }),
	pagedList('whole or error', twins(24), byPage, hasMore, {
		sizeParameter: 'limit',
		maxPageSize: 3,
		pagination: { mode: 'pageNumber', checkRepeats: false },
	}),
	pagedList('whole or error', equals, byOffset),
	...[WAYS.pages, WAYS.offsets].map(({ by, settings }) =>
		pagedList('whole or error', equals, by, {}, { pagination: settings }),
	),
	list('in another order each time', 'error', shuffled),
]);

/** A service whose last page leads to itself. */
const staying = (count: number) =>
	instead(
		paged(withoutIds(count), cursor('cursor', 'p{number}'), {}, ALWAYS_20),
		(response, { url }) => {
			const number = Number(url.searchParams.get('cursor')?.slice(1) ?? 1);
			return withFields(response, { nextCursor: `p${Math.min(number + 1, count / 20)}` });
		},
	);

/** A service with another cursor in each response, for a parameter that nobody guesses. */
function renewing(count: number): Service {
	let responses = 0;
	return instead(paged(withoutIds(count), byNothing, {}, ALWAYS_20), (response) =>
		withFields(response, { next_cursor: `bm9uY2U${responses++}z` }),
	);
}

promise(
	'A cursor that leads to itself, or is another one in each response, leads to an end',
	[0, 50].flatMap((pageSize) =>
		[100, 120].flatMap((count) => [
			list([pageSize, count, 'itself'], 'whole or error', () => encrypting(staying(count), 'id'), {
				pageSize,
			}),
			list([pageSize, count, 'renewed'], 'whole or error', () => withNoise(renewing(count)), {
				pageSize,
			}),
		]),
	),
);

promise(
	'Contacts without IDs come out once where two servers send a field of theirs in turn',
	everyWay.flatMap(({ by, signs, pagination }) =>
		[11, 30, 130].flatMap((count) =>
			[{}, ALWAYS_20, ALWAYS_50].map((sizes) => {
				const service = () => withNoise(paged(withoutIds(count), by, signs, sizes), 1, 2);
				return list([by, signs, sizes, count], 'whole or error', service, { pagination });
			}),
		),
	),
);

promise(
	'A single contact with several IDs is known again where a field of it changes',
	[
		{ id: 'a1', _id: 'a1' },
		{ user_id: 7, id: 'a1' },
	].map((ids) => {
		const contacts = [{ ...ids, name: 'Ann' }];
		return list([ids], 'whole', () => withNoise(paged(contacts, byNothing)));
	}),
);

promise(
	'Another contact is not the first one with other fields, also if each comes alone',
	[2, 5, 30].flatMap((count) =>
		// Keycloak: an offset that is called like a page size
		[offset('first', 0), page('first', 0)].flatMap((by) =>
			[0, 1, 20].map((pageSize) => {
				const contacts = range(count).map((n) => ({ id: `a${n}`, userId: `b${n}`, name: `c${n}` }));
				return pagedList('whole or error', contacts, by, {}, { pageSize, fixedPageSize: 1 });
			}),
		),
	),
);
