import { findContacts, type ListLocation } from '../../../../nodes/Contacts/response/findContacts';
import { readSigns } from '../../../../nodes/Contacts/response/readSigns';

const ADA = { name: 'Ada' };
const BOB = { name: 'Bob' };

/** As on a page: a count of 0, a next link or a cursor explains a missing list. */
function find(body: unknown, field = '', known?: ListLocation) {
	const says = (value: unknown, pattern: RegExp) =>
		readSigns(200, value, new Headers()).some(({ meaning }) => pattern.test(meaning));
	const noContacts = () => readSigns(200, body, new Headers()).some(({ value }) => value === 0);
	const explains = {
		noList: () => says(body, /link|cursor/) || noContacts(),
		noContacts,
		isAboutPages: (value: unknown) => says(value, /link|total|failure/),
	};
	return findContacts(body, field, explains, known);
}

/** The contacts, or the failure as its reason and details. */
function contactsIn(...of: Parameters<typeof find>): unknown[] {
	const found = find(...of);
	return 'reason' in found ? [found.reason, ...found.details] : found.contacts;
}

describe('Contacts are recognized', () => {
	it.each<[string, unknown, unknown[]]>([
		['in a bare list', [ADA, BOB], [ADA, BOB]],
		['under any name, one level down', { data: { people: [ADA] }, meta: {} }, [ADA]],
		['five levels down', { a: { b: { c: { d: { e: [ADA] } } } } }, [ADA]],
		['by their name below another list', { data: { contacts: [ADA] }, tags: [BOB] }, [ADA]],
		['by a common name beside null', { items: [ADA], data: null }, [ADA]],
		['by a common name above another list', { data: { pets: [ADA] }, rows: [BOB] }, [BOB]],
		['in an object named like contacts', { contacts: { list: [ADA] }, items: [BOB] }, [ADA]],
		['beside an empty list of something else', { metadata: [ADA], tags: [] }, [ADA]],
		['beside what they refer to', { metadata: [], references: [BOB] }, []],
		['among empty lists only', { orders: [], pets: [] }, []],
		['in an empty list beside null', { pets: [], data: null }, []],
		['beside errors and schemas', { pets: [ADA], errors: [BOB], schemas: ['urn:x'] }, [ADA]],
		['beside other values', { pets: [ADA], ids: [BOB, 'x'], items: ['x'], note: null }, [ADA]],
		['as null', { contacts: null, tags: [BOB] }, []],
		['as an empty list without a body', undefined, []],
		['in the nodes of edges', { edges: [{ cursor: 'x', node: ADA }] }, [ADA]],
		[
			'with lists in the only one',
			{ pets: [{ name: 'Ada', people: [BOB] }] },
			[{ name: 'Ada', people: [BOB] }],
		],
		['with another list in the only one', [{ of: ADA, pets: [BOB] }], [{ of: ADA, pets: [BOB] }]],
		[
			'with a list in the only one of their name',
			{ contacts: [{ data: [BOB] }] },
			[{ data: [BOB] }],
		],
		['in a list in the only node', { edges: [{ node: { data: [BOB] } }] }, [BOB]],
		['in an object of the only element', { sets: [{ a: { people: [ADA] } }] }, [ADA]],
		['behind an object about pages', [{ total: 1, page: 1 }, [ADA]], [ADA]],
		['in an element with pages', { zone: [{ name: 'a', hits: { total: 1, work: [ADA] } }] }, [ADA]],
		['in a list of the only element', [{ data: [ADA] }], [ADA]],
		['in edges of which one has no node', { edges: [{ node: ADA }, BOB] }, [{ node: ADA }, BOB]],
		['with nodes that are not of edges', { pets: [{ node: BOB }] }, [{ node: BOB }]],
	])('%s', (_name, body, contacts) => {
		expect(contactsIn(body)).toEqual(contacts);
	});

	it.each([
		[{ items: null, data: null }, 'items'],
		[{ edges: [] }, 'edges'],
	])('with their place, although there are none: %j', (body, name) => {
		const location = { path: [name], contactPath: '', keys: Object.keys(body) };
		expect(find(body)).toEqual({ contacts: [], location, hasList: true });
	});

	it('among at most 500 fields', () => {
		const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, n]));
		expect(contactsIn({ ...fields, contacts: [ADA] })[0]).toBe('noList');
	});
});

it('A list of links is none', () => {
	const links = [{ rel: 'next', href: '/2' }];
	expect(contactsIn({ pets: [ADA], pets_links: links })).toEqual([ADA]);
});

it.each<[string, unknown, unknown?]>([
	['parts of a response', [{ info: { total: 1 } }, { people: [ADA] }], [ADA]],
	['contacts without a common field', [{ name: 'Ada' }, { email: 'b@x.y' }], undefined],
	['a list with numbers about pages', { result: [{ total: 1 }], people: [ADA] }, [ADA]],
	['such a list beside an empty one', { result: [{ total: 0 }], records: [] }, []],
	['one with an error, where nothing was found', { entry: [{ error: 'x' }], total: 0 }, []],
	['lists in what was requested', { params: { pets: [BOB] }, cats: [ADA] }, [ADA]],
])('%s', (_name, body, contacts = body) => {
	expect(contactsIn(body)).toEqual(contacts);
});

