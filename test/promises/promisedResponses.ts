/** Rows of several tables: what services send, or have beside their lists. */
import type { Template } from '../../sandbox/corpus/template.ts';

type Fields = Record<string, Template>;

const COMPANY = { name: 'Acme', emails: ['a@acme.example', 'b@acme.example'], employees: ['Ada'] };

/** Responses of services that have no contacts, by what has to come of them. */
export const WITHOUT_CONTACTS: Record<'error' | 'whole' | 'whole or error', Template[]> = {
	error: [
		// A single object
		{ data: COMPANY, total: 1 },
		{ data: { ...COMPANY, employees: [{ name: 'Ada' }] }, total: 1 },
		{ organization: COMPANY },
		{ contact: { ...COMPANY, members: [{ id: 1, role: 'owner' }] } },
		{ results: { 7: { ...COMPANY, items: [{ id: 1, role: 'owner' }] } }, total: 1 },
		{ results: { name: '', email: '' } },
		// Contacts that are in no list, one of them with a list of its own
		{ contacts: { contact: { companyName: 'Acme', addresses: { address: [{ zip: '1' }] } } } },
		{ contacts: { contact: { name: { first: 'Ada' }, phones: { phone: [{ number: '1' }] } } } },
		{ a1: { givenName: 'Ada', phones: [{ number: '1' }] }, a2: { givenName: 'Bob' } },
		{ contacts: { 0: { uuid: 'u1', name: '', items: [{ id: 1 }] }, title: 'Contacts' } },
		{ 0: { givenName: 'Ada', phones: [{ number: '1' }] }, 1: { givenName: 'Bob' }, total: 2 },
		// Headings between contacts
		{ data: [{ id: 1 }, { id: 2 }, { letter: 'B' }, { id: 3 }] },
		{ data: [{ letter: 'A' }, { id: 1 }, { letter: 'B' }] },
		// Contacts beside an empty list
		{ people: [{ id: 1, name: 'Ada' }], contacts: [] },
		{ people: { a1: { uuid: 'a1', name: '' } }, contact: [] },
		// A list in a list, as XML is converted
		{ response: { contacts: [{ contact: [{ id: 1 }, { id: 2 }] }] } },
		// A contact in place of a list, or references to some
		{ hasMore: false, person: { id: 5, name: 'Ann' } },
		{ next: null, accounts: { account: { id: 5, name: 'Ann' } } },
		{ hasMore: false, contacts: [{ href: '/v1/contacts/1' }, { href: '/v1/contacts/2' }] },
		// Lists of other things
		{ contacts: [null, null] },
		{ data: [null] },
		[null, null, null],
		{ contacts: ['Ada', 'Ada'] },
		{ data: ['Ada'] },
		['Ada', 'Ada', 'Ada'],
		{ contacts: [7, 7] },
		{ data: [7] },
		[7, 7, 7],
		{ contacts: [true, true] },
		{ data: [true] },
		[true, true, true],
		{ contacts: '[{"id":1,"name":"Ada"}]', next: null },
		{ contacts: [{ id: null, name: null, email: null }] },
		{ contacts: [[1, 'Ada'], ['Bob']] },
		{ contacts: [{ id: 1 }, null] },
		// Another list
		{ total: 0, ads: [{ id: 1, text: 'Buy' }] },
		{ total: 0, users: [{ id: 1, login: 'ada' }] },
		{ columns: [{ name: 'id' }, { name: 'email' }] },
		{ columns: [{ name: 'id' }, { name: 'email' }], rows: [[1, 'ada@example.com']] },
		{ data: { id: 1, login: 'ada', roles: Array<Template>(12).fill({ id: 1 }) } },
		{ user: { id: 1, login: 'ada', items: [{ id: 1 }] } },
		{ message: 'Bad scope', errors: [{ code: 'scope', field: 'contacts' }] },
		// An empty page that leads on
		{ items: [], LastEvaluatedKey: 'c2Vjb25k' },
		{ Items: [], Count: 0, LastEvaluatedKey: { id: { S: 'c1' } } },
		// A failure
		{ code: 401, message: 'token expired', data: null },
		{ code: 1001, message: 'token expired', data: null },
		{ errcode: 40014, errmsg: 'invalid access_token', data: [] },
		{ errcode: 40014, errmsg: 'invalid_token', list: [] },
		{ code: 7, message: null, data: [] },
		{ code: 10003, msg: '无权限', data: null },
		{ code: 'TokenExpired', data: [] },
		{ resultCode: '99', resultMsg: 'KEY_NOT_REGISTERED', items: [] },
		{ success: 0, data: [] },
		{ message: 'Unauthorized', contacts: [] },
		{ status: 'unauthorized', data: [] },
		{ erro: true, data: [] },
		{ esito: 'KO', contatti: [] },
		{ statut: 'erreur', contacts: [] },
		{ erreurs: [{ libelle: 'x' }] },
		{ fehler: [{ nummer: 3 }] },
		{ resourceType: 'OperationOutcome', issue: [{ severity: 'error' }] },
		{ retry_after: 30, data: [] },
		{ granted: false, data: [] },
		{ granted: -1, data: [] },
		{ code: 1001, msg: '登录状态失效', count: 0, data: [] },
		{ code: 401, message: 'unauthorized', total: 0, data: null },
		{ resultCode: '30', totalCount: 0, items: [] },
		{ contacts: [], messages: [{ type: 'E', text: 'No authorization' }] },
		{ contacts: [], warnings: ['CRM backend timed out'] },
		{ contacts: [], isError: true },
		{ contacts: [], quotaExceeded: true },
		{ errors: [{ id: 'a1', status: '401', title: 'Unauthorized' }] },
		{ faults: [{ id: 1, text: 'The session has expired' }] },
		{ result: { success: false, error: 'rate limit', contacts: [] } },
		[{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }],
		{ contacts: [{ id: 1 }, { error: 'not accessible' }] },
		{
			edges: [
				{ cursor: 'a', node: { id: 1 } },
				{ cursor: 'b', node: null },
			],
		},
		// Groups of contacts
		{ data: ['A', 'B'].map((letter) => ({ letter, contacts: [{ id: letter }] })) },
		// The service has contacts that it does not send
		{ '@odata.count': 120, value: [] },
	],
	'whole or error': [
		// Sentences
		{ code: 1000, message: 'Query succeeded', data: [] },
		{ code: 0, message: 'No data', data: [] },
		{ errno: 0, msg: 'fine', data: [] },
		// Wrappers of an empty list
		{ results: [{ docs: [], numberOfDocs: 0 }] },
		{ data: [{ contacts: [], total: 0 }] },
		// A list that is left out
		{ kind: 'crm#contactList', id: 'c1' },
		// Another list
		{ message: 'No contacts found', links: [{ rel: 'self', href: '/v1/contacts' }] },
	],
	whole: [
		{ currencyCode: 'EUR', data: [] },
		{ code: 0, msg: '成功', data: [] },
		{ status: 'active', code: 20000, data: [] },
		// A list that is left out
		{ links: { self: '/v1/contacts' }, total: 0 },
	],
};

