import type { ListLocation } from '../../../../nodes/Contacts/response/pageResponse';
import { readPage } from '../../../../nodes/Contacts/response/readPage';

const ADA = { name: 'Ada' };
const BOB = { name: 'Bob' };
const FIRM = { name: 'Ada & Co.', city: 'Rome', phone: '+39 06 1' };

const read = (body: unknown, field = '', known?: ListLocation, headers = {}) =>
	readPage({ status: 200, headers: new Headers(headers), body }, field, known);

/** The contacts, or the failure as its reason and details. */
function contactsIn(...of: Parameters<typeof read>): unknown[] {
	const found = read(...of);
	return 'reason' in found ? [found.reason, ...found.details] : found.contacts;
}

const known = {
	path: ['data', 'items'],
	contactPath: '',
	keys: ['data', 'kind'],
	fields: ['name', 'email', 'phone'],
};
const LONG = 'x'.repeat(201);

/** The contacts that are expected, or the failure. */
type Row = [string, body: unknown, expected: unknown[], field?: string, headers?: object];

it.each<Row>([
	['in a bare list', [ADA, BOB], [ADA, BOB]],
	['under any name, one level down', { data: { people: [ADA] }, meta: {} }, [ADA]],
	['five levels down', { a: { b: { c: { d: { e: [ADA] } } } } }, [ADA]],
	['by their name below another list', { data: { contacts: [ADA] }, tags: [BOB] }, [ADA]],
	['by a common name above another list', { data: { pets: [ADA] }, rows: [BOB] }, [BOB]],
	['by a common name beside one in other letters', { 名: [ADA], rows: [BOB] }, [BOB]],
	['in an object named like contacts', { contacts: { list: [ADA] }, items: [BOB] }, [ADA]],
	['beside an empty list of something else', { metadata: [ADA], tags: [] }, [ADA]],
	['beside what they refer to', { metadata: [], references: [BOB] }, []],
	['among empty lists only', { orders: [], pets: [] }, []],
	['in an empty list beside null', { pets: [], data: null }, []],
	['beside warnings and schemas', { pets: [ADA], warnings: [BOB], schemas: ['urn:x'] }, [ADA]],
	['beside other values', { pets: [ADA], ids: [BOB, 'x'], items: ['x'], note: null }, [ADA]],
	['as null', { contacts: null, tags: [BOB] }, []],
	[
		'by their kind and ID',
		{ objects: { 'Person::1': { key: '1' }, 'Person::2': { key: '2' } } },
		[{ key: '1' }, { key: '2' }],
	],
	[
		'alone in place of the list',
		{ people: { person: { ...FIRM, tags: [] }, total: '1' } },
		[{ ...FIRM, tags: [] }],
	],
	['as null under any name', { servers: null, note: '' }, []],
	['as an empty list without a body', undefined, []],
	['in the nodes of edges', { edges: [{ cursor: 'x', node: ADA }] }, [ADA]],
	[
		'with lists in the only one',
		{ pets: [{ name: 'Ada', people: [BOB] }] },
		[{ name: 'Ada', people: [BOB] }],
	],
	[
		'with contacts in the only one',
		{ rows: [{ ...FIRM, contacts: [BOB] }] },
		[{ ...FIRM, contacts: [BOB] }],
	],
	[
		'with an empty list in the only node',
		{ edges: [{ node: { id: 1, friends: { edges: [] } } }] },
		[{ id: 1, friends: { edges: [] } }],
	],
	['with numbered fields in the only one', { rows: [{ 3: ADA, 6: BOB }] }, [{ 3: ADA, 6: BOB }]],
	['with another list in the only one', [{ of: ADA, pets: [BOB] }], [{ of: ADA, pets: [BOB] }]],
	['with a list in the only one of their name', { contacts: [{ data: [BOB] }] }, [{ data: [BOB] }]],
	['in a list in the only node', { edges: [{ node: { data: [BOB] } }] }, [BOB]],
	['in an object of the only element', { sets: [{ a: { people: [ADA] } }] }, [ADA]],
	['behind an object about pages', [{ total: 1, page: 1 }, [ADA]], [ADA]],
	['in one object of a kind', { user: { type: 'user', rows: [ADA] } }, [ADA]],
	['in the only list, by its name', { contacts: [[ADA, BOB]], items: [FIRM, FIRM] }, [ADA, BOB]],
	['beside numbers of pages', { rows: [{ page: 1, pages: 2 }, [ADA, BOB]] }, [ADA, BOB]],
	['by their numbers', { rows: { summary: { count: 2 }, 0: ADA, 1: BOB } }, [ADA, BOB]],
	['nowhere, where HAL has only links', { _links: { self: { href: '/contacts' } } }, []],
	['behind an element about pages', [{ total: 2, page: 1 }, ADA, BOB], [ADA, BOB]],
	['nowhere but behind one', [{ num: 0, total: 0 }], []],
	['with totals of their own', [{ total: 2, name: 'x' }, ADA], [{ total: 2, name: 'x' }, ADA]],
	['with totals and objects', [{ total: 2, of: ADA }, BOB], [{ total: 2, of: ADA }, BOB]],
	['with totals and IDs', [{ total: 2, id: 1 }, BOB], [{ total: 2, id: 1 }, BOB]],
	['in a result', { tasks: [{ id: 1, statusMessage: 'OK', result: [{ items: [ADA] }] }] }, [ADA]],
	[
		'in an empty result',
		{ tasks: [{ id: 1, status_message: 'Success', result: [{ items: null, total: 0 }] }] },
		[],
	],
	[
		'with a message of their own',
		{ tasks: [{ id: 1, message: 'Ok', result: [ADA] }] },
		[{ id: 1, message: 'Ok', result: [ADA] }],
	],
	['in an element with pages', { zone: [{ name: 'a', hits: { total: 1, work: [ADA] } }] }, [ADA]],
	['in a list of the only element', [{ data: [ADA] }], [ADA]],
	['in edges of which one has no node', { edges: [{ node: ADA }, BOB] }, [{ node: ADA }, BOB]],
	['with nodes that are not of edges', { pets: [{ node: BOB }] }, [{ node: BOB }]],
	['beside a list of links', { pets: [ADA], pets_links: [{ rel: 'next', href: '/2' }] }, [ADA]],
	['among parts of a response', [{ info: { total: 1 } }, { people: [ADA] }], [ADA]],
	[
		'among parts of a response under a name',
		{ rows: [{ head: [{ list_total_count: 1 }] }, { row: [ADA] }] },
		[ADA],
	],
	['in a list in a list', { customers: [[ADA, BOB]] }, [ADA, BOB]],
	['under a name of messages', { message: [{ id: 1, ...ADA }] }, [{ id: 1, ...ADA }]],
	[
		'under such a name, by their number of fields',
		{ message: [{ ...FIRM, at: 1, by: 2 }] },
		[{ ...FIRM, at: 1, by: 2 }],
	],
	[
		'in the only result, whose status is right',
		{ results: [{ ...FIRM, status: { message: 'OK' }, rows: [ADA] }] },
		[ADA],
	],
	[
		'alone with a list in the only one, as a total says',
		{ total: 1, places: { place: { code: 'x', labels: { label: [ADA, BOB] } } } },
		[{ code: 'x', labels: { label: [ADA, BOB] } }],
	],
	[
		'with a status of their own',
		{ results: [{ id: 1, status: { message: 'OK' }, rows: [ADA] }] },
		[{ id: 1, status: { message: 'OK' }, rows: [ADA] }],
	],
	[
		'in the only result beside an empty list',
		{ results: [{ status_message: 'OK', users: [ADA], pets: [] }] },
		[ADA],
	],
	[
		'in such a list, if the total is not 1',
		{ total: 2, places: { place: { code: 'x', labels: { label: [ADA, BOB] } } } },
		[ADA, BOB],
	],
	['without a common field', [ADA, { email: 'b@x.y' }], [ADA, { email: 'b@x.y' }]],
	['beside a list with numbers about pages', { result: [{ total: 1 }], people: [ADA] }, [ADA]],
	['in an empty list beside such a one', { result: [{ total: 0 }], records: [] }, []],
	['nowhere, where the only entry is an error', { entry: [{ error: 'x' }], total: 0 }, []],
	['beside lists in what was requested', { params: { pets: [BOB] }, cats: [ADA] }, [ADA]],

	// Without a list
	['nowhere, where there are none', { total: 0, page: 1 }, []],
	['nowhere, where their count is 0', { count: 0 }, []],
	['nowhere, where only an estimate is left', { resultSizeEstimate: 0 }, []],
	['nowhere, where null stands for them', [{ total: 0 }, null], []],
	['nowhere, where there are no pages', { pages: 0, kind: 'x' }, []],
	['nowhere, as a message says', { messages: { message: [{ text: 'No records found.' }] } }, []],
	['nowhere, as a failure says', { status: '0', message: 'No orders were found', result: [] }, []],
	['nowhere beside a next link', { next: '?page=2' }, []],
	['nowhere beside a cursor', { cursor: 'abc1' }, []],
	['nowhere, as a header says', { kind: 'contacts' }, [], '', { 'X-Total-Count': '0' }],

	// With the field that is configured
	['alone at its dot path', { a: { b: ADA }, total: 1 }, [ADA], 'a.b'],
	['by its dot path', { a: { b: { c: [ADA] } } }, [ADA], 'a.b.c'],
	['in an element of a list', { a: [{ b: [ADA] }] }, [ADA], 'a.0.b'],
	['as null there', { contacts: null }, [], 'contacts'],
	['in a response without a body', undefined, [], 'contacts'],
	['to be missing from an empty object', { data: {} }, [], 'data.contacts'],
	['in the elements', { a: { list: [{ b: { c: ADA } }] } }, [ADA], 'a.list[].b.c'],
	['in the elements of a bare list', [{ node: ADA }], [ADA], '[].node'],
])('Contacts are found %s', (_name, body, contacts, field = '', headers = {}) => {
	expect(contactsIn(body, field, undefined, headers)).toEqual(contacts);
});

