/** Lists services whose responses all have the same field, which has nothing to do with pages. */
import { shapes } from '../../../sandbox/service/shapes/table.ts';
import { runs } from '../../support/runs';
import { Random } from '../../simulation/random';
import { type Decoy, FIXED_DECOYS, randomDecoy, styles } from '../../simulation/words';
import { type Outcome, readWhole, type Service } from './read';
import { serve } from './shapes/serve';
import { type Situation, situations } from './shapes/situations';
import { operations } from './world/operations';
import { emulate } from './world/service';

const services = [...shapes, ...operations.map(emulate)];

/** Share of the lists that may fail because of the field. */
const MAX_LOST = 0.02;

it('A field with a foreign word ends none of hundreds of lists, and hardly ever makes one fail', async () => {
	const { numRuns, seed } = runs(3_000);
	const random = new Random(seed);
	const silent: string[] = [];
	const lost: string[] = [];
	const known = new Map<string, Outcome['result']>();
	let whole = 0;
	for (let run = 0; run < numRuns; run++) {
		const shape = random.pick(services);
		const situation = random.pick(situations);
		const decoy = random.chance(0.5) ? random.pick(FIXED_DECOYS) : randomDecoy(random);
		const field = fieldOf(decoy, random);
		const service = serve(shape, situation.total, situation.service);
		const key = `${shape.name}, ${situation.name}`;
		const without = known.get(key) ?? (await resultOf(service, situation));
		known.set(key, without);
		if (without !== 'whole') continue;
		whole++;
		const result = await resultOf(withField(service, field), situation);
		const name = `${key}, ${JSON.stringify(field)}`;
		if (result === 'error') lost.push(name);
		else if (result !== 'whole') silent.push(`${result}: ${name}`);
	}
	expect(silent).toEqual([]);
	expect(lost.slice(Math.floor(MAX_LOST * whole))).toEqual([]);
}, 600_000);

/** Constants whose words are about pages, but which say nothing about the next one. */
const CONSTANTS = {
	...{ done: true, finished: true, truncated: false, partial: false, incomplete_results: false },
	...{ hasMoreDetails: false, moreInfo: false, nextView: false, lastContext: true },
	...{ user_id: 5, current_user_id: 5, maxResults: 1000, itemLimit: 1000 },
};

it('A constant beside a link or cursor ends no list, and makes none fail', async () => {
	const failed: string[] = [];
	const [first, short] = [situations[0]!, situations.at(-1)!];
	for (const shape of shapes) {
		const { lines } = await readWhole(serve(shape, first.total, first.service), first);
		if (!lines[1]?.includes('(stated)')) continue;
		for (const situation of [first, short]) {
			const service = serve(shape, situation.total, situation.service);
			for (const [name, value] of Object.entries(CONSTANTS)) {
				const result = await resultOf(withField(service, { [name]: value }), situation);
				if (result !== 'whole') failed.push(`${result}: ${shape.name}, ${situation.name}, ${name}`);
			}
		}
	}
	expect(failed).toEqual([]);
});

async function resultOf(service: Service, { pageSize }: Situation): Promise<Outcome['result']> {
	return (await readWhole(service, { pageSize })).result;
}

/** The field at the top of a response, or in an object of its own. */
function fieldOf({ path, value }: Decoy, random: Random): Record<string, unknown> {
	const named = random.pick(Object.values(styles));
	return path.reduceRight<unknown>((inner, key) => ({ [named(key)]: inner }), value) as Record<
		string,
		unknown
	>;
}

function withField(service: Service, field: Record<string, unknown>): Service {
	return {
		...service,
		respond: (request) => {
			const response = service.respond(request);
			const { body } = response;
			const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
			return isObject ? { ...response, body: { ...field, ...body } } : response;
		},
	};
}
