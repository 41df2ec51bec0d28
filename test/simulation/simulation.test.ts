/** Reads made-up services in one process, with a virtual clock; `npm run simulate` reads more. */
import { runs } from '../support/runs';
import { scenarioOf, simulate } from './simulate';

it('every list is read whole or fails, ends in time, and is the same with List and Get Page', async () => {
	const { numRuns, seed } = runs(20_000);
	const failed: string[] = [];
	const endings: string[] = [];
	for (let run = 0; run < numRuns; run++) {
		const { problems, endings: own } = await simulate(scenarioOf(seed * 1_000_000 + run));
		endings.push(...own);
		if (problems.length > 0) {
			failed.push(`SIMULATION_SEED=${seed * 1_000_000 + run}: ${problems.join('; ')}`);
		}
	}
	expect(failed).toEqual([]);
}, 600_000);