it.each<Row>([
	['has an error', { contacts: [ADA], error: 'x' }, ['failedWithSuccess', ['error']]],
	['has errors', { success: false, errors: [1] }, ['failedWithSuccess', ['success', 'errors']]],
	['has a number of contacts alone', { total: 7 }, ['noList', ['total']]],
	[
		'has numbers of pages and a value alone',
		{ page: 0, nextPage: 2, after: 'abc1' },
		['noList', ['page', 'nextPage', 'after']],
	],
	['has an estimate and more', { sizeGuess: 0, v: 1 }, ['noList', ['sizeGuess', 'v']]],
	['is text', 'hello', ['noList', []]],
	['has a number of contacts', { contacts: 5 }, ['noList', ['contacts']]],
	['has texts', { tags: ['a'] }, ['noList', ['tags']]],
	[
		'has a list six levels down',
		{ a: { b: { c: { d: { e: { f: [ADA] } } } } } },
		['noList', ['a']],
	],
	['has a list under a long name', { [LONG]: [ADA], a: 1 }, ['noList', [LONG, 'a']]],
	['has two lists of any names', { cats: [ADA], dogs: [BOB] }, ['manyLists', ['cats', 'dogs']]],
	[
		'has two lists of similar names',
		{ users: [ADA], userChats: [BOB] },
		['manyLists', ['users', 'userChats']],
	],
	[
		'has two lists beside an empty one',
		{ a: [ADA], b: [BOB], c: [], count: 0 },
		['manyLists', ['a', 'b', 'c']],
	],
	[
		'has people beside an empty list, and says that there are none',
		{ users: [ADA], devices: [], pages: 0 },
		['manyLists', ['users', 'devices']],
	],
	['has two lists, one null', { pets: [ADA], data: null }, ['manyLists', ['pets', 'data']]],
	[
		'has two lists, one empty',
		{ orders: [], metadata: [ADA] },
		['manyLists', ['orders', 'metadata']],
	],
	[
		'has lists in the only element',
		{ sets: [{ a: { people: [ADA] }, b: { users: [BOB] } }] },
		['manyLists', ['sets', 'sets.0.a.people', 'sets.0.b.users']],
	],
	['has nothing at the configured field', { id: 1 }, ['notAListAt', 'a', ['id']], 'a'],
	['has nothing there beside another field', { a: { c: 1 } }, ['notAListAt', 'a.b', ['a']], 'a.b'],
	['has an object there', { a: ADA }, ['notAListAt', 'a', ['a']], 'a'],
	['has nothing there, as it is a list', [ADA], ['notAListAt', 'a', []], 'a'],
	[
		'has two objects beside a total of 1',
		{ total: 1, a: FIRM, b: FIRM },
		['noList', ['total', 'a', 'b']],
	],
	['has an object in place of the list', { people: ADA, next: '' }, ['noList', ['people', 'next']]],
	[
		'has such an object beside a list',
		{ people: ADA, items: [BOB, BOB], count: 1 },
		['manyLists', ['items', 'people']],
	],
	['has years', { rows: { 2024: ADA, 2025: BOB, name: 'x' } }, ['noList', ['rows']]],
	['has only the pages', [{ total: 9, page: 1 }], ['noList', []]],
	['has text as a contact', { contacts: [ADA, 'Bob'] }, ['notAContact', 2, 'contacts']],
	['has only text', { repositories: ['a', 'b'] }, ['notAContact', 1, 'repositories']],
	['has text beside an object', { repositories: [ADA, 'b'] }, ['notAContact', 2, 'repositories']],
	['misses something else than contacts', { message: 'No tokens found' }, ['noList', ['message']]],
	[
		'has a message that is too deep',
		{ a: { b: { c: { d: { e: 'No rows found' } } } } },
		['noList', ['a']],
	],
	['has text in a list of a common name', { items: [ADA, 'Bob'] }, ['notAContact', 2, 'items']],
	['has a list as a contact', [ADA, []], ['notAContact', 2, 'the response itself']],
	[
		'has an element without the contact',
		{ edges: [{ node: ADA }, {}] },
		['notAContact', 2, 'edges'],
		'edges[].node',
	],
])('A response is refused that %s', (_name, body, failure, field = '') => {
	expect(contactsIn(body, field)).toEqual(failure);
});

