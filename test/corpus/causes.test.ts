/**
 * Causes for which readers have returned a part of a list, a contact twice or something that is not a
 * contact, without a word: each with the same service where it is in order, and is read whole.
 */
import type { Position } from './positions';
import {
	always,
	byPage,
	everyWay,
	type Fields,
	list,
	listOf,
	pagedList,
	promise,
	WAYS,
} from './promise';
import type { Contact } from './read';
import { instead, paged, range } from './services';

// A failure with the status of success

/** Responses without contacts, which are no empty lists; what the error has to name. */
const FAILED_FIRST_PAGES: Array<[body: Contact, says?: string]> = [
	[{ status: false, message: 'Unauthorized' }, 'status'],
	[{ status: false, message: 'Unauthorized', data: [] }, 'status'],
	[{ status: false, data: [] }, 'status'],
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
	list('a sentence', 'whole or error', () =>
		always({ hasErrors: false, message: 'No contacts found', contacts: [] }),
	),
]);

/** What stands beside the lists of a service, and what it sends when it fails. */
const FAILURES: Array<[usual: Fields, failure: Contact]> = [
	[{}, { status: false, message: 'Unauthorized' }],
	[{}, { status: false, contacts: [] }],
	[{}, { contacts: [], message: 'Too many requests' }],
	[{}, { contacts: [], detail: 'throttled' }],
	[{}, { contacts: [], fault: { faultstring: 'Rate limit exceeded' } }],
	[{}, { contacts: [], notices: ['The index is being rebuilt'] }],
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
	...everyWay.flatMap(({ by, signs, pagination }) =>
		FAILURES.flatMap(([usual]) =>
			[200, 230].map((count) =>
				pagedList('whole', count, by, { ...usual, ...signs }, { pagination }),
			),
		),
	),
]);

// Flags by hand

const FINAL = ['isFinal', 'eof', 'exhausted', 'allLoaded', 'finished', 'isEnd', 'complete'];

promise(
	'Has More Field reads a flag that is true on the last page, by its name',
	FINAL.flatMap((hasMoreField) =>
		[WAYS.mutePages, WAYS.muteOffsets].map(({ by, settings }) =>
			pagedList(
				'whole',
				230,
				by,
				{ [hasMoreField]: '{isLast}' },
				{ pagination: { ...settings, hasMoreField } },
			),
		),
	),
);
