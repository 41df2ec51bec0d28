/** Failures and other things in place of a list, also with the status of success, and empty lists. */
import type { Position } from '../corpus/positions';
import { type Contact, type Read, reads } from '../corpus/read';
import { contactsOf, instead, inTurn, paged, range } from '../corpus/services';
import * as rows from './promisedResponses';
import {
	always,
	bothWays,
	byOffset,
	byPage,
	everyWay,
	type Expected,
	type Fields,
	list,
	listOf,
	pagedList,
	promise,
	saying,
	WAYS,
	withFields,
	withLaterPages,
} from './promise';

/** Responses without contacts, which are no empty lists; what the error has to name. */
const FAILED_FIRST_PAGES: Array<[body: Contact, says?: string]> = [
	[{ status: false, message: 'Unauthorized' }, 'status'],
	[{ status: false, message: 'Unauthorized', data: [] }, 'status'],
	[{ status: false, data: [] }, 'status'],
	// The only element of a list
	[[{ status: 'error', message: 'Invalid token' }] as unknown as Contact, 'message'],
	[{ data: [{ success: false, message: 'Invalid token' }] }, 'message'],
	[[{ time: '1ms', status: 'ERR', result: 'A problem with the database' }] as unknown as Contact],
	[{ succeeded: false, totalRecords: 0, data: [] }, 'succeeded'],
	[{ result: false, total: 0, data: [] }, 'result'],
	[{ valid: false }, 'valid'],
	[{ valid: false, contacts: [] }, 'valid'],
	[{ authorized: false }, 'authorized'],
	[{ authorized: false, contacts: [] }, 'authorized'],
	[{ ready: false }, 'ready'],
	[{ ready: false, items: [] }, 'ready'],
	[{ isAuthenticated: false, results: [] }, 'isAuthenticated'],
	[{ remaining: 0, message: 'Too many requests' }, 'message'],
	[{ remaining: 0, message: 'Too many requests', data: [] }, 'message'],
	[{ status: 'KO' }],
	[{ status: 'KO', reason: 'The token has expired', data: [] }],
	[{ meta: { code: 429 } }],
	[{ meta: { code: 429, error_message: 'Slow down, please' }, data: [] }],
	[{ ret: -1, msg: 'system busy' }],
	[{ ret: -1, msg: 'system busy', data: [] }, 'msg'],
	[{ info: 'Your trial has ended', contacts: [] }, 'info'],
	[{ hint: 'Please log in again', results: [] }, 'hint'],
	[{ response: { allowed: false, contacts: [] } }, 'allowed'],
	[{ success: false, data: [], total: 0 }, 'success'],
	[{ authorized: false, contacts: [], total: 0 }, 'authorized'],
	[{ loggedIn: false, rows: [], total: 0 }, 'loggedIn'],
	[{ isError: true, items: [], total: 0 }, 'isError'],
	[{ result: 'denied', items: [], total: 0 }, 'result'],
	[{ message: 'Unauthenticated.', contacts: [], count: 0 }, 'message'],
	[{ maintenance: true, data: [] }, 'maintenance'],
	[{ redirect: 'https://sso.example.com/login', data: [] }, 'redirect'],
	[{ state: 'PENDING', data: [] }, 'state'],
	[{ access: 'denied', contacts: [] }, 'access'],
	[{ permitted: false, contacts: [] }, 'permitted'],
	[{ throttled: true, contacts: [] }, 'throttled'],
	[{ session: 'expired', contacts: [] }, 'session'],
	[{ reason: 'quotaExceeded' }],
	[{ detail: 'Authentication credentials were not provided.', results: [] }, 'detail'],
];

const EMPTY_FIRST_PAGES: Contact[] = [
	{ contacts: [] },
	{ data: [], total: 0 },
	{ results: [], count: 0, next: null, previous: null },
	{ data: [], hasMore: false },
	{ data: [], has_more: false, object: 'list', url: '/v1/contacts' },
	{ items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null } },
	{ success: true, data: [] },
	{ status: 'success', data: { contacts: [] } },
	{ ok: true, members: [], response_metadata: { next_cursor: '' } },
	{ code: 0, data: [] },
	{ content: [], last: true, first: true, empty: true, totalElements: 0, number: 0 },
	{ total_count: 0, incomplete_results: false, items: [] },
	{ error: null, errors: [], contacts: [] },
	{ totalCount: 0 },
];

