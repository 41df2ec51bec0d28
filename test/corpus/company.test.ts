/** Compares lists that are read in one run, and share what is found out, with the same lists alone. */
import { load } from '../../sandbox/corpus/corpus.ts';
import { isSilent, readAll, reported } from './readings';
import { endsByDefault, situations } from './situations';

/** Share of the lists that may fail in company only. */
const MAX_LOST = 0.01;

/** Lists of a service that treats the page size in many ways: its parts may have other habits. */
const SITUATIONS = [...situations, ...endsByDefault];

// The simulation reads lists side by side, of services that are made up.
it.each(['public', 'invented', 'operations'] as const)(
	'Lists of %s services come out in one run as they do alone',
	async (file) => {
		const together = await readAll(load(file), SITUATIONS, ['List'], true);
		const lost: object[] = [];
		for (const reading of together) {
			if (reading.result === 'whole') continue;
			const [alone] = await readAll([reading.shape], [reading.situation], ['List']);
			if (reading.result === alone!.result) continue;
			expect(isSilent(reading) && reported(reading)).toBe(false);
			lost.push(reported(reading));
		}
		expect(lost.slice(Math.floor(MAX_LOST * together.length))).toEqual([]);
	},
);
