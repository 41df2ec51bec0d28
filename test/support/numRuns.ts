/**
 * How often a property is tried: a fiftieth where every change of the source runs the tests again
 * (mutation testing).
 */
export function numRuns(number: number): number {
	return process.env.STRYKER_MUTATOR_WORKER === undefined ? number : Math.ceil(number / 50);
}
