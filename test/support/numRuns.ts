/** The number of runs of a property test: a fiftieth during mutation testing, which repeats the tests for every mutant. */
export function numRuns(number: number): number {
	return process.env.STRYKER_MUTATOR_WORKER === undefined ? number : Math.ceil(number / 50);
}
