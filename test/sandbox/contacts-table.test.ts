import { contactsTable } from '../../sandbox/contacts-table.ts';

const CONTACTS = [
	{ id: 1, name: 'Ada', address: { city: 'London' }, email: null },
	{ id: 22, name: 'Grace', email: 'grace@example.com' },
];

it('shows the scalar fields of the first contact', () => {
	const lines = contactsTable(CONTACTS, 80).split('\n');

	expect(lines[1]).toMatch(/│ id │ name\s+│ email\s+│/);
	expect(lines[3]).toMatch(/│ 1  │ Ada\s+│\s+│/);
	expect(lines[4]).toMatch(/│ 22 │ Grace │ grace@example.com │/);
});

it('leaves out columns that do not fit', () => {
	const width = (table: string) => Math.max(...table.split('\n').map((line) => line.length));

	const all = contactsTable(CONTACTS, 80);
	expect(contactsTable(CONTACTS, width(all))).toBe(all);
	expect(width(contactsTable(CONTACTS, width(all) - 1))).toBe('│ id │ name  │'.length);
});
