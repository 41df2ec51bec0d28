/** What stands around a list: large envelopes, words for an incomplete one, and numbers. */
import type { Template } from '../../sandbox/corpus/template.ts';
import type { Contact } from '../corpus/read';
import { instead, paged, range } from '../corpus/services';
import {
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
	records,
	WAYS,
	withFields,
} from './promise';

const nested = range(9).reduce<Template>((meta) => ({ meta }), 1);
const numberedFields = Object.fromEntries(range(600).map((n) => [`field${n}`, n % 7]));

promise(
	'An envelope of any size is read',
	Object.values(WAYS).flatMap(({ by, signs }) => [
		pagedList('whole', 120, by, { meta: nested, ...signs }),
		pagedList('whole', 120, by, { labels: numberedFields, ...signs }),
		pagedList('whole or error', 120, by, { info: numberedFields, ...signs }),
	]),
);

const fieldsNamed = (count: number) =>
	Object.fromEntries(range(count).map((n) => [`field${n}`, n % 7]));
const objectsNamed = (count: number) =>
	Object.fromEntries(range(count).map((n) => [`object${n}`, { a: n % 7, b: n % 5 }]));

/** Large envelopes, around what a service sends. */
const LARGE: Record<string, (list: Contact, signs: Contact) => Contact> = {
	'fields before the list': (list, signs) => ({ ...fieldsNamed(600), ...list, ...signs }),
	'fields before the signs': (list, signs) => ({ ...list, ...fieldsNamed(600), ...signs }),
	'fields after the signs': (list, signs) => ({ ...list, ...signs, ...fieldsNamed(600) }),
	'many fields': (list, signs) => ({ ...list, ...fieldsNamed(2_000), ...signs }),
	'objects before the signs': (list, signs) => ({ ...list, ...objectsNamed(300), ...signs }),
	'an object before the list': (list, signs) => ({ info: fieldsNamed(600), ...list, ...signs }),
	'signs behind fields in an object': (list, signs) => ({
		...list,
		meta: { ...fieldsNamed(600), ...signs },
	}),
	'another list, then fields': (list, signs) => ({
		roles: records(20),
		...fieldsNamed(600),
		...list,
		...signs,
	}),
	'another list in fields': (list, signs) => ({
		info: { ...objectsNamed(300), users: records(20) },
		...list,
		...signs,
	}),
	'500 fields': (list, signs) => ({ ...fieldsNamed(499), ...list, ...signs }),
};

promise(
	'A response with more fields than are read is an error, or read to its end',
	Object.entries(LARGE).flatMap(([what, around]) =>
		everyWay.flatMap(({ by, signs, pagination }) =>
			[{}, CUT_TO_20].map((sizes) =>
				list(
					[what, by, signs, sizes],
					'whole or error',
					() =>
						instead(paged(230, by, signs, sizes), (response) => {
							if (response.status) return undefined;
							const { contacts, ...rest } = response.body as Contact;
							return { ...response, body: around({ contacts }, rest) };
						}),
					{ pagination },
				),
			),
		),
	),
);

/** By which a response says that it does not have all that it should. */
const INCOMPLETE = [
	'truncated',
	'isTruncated',
	'is_truncated',
	'partial',
	'isPartial',
	'incomplete',
	'incomplete_results',
	'incompleteResults',
	'limitReached',
	'limit_reached',
	'timed_out',
	'timedOut',
	'terminated_early',
	'partialResults',
	'exceededTransferLimit',
	'sizeLimitExceeded',
	'maxResultsReached',
	'tooManyResults',
	'resultTruncated',
];

promise(
	'A response that says that it is incomplete does not end a list',
	INCOMPLETE.flatMap((name) => [
		...[{ [name]: true }, { meta: { [name]: true } }].flatMap((fields) => [
			...[0, 7, 20, 50].map((count) => pagedList('error', count, byNothing, fields)),
			...everyWay.map(({ by, signs, pagination }) => {
				const expected = 'total' in signs ? 'whole or error' : 'error';
				return pagedList(expected, 230, by, { ...signs, ...fields }, { pagination });
			}),
		]),
		...[0, 7, 30].map((count) =>
			pagedList('whole', count, byNothing, { [name]: false }, { fixedPageSize: 50 }),
		),
		...[byPage, byOffset].map((by) =>
			pagedList('whole', 230, by, { ...hasMore, [name]: '{hasMore}' }),
		),
		// The second page lacks ten contacts
		...everyWay.map(({ by, signs, pagination }) =>
			list(
				[name, by, 'on one page'],
				'error',
				() =>
					instead(paged(230, by, { ...signs, [name]: false }), (response) => {
						if (response.status) return undefined;
						const contacts = listOf(response);
						const isSecond = Number(contacts[0]?.id) > 48 && Number(contacts[0]?.id) < 52;
						if (!isSecond) return undefined;
						const rest = contacts.filter(({ id }) => Number(id) < 70 || Number(id) > 79);
						return withFields(response, { contacts: rest, [name]: true });
					}),
				{ pagination },
			),
		),
	]),
);

/** Numbers that have nothing to do with pages. */
const NUMBERS: Fields[] = [
	{ account: 12_345 },
	{ accountId: 987_654 },
	{ tenant: 31 },
	{ revision: 512 },
	{ version: 3 },
	{ page: 1 },
	{ took: 12 },
	{ timestamp: 1_700_000_000 },
	{ meta: { tenant: 40, took: 3 } },
	{ organization: { id: 77, seats: 100 } },
];
const HEADERS: Array<Record<string, string>> = [
	{ 'x-cache-hits': '120' },
	{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4999' },
	{ 'x-runtime': '43', age: '120' },
	{ 'x-served-by': 'cache-fra-120', 'x-timer': 'S1700000000.1,VS0,VE120' },
	{ 'x-page-hash': '{{a1}}', 'content-range': 'bytes 0-99/*' },
];

promise('Numbers that have nothing to do with pages make no list look like a part', [
	...[7, 13, 30].flatMap((count) =>
		[{}, ALWAYS_50].flatMap((sizes) => {
			// A service that honors the page size has pages, and may have cut this one.
			const expected = count < 10 || sizes === ALWAYS_50 ? 'whole' : 'whole or error';
			return [
				...NUMBERS.map((fields) => ({ fields, headers: {} })),
				...HEADERS.map((headers) => ({ fields: {}, headers })),
			].map(({ fields, headers }) =>
				pagedList(expected, count, byNothing, fields, { ...sizes, headers, atMost: 6 }),
			);
		}),
	),
]);

promise(
	'What leads on may be in another part of the response',
	[true, false].flatMap((isFirst) =>
		[WAYS.cursors, WAYS.links, WAYS.pages].flatMap(({ by, signs }) =>
			[17, 20, 30].map((fixedPageSize) => {
				const options = { fixedPageSize, refuses: false };
				const service = () =>
					instead(paged(120, by, signs, options), (response) => {
						const { contacts, ...rest } = response.body as Contact;
						return { ...response, body: isFirst ? [rest, contacts] : [contacts, rest] };
					});
				return list([by, signs, fixedPageSize, isFirst], 'whole', service);
			}),
		),
	),
);
