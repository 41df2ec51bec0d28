import { Totals } from '../../../../nodes/Contacts/pagination/totals';

/** Whether the number of contacts agrees with the totals of the pages. */
function isAccepted(
	totals: Array<number | undefined>,
	received: number,
	isWhole: boolean,
): boolean {
	const checked = new Totals();
	for (const total of totals) checked.add(total);
	try {
		checked.check(received, isWhole);
		return true;
	} catch (error) {
		expect(error).toMatchObject({ reason: 'totalDiffers' });
		return false;
	}
}

it.each<[Array<number | undefined>, number, boolean, boolean]>([
	[[], 5, true, true],
	[[undefined], 5, true, true],
	[[5], 5, true, true],
	[[5], 4, true, false],
	[[5], 4, false, true],
	[[5], 6, true, false],
	[[5], 6, false, false],
	// The list changed while it was read.
	[[3, 5], 4, true, true],
	[[5, undefined, 3], 3, true, true],
	[[5, 3], 2, true, false],
	[[5, 3], 6, true, false],
	[[0], 0, true, true],
	[[0], 1, false, false],
])(
	'with totals of %j, %d contacts (the whole list: %j) are accepted: %j',
	(totals, received, isWhole, expected) => {
		expect(isAccepted(totals, received, isWhole)).toBe(expected);
	},
);
