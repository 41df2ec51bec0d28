/**
 * Reads a service that is made from a seed, and checks what has to hold in every run:
 *
 * 1. It ends, within bounded requests and time; at once when it is canceled.
 * 2. It gives out the whole list, or fails with an error. Of a list that changes meanwhile, it gives out
 *    whatever is there throughout.
 * 3. It gives out no contact twice.
 */
import { setImmediate } from 'node:timers/promises';

import { ExplainedError } from '../../credentials/contactsApi/explainedError';
import { VirtualClock } from './clock';
import { habitOf } from './habits';
import { FILTERS, isSilent, type Plan, planOf } from './plan';
import { Random } from './random';
import { Service } from './service';
import { settingsOf } from './settings';
import { isLed } from './troubles';
import { type ListPlan, type Outcome, readPageByPage, readWhole, type Run } from './walk';

/** What a seed decides. */
type Scenario = ReturnType<typeof scenarioOf>;

/** What has become of it. */
interface Simulated {
	seed: number;
	/** How each list has ended, such as `automatic: whole`. */
	endings: string[];
	requests: number;
	/** What should not be; empty if all is well. */
	problems: string[];
}

export function scenarioOf(seed: number) {
	const random = new Random(seed);
	const planned = planOf(random);
	// With numbers of its own, a habit changes nothing else of a seed.
	const plan = { ...planned, habit: habitOf(new Random(~seed ^ 0x5bd1e995), planned) };
	const isAlone = random.chance(0.7);
	/** Milliseconds until the run is canceled. */
	const cancelAt = random.chance(0.1) ? random.next() * 1_000 : undefined;
	const settings = settingsOf(random, plan);
	const isGiven = settings.kind === 'automatic' && !plan.faults && random.chance(0.05);
	const own = isGiven ? firstPosition(plan) : ownSize(new Random(~seed ^ 0x2c1b3c6d), plan);
	// A continuation does not have the link of the page before, which would show that contacts moved up.
	const isHalfKnown = plan.trouble?.kind === 'deleted' && isLed(plan);
	return {
		seed,
		plan,
		settings,
		lists: Array.from({ length: isAlone ? 1 : random.int(2, 4) }, (_, index) => ({
			filter: index === 0 ? '' : random.pick(FILTERS),
			pageSize:
				isAlone || isSilent(plan) || random.chance(0.7) ? plan.pageSize : random.int(2, 100),
			limit: isAlone || random.chance(0.8) ? Infinity : random.int(1, 150),
			own,
		})),
		concurrency: random.pick([1, 2, 5, 10, 20]),
		intervalMs: random.pick([0, 0, 0, 100]),
		cancelAt,
		/** Whether Get Page reads the list, too. */
		isReadTwice: isAlone && cancelAt === undefined && random.chance(0.6) && !isHalfKnown,
	};
}

/** What documentations show for the first page, such as `page=1`. */
function firstPosition({ by }: Plan): ListPlan['own'] {
	return 'first' in by ? { name: by.parameter, value: by.first! } : undefined;
}

/** A page size under the service's own name for it. */
function ownSize(random: Random, plan: Plan): ListPlan['own'] {
	const name = plan.sizes.sizeParameter!;
	if (name === 'pageSize' || isSilent(plan) || random.chance(0.6)) return undefined;
	return { name, value: random.pick([5, 10, 20, 50, 100, 500]) };
}

/** More requests than any run needs, and more time. */
const MAX_REQUESTS = 1_500;
const MAX_MS = 3 * 3_600_000;

