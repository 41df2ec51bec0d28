import { pathTo } from '../../../../../nodes/Contacts/paginate/json';

it.each([['.'.repeat(10)], [`a${'.a'.repeat(10)}`], ['a'.repeat(121)]])(
	'A name with too many dots, or too long, is not looked up',
	(path) => {
		const hasOwn = jest.spyOn(Object, 'hasOwn');
		expect(pathTo({ a: { a: 1 } }, path)).toBeUndefined();
		expect(hasOwn.mock.calls.length).toBeLessThan(2);
		hasOwn.mockRestore();
	},
);
