/** Lists contacts of every shape in several situations with List and with Get Page. */
import { load, servicesLike } from '../../sandbox/corpus/corpus.ts';
import { runs, someOf } from '../support/runs';
import { FAILING, HOPELESS, ONE_BY_ONE, UNREADABLE } from './expectedErrors';
import { type Read, reads } from './read';
import {
	isSilent,
	readAll,
	readAsSuggested,
	type Reading,
	reported,
	shareOfWhole,
} from './readings';
import { ends, endsByDefault, few, ownSizes, situations } from './situations';

/** What holds at least, or at most. */
const LIMITS = {
	/** Share of the shapes that are read whole in every situation. */
	whole: 0.87,
	/** Share of errors among lists that end where a page may end. */
	falseAlarmsAtEnds: 0.076,
	/** Requests beyond the least for lists that end where a page may end. */
	medianAtEnds: 5,
	/** Requests beyond the least, at most. */
	extraRequests: 29,
};

const { TEST_SERVICE } = process.env;
const shapes = TEST_SERVICE
	? servicesLike(TEST_SERVICE).slice(0, 1)
	: someOf([...load('public'), ...load('invented')], 250, runs(1).seed);

let readings: Reading[];
beforeAll(async () => (readings = await readAll(shapes)), 600_000);

it('each shape is read whole, or fails with the expected error', () => {
	expect(readings.filter((reading) => !isAsExpected(reading)).map(reported)).toEqual([]);
});

it('errors suggest settings that help', async () => {
	const failures = readings.filter(({ result }) => result === 'error');
	const helpless: Reading[] = [];
	for (const failed of failures) {
		const suggested = await readAsSuggested(failed);
		expect(suggested.filter(isSilent).map(reported)).toEqual([]);
		const helps = suggested.length === 0 || suggested.some(({ result }) => result === 'whole');
		// No setting finds a list that is left out where it is empty.
		const isHopeless = HOPELESS.includes(failed.shape.name) || failed.situation.name === 'empty';
		if (!helps && !isHopeless) helpless.push(failed);
	}
	expect(helpless.map(reported)).toEqual([]);
});

it.each(Object.keys(reads) as Read[])(
	'%s reads almost all shapes whole in every situation',
	(read) => {
		const own = readings.filter((reading) => reading.read === read);
		expect(shareOfWhole(own)).toBeGreaterThanOrEqual(LIMITS.whole);
	},
);

it('lists of few contacts are whole, too', async () => {
	const own = await readAll(shapes, few, ['List']);
	expect(own.filter((reading) => !isAsExpected(reading)).map(reported)).toEqual([]);
});

it('a page size in Query Parameters is as good as Page Size', async () => {
	// Others filter by what they do not know.
	const some = shapes.filter(({ description }) => description.unknownParameters === undefined);
	const own = await readAll(some, ownSizes, ['List']);
	expect(own.filter(isSilent).map(reported)).toEqual([]);
	expect(shareOfWhole(own)).toBeGreaterThanOrEqual(LIMITS.whole);
});

it('odd services are read whole, or fail', async () => {
	const cut = situations.filter(({ name }) => name === 'cut to 20');
	for (const { shape, result } of await readAll(load('odd'), cut)) {
		const expected = UNREADABLE.includes(shape.name) ? 'error' : 'whole';
		expect([shape.name, result]).toEqual([shape.name, expected]);
	}
});

describe('Of all lists that end where a page may end', () => {
	let all: Reading[];
	beforeAll(async () => (all = await readAll(shapes, ends, ['List'])));

	it.each([
		['the page size of the contract', () => Promise.resolve(all)],
		['another one', () => readAll(shapes, endsByDefault, ['List'])],
	])('hardly any fails, of services that know %s', async (_name, read) => {
		const all = await read();
		const failed = all.filter(({ result }) => result !== 'whole');
		expect(failed.filter(isSilent).map(reported)).toEqual([]);
		const alarms = failed.filter(({ shape }) => shape.description.knowable !== false);
		expect(alarms.length / all.length).toBeLessThanOrEqual(LIMITS.falseAlarmsAtEnds);
	});

	it.each([
		['a flag may be wrong', false],
		['the service says only that there is more', true],
	])('most take one request, and a few more where %s', (_name, endsWithoutSign) => {
		const requests = all
			.filter(({ result, shape }) => result === 'whole' && !ONE_BY_ONE.includes(shape.name))
			.filter(
				({
					shape: {
						description: { knowable = true, endsWithoutSign: isSilent = false },
					},
				}) => knowable && isSilent === endsWithoutSign,
			)
			.map((reading) => reading.requests.length - 1)
			.sort((a, b) => a - b);
		expect(requests[Math.floor(requests.length / 2)]).toBeLessThanOrEqual(LIMITS.medianAtEnds);
		expect(requests.at(-1)).toBeLessThanOrEqual(LIMITS.extraRequests);
	});
});

/** If responses say nothing about pages, a part of the list cannot be distinguished from all of it. */
function isAsExpected({ shape, situation, result, reason }: Reading): boolean {
	const isShort = situation.total < 10;
	if (shape.description.knowable === false && !isShort) {
		return ['whole', 'partial', 'error'].includes(result);
	}
	return result === 'whole' || (FAILING[reason ?? ''] ?? []).includes(shape.name);
}
