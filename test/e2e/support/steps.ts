/**
 * For tests of which each goes on where the one before has ended.
 *
 * @param onFailure keeps what there is to see of a failed one
 * @returns an `it` whose tests fail at once after one has failed, instead of each waiting in vain
 */
export function steps(
	onFailure: () => Promise<void>,
): (name: string, test: () => Promise<void>) => void {
	let failed: string | undefined;
	return (name, test) => {
		it(name, async () => {
			if (failed !== undefined) throw new Error(`An earlier step failed: ${failed}.`);
			failed = name;
			try {
				await test();
			} catch (error) {
				await onFailure();
				throw error;
			}
			failed = undefined;
		});
	};
}