it.each([
	[{ users: [ADA], userChats: [ADA, BOB] }, ['manyLists', ['users', 'userChats']]],
	[{ repositories: ['a', 'b'] }, ['notAContact', 1, 'repositories']],
	[{ tags: ['a'] }, ['noList', ['tags']]],
])('%j is refused', (body, failure) => {
	expect(contactsIn(body)).toEqual(failure);
});

it('Several lists in the only element are too many', () => {
	const body = { sets: [{ a: { people: [ADA] }, b: { users: [BOB] } }] };
	const lists = ['sets', 'sets.0.a.people', 'sets.0.b.users'];
	expect(contactsIn(body)).toEqual(['manyLists', lists]);
});

describe('Contacts are found at the configured field', () => {
	it.each<[string, unknown, string, unknown[]]>([
		['by its dot path', { a: { b: { c: [ADA] } } }, 'a.b.c', [ADA]],
		['in an element of a list', { a: [{ b: [ADA] }] }, 'a.0.b', [ADA]],
		['as null', { contacts: null }, 'contacts', []],
		['in a response without a body', undefined, 'contacts', []],
		['missing from an empty object', { data: {} }, 'data.contacts', []],
		['in the elements', { a: { list: [{ b: { c: ADA } }] } }, 'a.list[].b.c', [ADA]],
		['in the elements of a bare list', [{ node: ADA }], '[].node', [ADA]],
	])('%s', (_name, body, field, contacts) => {
		expect(contactsIn(body, field)).toEqual(contacts);
	});
});

describe('On later pages, contacts are expected where the first page had them:', () => {
	const known = { path: ['data', 'items'], contactPath: '', keys: ['data', 'kind'] };

	it.each<[string, unknown, unknown[], boolean?]>([
		['found there beside a more likely list', { contacts: [BOB], data: { items: [ADA] } }, [ADA]],
		['none when the value there is null', { data: { items: null } }, []],
		['none in []', [], [], false],
		['none when another field of the first page is there', { kind: 'contacts' }, [], false],
		['none when the list is missing beside an empty one', { data: {}, tags: [] }, [], false],
	])('%s', (_name, body, contacts, hasList = true) => {
		expect(find(body, '', known)).toEqual({ contacts, location: known, hasList });
	});

	it.each<[string, unknown, string, string[]]>([
		['they are elsewhere', { contacts: [BOB], a: { b: [ADA] } }, 'listMoved', ['contacts', 'a.b']],
		['they are beside a cursor', { people: [ADA], nextCursor: 'x' }, 'listMoved', ['people']],
		['they are the response', [ADA], 'listMoved', ['the response itself']],
		['there is no field of the first page', { message: 'Busy' }, 'notAListAt', ['message']],
		['the value there is not a list', { data: { items: 'x' } }, 'notAListAt', ['data']],
	])('a failure when %s', (_name, body, reason, names) => {
		expect(contactsIn(body, '', known)).toEqual([reason, 'data.items', names]);
	});
});

describe('A response is refused', () => {
	const LONG = 'x'.repeat(201);

	it.each<[string, unknown, string[]]>([
		['is text', 'hello', []],
		['has a number of contacts', { contacts: 5 }, ['contacts']],
		['has a list six levels down', { a: { b: { c: { d: { e: { f: [ADA] } } } } } }, ['a']],
		['has a list under a long name', { [LONG]: [ADA], a: 1 }, [LONG, 'a']],
	])('that has no list: it %s', (_name, body, keys) => {
		expect(contactsIn(body)).toEqual(['noList', keys]);
	});

	it.each<[string, unknown, string[]]>([
		['of any names', { cats: [ADA], dogs: [BOB] }, ['cats', 'dogs']],
		['beside an empty one', { a: [ADA], b: [BOB], c: [], count: 0 }, ['a', 'b']],
		['of which one is null', { pets: [ADA], data: null }, ['pets', 'data']],
		['of which one is empty', { orders: [], metadata: [ADA] }, ['orders', 'metadata']],
	])('that has two lists, %s', (_name, body, lists) => {
		expect(contactsIn(body)).toEqual(['manyLists', lists]);
	});

	it.each<[string, unknown, string[], string?]>([
		['nothing', { id: 1 }, ['id']],
		['nothing beside another field', { a: { c: 1 } }, ['a'], 'a.b'],
		['an object', { a: ADA }, ['a']],
		['nothing, as it is a list', [ADA], []],
	])('that has %s at the configured field', (_name, body, keys, field = 'a') => {
		expect(contactsIn(body, field)).toEqual(['notAListAt', field, keys]);
	});

	it.each<[string, unknown, string, string?]>([
		['text', { contacts: [ADA, 'Bob'] }, 'contacts'],
		['text in a list of a common name', { items: [ADA, 'Bob'] }, 'items'],
		['a list', [ADA, []], 'the response itself'],
		['an element without it', { edges: [{ node: ADA }, {}] }, 'edges', 'edges[].node'],
	])('that has as a contact %s', (_name, body, list, field = '') => {
		expect(contactsIn(body, field)).toEqual(['notAContact', 2, list]);
	});

	it('that has more than 100,000 contacts', () => {
		expect(contactsIn(Array(100_000).fill(ADA))).toHaveLength(100_000);
		expect(contactsIn(Array(100_001).fill(ADA))).toEqual(['tooManyContacts']);
	});

	it('with at most 30 of its keys', () => {
		const body = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`key${n}`, 1]));
		expect(contactsIn(body)).toEqual(['noList', Object.keys(body).slice(0, 30)]);
	});
});
