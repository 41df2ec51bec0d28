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

it.each([
	['lower', 1],
	['upper', 2 ** 32],
	['middle', 2 ** 20],
])('Keys that differ in their %s bits alone are as fast as others', (_name, factor) => {
	const keys = new KeySet();
	// The time of the processor: on a busy machine, more time passes.
	const started = process.cpuUsage();
	for (let n = 0; n < 100_000; n++) keys.add(n * factor);
	// Usually some milliseconds; seconds when each is compared with all others.
	expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});
