import type { ListError } from '../../../../nodes/Contacts/errors';
import {
	findContacts,
	type ListLocation,
} from '../../../../nodes/Contacts/pagination/findContacts';
import { readSigns } from '../../../../nodes/Contacts/pagination/readSigns';

const ADA = { name: 'Ada' };
const BOB = { name: 'Bob' };

function find(body: unknown, field = '', known?: ListLocation) {
	return findContacts(body, 3, field, readSigns(body, new Headers(), []), known);
}

/** The reason and the text of the error. */
function errorOf(body: unknown, field?: string, known?: ListLocation): [string, string] {
	try {
		find(body, field, known);
	} catch (error) {
		const { reason, userMessage } = error as ListError;
		return [reason, `${userMessage.message}: ${userMessage.description}`];
	}
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
		expect(find(body).contacts).toEqual(contacts);
	});

	it('without being copied', () => {
		const body = { contacts: [ADA, BOB] };
		expect(find(body).contacts).toBe(body.contacts);
	});

	it('among at most 500 fields', () => {
		const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, n]));
		expect(errorOf({ ...fields, contacts: [ADA] })[0]).toBe('noList');
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
		expect(find(body, field).contacts).toEqual(contacts);
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

	it('fails when they are elsewhere', () => {
		const [reason, text] = errorOf({ contacts: [BOB], a: { b: [ADA] } }, '', known);
		expect(reason).toBe('listMoved');
		expect(text).toContain("'data.items', this one has contacts, a.b.");
	});

	it('fails when the response has none of the fields of the first page', () => {
		expect(errorOf({ message: 'Too many requests' }, '', known)).toEqual([
			'notAListAt',
			expect.stringContaining('Keys seen: message.'),
		]);
	});

	it.each<[unknown, string]>([
		[{ people: [ADA], nextCursor: 'x' }, 'this one has people.'],
		[[ADA], 'this one has the response itself.'],
	])('fails when they are elsewhere, also without a field of the first page: %j', (body, text) => {
		expect(errorOf(body, '', known)).toEqual(['listMoved', expect.stringContaining(text)]);
	});

	it('fails when the value there is not a list', () => {
		expect(errorOf({ data: { items: 'x' } }, '', known)).toEqual([
			'notAListAt',
			expect.stringContaining("They should be at 'data.items'. Keys seen: data."),
		]);
	});
});

describe('A response is refused', () => {
	it.each<[string, unknown, string, string, string]>([
		['text', 'hello', '', 'noList', 'The response is not an object with keys.'],
		['no list', { id: 1, contact: ADA }, '', 'noList', 'Keys seen: id, contact.'],
		[
			'a list six levels down',
			{ a: { b: { c: { d: { e: { f: [ADA] } } } } } },
			'',
			'noList',
			'Keys seen: a.',
		],
		['two lists', { cats: [ADA], dogs: [BOB] }, '', 'manyLists', 'Lists found: cats, dogs.'],
		[
			'two lists of contacts',
			{ a: { contacts: [ADA] }, b: { contacts: [BOB] } },
			'',
			'manyLists',
			'Lists found: a.contacts, b.contacts.',
		],
		[
			'a list of another name beside null',
			{ tags: [ADA], data: null },
			'',
			'manyLists',
			'Lists found: tags, data.',
		],
		[
			'no such field',
			{ id: 1 },
			'contacts',
			'notAListAt',
			"They should be at 'contacts'. Keys seen: id.",
		],
		[
			'a list elsewhere and a next page',
			{ people: [ADA], next: '?2' },
			'contacts',
			'notAListAt',
			'Keys seen: people, next.',
		],
		['an object at the field', { a: ADA }, 'a', 'notAListAt', "should be at 'a'"],
		['a bare list where a field is set', [ADA], 'a', 'notAListAt', 'not an object with keys'],
		[
			'a contact that is text',
			{ contacts: [ADA, 'Bob'] },
			'',
			'notAContact',
			'Contact 2 on page 3',
		],
		['a contact that is null', { people: [ADA, null] }, 'people', 'notAContact', 'Contact 2'],
		['a contact that is a list', [ADA, []], '', 'notAContact', 'Contact 2 on page 3'],
		[
			'an element without the contact',
			{ edges: [{ node: ADA }, {}] },
			'edges[].node',
			'notAContact',
			'Contact 2',
		],
	])('that has %s', (_name, body, field, reason, text) => {
		expect(errorOf(body, field)).toEqual([reason, expect.stringContaining(text)]);
	});

	it.each([
		[20, ''],
		[21, ', …'],
	])('with at most 20 of its %d keys, none longer than 50 characters', (count, rest) => {
		const keys = Array.from({ length: count }, (_, n) => `${n}-`.padEnd(60, 'x'));
		const seen = keys.slice(0, 20).map((name) => name.slice(0, 50));
		const [, text] = errorOf(Object.fromEntries(keys.map((name) => [name, 1])));
		expect(text).toContain(`Keys seen: ${seen.join(', ')}${rest}.`);
	});
});
