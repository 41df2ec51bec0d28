/** Compares lists that are read in one run, and share what is found out, with the same lists alone. */
import type { Shape } from '../../sandbox/service/shapes/shape.ts';
import { shapes } from '../../sandbox/service/shapes/table.ts';
import { isSilent, readAll, reported } from './shapes/readings';
import { endsByDefault, situations } from './shapes/situations';
import { operations } from './world/operations';
import { emulate } from './world/service';

/** Share of the lists that may fail in company only. */
const MAX_LOST = 0.01;

/** Lists of a service that treats the page size in many ways: its parts may have other habits. */
const SITUATIONS = [...situations, ...endsByDefault];

// The simulation reads lists side by side, of services that are made up.
it.each<[string, Shape[]]>([
	['the own shapes', shapes],
	['the operations of public APIs', operations.map(emulate)],
])('Lists of %s come out in one run as they do alone', async (_name, services) => {
	const together = await readAll(services, SITUATIONS, ['List'], true);
	const lost: object[] = [];
	for (const reading of together) {
		if (reading.result === 'whole') continue;
		const [alone] = await readAll([reading.shape], [reading.situation], ['List']);
		if (reading.result === alone!.result) continue;
		expect(isSilent(reading) && reported(reading)).toBe(false);
		lost.push(reported(reading));
	}
	expect(lost.slice(Math.floor(MAX_LOST * together.length))).toEqual([]);
});