promise('A failure in place of the first page is an error', [
	...FAILED_FIRST_PAGES.map(([body, says]) => list(body, 'error', () => always(body), { says })),
	...EMPTY_FIRST_PAGES.map((body) => list(body, 'whole', () => always(body))),
	list('not ready', 'error', () => always({ data: [] }, 202), { says: 'status:202' }),
	list('a warning in a bundle', 'error', () =>
		always({
			entry: [
				{ fullUrl: 'p1', resource: { id: 'p1' }, search: { mode: 'match' } },
				{ fullUrl: 'o1', resource: { issue: [] }, search: { mode: 'outcome' } },
			],
		}),
	),
	list('a sentence', 'whole or error', () =>
		always({ hasErrors: false, message: 'No contacts found', contacts: [] }),
	),
]);

const BESIDE_NOTHING: Contact[] = [
	{ sorts: [{ field: 'name', order: 'asc' }] },
	{ links: [{ rel: 'self', href: '/v1/contacts' }] },
	{ links: { self: '/v1/contacts' } },
	{ requestId: '7f3a-11ee' },
	{ sorts: [{ field: 'name' }], links: [], request_id: 'a1' },
	{ columns: [{ name: 'id' }, { name: 'email' }] },
];

promise('A list of none is empty, whatever stands beside the number', [
	...['total', 'totalCount', 'count', 'total_results'].flatMap((name) =>
		BESIDE_NOTHING.flatMap((fields) =>
			[{ contacts: [] }, { data: [] }, { results: [] }].map((empty) => {
				const body = { [name]: 0, ...fields, ...empty };
				return list(body, 'whole', () => always(body));
			}),
		),
	),
	...BESIDE_NOTHING.slice(2, 4).map((fields) =>
		list(fields, 'whole', () => always({ total: 0, ...fields })),
	),
]);

/** What stands beside the lists of a service, and what it sends when it fails. */
const FAILURES: Array<[usual: Fields, failure: Contact]> = [
	[{}, { status: false, message: 'Unauthorized' }],
	[{}, { status: false, contacts: [] }],
	[{}, { contacts: [], message: 'Too many requests' }],
	[{}, { contacts: [], detail: 'throttled' }],
	[{}, { contacts: [], rateLimit: true }],
	[{}, { contacts: [], account_locked: true }],
	[{}, { contacts: [], permission: 'denied' }],
	[{}, { contacts: [], pageWarning: 'Result window is too large' }],
	[{}, { contacts: [], fault: { faultstring: 'Rate limit exceeded' } }],
	[{}, { contacts: [], notices: ['The index is being rebuilt'] }],
	[{ notices: [] }, { contacts: [], notices: ['The index is being rebuilt'] }],
	[{ mood: 'fine' }, { contacts: [], mood: 'broken' }],
	[{}, { remaining: 0, message: 'Too many requests' }],
	[
		{ status: true, message: 'OK' },
		{ status: false, message: 'Unauthorized', contacts: [] },
	],
	[{ message: 'Success' }, { message: 'Busy', contacts: [] }],
	[{ valid: true }, { valid: false, contacts: [] }],
	[{ authorized: true }, { authorized: false, contacts: [] }],
	[{ ready: true }, { ready: false, contacts: [] }],
	[{ status: 'OK' }, { status: 'KO', contacts: [] }],
	[{ status: 'OK' }, { status: 'KO' }],
	[
		{ result: 'ok', reason: null },
		{ result: 'ok', reason: 'upstream timeout', contacts: [] },
	],
	[{ meta: { code: 200 } }, { meta: { code: 429 } }],
	[{ meta: { code: 200 } }, { meta: { code: 429 }, contacts: [] }],
	[{ status: 200 }, { status: 503, contacts: [] }],
	[
		{ ret: 0, msg: 'ok' },
		{ ret: -1, msg: 'system busy', contacts: [] },
	],
	[{ ret: 0 }, { ret: -1, contacts: [] }],
	[{ success: 1 }, { success: 0, contacts: [] }],
	[{ errno: 0 }, { errno: 31034, contacts: [] }],
	[{ returnCode: 0 }, { returnCode: 17, contacts: [] }],
	[{ code: '0' }, { code: '40013', contacts: [] }],
	[{ code: '00000' }, { code: 'A0200', contacts: [] }],
	[{ message: 'Retrieved 50 contacts' }, { message: 'Retry in 30 seconds', contacts: [] }],
	[{ message: 'Answered with 200' }, { message: 'Answered with 503', contacts: [] }],
	[{ data: { state: 'complete' } }, { data: { state: 'failed' }, contacts: [] }],
];

/** What an end looks like in the words of each way. */
const END_SIGNS: Contact[] = [{}, { nextCursor: null, next: null, hasMore: false }];

