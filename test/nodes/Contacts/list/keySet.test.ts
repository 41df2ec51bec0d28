import fc from 'fast-check';
import { KeySet } from '../../../../nodes/Contacts/list/keySet';
import { runs } from '../../../support/runs';

it('A set of keys has what was added, and nothing else', () => {
	// Many of these keys belong into the same slots.
	const key = fc.oneof(
		fc.maxSafeNat(),
		fc.nat(50).map((n) => n * 2 ** 32 + (n % 5)),
	);
	fc.assert(
		fc.property(
			fc.array(key, { maxLength: 2_000, size: 'max' }),
			fc.array(key),
			(added, others) => {
				const keys = new KeySet();
				for (const one of added) keys.add(one);
				const expected = new Set(added);
				return [...added, ...others].every((one) => keys.has(one) === expected.has(one));
			},
		),
		runs(500),
	);
});
