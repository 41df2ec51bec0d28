/**
 * The number of runs of a property test: all in `npm run test:properties`, a tenth in `npm test`, and a
 * fiftieth in mutation testing, which repeats the tests for every mutant.
 */
export function numRuns(all: number): number {
	if (process.env.TEST_RUNS === 'all') return all;
	return Math.ceil(all / (process.env.STRYKER_MUTATOR_WORKER === undefined ? 10 : 50));
}

/** The same runs each time; `TEST_SEED` chooses others, to look for what these do not show. */
export function runs(all: number): { numRuns: number; seed: number } {
	return { numRuns: numRuns(all), seed: Number(process.env.TEST_SEED ?? 1) };
}
