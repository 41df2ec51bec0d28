import { formatTable } from '../../../sandbox/system/format-table.ts';

const CONTACTS = [
	{ id: 1, name: 'Ada', email: null },
	{ id: 22, name: 'Grace', email: 'grace@example.com', tags: ['a', 'b'], address: { no: 1 } },
];

it('aligns the columns below the names of all fields', () => {
	expect(formatTable(CONTACTS).split('\n')).toEqual([
		'id  name   email              tags  address',
		'1   Ada',
		'22  Grace  grace@example.com  a b   {"no":1}',
	]);
});

it('shows the columns that fit into the width', () => {
	expect(formatTable(CONTACTS, 28).split('\n')[0]).toBe('id  name   email');
	expect(formatTable(CONTACTS, 27).split('\n')[0]).toBe('id  name');
});
