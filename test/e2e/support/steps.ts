/**
 * For tests that continue where the previous one has ended.
 *
 * @param afterEachStep called whether the step has succeeded or not, for example to take a screenshot
 * @returns an `it` whose tests fail at once after one has failed
 */
export function steps(afterEachStep: (name: string) => Promise<void>) {
	let failed: string | undefined;
	return (name: string, test: () => Promise<void>) => {
		it(name, async () => {
			if (failed !== undefined) throw new Error(`An earlier step failed: ${failed}.`);
			failed = name;
			await test().finally(async () => await afterEachStep(name));
			failed = undefined;
		});
	};
}
