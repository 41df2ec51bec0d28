/**
 * For tests that continue where the previous one has ended.
 *
 * @param onFailure called when a test fails, for example to take a screenshot
 * @returns an `it` whose tests fail at once after one has failed
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
