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

describe('Known contacts', () => {
	it('are recognized by their ID, whatever else they contain', () => {
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

	it('are recognized by their content when they have no ID', () => {
		const seen = new SeenContacts();
		seen.addContacts([{ name: 'Ada' }, { name: 'Bob' }]);
		expect(seen.hasIds).toBe(false);
		expect(seen.countKnown([{ name: 'Bob' }, { name: 'Bob', age: 7 }])).toBe(1);
	});

	it('are recognized by their content when one on a later page has no ID', () => {
		const seen = new SeenContacts();
		seen.addContacts([{ id: 1 }]);
		seen.addContacts([{ name: 'Ada' }]);
		expect(seen.countKnown([{ name: 'Ada' }, { name: 'Bob' }, { id: 1 }])).toBe(2);
	});

	it('are none on the first page, and none after an empty page', () => {
		const seen = new SeenContacts();
		expect(seen.countKnown([{ id: 1 }])).toBe(0);
		seen.addContacts([]);
		expect(seen.countKnown([{ id: 1 }])).toBe(0);
		expect(seen.hasIds).toBe(false);
	});
});

describe('isSamePage', () => {
	const signed = (n: number, signature: string) => ({
		name: `n${n}`,
		photo: `?s=${signature}${n}`,
		rank: n,
	});
	const page = (signature: string) => [0, 1, 2].map((n) => signed(n, signature));

	it.each<[string, unknown[], unknown[], boolean]>([
		['the same contacts', contactsOf(2), contactsOf(2), true],
		['the same single contact', [{ a: 1 }], [{ a: 1 }], true],
		['another single contact', [{ a: 1 }], [{ a: 2 }], false],
		['other contacts', contactsOf(2), contactsOf(2, 2), false],
		['fewer contacts', contactsOf(1), contactsOf(2), false],
		['no contacts', [], [], false],
		['the same contacts with other signed links', page('a'), page('b'), true],
		['equal contacts', [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 1 }], true],
		['other equal contacts', [{ a: 1 }, { a: 1 }], [{ a: 2 }, { a: 2 }], false],
		['a contact that lacks a field', [{ a: 1, b: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }], false],
	])('compares pages with %s', (_name, now, before, expected) => {
		expect(isSamePage(now as never, before as never)).toBe(expected);
	});
});
