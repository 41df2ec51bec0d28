import { findContacts } from '../../../nodes/Contacts/contactList';

const ADA = { name: 'Ada' };
const BOB = { name: 'Bob' };

describe('Contacts are found', () => {
	it.each<[string, unknown, string, unknown[]]>([
		['in a bare list', [ADA, BOB], '', [ADA, BOB]],
		['in an empty list', [], '', []],
		['in the one list of the object', { contacts: [ADA], total: 1 }, '', [ADA]],
		['under any name', { '': [ADA] }, '', [ADA]],
		['in the one list one level down', { data: { people: [ADA] }, meta: {} }, '', [ADA]],
		['at the top before one level down', { items: [ADA], meta: { tags: [BOB] } }, '', [ADA]],
		['in an empty list of the object', { contacts: [] }, '', []],
		['at the field that is set', { old: [BOB], contacts: [ADA] }, 'contacts', [ADA]],
		['at the dot path that is set', { a: { b: { c: [ADA] } } }, 'a.b.c', [ADA]],
		['at a key with a dot', { 'a.b': [ADA] }, 'a.b', [ADA]],
		['nowhere when the field that is set is null', { contacts: null }, 'contacts', []],
		['by their name beside another list', { contacts: [ADA], errors: [BOB] }, '', [ADA]],
		['by their name under another list', { data: { contacts: [ADA] }, errors: [] }, '', [ADA]],
		['by their name before one level down', { contacts: [ADA], a: { contacts: [] } }, '', [ADA]],
		['by their name, null for none', { contacts: null, tags: [BOB] }, '', []],
		['beside links', { _embedded: { contacts: [ADA] }, links: [BOB] }, '', [ADA]],
		['beside the links of the page', { data: [ADA], meta: { links: [BOB] } }, '', [ADA]],
	])('%s', (_name, body, field, contacts) => {
		expect(findContacts(body, 1, field)).toEqual(contacts);
	});

	it('as they came: the list is the one of the response', () => {
		const body = { contacts: [ADA, BOB] };
		expect(findContacts(body, 1, '')).toBe(body.contacts);
	});
});

describe('A response is refused', () => {
	const noList = (keys: string) => ({
		message: 'The response for page 3 has no list of contacts',
		description: expect.stringMatching(keys),
	});
	const notAContact = { message: 'Contact 2 on page 3 is not an object' };
	const noListAtField = (keys: string) => ({
		message: 'The response for page 3 has no list at the Contacts Field',
		description: expect.stringMatching(keys),
	});

	it.each<[string, unknown, string, object]>([
		['text', '<html>', '', { message: 'The response for page 3 is not JSON' }],
		['text, with a field set', '', 'contacts', { message: 'The response for page 3 is not JSON' }],
		['null', null, '', noList('^The response is not an object with keys\\.')],
		['a number', 7, '', noList('^The response is not an object with keys\\.')],
		['an empty object', {}, '', noList('^The response is not an object with keys\\.')],
		['no list', { id: 1, contact: ADA }, '', noList('^Keys seen: id, contact\\. If')],
		['a list two levels down', { a: { b: { c: [ADA] } } }, '', noList('^Keys seen: a\\.')],
		[
			'two lists',
			{ people: [ADA], errors: [] },
			'',
			{
				message: 'The response for page 3 has more than one list',
				description: expect.stringMatching('^Lists found: people, errors\\. Set Contacts Field'),
			},
		],
		[
			'a list and one level down another',
			{ data: { people: [ADA] }, errors: [] },
			'',
			{ description: expect.stringMatching('^Lists found: errors, data\\.people\\. Set') },
		],
		[
			'two lists of contacts one level down',
			{ a: { contacts: [ADA] }, b: { contacts: [] }, errors: [] },
			'',
			{ description: expect.stringMatching('^Lists found: a\\.contacts, b\\.contacts\\. Set') },
		],
		[
			'two lists one level down',
			{ a: { x: [] }, b: { y: [] } },
			'',
			{
				message: 'The response for page 3 has more than one list',
				description: expect.stringMatching('^Lists found: a\\.x, b\\.y\\.'),
			},
		],
		['no field', { id: 1 }, 'contacts', noListAtField('"contacts"\\. Keys seen: id\\. Change')],
		['an object at the field', { a: {} }, 'a', noListAtField('"a"\\. Keys seen: a\\.')],
		['a list where a field is set', [ADA], 'a', noListAtField('not an object with keys')],
		['a contact that is text', [ADA, 'Bob'], '', notAContact],
		['a contact that is null', { contacts: [ADA, null] }, 'contacts', notAContact],
		['a contact that is a list', [ADA, []], '', notAContact],
	])('that is or has %s', (_name, body, field, details) => {
		expect(() => findContacts(body, 3, field)).toThrow(
			expect.objectContaining({ userMessage: expect.objectContaining(details) }),
		);
	});

	it.each([
		[20, ''],
		[21, ', …'],
	])('with at most 20 of its %d keys, none longer than 50 characters', (count, rest) => {
		const key = (n: number) => `${n}-`.padEnd(60, 'x');
		const keys = Array.from({ length: count }, (_, n) => key(n));
		const seen = keys.slice(0, 20).map((name) => name.slice(0, 50));
		expect(() => findContacts(Object.fromEntries(keys.map((name) => [name, 1])), 1, '')).toThrow(
			expect.objectContaining({
				userMessage: expect.objectContaining({
					description: expect.stringContaining(`Keys seen: ${seen.join(', ')}${rest}. If`),
				}),
			}),
		);
	});
});
