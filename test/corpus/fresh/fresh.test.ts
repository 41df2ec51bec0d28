import { isSilent, readAll, type Reading, reported } from '../shapes/readings';
import { services } from './services';

const readings = readAll(services, undefined, ['List']);

/** The names of the services of which some reading fails the check. */
function namesOf(list: Reading[], fails: (reading: Reading) => boolean): string[] {
	return [...new Set(list.filter(fails).map(({ shape }) => shape.name))];
}

describe('List with services that it was not written for', () => {
	it('reads no list partially, doubled or altered if responses say anything about pages', async () => {
		const silent = (await readings).filter(isSilent);
		expect(silent.filter(({ shape }) => shape.knowable).map(reported)).toEqual([]);
	});

	it('counts how they are read', async () => {
		const all = await readings;
		const silent = namesOf(all, isSilent);
		const failed = namesOf(all, ({ result }) => result === 'error');
		const whole = services.length - namesOf(all, ({ result }) => result !== 'whole').length;
		const lines = [
			`${services.length} services in ${all.length} readings`,
			`whole everywhere: ${whole}`,
			`error somewhere: ${failed.length} (${failed.join(', ')})`,
			`silently wrong somewhere: ${silent.length} (${silent.join(', ')})`,
		];
		process.stdout.write(`${lines.join('\n')}\n`);
		expect(new Set(all.map(({ shape }) => shape)).size).toBe(services.length);
	});
});
