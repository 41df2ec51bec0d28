/** Reads services that are made from seeds; `npm run simulate` reads more of them, or one again. */
import { runs } from '../support/runs';
import { failuresIn, simulateAll } from './simulate';

/** The least share of lists that are read whole, of those with faults, too. */
const LEAST_WHOLE = { automatic: 0.48, right: 0.5 };

const endings: string[] = [];

it('each of hundreds of lists is read whole or fails, once and in time', async () => {
	const { numRuns, seed } = runs(2_500);
	const first = (seed - 1) * 1_000_000 + 1;
	const simulated = await simulateAll(first, first + numRuns);
	endings.push(...simulated.flatMap((one) => one.endings));
	expect(failuresIn(simulated)).toEqual([]);
});

it.each(Object.entries(LEAST_WHOLE))('most lists are whole with %s settings', (kind, least) => {
	const own = endings.filter((ending) => ending.startsWith(`${kind}: `));
	const whole = own.filter((ending) => ending === `${kind}: whole`);
	expect(whole.length / own.length).toBeGreaterThanOrEqual(least);
});
