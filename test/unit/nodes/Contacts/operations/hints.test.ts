import { summarizeHints } from '../../../../../nodes/Contacts/operations/hints';

it('A hint appears once, and names the input items that it is about if these are not all', () => {
	expect(summarizeHints([['a', 'b', 'a'], ['a'], ['a', 'b'], ['a', 'c']])).toEqual([
		'a',
		'b [items 0, 2]',
		'c [item 3]',
	]);
});

it('Of many hints, and of many items, the first appear', () => {
	const each = Array.from({ length: 10_000 }, (_, n) => (n < 20 ? ['all'] : [`Lacks f${n}.`]));
	const [first, ...others] = summarizeHints(each);
	expect(first).toBe('all [items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]');
	expect(others.slice(0, 2)).toEqual(['Lacks f20. [item 20]', 'Lacks f21. [item 21]']);
	expect(others.slice(4)).toEqual(['Other input items have 9976 more hints.']);
});
