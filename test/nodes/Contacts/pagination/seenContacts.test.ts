import {
	ID_FIELDS,
	idFieldOf,
	isSamePage,
	SeenContacts,
} from '../../../../nodes/Contacts/pagination/seenContacts';
import { contactsOf } from './reading';

describe('The field that identifies contacts', () => {
	it.each<[unknown[], string | undefined]>([
		[[{ id: 1 }, { id: 2 }], 'id'],
		[
			[
				{ id: 1, uuid: 'a' },
				{ id: 1, uuid: 'b' },
			],
			'uuid',
		],
		[[{ id: 1 }, { name: 'Ada' }], undefined],
		[[{ id: {} }, { id: {} }], undefined],
		[[{ sys: { id: 'a' } }, { sys: { id: 'b' } }], 'sys.id'],
		[[{ name: 'Ada' }], undefined],
		[[], undefined],
	])('of %j is %j', (contacts, field) => {
		expect(idFieldOf(contacts as object[] as never)).toBe(field);
	});

	it.each(ID_FIELDS.map((field) => [field]))('may be %s', (field) => {
		const contacts = [1, 2].map((id) =>
			field.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), id),
		);
		expect(idFieldOf(contacts as never)).toBe(field);
	});
});

describe('Contacts that came before', () => {
	it('are known by their ID, whatever else is in them', () => {
		const seen = new SeenContacts();
		seen.addContacts([
			{ id: 1, seenAt: 1 },
			{ id: 2, seenAt: 1 },
		]);
		expect(seen.hasIds).toBe(true);
		expect(
			seen.countKnown([
				{ id: 2, seenAt: 2 },
				{ id: 3, seenAt: 1 },
			]),
		).toBe(1);
	});

	it('are known by all that is in them where they have no ID', () => {
		const seen = new SeenContacts();
		seen.addContacts([{ name: 'Ada' }, { name: 'Bob' }]);
		expect(seen.hasIds).toBe(false);
		expect(seen.countKnown([{ name: 'Bob' }, { name: 'Bob', age: 7 }])).toBe(1);
	});

	it('are known by all that is in them where one of a later page has no ID', () => {
		const seen = new SeenContacts();
		seen.addContacts([{ id: 1 }]);
		seen.addContacts([{ name: 'Ada' }]);
		expect(seen.countKnown([{ name: 'Ada' }, { name: 'Bob' }, { id: 1 }])).toBe(2);
	});

	it('are none on the first page, nor after an empty one', () => {
		const seen = new SeenContacts();
		expect(seen.countKnown([{ id: 1 }])).toBe(0);
		seen.addContacts([]);
		expect(seen.countKnown([{ id: 1 }])).toBe(0);
		expect(seen.hasIds).toBe(false);
	});
});

describe('A page with the contacts of the page before', () => {
	const signed = (n: number, signature: string) => ({
		name: `n${n}`,
		photo: `?s=${signature}${n}`,
		rank: n,
	});
	const page = (signature: string) => [0, 1, 2].map((n) => signed(n, signature));

	it.each<[string, unknown[], unknown[], boolean]>([
		['the same', contactsOf(2), contactsOf(2), true],
		['the same one', [{ a: 1 }], [{ a: 1 }], true],
		['another one', [{ a: 1 }], [{ a: 2 }], false],
		['others', contactsOf(2), contactsOf(2, 2), false],
		['fewer', contactsOf(1), contactsOf(2), false],
		['none', [], [], false],
		['the same, with other signed links', page('a'), page('b'), true],
		['equal ones', [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 1 }], true],
		['other equal ones', [{ a: 1 }, { a: 1 }], [{ a: 2 }, { a: 2 }], false],
		['one that lacks a field', [{ a: 1, b: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }], false],
	])('has %s', (_name, now, before, expected) => {
		expect(isSamePage(now as never, before as never)).toBe(expected);
	});
});