it.each<Row>([
	[
		'an object of other fields',
		{ data: { items: { name: 'Busy', code: 1 } } },
		['notAListAt', ['data']],
	],
	['contacts elsewhere', { contacts: [BOB], a: { b: [ADA] } }, ['listMoved', ['contacts', 'a.b']]],
	['contacts beside a cursor', { people: [ADA], nextCursor: 'x' }, ['listMoved', ['people']]],
	['nothing but contacts', [ADA], ['listMoved', ['the response itself']]],
	['no field of the first page', { message: 'Busy' }, ['notAListAt', ['message']]],
	['text at the place of the list', { data: { items: 'x' } }, ['notAListAt', ['data']]],
])('A later page is refused that has %s', (_name, body, [reason, names]) => {
	expect(contactsIn(body, '', known)).toEqual([reason, 'data.items', names]);
});

it.each([
	[{ items: null, data: null }, 'items'],
	[{ edges: [] }, 'edges'],
])('Contacts have a place, although there are none: %j', (body, name) => {
	const location = { path: [name], contactPath: '', keys: Object.keys(body), fields: [] };
	expect(read(body)).toMatchObject({ contacts: [], location, hasList: true });
});

it.each<[string, unknown, unknown[], boolean?]>([
	['found there beside a more likely list', { contacts: [BOB], data: { items: [ADA] } }, [ADA]],
	['one in place of the list', { data: { items: { ...BOB, email: '' } } }, [{ ...BOB, email: '' }]],
	['none when the value there is null', { data: { items: null } }, []],
	['none in []', [], [], false],
	['none when another field of the first page is there', { kind: 'contacts' }, [], false],
	['none when the list is missing beside an empty one', { data: {}, tags: [] }, [], false],
])(
	'On later pages, contacts are expected where the first page had them: %s',
	(_name, body, contacts, hasList = true) => {
		expect(read(body, '', known)).toMatchObject({ contacts, location: known, hasList });
	},
);

it('Contacts are found among at most 500 fields, and a failure names at most 30', () => {
	const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, n]));
	const names = Object.keys(fields).slice(0, 30);
	expect(contactsIn({ ...fields, contacts: [ADA] })).toEqual(['noList', names]);
});

it('A page has at most 100,000 contacts', () => {
	expect(contactsIn(Array(100_000).fill(ADA))).toHaveLength(100_000);
	expect(contactsIn(Array(100_001).fill(ADA))).toEqual(['tooManyContacts']);
});
