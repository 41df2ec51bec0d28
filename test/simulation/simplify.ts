import { isTelling, type Plan } from './plan';
import { AUTOMATIC } from './settings';
import { type Scenario, simulate } from './simulate';

type Simpler = (scenario: Scenario) => Partial<Scenario>;

const withPlan =
	(part: Partial<Plan>): Simpler =>
	({ plan }) => ({ plan: { ...plan, ...part } });

const SIMPLER: Simpler[] = [
	() => ({ cancelAt: undefined }),
	() => ({ isReadTwice: false }),
	({ lists }) => ({ lists: lists.slice(0, 1).map((list) => ({ ...list, limit: Infinity })) }),
	() => ({ settings: AUTOMATIC }),
	() => ({ concurrency: 1, intervalMs: 0 }),
	withPlan({ faults: undefined }),
	({ plan }) => ({ plan: { ...plan, decoys: plan.decoys.slice(1) } }),
	({ plan }) => ({ plan: { ...plan, decoys: plan.decoys.slice(0, -1) } }),
	withPlan({ data: 'numbers' }),
	withPlan({ empty: 'list' }),
	withPlan({ pastTheEnd: 'empty' }),
	withPlan({ malformed: 'refused' }),
	withPlan({ unknown: 'ignored' }),
	withPlan({ dropsPageSize: false }),
];

/** Leaves out of a failing scenario what it fails without, for a person to see what matters. */
export async function simplify(scenario: Scenario): Promise<Scenario> {
	let simplest = scenario;
	const kind = await problemOf(scenario);
	// Without the signs that say whether there is more, nobody could know.
	const others = scenario.plan.signs.filter((sign) => !isTelling(sign));
	const withoutSigns = others.map((sign): Simpler => ({ plan }) => ({
		plan: { ...plan, signs: plan.signs.filter((other) => other !== sign) },
	}));
	for (const simpler of [...SIMPLER, ...withoutSigns]) {
		const candidate = { ...simplest, ...simpler(simplest) };
		if ((await problemOf(candidate)) === kind) simplest = candidate;
	}
	return simplest;
}

/** The first problem, without numbers. */
async function problemOf(scenario: Scenario): Promise<string | undefined> {
	const { problems } = await simulate(scenario);
	return problems[0]?.replace(/[\d(].*/, '');
}
