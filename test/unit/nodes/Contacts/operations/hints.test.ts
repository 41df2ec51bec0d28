import { summarizeHints } from '../../../../../nodes/Contacts/operations/hints';
import { changingService } from '../../../../corpus/changing';
import { cursor, lastId } from '../../../../corpus/positions';
import { reads } from '../../../../corpus/read';
import { contactsOf, paged } from '../../../../corpus/services';

describe.each(Object.entries(reads))(
	'Where contacts are deleted while a list is read, %s',
	(_name, read) => {
		it.each([
			['says that some may be missing', cursor('cursor'), { checkTotal: true }, 1],
			[
				'says nothing where the total is not to be checked',
				cursor('cursor'),
				{ checkTotal: false },
				0,
			],
			['says nothing where the last contact shows it', lastId('starting_after'), {}, 0],
		])('%s', async (_what, by, pagination, count) => {
			const service = changingService(
				contactsOf(100),
				{ kind: 'deleted', at: 90, after: 4 },
				(list) => paged(list, by, { next: '{next ?? null}', total: '{total}' }),
			);
			const { result, hints } = await read(service, { pageSize: 20, pagination });
			expect([
				result,
				hints.filter((hint) => hint.includes('list the contacts again')).length,
			]).toEqual(['partial', count]);
		});
	},
);

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
