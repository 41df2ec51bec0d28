/** Settings by hand for a planned service: those of its documentation, and wrong ones. */
import { type Plan, type Sign, type SignKind } from './plan';
import type { Random } from './random';
import { idName } from './service';

/** Settings of 'Pagination' that differ from the form's defaults. */
export type Settings = Record<string, string | number | boolean>;

export interface SettingsKind {
	kind: 'automatic' | 'right' | 'wrong';
	values: Settings;
}

export function settingsOf(random: Random, plan: Plan): SettingsKind {
	// A service that says nothing cannot contradict wrong settings.
	const isSilent = plan.signs.length + plan.headers.length === 0;
	if (random.chance(0.65)) return { kind: 'automatic', values: {} };
	const right = rightSettings(random, plan);
	if (right === undefined) return { kind: 'automatic', values: {} };
	if (isSilent || random.chance(0.4)) return { kind: 'right', values: right };
	return { kind: 'wrong', values: { ...right, ...wrongSettings(random, plan) } };
}

/** @returns undefined where no settings lead to the next page */
function rightSettings(random: Random, plan: Plan): Settings | undefined {
	const way = wayOf(plan);
	if (way === undefined) return undefined;
	const flag = signOf(plan, 'more') ?? signOf(plan, 'last');
	const total = signOf(plan, 'total');
	const isWrong = plan.signs.some(({ kind }) => kind === 'window' || kind === 'off');
	return {
		...way,
		...(flag && random.chance(0.3) && { hasMoreField: fieldOf(flag) }),
		...(total && random.chance(0.3) && { totalField: fieldOf(total) }),
		...(isWrong && { checkTotal: false }),
	};
}

function wayOf(plan: Plan): Settings | undefined {
	const { by, parameter, first } = plan;
	const [next, link] = [signOf(plan, 'next'), signOf(plan, 'nextLink')];
	if (by === 'page') return { mode: 'pageNumber', pageParameter: parameter, firstPage: first };
	if (by === 'offset') return { mode: 'offset', offsetParameter: parameter, firstOffset: first };
	if (by === 'lastContact') {
		const field = plan.wrapper === undefined ? idName(plan) : `${plan.wrapper}.${idName(plan)}`;
		return { mode: 'lastContact', cursorParameter: parameter, lastContactField: field };
	}
	if (next) return { mode: 'cursor', cursorField: fieldOf(next), cursorParameter: parameter };
	if (link) return { mode: 'nextLink', nextLinkField: fieldOf(link) };
	return plan.headers.includes('link') ? { mode: 'linkHeader' } : undefined;
}

function signOf({ signs }: Plan, kind: SignKind): Sign | undefined {
	return signs.find((sign) => sign.kind === kind);
}

function fieldOf({ path }: Sign): string {
	return path.join('.');
}

/**
 * Not among them are settings by which the person says that the list has ended, or that contacts may be
 * missing or come twice: Off, another field with a flag, Check Total and Check Repeats.
 */
function wrongSettings(random: Random, { parameter }: Plan): Settings {
	const parameters = [parameter, 'page', 'offset', 'misspelled'];
	const wrong: Settings = {
		mode: random.pick(['cursor', 'lastContact', 'linkHeader', 'nextLink', 'offset', 'pageNumber']),
		cursorField: 'misspelled',
		cursorParameter: random.pick(parameters),
		nextLinkField: 'misspelled',
		lastContactField: random.pick(['id', 'name', 'misspelled']),
		hasMoreField: 'misspelled',
		pageParameter: random.pick(parameters),
		firstPage: random.int(0, 2),
		offsetParameter: random.pick(parameters),
		firstOffset: random.int(0, 1),
		totalField: 'misspelled',
	};
	const names = random.some(Object.keys(wrong), 1, 3);
	return Object.fromEntries(names.map((name) => [name, wrong[name]!]));
}