/** @param record receives a line for each response, and for what the node has made of it */
export async function simulate(
	scenario: Scenario,
	record?: (line: string) => void,
): Promise<Simulated> {
	const { plan, settings, lists, cancelAt, isReadTwice } = scenario;
	const readings = [async (run: Run) => await readWhole(run, lists, settings.values)];
	if (isReadTwice) {
		readings.push(async (run) => [await readPageByPage(run, lists[0]!, settings.values)]);
	}
	const problems: string[] = [];
	const endings: string[] = [];
	let requests = 0;
	for (const read of readings) {
		const played = await play(scenario, read, record);
		requests += played.requests;
		if (played.problem) problems.push(played.problem);
		for (const [index, outcome] of played.outcomes.entries()) {
			const { ending, isProblem } = judge(outcome, played.service, lists[index]!, cancelAt);
			endings.push(ending);
			if (isProblem) problems.push(ending);
		}
	}
	const kind = plan.trouble ? `${settings.kind}, ${plan.trouble.kind}` : settings.kind;
	const named = endings.map((ending) => `${kind}: ${ending}`);
	return { seed: scenario.seed, endings: named, requests, problems };
}

/** Simulates the seeds from `start` up to, but not including, `end`. */
export async function simulateAll(start: number, end: number): Promise<Simulated[]> {
	const simulated: Simulated[] = [];
	for (let seed = start; seed < end; seed++) simulated.push(await simulate(scenarioOf(seed)));
	return simulated;
}

/** @returns a line for each run with a problem, with the command to repeat it */
export function failuresIn(simulated: Simulated[]): string[] {
	return simulated.flatMap(({ seed, problems }) =>
		problems.length > 0 ? `SIMULATION_SEED=${seed} npm run simulate: ${problems.join('; ')}` : [],
	);
}

/** Runs operations until they have ended, or do not. */
async function play(
	{ seed, plan, concurrency, intervalMs, cancelAt }: Scenario,
	read: (run: Run) => Promise<Outcome[]>,
	record: Run['record'],
) {
	const clock = new VirtualClock(new Random(~seed).next);
	const service = new Service(plan, seed);
	const canceling = new AbortController();
	const { signal } = canceling;
	if (cancelAt !== undefined) clock.at(cancelAt, () => canceling.abort());
	let requests = 0;
	let outcomes: Outcome[] | undefined;
	const onRequest = () => requests++;
	void read({ service, clock, signal, concurrency, intervalMs, onRequest, record }).then((all) => {
		outcomes = all;
	});
	for (;;) {
		// Everything runs that waits for nothing but promises.
		await setImmediate();
		if (outcomes) return { outcomes, service, requests };
		const problem = stuckBy(signal.aborted, requests, clock);
		if (problem) return { outcomes: [], service, requests, problem };
	}
}

/** @returns why the run does not end; undefined when it has gone on */
function stuckBy(isCanceled: boolean, requests: number, clock: VirtualClock): string | undefined {
	if (isCanceled) return 'does not end when it is canceled';
	if (requests > MAX_REQUESTS) return 'sends requests without end';
	if (clock.now() > MAX_MS) return 'takes hours';
	return clock.jump() ? undefined : 'waits for nothing';
}

function judge(
	{ contacts, error, notes = [] }: Outcome,
	service: Service,
	{ filter, limit }: ListPlan,
	cancelAt: number | undefined,
) {
	const { throughout, ever } = service.list(filter);
	const expected = throughout.slice(0, limit);
	const found = contacts.map(service.originalOf);
	const problem = (text: string) => {
		return { ending: `${text} (${found.length} of ${expected.length})`, isProblem: true };
	};
	if (new Set(found).size < found.length) return problem('contacts come twice');
	if (error !== undefined) {
		const reason = error instanceof ExplainedError ? error.reason : undefined;
		const isProblem = reason === undefined && cancelAt === undefined;
		return { ending: `error, ${reason ?? (error as Error).message}`, isProblem };
	}
	if (found.some((contact) => !ever.includes(contact))) return problem('made-up contacts');
	const isFixed = throughout.length === ever.length;
	const isWhole = isFixed
		? found.length === expected.length && found.every((contact, n) => contact === expected[n])
		: found.length === limit || new Set([...found, ...throughout]).size === found.length;
	if (isWhole) return { ending: 'whole', isProblem: false };
	const isSaid = notes.some(({ text = '' }) => text.includes('may be missing'));
	return isSaid
		? { ending: 'a part, as a hint says', isProblem: false }
		: problem('a part without a word');
}
