import { keysOf } from '../../../../../nodes/Contacts/response/json';

it.each([['.'.repeat(10_000)], [`a${'.a'.repeat(500)}`], ['a'.repeat(1_001)]])(
	'A name with too many dots, or too long, is not looked up',
	(path) => {
		const hasOwn = jest.spyOn(Object, 'hasOwn');
		expect(keysOf({ a: { a: 1 } }, path)).toBeUndefined();
		expect(hasOwn).not.toHaveBeenCalled();
		hasOwn.mockRestore();
	},
);
