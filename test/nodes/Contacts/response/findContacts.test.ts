import { findContacts, type ListLocation } from '../../../../nodes/Contacts/response/findContacts';
import { readSigns } from '../../../../nodes/Contacts/response/readSigns';

const ADA = { name: 'Ada' };
const BOB = { name: 'Bob' };

/** As on a page: a count of 0, a next link or a cursor explains a missing list. */
function find(body: unknown, field = '', known?: ListLocation) {
	const explains = (what: string) =>
		readSigns(200, body, new Headers()).some(
			({ meaning, value }) => (what === 'no list' && /link|cursor/.test(meaning)) || value === 0,
		);
	return findContacts(body, field, explains, known);
}

function contactsIn(...of: Parameters<typeof find>) {
	const found = find(...of);
	if ('reason' in found) throw new Error(found.reason);
	return found.contacts;
}

/** The failure as its reason and details. */
function failureOf(...of: Parameters<typeof find>): unknown[] {
	const found = find(...of);
	if ('reason' in found) return [found.reason, ...found.details];
	throw new Error('Contacts were found');
}

describe('Contacts are recognized', () => {
	it.each<[string, unknown, unknown[]]>([
		['in a bare list', [ADA, BOB], [ADA, BOB]],
		['in an empty list', [], []],
		['in the one list of the object', { contacts: [ADA], total: 1 }, [ADA]],
		['under any name', { '': [ADA] }, [ADA]],
		['under any name, one level down', { data: { people: [ADA] }, meta: {} }, [ADA]],
		['three levels down', { a: { b: { c: { list: [ADA] } } } }, [ADA]],
		['by their name beside another list', { contacts: [ADA], tags: [BOB] }, [ADA]],
		['by their name below another list', { data: { contacts: [ADA] }, tags: [BOB] }, [ADA]],
		['by a common name beside another list', { items: [ADA], tags: [BOB] }, [ADA]],
		['in an object named like contacts', { contacts: { list: [ADA] }, items: [BOB] }, [ADA]],
		['in the only one of two lists that has elements', { items: [], rows: [ADA] }, [ADA]],
		['beside empty lists of another name', { items: [], tags: [] }, []],
		[
			'beside lists of errors, links and schemas',
			{ people: [ADA], errors: [BOB], links: [BOB], schemas: ['urn:x'] },
			[ADA],
		],
		['beside a list of strings', { people: [ADA], ids: ['a'] }, [ADA]],
		['as null', { contacts: null, tags: [BOB] }, []],
		['as {}', { contacts: {} }, []],
		['as null, under a common name', { items: null, total: 0 }, []],
		['as an empty list without a body', undefined, []],
		['as an empty list in {}', {}, []],
		['as an empty list when the total is 0', { total: 0 }, []],
		['as an empty list when the count is 0', { count: 0 }, []],
		['as an empty list when it is missing beside a cursor', { nextCursor: 'x' }, []],
		['in the nodes of edges', { edges: [{ cursor: 'x', node: ADA }] }, [ADA]],
		['in edges without nodes', { edges: [ADA] }, [ADA]],
		['in edges that are empty', { edges: [] }, []],
	])('%s', (_name, body, contacts) => {
		expect(contactsIn(body)).toEqual(contacts);
	});

	it('without being copied', () => {
		const body = { contacts: [ADA, BOB] };
		expect(contactsIn(body)).toBe(body.contacts);
	});

	it('among at most 500 fields', () => {
		const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, n]));
		expect(failureOf({ ...fields, contacts: [ADA] })[0]).toBe('noList');
	});
});

describe('Contacts are found at the configured field', () => {
	it.each<[string, unknown, string, unknown[]]>([
		['by its name', { old: [BOB], contacts: [ADA] }, 'contacts', [ADA]],
		['by its dot path', { a: { b: { c: [ADA] } } }, 'a.b.c', [ADA]],
		['at a key with a dot', { 'a.b': [ADA] }, 'a.b', [ADA]],
		['as null', { contacts: null }, 'contacts', []],
		['as {}', { contacts: {} }, 'contacts', []],
		['in a response without a body', undefined, 'contacts', []],
		['missing from an empty object', { data: {} }, 'data.contacts', []],
		['missing when the total is 0', { total: 0 }, 'contacts', []],
		[
			'in the elements',
			{ data: { edges: [{ node: ADA }, { node: BOB }] } },
			'data.edges[].node',
			[ADA, BOB],
		],
		['in the elements, deeper', { list: [{ a: { b: ADA } }] }, 'list[].a.b', [ADA]],
		['in the elements of a bare list', [{ node: ADA }], '[].node', [ADA]],
		['with [] and nothing after it', { list: [ADA] }, 'list[]', [ADA]],
	])('%s', (_name, body, field, contacts) => {
		expect(contactsIn(body, field)).toEqual(contacts);
	});
});

