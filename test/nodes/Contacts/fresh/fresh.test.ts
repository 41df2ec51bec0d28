import { isSilent, readAll, reported, shareOfWhole } from '../shapes/readings';
import { services } from './services';

/** Share of the services that are read whole in every situation, at least. */
const LEAST_WHOLE = 0.9;

const readings = readAll(services, undefined, ['List']);

describe('Of the services that it was not written for, List', () => {
	it('reads none partially, doubled or altered if responses say anything about pages', async () => {
		const silent = (await readings).filter(isSilent);
		expect(silent.filter(({ shape }) => shape.knowable).map(reported)).toEqual([]);
	});

	it('reads most whole', async () => {
		expect(shareOfWhole(await readings)).toBeGreaterThanOrEqual(LEAST_WHOLE);
	});
});