/** The texts of refusals. */
export const REFUSALS = [
	'No valid scopes found in the token',
	'No organizations found for this client',
	'No contacts found',
	'Not found',
	'No records match your query',
	'Keine Kontakte gefunden',
	'Aucun contact trouvé',
	'No se encontraron contactos',
	'連絡先が見つかりません',
];

/** What later pages have in place of contacts, and what comes in place of later pages. */
export const NO_CONTACTS = [[null], ['Ada', 'Bob'], [1, 2], [[1, 'Ada']], [[]], [{}, null]];
export const NO_PAGES = [
	{ status: 204 },
	{ body: null },
	{ body: { message: 'Please try again' } },
	{ body: {} },
	{ body: { page: 2, contacts: 'unavailable' } },
	{ body: { code: 429, message: 'Too many requests', contacts: null } },
	// A form with more fields than are looked through
	{
		body: {
			form: Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`x${n}`, n])),
			id: 1,
		},
	},
];

/** What leads to a next page; a Link header where there is nothing. */
export const LEADS: Fields[] = [
	{ next: '{nextLink ?? null}' },
	{ links: { next: '{nextLink ?? null}' } },
	{ nextCursor: '{next ?? null}' },
	{ nextPageToken: '{next ?? ""}' },
	{ 'LastEvaluatedKey if hasMore': { id: '{next}' } },
	{},
];

/** Numbers in unusual places. */
export const UNUSUAL: Fields[] = [
	{ total: '120' },
	{ info: 'Showing {start + 1}-{end} of {total}' },
	{ summary: '{total} contacts' },
	{ meta: [{ total: '{total}' }] },
	{ hits: { found: '{total}' } },
	{ version: { max: '{end + 987}' } },
	{ version: { max: '{remaining + 897}' } },
	{ sync: 'v{end}x' },
	{ page: '{number}' },
	{ start_index: '{start}' },
];

/** What may say that there is more, in words that nobody has written down. */
export const MAY_SAY_MORE: Fields[] = [
	{ 'hasMore if hasMore': 'Y', 'hasMore if isLast': 'N' },
	{ 'more if hasMore': 'There are more contacts', 'more if isLast': '' },
	{ state: { hasMore: '{hasMore}' } },
	{ canLoadMore: '{hasMore}' },
	{ exceededTransferLimit: '{hasMore}' },
	{ isTruncated: '{hasMore}', isPartial: '{hasMore}' },
	{ limitReached: '{hasMore}' },
	{ endOfList: '{isLast}' },
	{ 'allLoaded if isLast': 1, 'allLoaded if hasMore': 0 },
	// Of the first page
	{ pagesLeft: '{pages - 1}' },
	{ page: '{number} of {pages}' },
	{ page: '{number}/{pages}' },
	{ search_after: ['{last.id}', 'c1'] },
	{ 'found if isPart': '1,234' },
	{ total: { value: '{total}', relation: 'eq' } },
	{ limit: 17 },
];

export const TOO_LARGE = { message: 'The result window is too large' };

/** What comes beyond a window; undefined for an empty page. */
export const PAST_WINDOW: Record<string, { status: number; body?: unknown } | undefined> = {
	400: { status: 400, body: TOO_LARGE },
	422: { status: 422, body: TOO_LARGE },
	404: { status: 404 },
	'an empty page': undefined,
};

/** What responses say about pages. */
export const STATED: Record<string, Fields> = {
	nothing: {},
	'a total': { total: '{total}' },
	'a flag': { hasMore: '{hasMore}' },
};

/**
 * What a service has to state where pages are numbered: nobody can know of a window that answers as the
 * end of a list does, by 404 where nothing says more, by an empty page without a total.
 */
export const TELLING: Record<string, string[]> = {
	404: ['a total', 'a flag'],
	'an empty page': ['a total'],
};

/** The same, and what is wrong. */
export const SAYS: Fields[] = [
	...Object.values(STATED),
	{ total: 300 },
	{ page: '{number}', totalPages: 6 },
];

/** Fields with the ID of the next contact, and the parameters that take it. */
export const FALLING = [
	{ field: 'next', parameter: 'next' },
	{ field: 'next', parameter: 'until' },
	{ field: 'next', parameter: 'max_id' },
	{ field: 'max_id', parameter: 'max_id' },
	{ field: 'next_until', parameter: 'until' },
];
