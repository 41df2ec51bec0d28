/**
 * Reads a service that is made from a seed, and checks what has to hold in every run:
 *
 * 1. It ends, within bounded requests and time; at once when it is canceled.
 * 2. It gives out the whole list, or fails with an error.
 * 3. It gives out no contact twice.
 * 4. List and Get Page give out the same contacts, or both fail.
 */
import { VirtualClock } from './clock';
import { LISTS, type Plan, planOf } from './plan';
import { Random } from './random';
import { type Contact, Service } from './service';
import { type SettingsKind, settingsOf } from './settings';
import { type ListPlan, type Outcome, readPageByPage, readWhole, reasonOf, type Run } from './walk';

/** What has become of a seed. */
export interface Simulated {
	/** How each list has ended, such as `automatic: whole`. */
	endings: string[];
	requests: number;
	/** What should have held; empty if all is well. */
	problems: string[];
}

/** The parts of a run that the seed decides. */
interface Scenario {
	seed: number;
	plan: Plan;
	settings: SettingsKind;
	lists: ListPlan[];
	concurrency: number;
	intervalMs: number;
	/** Milliseconds until the run is canceled. */
	cancelAt: number | undefined;
}

/** More requests than any list takes, and more time. */
const MAX_REQUESTS = 1_500;
const MAX_MS = 3 * 3_600_000;

/** @param record receives the service, its settings, and a line for each response */
export async function simulate(seed: number, record?: (line: string) => void): Promise<Simulated> {
	const scenario = scenarioOf(seed);
	const { settings, lists, cancelAt } = scenario;
	record?.(JSON.stringify(scenario, null, '\t'));
	const played = [await play(scenario, async (run) => await readWhole(run, lists), record)];
	const [first] = lists;
	if (lists.length === 1 && cancelAt === undefined) {
		record?.('Get Page:');
		played.push(await play(scenario, async (run) => [await readPageByPage(run, first!)], record));
	}
	const judged = played.flatMap(({ outcomes, service }) =>
		outcomes.map((outcome, index) =>
			judge(outcome, service, lists[index]!, cancelAt !== undefined),
		),
	);
	const problems = [
		...played.flatMap(({ problem }) => problem ?? []),
		...judged.filter(({ isProblem }) => isProblem).map(({ ending }) => ending),
	];
	const hasFailed = judged.map(({ ending }) => ending !== 'whole');
	if (played.length === 2 && problems.length === 0 && hasFailed[0] !== hasFailed[1]) {
		problems.push(`List and Get Page differ: ${judged.map(({ ending }) => ending).join('; ')}`);
	}
	return {
		endings: judged.map(({ ending }) => `${settings.kind}: ${ending}`),
		requests: played.reduce((sum, { requests }) => sum + requests, 0),
		problems,
	};
}

function scenarioOf(seed: number): Scenario {
	const random = new Random(seed);
	const plan = planOf(random);
	const settings = settingsOf(random, plan);
	const isAlone = random.chance(0.6);
	const lists = Array.from({ length: isAlone ? 1 : random.int(2, 5) }, (_, index) => ({
		filter: index === 0 ? '' : random.pick(LISTS),
		pageSize: isAlone || random.chance(0.7) ? plan.pageSize : random.int(2, 100),
		limit: isAlone || random.chance(0.8) ? Infinity : random.int(1, 150),
		settings: settings.values,
	}));
	return {
		seed,
		plan,
		settings,
		lists,
		concurrency: random.pick([1, 2, 5, 10, 20]),
		intervalMs: random.pick([0, 0, 0, 100]),
		cancelAt: random.chance(0.1) ? random.next() * 1_000 : undefined,
	};
}

interface Played {
	outcomes: Outcome[];
	service: Service;
	requests: number;
	problem?: string;
}

/** Runs operations until they have ended, or do not. */
async function play(
	{ seed, plan, concurrency, intervalMs, cancelAt }: Scenario,
	read: (run: Run) => Promise<Outcome[]>,
	record: Run['record'],
): Promise<Played> {
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
		await clock.settle();
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

interface Verdict {
	ending: string;
	isProblem: boolean;
}

function judge(
	{ contacts, error }: Outcome,
	service: Service,
	{ filter, limit }: ListPlan,
	isCanceled: boolean,
): Verdict {
	const all = service.contacts(filter);
	const { wrapper } = service.plan;
	const indexes = new Map(all.map((contact, index) => [contact, index]));
	const received = contacts.map(
		(contact) => indexes.get(contact) ?? indexes.get(contact[wrapper!] as Contact),
	);
	const numbers = `${contacts.length} of ${Math.min(all.length, limit)}`;
	if (new Set(received).size < received.length) {
		return { ending: `contacts come twice (${numbers})`, isProblem: true };
	}
	if (error) {
		const reason = reasonOf(error);
		const isProblem = reason === undefined && !isCanceled;
		return { ending: `error, ${isProblem ? String(error) : reason}`, isProblem };
	}
	const isWhole =
		received.length === Math.min(all.length, limit) && received.every((at, index) => at === index);
	return { ending: isWhole ? 'whole' : `a part without a word (${numbers})`, isProblem: !isWhole };
}
