import { formatTable } from '../../../sandbox/system/format-table.ts';

const CONTACTS = [
	{ id: 1, name: 'Ada', email: null },
	{ id: 22, name: 'Grace', email: 'grace@example.com', tags: ['a', 'b'], address: { no: 1 }, x: 9 },
];

it('aligns the columns below the names of all fields', () => {
	expect(formatTable(CONTACTS).split('\n')).toEqual([
		'id  name   email              tags  address   x',
		'1   Ada',
		'22  Grace  grace@example.com  a b   {"no":1}  9',
	]);
});

it('shows the first five fields where the width is limited, and cuts what is too long', () => {
	expect(formatTable(CONTACTS, 60).split('\n')[2]).toBe(
		'22  Grace  grace@example.com  a b   {"no":1}',
	);
	expect(formatTable(CONTACTS, 40).split('\n')).toEqual([
		'id  name   email   tags  addre…',
		'1   Ada',
		'22  Grace  grace…  a b   {"no"…',
	]);
});
