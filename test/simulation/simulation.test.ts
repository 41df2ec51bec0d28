/** Reads services that are made from seeds; `npm run simulate` reads more of them, or one again. */
import { runs } from '../support/runs';
import { scenarioOf, simulate } from './simulate';

/** The least share of lists that are read whole, of those with faults, too. */
const LEAST_WHOLE = { automatic: 0.76, right: 0.72 };

const endings: string[] = [];

it('each of hundreds of lists is read whole or fails, once and in time, and alike with List and Get Page', async () => {
	const { numRuns, seed } = runs(2_500);
	const failed: string[] = [];
	for (let run = 1; run <= numRuns; run++) {
		const scenario = scenarioOf((seed - 1) * 1_000_000 + run);
		const { problems, endings: own } = await simulate(scenario);
		for (const ending of own) endings.push(ending);
		if (problems.length > 0) {
			failed.push(`SIMULATION_SEED=${scenario.seed} npm run simulate: ${problems[0]}`);
		}
	}
	expect(failed).toEqual([]);
}, 600_000);

it.each(Object.entries(LEAST_WHOLE))('most lists are whole with %s settings', (kind, least) => {
	const own = endings.filter((ending) => ending.startsWith(`${kind}: `));
	const whole = own.filter((ending) => ending === `${kind}: whole`);
	expect(whole.length / own.length).toBeGreaterThanOrEqual(least);
});