/** A service of 230 contacts that fails from the third page on. */
const failingLater = (by: Position, fields: Fields, failure: Contact) =>
	instead(paged(230, by, fields), (response) => {
		const [first] = response.status ? [] : listOf(response);
		return first !== undefined && Number(first.id) > 98 ? { body: failure } : undefined;
	});

promise('A failure in place of a later page is an error', [
	...everyWay.flatMap(({ by, signs, pagination }) =>
		FAILURES.flatMap(([usual, failure]) =>
			END_SIGNS.map((end) => {
				const body = { ...end, ...failure };
				const service = () => failingLater(by, { ...usual, ...signs }, body);
				return list([usual, body, by], 'error', service, { pagination });
			}),
		),
	),
	// More is said than is compared
	pagedList('whole', 200, byPage, Object.fromEntries(range(9).map((n) => [`flag${n}`, true]))),
	...[byPage, byOffset].map((by) =>
		saying('', 'whole', by, (one) => ({ message: `Found ${one.list.length} contacts` }), {
			count: 200,
		}),
	),
	...everyWay.flatMap(({ by, signs, pagination }) =>
		FAILURES.flatMap(([usual]) =>
			[200, 230].map((count) =>
				pagedList('whole', count, by, { ...usual, ...signs }, { pagination }),
			),
		),
	),
]);

promise(
	'A response without contacts is an error, or an empty list',
	(Object.keys(rows.WITHOUT_CONTACTS) as Expected[]).flatMap((expected) =>
		rows.WITHOUT_CONTACTS[expected].map((body) => list(body, expected, () => always(body))),
	),
);

const refusalsOf = (text: string): unknown[] => [
	{ message: text },
	{ error: { code: 'not_found', message: text } },
	{ errors: [{ title: text }] },
	{ contacts: [], error: text },
];

// That the body of a refusal does not matter is in `fetchPage.test.ts`.
promise('A refusal is an error, whatever its text, also with the status of success', [
	...rows.REFUSALS.flatMap(refusalsOf).map((body) => list(body, 'error', () => always(body))),
	...[400, 404].map((status) => list(status, 'error', () => always({}, status))),
]);

promise(
	'What is not a page of contacts is not an empty one',
	[...rows.NO_CONTACTS, ...rows.NO_PAGES].flatMap((later) =>
		everyWay.map(({ by, signs, pagination }) =>
			list([later, by], 'error', () => withLaterPages(later, by, signs), { pagination }),
		),
	),
);

promise(
	'null in place of an object with a list is no end, even of a page that is not full',
	[WAYS.links, WAYS.cursors].flatMap(({ by, signs, settings }) => {
		const service = () =>
			instead(paged(7, by, signs, { fixedPageSize: 5 }), (response) =>
				response.status || listOf(response).length < 5 ? { body: null } : undefined,
			);
		return bothWays(settings).map((pagination) => list([by], 'error', service, { pagination }));
	}),
);

it.each(Object.keys(reads) as Read[])(
	'%s does not name the fields of the first page as those of a later one',
	async (read) => {
		const first = { contacts: contactsOf(50), nextCursor: 'bmV4dA', firstOnly: 1 };
		const later = { trouble: 1 };
		const service = inTurn(contactsOf(120), first, ...Array<unknown>(30).fill(later));
		const pagination = { mode: 'cursor' } as const;
		const outcome = await reads[read](service, { pageSize: 50, pagination });
		expect(outcome.result).toBe('error');
		expect(`${outcome.message} ${outcome.description}`).not.toContain('firstOnly');
	},
);

promise(
	'Data beside the contacts may be missing from an empty page',
	[WAYS.mutePages, WAYS.muteOffsets].flatMap(({ by, settings }) =>
		bothWays(settings).flatMap((pagination) =>
			[[{ id: 7, type: 'company' }], [7, 9]].map((included) => {
				const service = () =>
					instead(paged(100, by), (response) => {
						const isEmpty = response.status || listOf(response).length === 0;
						return withFields(response, { included: isEmpty ? [] : included });
					});
				return list([by, included], 'whole', service, { pagination });
			}),
		),
	),
);

promise(
	'Warnings that appear beside an empty page end no list',
	['warnings', 'messages', 'notices', 'alerts'].flatMap((name) =>
		[[1017], [{ id: 'W17', detail: 'The search is slow' }]].map((warnings) => {
			const service = () =>
				instead(paged(100, byPage, {}, { fixedPageSize: 20 }), (response, { url }) =>
					Number(url.searchParams.get('page') ?? 1) < 3
						? withFields(response, { [name]: [] })
						: { body: { contacts: [], [name]: warnings } },
				);
			return list([name, warnings], 'error', service, { contactsField: 'contacts' });
		}),
	),
);