describe('On later pages, contacts are expected where the first page had them:', () => {
	const known = { path: ['data', 'items'], contactPath: '', keys: ['data', 'kind'] };

	it.each<[string, unknown, unknown[]]>([
		['found there beside a more likely list', { contacts: [BOB], data: { items: [ADA] } }, [ADA]],
		['none when the value there is null', { data: { items: null } }, []],
		['none when the list is missing', { data: {} }, []],
		['none without a body', undefined, []],
		['none in []', [], []],
		['none when another field of the first page is there', { kind: 'contacts' }, []],
		['none when the list is missing beside an empty one', { data: {}, tags: [] }, []],
	])('%s', (_name, body, contacts) => {
		expect(find(body, '', known)).toEqual({ contacts, location: known });
	});

	it.each<[string, unknown, unknown[]]>([
		[
			'when they are elsewhere',
			{ contacts: [BOB], a: { b: [ADA] } },
			['listMoved', 'data.items', ['contacts', 'a.b']],
		],
		[
			'when they are elsewhere, also beside a cursor',
			{ people: [ADA], nextCursor: 'x' },
			['listMoved', 'data.items', ['people']],
		],
		['when they are the response', [ADA], ['listMoved', 'data.items', ['the response itself']]],
		[
			'when the response has none of the fields of the first page',
			{ message: 'Too many requests' },
			['notAListAt', 'data.items', ['message']],
		],
		[
			'when the value there is not a list',
			{ data: { items: 'x' } },
			['notAListAt', 'data.items', ['data']],
		],
	])('fails %s', (_name, body, failure) => {
		expect(failureOf(body, '', known)).toEqual(failure);
	});
});

describe('A response is refused', () => {
	it.each<[string, unknown, string, unknown[]]>([
		['text', 'hello', '', ['noList', []]],
		['no list', { id: 1, contact: ADA }, '', ['noList', ['id', 'contact']]],
		[
			'a list six levels down',
			{ a: { b: { c: { d: { e: { f: [ADA] } } } } } },
			'',
			['noList', ['a']],
		],
		[
			'a list under a name of more than 200 bytes',
			{ ['x'.repeat(201)]: [ADA], a: 1 },
			'',
			['noList', ['x'.repeat(201), 'a']],
		],
		['two lists', { cats: [ADA], dogs: [BOB] }, '', ['manyLists', ['cats', 'dogs']]],
		[
			'two lists of contacts',
			{ a: { contacts: [ADA] }, b: { contacts: [BOB] } },
			'',
			['manyLists', ['a.contacts', 'b.contacts']],
		],
		[
			'a list of another name beside null',
			{ pets: [ADA], data: null },
			'',
			['manyLists', ['pets', 'data']],
		],
		[
			'data about the response beside an empty list',
			{ orders: [], metadata: [ADA] },
			'',
			['manyLists', ['orders', 'metadata']],
		],
		[
			'a filled list beside an empty one and a count of 0',
			{ accounts: [ADA], orders: [], count: 0 },
			'',
			['manyLists', ['accounts', 'orders']],
		],
		['no such field', { id: 1 }, 'contacts', ['notAListAt', 'contacts', ['id']]],
		[
			'a list elsewhere and a next page',
			{ people: [ADA], next: '?2' },
			'contacts',
			['notAListAt', 'contacts', ['people', 'next']],
		],
		['an object at the field', { a: ADA }, 'a', ['notAListAt', 'a', ['a']]],
		['a bare list where a field is set', [ADA], 'a', ['notAListAt', 'a', []]],
		['a contact that is text', { contacts: [ADA, 'Bob'] }, '', ['notAContact', 2]],
		['a contact that is null', { people: [ADA, null] }, 'people', ['notAContact', 2]],
		['a contact that is a list', [ADA, []], '', ['notAContact', 2]],
		['too many contacts', Array(1_000_001).fill(ADA), '', ['tooManyContacts']],
		[
			'an element without the contact',
			{ edges: [{ node: ADA }, {}] },
			'edges[].node',
			['notAContact', 2],
		],
	])('that has %s', (_name, body, field, failure) => {
		expect(failureOf(body, field)).toEqual(failure);
	});

	it('with at most 30 of its keys', () => {
		const body = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`key${n}`, 1]));
		expect(failureOf(body)).toEqual(['noList', Object.keys(body).slice(0, 30)]);
	});
});
