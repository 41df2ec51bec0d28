/**
 * The number of runs of a property test: all in `npm run test:all`, a tenth in `npm test`, and a
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

/**
 * All values in `npm run test:all`, else only so many, spread over all of them.
 *
 * @param turn chooses other ones
 */
export function someOf<T>(all: readonly T[], count: number, turn = 0): T[] {
	if (process.env.TEST_RUNS === 'all' || count >= all.length) return [...all];
	const step = all.length / count;
	return Array.from({ length: count }, (_, n) => all[Math.floor(turn + n * step) % all.length]!);
}
