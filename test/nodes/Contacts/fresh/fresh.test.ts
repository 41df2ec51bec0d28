import { isSilent, readAll, type Reading, reported, shareOfWhole } from '../shapes/readings';
import { services } from './services';

/** Share of the services that are read whole in every situation, at least. */
const LEAST_WHOLE = 0.88;

let readings: Reading[];
beforeAll(async () => (readings = await readAll(services, undefined, ['List'])), 300_000);

it('List reads no list of services that it was not written for partially, doubled or altered', () => {
	const silent = readings.filter(isSilent).filter(({ shape }) => shape.knowable);
	expect(silent.map(reported)).toEqual([]);
});

it('List reads most services that it was not written for whole', () => {
	expect(shareOfWhole(readings)).toBeGreaterThanOrEqual(LEAST_WHOLE);
});
